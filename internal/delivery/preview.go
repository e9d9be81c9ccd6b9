package delivery

import "prism/internal/locale"

// Part is a text that is sent, of a kind as MIME names it.
type Part struct{ Kind, Text string }

// Preview is what one way of a plan sends: by mail to all of its addresses, or to its
// webhook.
type Preview struct {
	Where   func(*locale.Locale) string // in a few words, without what opens it
	Subject string                      // of a mail
	Parts   []Part
}

// Preview gives what Send would send of a message, by each way, to the letter: but for the
// envelope, with its addresses, and for how a mail is encoded on its way.
func (p *Plan) Preview(msg *Message) (list []Preview, err error) {
	if p.Mail != nil {
		list = append(list, Preview{Where: p.Mail.where, Subject: line(msg.Subject), Parts: mailed(msg)})
	}
	if p.Webhook != nil {
		body, err := p.Webhook.body(msg)
		if err != nil {
			return nil, err
		}
		list = append(list, Preview{Where: p.Webhook.where, Parts: []Part{{"application/json", string(body)}}})
	}
	return list, nil
}
