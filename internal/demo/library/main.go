// Command library writes a library of made-up transcripts of any size, to measure
// how Prism grows: many conversations of many small sessions each, closed by a
// /clear in mid-file, spread over repositories and years. The same arguments write
// the same bytes. It knows nothing of Prism; what it writes is read like any other
// projects folder:
//
//	go run ./internal/demo/library -sessions 1000000 -files 10000 -out DIR
//	prism score DIR
package main

import (
	"bufio"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"time"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "library:", err)
		os.Exit(1)
	}
}

func run(args []string) error {
	var l library
	flags := flag.NewFlagSet("library", flag.ContinueOnError)
	flags.StringVar(&l.out, "out", "", "write below this `folder`, which must be new or empty")
	flags.IntVar(&l.sessions, "sessions", 10_000, "so many sessions in all")
	flags.IntVar(&l.files, "files", 0, "in so many transcripts (default: one for each 100 sessions)")
	flags.IntVar(&l.repos, "repos", 200, "in so many repositories")
	flags.Uint64Var(&l.seed, "seed", 1, "chooses what happens in them")
	if err := flags.Parse(args); err != nil {
		return err
	}
	if l.files == 0 {
		l.files = (l.sessions + 99) / 100
	}
	if l.out == "" || l.sessions < 1 || l.files < 1 || l.files > l.sessions || l.repos < 1 {
		return fmt.Errorf("give -out, and at least one session for every transcript")
	}
	if entries, err := os.ReadDir(l.out); err == nil && len(entries) > 0 {
		return fmt.Errorf("%s is not empty", l.out)
	}
	return l.write()
}

// library is what is asked for.
type library struct {
	out                    string
	sessions, files, repos int
	seed                   uint64
}

// years is how far back the first conversation lies; the last ends before epoch + years.
const years = 3 * 365 * 24 * time.Hour

func (l *library) write() error {
	epoch := time.Date(2023, 11, 6, 8, 0, 0, 0, time.UTC)
	written := 0
	for f := range l.files {
		n := (l.sessions*(f+1))/l.files - written // spread evenly, exact in sum
		written += n
		t := &transcript{
			rng:   rand.New(rand.NewPCG(l.seed, uint64(f))), //nolint:gosec // made-up text
			clock: epoch.Add(time.Duration(float64(years) * float64(f) / float64(l.files))),
			cwd:   fmt.Sprintf("/home/robin/code/repository-%03d", (f*7919)%l.repos),
		}
		t.id = t.uuid()
		dir := filepath.Join(l.out, "projects", "-home-robin-code-"+filepath.Base(t.cwd))
		if err := os.MkdirAll(dir, 0o750); err != nil {
			return err
		}
		if err := t.write(filepath.Join(dir, t.id+".jsonl"), n); err != nil {
			return err
		}
	}
	return nil
}

// transcript is one conversation on its way into its file.
type transcript struct {
	rng      *rand.Rand
	out      *bufio.Writer
	clock    time.Time
	id, cwd  string
	parent   string
	number   int // of the session in the conversation
	messages int
}

func (t *transcript) write(path string, sessions int) (err error) {
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	defer func() {
		if closing := f.Close(); err == nil {
			err = closing
		}
	}()
	t.out = bufio.NewWriterSize(f, 1<<20)
	for range sessions {
		t.session()
	}
	return t.out.Flush()
}

// work is a kind of session: what the person asks, of a {part}, and what they say at the end.
type work struct{ prompt, answer, last string }

var (
	works = [...]work{
		{"Fix the crash in src/part{part}.go when the list is empty: it panics with index out of range.", "The bounds are checked now and the test for the empty list passes.", "works, thanks"},
		{"Add an export of part {part} as CSV to src/part{part}.go, with a test.", "The export is written and its test passes.", "great, commit it"},
		{"Rename the helper in src/part{part}.go to loadPart and update its callers.", "Renamed in all places.", ""},
		{"Why is part {part} so slow? Look at src/part{part}.go and find the cause.", "It reads the file again for every row; the loop in src/part{part}.go is the cause.", "I see, that explains it"},
		{"Refactor src/part{part}.go: take the parsing out into a function of its own, behaviour unchanged.", "The parsing stands in a function of its own and all tests pass.", "this is still broken, never mind"},
	}
	verdicts = [...]string{"ok  \\tpart\\t0.01s", "ok  \\tpart\\t0.01s", "ok  \\tpart\\t0.01s", "--- FAIL: TestPart (0.00s)\\nFAIL\\tpart\\t0.01s"}
)

