package factfile

import (
	"errors"
	"maps"
	"slices"
	"strings"

	"prism/internal/digest"
	"prism/internal/fact"
	"prism/internal/redact"
)

// Clean passes the names that a digest holds through the gate, and besides them others.
// A folder that is here keeps its name, and root, the repository that the digest is of.
func Clean(gate *redact.Redactor, d *digest.Digest, root string, here func(folder string) bool, others ...*string) {
	names := append([]*string{&d.Version, &d.Branch, &d.Head.Transcript}, others...)
	lists := [][]string{d.Models, d.Pulls}
	paths := [][]string{d.CWDs, d.Paths}
	for i := range d.Turns {
		for _, u := range d.Turns[i].Undos {
			lists, paths = append(lists, u.Refs), append(paths, u.Paths)
		}
	}
	was := make([][]string, len(paths))
	for i, list := range paths {
		was[i] = slices.Clone(list)
	}
	for _, list := range slices.Concat(lists, paths) {
		for i := range list {
			names = append(names, &list[i])
		}
	}
	if !gate.Names(names...) {
		return
	}
	shown := make(map[string]string) // folders as transcripts write them, and as they are kept
	for i, raw := range was[0] {
		shown[raw] = d.CWDs[i]
	}
	for _, raw := range append(was[0], root) {
		if here(raw) {
			shown[raw] = raw
		}
	}
	// The deepest first: what lies below a folder begins as the folder does.
	folders := slices.SortedFunc(maps.Keys(shown), func(a, b string) int { return len(b) - len(a) })
	for i, list := range paths {
		for k, raw := range was[i] {
			for _, folder := range folders {
				rest, below := strings.CutPrefix(raw, folder)
				if below && (rest == "" || rest[0] == '/') {
					gate.Names(&rest)
					list[k] = shown[folder] + rest
					break
				}
			}
		}
	}
}

// Gate passes everything that a Row says through the gate, in place: names as names,
// prose as prose. What it says of models that were asked, and where its transcript lies,
// is left out.
func (r *Row) Gate(gate *redact.Redactor) error {
	d := r.Digest
	d.File = ""
	names := []*string{&r.Agent, &r.Conversation, &r.Judge, &r.JudgeVersion, &d.ID, &d.Agent}
	for i := range d.Turns {
		t := &d.Turns[i]
		names = append(names, &t.UUID)
		for k := range t.Code {
			names = append(names, &t.Code[k].Language)
		}
		for k := range t.Prompt {
			names = append(names, &t.Prompt[k].Language)
		}
		for k := range t.Undos {
			names = append(names, &t.Undos[k].Kind)
		}
		for k := range t.Commits {
			names = append(names, &t.Commits[k])
		}
	}
	scope := gate.Session(r.Conversation)
	for i := range r.Said {
		names = append(names, gateVerdict(scope, &r.Said[i].Verdict)...)
		for k := range r.Said[i].Parts {
			p := &r.Said[i].Parts[k]
			names = append(names, &p.Conversation, &p.Print)
		}
	}
	for i := range r.Samples {
		s := &r.Samples[i]
		s.Text = scope.Text(s.Text.String()).Clip(maxSample)
		names = append(names, &s.Session, &s.By, &s.Kind)
	}
	Clean(gate, d, "", func(string) bool { return false }, names...)
	skipped := make(map[string]int, len(r.Skipped))
	for _, why := range slices.Sorted(maps.Keys(r.Skipped)) {
		n := r.Skipped[why]
		gate.Names(&why)
		skipped[why] += n
	}
	if r.Skipped = skipped; len(skipped) == 0 {
		r.Skipped = nil
	}
	if scope.Err() != nil {
		return errors.New("the gate failed") // nothing is kept or sent that it has not passed
	}
	return nil
}

// gateVerdict passes the prose of a verdict, and gives its names.
func gateVerdict(scope *redact.Scope, v *fact.Verdict) (names []*string) {
	clip := func(t *redact.Text, most int) { *t = scope.Text(t.String()).Clip(most) }
	quote := func(e *fact.Evidence) {
		clip(&e.Quote, maxQuote)
		names = append(names, &e.UUID)
	}
	v.Calls = nil
	clip(&v.Title, maxTitle)
	clip(&v.Long, maxLong)
	clip(&v.Summary, maxSummary)
	clip(&v.Advice, maxProse)
	for i := range v.Criteria {
		names = append(names, &v.Criteria[i].Name)
		if e := v.Criteria[i].Evidence; e != nil {
			quote(e)
		}
	}
	for i := range v.Evidence {
		quote(&v.Evidence[i])
	}
	for i := range v.Reasons {
		clip(&v.Reasons[i].Text, maxProse)
	}
	return append(names, &v.Judge, &v.Version, &v.Model, &v.Reason, &v.Rubric.Letter, &v.Languages.Code, &v.Languages.Prompt)
}
