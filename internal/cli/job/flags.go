package job

import (
	"fmt"
	"path/filepath"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"prism/internal/config"
	"prism/internal/term"
)

// ReadFlags are the flags of every command that reads transcripts.
type ReadFlags struct {
	db               string
	noStore          bool
	includeOpen      bool
	includeAutomated bool
	commitBoundary   bool
	judge, tz        string
	Since, Until     string
	Json, Csv        bool
	Demo, verbose    bool
	combined         bool
	judgeText        [3]string // values live in the settings
	filters          filterFlags
}

// Bind adds the flags to cmd; list says that it also prints CSV.
func (f *ReadFlags) Bind(cmd *cobra.Command, list bool) {
	fs := cmd.Flags()
	fs.SortFlags = false
	fs.StringVar(&f.tz, "tz", "", "time `ZONE` of days and weeks, such as Europe/Berlin (default: this machine's)")
	fs.BoolVar(&f.includeOpen, "include-open", false, "count sessions that are still going on")
	fs.BoolVar(&f.includeAutomated, "include-automated", false, "count machine runs (-p, SDK, scheduled)")
	fs.BoolVar(&f.commitBoundary, "commit-boundary", false, "let a commit of a session's files close it")
	fs.StringVar(&f.judge, "judge", "", "use the verdicts of judge `NAME` (default: offline)")
	fs.StringVar(&f.db, "db", "", "keep the store in `FILE`, or at postgres://USER@HOST/DATABASE")
	fs.BoolVar(&f.noStore, "no-store", false, "write nothing, remember nothing")
	fs.BoolVar(&f.Demo, "demo", false, "read the built-in sample transcripts instead of yours")
	fs.BoolVar(&f.Json, "json", false, "print JSON")
	if list {
		fs.BoolVar(&f.Csv, "csv", false, "print comma-separated values")
	}
	Complete(cmd, "judge", config.Judges()...)
	fs.BoolVarP(&f.verbose, "verbose", "v", false, "say more: unknown line types, every unreadable line")
}

// BindServe adds those of the flags that a server takes.
func (f *ReadFlags) BindServe(cmd *cobra.Command) {
	fs := cmd.Flags()
	fs.StringVar(&f.db, "db", "", "keep the store in `FILE`, or at postgres://USER@HOST/DATABASE")
	fs.StringVar(&f.tz, "tz", "", "time `ZONE` of days and weeks, such as Europe/Berlin (default: this machine's)")
	fs.BoolVar(&f.commitBoundary, "commit-boundary", false, "let a commit of a session's files close it")
}

// BindWindow adds the flags that name a stretch of time.
func (f *ReadFlags) BindWindow(cmd *cobra.Command) {
	fs := cmd.Flags()
	fs.StringVar(&f.Since, "since", "", "from `WHEN` on: 2026-11-14, 2026-11, 2026, 2026-W46, 7d, \"last week\", an RFC 3339 instant")
	fs.StringVar(&f.Until, "until", "", "up to `WHEN`, the named day, week, month or year included")
}

// Job is what a reading command was asked to do, all layers of settings joined.
type Job struct {
	Flags        *ReadFlags
	Cfg          *config.Config
	Args         []string // paths as they were typed
	Paths        []string // what to read; empty: the default folders
	Demo         string   // root of the unpacked samples, "" for none
	Store        string   // file of the store, "" for none
	Version      string   // of the judge, once it is chosen
	AsksAs       string   // version of what a model is asked, without a calibration; "" the offline judge
	Now          time.Time
	Zone         *time.Location // of days and weeks, by its real name where that is known
	Since, Until time.Time
	AnyFile      bool // a file that is no transcript is no fault
}

// OwnFlag annotates a flag that has the name of a setting and means something else.
const OwnFlag = "prism_own"

// judgePrefix begins the flags of reading commands that say which judge is meant,
// where their short names are taken or would be misread.
const judgePrefix = "judge-"

