package delivery

import (
	"bufio"
	"context"
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"fmt"
	"io"
	"mime"
	"mime/multipart"
	"mime/quotedprintable"
	"net"
	"net/http"
	"net/http/httptest"
	"net/mail"
	"prism/internal/locale"
	"strings"
	"testing"
	"time"
)

var when = time.Date(2026, 11, 23, 8, 0, 0, 0, time.UTC)

// sink is a mail server of one connection after the other.
type sink struct {
	at     string
	plain  bool   // it knows no STARTTLS
	refuse string // the command that it refuses
	nobody string // the recipient that it refuses
	roots  *x509.CertPool
	conf   *tls.Config
	got    chan taken
}

// taken is a message that it took.
type taken struct {
	secure bool
	auth   string
	from   string
	to     []string
	data   string
}

func newSink(t *testing.T) *sink {
	t.Helper()
	of := httptest.NewTLSServer(nil) // its certificate is of this machine's loopback
	of.Close()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	s := &sink{at: l.Addr().String(), roots: x509.NewCertPool(), conf: &tls.Config{Certificates: of.TLS.Certificates, MinVersion: tls.VersionTLS12}, got: make(chan taken, 10)}
	s.roots.AddCert(of.Certificate())
	done := make(chan struct{})
	go func() {
		defer close(done)
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			s.serve(c)
		}
	}()
	t.Cleanup(func() { _ = l.Close(); <-done })
	return s
}

func (s *sink) serve(c net.Conn) {
	defer c.Close()
	var m taken
	in := bufio.NewReader(c)
	say := func(text string) { _, _ = fmt.Fprint(c, text+"\r\n") }
	say("220 sink")
	for {
		line, err := in.ReadString('\n')
		if err != nil {
			return
		}
		line = strings.TrimSpace(line)
		verb := strings.ToUpper(strings.SplitN(line, " ", 2)[0])
		if verb == s.refuse || s.nobody != "" && verb == "RCPT" && strings.Contains(line, s.nobody) {
			say("550 no, and the secret of the server is hush")
			continue
		}
		switch verb {
		case "EHLO":
			more := "250-AUTH PLAIN\r\n"
			if !s.plain && !m.secure {
				more += "250-STARTTLS\r\n"
			}
			say("250-sink\r\n" + more + "250 8BITMIME")
		case "STARTTLS":
			say("220 go on")
			c = tls.Server(c, s.conf)
			in, m.secure = bufio.NewReader(c), true
		case "AUTH":
			m.auth = line
			say("235 in")
		case "MAIL":
			m.from = line
			say("250 ok")
		case "RCPT":
			m.to = append(m.to, line)
			say("250 ok")
		case "DATA":
			say("354 go on")
			var b strings.Builder
			for {
				line, err := in.ReadString('\n')
				if err != nil {
					return
				}
				if line == ".\r\n" {
					break
				}
				b.WriteString(strings.TrimPrefix(line, "."))
			}
			m.data = b.String()
			say("250 taken")
			s.got <- m
			m.to = nil
		case "QUIT":
			say("221 bye")
			return
		default:
			say("502 what")
		}
	}
}

func (s *sink) mail() *Mail {
	return &Mail{Server: s.at, User: "u", Password: "hunter2", From: "Prism <prism@acme.example>", To: []string{"Ada <ada@acme.example>", "bo@acme.example"}, roots: s.roots}
}

var hostile = &Message{
	Key: "k", Language: "de", Subject: "PRISM 71 (B) · Woche 47\r\nBcc: all@evil.example\r\n\r\nhello", Short: "<!channel> & <https://evil.example|here>",
	Text: "# Text\n.\nFrom me\r\n.\r\nQUIT\r\nzwölf " + strings.Repeat("long ", 400), HTML: "<p>zwölf</p>\n.\n", JSON: json.RawMessage(`{"schema":"prism.report/1"}`),
}

