package claude

import (
	"strings"

	"prism/internal/shell"
	"prism/internal/transcript"
)

// family groups tools by how much of their results is worth keeping.
type family uint8

const (
	other    family = iota
	commands        // output decides
	watch           // what a background command has printed
	reader          // reads and searches: only that they worked
	editor          // edits: the patch decides
	asker           // questions to the person
	planner
)

// tool is what is known of a tool of Claude Code.
type tool struct {
	kind   transcript.CallKind
	family family
	writes bool // has side effects by rule (DESIGN.md, Facts)
}

// tools is the one place where Claude Code's tools are named.
var tools = map[string]tool{
	"Bash": {transcript.CallShell, commands, false}, "PowerShell": {transcript.CallShell, commands, false}, "Shell": {transcript.CallShell, commands, false},

	"Edit": {transcript.CallEdit, editor, true}, "MultiEdit": {transcript.CallEdit, editor, true},
	"Write": {transcript.CallEdit, editor, true}, "NotebookEdit": {transcript.CallEdit, editor, true},
	"EnterWorktree": {transcript.CallOther, other, true}, "ExitWorktree": {transcript.CallOther, other, true},
	"WorktreeCreate": {transcript.CallOther, other, true}, "WorktreeRemove": {transcript.CallOther, other, true},

	"Read": {transcript.CallRead, reader, false}, "NotebookRead": {transcript.CallRead, reader, false}, "LS": {transcript.CallRead, reader, false},
	"Grep": {transcript.CallSearch, reader, false}, "Glob": {transcript.CallSearch, reader, false},
	"ToolSearch": {transcript.CallLookup, reader, false}, "LSP": {transcript.CallLookup, other, false},
	"WebFetch": {transcript.CallWeb, other, false}, "WebSearch": {transcript.CallWeb, other, false},

	"BashOutput": {transcript.CallWatch, watch, false}, "TaskOutput": {transcript.CallWatch, watch, false},
	"KillShell": {transcript.CallWatch, watch, false}, "Monitor": {transcript.CallWatch, watch, false},
	"AgentOutputTool": {transcript.CallWatch, other, false}, "TaskStop": {transcript.CallWatch, other, false},
	"ListMcpResourcesTool": {transcript.CallWatch, other, false}, "ReadMcpResourceTool": {transcript.CallWatch, other, false},

	"AskUserQuestion": {transcript.CallAsk, asker, false},
	"ExitPlanMode":    {transcript.CallPlan, planner, false}, "exit_plan_mode": {transcript.CallPlan, planner, false},
	"Task": {transcript.CallTask, other, false}, "Agent": {transcript.CallTask, other, false}, "SendMessage": {transcript.CallTask, other, false},
	"TodoWrite": {transcript.CallList, other, false}, "TaskCreate": {transcript.CallTodo, other, false},
	"TodoRead": {transcript.CallTick, other, false}, "TaskUpdate": {transcript.CallTick, other, false},
	"TaskList": {transcript.CallTick, other, false}, "TaskGet": {transcript.CallTick, other, false},
	"Skill": {transcript.CallSkill, other, false}, "SlashCommand": {transcript.CallSkill, other, false},
}

// serverTool opens the name of another server's tool: mcp__server__tool.
const serverTool = "mcp__"

// toolOf tells what a tool is for. One of another server is known by its name's
// verbs; of any other that is not in the table nothing is known.
func toolOf(name string) tool {
	t, ok := tools[name]
	if !ok && strings.HasPrefix(name, serverTool) {
		t.writes = shell.NameMutates(name[strings.LastIndex(name, "__")+2:])
	}
	return t
}

// KindOf tells what a tool of Claude Code is for, and whether its calls have side
// effects by rule: for tests that write Records of their own.
func KindOf(name string) (kind transcript.CallKind, writes bool) {
	t := toolOf(name)
	return t.kind, t.writes
}
