package cli

import (
	"fmt"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"prism/internal/config"
)

// readFlags are the flags of every command that reads transcripts.
type readFlags struct {
	db               string
	noStore          bool
	includeOpen      bool
	includeAutomated bool
	commitBoundary   bool
	judge, tz        string
	since, until     string
	json, csv        bool
	demo, verbose    bool
	combined         bool
	judgeText        [3]string // values live in the settings
}

// bind adds the flags to cmd; list says that it also prints CSV.
func (f *readFlags) bind(cmd *cobra.Command, list bool) {
	fs := cmd.Flags()
	fs.SortFlags = false
	fs.StringVar(&f.tz, "tz", "", "time `ZONE` of days and weeks, such as Europe/Berlin (default: this machine's)")
	fs.BoolVar(&f.includeOpen, "include-open", false, "count sessions that are still going on")
	fs.BoolVar(&f.includeAutomated, "include-automated", false, "count machine runs (-p, SDK, scheduled)")
	fs.BoolVar(&f.commitBoundary, "commit-boundary", false, "let a commit of a session's files close it")
	fs.StringVar(&f.judge, "judge", "", "use the verdicts of judge `NAME` (default: offline)")
	fs.StringVar(&f.db, "db", "", "keep the store in `FILE`")
	fs.BoolVar(&f.noStore, "no-store", false, "write nothing, remember nothing")
	fs.BoolVar(&f.demo, "demo", false, "read the built-in sample transcripts instead of yours")
	fs.BoolVar(&f.json, "json", false, "print JSON")
	if list {
		fs.BoolVar(&f.csv, "csv", false, "print comma-separated values")
	}
	fs.BoolVarP(&f.verbose, "verbose", "v", false, "say more: unknown line types, every unreadable line")
}

// bindWindow adds the flags that name a stretch of time.
func (f *readFlags) bindWindow(cmd *cobra.Command) {
	fs := cmd.Flags()
	fs.StringVar(&f.since, "since", "", "from `WHEN` on: 2026-11-14, 2026-11, 2026-W46, 7d, \"last week\", an RFC 3339 instant")
	fs.StringVar(&f.until, "until", "", "up to `WHEN`, the named day, week or month included")
}

// job is what a reading command was asked to do, all layers of settings joined.
type job struct {
	flags        *readFlags
	cfg          *config.Config
	args         []string // paths as they were typed
	paths        []string // what to read; empty: the default folders
	demo         string   // root of the unpacked samples, "" for none
	store        string   // file of the store, "" for none
	version      string   // of the judge, once it is chosen
	now          time.Time
	zone         *time.Location // of days and weeks, by its real name where that is known
	since, until time.Time
}

// ownFlag annotates a flag that has the name of a setting and means something else.
const ownFlag = "prism_own"

// judgePrefix begins the flags of reading commands that say which judge is meant,
// where their short names are taken or would be misread.
const judgePrefix = "judge-"

// bindJudge adds the flags that name one of the kept judges: what it was asked by
// is part of what a verdict is found by.
func (f *readFlags) bindJudge(cmd *cobra.Command) {
	fs := cmd.Flags()
	fs.StringVar(&f.judgeText[0], judgePrefix+"model", "", "the judge's verdicts by `MODEL` (default: claude-haiku-4-5 where Claude answers)")
	fs.BoolVar(&f.combined, "combined", false, "the judge's verdicts by one question instead of two")
	fs.StringVar(&f.judgeText[2], "track", "", trackHelp)
	fs.StringVar(&f.judgeText[1], "fallback", "", "let `JUDGE` (offline) stand in, marked, where there is no verdict")
}

// settings joins defaults, files, environment and the flags that were given.
func (p *program) settings(cmd *cobra.Command) (*config.Config, error) {
	given := map[string]string{}
	for _, s := range config.Settings() {
		if s.Flag == "" {
			continue
		}
		for _, name := range []string{s.Flag, judgePrefix + s.Flag} {
			if f := cmd.Flags().Lookup(name); f != nil && f.Changed && f.Annotations[ownFlag] == nil {
				given[s.Flag] = f.Value.String()
			}
		}
	}
	cfg, err := config.Load(config.Sources{
		UserFile:    p.folders().UserFile(),
		ProjectFile: p.projectFile(),
		Env:         p.env,
		Flags:       given,
	})
	if err != nil {
		if strings.HasPrefix(err.Error(), "--") { // of a flag, and not of a file or the environment
			return nil, &failure{code: codeUsage, err: err}
		}
		return nil, &failure{code: codeUsage, err: fmt.Errorf("settings: %w", err), hint: "'prism config --help' lists the keys."}
	}
	return cfg, nil
}

