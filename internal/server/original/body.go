package original

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"math"
	"net/http"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"
)

// read is the body of a request. One that is large waits for room, which done gives
// back.
func (c *Capture) read(w http.ResponseWriter, r *http.Request, most int64) (body []byte, done func(), err error) {
	done = func() {}
	switch coding := strings.ToLower(strings.TrimSpace(r.Header.Get("Content-Encoding"))); coding {
	case "", "identity":
	default:
		return nil, done, errCoding
	}
	if r.ContentLength > most {
		return nil, done, tooLarge(r)
	}
	from := http.MaxBytesReader(w, r.Body, most)
	body, err = io.ReadAll(io.LimitReader(from, large))
	if err == nil && len(body) == large {
		wait := time.NewTimer(patience)
		defer wait.Stop()
		select {
		case c.room <- struct{}{}:
			done = func() { <-c.room }
		case <-wait.C:
			return nil, done, errBusy
		case <-r.Context().Done():
			return nil, done, errBusy
		}
		var rest []byte
		rest, err = io.ReadAll(from)
		body = append(body, rest...)
	}
	var over *http.MaxBytesError
	switch {
	case errors.As(err, &over):
		return nil, done, tooLarge(r)
	case err != nil:
		return nil, done, refuse("incomplete_body")
	}
	return body, done, nil
}

// tooLarge is how the plugin is told that it need not come again with that.
func tooLarge(r *http.Request) error {
	switch r.URL.Path {
	case "/v1/prompts":
		return refuse("prompt_body_exceeds_limit")
	case "/v1/prompts/response":
		return refuse("response_body_exceeds_limit")
	}
	return &refusal{http.StatusRequestEntityTooLarge, "body_exceeds_limit"}
}

// decode reads a body that is one JSON object. Fields that into does not have are
// ignored, and so are values that are not what their field is for.
func decode(body []byte, into any) error {
	if t := bytes.TrimLeft(body, " \t\r\n"); len(t) == 0 || t[0] != '{' || json.Unmarshal(body, into) != nil {
		return refuse("invalid_json")
	}
	return nil
}

// text is a string; any other value is none.
type text string

// UnmarshalJSON implements json.Unmarshaler.
func (t *text) UnmarshalJSON(raw []byte) error {
	var s string
	if len(raw) > 0 && raw[0] == '"' && json.Unmarshal(raw, &s) == nil {
		*t = text(s)
	}
	return nil
}

// whole is a number from 0, which may come as a string; any other value is none.
type whole struct {
	n  int64
	ok bool
}

// UnmarshalJSON implements json.Unmarshaler.
func (n *whole) UnmarshalJSON(raw []byte) error {
	const exact = 1 << 53
	f, err := strconv.ParseFloat(strings.Trim(string(raw), `"`), 64)
	if *n = (whole{}); err == nil && f >= 0 && f < exact && f == math.Trunc(f) {
		*n = whole{int64(f), true}
	}
	return nil
}

// flag is true or it is not.
type flag bool

// UnmarshalJSON implements json.Unmarshaler.
func (f *flag) UnmarshalJSON(raw []byte) error {
	*f = string(raw) == "true"
	return nil
}

// instant is a time as RFC 3339 or as milliseconds; zero of any other value, and of a
// year in which nobody can have worked with the client.
type instant time.Time

// UnmarshalJSON implements json.Unmarshaler.
func (i *instant) UnmarshalJSON(raw []byte) error {
	s := strings.Trim(string(raw), `"`)
	at, err := time.Parse(time.RFC3339Nano, s)
	if ms, no := strconv.ParseInt(s, 10, 64); no == nil {
		at, err = time.UnixMilli(ms), nil
	}
	if *i = (instant{}); err == nil && at.Year() >= 2020 && at.Year() < 2200 {
		*i = instant(at.UTC())
	}
	return nil
}

// or is the time, or another where there is none.
func (i instant) or(other time.Time) time.Time {
	if t := time.Time(i); !t.IsZero() {
		return t
	}
	return other.UTC()
}

// isName reports whether a text can name a file and a session.
func isName(s string) bool { return isID(s, 128) && s[0] != '.' }

// isID reports whether a text has the form of an id: letters, digits and what stands
// between them.
func isID(s string, most int) bool {
	if s == "" || len(s) > most {
		return false
	}
	for i := range len(s) {
		switch c := s[i]; {
		case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', '0' <= c && c <= '9', c == '-', c == '_', c == '.':
		default:
			return false
		}
	}
	return true
}

// isPrompt reports whether a text has the form of a prompt's id, of a call or of an
// event of the plugin's: nothing by which a file is named.
func isPrompt(s string) bool { return isID(s, 64) && !strings.Contains(s, ".") }

// isWord reports whether a text is one short word, with fewer digits than a key has.
func isWord(s string) bool {
	digits := 0
	for i := range len(s) {
		if '0' <= s[i] && s[i] <= '9' {
			digits++
		}
	}
	return isID(s, 40) && digits <= 8
}

// isHex reports whether a text is the hexadecimal form of a hash or a commit.
func isHex(s string) bool {
	return len(s) >= 7 && len(s) <= 64 && strings.Trim(s, "0123456789abcdef") == ""
}

// cut is a text of most bytes at most, between two letters.
func cut(s string, most int) string {
	if len(s) <= most {
		return s
	}
	for most > 0 && !utf8.RuneStart(s[most]) {
		most--
	}
	return s[:most]
}
