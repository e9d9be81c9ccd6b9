package pipeline_test

import (
	"bytes"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"prism/internal/fact"
	"prism/internal/long"
	"prism/internal/pipeline"
	"prism/internal/pipeline/optout"
	"prism/internal/price"
	"prism/internal/redact"
	"prism/internal/store/memory"
)

// ground is samples whose folders are on this machine, and all else that an answer
// rests on.
type ground struct {
	t        *testing.T
	work     string // where hollyhock, larkspur and tideline lie
	projects string
	words    []string // the person's names
	prices   string   // that go before the bundled ones
	optOut   []string
	atCommit bool
}

func newGround(t *testing.T) *ground {
	base, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	g := &ground{t: t, work: filepath.Join(base, "work"), projects: samples(t)}
	for _, repo := range []string{"hollyhock", "larkspur", "tideline"} {
		g.folder(repo)
	}
	for n, f := range transcripts(t, g.projects) {
		write(t, f, bytes.ReplaceAll(read(t, f), []byte("/home/robin/code"), []byte(filepath.ToSlash(g.work))), n)
	}
	return g
}

func (g *ground) options() pipeline.Options {
	g.t.Helper()
	o := options(g.t, g.projects)
	o.Warn = func(error) {} // that an ignore file makes no sense
	o.Cutting.AtCommit = g.atCommit
	var err error
	if o.OptOut, err = redact.NewOptOut(nil, nil, g.optOut); err != nil {
		g.t.Fatal(err)
	}
	if len(g.words) > 0 {
		if o.Redactor, err = redact.New(redact.Options{Words: g.words}); err != nil {
			g.t.Fatal(err)
		}
	}
	if g.prices != "" {
		bundled, err := price.Bundled()
		if err != nil {
			g.t.Fatal(err)
		}
		own, err := price.Load(strings.NewReader(g.prices))
		if err != nil {
			g.t.Fatal(err)
		}
		o.Prices = bundled.With(own)
	}
	return o
}

func (g *ground) folder(name string) {
	g.t.Helper()
	if err := os.MkdirAll(filepath.Join(g.work, filepath.FromSlash(name)), 0o700); err != nil {
		g.t.Fatal(err)
	}
}

// put writes a file as of always the same time, and waits until a clock that ticks
// slowly has ticked.
func (g *ground) put(name, text string) {
	g.t.Helper()
	time.Sleep(15 * time.Millisecond)
	g.gone(name)
	g.folder(filepath.Dir(name))
	write(g.t, filepath.Join(g.work, filepath.FromSlash(name)), []byte(text), 0)
}

// among writes a file among the transcripts, and waits as put does.
func (g *ground) among(name, text string) {
	g.t.Helper()
	time.Sleep(15 * time.Millisecond)
	write(g.t, filepath.Join(g.projects, filepath.FromSlash(name)), []byte(text), 0)
}

func (g *ground) gone(name string) {
	g.t.Helper()
	if err := os.RemoveAll(filepath.Join(g.work, filepath.FromSlash(name))); err != nil {
		g.t.Fatal(err)
	}
}

func (g *ground) link(name, to string) {
	g.t.Helper()
	g.gone(name)
	if err := os.Symlink(to, filepath.Join(g.work, filepath.FromSlash(name))); err != nil {
		g.t.Skip(err)
	}
}

// rewrite changes a transcript and leaves its size and time as they are.
func (g *ground) rewrite(n int) {
	g.t.Helper()
	files := transcripts(g.t, g.projects)
	name := files[n%len(files)]
	info, err := os.Stat(name)
	if err != nil {
		g.t.Fatal(err)
	}
	data := read(g.t, name)
	swapped := bytes.ReplaceAll(data, []byte(`"output_tokens":1`), []byte(`"output_tokens":7`))
	if bytes.Equal(swapped, data) {
		swapped = bytes.ReplaceAll(data, []byte(`"output_tokens":7`), []byte(`"output_tokens":1`))
	}
	time.Sleep(15 * time.Millisecond)
	write(g.t, name, swapped, 0)
	if err := os.Chtimes(name, info.ModTime(), info.ModTime()); err != nil {
		g.t.Fatal(err)
	}
}

