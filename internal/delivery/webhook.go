package delivery

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"
)

// The places that a plan may go to.
const (
	ByMail    = "mail"
	ByWebhook = "webhook"
)

// Places are those that a plan goes to: each is sent to by itself, so that one that is
// away, or a recipient that is refused, keeps it from nobody else and has nobody told
// twice. A recipient is known by a hash, since places are kept.
func (p *Plan) Places() (list []string) {
	if p.Mail != nil {
		for _, to := range p.Mail.To {
			list = append(list, recipient(to))
		}
	}
	if p.Webhook != nil {
		list = append(list, ByWebhook)
	}
	return list
}

// recipient is the place that somebody's mail goes to.
func recipient(to string) string {
	sum := sha256.Sum256([]byte(to))
	return ByMail + "-" + hex.EncodeToString(sum[:6])
}

// Send sends a message to one place of a plan; its error is an *Error.
func (p *Plan) Send(ctx context.Context, place string, msg *Message, now time.Time) error {
	switch {
	case place == ByMail && p.Mail != nil: // asked for by a program before this one
		return p.Mail.send(ctx, msg, now, p.Mail.To)
	case strings.HasPrefix(place, ByMail+"-") && p.Mail != nil:
		for _, to := range p.Mail.To {
			if recipient(to) == place {
				return p.Mail.send(ctx, msg, now, []string{to})
			}
		}
	case place == ByWebhook && p.Webhook != nil:
		return p.Webhook.send(ctx, msg)
	}
	return &Error{"the report goes there no more"}
}

// send posts a message.
func (w *Webhook) send(ctx context.Context, msg *Message) error {
	body, err := w.body(msg)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, sendIn)
	defer cancel()
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, w.URL, bytes.NewReader(body))
	if err != nil {
		return &Error{"the webhook's address is none"}
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("User-Agent", "Prism")
	r.Header.Set("Idempotency-Key", msg.Key)
	// A redirect would lead elsewhere than the file says.
	client := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	answer, err := client.Do(r)
	if err != nil {
		return &Error{"the webhook cannot be reached"}
	}
	defer answer.Body.Close() //nolint:errcheck // nothing of it is used
	_, _ = io.CopyN(io.Discard, answer.Body, 64<<10)
	if answer.StatusCode < 200 || answer.StatusCode > 299 {
		return &Error{fmt.Sprintf("the webhook answered %d", answer.StatusCode)}
	}
	return nil
}

// body is what is posted.
func (w *Webhook) body(msg *Message) ([]byte, error) {
	if w.Form == "slack" {
		return json.Marshal(map[string]string{"text": escaped(msg.Short)})
	}
	return msg.JSON, nil
}

// escaped is a text that a chat shows as it stands: what would call people or make links
// is taken apart, for those that read Slack's marks and for those that read Markdown.
func escaped(s string) string {
	return strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", "@", "@\u200b", "](", "]\u200b(", "://", ":\u200b//").Replace(s)
}
