// Package claudetest writes transcripts by hand, line for line as Claude Code does:
// for the sample transcripts, and for tests that begin where Prism does, at the file.
//
// A Talk is one conversation. Each call of it is something that happened: a prompt,
// a text of the agent, a tool call with its result, a line of the client's own. Ids
// follow from the talk's name, so that the same calls write the same bytes.
package claudetest

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"strings"
	"time"
)

// Object is one JSON object; encoding/json sorts its keys, so output is stable.
type Object = map[string]any

// Talk writes one conversation the way Claude Code 2.1 does: one line per content
// block, joined by parentUuid, with the usage of its API message on every line.
type Talk struct {
	Entry  string // "cli" where a person sits before it, "sdk-cli" and the like where a program does
	Source string // "typed", "sdk", …: where prompts come from
	Model  string // of the answers that follow

	id, cwd, branch string
	out             bytes.Buffer
	clock           time.Time
	parent          any // uuid of the line before; nil at the start
	prompt          string
	lines, calls    int
	context         int    // tokens the model sees, grows with the talk
	fresh           int    // of these, not yet in the cache
	shared          Object // API message that the next block belongs to
	request         string
	usage           Object // of the next API message; nil: as the talk grows
	err             error
}

// Begin opens a conversation; name makes its ids, start is its first instant (RFC 3339).
func Begin(name, cwd, branch, model, start string) *Talk {
	t := &Talk{id: UUID("conversation " + name), cwd: cwd, branch: branch, Model: model, context: 14200, fresh: 3200, Entry: "cli", Source: "typed"}
	t.clock, t.err = time.Parse(time.RFC3339, start)
	t.Line(Object{"type": "permission-mode", "permissionMode": "default", "sessionId": t.id})
	return t
}

// Another opens a conversation in the same folder, so long after this one's last line.
func (t *Talk) Another(name string, after time.Duration) *Talk {
	next := Begin(name, t.cwd, t.branch, t.Model, stamp(t.clock.Add(after)))
	next.Entry, next.Source = t.Entry, t.Source
	return next
}

// UUID makes a version 4 uuid that is the same on every run.
func UUID(name string) string {
	h := sha256.Sum256([]byte(name))
	h[6] = h[6]&0x0f | 0x40
	h[8] = h[8]&0x3f | 0x80
	x := hex.EncodeToString(h[:16])
	return x[:8] + "-" + x[8:12] + "-" + x[12:16] + "-" + x[16:20] + "-" + x[20:]
}

func short(name string, n int) string {
	h := sha256.Sum256([]byte(name))
	return hex.EncodeToString(h[:])[:n]
}

// ID is the conversation's id.
func (t *Talk) ID() string { return t.id }

// Clock is when the last line was written.
func (t *Talk) Clock() time.Time { return t.clock }

// Last is the uuid of the last line of the tree.
func (t *Talk) Last() string { s, _ := t.parent.(string); return s }

// Err is what went wrong in writing it.
func (t *Talk) Err() error { return t.err }

// Bytes are the lines so far.
func (t *Talk) Bytes() []byte { return t.out.Bytes() }

// Line writes a line of the client's own, as it is.
func (t *Talk) Line(o Object) *Talk {
	e := json.NewEncoder(&t.out)
	e.SetEscapeHTML(false)
	if err := e.Encode(o); err != nil && t.err == nil {
		t.err = err
	}
	return t
}

// Raw writes bytes as they are, a line break behind them.
func (t *Talk) Raw(line string) *Talk {
	t.out.WriteString(line + "\n")
	return t
}

// Message writes a line that is part of the tree and moves the clock on. What o
// says stands above what every such line has.
func (t *Talk) Message(o Object, after time.Duration) string {
	t.clock = t.clock.Add(after)
	t.lines++
	id := UUID(fmt.Sprintf("%s line %d", t.id, t.lines))
	base := Object{
		"parentUuid": t.parent, "isSidechain": false, "uuid": id, "timestamp": stamp(t.clock),
		"userType": "external", "entrypoint": t.Entry, "cwd": t.cwd, "sessionId": t.id, "version": "2.1.330", "gitBranch": t.branch,
	}
	for k, v := range o {
		base[k] = v
	}
	t.Line(base)
	t.parent = base["uuid"]
	return id
}

