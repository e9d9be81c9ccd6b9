package secret

import (
	"crypto/sha256"
	_ "embed"
	"encoding/hex"
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"sync"

	"prism/internal/redact/keyword"
)

// compiledRules is the rule file of gitleaks in the form of rules/gen.
//
//go:embed rules/gitleaks.rules
var compiledRules string

// leastRules is how many rules a sound rule file has at the least; v8.30.1 has
// 221 with a pattern. A file with fewer was cut.
const leastRules = 200

// wholeMatch as a rule's group makes all of a match the secret.
const wholeMatch = -1

// errRules reports a rule file that is missing, cut or changed. Going on
// without its rules would let out what they guard, so New fails instead.
var errRules = errors.New("rule file is missing or broken")

// pattern is the part of a rule that came from the rule file.
type pattern struct {
	id, about string
	source    string
	path      string
	group     int
	entropy   float64
	keywords  []string
	allow     []*exceptions
	// global are the exceptions that hold for all rules of the file.
	global []*exceptions

	re lazyRegexp

	// ident is set for patterns that were taken apart: what stands at the
	// keyword, "" if that is the keyword itself, and the value.
	ident, value     string
	identRE, valueRE lazyRegexp
}

// exceptions is one allow-list: what it holds is not a secret.
type exceptions struct {
	all     bool // all conditions must hold, not one
	target  string
	regexes []string
	stop    []string

	re       lazyRegexp
	once     sync.Once
	stopper  *keyword.Automaton
	stopFail error
}

// lazyRegexp compiles at its first use: most rules never meet their keyword,
// and compiling all of them takes longer than a whole run should.
type lazyRegexp struct {
	once sync.Once
	re   *regexp.Regexp
	err  error
}

func (l *lazyRegexp) get(source string) (*regexp.Regexp, error) {
	l.once.Do(func() {
		if l.re, l.err = regexp.Compile(source); l.err != nil {
			l.err = fmt.Errorf("%w: %w", errRules, l.err)
		}
	})
	return l.re, l.err
}

// parseRules reads the compiled rule file; see rules/gen for its form.
func parseRules(file string) ([]*pattern, error) {
	head, body, ok := strings.Cut(file, "\n")
	fields := strings.Fields(head)
	if !ok || len(fields) != 3 || fields[0] != "gitleaks" {
		return nil, fmt.Errorf("%w: no head line", errRules)
	}
	if sum := sha256.Sum256([]byte(body)); hex.EncodeToString(sum[:]) != fields[2] {
		return nil, fmt.Errorf("%w: its hash is not the one it states", errRules)
	}
	var (
		rules  []*pattern
		global []*exceptions
		rule   *pattern
		list   *exceptions
	)
	for n := 2; body != ""; n++ {
		var line string
		line, body, _ = strings.Cut(body, "\n")
		key, value, _ := strings.Cut(line, " ")
		var err error
		switch {
		case key == "global":
		case key == "rule":
			rule, list = &pattern{id: value}, nil
			rules = append(rules, rule)
		case key == "allow":
			condition, target, _ := strings.Cut(value, " ")
			list = &exceptions{all: condition == "AND", target: target}
			if rule == nil {
				global = append(global, list)
			} else {
				rule.allow = append(rule.allow, list)
			}
		case key == "except" && list != nil:
			list.regexes = append(list.regexes, value)
		case key == "stop" && list != nil:
			list.stop = strings.Split(value, "\t")
		case rule == nil:
			err = fmt.Errorf("%q outside a rule", key)
		case key == "text":
			rule.about = value
		case key == "regex":
			rule.source = value
		case key == "path":
			rule.path = value
		case key == "group":
			rule.group, err = strconv.Atoi(value)
		case key == "entropy":
			rule.entropy, err = strconv.ParseFloat(value, 64)
		case key == "keywords":
			rule.keywords = strings.Split(value, "\t")
		default:
			err = fmt.Errorf("unknown key %q", key)
		}
		if err != nil {
			return nil, fmt.Errorf("%w: line %d: %w", errRules, n, err)
		}
	}
	kept := rules[:0]
	for _, r := range rules {
		if r.source == "" { // the name of a file alone makes the finding
			continue
		}
		if len(r.keywords) == 0 {
			return nil, fmt.Errorf("%w: rule %s has no keyword", errRules, r.id)
		}
		r.global = global
		kept = append(kept, r)
	}
	if len(kept) < leastRules {
		return nil, fmt.Errorf("%w: %d rules, at least %d expected", errRules, len(kept), leastRules)
	}
	return kept, nil
}

// allowed reports whether a finding is an exception: of the rule file for all
// rules, or of its own rule. line is called only where a list asks for it.
func (p *pattern) allowed(secret, match string, line func() string) (bool, error) {
	for _, lists := range [2][]*exceptions{p.global, p.allow} {
		for _, list := range lists {
			ok, err := list.holds(secret, match, line)
			if ok || err != nil {
				return ok, err
			}
		}
	}
	return false, nil
}

func (e *exceptions) holds(secret, match string, line func() string) (bool, error) {
	target := secret
	switch e.target {
	case "match":
		target = match
	case "line":
		target = line()
	}
	byRegexp, byWord := false, false
	if len(e.regexes) > 0 && target != "" {
		// Joined as gitleaks joins them: a flag set in one pattern holds for
		// those behind it.
		re, err := e.re.get("(?:" + strings.Join(e.regexes, "|") + ")")
		if err != nil {
			return false, err
		}
		byRegexp = re.MatchString(target)
	}
	if len(e.stop) > 0 {
		e.once.Do(func() { e.stopper, e.stopFail = keyword.NewAutomaton(e.stop) })
		if e.stopFail != nil {
			return false, e.stopFail
		}
		byWord = e.stopper.Contains(secret)
	}
	if e.all {
		return (byRegexp || len(e.regexes) == 0) && (byWord || len(e.stop) == 0), nil
	}
	return byRegexp || byWord, nil
}
