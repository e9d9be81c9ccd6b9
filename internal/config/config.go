// Package config finds out how Prism is set up: flag over environment over the
// project's .prism.toml over the person's config.toml over the default. Every
// value keeps its origin, so that `prism config` can explain it. Unknown keys are
// refused, with a suggestion, because a misspelt key that is silently ignored
// looks like one that works.
package config

import (
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/BurntSushi/toml"

	"prism/internal/disk"
)

// Kind is the type of a setting's value.
type Kind uint8

// The kinds.
const (
	String Kind = iota
	Bool
	List // in the environment: separated by commas
)

// Setting describes one key.
type Setting struct {
	Key     string
	Kind    Kind
	Default string // lists: ""
	Env     string // environment variable
	Flag    string // command-line flag, "" when there is none
	// Project says whether a project's file may set it. A file that comes with a
	// checked-out repository is written by strangers: it may shape what is counted,
	// but not where files are written or which model sees a transcript.
	Project bool
	Help    string
	check   func(string) error
	spell   func(string) string // the one spelling of a value; nil: as it is written
}

// Settings returns every key, in the order in which they are listed.
func Settings() []Setting {
	return []Setting{
		{Key: "paths", Kind: List, Env: "PRISM_PATHS", Help: "transcripts or folders to read when no PATH is given"},
		{Key: "db", Kind: String, Env: "PRISM_DB", Flag: "db", Help: "file of the store, or postgres://USER@HOST/DATABASE; empty: prism.db in the data folder", check: checkPlace},
		{Key: "no_store", Kind: Bool, Default: "false", Env: "PRISM_NO_STORE", Flag: "no-store", Help: "write nothing, remember nothing"},
		{Key: "judge", Kind: String, Default: "offline", Env: "PRISM_JUDGE", Flag: "judge", Help: "whose verdicts the score uses: " + strings.Join(Judges(), ", "), check: checkJudge},
		{Key: "model", Kind: String, Env: "PRISM_MODEL", Flag: "model", Help: "model that a judge asks; empty: claude-haiku-4-5 where Claude answers"},
		{Key: "base_url", Kind: String, Env: "PRISM_BASE_URL", Flag: "base-url", Help: "address of the judge's API; needed for openai", check: checkURL},
		{Key: "combined", Kind: Bool, Default: "false", Env: "PRISM_COMBINED", Flag: "combined", Help: "ask a model once for each session instead of twice"},
		{Key: "track", Kind: String, Default: "llm", Env: "PRISM_TRACK", Flag: "track", Help: "who tells where sessions begin under a model's judge: llm, that model, or offline", check: checkTrack},
		{Key: "fallback", Kind: String, Env: "PRISM_FALLBACK", Flag: "fallback", Help: "offline: its verdicts stand in, marked, where the judge has none", check: checkFallback},
		{Key: "max_cost", Kind: String, Env: "PRISM_MAX_COST", Flag: "max-cost", Help: "USD that a run may cost at most; empty: no cap", check: checkMoney},
		{Key: "parallel", Kind: String, Default: "4", Env: "PRISM_PARALLEL", Flag: "parallel", Help: "requests to a model at a time, 1 to 64", check: checkParallel},
		{Key: "opt_out", Kind: List, Env: "PRISM_OPT_OUT", Help: "repositories that no judge looks at, by name or path; * is anything"},
		{Key: "tz", Kind: String, Default: "Local", Env: "PRISM_TZ", Flag: "tz", Project: true, Help: "time zone of days and weeks, such as Europe/Berlin", spell: zoneName, check: checkZone},
		{Key: "include_open", Kind: Bool, Default: "false", Env: "PRISM_INCLUDE_OPEN", Flag: "include-open", Project: true, Help: "count sessions that are still going on"},
		{Key: "include_automated", Kind: Bool, Default: "false", Env: "PRISM_INCLUDE_AUTOMATED", Flag: "include-automated", Project: true, Help: "count machine runs (-p, SDK, scheduled)"},
		{Key: "commit_boundary", Kind: Bool, Default: "false", Env: "PRISM_COMMIT_BOUNDARY", Flag: "commit-boundary", Project: true, Help: "let a commit of a session's files close it"},
		{Key: "nudge", Kind: Bool, Default: "false", Env: "PRISM_NUDGE", Help: "say once a session, when the agent stops, what it lacks to be crushed"},
		{Key: "editor", Kind: String, Env: "PRISM_EDITOR", Help: "link by which the dashboard on this machine opens a file in your editor, such as vscode://file/{path}:{line}; empty: none", check: checkEditor},
		{Key: "prices", Kind: String, Env: "PRISM_PRICES", Help: "file with prices that go before the bundled ones"},
	}
}