// session writes a prompt, an edit, a test, an answer, perhaps a last word, and
// the /clear that closes it. The next one starts too late to be merged with it.
func (t *transcript) session() {
	t.number++
	w := works[t.rng.IntN(len(works))]
	part := fmt.Sprintf("%03d", t.rng.IntN(1000))
	words := strings.NewReplacer("{part}", part)
	t.wait(11*time.Minute, 50*time.Minute)
	t.user(quote(words.Replace(w.prompt)), "")
	file := fmt.Sprintf("%s/src/part%s.go", t.cwd, part)
	var added, patch string
	for i := range 2 + t.rng.IntN(12) {
		line := fmt.Sprintf("value%d := compute(%d)", i, t.rng.IntN(1_000_000))
		added += line + `\n`
		patch += fmt.Sprintf(`,"+%s"`, line)
	}
	call := t.call("Edit", fmt.Sprintf(`{"file_path":"%s","old_string":"old","new_string":"%s"}`, file, added))
	t.result(call, "The file has been updated.", fmt.Sprintf(`{"filePath":"%s","oldString":"old","newString":"%s","structuredPatch":[{"oldStart":1,"oldLines":1,"newStart":1,"newLines":9,"lines":["-old"%s]}]}`, file, added, patch), false)
	call = t.call("Bash", `{"command":"go test ./src/..."}`)
	verdict := verdicts[t.rng.IntN(len(verdicts))]
	bad := verdict[0] == '-'
	t.result(call, verdict, fmt.Sprintf(`{"stdout":"%s","stderr":"","interrupted":false}`, verdict), bad)
	t.say(words.Replace(w.answer))
	if w.last != "" && !bad {
		t.user(quote(w.last), "")
		t.say("Done.")
	}
	t.wait(20*time.Second, 3*time.Minute)
	t.user(quote("<command-name>/clear</command-name>\n<command-message>clear</command-message>\n<command-args></command-args>"), "")
}

func (t *transcript) wait(from, to time.Duration) {
	t.clock = t.clock.Add(from + time.Duration(t.rng.Int64N(int64(to-from))))
}

// uuid makes a version 4 uuid.
func (t *transcript) uuid() string {
	a, b := t.rng.Uint64(), t.rng.Uint64()
	return fmt.Sprintf("%08x-%04x-4%03x-%04x-%012x", uint32(a>>32), uint16(a>>16), uint16(a)&0xfff, uint16(b>>48)&0x3fff|0x8000, b&0xffffffffffff)
}

// head writes what every message line begins with, and moves the clock on.
func (t *transcript) head(kind string) {
	t.clock = t.clock.Add(time.Duration(2000+t.rng.IntN(30_000)) * time.Millisecond)
	id, parent := t.uuid(), "null"
	if t.parent != "" {
		parent = `"` + t.parent + `"`
	}
	t.parent = id
	_, _ = fmt.Fprintf(t.out, `{"parentUuid":%s,"isSidechain":false,"type":"%s","uuid":"%s","timestamp":"%s","userType":"external","cwd":"%s","sessionId":"%s","version":"2.0.14","gitBranch":"main"`,
		parent, kind, id, t.clock.Format("2006-01-02T15:04:05.000Z"), t.cwd, t.id)
}

func (t *transcript) user(content, rest string) {
	t.head("user")
	_, _ = fmt.Fprintf(t.out, `,"message":{"role":"user","content":%s}%s}`+"\n", content, rest)
}

func (t *transcript) result(call, text, detail string, bad bool) {
	t.user(fmt.Sprintf(`[{"type":"tool_result","tool_use_id":"%s","content":"%s","is_error":%t}]`, call, text, bad), `,"toolUseResult":`+detail)
}

func (t *transcript) say(text string) {
	t.assistant(`{"type":"text","text":`+quote(text)+`}`, "end_turn")
}

func (t *transcript) call(tool, input string) string {
	id := fmt.Sprintf("toolu_%016x", t.rng.Uint64())
	t.assistant(fmt.Sprintf(`{"type":"tool_use","id":"%s","name":"%s","input":%s}`, id, tool, input), "tool_use")
	return id
}

func (t *transcript) assistant(block, stop string) {
	t.head("assistant")
	t.messages++
	model := "claude-sonnet-4-5-20250929"
	if t.number%3 == 0 {
		model = "claude-opus-4-5-20251101"
	}
	_, _ = fmt.Fprintf(t.out, `,"requestId":"req_%016x","message":{"id":"msg_%016x","type":"message","role":"assistant","model":"%s","content":[%s],"stop_reason":"%s","usage":{"input_tokens":%d,"output_tokens":%d,"cache_creation_input_tokens":%d,"cache_read_input_tokens":%d}}}`+"\n",
		t.rng.Uint64(), t.rng.Uint64(), model, block, stop, 3+t.rng.IntN(20), 50+t.rng.IntN(900), t.rng.IntN(4000), 14_000+t.rng.IntN(60_000))
}

// quote writes a JSON string of text that needs nothing escaped but line ends.
func quote(s string) string {
	out := make([]byte, 0, len(s)+2)
	out = append(out, '"')
	for i := range len(s) {
		if s[i] == '\n' {
			out = append(out, '\\', 'n')
			continue
		}
		out = append(out, s[i])
	}
	return string(append(out, '"'))
}