const ownPrices = "claude-opus-5-5 2020-01-01 0 1 2 3 4 5\nclaude-sonnet-5-5 2020-01-01 0 6 7 8 9 10\n"

// restsOn is everything of which one change makes another answer: first what is
// there before, then the change.
func restsOn() map[string][2]func(*ground) {
	nothing := func(*ground) {}
	put := func(name, text string) func(*ground) { return func(g *ground) { g.put(name, text) } }
	gone := func(name string) func(*ground) { return func(g *ground) { g.gone(name) } }
	return map[string][2]func(*ground){
		"an ignore file comes":                   {nothing, put("hollyhock/.prismignore", "")},
		"one goes":                               {put("hollyhock/.prismignore", ""), gone("hollyhock/.prismignore")},
		"one changes, of the same size and time": {put(".prismignore", "tideline"), put(".prismignore", "larkspur")},
		"one comes above the repository":         {put("hollyhock/.git/HEAD", ""), put(".prismignore", "hollyhock")},
		"one comes below it":                     {put(".git/HEAD", ""), put("hollyhock/.prismignore", "")},
		"the target of a link changes":           {func(g *ground) { g.put("rules", "tideline"); g.link(".prismignore", "rules") }, put("rules", "larkspur")},
		"one is broken":                          {nothing, func(g *ground) { g.link("hollyhock/.prismignore", "nowhere") }},
		"a folder of its name":                   {nothing, func(g *ground) { g.gone("hollyhock/.prismignore"); g.folder("hollyhock/.prismignore") }},
		"a repository is made above":             {nothing, put(".git/HEAD", "")},
		"it goes":                                {put(".git/HEAD", ""), gone(".git")},
		"one within it":                          {put(".git/HEAD", ""), put("hollyhock/.git/HEAD", "")},
		"a folder becomes a worktree of another": {put("hollyhock/.git/HEAD", ""), func(g *ground) {
			g.put("tideline/.git", "gitdir: "+filepath.ToSlash(g.work)+"/hollyhock/.git/worktrees/tideline")
		}},
		"an ignore file for a worktree beside": {func(g *ground) {
			g.put("hollyhock/.git/HEAD", "")
			g.put("tideline/.git", "gitdir: "+filepath.ToSlash(g.work)+"/hollyhock/.git/worktrees/tideline")
		}, put("hollyhock/.prismignore", "")},
		"a folder with its repository goes":      {func(g *ground) { g.put(".git/HEAD", "") }, gone("hollyhock")},
		"an ignore file comes among transcripts": {nothing, func(g *ground) { g.among("-home-robin-code-tideline/.prismignore", "") }},
		"one goes there": {func(g *ground) { g.among("-home-robin-code-tideline/.prismignore", "") }, func(g *ground) {
			if err := os.Remove(filepath.Join(g.projects, "-home-robin-code-tideline", ".prismignore")); err != nil {
				g.t.Fatal(err)
			}
		}},
		"one changes above them":                    {func(g *ground) { g.among(".prismignore", "*tideline") }, func(g *ground) { g.among(".prismignore", "*larkspur") }},
		"names of the person":                       {nothing, func(g *ground) { g.words = []string{"hollyhock", "cache", "tests"} }},
		"fewer of them":                             {func(g *ground) { g.words = []string{"hollyhock", "cache", "tests"} }, func(g *ground) { g.words = nil }},
		"prices":                                    {nothing, func(g *ground) { g.prices = ownPrices }},
		"the setting opt_out":                       {nothing, func(g *ground) { g.optOut = []string{"larkspur"} }},
		"the setting commit_boundary":               {nothing, func(g *ground) { g.atCommit = true }},
		"a transcript, with the same size and time": {nothing, func(g *ground) { g.rewrite(0) }},
	}
}

