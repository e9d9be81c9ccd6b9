package claude

import (
	"fmt"
	"testing"

	"prism/internal/transcript"
)

func TestKinds(t *testing.T) {
	const server = "mcp__plugin_a_b__"
	for kind, names := range map[transcript.CallKind][]string{
		transcript.CallShell:  {"Bash", "PowerShell"},
		transcript.CallEdit:   {"Edit", "MultiEdit", "Write", "NotebookEdit"},
		transcript.CallRead:   {"Read", "NotebookRead", "LS"},
		transcript.CallSearch: {"Grep", "Glob"},
		transcript.CallLookup: {"ToolSearch", "LSP"},
		transcript.CallWatch:  {"BashOutput", "TaskOutput", "KillShell", "TaskStop", "ListMcpResourcesTool"},
		transcript.CallWeb:    {"WebFetch", "WebSearch"},
		transcript.CallAsk:    {"AskUserQuestion"},
		transcript.CallPlan:   {"ExitPlanMode", "exit_plan_mode"},
		transcript.CallTask:   {"Task", "Agent", "SendMessage"},
		transcript.CallTodo:   {"TaskCreate"},
		transcript.CallList:   {"TodoWrite"},
		transcript.CallTick:   {"TaskUpdate", "TaskList", "TaskGet", "TodoRead"},
		transcript.CallSkill:  {"Skill", "SlashCommand"},
		transcript.CallOther:  {"EnterPlanMode", "EnterWorktree", "Newfangled", server + "create_issue", server + "get_issue", "mcp__x__", "bash", ""},
	} {
		for _, name := range names {
			line := fmt.Sprintf(`{"type":"assistant","uuid":"u","message":{"role":"assistant","content":[{"type":"tool_use","id":"t","name":%q,"input":{}}]}}`, name)
			rec := only(t, line)
			call := rec.Answer.Calls[0]
			if call.Kind != kind || call.Name != name {
				t.Errorf("%s: kind %d, want %d", name, call.Kind, kind)
			}
			writes := kind == transcript.CallEdit || name == "EnterWorktree" || name == server+"create_issue"
			if call.Writes != writes {
				t.Errorf("%s: writes %v, want %v", name, call.Writes, writes)
			}
			if k, w := KindOf(name); k != call.Kind || w != call.Writes {
				t.Errorf("%s: KindOf differs from the decoder", name)
			}
		}
	}
	for name, tool := range tools {
		if tool.writes && tool.kind == transcript.CallShell {
			t.Errorf("%s: a shell call's command tells whether it writes", name)
		}
	}
}