// Origin says where a value comes from.
type Origin struct {
	Layer string // "default", "user", "project", "env", "flag"
	Place string // file, variable or flag
}

// String names the origin for a person.
func (o Origin) String() string {
	if o.Place == "" {
		return o.Layer
	}
	return o.Layer + " (" + o.Place + ")"
}

// Value is one key with its value and where it comes from.
type Value struct {
	Setting
	Text   string   // String and Bool
	Items  []string // List
	Origin Origin
}

// String is the value as a person would type it.
func (v Value) String() string {
	if v.Kind == List {
		return strings.Join(v.Items, ",")
	}
	return v.Text
}

// Config holds every setting. The zero value is not usable; see Load.
type Config struct {
	values  []Value
	leftOut error
}

// LeftOut says why the project's file was left out; nil: it was not.
func (c *Config) LeftOut() error { return c.leftOut }

// Sources is where Load looks.
type Sources struct {
	UserFile    string              // config.toml; need not exist
	ProjectFile string              // .prism.toml; "" for none
	Env         func(string) string // environment
	Flags       map[string]string   // flags that were given, by flag name
}

// Load reads all layers. A file that does not exist is an empty layer; a key that
// is unknown, of the wrong type or not allowed in its layer is an error that names
// the file and what to do. Of the project's file, which strangers wrote, no fault is
// an error: nothing of it is taken, and LeftOut says why.
func Load(src Sources) (*Config, error) {
	c := &Config{}
	for _, s := range Settings() {
		c.values = append(c.values, Value{Setting: s, Text: s.Default, Origin: Origin{Layer: "default"}})
	}
	if err := c.file(src.UserFile, "user"); err != nil {
		return nil, err
	}
	own := slices.Clone(c.values)
	if err := c.file(src.ProjectFile, "project"); err != nil {
		c.values, c.leftOut = own, err
	}
	for i := range c.values {
		v := &c.values[i]
		if src.Env != nil {
			if text := src.Env(v.Env); text != "" {
				if err := v.set(text, Origin{"env", v.Env}); err != nil {
					return nil, fmt.Errorf("%s: %w", v.Env, err)
				}
			}
		}
		if text, ok := src.Flags[v.Flag]; ok && v.Flag != "" {
			if err := v.set(text, Origin{"flag", "--" + v.Flag}); err != nil {
				return nil, fmt.Errorf("--%s: %w", v.Flag, err)
			}
		}
	}
	return c, nil
}

// With is the settings with another value of one, which from says the place of.
func (c *Config) With(key, text string, from Origin) (*Config, error) {
	with := &Config{values: slices.Clone(c.values), leftOut: c.leftOut}
	for i := range with.values {
		if v := &with.values[i]; v.Key == key {
			return with, v.set(text, from)
		}
	}
	return nil, unknownKey(key)
}

// Values lists every setting in order.
func (c *Config) Values() []Value { return slices.Clone(c.values) }

// Get returns a setting by its key; an unknown key is an error with a suggestion.
func (c *Config) Get(key string) (Value, error) {
	for _, v := range c.values {
		if v.Key == key {
			return v, nil
		}
	}
	return Value{}, unknownKey(key)
}

