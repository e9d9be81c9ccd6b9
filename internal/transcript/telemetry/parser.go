package telemetry

import (
	"bytes"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"prism/internal/jsoncursor"
)

// Parser reads lines. One that NewParser made reads many: what they have in common, which
// is most of what a line says, is held once for all of them. It is for one goroutine.
type Parser struct {
	said  map[string]*said // by key; nil: nothing is held
	head  [5]string        // name, session, prompt, version and origin of the line before
	text  []byte
	attrs []Attr
}

// said is what an attribute is called, and what it said last.
type said struct{ key, last string }

const (
	// mostHeld is how many keys are held: clients know some sixty.
	mostHeld = 1024
	// longHeld is how many bytes a text that is held has at most.
	longHeld = 256
)

// NewParser makes a Parser for many lines.
func NewParser() *Parser { return &Parser{said: map[string]*said{}} }

// Parse is the package's.
func (p *Parser) Parse(line []byte) (Event, error) {
	e, n, err := p.Read(line)
	if err == nil && len(bytes.TrimSpace(line[n:])) > 0 {
		return Event{}, errMore
	}
	return e, err
}

// Read is the package's.
func (p *Parser) Read(text []byte) (Event, int, error) {
	if !Is(text) {
		return Event{}, 0, errNotEvent
	}
	e := Event{Sequence: -1}
	p.attrs = p.attrs[:0]
	c := jsoncursor.New(text)
	c.Object()
	for {
		key, ok := c.Key()
		if !ok {
			break
		}
		switch string(key) {
		case "time":
			p.text = jsoncursor.AppendText(p.text[:0], c.Str())
			if at, err := time.Parse(time.RFC3339Nano, string(p.text)); err == nil {
				e.Time = at.UTC()
			}
		case "name":
			e.Name = strings.TrimPrefix(p.textOf(c.Str(), &p.head[0]), Prefix)
		case "session":
			e.Session = p.textOf(c.Str(), &p.head[1])
		case "prompt":
			e.Prompt = p.textOf(c.Str(), &p.head[2])
		case "sequence":
			if n, err := strconv.ParseInt(string(c.Raw()), 10, 64); err == nil && n >= 0 {
				e.Sequence = n
			}
		case "version":
			e.Version = p.textOf(c.Str(), &p.head[3])
		case "origin":
			e.Origin = p.textOf(c.Str(), &p.head[4])
		case "attrs":
			p.attributes(&c)
		default:
			c.Skip()
		}
	}
	if c.Err() != "" {
		return Event{}, 0, errMalformed
	}
	if len(p.attrs) > 0 {
		e.Attrs = slices.Clone(p.attrs)
	}
	e.Sort()
	return e, c.Pos(), nil
}

// textOf is what a string says: the one that was there before, where it said the same.
func (p *Parser) textOf(raw []byte, last *string) string {
	p.text = jsoncursor.AppendText(p.text[:0], raw)
	switch {
	case last == nil || p.said == nil || len(p.text) > longHeld:
		return string(p.text)
	case string(p.text) != *last:
		*last = string(p.text)
	}
	return *last
}

// named is what is held of a key; nil: nothing is.
func (p *Parser) named(key []byte) *said {
	k := p.said[string(key)]
	if k == nil && p.said != nil && len(p.said) < mostHeld && len(key) <= longHeld {
		k = &said{key: string(key)}
		p.said[k.key] = k
	}
	return k
}

func (p *Parser) attributes(c *jsoncursor.Cursor) {
	p.attrs = p.attrs[:0]
	if !c.Object() {
		return
	}
	for {
		key, ok := c.Key()
		if !ok {
			return
		}
		var a Attr
		var last *string
		key = jsoncursor.Clean(key)
		if k := p.named(key); k != nil {
			a.Key, last = k.key, &k.last
		} else {
			a.Key = string(key)
		}
		switch c.Peek() {
		case '"':
			a.Text = p.textOf(c.Str(), last)
		case 't', 'f':
			if a.Kind = Bool; c.True() {
				a.Int = 1
			}
		case 'n':
			c.Skip()
			continue
		case '{', '[':
			a.Text = string(jsoncursor.Clean(c.Raw())) // no sender of ours nests
		default:
			if a.Value, ok = number(string(c.Raw())); !ok {
				continue
			}
		}
		p.attrs = append(p.attrs, a)
	}
}

// number reads a number as the smallest kind that holds it.
func number(s string) (Value, bool) {
	if n, err := strconv.ParseInt(s, 10, 64); err == nil {
		return Value{Kind: Int, Int: n}, true
	}
	f, err := strconv.ParseFloat(s, 64)
	if err != nil || math.IsInf(f, 0) || math.IsNaN(f) {
		return Value{}, false
	}
	// As it would be written again, it may be a whole number.
	if n, err := strconv.ParseInt(string(appendDouble(nil, f)), 10, 64); err == nil {
		return Value{Kind: Int, Int: n}, true
	}
	return Value{Kind: Double, Float: f}, true
}
