package hook

import (
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
	"unicode"

	"prism/internal/jsoncursor"
)

// maxModel is how many characters of a model's name are shown.
const maxModel = 40

// status is what is shown of the client's status JSON. Figures are NaN until told.
type status struct {
	model          string
	cost           float64
	added, removed float64
	context        float64 // percent of the context window in use
}

// statusLine prints one line made of what the client tells, nothing where it tells
// nothing. A score is not in it: no run of prism leaves one where this could read it.
func statusLine(in io.Reader, out io.Writer) error {
	text, cut, err := input(in)
	if err != nil {
		return err
	}
	st := readStatus(text)
	if st == nil || cut {
		return errNotJSON
	}
	if line := st.String(); line != "" {
		fmt.Fprintln(out, line)
	}
	return nil
}

// readStatus returns nil for what is not one JSON object.
func readStatus(text []byte) *status {
	none := math.NaN()
	st := &status{cost: none, added: none, removed: none, context: none}
	c := jsoncursor.New(text)
	if c.Peek() != '{' {
		return nil
	}
	each(&c, func(key string) {
		switch key {
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
	if c.Err() != "" || c.Peek() != 0 || c.Pos() != len(text) {
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

// String is the line.
func (st *status) String() string {
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
	return strings.Join(parts, " · ")
}
