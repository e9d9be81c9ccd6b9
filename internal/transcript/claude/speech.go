package claude

import "bytes"

// Openings of texts that the client itself writes.
const (
	planOpening    = "Implement the following plan:"
	planClosing    = "\n\nIf you need specific details from before exiting plan mode"
	compactOpening = "This session is being continued from a previous conversation"
	interruptMark  = "[Request interrupted by user"
)

// speech says what a text in a person's place is.
type speech uint8

const (
	speechPlain     speech = iota // typed by a person
	speechCommand                 // a custom command or skill
	speechClear                   // /clear
	speechInterrupt               // the person stopped the agent
	speechShellIn                 // "!cmd"
	speechShellOut                // what it printed
	speechMachine                 // put there by the client or another agent
	speechNothing                 // a built-in command, or its output
)

// spoken text, classified. For a command text is "/name args".
type utterance struct {
	kind    speech
	text    []byte
	command []byte
}

// machineTags open texts that no person typed.
var machineTags = [...]string{
	"<task-notification>", "<agent-notification>", "<bash-notification>", "<teammate-message", "<cross-session-message",
	"<channel", "<user-prompt-submit-hook>", "<session-start-hook>",
}

// outputTags open what a built-in command printed.
var outputTags = [...]string{
	"<local-command-stdout>", "<local-command-stderr>", "<local-command-caveat>",
	"<user-memory-input>", // "# note": written into a memory file, not asked
}

// hookOpenings are texts of hooks, written without any mark.
var hookOpenings = [...]string{
	"Operation stopped by hook:", "Stop hook feedback:", "UserPromptSubmit operation blocked by hook",
}

// builtins are the client's own commands: not prompts. Other names that stand in
// the same form (/goal, /security-review …) are prompts.
var builtins = map[string]bool{
	"add-dir": true, "agents": true, "bug": true, "clear": true, "color": true, "compact": true,
	"config": true, "context": true, "copy": true, "cost": true, "diff": true, "doctor": true,
	"effort": true, "exit": true, "export": true, "fast": true, "feedback": true, "fork": true, "help": true,
	"hooks": true, "ide": true, "insights": true, "keybindings": true, "login": true, "logout": true,
	"mcp": true, "memory": true, "model": true, "output-style": true, "passes": true,
	"permissions": true, "plan": true, "plugin": true, "plugins": true, "privacy-settings": true,
	"quit": true, "rate-limit-options": true, "release-notes": true, "reload-plugins": true, "remote-control": true,
	"remote-env": true, "rename": true, "resume": true, "rewind": true, "sandbox": true,
	"skills": true, "stats": true, "status": true, "statusline": true, "tasks": true,
	"terminal-setup": true, "theme": true, "todos": true, "upgrade": true, "usage": true, "vim": true,
}

// classify says what a text in a person's place is. Sidechain, results, meta
// lines, compaction summaries and plans handed on are told apart before.
func classify(text []byte) utterance {
	head := bytes.TrimLeft(text, " \t\r\n")
	if len(head) == 0 {
		return utterance{kind: speechNothing, text: head}
	}
	switch head[0] {
	case '[':
		if bytes.HasPrefix(head, []byte(interruptMark)) {
			return utterance{kind: speechInterrupt, text: head}
		}
	case '<':
		return classifyTagged(text, head)
	case 'O', 'S', 'U':
		if isHookText(head) {
			return utterance{kind: speechMachine, text: text}
		}
	}
	return utterance{kind: speechPlain, text: text}
}

func classifyTagged(text, head []byte) utterance {
	switch {
	case bytes.HasPrefix(head, []byte("<command-message>")), bytes.HasPrefix(head, []byte("<command-name>")):
		return classifyCommand(text, head)
	case bytes.HasPrefix(head, []byte("<bash-input>")):
		return utterance{kind: speechShellIn, text: tag(head, "bash-input")}
	case bytes.HasPrefix(head, []byte("<bash-stdout>")), bytes.HasPrefix(head, []byte("<bash-stderr>")):
		return utterance{kind: speechShellOut, text: head}
	case hasOneOf(head, outputTags[:]):
		return utterance{kind: speechNothing}
	case hasOneOf(head, machineTags[:]):
		return utterance{kind: speechMachine, text: text}
	case bytes.HasPrefix(head, []byte("<system-reminder>")):
		// An editor's references may stand in front of what was typed.
		i := bytes.Index(head, []byte("</system-reminder>"))
		if i < 0 {
			return utterance{kind: speechMachine, text: text}
		}
		rest := bytes.TrimLeft(head[i+len("</system-reminder>"):], " \t\r\n")
		if len(rest) == 0 {
			return utterance{kind: speechMachine, text: text}
		}
		return classify(rest)
	}
	return utterance{kind: speechPlain, text: text}
}

