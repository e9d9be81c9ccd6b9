package conformance

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
)

// A fourthCase is a small story and what must be answered of it. The story is written
// one event a line, so that hundreds of them can be read:
//
//	= NAME [key=value…]   a conversation of its own begins (cwd, branch, at, entry, version)
//	> TEXT                a prompt       < TEXT     an answer
//	$ COMMAND             a shell call   T NAME {…} any other call
//	w PATH                a file made    e PATH     a file edited (both with + and - lines, or *N)
//	r PATH                a file read    plan TEXT  a plan shown
//	| TEXT                a line of the result of the call before
//	!…                    how that call went: !N exit code, !err, !reject [WORDS], !running, !none, !cleared
//	@ TIME or +DURATION   the clock
//	mark X, rewind X      the next line hangs on the line marked
//	and a few more, see fourthBuilder.line.
//
// "\n" in a line is a new line, "\q" a back quote.
type fourthCase struct {
	name   string
	checks string // "PATH OP VALUE" separated by "; ", over sessions (s0 the first by start) and score
	story  string
}

type fourthBuilder struct {
	dir     string
	files   map[string][]map[string]any
	names   []string
	conv    string
	sid     map[string]string
	cwd     string
	branch  string
	entry   string
	version string
	clock   time.Time
	seq     int
	parent  any
	marks   map[string]any
	pending *fourthCall
	lines   int
	model   string
	usage   []int
	msgID   string
	side    bool
	prompt  string
	salt    uint32 // tells stories apart that lie in one folder
	home    string // the folder that conversations work in unless they say otherwise
}

type fourthCall struct {
	tool     string
	input    map[string]any
	out      []string
	plus     []string
	minus    []string
	how      string
	uuid, id string
}

var fourthUnescape = strings.NewReplacer(`\n`, "\n", `\q`, "`", `\t`, "\t")

func newFourthBuilder(dir string) *fourthBuilder {
	b := &fourthBuilder{
		dir: dir, files: map[string][]map[string]any{}, sid: map[string]string{}, marks: map[string]any{},
		home:  "/home/dev/app",
		clock: time.Date(2026, 9, 14, 9, 0, 0, 0, time.UTC), model: "claude-sonnet-4-6", usage: []int{100, 50, 0, 0},
	}
	return b
}

func (b *fourthBuilder) id(kind string) string {
	b.seq++
	return fmt.Sprintf("%08x-%04x-4000-8000-%04x%08x", b.seq*7919, len(kind), b.salt, b.seq)
}

func (b *fourthBuilder) open(name string, options map[string]string) {
	b.flush()
	b.conv = name
	if _, ok := b.sid[name]; !ok {
		b.sid[name] = fmt.Sprintf("%08x-aaaa-4bbb-8ccc-%04x%08x", len(b.sid)+1, b.salt, len(b.sid)*31+5)
		b.names = append(b.names, name)
	}
	b.cwd, b.branch, b.entry, b.version = b.home, "main", "cli", "2.1.80"
	if v, ok := options["cwd"]; ok {
		b.cwd = v
	}
	if v, ok := options["branch"]; ok {
		b.branch = v
	}
	if v, ok := options["entry"]; ok {
		b.entry = v
	}
	if v, ok := options["version"]; ok {
		b.version = v
	}
	if v, ok := options["sid"]; ok {
		b.sid[name] = v
	}
	if v, ok := options["at"]; ok {
		b.setClock(v)
	}
	b.parent = nil
	if lines := b.files[b.path()]; len(lines) > 0 {
		b.parent = lines[len(lines)-1]["uuid"]
	}
}

var fourthSlug = regexp.MustCompile(`[^A-Za-z0-9]`)

func (b *fourthBuilder) path() string {
	return filepath.Join("projects", fourthSlug.ReplaceAllString(b.cwd, "-"), b.sid[b.conv]+".jsonl")
}

