package claude

import (
	"bytes"
	"strings"

	"prism/internal/jsoncursor"
	"prism/internal/transcript"
)

// call is what a result needs to know of its call.
type call struct {
	family  family
	commits bool // the command says git commit, cherry-pick, merge, revert …
	pushes  bool // … or git push
	opens   bool // … or opens a pull request
}

// The arguments that say what a call touches, best first.
const (
	argCommand = iota
	argFile
	argNotebook
	argPath
	argPattern
	argURL
	argQuery
	argSkill
	argDescription
	argSubject
	argTask
	argPrompt
	argTitle
	argID
	args // how many
)

// argument says which of them a key is, −1 for none.
func argument(key []byte) int {
	switch string(key) {
	case "command":
		return argCommand
	case "file_path", "filePath", "filename", "file", "pathInProject":
		return argFile
	case "notebook_path":
		return argNotebook
	case "path":
		return argPath
	case "pattern":
		return argPattern
	case "url", "uri":
		return argURL
	case "query":
		return argQuery
	case "skill":
		return argSkill
	case "description":
		return argDescription
	case "subject":
		return argSubject
	case "taskId", "task_id", "bash_id", "shell_id":
		return argTask
	case "prompt":
		return argPrompt
	case "title":
		return argTitle
	case "id", "issueId":
		return argID
	}
	return -1
}

// maxTarget bounds Call.Target, in bytes. Commands with a here-document are long.
const maxTarget = 8 << 10

// maxCalls bounds the calls remembered per file.
const maxCalls = 200_000

// call adds a tool call to the answer.
func (d *Decoder) call(rec *transcript.Record, b *block) {
	rec.Answer.Calls = append(rec.Answer.Calls, transcript.Call{})
	out := &rec.Answer.Calls[len(rec.Answer.Calls)-1]
	out.ID = decodeWord(b.id)
	out.Name = d.strs.word(cut(b.name, maxName))
	out.Input = b.input
	var found [args][]byte
	var plan, planPath, questions []byte
	c := jsoncursor.New(b.input)
	if len(b.input) > 0 && c.Object() {
		for {
			key, ok := c.Key()
			if !ok {
				break
			}
			if at := argument(key); at >= 0 {
				found[at] = c.Str()
				continue
			}
			switch string(key) {
			case "plan":
				plan = c.Str()
			case "planFilePath":
				planPath = c.Str()
			case "questions":
				questions = c.Raw()
			default:
				c.Skip()
			}
		}
	}
	tool := toolOf(out.Name)
	out.Kind, out.Writes = tool.kind, tool.writes
	note := call{family: tool.family}
	for at, raw := range found {
		if raw != nil && (at != argCommand || note.family == commands || strings.HasPrefix(out.Name, serverTool)) {
			out.Target = string(d.bounded(raw, maxTarget, 0))
			break
		}
	}
	switch note.family {
	case commands:
		note.commits = mentions(out.Target, "commit", "cherry-pick", "merge", "revert", "rebase", "git-")
		note.pushes = mentions(out.Target, "push")
		note.opens = strings.Contains(out.Target, "pr create") || strings.Contains(out.Target, "mr create") || strings.Contains(out.Target, "pull-request")
	case planner:
		out.Plan = d.bounded(plan, maxPlan, 0)
		if out.Target == "" && planPath != nil {
			out.Target = string(d.bounded(planPath, maxTarget, 0))
		}
	case asker:
		out.Target = string(d.firstQuestion(questions))
	}
	for _, raw := range [...][]byte{found[argFile], found[argNotebook]} {
		if raw != nil {
			out.Files = append(out.Files, d.strs.word(raw))
		}
	}
	if note.family == reader && len(out.Files) == 0 && found[argPath] != nil {
		out.Files = append(out.Files, d.strs.word(found[argPath]))
	}
	if len(d.calls) < maxCalls {
		d.calls[out.ID] = note
	}
}

// mentions reports whether a command names git and one of its verbs. It only
// says where git's own result is looked for; the result decides.
func mentions(command string, verbs ...string) bool {
	if !strings.Contains(command, "git") && !strings.Contains(command, "gt ") {
		return false
	}
	for _, verb := range verbs {
		if strings.Contains(command, verb) {
			return true
		}
	}
	return false
}

// firstQuestion reads what the agent asked first.
func (d *Decoder) firstQuestion(raw []byte) []byte {
	c := jsoncursor.New(raw)
	if len(raw) == 0 || !c.Array() {
		return nil
	}
	for c.Element() {
		if !c.Object() {
			continue
		}
		for {
			key, ok := c.Key()
			if !ok {
				break
			}
			if string(key) == "question" {
				return bytes.TrimSpace(d.bounded(c.Str(), maxTarget, 0))
			}
			c.Skip()
		}
	}
	return nil
}