// BindJudge adds the flags that name one of the kept judges: what it was asked by
// is part of what a verdict is found by.
func (f *ReadFlags) BindJudge(cmd *cobra.Command) {
	fs := cmd.Flags()
	fs.StringVar(&f.judgeText[0], judgePrefix+"model", "", "the judge's verdicts by `MODEL` (default: claude-haiku-4-5 where Claude answers)")
	fs.BoolVar(&f.combined, "combined", false, "the judge's verdicts by one question instead of two")
	fs.StringVar(&f.judgeText[2], "track", "", TrackHelp)
	fs.StringVar(&f.judgeText[1], "fallback", "", "let `JUDGE` (offline) stand in, marked, where there is no verdict")
	Complete(cmd, "track", "offline", "llm")
	Complete(cmd, "fallback", "offline")
}

// Settings joins defaults, files, environment and the flags that were given.
func (p *Program) Settings(cmd *cobra.Command) (*config.Config, error) {
	given := map[string]string{}
	for _, s := range config.Settings() {
		if s.Flag == "" {
			continue
		}
		for _, name := range []string{s.Flag, judgePrefix + s.Flag} {
			if f := cmd.Flags().Lookup(name); f != nil && f.Changed && f.Annotations[OwnFlag] == nil {
				given[s.Flag] = f.Value.String()
			}
		}
	}
	cfg, err := config.Load(config.Sources{
		UserFile:    p.Folders().UserFile(),
		ProjectFile: p.ProjectFile(),
		Env:         p.Env,
		Flags:       given,
	})
	if err != nil {
		if strings.HasPrefix(err.Error(), "--") { // of a flag, and not of a file or the environment
			return nil, &Failure{Code: CodeUsage, Err: err}
		}
		return nil, &Failure{Code: CodeUsage, Err: fmt.Errorf("settings: %w", err), Hint: "'prism config --help' lists the keys."}
	}
	if why := cfg.LeftOut(); why != nil && !p.toldSettings {
		p.toldSettings = true
		p.Warn("%v; nothing of the project's file is taken", why)
	}
	return cfg, nil
}

// ProjectFile finds the .prism.toml that applies to the working folder.
func (p *Program) ProjectFile() string {
	if p.dir == "" {
		return ""
	}
	return config.ProjectFile(p.dir)
}

// NewJob joins settings, flags and paths.
func (p *Program) NewJob(cmd *cobra.Command, f *ReadFlags, paths []string) (*Job, error) {
	cfg, err := p.Settings(cmd)
	if err != nil {
		return nil, err
	}
	if err := f.filters.check(); err != nil {
		return nil, err
	}
	if f.Json && f.Csv {
		return nil, Usagef("--json and --csv are two forms of one answer; give one of them")
	}
	j := &Job{Flags: f, Cfg: cfg, Args: paths, Now: p.Now()}
	if v, err := cfg.Get("track"); err == nil && v.Text == "llm" && v.Origin.Layer == "flag" && !j.AsksModel() {
		return nil, Usagef("--track llm asks a model; name one with --judge anthropic, openai, claude …")
	}
	j.Zone = p.named(cfg.Zone(), j.Now)
	if j.Since, j.Until, err = parseWindow(f.Since, f.Until, j.Now.In(cfg.Zone())); err != nil {
		return nil, err
	}
	if f.Demo {
		if len(paths) > 0 {
			return nil, Usagef("--demo reads the built-in samples; leave out PATH or --demo")
		}
		return j, nil // its paths and its store (none) are set when it is unpacked
	}
	if !cfg.On("no_store") {
		j.Store = p.StoreFile(cfg)
	}
	if len(paths) == 0 {
		paths = cfg.Items("paths")
	}
	for _, path := range paths {
		if strings.TrimSpace(path) == "" { // an unset variable of a script; it is not meant as the working folder
			return nil, Usagef("a PATH is empty; leave it out to read the default folders, or write . for this one")
		}
		abs, err := filepath.Abs(p.Expand(path))
		if err != nil {
			return nil, fmt.Errorf("find %s: %w", path, err)
		}
		j.Paths = append(j.Paths, abs)
	}
	return j, nil
}