func (b *fourthBuilder) setClock(value string) {
	if strings.HasPrefix(value, "+") {
		d, err := time.ParseDuration(value[1:])
		if err != nil {
			panic(err)
		}
		b.clock = b.clock.Add(d)
		return
	}
	if strings.HasPrefix(value, "now-") {
		d, err := time.ParseDuration(value[4:])
		if err != nil {
			panic(err)
		}
		b.clock = time.Now().UTC().Add(-d)
		return
	}
	at, err := time.Parse(time.RFC3339, value)
	if err != nil {
		panic(err)
	}
	b.clock = at
}

// put writes one message line and moves the head of the tree.
func (b *fourthBuilder) put(line map[string]any) string {
	b.lines++
	uuid := b.id("line")
	base := map[string]any{
		"uuid": uuid, "parentUuid": b.parent, "isSidechain": b.side, "timestamp": b.clock.Format("2006-01-02T15:04:05.000Z"),
		"sessionId": b.sid[b.conv], "cwd": b.cwd, "version": b.version, "gitBranch": b.branch, "userType": "external", "entrypoint": b.entry,
	}
	maps.Copy(base, line)
	path := b.path()
	b.files[path] = append(b.files[path], base)
	b.parent = uuid
	b.clock = b.clock.Add(5 * time.Second)
	return uuid
}

func (b *fourthBuilder) user(content any, more map[string]any) string {
	line := map[string]any{"type": "user", "message": map[string]any{"role": "user", "content": content}}
	maps.Copy(line, more)
	return b.put(line)
}

func (b *fourthBuilder) assistant(block map[string]any, fresh bool) string {
	if fresh || b.msgID == "" {
		b.msgID = "msg_" + strings.ReplaceAll(b.id("msg"), "-", "")
	}
	return b.put(map[string]any{"type": "assistant", "requestId": "req_" + b.msgID[4:], "message": map[string]any{
		"model": b.model, "id": b.msgID, "type": "message", "role": "assistant", "content": []any{block},
		"usage": map[string]any{"input_tokens": b.usage[0], "output_tokens": b.usage[1], "cache_creation_input_tokens": b.usage[2], "cache_read_input_tokens": b.usage[3]},
	}})
}

func (b *fourthBuilder) call(tool string, input map[string]any) {
	b.flush()
	id := "toolu_" + strings.ReplaceAll(b.id("tool"), "-", "")
	uuid := b.assistant(map[string]any{"type": "tool_use", "id": id, "name": tool, "input": input}, true)
	b.pending = &fourthCall{tool: tool, input: input, uuid: uuid, id: id}
}

const (
	fourthRejected = "The user doesn't want to proceed with this tool use. The tool use was rejected (eg. if it was a file edit, the new_string was NOT written to the file). "
	fourthWords    = fourthRejected + "To tell you how to proceed, the user said:\n"
	fourthStop     = fourthRejected + "STOP what you are doing and wait for the user to tell you how to proceed."
)