// classifyCommand reads a slash command. Message first: custom, whatever its
// name, but for the few built-ins that are written so; name first: built-in if the
// name is one.
func classifyCommand(text, head []byte) utterance {
	name := commandName(head)
	if name == "" {
		return utterance{kind: speechPlain, text: text}
	}
	nameFirst := bytes.HasPrefix(head, []byte("<command-name>"))
	if name == "/clear" {
		return utterance{kind: speechClear}
	}
	if name == "/compact" || name == "/statusline" || nameFirst && builtins[name[1:]] {
		return utterance{kind: speechNothing}
	}
	shown := []byte(name)
	if args := bytes.TrimSpace(tag(head, "command-args")); len(args) > 0 {
		shown = append(append(shown, ' '), args...)
	}
	return utterance{kind: speechCommand, text: shown, command: []byte(name)}
}

// commandName returns "/name" of a slash command in the client's tags, "" if
// there is none.
func commandName(text []byte) string {
	name := string(bytes.TrimSpace(tag(text, "command-name")))
	if name == "" {
		return ""
	}
	if name[0] != '/' {
		name = "/" + name
	}
	if len(name) == 1 || len(name) > 200 {
		return ""
	}
	return name
}

// isBareCompact reports whether a text is /compact without its tags. Clients around 2.1.288
// write it so in front of the boundary, without an origin, and with its tags behind it.
func isBareCompact(text []byte) bool {
	word, _, _ := bytes.Cut(bytes.TrimSpace(text), []byte(" "))
	return string(word) == "/compact"
}

// isBuiltin reports whether a typed text is one of the client's own commands.
func isBuiltin(text []byte) bool {
	word, _, _ := bytes.Cut(bytes.TrimSpace(text), []byte(" "))
	return len(word) > 1 && word[0] == '/' && builtins[string(word[1:])]
}

// tag returns what stands in the first <name>…</name>.
func tag(text []byte, name string) []byte {
	i := bytes.Index(text, []byte("<"+name+">"))
	if i < 0 {
		return nil
	}
	rest := text[i+len(name)+2:]
	j := bytes.Index(rest, []byte("</"+name+">"))
	if j < 0 {
		return nil
	}
	return rest[:j]
}

func isHookText(text []byte) bool { return hasOneOf(text, hookOpenings[:]) }

func hasOneOf(text []byte, openings []string) bool {
	for _, o := range openings {
		if len(text) >= len(o) && string(text[:len(o)]) == o {
			return true
		}
	}
	return false
}

// editorTags wrap what an editor says about its open file and selection.
var editorTags = [...]string{"ide_opened_file", "ide_selection", "ide_diagnostics"}

// isEditorBlock reports whether a whole block is the editor's.
func isEditorBlock(text []byte) bool {
	head := bytes.TrimLeft(text, " \t\r\n")
	for _, name := range editorTags {
		if bytes.HasPrefix(head, []byte("<"+name+">")) {
			return bytes.HasSuffix(bytes.TrimRight(head, " \t\r\n"), []byte("</"+name+">"))
		}
	}
	return false
}

// stripEditor cuts the editor's words off the front of a text.
func stripEditor(text []byte) []byte {
	for {
		head := bytes.TrimLeft(text, " \t\r\n")
		cut := false
		for _, name := range editorTags {
			if !bytes.HasPrefix(head, []byte("<"+name+">")) {
				continue
			}
			if i := bytes.Index(head, []byte("</"+name+">")); i >= 0 {
				text, cut = bytes.TrimLeft(head[i+len(name)+3:], " \t\r\n"), true
			}
		}
		if !cut {
			return text
		}
	}
}

// namedTranscript returns the path of the transcript that a plan handed on
// names: "… read the full transcript at: PATH". Where the words around it are
// others it is the last path to a .jsonl file; one that names no conversation that
// was read is nobody's, so that a plan may speak of such files.
func namedTranscript(text []byte) string {
	const opening, ending = "transcript at:", ".jsonl"
	i := bytes.LastIndex(text, []byte(opening))
	if i < 0 {
		return lastPath(text, ending)
	}
	rest := text[i+len(opening):]
	if j := bytes.IndexByte(rest, '\n'); j >= 0 {
		rest = rest[:j]
	}
	j := bytes.Index(rest, []byte(ending))
	if j < 0 {
		return ""
	}
	path := bytes.Trim(rest[:j+len(ending)], " \t`\"'")
	if len(path) > maxWord {
		return ""
	}
	return string(path)
}

// lastPath returns the last path in text with the given ending, "" if there is none.
func lastPath(text []byte, ending string) string {
	const around = " \t\r\n`\"'()<>[]"
	end := bytes.LastIndex(text, []byte(ending))
	if end < 0 {
		return ""
	}
	path := text[bytes.LastIndexAny(text[:end], around)+1 : end+len(ending)]
	if len(path) > maxWord || !bytes.ContainsAny(path, `/\`) {
		return ""
	}
	return string(path)
}