func stamp(at time.Time) string { return at.UTC().Format("2006-01-02T15:04:05.000Z") }

// Wait lets time pass.
func (t *Talk) Wait(d time.Duration) *Talk { t.clock = t.clock.Add(d); return t }

// In goes on in another working folder.
func (t *Talk) In(cwd string) *Talk { t.cwd = cwd; return t }

// Back goes on from an earlier line: what stands after it is a branch left behind.
func (t *Talk) Back(uuid string) *Talk { t.parent = uuid; return t }

// Ask is a prompt typed by a person.
func (t *Talk) Ask(text string) *Talk {
	t.open()
	o := Object{"type": "user", "message": Object{"role": "user", "content": text}, "promptId": t.prompt, "permissionMode": "default", "promptSource": t.Source, "turnOrigin": "human"}
	if t.Source == "typed" {
		o["origin"] = Object{"kind": "human"}
	} else {
		o["turnOrigin"] = "sdk"
	}
	t.Message(o, 40*time.Second)
	return t
}

func (t *Talk) open() {
	t.prompt = UUID(fmt.Sprintf("%s prompt %d", t.id, t.lines))
	t.context += 180
	t.fresh += 180
}

// User is a line of the user's side that is no prompt: output, a notice, a command.
func (t *Talk) User(text string, more Object) *Talk {
	o := Object{"type": "user", "message": Object{"role": "user", "content": text}}
	for k, v := range more {
		o[k] = v
	}
	t.Message(o, time.Second)
	return t
}

// Queued is a prompt typed while a tool ran and taken up in the middle of the turn.
func (t *Talk) Queued(text string) *Talk {
	t.Message(Object{"type": "attachment", "attachment": Object{"type": "queued_command", "prompt": text, "commandMode": "prompt", "origin": Object{"kind": "human"}, "source_uuid": UUID(t.id + text)}}, 2*time.Second)
	return t
}

// Cleared writes what a new conversation starts with after /clear.
func (t *Talk) Cleared() *Talk {
	t.Message(Object{"type": "user", "isMeta": true, "message": Object{"role": "user", "content": "<local-command-caveat>Caveat: The messages below were generated by the user while running local commands. DO NOT respond to these messages or otherwise consider them in your response unless the user explicitly asks you to.</local-command-caveat>"}}, 0)
	return t.Command("clear", "")
}

// Command is one of the client's own commands, as it stands in the file.
func (t *Talk) Command(name, args string) *Talk {
	t.Message(Object{"type": "user", "message": Object{"role": "user", "content": "<command-name>/" + name + "</command-name>\n            <command-message>" + name + "</command-message>\n            <command-args>" + args + "</command-args>"}}, 0)
	return t
}

// Plan opens with an accepted plan that was handed on from another conversation.
func (t *Talk) Plan(text, from string) *Talk {
	t.open()
	t.Message(Object{
		"type": "user", "promptId": t.prompt, "planContent": text, "origin": Object{"kind": "auto-continuation"}, "turnOrigin": "auto_continuation",
		"message": Object{"role": "user", "content": "Implement the following plan:\n\n" + text + "\n\nIf you need specific details from before exiting plan mode (like exact code snippets, error messages, or content you generated), read the full transcript at: " + from},
	}, 2*time.Second)
	return t
}

// Spend sets the usage of the next API message.
func (t *Talk) Spend(usage Object) *Talk { t.usage = usage; return t }

// block writes one block of an answer. A block that more follows shares id and
// usage with the next: one API message, several lines.
func (t *Talk) block(content Object, more bool, stop any, seconds, out int) string {
	if t.shared == nil {
		name := fmt.Sprintf("%s message %d", t.id, t.lines)
		usage := t.usage
		if usage == nil {
			usage = Object{
				"input_tokens": 3 + t.calls%5, "output_tokens": out, "cache_creation_input_tokens": t.fresh, "cache_read_input_tokens": t.context - t.fresh,
				"cache_creation": Object{"ephemeral_5m_input_tokens": t.fresh, "ephemeral_1h_input_tokens": 0}, "service_tier": "standard",
			}
		}
		t.usage = nil
		t.shared = Object{"id": "msg_" + short(name, 24), "type": "message", "role": "assistant", "model": t.Model, "stop_sequence": nil, "usage": usage}
		t.request = "req_" + short(name, 24)
		t.context += out
		t.fresh = out
	}
	m := Object{"content": []any{content}, "stop_reason": stop}
	for k, v := range t.shared {
		m[k] = v
	}
	id := t.Message(Object{"type": "assistant", "requestId": t.request, "promptId": t.prompt, "message": m}, time.Duration(seconds)*time.Second)
	if !more {
		t.shared = nil
	}
	return id
}