// flush writes the result of the call that is still pending.
func (b *fourthBuilder) flush() {
	c := b.pending
	if c == nil {
		return
	}
	b.pending = nil
	out := strings.Join(c.out, "\n")
	how, words, _ := strings.Cut(c.how, " ")
	result := map[string]any{"type": "tool_result", "tool_use_id": c.id}
	var structured any
	finish := func(text string, isError bool) {
		result["content"] = text
		if isError {
			result["is_error"] = true
		}
		b.user([]any{result}, map[string]any{"toolUseResult": structured, "sourceToolAssistantUUID": c.uuid})
	}
	switch how {
	case "none":
		return
	case "reject":
		if words != "" {
			structured = "Error: " + fourthWords + words
			finish(fourthWords+words, true)
			return
		}
		structured = "User rejected tool use"
		finish(fourthStop, true)
		return
	case "cleared":
		structured = "User rejected tool use"
		finish(fourthStop, true)
		b.user([]any{map[string]any{"type": "text", "text": "[Request interrupted by user for tool use]"}}, nil)
		return
	case "interrupt":
		structured = "User rejected tool use"
		finish(fourthStop, true)
		b.user([]any{map[string]any{"type": "text", "text": "[Request interrupted by user for tool use]"}}, nil)
		return
	case "err":
		structured = "Error: " + out
		finish("<tool_use_error>"+out+"</tool_use_error>", true)
		return
	case "ok", "", "killed":
	default:
		if code, err := strconv.Atoi(how); err == nil && code != 0 {
			text := fmt.Sprintf("Exit code %d\n%s", code, out)
			structured = "Error: " + text
			finish(text, true)
			return
		}
	}
	switch c.tool {
	case "Bash", "PowerShell":
		structured = map[string]any{"stdout": out, "stderr": "", "interrupted": how == "killed", "isImage": false}
		finish(out, false)
	case "Write":
		structured = map[string]any{"type": "create", "filePath": c.input["file_path"], "content": c.input["content"], "structuredPatch": []any{}, "originalFile": nil}
		finish("File created successfully at: "+fmt.Sprint(c.input["file_path"]), false)
	case "Edit":
		lines := []any{}
		for _, l := range c.minus {
			lines = append(lines, "-"+l)
		}
		for _, l := range c.plus {
			lines = append(lines, "+"+l)
		}
		structured = map[string]any{
			"filePath": c.input["file_path"], "oldString": c.input["old_string"], "newString": c.input["new_string"], "originalFile": c.input["old_string"], "replaceAll": false, "userModified": false,
			"structuredPatch": []any{map[string]any{"oldStart": 1, "oldLines": len(c.minus), "newStart": 1, "newLines": len(c.plus), "lines": lines}},
		}
		finish("The file "+fmt.Sprint(c.input["file_path"])+" has been updated.", false)
	case "ExitPlanMode":
		structured = map[string]any{"plan": c.input["plan"], "isAgent": false, "filePath": ""}
		finish("User has approved your plan. You can now start coding. Start with updating your todo list if applicable\n\n## Approved Plan:\n"+fmt.Sprint(c.input["plan"]), false)
	case "AskUserQuestion":
		finish(out, false)
	default:
		structured = map[string]any{"stdout": out}
		if c.tool == "Read" {
			structured = map[string]any{"type": "text", "file": map[string]any{"filePath": c.input["file_path"], "content": out}}
		}
		finish(out, false)
	}
}

func (b *fourthBuilder) abs(path string) string {
	if strings.HasPrefix(path, "/") || strings.Contains(path, ":") {
		return path
	}
	return b.cwd + "/" + path
}

// generated gives n lines that no other file has.
func generated(path string, n int, word string) []string {
	var out []string
	for i := range n {
		out = append(out, fmt.Sprintf("const %s_%s_%03d = compute(%d);", fourthSlug.ReplaceAllString(filepath.Base(path), "_"), word, i, i*17+len(path)))
	}
	return out
}