// A message arrives encrypted, whole, as text and HTML; what it says makes no header and
// no command.
func TestMail(t *testing.T) {
	s := newSink(t)
	if err := s.mail().send(t.Context(), hostile, when, s.mail().To); err != nil {
		t.Fatal(err)
	}
	got := <-s.got
	if !got.secure || !strings.HasPrefix(got.auth, "AUTH PLAIN ") || !strings.Contains(got.from, "<prism@acme.example>") || len(got.to) != 2 || !strings.Contains(got.to[0], "<ada@acme.example>") {
		t.Errorf("%+v", got)
	}
	m, err := mail.ReadMessage(strings.NewReader(got.data))
	if err != nil {
		t.Fatal(err)
	}
	if m.Header.Get("Content-Language") != "de" {
		t.Errorf("it is in %q", m.Header.Get("Content-Language"))
	}
	if m.Header.Get("Bcc") != "" {
		t.Error("a subject became a header")
	}
	if subject, err := new(mime.WordDecoder).DecodeHeader(m.Header.Get("Subject")); err != nil || subject != "PRISM 71 (B) · Woche 47 Bcc: all@evil.example hello" {
		t.Errorf("%q %v", subject, err)
	}
	if to, err := m.Header.AddressList("To"); err != nil || len(to) != 2 {
		t.Errorf("%v %v", to, err)
	}
	kind, params, err := mime.ParseMediaType(m.Header.Get("Content-Type"))
	if err != nil || kind != "multipart/alternative" {
		t.Fatal(kind, err)
	}
	parts := multipart.NewReader(m.Body, params["boundary"])
	for _, want := range []struct{ kind, text string }{{"text/plain; charset=utf-8", hostile.Text}, {"text/html; charset=utf-8", hostile.HTML}} {
		p, err := parts.NextRawPart()
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(quotedprintable.NewReader(p))
		same := func(s string) string { return strings.ReplaceAll(s, "\r\n", "\n") }
		if err != nil || p.Header.Get("Content-Type") != want.kind || same(string(text)) != same(want.text) {
			t.Errorf("%s: %q %v", want.kind, text, err)
		}
	}
	for _, line := range strings.Split(got.data, "\r\n") {
		if len(line) > 998 {
			t.Errorf("a line of %d bytes", len(line))
		}
	}
}

// A recipient that is refused keeps the mail from nobody else, and nobody has it twice.
func TestMailToEachByItself(t *testing.T) {
	s := newSink(t)
	s.nobody = "ada@"
	p := &Plan{Mail: s.mail()}
	places := p.Places()
	if len(places) != 2 || places[0] == places[1] || strings.Contains(strings.Join(places, " "), "@") {
		t.Fatal(places)
	}
	if err := p.Send(t.Context(), places[0], hostile, when); err == nil || err.Error() != "the mail server refuses recipient 1 (550)" {
		t.Error(err)
	}
	if err := p.Send(t.Context(), places[1], hostile, when); err != nil {
		t.Error(err)
	}
	if got := <-s.got; len(got.to) != 1 || !strings.Contains(got.to[0], "bo@") || !strings.Contains(got.data, "ada@acme.example") {
		t.Errorf("%+v", got)
	}
	p.Mail.To = p.Mail.To[:1]
	if err := p.Send(t.Context(), places[1], hostile, when); err == nil || err.Error() != "the report goes there no more" {
		t.Error(err)
	}
}

// What goes wrong is told in our own words.
func TestMailRefused(t *testing.T) {
	for name, c := range map[string]struct {
		make func(s *sink, m *Mail)
		want string
	}{
		"nobody there":          {func(s *sink, m *Mail) { m.Server = "127.0.0.1:1" }, "the mail server cannot be reached"},
		"too old a TLS":         {func(s *sink, _ *Mail) { s.conf.MinVersion, s.conf.MaxVersion = tls.VersionTLS10, tls.VersionTLS11 }, "the mail server does not encrypt as it should: nothing was sent"},
		"another's certificate": {func(s *sink, m *Mail) { m.roots = x509.NewCertPool() }, "the mail server's certificate is not trusted"},
		"not let in":            {func(s *sink, m *Mail) { s.refuse = "AUTH" }, "the mail server does not let this user in (550)"},
		"no such sender":        {func(s *sink, m *Mail) { s.refuse = "MAIL" }, "the mail server refuses the sender (550)"},
		"no such recipient":     {func(s *sink, m *Mail) { s.refuse = "RCPT" }, "the mail server refuses recipient 1 (550)"},
		"no message":            {func(s *sink, m *Mail) { s.refuse = "DATA" }, "the mail server does not take the message (550)"},
	} {
		t.Run(name, func(t *testing.T) {
			s := newSink(t)
			m := s.mail()
			c.make(s, m)
			if err := m.send(t.Context(), hostile, when, m.To); err == nil || err.Error() != c.want {
				t.Errorf("%v, want %s", err, c.want)
			}
		})
	}
}

