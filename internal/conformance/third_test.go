package conformance

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"prism/internal/transcript/claudetest"
)

// thirdCases are the sessions of testdata/third, written by a third author from the
// published text and the labelling guide before anything of the program was looked at.
// A file holds stories, a line a step:
//
//	# name             > prompt              < the agent's last words
//	R file             G pattern             E file | before | after     W file | content
//	$ command | output                       $! the same, failing
//	ASK question | answer                    PLAN text, then PLAN+ (approved), PLAN- words, PLAN0 (refused without a word)
//	X (Escape)         XT (refused call)     REJ file | before | after | words
//	API error text     CALL command that has no result               SH command | output, typed with !
//	/clear             ? field=value|value … what must come of it, first.field of the first session
//	~ one || two       a session for each such line: {} is the first part; after {cmd} and {out} come {2}, {3} …
//	~ … ?? field=value also to be checked of that one
func thirdCases(b *book) {
	readStories(b, "third", func(file string) string { return "third " + file[:1] })
}

// sixthCases are those of testdata/sixth in the same form, written by a sixth author, who
// saw the published text, the design and the guide alone.
func sixthCases(b *book) {
	readStories(b, "sixth", func(file string) string { return "sixth " + file })
}

// seventhCases are those of testdata/seventh in the same form, by a seventh author, who saw
// what the sixth saw.
func seventhCases(b *book) {
	readStories(b, "seventh", func(file string) string { return "seventh " + file })
}

// eighthCases are those of testdata/eighth in the same form, by an eighth author, who saw
// what the sixth saw. A file is a behaviour: by default a twelfth of it is read.
func eighthCases(b *book) {
	readStories(b, "eighth", func(file string) string { return "eighth/" + file })
}

// ninthCases are those of testdata/ninth in the same form, by a ninth author, who knew the
// program: phrasings that none before had, in fifteen languages.
func ninthCases(b *book) {
	readStories(b, "ninth", func(file string) string { return "ninth/" + file })
}

// tenthCases are those of testdata/tenth in the same form, by a tenth author, who saw the
// published text alone: those that the program failed when they were written, with their
// neighbours.
func tenthCases(b *book) {
	readStories(b, "tenth", func(file string) string { return "tenth " + file })
}

// TestStoriesOfYourOwn plays the stories of the folder that PRISM_STORIES names, in the form of
// testdata/third, and tells every check that does not hold.
func TestStoriesOfYourOwn(t *testing.T) {
	folder := os.Getenv("PRISM_STORIES")
	if folder == "" {
		t.Skip("PRISM_STORIES names no folder of stories")
	}
	b := &book{}
	readFolder(b, folder, func(file string) string { return file })
	failed, table := judgeAll(t, b.cases)
	t.Log(table)
	for _, f := range failed {
		t.Errorf("%s %s", f.check, f.why)
	}
}

func readStories(b *book, folder string, set func(file string) string) {
	readFolder(b, filepath.Join("testdata", folder), set)
}