// Whatever an answer rests on: where it changes after the first run, the second one
// answers as a run does that remembers nothing.
func TestWarmIsFresh(t *testing.T) {
	changes := restsOn()
	names := slices.Sorted(maps.Keys(changes))
	if testing.Short() { // the race detector sees the same goroutines in each
		names = names[:4]
	}
	for _, name := range names {
		change := changes[name]
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			g, db := newGround(t), open(t)
			change[0](g)
			o := g.options()
			o.Store = db
			before := run(t, o)
			change[1](g)
			o = g.options()
			o.Store = db
			fresh := run(t, g.options())
			sameAnswer(t, name, fresh, run(t, o))
			if told(before) == told(fresh) && name != "the setting commit_boundary" { // no sample has one
				t.Error("the change makes no other answer: it asks for nothing")
			}
			sameAnswer(t, "once more", fresh, run(t, o))
		})
	}
}

// An ignore file holds for the folder that it stands in, whichever that is, and for
// worktrees of its repository, which may lie elsewhere.
func TestIgnoreFilesOfAnyFolder(t *testing.T) {
	tree := func(g *ground) {
		g.put("hollyhock/.git/HEAD", "")
		g.put("tideline/.git", "gitdir: "+filepath.ToSlash(g.work)+"/hollyhock/.git/worktrees/tideline")
	}
	for name, c := range map[string]struct {
		before func(*ground)
		file   string
		text   string
		left   []string
	}{
		"the folder worked in": {func(*ground) {}, "hollyhock/.prismignore", "", []string{"larkspur", "tideline"}},
		"a folder above":       {func(*ground) {}, ".prismignore", "", nil},
		"a name in one above":  {func(*ground) {}, ".prismignore", "larkspur", []string{"hollyhock", "tideline"}},
		"within a repository":  {func(g *ground) { g.put(".git/HEAD", "") }, "larkspur/.prismignore", "", []string{"hollyhock", "tideline"}},
		"a worktree":           {tree, "hollyhock/.prismignore", "", []string{"larkspur"}},
		"some of a repository": {tree, "hollyhock/.prismignore", "docs", []string{"hollyhock", "larkspur", "tideline"}},
	} {
		t.Run(name, func(t *testing.T) {
			g := newGround(t)
			c.before(g)
			g.put(c.file, c.text)
			left := map[string]bool{}
			for _, s := range run(t, g.options()).Sessions {
				if s.Verdict.Status != fact.JudgeOptedOut {
					left[filepath.Base(filepath.Dir(s.Parts[0].File))] = true
				}
			}
			for _, repo := range []string{"hollyhock", "larkspur", "tideline"} {
				if want := slices.Contains(c.left, repo); left["-home-robin-code-"+repo] != want {
					t.Errorf("%s is judged: %t", repo, !want)
				}
			}
		})
	}
}