// Say is a visible answer that ends the turn.
func (t *Talk) Say(text string) *Talk {
	t.block(Object{"type": "text", "text": text}, false, "end_turn", 9, 60+len(text)/3)
	return t
}

// Tell is a visible text before a tool call, in the same message.
func (t *Talk) Tell(text string) *Talk {
	t.block(Object{"type": "text", "text": text}, true, "tool_use", 5, 210+len(text)/3)
	return t
}

// Start is a tool call whose result the record does not hold.
func (t *Talk) Start(tool string, input Object) (call, line string) {
	t.calls++
	call = "toolu_" + short(fmt.Sprintf("%s call %d", t.id, t.calls), 24)
	raw, err := json.Marshal(input)
	if err != nil && t.err == nil {
		t.err = err
	}
	return call, t.block(Object{"type": "tool_use", "id": call, "name": tool, "input": input}, false, "tool_use", 4, 80+len(raw)/3)
}

// Call is a tool call with its result; failed marks an error.
func (t *Talk) Call(tool string, input Object, result string, detail any, failed bool, seconds int) *Talk {
	id, from := t.Start(tool, input)
	r := Object{"type": "tool_result", "tool_use_id": id, "content": result}
	if failed || tool == "Bash" {
		r["is_error"] = failed
	}
	t.Message(Object{"type": "user", "promptId": t.prompt, "sourceToolAssistantUUID": from, "toolUseResult": detail, "message": Object{"role": "user", "content": []any{r}}}, time.Duration(seconds)*time.Second)
	n := len(result) / 3
	t.context += n
	t.fresh += n
	return t
}

// Read looks at a file.
func (t *Talk) Read(file, content string) *Talk {
	path := t.path(file)
	lines := strings.Split(content, "\n")
	var b strings.Builder
	for i, l := range lines {
		fmt.Fprintf(&b, "%6d→%s\n", i+1, l)
	}
	return t.Call("Read", Object{"file_path": path}, strings.TrimSuffix(b.String(), "\n"), Object{"type": "text", "file": Object{"filePath": path, "content": content, "numLines": len(lines), "startLine": 1, "totalLines": len(lines)}}, false, 1)
}

func (t *Talk) path(file string) string {
	if strings.HasPrefix(file, "/") {
		return file
	}
	return t.cwd + "/" + file
}

// Grep searches.
func (t *Talk) Grep(pattern string, hits ...string) *Talk {
	text := strings.Join(hits, "\n")
	return t.Call("Grep", Object{"pattern": pattern, "output_mode": "content", "-n": true}, text, Object{"mode": "content", "numFiles": 0, "filenames": []any{}, "content": text, "numLines": len(hits)}, false, 1)
}

// Edit replaces before by after at a line of a file.
func (t *Talk) Edit(file string, at int, before, after string) *Talk {
	path := t.path(file)
	var patch []any
	old, added := strings.Split(before, "\n"), strings.Split(after, "\n")
	if before == "" {
		old = nil
	}
	if after == "" {
		added = nil
	}
	for _, l := range old {
		patch = append(patch, "-"+l)
	}
	for _, l := range added {
		patch = append(patch, "+"+l)
	}
	detail := Object{
		"filePath": path, "oldString": before, "newString": after, "originalFile": nil, "replaceAll": false, "userModified": false,
		"structuredPatch": []any{Object{"oldStart": at, "oldLines": len(old), "newStart": at, "newLines": len(added), "lines": patch}},
	}
	return t.Call("Edit", Object{"file_path": path, "old_string": before, "new_string": after, "replace_all": false}, "The file "+path+" has been updated successfully.", detail, false, 1)
}

// Write creates a file.
func (t *Talk) Write(file, content string) *Talk {
	path := t.path(file)
	return t.Call("Write", Object{"file_path": path, "content": content}, "File created successfully at: "+path, Object{"type": "create", "filePath": path, "content": content, "structuredPatch": []any{}, "originalFile": nil}, false, 1)
}