func readFolder(b *book, folder string, set func(file string) string) {
	for _, file := range must(filepath.Glob(filepath.Join(folder, "*.txt"))) {
		of := set(strings.TrimSuffix(filepath.Base(file), ".txt"))
		for _, text := range strings.Split("\n"+string(must(os.ReadFile(file))), "\n# ")[1:] {
			readStory(b, of, text)
		}
	}
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

func readStory(b *book, set, text string) {
	lines := strings.Split(strings.TrimRight(text, "\n"), "\n")
	var steps, variants []string
	wants := ""
	for _, l := range lines[1:] {
		switch {
		case strings.HasPrefix(l, "? "):
			wants = l[2:]
		case strings.HasPrefix(l, "~ "):
			variants = append(variants, l[2:])
		default:
			steps = append(steps, l)
		}
	}
	if variants == nil {
		variants = []string{""}
	}
	hasCommand := strings.Contains(text, "{cmd}")
	for _, v := range variants {
		words, extra, _ := strings.Cut(v, " ?? ")
		name := set + "/" + lines[0]
		parts := strings.Split(words, "||")
		pairs := []string{}
		for i, n := 0, 1; i < len(parts); i++ {
			p := strings.TrimSpace(parts[i])
			switch {
			case i == 0:
				pairs = append(pairs, "{}", p)
			case hasCommand && i == 1:
				pairs = append(pairs, "{cmd}", p)
			case hasCommand && i == 2:
				pairs = append(pairs, "{out}", p)
			default:
				n++
				pairs = append(pairs, fmt.Sprintf("{%d}", n), p)
			}
		}
		if words != "" {
			name += "/" + strings.ReplaceAll(strings.ReplaceAll(words, `\n`, " "), " # ", " ")
		}
		with := strings.NewReplacer(pairs...)
		t := b.talk(&story{name: "third", branch: "main"})
		ended := false
		for _, s := range steps {
			next := play(b, t, with.Replace(s))
			ended = ended || next
		}
		var all []want
		for _, w := range strings.Fields(with.Replace(wants) + " " + extra) {
			field, value, _ := strings.Cut(w, "=")
			if strings.Contains(value, "{") || value == "x" {
				continue
			}
			all = append(all, thirdWant(field, strings.Split(value, "|")))
		}
		all = append(all, last("criteria agree", func(s *session) string {
			if s.GoalComplete && len(unmet(s)) > 0 {
				return "complete with unmet " + strings.Join(unmet(s), " ")
			}
			return ""
		}))
		b.add(name, t, all...)
	}
}

func thirdWant(field string, values []string) want {
	n := -1
	if f, ok := strings.CutPrefix(field, "first."); ok {
		field, n = f, 0
	}
	pick := map[string]func(*session) string{
		"signal":   func(s *session) string { return s.FailureSignal },
		"basis":    func(s *session) string { return s.Basis },
		"intent":   func(s *session) string { return s.Intent },
		"excl":     func(s *session) string { return s.ExcludedBy },
		"status":   func(s *session) string { return s.JudgeStatus },
		"plang":    func(s *session) string { return s.Languages.Prompt },
		"clang":    func(s *session) string { return s.Languages.Code },
		"floor":    func(s *session) string { return fmt.Sprint(s.Floor.Passed) },
		"mutating": func(s *session) string { return fmt.Sprint(s.Floor.MutatingCalls) },
		"turns":    func(s *session) string { return fmt.Sprint(s.Floor.Turns) },
		"net":      func(s *session) string { return fmt.Sprint(s.Floor.NetLines) },
	}[field]
	switch {
	case field == "sessions":
		return want{field, func(all []session) string { return oneOf(fmt.Sprint(len(all)), values) }}
	case field == "goal":
		return nth(n, field, func(s *session) string { return goal(s, values[0] == "true") })
	case pick == nil:
		panic("no field " + field)
	}
	return nth(n, field, func(s *session) string { return oneOf(pick(s), values) })
}

// play writes one step.
func play(b *book, t *claudetest.Talk, step string) bool {
	step = strings.ReplaceAll(strings.ReplaceAll(step, `\n`, "\n"), `\t`, "\t")
	kind, rest, _ := strings.Cut(step, " ")
	f := strings.SplitN(rest, " | ", 4)
	if strings.HasPrefix(kind, "$") || kind == "SH" {
		f = strings.SplitN(rest, " | ", 2) // runners print bars
	}
	for i := range f {
		f[i] = strings.TrimSuffix(f[i], " |")
	}
	for len(f) < 4 {
		f = append(f, "")
	}
	switch kind {
	case ">":
		t.Ask(rest)
	case "<":
		if rest != "" {
			t.Say(rest)
		}
	case "R":
		t.Read(f[0], "first line\nsecond line")
	case "G":
		t.Grep(rest, "src/a:1: "+rest)
	case "E":
		t.Edit(f[0], 12, f[1], f[2])
	case "W":
		t.Write(f[0], f[1])
	case "$":
		t.Run(f[0], "Run it", f[1], 6)
	case "$!":
		t.Fail(f[0], "Run it", 1, f[1], 6)
	case "ASK":
		q := claudetest.Object{"questions": []any{claudetest.Object{"question": f[0], "header": "Choice", "multiSelect": false, "options": []any{claudetest.Object{"label": f[1], "description": ""}}}}}
		t.Call("AskUserQuestion", q, fmt.Sprintf("Your questions have been answered: %q=%q. You can now continue with the user's answers in mind.", f[0], f[1]), claudetest.Object{"questions": q["questions"], "answers": claudetest.Object{f[0]: f[1]}}, false, 30)
	case "PLAN":
		planned[t] = rest
	case "PLAN+":
		t.Call("ExitPlanMode", claudetest.Object{"plan": planned[t]}, "User has approved your plan. You can now start coding. Start with updating your todo list if applicable", claudetest.Object{"plan": planned[t], "isAgent": false}, false, 30)
	case "PLAN-":
		t.Refuse("ExitPlanMode", claudetest.Object{"plan": planned[t]}, rest)
	case "PLAN0":
		t.HandOver(planned[t])
	case "X":
		t.Interrupt()
	case "XT":
		t.Refuse("Bash", claudetest.Object{"command": rest, "description": "Run it"}, "")
	case "REJ":
		t.Refuse("Edit", claudetest.Object{"file_path": f[0], "old_string": f[1], "new_string": f[2]}, f[3])
	case "API":
		t.Broken(rest)
	case "CALL":
		t.Start("Bash", claudetest.Object{"command": rest, "description": "Run it"})
	case "SH":
		t.User("<bash-input>"+f[0]+"</bash-input>", nil)
		t.User("<bash-stdout>"+f[1]+"</bash-stdout><bash-stderr></bash-stderr>", nil)
	case "/clear":
		t.Cleared()
	default:
		panic("no step " + step)
	}
	return false
}

var planned = map[*claudetest.Talk]string{}
