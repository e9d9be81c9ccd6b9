// Command gen compiles the rule file of gitleaks (TOML) into the line format
// that package secret embeds: parsing TOML at every start of the program would
// cost more than all the rest of the start.
//
// The format: a head line "gitleaks VERSION SHA256" with the hash of all that
// follows it, then lines "key value". "global" opens the list of exceptions for
// all rules, "rule ID" a rule, "allow CONDITION TARGET" a list of exceptions of
// the rule above it. Values of "keywords" and "stop" are separated by tabs.
package main

import (
	"crypto/sha256"
	"flag"
	"fmt"
	"os"
	"strconv"
	"strings"

	"github.com/BurntSushi/toml"
)

type allowlist struct {
	Condition   string   `toml:"condition"`
	RegexTarget string   `toml:"regexTarget"`
	Paths       []string `toml:"paths"`
	Regexes     []string `toml:"regexes"`
	StopWords   []string `toml:"stopwords"`
}

type rule struct {
	ID          string      `toml:"id"`
	Description string      `toml:"description"`
	Regex       string      `toml:"regex"`
	Path        string      `toml:"path"`
	SecretGroup int         `toml:"secretGroup"`
	Entropy     float64     `toml:"entropy"`
	Keywords    []string    `toml:"keywords"`
	Allowlists  []allowlist `toml:"allowlists"`
}

type config struct {
	Title      string    `toml:"title"`
	MinVersion string    `toml:"minVersion"`
	Allowlist  allowlist `toml:"allowlist"`
	Rules      []rule    `toml:"rules"`
}

func main() {
	version := flag.String("version", "", "version of gitleaks the file is of")
	in := flag.String("in", "gitleaks.toml", "rule file to read")
	out := flag.String("out", "gitleaks.rules", "file to write")
	flag.Parse()
	if err := run(*version, *in, *out); err != nil {
		fmt.Fprintln(os.Stderr, "gen:", err)
		os.Exit(1)
	}
}

func run(version, in, out string) error {
	if version == "" {
		return fmt.Errorf("no -version given")
	}
	var c config
	meta, err := toml.DecodeFile(in, &c)
	if err != nil {
		return fmt.Errorf("reading %s: %w", in, err)
	}
	// A key this program does not know could be one that narrows a rule: stop.
	for _, key := range meta.Undecoded() {
		if name := key[len(key)-1]; name != "description" {
			return fmt.Errorf("%s: key %s is not understood", in, key)
		}
	}
	body, err := compile(&c)
	if err != nil {
		return fmt.Errorf("compiling %s: %w", in, err)
	}
	head := fmt.Sprintf("gitleaks %s %x\n", version, sha256.Sum256([]byte(body)))
	if err := os.WriteFile(out, []byte(head+body), 0o644); err != nil {
		return fmt.Errorf("writing %s: %w", out, err)
	}
	return nil
}

func compile(c *config) (string, error) {
	w := &writer{}
	w.line("global", "")
	w.allow(c.Allowlist)
	for _, r := range c.Rules {
		w.line("rule", r.ID)
		w.line("text", r.Description)
		if r.Regex != "" {
			w.line("regex", r.Regex)
		}
		if r.Path != "" {
			w.line("path", r.Path)
		}
		if r.SecretGroup != 0 {
			w.line("group", strconv.Itoa(r.SecretGroup))
		}
		if r.Entropy != 0 {
			w.line("entropy", strconv.FormatFloat(r.Entropy, 'g', -1, 64))
		}
		w.list("keywords", r.Keywords)
		for _, a := range r.Allowlists {
			w.allow(a)
		}
	}
	return w.b.String(), w.err
}

type writer struct {
	b   strings.Builder
	err error
}

func (w *writer) line(key, value string) {
	if strings.ContainsAny(value, "\n\r") && w.err == nil {
		w.err = fmt.Errorf("%s holds a line break: %q", key, value)
	}
	w.b.WriteString(key)
	w.b.WriteByte(' ')
	w.b.WriteString(value)
	w.b.WriteByte('\n')
}

func (w *writer) list(key string, values []string) {
	if len(values) > 0 {
		w.line(key, strings.ToLower(strings.Join(values, "\t")))
	}
}

// allow writes one list of exceptions. Lists that name paths only are left
// out: prose of a transcript has no path.
func (w *writer) allow(a allowlist) {
	if len(a.Regexes) == 0 && len(a.StopWords) == 0 {
		return
	}
	condition, target := strings.ToUpper(a.Condition), a.RegexTarget
	if condition == "" {
		condition = "OR"
	}
	if target == "" {
		target = "secret"
	}
	// All conditions must hold and a path never does: the list allows nothing.
	if condition == "AND" && len(a.Paths) > 0 {
		return
	}
	w.line("allow", condition+" "+target)
	for _, re := range a.Regexes {
		w.line("except", re)
	}
	w.list("stop", a.StopWords)
}