// projectFile finds the .prism.toml that applies to the working folder.
func (p *program) projectFile() string {
	if p.dir == "" {
		return ""
	}
	return config.ProjectFile(p.dir)
}

// newJob joins settings, flags and paths.
func (p *program) newJob(cmd *cobra.Command, f *readFlags, paths []string) (*job, error) {
	cfg, err := p.settings(cmd)
	if err != nil {
		return nil, err
	}
	if f.json && f.csv {
		return nil, usagef("--json and --csv are two forms of one answer; give one of them")
	}
	j := &job{flags: f, cfg: cfg, args: paths, now: p.now()}
	if v, err := cfg.Get("track"); err == nil && v.Text == "llm" && v.Origin.Layer == "flag" && !j.asksModel() {
		return nil, usagef("--track llm asks a model; name one with --judge anthropic, openai, claude …")
	}
	j.zone = p.named(cfg.Zone(), j.now)
	if j.since, j.until, err = parseWindow(f.since, f.until, j.now.In(cfg.Zone())); err != nil {
		return nil, err
	}
	if f.demo {
		if len(paths) > 0 {
			return nil, usagef("--demo reads the built-in samples; leave out PATH or --demo")
		}
		return j, nil // its paths and its store (none) are set when it is unpacked
	}
	if !cfg.On("no_store") {
		j.store = p.storeFile(cfg)
	}
	if len(paths) == 0 {
		paths = cfg.Items("paths")
	}
	for _, path := range paths {
		if strings.TrimSpace(path) == "" { // an unset variable of a script; it is not meant as the working folder
			return nil, usagef("a PATH is empty; leave it out to read the default folders, or write . for this one")
		}
		abs, err := filepath.Abs(p.expand(path))
		if err != nil {
			return nil, fmt.Errorf("find %s: %w", path, err)
		}
		j.paths = append(j.paths, abs)
	}
	return j, nil
}

// storeFile is the file of the store by the settings.
func (p *program) storeFile(cfg *config.Config) string {
	if db := cfg.Text("db"); db != "" {
		if abs, err := filepath.Abs(p.expand(db)); err == nil {
			return abs
		}
		return db
	}
	return p.folders().StoreFile()
}

// expand resolves a leading ~/ that no shell has: in settings and quoted arguments.
func (p *program) expand(path string) string {
	if rest, ok := strings.CutPrefix(path, "~/"); ok && p.env("HOME") != "" {
		return filepath.Join(p.env("HOME"), rest)
	}
	return path
}

// again is the tail that makes another reading command read the same things.
func (j *job) again() string { return j.judgeAgain(judgePrefix) + j.pathsAgain() }

func (j *job) pathsAgain() string {
	if j.flags.demo {
		return " --demo"
	}
	var b strings.Builder
	for _, a := range j.args {
		b.WriteString(" " + shellQuote(a))
	}
	return b.String()
}

// judgeAgain repeats the flags that chose the judge; prefix is that of --model.
func (j *job) judgeAgain(prefix string) string {
	text := ""
	for _, key := range []string{"judge", "model", "combined", "track", "fallback"} {
		v, err := j.cfg.Get(key)
		if err != nil || v.Origin.Layer != "flag" {
			continue
		}
		switch {
		case key == "model":
			text += " --" + prefix + "model " + shellQuote(v.Text)
		case v.Kind == config.Bool:
			text += " --" + v.Flag
			if v.Text == "false" {
				text += "=false"
			}
		default:
			text += " --" + v.Flag + " " + shellQuote(v.Text)
		}
	}
	return text
}

// shellQuote quotes an argument for a POSIX shell where it needs it.
func shellQuote(s string) string {
	plain := func(r rune) bool {
		return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("-_./~+=:,@%", r)
	}
	if s != "" && strings.IndexFunc(s, func(r rune) bool { return !plain(r) }) < 0 {
		return s
	}
	return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
}

func visitFlags(cmd *cobra.Command, visit func(name string)) {
	each := func(f *pflag.Flag) { visit(f.Name) }
	cmd.Flags().VisitAll(each)
	cmd.InheritedFlags().VisitAll(each)
}