func (b *fourthBuilder) line(raw string) {
	kind, rest, _ := strings.Cut(raw, " ")
	text := fourthUnescape.Replace(rest)
	if b.conv == "" && kind != "=" && kind != "@" {
		b.open("main", nil)
	}
	switch {
	case strings.HasPrefix(raw, "!"):
		b.pending.how = fourthUnescape.Replace(raw[1:])
		return
	case kind == "|":
		b.pending.out = append(b.pending.out, text)
		return
	case strings.HasPrefix(raw, "+"):
		b.pending.plus = append(b.pending.plus, raw[1:])
		b.fillEdit()
		return
	case strings.HasPrefix(raw, "-"):
		b.pending.minus = append(b.pending.minus, raw[1:])
		b.fillEdit()
		return
	case strings.HasPrefix(raw, "*"):
		n, word, _ := strings.Cut(raw[1:], " ")
		count, _ := strconv.Atoi(n)
		if count < 0 {
			b.pending.minus = append(b.pending.minus, generated(fmt.Sprint(b.pending.input["file_path"]), -count, word)...)
		} else {
			b.pending.plus = append(b.pending.plus, generated(fmt.Sprint(b.pending.input["file_path"]), count, word)...)
		}
		b.fillEdit()
		return
	}
	b.flush()
	switch kind {
	case "=":
		fields := strings.Fields(rest)
		options := map[string]string{}
		for _, f := range fields[1:] {
			k, v, _ := strings.Cut(f, "=")
			options[k] = v
		}
		b.open(fields[0], options)
	case "@":
		b.setClock(rest)
	case ">":
		b.clock = b.clock.Add(20 * time.Second)
		b.prompt = b.id("prompt")
		b.user(text, map[string]any{"promptId": b.prompt})
	case "<":
		b.assistant(map[string]any{"type": "text", "text": text}, true)
	case "<<":
		b.assistant(map[string]any{"type": "text", "text": text}, false)
	case "$":
		b.call("Bash", map[string]any{"command": text})
	case "ps":
		b.call("PowerShell", map[string]any{"command": text})
	case "r":
		b.call("Read", map[string]any{"file_path": b.abs(text)})
	case "w":
		b.call("Write", map[string]any{"file_path": b.abs(text), "content": ""})
	case "e":
		b.call("Edit", map[string]any{"file_path": b.abs(text), "old_string": "", "new_string": ""})
	case "plan":
		b.call("ExitPlanMode", map[string]any{"plan": text})
	case "T":
		name, input, _ := strings.Cut(rest, " ")
		in := map[string]any{}
		if input != "" {
			if err := json.Unmarshal([]byte(input), &in); err != nil {
				panic(raw + ": " + err.Error())
			}
		}
		b.call(name, in)
	case "ask":
		q, a, _ := strings.Cut(text, " => ")
		b.call("AskUserQuestion", map[string]any{"questions": []any{map[string]any{"question": q, "header": "Choice", "options": []any{map[string]any{"label": a}}}}})
		b.pending.out = []string{fmt.Sprintf("Your questions have been answered: %q=%q. You can now continue with the user's answers in mind.", q, a)}
	case "clear":
		b.user("<command-name>/clear</command-name>\n            <command-message>clear</command-message>\n            <command-args></command-args>", nil)
	case "cmd":
		name, args, _ := strings.Cut(text, " ")
		b.user("<command-name>"+name+"</command-name>\n            <command-message>"+strings.TrimPrefix(name, "/")+"</command-message>\n            <command-args>"+args+"</command-args>", nil)
	case "skill":
		name, args, _ := strings.Cut(text, " ")
		b.user("<command-message>"+strings.TrimPrefix(name, "/")+"</command-message>\n<command-name>"+name+"</command-name>\n<command-args>"+args+"</command-args>", nil)
	case "stdout":
		b.user("<local-command-stdout>"+text+"</local-command-stdout>", nil)
	case "esc":
		b.user([]any{map[string]any{"type": "text", "text": "[Request interrupted by user]"}}, nil)
	case "compact":
		b.put(map[string]any{"type": "system", "subtype": "compact_boundary", "content": "Conversation compacted", "logicalParentUuid": b.parent, "parentUuid": nil, "compactMetadata": map[string]any{"trigger": "manual", "preTokens": 90000}})
		b.user("This session is being continued from a previous conversation that ran out of context. The conversation is summarized below: "+text, map[string]any{"isCompactSummary": true, "isVisibleInTranscriptOnly": true})
	case "meta":
		b.user(text, map[string]any{"isMeta": true})
	case "queue":
		b.put(map[string]any{"type": "attachment", "attachment": map[string]any{"type": "queued_command", "prompt": text, "commandMode": "prompt", "source_uuid": b.id("queue"), "origin": map[string]any{"kind": "human"}}})
	case "handed":
		b.user("Implement the following plan:\n\n"+text, map[string]any{"planContent": text})
	case "sdk":
		b.user(text, map[string]any{"promptSource": "sdk", "turnOrigin": "sdk", "entrypoint": "sdk-cli"})
	case "user":
		var more map[string]any
		fields, body, _ := strings.Cut(rest, "} ")
		if err := json.Unmarshal([]byte(fields+"}"), &more); err != nil {
			panic(raw + ": " + err.Error())
		}
		b.user(fourthUnescape.Replace(body), more)
	case "apierror":
		b.put(map[string]any{"type": "assistant", "isApiErrorMessage": true, "error": "server_error", "message": map[string]any{
			"model": "<synthetic>", "id": b.id("syn"), "type": "message", "role": "assistant", "content": []any{map[string]any{"type": "text", "text": text}},
			"usage": map[string]any{"input_tokens": 0, "output_tokens": 0, "cache_creation_input_tokens": 0, "cache_read_input_tokens": 0},
		}})
	case "model":
		b.model = rest
	case "usage":
		b.usage = nil
		for _, f := range strings.Fields(rest) {
			n, _ := strconv.Atoi(f)
			b.usage = append(b.usage, n)
		}
	case "title":
		b.bare(map[string]any{"type": "custom-title", "customTitle": text, "sessionId": b.sid[b.conv]})
	case "aititle":
		b.bare(map[string]any{"type": "ai-title", "aiTitle": text, "sessionId": b.sid[b.conv]})
	case "raw":
		var line map[string]any
		if err := json.Unmarshal([]byte(rest), &line); err != nil {
			panic(raw + ": " + err.Error())
		}
		b.bare(line)
	case "put":
		var line map[string]any
		if err := json.Unmarshal([]byte(rest), &line); err != nil {
			panic(raw + ": " + err.Error())
		}
		b.put(line)
	case "broken":
		b.bare(map[string]any{"\x00broken": text})
	case "again":
		lines := b.files[b.path()]
		b.files[b.path()] = append(lines, lines[len(lines)-1])
	case "copy":
		// The lines of another conversation, as resume (old clients) and fork write them.
		how, name, _ := strings.Cut(rest, " ")
		here, target := b.conv, b.path()
		b.conv = name
		from := b.path()
		b.conv = here
		for _, l := range b.files[from] {
			c := maps.Clone(l)
			c["sessionId"] = b.sid[here]
			switch how {
			case "fork":
				c["forkedFrom"] = map[string]any{"sessionId": b.sid[name], "messageUuid": l["uuid"]}
			case "request":
				if c["type"] == "assistant" {
					c["requestSessionId"] = b.sid[name]
				}
			case "keep":
				c["sessionId"] = b.sid[name]
			}
			b.files[target] = append(b.files[target], c)
			b.parent = c["uuid"]
		}
	case "mark":
		b.marks[rest] = b.parent
	case "rewind":
		b.parent = b.marks[rest]
	case "side":
		b.side = rest == "on"
	default:
		panic("no such event: " + raw)
	}
}