// StoreFile is the place of the store by the settings: a file, or the address of a
// database.
func (p *Program) StoreFile(cfg *config.Config) string {
	if db := cfg.Text("db"); db != "" {
		if InDatabase(db) {
			return db
		}
		if abs, err := filepath.Abs(p.Expand(db)); err == nil {
			return abs
		}
		return db
	}
	return p.Folders().StoreFile()
}

// Expand resolves a leading ~/ that no shell has: in settings and quoted arguments.
func (p *Program) Expand(path string) string {
	if rest, ok := strings.CutPrefix(path, "~/"); ok && p.Env("HOME") != "" {
		return filepath.Join(p.Env("HOME"), rest)
	}
	return path
}

// Again is the tail that makes another reading command read the same things.
func (j *Job) Again() string { return j.JudgeAgain(judgePrefix) + j.PathsAgain() }

// pathsNamed is how many paths a sentence names; more are a wall, and are what was typed.
const pathsNamed = 4

// PathsAgain is the tail that names the same transcripts again; "PATH…" stands for many.
func (j *Job) PathsAgain() string {
	if j.Flags.Demo {
		return " --demo"
	}
	if len(j.Args) > pathsNamed {
		return " PATH…"
	}
	var b strings.Builder
	for _, a := range j.Args {
		b.WriteString(" " + ShellQuote(a))
	}
	return b.String()
}

// JudgeAgain repeats the flags that chose the judge; prefix is that of --model.
func (j *Job) JudgeAgain(prefix string) string {
	text := ""
	for _, key := range []string{"judge", "model", "combined", "track", "fallback"} {
		v, err := j.Cfg.Get(key)
		if err != nil || v.Origin.Layer != "flag" {
			continue
		}
		switch {
		case key == "model":
			text += " --" + prefix + "model " + ShellQuote(v.Text)
		case v.Kind == config.Bool:
			text += " --" + v.Flag
			if v.Text == "false" {
				text += "=false"
			}
		default:
			text += " --" + v.Flag + " " + ShellQuote(v.Text)
		}
	}
	return text
}

// ShellQuote quotes an argument for a POSIX shell where it needs it. What no terminal
// should be shown is spelled out, so that the line does no harm and means the same.
func ShellQuote(s string) string {
	plain := func(r rune) bool {
		return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("-_./~+=:,@%", r)
	}
	if s != "" && strings.IndexFunc(s, func(r rune) bool { return !plain(r) }) < 0 {
		return s
	}
	if bare := strings.ReplaceAll(s, " ", ""); term.Clean(bare) == bare {
		return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
	}
	var b strings.Builder
	for len(s) > 0 {
		r, n := utf8.DecodeRuneInString(s)
		switch one := s[:n]; {
		case r == '\'' || r == '\\':
			b.WriteString(`\` + one)
		case r == ' ' || term.Clean(one) == one:
			b.WriteString(one)
		default:
			for _, c := range []byte(one) {
				fmt.Fprintf(&b, `\%03o`, c)
			}
		}
		s = s[n:]
	}
	return "$'" + b.String() + "'"
}

// TrackHelp is said by all commands alike.
const TrackHelp = "`WHO` tells where sessions begin: llm, the judge's model, or offline (default: llm where a model judges)"

// AsksModel reports whether the job's judge is a language model.
func (j *Job) AsksModel() bool { return j.Cfg.Text("judge") != "offline" }

// Parallel is how many requests may be under way at a time.
func (j *Job) Parallel() int {
	n, err := strconv.Atoi(j.Cfg.Text("parallel"))
	if err != nil {
		return 4 // the settings have checked it
	}
	return n
}

// MaxCost is the cap in USD, 0 for none.
func (j *Job) MaxCost() float64 {
	usd, err := strconv.ParseFloat(j.Cfg.Text("max_cost"), 64)
	if err != nil {
		return 0
	}
	return usd
}

// TracksByModel reports whether the job's judge tells where sessions begin.
func (j *Job) TracksByModel() bool { return j.AsksModel() && j.Cfg.Text("track") == "llm" }
