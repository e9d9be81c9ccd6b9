package offline

import "strings"

// Heard lists, for the last turns of a case, what was heard in the prompts.
func (c *Case) Heard(n int) []string {
	var out []string
	names := classNames()
	for i := len(c.a.turns) - 1; i >= 0 && i >= len(c.a.turns)-n; i-- {
		t := &c.a.turns[i]
		for _, k := range []class{accept, thanks, complain, swear, abandon, undo, resume, deliver, correct, farewell} {
			if t.heard.count[k] > 0 && (t.heard.opening[k] > 0 || t.heard.words < 40) {
				s := t.heard.first[k]
				p := strings.Join(strings.Fields(t.turn.Prompt), " ")
				if len(p) > 150 {
					p = p[:150]
				}
				out = append(out, names[k]+" «"+t.turn.Prompt[s.start:s.end]+"» in: "+p)
			}
		}
	}
	return out
}

// Words returns the distinct words of the person and of the agent.
func (c *Case) Words() []string { return append(append([]string(nil), c.asked...), c.told...) }