// An ignore file among the transcripts keeps out those beside and below it, or the files
// that it names: in their folder and above it, up to the folder that was asked about.
func TestIgnoreFilesAmongTranscripts(t *testing.T) {
	all := []string{"hollyhock", "larkspur", "tideline"}
	for name, c := range map[string]struct {
		file, text string
		asked      string // below the folder of all projects
		left       []string
	}{
		"their folder":             {"-home-robin-code-hollyhock/.prismignore", "", "", []string{"larkspur", "tideline"}},
		"the folder of all":        {".prismignore", "", "", nil},
		"a folder by its name":     {".prismignore", "*-larkspur/", "", []string{"hollyhock", "tideline"}},
		"all but one folder":       {".prismignore", "*\n!*-larkspur", "", []string{"larkspur"}},
		"a transcript by its name": {"-home-robin-code-tideline/.prismignore", "*.jsonl", "", []string{"hollyhock", "larkspur"}},
		"other files":              {"-home-robin-code-tideline/.prismignore", "*.txt", "", all},
		"it makes no sense":        {".prismignore", "[", "", nil},
		"above what was asked":     {".prismignore", "", "-home-robin-code-tideline", []string{"tideline"}},
		"in what was asked":        {"-home-robin-code-tideline/.prismignore", "", "-home-robin-code-tideline", nil},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			g := newGround(t)
			g.among(c.file, strings.ReplaceAll(c.text, `\n`, "\n"))
			o := g.options()
			o.Search.Paths = []string{filepath.Join(g.projects, c.asked)}
			left, kept := map[string]bool{}, 0
			for _, s := range run(t, o).Sessions {
				if s.Verdict.Status != fact.JudgeOptedOut {
					left[strings.TrimPrefix(filepath.Base(filepath.Dir(s.Parts[0].File)), "-home-robin-code-")] = true
				} else if kept++; s.Verdict.Title.String() != "" {
					t.Errorf("something is said of %s", s.ID)
				}
			}
			if got := slices.Sorted(maps.Keys(left)); !slices.Equal(got, c.left) {
				t.Errorf("judged are those of %v, want %v", got, c.left)
			}
			if kept == 0 && len(c.left) < 3 && c.asked == "" {
				t.Error("nothing is told of those that are left out")
			}

			private := optout.Private(o.OptOut, o.Redactor, &o.Search, func(string, error) {})
			for _, repo := range all {
				if c.asked != "" && !strings.HasSuffix(c.asked, repo) {
					continue
				}
				files := transcripts(t, filepath.Join(g.projects, "-home-robin-code-"+repo))
				if is := private("robin", nil, files[:1]); is == slices.Contains(c.left, repo) {
					t.Errorf("%s stays here: %t", repo, is)
				}
			}
		})
	}
}

// The agent's own folder is asked about by whoever asks about a part of it.
func TestIgnoreFileInTheAgentsFolder(t *testing.T) {
	g := newGround(t)
	home := filepath.Dir(g.projects)
	g.among("../.prismignore", "")
	o := g.options()
	o.Search.Paths = []string{filepath.Join(g.projects, "-home-robin-code-tideline")}
	o.Search.Getenv = func(name string) string { return map[string]string{"CLAUDE_CONFIG_DIR": home}[name] }
	list := run(t, o).Sessions
	if len(list) == 0 {
		t.Fatal("no session")
	}
	for _, s := range list {
		if s.Verdict.Status != fact.JudgeOptedOut {
			t.Errorf("%s is judged: %s", s.ID, s.Verdict.Status)
		}
	}
}

// told is all that an answer says.
func told(r *fact.Reading) string {
	var b strings.Builder
	for i := range r.Sessions {
		s := &r.Sessions[i]
		cost := 0.0
		if s.Cost != nil {
			cost = *s.Cost
		}
		fmt.Fprintf(&b, "%s %s %s %s %v %v %v\n", s.ID, s.Repo.Key, s.Verdict.Status, s.Verdict.Title, s.Verdict.Evidence, s.Usage, cost)
	}
	return b.String()
}

// Any number of such changes, one after the other, in any order.
func TestWarmIsFreshAfterAnyChanges(t *testing.T) {
	changes := restsOn()
	var names []string
	for name := range changes {
		names = append(names, name)
	}
	slices.Sort(names)
	for seed := range uint64(long.Number(t, "PRISM_CHANGES", 1, 2)) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			t.Parallel()
			rng := rand.New(rand.NewPCG(seed, 11))
			g := newGround(t)
			var kept pipeline.Store = memory.New()
			if seed%2 == 1 {
				kept = open(t)
			}
			var done []string
			for range 10 {
				name := names[rng.IntN(len(names))]
				done = append(done, name)
				changes[name][0](g)
				if rng.IntN(3) > 0 {
					changes[name][1](g)
				}
				if rng.IntN(4) == 0 {
					g.rewrite(rng.IntN(50))
				}
				for _, repo := range []string{"hollyhock", "larkspur", "tideline"} {
					g.folder(repo)
				}
				o := g.options()
				o.Store = kept
				sameAnswer(t, strings.Join(done, ", "), run(t, g.options()), run(t, o))
				if t.Failed() {
					return
				}
			}
		})
	}
}