// Chats that read {"text"} as Markdown call people at a bare @ and show pictures and links.
func TestChatsCallNobody(t *testing.T) {
	got := escaped("@channel ![x](https://evil.example/p.png) [here](https://evil.example) *b* `c` a_b")
	for _, no := range []string{"@c", "](", "https://"} {
		if strings.Contains(got, no) {
			t.Errorf("%q holds %q", got, no)
		}
	}
	if got := escaped("PRISM, Week 48 of 2026: 42.9 (D)\n• 4 sessions did not land; most often (2): asked again."); got != "PRISM, Week 48 of 2026: 42.9 (D)\n• 4 sessions did not land; most often (2): asked again." {
		t.Errorf("what is harmless is changed: %q", got)
	}
}

// hook is a webhook that keeps what it was sent.
func hook(t *testing.T, status int) (*Webhook, *[]*http.Request, *[]string) {
	t.Helper()
	var heads []*http.Request
	var bodies []string
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		heads, bodies = append(heads, r), append(bodies, string(body))
		w.Header().Set("Location", "/elsewhere")
		w.WriteHeader(status)
		_, _ = w.Write([]byte(strings.Repeat("secret answer ", 10_000)))
	}))
	t.Cleanup(s.Close)
	return &Webhook{URL: s.URL + "/services/sekret"}, &heads, &bodies
}

func TestWebhook(t *testing.T) {
	w, heads, bodies := hook(t, 200)
	w.Form = "slack"
	if err := w.check(); err != nil {
		t.Fatal(err)
	}
	if err := w.send(t.Context(), hostile); err != nil {
		t.Fatal(err)
	}
	if want := `{"text":"\u0026lt;!channel\u0026gt; \u0026amp; \u0026lt;https:` + "\u200b" + `//evil.example|here\u0026gt;"}`; (*bodies)[0] != want {
		t.Errorf("%s", (*bodies)[0])
	}
	w.Form = "json"
	if err := w.send(t.Context(), hostile); err != nil || (*bodies)[1] != string(hostile.JSON) || (*heads)[1].Header.Get("Idempotency-Key") != "k" {
		t.Errorf("%v %s", err, (*bodies)[1])
	}
	for status, want := range map[int]string{302: "the webhook answered 302", 404: "the webhook answered 404", 500: "the webhook answered 500"} {
		w, heads, _ := hook(t, status)
		if err := w.send(t.Context(), hostile); err == nil || err.Error() != want || len(*heads) != 1 {
			t.Errorf("%d: %v after %d requests", status, err, len(*heads))
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := w.send(ctx, hostile); err == nil || err.Error() != "the webhook cannot be reached" {
		t.Error(err)
	}
}

// What is shown of a message is what goes, and nothing that opens the way.
func TestPreview(t *testing.T) {
	msg := &Message{Key: "k", Subject: "PRISM\n80 & more", Short: "3 of 7 <!channel>", Text: "# Report", HTML: "<h1>Report</h1>", JSON: json.RawMessage(`{"score": 80}`)}
	p := &Plan{
		Mail:    &Mail{Server: "mail.example:587", User: "robin", Password: "hush", From: "a@b.example", To: []string{"c@d.example", "e@d.example"}},
		Webhook: &Webhook{URL: "https://chat.example/hook/hush", Form: "slack"},
	}
	got, err := p.Preview(msg)
	if err != nil || len(got) != 2 {
		t.Fatal(got, err)
	}
	if m := got[0]; m.Where(locale.Plain()) != "mail to 2 addresses" || m.Subject != "PRISM 80 & more" || len(m.Parts) != 2 || m.Parts[0].Text != msg.Text || m.Parts[1].Text != msg.HTML {
		t.Errorf("%+v", m)
	}
	body, _ := p.Webhook.body(msg)
	if h := got[1]; h.Where(locale.Plain()) != "a webhook of chat.example" || len(h.Parts) != 1 || h.Parts[0].Text != string(body) || !strings.Contains(h.Parts[0].Text, "3 of 7 ") || strings.Contains(h.Parts[0].Text, "<!channel>") {
		t.Errorf("%+v", h)
	}
	if all := fmt.Sprintf("%+v", got); strings.Contains(all, "hush") || strings.Contains(all, "@d.example") {
		t.Error(all)
	}
	p.Webhook.Form = "json"
	if got, err = p.Preview(msg); err != nil || got[1].Parts[0].Text != string(msg.JSON) {
		t.Error(got, err)
	}
}