// Text returns the value of a string setting; key must be one of Settings.
func (c *Config) Text(key string) string { v, _ := c.Get(key); return v.Text }

// On returns the value of a boolean setting; key must be one of Settings.
func (c *Config) On(key string) bool { return c.Text(key) == "true" }

// Items returns the value of a list setting; key must be one of Settings.
func (c *Config) Items(key string) []string { v, _ := c.Get(key); return v.Items }

// Zone returns the time zone.
func (c *Config) Zone() *time.Location {
	loc, err := time.LoadLocation(c.Text("tz"))
	if err != nil { // checked when it was set
		return time.Local
	}
	return loc
}

func (c *Config) file(path, layer string) error {
	if path == "" {
		return nil
	}
	text, _, err := readFile(path)
	if err != nil {
		return err
	}
	raw := map[string]any{}
	if err := toml.Unmarshal(text, &raw); err != nil {
		var parse toml.ParseError
		if errors.As(err, &parse) {
			return fmt.Errorf("%s:%d: %s", path, parse.Position.Line, parse.Message)
		}
		return fmt.Errorf("%s: %w", path, err)
	}
	keys := make([]string, 0, len(raw))
	for k := range raw {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	for _, k := range keys {
		i := slices.IndexFunc(c.values, func(v Value) bool { return v.Key == k })
		if i < 0 {
			return fmt.Errorf("%s: %w", path, unknownKey(k))
		}
		v := &c.values[i]
		if layer == "project" && !v.Project {
			return fmt.Errorf("%s: %q may only be set by you (config.toml, %s or a flag), not by a project; remove it from this file", path, k, v.Env)
		}
		text, err := plain(raw[k], v.Kind)
		if err == nil {
			err = v.set(text, Origin{layer, path})
		}
		if err != nil {
			return fmt.Errorf("%s: %s: %w", path, k, err)
		}
	}
	return nil
}

// readFile reads a settings file as far as it is safe to parse; one that is not there
// is empty.
func readFile(path string) (text []byte, list []statement, err error) {
	text, err = disk.Read(path, disk.SmallFile)
	if disk.Missing(err) {
		return nil, nil, nil
	}
	if err != nil {
		return nil, nil, fmt.Errorf("read settings: %w", err)
	}
	if list, err = scan(text); err != nil {
		return nil, nil, fmt.Errorf("%s: %w", path, err)
	}
	return text, list, nil
}

// plain turns a TOML value of the right type into text.
func plain(x any, kind Kind) (string, error) {
	switch v := x.(type) {
	case string:
		if kind == String {
			return v, nil
		}
	case bool:
		if kind == Bool {
			return strconv.FormatBool(v), nil
		}
	case []any:
		if kind != List {
			break
		}
		items := make([]string, 0, len(v))
		for _, e := range v {
			s, ok := e.(string)
			if !ok || strings.Contains(s, ",") {
				return "", errors.New("wants strings without a comma")
			}
			items = append(items, s)
		}
		return strings.Join(items, ","), nil
	}
	return "", fmt.Errorf("wants %s", [...]string{"a string in quotes", "true or false", "a list of strings"}[kind])
}

// set checks text and takes it over.
func (v *Value) set(text string, from Origin) error {
	switch v.Kind {
	case Bool:
		b, err := strconv.ParseBool(strings.ToLower(text))
		if err != nil {
			return fmt.Errorf("%q is neither true nor false", text)
		}
		text = strconv.FormatBool(b)
	case List:
		v.Items = nil
		for item := range strings.SplitSeq(text, ",") {
			if item = strings.TrimSpace(item); item != "" {
				v.Items = append(v.Items, item)
			}
		}
		text = ""
	}
	if v.spell != nil {
		text = v.spell(text)
	}
	if v.check != nil {
		if err := v.check(text); err != nil {
			return err
		}
	}
	v.Text, v.Origin = text, from
	return nil
}

func checkZone(text string) error {
	if text == "" {
		return errors.New("wants a time zone such as Europe/Berlin, UTC or Local")
	}
	if _, err := time.LoadLocation(text); err != nil {
		return fmt.Errorf("unknown time zone %q; use a name such as Europe/Berlin, UTC or Local", text)
	}
	return nil
}

// Judges are the judges there are: the offline one, and the ways to a model.
func Judges() []string {
	return []string{"offline", "anthropic", "bedrock", "vertex", "openai", "claude", "files"}
}

func checkJudge(text string) error {
	if !slices.Contains(Judges(), text) {
		return fmt.Errorf("unknown judge %q; there are: %s", text, strings.Join(Judges(), ", "))
	}
	return nil
}

func checkFallback(text string) error {
	if text != "" && text != "offline" {
		return fmt.Errorf("%q cannot stand in; only the offline judge can", text)
	}
	return nil
}

func checkTrack(text string) error {
	if text != "offline" && text != "llm" {
		return fmt.Errorf("%q tracks nothing; there are: offline, llm", text)
	}
	return nil
}

func checkMoney(text string) error {
	if text == "" {
		return nil
	}
	if usd, err := strconv.ParseFloat(text, 64); err != nil || !(usd > 0) || usd > 1e6 {
		return fmt.Errorf("%q is no amount of USD above 0", text)
	}
	return nil
}

func checkURL(text string) error {
	if text == "" {
		return nil
	}
	u, err := url.Parse(text)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" {
		return fmt.Errorf("%q is no address; write one such as https://host/v1 or http://127.0.0.1:11434/v1", text)
	}
	return nil
}

