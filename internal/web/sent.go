package web

import (
	"context"
	"net/http"
	"strings"
	"time"

	"prism/internal/locale"
	"prism/internal/report"
	"prism/internal/web/page"
)

// Sent is a report that is sent at times.
type Sent struct {
	Name  string
	Of    func(*locale.Locale) string // what it tells of, in words
	Where func(*locale.Locale) string // where to, without what opens it
	Due   time.Time
	// Failed is why it could not be sent the last time; "" it could.
	Failed string
	Dead   bool // it is not tried again by itself
}

// Outgoing is what a report would send now, by each way.
type Outgoing struct {
	Name string
	Of   func(*locale.Locale) string
	// Example names an earlier stretch that is shown in the place of the last one, of which
	// nothing would be sent; nil: it is the last one.
	Example func(*locale.Locale) string
	Ways    []Way
}

// Way is what is sent one way: by mail to all who are named, or to a webhook.
type Way struct {
	Where   func(*locale.Locale) string // in words, without what opens it
	Subject string                      // of a mail
	Parts   []Part
}

// Part is a text that is sent, of a kind as MIME names it.
type Part struct{ Kind, Text string }

// Telling says what a sent report is of: how often it comes, and of one person's sessions, of
// all of a tenant, or, with neither, of this machine; of one repository, or "" all.
func Telling(every report.Span, person string, all bool, repo string) func(*locale.Locale) string {
	return func(l *locale.Locale) string {
		text := l.Say(map[report.Span]string{
			report.OfDay: locale.Mark("every day##of a report"), report.OfWeek: locale.Mark("every week##of a report"), report.OfMonth: locale.Mark("every month##of a report"),
		}[every])
		switch {
		case person != "":
			text += l.Say(", of what {person} did", person)
		case all:
			text += l.Say(", figures of all")
		}
		if repo != "" {
			text += l.Say(", in {repository}", repo)
		}
		return text
	}
}

// mostShown bounds how many bytes of one part a page shows: a report of 200 sessions, as it
// is posted, has some 600 kB.
const mostShown = 40 << 10

// Size is how large it is, in words.
func (p Part) Size(l *locale.Locale) string { return l.Bytes(int64(len(p.Text))) }

// Cut reports whether a page shows its beginning only.
func (p Part) Cut() bool { return len(p.Text) > mostShown }

// Shown is what a page shows of it: its source.
func (p Part) Shown() string {
	return page.Clean(strings.ToValidUTF8(p.Text[:min(len(p.Text), mostShown)], ""))
}

// Postman is a Library whose viewer may see which reports are sent, and have one sent now.
type Postman interface {
	// Sent are those of the viewer's tenant; none for who does not administer it.
	Sent(ctx context.Context) ([]Sent, error)
	// Outgoing gives what one would send now, of its last whole stretch. Its error says what
	// a person may know.
	Outgoing(ctx context.Context, name string) (*Outgoing, error)
	// Try sends the last whole stretch of one now, marked as a test. Its error is as that of
	// Outgoing.
	Try(ctx context.Context, name string) error
}

func postman(r *page.Request) (Postman, error) {
	x, ok := r.Lib.(Postman)
	if !ok {
		return nil, &page.Error{Status: http.StatusForbidden, Text: locale.Mark("No report is sent from here.")}
	}
	return x, nil
}

// tryReport sends one now, as a test.
func tryReport(r *page.Request) (page.Answer, error) {
	x, err := postman(r)
	if err != nil {
		return page.Answer{}, err
	}
	r.Body = http.MaxBytesReader(nil, r.Body, 4<<10)
	name := r.PostFormValue("name")
	if err := x.Try(r.Context(), name); err != nil {
		return page.Answer{}, err
	}
	return page.Answer{To: r.Query.With("/report", "tried", name)}, nil
}

// sentReport shows what a report would send now, to the letter.
func sentReport(r *page.Request) (page.Answer, error) {
	x, err := postman(r)
	if err != nil {
		return page.Answer{}, err
	}
	out, err := x.Outgoing(r.Context(), r.PathValue("name"))
	if err != nil {
		return page.Answer{}, err
	}
	return page.Answer{Page: "sent", Fill: out, Title: r.Say("What is sent")}, nil
}
