package delivery

import (
	"bytes"
	"context"
	"crypto/sha256"
	"crypto/tls"
	"encoding/hex"
	"errors"
	"fmt"
	"mime"
	"mime/multipart"
	"mime/quotedprintable"
	"net"
	"net/mail"
	"net/smtp"
	"net/textproto"
	"slices"
	"strings"
	"time"
)

// sendIn bounds one delivery, from the connection to the last answer.
const sendIn = 30 * time.Second

// send sends a message by mail to some of those that it names.
func (m *Mail) send(ctx context.Context, msg *Message, now time.Time, to []string) error {
	host, port, _ := net.SplitHostPort(m.Server)
	away := func(string) error { return &Error{"the mail server cannot be reached"} }
	dialer := &net.Dialer{Timeout: sendIn}
	conn, err := dialer.DialContext(ctx, "tcp", m.Server)
	if err != nil {
		return away("dial")
	}
	defer conn.Close() //nolint:errcheck // the answer to DATA has been read by then
	if err := conn.SetDeadline(time.Now().Add(sendIn)); err != nil {
		return away("deadline")
	}
	conf := &tls.Config{ServerName: host, MinVersion: tls.VersionTLS12}
	if m.roots != nil {
		conf.RootCAs = m.roots
	}
	if port == "465" {
		secure := tls.Client(conn, conf)
		if err := secure.HandshakeContext(ctx); err != nil {
			return unsafe(err)
		}
		conn = secure
	}
	c, err := smtp.NewClient(conn, host)
	if err != nil {
		return told("the mail server does not greet", err)
	}
	if port != "465" {
		if can, _ := c.Extension("STARTTLS"); can {
			if err := c.StartTLS(conf); err != nil {
				return unsafe(err)
			}
		} else if !loopback(host) {
			return &Error{"the mail server does not encrypt (STARTTLS): nothing was sent"}
		}
	}
	if m.User != "" {
		if err := c.Auth(smtp.PlainAuth("", m.User, m.Password, host)); err != nil {
			return told("the mail server does not let this user in", err)
		}
	}
	from, _ := mail.ParseAddress(m.From)
	if err := c.Mail(from.Address); err != nil {
		return told("the mail server refuses the sender", err)
	}
	for _, a := range to {
		address, _ := mail.ParseAddress(a)
		if err := c.Rcpt(address.Address); err != nil {
			return told(fmt.Sprintf("the mail server refuses recipient %d", slices.Index(m.To, a)+1), err)
		}
	}
	body, err := m.compose(msg, now)
	if err != nil {
		return err
	}
	w, err := c.Data()
	if err == nil {
		_, err = w.Write(body)
	}
	if err == nil {
		err = w.Close()
	}
	if err != nil {
		return told("the mail server does not take the message", err)
	}
	_ = c.Quit() // it has taken it
	return nil
}

// unsafe says why there is no encryption.
func unsafe(err error) error {
	var cert *tls.CertificateVerificationError
	if errors.As(err, &cert) {
		return &Error{"the mail server's certificate is not trusted"}
	}
	return &Error{"the mail server does not encrypt as it should: nothing was sent"}
}

// told adds the number that a server answered with, and none of its words.
func told(why string, err error) error {
	var code *textproto.Error
	if errors.As(err, &code) {
		why += fmt.Sprintf(" (%d)", code.Code)
	}
	return &Error{why}
}

// compose writes the message as it goes: text and HTML of the same, by RFC 5322 and 2046.
func (m *Mail) compose(msg *Message, now time.Time) ([]byte, error) {
	var b, parts bytes.Buffer
	sum := sha256.Sum256([]byte(msg.Key))
	id := hex.EncodeToString(sum[:12])
	w := multipart.NewWriter(&parts)
	if err := w.SetBoundary("prism-" + id); err != nil {
		return nil, err
	}
	for _, part := range mailed(msg) {
		p, err := w.CreatePart(textproto.MIMEHeader{"Content-Type": {part.Kind + "; charset=utf-8"}, "Content-Transfer-Encoding": {"quoted-printable"}})
		if err != nil {
			return nil, err
		}
		q := quotedprintable.NewWriter(p)
		if _, err := q.Write([]byte(part.Text)); err != nil {
			return nil, err
		}
		if err := q.Close(); err != nil {
			return nil, err
		}
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	from, _ := mail.ParseAddress(m.From)
	_, domain, _ := strings.Cut(from.Address, "@")
	var to []string
	for _, a := range m.To {
		address, _ := mail.ParseAddress(a)
		to = append(to, address.String())
	}
	for _, h := range [...][2]string{
		{"From", from.String()}, {"To", strings.Join(to, ",\r\n ")}, {"Subject", mime.QEncoding.Encode("utf-8", line(msg.Subject))}, {"Date", now.Format(time.RFC1123Z)},
		{"Message-ID", "<" + id + "@" + domain + ">"}, {"Auto-Submitted", "auto-generated"}, {"MIME-Version", "1.0"},
		{"Content-Type", "multipart/alternative; boundary=\"prism-" + id + "\""},
	} {
		fmt.Fprintf(&b, "%s: %s\r\n", h[0], h[1])
	}
	if msg.Language != "" {
		fmt.Fprintf(&b, "Content-Language: %s\r\n", msg.Language)
	}
	b.WriteString("\r\n")
	b.Write(parts.Bytes())
	return b.Bytes(), nil
}

// mailed are the parts of a message as a mail has them.
func mailed(msg *Message) []Part {
	return []Part{{"text/plain", msg.Text}, {"text/html", msg.HTML}}
}

// line is a text in one line.
func line(s string) string { return strings.Join(strings.Fields(s), " ") }
