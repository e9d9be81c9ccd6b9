package offline

import (
	"strings"

	"prism/internal/conversation"
	"prism/internal/shell"
	"prism/internal/transcript"
)

// deed is what a tool call is for.
type deed uint8

const (
	deedOther deed = iota
	deedEdit
	deedShell
	deedRead
	deedSearch
	deedWeb
	deedAsk
	deedPlan // ExitPlanMode
	deedEnterPlan
	deedTodo
	deedSkill
	deedTask // a subagent
	deedMCP
)

// deedOf tells what a tool is for, by its name.
func deedOf(s *conversation.Step) deed {
	if s.Edit != nil {
		return deedEdit
	}
	if shell.IsShell(s.Tool) {
		return deedShell
	}
	switch s.Tool {
	case "Edit", "MultiEdit", "Write", "NotebookEdit":
		return deedEdit
	case "Read", "NotebookRead", "LS", "BashOutput", "TaskOutput", "AgentOutputTool", "ListMcpResourcesTool", "ReadMcpResourceTool", "KillShell", "TaskStop":
		return deedRead
	case "Grep", "Glob", "ToolSearch", "LSP":
		return deedSearch
	case "WebFetch", "WebSearch":
		return deedWeb
	case "AskUserQuestion":
		return deedAsk
	case "ExitPlanMode", "exit_plan_mode":
		return deedPlan
	case "EnterPlanMode":
		return deedEnterPlan
	case "TodoWrite", "TodoRead", "TaskCreate", "TaskUpdate", "TaskList", "TaskGet":
		return deedTodo
	case "Skill", "SlashCommand":
		return deedSkill
	case "Task", "Agent", "SendMessage":
		return deedTask
	}
	if strings.HasPrefix(s.Tool, "mcp__") {
		return deedMCP
	}
	return deedOther
}

// event is one thing that happened, in its order: exactly one of the three is set.
type event struct {
	turn int // index in the draft's turns
	step *conversation.Step
	say  *conversation.Say
	mark *conversation.Mark
	deed deed
}

// events returns everything that happened in a turn, in order. Subagents' steps
// are left out where own is true.
func turnEvents(dst []event, d *conversation.Draft, turn int, own bool) []event {
	t := &d.Turns[turn]
	i, j, k := 0, 0, 0
	for i < len(t.Steps) || j < len(t.Says) || k < len(t.Marks) {
		const none = int(^uint(0) >> 1)
		a, b, c := none, none, none
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
			s := &t.Steps[i]
			i++
			if own && s.Subagent {
				continue
			}
			dst = append(dst, event{turn: turn, step: s, deed: deedOf(s)})
		case b <= c && j < len(t.Says):
			if strings.TrimSpace(t.Says[j].Text) != "" && t.Says[j].Text != "(no content)" {
				dst = append(dst, event{turn: turn, say: &t.Says[j]})
			}
			j++
		default:
			dst = append(dst, event{turn: turn, mark: &t.Marks[k]})
			k++
		}
	}
	return dst
}

// refused reports whether the person refused a call without a word.
func refused(s *conversation.Step) bool {
	return s.Outcome == transcript.Rejected && strings.TrimSpace(s.Said) == ""
}

// apiTrouble reports whether a text of the agent's side is no answer but the
// client's word that there was none: an API error, a usage limit, no credit.
func apiTrouble(text string) bool {
	t := strings.TrimSpace(text)
	if len(t) > 600 && !strings.HasPrefix(t, "API Error") {
		return false
	}
	for _, p := range []string{"API Error", "You've hit your", "You’ve hit your", "You've reached your", "Claude usage limit reached", "Claude AI usage limit", "Credit balance is too low", "Invalid API key", "Please run /login", "Prompt is too long", "Not logged in", "Your account does not have access", "OAuth token", "Request timed out", "Limit reached", "5-hour limit reached", "Weekly limit reached", "Session limit reached", "Context limit reached", "There's an issue with the selected model", "Failed to authenticate", "You're out of extra usage", "Login expired"} {
		if strings.HasPrefix(t, p) {
			return true
		}
	}
	return false
}