// checkPlace refuses the address of a database that is none of ours, which would be taken
// for the name of a file. It may hold a password, which no error repeats.
func checkPlace(text string) error {
	scheme, _, ok := strings.Cut(text, "://")
	if !ok {
		return nil
	}
	switch strings.ToLower(scheme) {
	case "postgres", "postgresql":
		return nil
	case "file", "sqlite", "sqlite3":
		return fmt.Errorf("%s:// is no file; write its path alone", scheme)
	}
	return fmt.Errorf("nothing is kept at %s://; write the path of a file, or postgres://USER@HOST/DATABASE", scheme)
}

// checkEditor refuses what is no link to a program of this machine: the web is none, and
// what a browser would run is none.
func checkEditor(text string) error {
	if text == "" {
		return nil
	}
	scheme, rest, ok := strings.Cut(text, "://")
	u, err := url.Parse(scheme + "://x")
	if !ok || err != nil || u.Scheme != scheme || !strings.Contains(rest, "{path}") || len(text) > 200 || strings.ContainsFunc(text, func(r rune) bool { return r <= ' ' || r > '~' || r == '"' || r == '<' || r == '>' }) {
		return fmt.Errorf("%q is no link to an editor; write one such as vscode://file/{path}:{line}", text)
	}
	if slices.Contains([]string{"http", "https", "ftp", "ws", "wss", "javascript", "vbscript", "data", "blob", "file", "about", "view-source"}, scheme) {
		return fmt.Errorf("%s: leads to no editor; write a link such as vscode://file/{path}:{line}", scheme)
	}
	return nil
}

func checkParallel(text string) error {
	if n, err := strconv.Atoi(text); err != nil || n < 1 || n > 64 {
		return fmt.Errorf("%q is no number from 1 to 64", text)
	}
	return nil
}

// ProjectFile looks for .prism.toml in dir and the folders above it, up to the
// root of its git repository; "" when there is none. What it is and whether it can be
// read is for Load to say.
func ProjectFile(dir string) string {
	for {
		file := filepath.Join(dir, ".prism.toml")
		if _, err := os.Lstat(file); err == nil {
			return file
		}
		if _, err := os.Lstat(filepath.Join(dir, ".git")); err == nil {
			return ""
		}
		up := filepath.Dir(dir)
		if up == dir {
			return ""
		}
		dir = up
	}
}
