package hook

import (
	"fmt"
	"io"
	"math"
	"path/filepath"
	"strconv"
	"strings"
	"time"
	"unicode"

	"prism/internal/folders"
	"prism/internal/jsoncursor"
	"prism/internal/spool"
	"prism/internal/status"
)

// maxModel is how many characters of a model's name are shown.
const maxModel = 40

// told is what is shown of the client's status JSON. Figures are NaN until told.
type told struct {
	session        string
	transcript     string
	model          string
	cost           float64
	added, removed float64
	context        float64 // percent of the context window in use
}

// statusLine prints one line made of what the client tells and of what whoever judges
// left; nothing where there is neither.
func statusLine(at folders.Folders, in io.Reader, out io.Writer, now time.Time) error {
	text, cut, err := input(in)
	if err != nil {
		return err
	}
	st := readStatus(text)
	if st == nil || cut {
		return errNotJSON
	}
	parts := append(st.parts(), judged(readStanding(at), st, now)...)
	if line := strings.Join(parts, " · "); line != "" {
		fmt.Fprintln(out, line)
	}
	return nil
}

// fresh is for how long the score of the day is shown without the time it is of.
const fresh = 10 * time.Minute

// judged is how the conversation stands, and the score of the day. What is no longer
// known to be so stands with its time, and soon not at all.
func judged(s *status.State, st *told, now time.Time) []string {
	if s == nil || s.At.After(now.Add(time.Minute)) {
		return nil
	}
	var parts []string
	when := " at " + s.At.In(now.Location()).Format("15:04")
	old := now.Sub(s.At)
	if c := s.Of(st.session); c != nil && c.Says != "" {
		says := status.Line(c.Says, status.MaxSays)
		switch {
		case holds(c, st.transcript):
			parts = append(parts, says)
		case old < status.Remembered:
			parts = append(parts, says+when)
		}
	}
	if t := s.Today; t.Holds(now) {
		text := fmt.Sprintf("today %.0f (%d of %d)", t.Score, t.Crushed, t.Counted)
		if old > fresh {
			text += when
		}
		parts = append(parts, text)
	}
	return parts
}

// readStatus returns nil for what is not one JSON object.
func readStatus(in []byte) *told {
	none := math.NaN()
	st := &told{cost: none, added: none, removed: none, context: none}
	c := jsoncursor.New(in)
	if c.Peek() != '{' {
		return nil
	}
	each(&c, func(key string) {
		switch key {
		case "session_id":
			if id := text(&c); spool.IsID(id) {
				st.session = id
			}
		case "transcript_path":
			if path := text(&c); filepath.IsAbs(path) {
				st.transcript = path
			}
		case "model":
			id := ""
			each(&c, func(key string) {
				switch key {
				case "display_name":
					st.model = shown(c.Str())
				case "id":
					id = shown(c.Str())
				default:
					c.Skip()
				}
			})
			if st.model == "" {
				st.model = id
			}
		case "cost":
			each(&c, func(key string) {
				switch key {
				case "total_cost_usd":
					st.cost = figure(c.Raw())
				case "total_lines_added":
					st.added = figure(c.Raw())
				case "total_lines_removed":
					st.removed = figure(c.Raw())
				default:
					c.Skip()
				}
			})
		case "context_window":
			each(&c, func(key string) {
				if key == "used_percentage" {
					st.context = figure(c.Raw())
				} else {
					c.Skip()
				}
			})
		default:
			c.Skip()
		}
	})
	if c.Err() != "" || c.Peek() != 0 || c.Pos() != len(in) {
		return nil
	}
	return st
}

// each calls take for every key of the object that stands next; it takes the value.
func each(c *jsoncursor.Cursor, take func(key string)) {
	if !c.Object() {
		return
	}
	for {
		key, ok := c.Key()
		if !ok {
			return
		}
		take(string(key))
	}
}

// text is a value that is no longer than it may be, or "".
func text(c *jsoncursor.Cursor) string {
	raw := c.Str()
	if len(raw) > maxRaw {
		return ""
	}
	return string(jsoncursor.AppendText(nil, raw))
}

// figure is a number that may be shown, or NaN.
func figure(raw []byte) float64 {
	n, err := strconv.ParseFloat(string(raw), 64)
	if err != nil || n < 0 || n > 1e9 {
		return math.NaN()
	}
	return math.Abs(n) // -0 is a number of JSON
}

// shown is text of unknown origin made safe for one line of a terminal: nothing
// that moves, colours, hides or reorders.
func shown(raw []byte) string {
	if len(raw) > 6*4*maxModel {
		return ""
	}
	text := strings.Map(func(r rune) rune {
		if unicode.IsPrint(r) {
			return r
		}
		return -1
	}, string(jsoncursor.AppendText(nil, raw)))
	if runes := []rune(text); len(runes) > maxModel {
		text = string(runes[:maxModel-1]) + "…"
	}
	return strings.TrimSpace(text)
}

// parts are those of the line.
func (st *told) parts() []string {
	var parts []string
	if st.model != "" {
		parts = append(parts, st.model)
	}
	if !math.IsNaN(st.cost) {
		parts = append(parts, fmt.Sprintf("$%.2f", st.cost))
	}
	if st.added+st.removed > 0 {
		parts = append(parts, fmt.Sprintf("+%.0f −%.0f", st.added, st.removed))
	}
	if !math.IsNaN(st.context) {
		parts = append(parts, fmt.Sprintf("context %.0f %%", st.context))
	}
	return parts
}