func (b *fourthBuilder) bare(line map[string]any) {
	path := b.path()
	b.files[path] = append(b.files[path], line)
}

func (b *fourthBuilder) fillEdit() {
	c := b.pending
	if c.tool == "Write" {
		c.input["content"] = strings.Join(c.plus, "\n") + "\n"
		return
	}
	c.input["old_string"], c.input["new_string"] = strings.Join(c.minus, "\n"), strings.Join(c.plus, "\n")
}

func (b *fourthBuilder) write() error {
	b.flush()
	for path, lines := range b.files {
		full := filepath.Join(b.dir, path)
		if err := os.MkdirAll(filepath.Dir(full), 0o755); err != nil {
			return err
		}
		var out strings.Builder
		for _, l := range lines {
			if text, ok := l["\x00broken"]; ok {
				out.WriteString(fmt.Sprint(text) + "\n")
				continue
			}
			data, err := json.Marshal(l)
			if err != nil {
				return err
			}
			out.Write(data)
			out.WriteByte('\n')
		}
		if err := os.WriteFile(full, []byte(out.String()), 0o644); err != nil {
			return err
		}
	}
	return nil
}

// tellFourth writes the story into dir.
func tellFourth(dir, story string) error { return newFourthBuilder(dir).tell(story) }

func (b *fourthBuilder) tell(story string) error {
	for raw := range strings.SplitSeq(story, "\n") {
		raw = strings.TrimLeft(raw, "\t")
		if strings.TrimSpace(raw) == "" {
			continue
		}
		for name, id := range b.sid {
			raw = strings.ReplaceAll(raw, "${"+name+"}", id)
		}
		b.line(raw)
	}
	return b.write()
}

