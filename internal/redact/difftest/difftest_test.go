package difftest

import (
	"bufio"
	"bytes"
	"encoding/json"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp/syntax"
	"slices"
	"strings"
	"testing"

	"github.com/zricethezav/gitleaks/v8/detect"

	"prism/internal/redact"
)

func scanner(t testing.TB) *detect.Detector {
	t.Helper()
	d, err := detect.NewDetectorDefaultConfig()
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func redactor(t testing.TB) *redact.Redactor {
	t.Helper()
	r, err := redact.New(redact.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// The catalogue has every rule of the scanner that a text without a path can
// meet.
func TestEveryRuleIsThere(t *testing.T) {
	have := map[string]bool{}
	for _, r := range redactor(t).Rules() {
		have[r.ID] = true
	}
	for id, rule := range scanner(t).Config.Rules {
		if rule.Regex != nil && !have[id] {
			t.Errorf("%s is missing", id)
		}
	}
}

// Whatever the scanner finds in a text made to match a rule, the gate hides.
func TestWhatTheScannerFindsIsHidden(t *testing.T) {
	d, r := scanner(t), redactor(t)
	ids := make([]string, 0, len(d.Config.Rules))
	for id := range d.Config.Rules {
		ids = append(ids, id)
	}
	slices.Sort(ids)
	s := sampler{rand.New(rand.NewPCG(3, 7))}
	found := map[string]int{}
	for _, id := range ids {
		rule := d.Config.Rules[id]
		if rule.Regex == nil {
			continue
		}
		re, err := syntax.Parse(rule.Regex.String(), syntax.Perl)
		if err != nil {
			t.Fatal(err)
		}
		for try := range 24 {
			text := s.of(re)
			if !hasKeyword(text, rule.Keywords) {
				text = rule.Keywords[0] + " " + text
			}
			switch try % 4 {
			case 1:
				text = "Some words before, \n" + text + "\nand some behind."
			case 2:
				text = "x := \"" + text + "\"\n"
			case 3:
				text = "line one\n    12→" + text + " \nline three"
			}
			compare(t, d, r, text, found)
		}
	}
	silent := 0
	for _, id := range ids {
		if found[id] == 0 {
			silent++
			t.Logf("no text made the scanner report %s", id)
		}
	}
	if silent > len(ids)/8 {
		t.Errorf("%d of %d rules were not tried", silent, len(ids))
	}
}

func hasKeyword(text string, keywords []string) bool {
	for _, k := range keywords {
		if strings.Contains(strings.ToLower(text), k) {
			return true
		}
	}
	return len(keywords) == 0
}

// The same over strings of real transcripts, where there are some.
func TestCorpus(t *testing.T) {
	d, r := scanner(t), redactor(t)
	found := map[string]int{}
	size := 0
	for _, text := range corpus(t, 6<<20) {
		compare(t, d, r, text, found)
		size += len(text)
	}
	t.Logf("%d bytes; findings of the scanner: %v", size, found)
}

// compare reports secrets that the scanner finds in text and the gate lets out.
func compare(t *testing.T, d *detect.Detector, r *redact.Redactor, text string, found map[string]int) {
	t.Helper()
	findings := d.DetectString(text)
	if len(findings) == 0 {
		return
	}
	scope := r.Session("diff")
	got := scope.Text(text).String()
	if err := scope.Err(); err != nil {
		t.Errorf("withheld: %v", err)
	}
	for _, f := range findings {
		found[f.RuleID]++
		if strings.Contains(got, f.Secret) && strings.Count(got, f.Secret) >= strings.Count(text, f.Secret) {
			t.Errorf("%s: a secret of %d bytes is let out: %q", f.RuleID, len(f.Secret), text)
		}
	}
}

func corpus(t *testing.T, limit int) []string {
	t.Helper()
	root := os.Getenv("PRISM_CORPUS")
	if root == "" {
		cache, err := os.UserCacheDir()
		if err != nil {
			t.Skip("no corpus: ", err)
		}
		root = filepath.Join(cache, "prism-corpus")
	}
	var list []string
	size := 0
	_ = filepath.WalkDir(root, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() || filepath.Ext(path) != ".jsonl" || size > limit {
			return nil
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return nil
		}
		in := bufio.NewReader(bytes.NewReader(data))
		for from := size; size < limit && size-from < limit/64; {
			line, err := in.ReadBytes('\n')
			var v any
			if json.Unmarshal(line, &v) == nil {
				walk(v, func(s string) {
					if len(s) > 40 {
						list = append(list, s)
						size += len(s)
					}
				})
			}
			if err != nil {
				break
			}
		}
		return nil
	})
	if len(list) == 0 {
		t.Skip("no corpus: set PRISM_CORPUS to a folder of transcripts")
	}
	return list
}

func walk(v any, do func(string)) {
	switch v := v.(type) {
	case string:
		do(v)
	case []any:
		for _, e := range v {
			walk(e, do)
		}
	case map[string]any:
		for _, e := range v {
			walk(e, do)
		}
	}
}
