package observe

import (
	"math"
	"slices"
	"strings"

	"prism/internal/conversation"
	"prism/internal/transcript"
)

// callKind tells what a call is for: whatever changed a file is an edit.
func callKind(s *conversation.Step) transcript.CallKind {
	if s.Edit != nil {
		return transcript.CallEdit
	}
	return s.Kind
}

// keepsList tells calls that only write down or tick off what is to do.
func keepsList(k transcript.CallKind) bool {
	return k == transcript.CallTodo || k == transcript.CallList || k == transcript.CallTick
}

// Event is one thing that happened in a turn: exactly one of the three is set.
type Event struct {
	Step *conversation.Step
	Say  *conversation.Say
	Mark *conversation.Mark
	kind transcript.CallKind // of Step
}

// Events appends everything that happened in a turn, in its order. Empty words are
// left out, and subagents' steps where own is true.
func Events(dst []Event, t *conversation.Turn, own bool) []Event {
	i, j, k := 0, 0, 0
	for i < len(t.Steps) || j < len(t.Says) || k < len(t.Marks) {
		a, b, c := math.MaxInt, math.MaxInt, math.MaxInt
		if i < len(t.Steps) {
			a = t.Steps[i].Seq
		}
		if j < len(t.Says) {
			b = t.Says[j].Seq
		}
		if k < len(t.Marks) {
			c = t.Marks[k].Seq
		}
		switch {
		case a <= b && a <= c && i < len(t.Steps):
			if s := &t.Steps[i]; !own || !s.Subagent {
				dst = append(dst, Event{Step: s, kind: callKind(s)})
			}
			i++
		case b <= c && j < len(t.Says):
			if text := t.Says[j].Text; t.Says[j].Untold || strings.TrimSpace(text) != "" && text != "(no content)" {
				dst = append(dst, Event{Say: &t.Says[j]})
			}
			j++
		default:
			dst = append(dst, Event{Mark: &t.Marks[k]})
			k++
		}
	}
	return dst
}

// refused reports whether the person refused a call without a word.
func refused(s *conversation.Step) bool {
	return s.Outcome == transcript.Rejected && strings.TrimSpace(s.Said) == ""
}

// ApiTrouble reports whether a text of the agent's side is no answer but the
// client's word that there was none: an API error, a usage limit, no credit.
func ApiTrouble(text string) bool {
	t := strings.TrimSpace(text)
	if len(t) > 600 && !strings.HasPrefix(t, "API Error") {
		return false
	}
	if len(t) < 200 && strings.Contains(t, "API") && strings.Contains(t, "failed") && strings.Contains(t, "request_id") {
		return true // of a service behind another name
	}
	return begins(t, refusals) || begins(t, limits)
}

// OutOfUsage reports whether a text that is ApiTrouble says that a limit was reached or that
// credit ran out: the next answer is a matter of waiting or of paying.
func OutOfUsage(text string) bool {
	t := strings.TrimSpace(text)
	if begins(t, limits) || strings.HasPrefix(t, "API Error: 402") {
		return true
	}
	t = strings.ReplaceAll(strings.ToLower(t), "balancer", "") // of load, and of no money
	return strings.Contains(t, "credit") || strings.Contains(t, "quota") || strings.Contains(t, "balance")
}

// What the client writes in place of an answer, as its versions spell it.
var (
	refusals = []string{"API Error", "Invalid API key", "Please run /login", "Prompt is too long", "Not logged in", "Your account does not have access", "OAuth token", "Request timed out", "Context limit reached", "There's an issue with the selected model", "Failed to authenticate", "Login expired"}
	limits   = []string{"You've hit your", "You’ve hit your", "You've reached your", "Claude usage limit reached", "Claude AI usage limit", "Credit balance is too low", "Limit reached", "5-hour limit reached", "Weekly limit reached", "Session limit reached", "You're out of extra usage"}
)

func begins(text string, with []string) bool {
	return slices.ContainsFunc(with, func(p string) bool { return strings.HasPrefix(text, p) })
}