var fourthOp = regexp.MustCompile(`^(\S+?)\s*(!=|>=|<=|=|~|<|>)\s*(.*)$`)

// fourthHolds says whether one check holds; the text tells what stands there instead.
func fourthHolds(check string, sessions []any, score map[string]any) (bool, string) {
	m := fourthOp.FindStringSubmatch(check)
	if m == nil {
		return false, "no check: " + check
	}
	path, op, want := m[1], m[2], m[3]
	got, ok := fourthLook(path, sessions, score)
	if !ok {
		return want == "absent" && op == "=", "nothing at " + path
	}
	text := fmt.Sprint(got)
	if n, isNumber := got.(float64); isNumber {
		text = strconv.FormatFloat(n, 'f', -1, 64)
		if w, err := strconv.ParseFloat(want, 64); err == nil {
			switch op {
			case "=":
				return n-w < 1e-6 && w-n < 1e-6, text
			case "!=":
				return n != w, text
			case ">=":
				return n >= w, text
			case "<=":
				return n <= w, text
			case ">":
				return n > w, text
			case "<":
				return n < w, text
			}
		}
	}
	if got == nil {
		text = "null"
	}
	switch op {
	case "=":
		return slices.Contains(strings.Split(want, "|"), text), text
	case "!=":
		return text != want, text
	case "~":
		return strings.Contains(text, want), text
	}
	return false, text
}

func fourthLook(path string, sessions []any, score map[string]any) (any, bool) {
	parts := strings.Split(path, ".")
	var at any
	switch {
	case path == "n":
		return float64(len(sessions)), true
	case parts[0] == "score":
		at = any(score)
		if len(parts) == 1 {
			at = score["score"]
		}
	case regexp.MustCompile(`^s\d+$`).MatchString(parts[0]):
		i, _ := strconv.Atoi(parts[0][1:])
		if i >= len(sessions) {
			return nil, false
		}
		at = sessions[i]
	default:
		return nil, false
	}
	for _, p := range parts[1:] {
		switch v := at.(type) {
		case map[string]any:
			next, ok := v[p]
			if !ok {
				return nil, false
			}
			at = next
		case []any:
			if p == "len" {
				at = float64(len(v))
				continue
			}
			i, err := strconv.Atoi(p)
			if err != nil || i >= len(v) {
				return nil, false
			}
			at = v[i]
		default:
			return nil, false
		}
	}
	return at, true
}

// runFourth tells the story and gives each check that does not hold. Words in square
// brackets at the head of the checks are flags of both commands ("[--tz Asia/Tokyo]"), or
// of score alone after a bar.
func runFourth(t *testing.T, c fourthCase) []string {
	t.Helper()
	dir := t.TempDir()
	if err := tellFourth(dir, c.story); err != nil {
		t.Fatal(err)
	}
	checks := c.checks
	var flags, scoreFlags []string
	if strings.HasPrefix(checks, "[") {
		head, rest, _ := strings.Cut(checks[1:], "]")
		both, only, _ := strings.Cut(head, "|")
		flags, scoreFlags = strings.Fields(both), strings.Fields(only)
		checks = strings.TrimSpace(rest)
	}
	var sessions []any
	out := prism(t, append([]string{"sessions", "--json", "--no-store", dir}, flags...)...)
	if err := json.Unmarshal(out, &sessions); err != nil {
		return []string{"sessions: " + err.Error() + ": " + string(out)}
	}
	slices.SortStableFunc(sessions, fourthOrder)
	score := map[string]any{}
	if strings.Contains(checks, "score") {
		out := prism(t, append(append([]string{"score", "--json", "--no-store", dir}, flags...), scoreFlags...)...)
		if err := json.Unmarshal(out, &score); err != nil {
			return []string{"score: " + err.Error() + ": " + string(out)}
		}
	}
	var wrong []string
	for check := range strings.SplitSeq(checks, "; ") {
		check = strings.TrimSpace(check)
		if check == "" {
			continue
		}
		if ok, got := fourthHolds(check, sessions, score); !ok {
			wrong = append(wrong, fmt.Sprintf("%s (is %s)", check, got))
		}
	}
	return wrong
}