// Run is a shell command that worked.
func (t *Talk) Run(command, why, output string, seconds int) *Talk {
	return t.Call("Bash", Object{"command": command, "description": why}, output, Object{"stdout": output, "stderr": "", "interrupted": false, "isImage": false, "noOutputExpected": false}, false, seconds)
}

// Fail is a shell command that did not.
func (t *Talk) Fail(command, why string, code int, output string, seconds int) *Talk {
	text := fmt.Sprintf("Exit code %d\n%s", code, output)
	return t.Call("Bash", Object{"command": command, "description": why}, text, "Error: "+text, true, seconds)
}

const refusal = "The user doesn't want to proceed with this tool use. The tool use was rejected (eg. if it was a file edit, the new_string was NOT written to the file). "

// Refuse is a call that the person did not allow; words are what they typed
// instead, "" where they only said no, which also interrupts the turn.
func (t *Talk) Refuse(tool string, input Object, words string) *Talk {
	if words != "" {
		no := refusal + "To tell you how to proceed, the user said:\n" + words
		return t.Call(tool, input, no, "Error: "+no, true, 20)
	}
	t.Call(tool, input, refusal+"STOP what you are doing and wait for the user to tell you how to proceed.", "User rejected tool use", true, 50)
	t.Message(Object{"type": "user", "message": Object{"role": "user", "content": []any{Object{"type": "text", "text": "[Request interrupted by user for tool use]"}}}}, 0)
	return t
}

// HandOver ends planning the way a plan accepted with cleared context is written:
// a wordless refusal and an interrupt.
func (t *Talk) HandOver(plan string) *Talk { return t.Refuse("ExitPlanMode", Object{"plan": plan}, "") }

// Interrupt is Esc while the agent works.
func (t *Talk) Interrupt() *Talk {
	t.Message(Object{"type": "user", "message": Object{"role": "user", "content": []any{Object{"type": "text", "text": "[Request interrupted by user]"}}}}, 12*time.Second)
	return t
}

// Broken is an answer that the service did not give: the client's own message.
func (t *Talk) Broken(text string) *Talk {
	t.shared = nil
	t.Message(Object{"type": "assistant", "isApiErrorMessage": true, "error": "server_error", "promptId": t.prompt, "message": Object{
		"id": UUID(fmt.Sprintf("%s synthetic %d", t.id, t.lines)), "type": "message", "role": "assistant", "model": "<synthetic>", "stop_reason": "stop_sequence", "stop_sequence": "",
		"content": []any{Object{"type": "text", "text": text}}, "usage": Object{"input_tokens": 0, "output_tokens": 0, "cache_creation_input_tokens": 0, "cache_read_input_tokens": 0},
	}}, 20*time.Second)
	return t
}

// Compact is a compaction: a boundary and the summary that the agent goes on from.
func (t *Talk) Compact(summary string) *Talk {
	leaf := t.parent
	t.parent = nil
	t.Message(Object{"type": "system", "subtype": "compact_boundary", "content": "Conversation compacted", "logicalParentUuid": leaf, "isMeta": false, "level": "info", "compactMetadata": Object{"trigger": "auto", "preTokens": 155000}}, time.Second)
	return t.User("This session is being continued from a previous conversation that ran out of context. The conversation is summarized below:\n"+summary, Object{"isCompactSummary": true, "isVisibleInTranscriptOnly": true})
}

// Pull links a pull request.
func (t *Talk) Pull(repo string, n int) *Talk {
	return t.Line(Object{"type": "pr-link", "sessionId": t.id, "prNumber": n, "prUrl": fmt.Sprintf("https://git.example/%s/pull/%d", repo, n), "prRepository": repo, "timestamp": stamp(t.clock)})
}

// Name is a title that a person gave the conversation.
func (t *Talk) Name(title string) *Talk {
	return t.Line(Object{"type": "custom-title", "customTitle": title, "sessionId": t.id})
}

// File is the path of the transcript in a projects folder.
func (t *Talk) File() string {
	slug := strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' {
			return r
		}
		return '-'
	}, t.cwd)
	return "projects/" + slug + "/" + t.id + ".jsonl"
}
