package claude

import (
	"prism/internal/fact"
	"prism/internal/jsoncursor"
)

// Most of what stands in a line stood in the line before, in the same letters: where
// the agent works, its version, and what a message cost, of which each of its blocks
// tells. Such a stretch is compared as a whole, and taken apart only where it is another.

// mostAgain bounds a stretch that is remembered, in bytes.
const mostAgain = 4 << 10

// stretch is a run of fields behind parentUuid as they were last read, from the comma
// before the first to the end of the last.
type stretch struct {
	text                                        []byte // its own
	cwd, session, version, branch, agent, entry []byte // parts of text
	sided, sidechain                            bool   // isSidechain stands in it, and says so
}

// inStretch reports whether a field is one of those that lines have in common.
func inStretch(key []byte) bool {
	switch string(key) {
	case "isSidechain", "userType", "cwd", "sessionId", "version", "gitBranch", "agentId", "entrypoint", "slug":
		return true
	}
	return false
}

// learn remembers a stretch. One that ends in a number is none: more digits could follow.
func (s *stretch) learn(text []byte) {
	*s = stretch{text: s.text[:0]}
	if len(text) == 0 || len(text) > mostAgain || text[len(text)-1] != '"' {
		return
	}
	s.text = append(s.text, text...)
	c := jsoncursor.New(s.text)
	word := func() []byte {
		w := c.Str()
		if w == nil { // it is no string, and takes back what stood before
			s.text = s.text[:0]
		}
		return w
	}
	for {
		key, ok := c.Key()
		if !ok {
			return
		}
		switch string(key) {
		case "isSidechain":
			s.sidechain, s.sided = c.True(), true
		case "cwd":
			s.cwd = word()
		case "sessionId":
			s.session = word()
		case "version":
			s.version = word()
		case "gitBranch":
			s.branch = word()
		case "agentId":
			s.agent = word()
		case "entrypoint":
			s.entry = word()
		default:
			c.Skip()
		}
	}
}

// into gives a line what stands in the stretch.
func (s *stretch) into(ln *line) {
	for _, f := range [...]struct {
		to   *[]byte
		what []byte
	}{{&ln.cwd, s.cwd}, {&ln.session, s.session}, {&ln.version, s.version}, {&ln.branch, s.branch}, {&ln.agent, s.agent}, {&ln.entrypoint, s.entry}} {
		if f.what != nil {
			*f.to = f.what
		}
	}
	if s.sided {
		ln.sidechain = s.sidechain
	}
}

// cost is what a message cost, as it stood in a line.
type cost struct {
	raw            []byte // its own
	tokens         fact.Tokens
	has, fast, odd bool
}

// take takes the value of usage, which is read only where it is another than the last.
func (u *cost) take(c *jsoncursor.Cursor) {
	c.Peek()
	if len(u.raw) > 0 && c.Past(u.raw) {
		return
	}
	raw := c.Raw()
	*u = cost{raw: u.raw[:0]}
	if raw == nil {
		return
	}
	u.tokens, u.has, u.fast, u.odd = readUsage(raw)
	if raw[0] == '{' && len(raw) <= mostAgain { // of a number, more digits could follow
		u.raw = append(u.raw, raw...)
	}
}
