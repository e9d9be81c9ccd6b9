package link

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"prism/internal/digest"
	"prism/internal/fact"
	"prism/internal/transcript"
	"prism/internal/transcript/transcripttest"
)

// cleared begins a conversation by /clear at a second, with its prompt later on.
func cleared(id string, second, wait int) *transcripttest.Script {
	return transcripttest.Start(id, second).Kind(transcript.Cleared).Wait(wait).Prompt("y")
}

func reads(s *transcripttest.Script, files ...string) *transcripttest.Script {
	for i, f := range files {
		id := fmt.Sprintf("%sr%d-%d", s.Prefix, s.N, i)
		s.Call(id, "Read", "/src/app/"+f).Done(id, "")
	}
	return s
}

// The limits of a merge (DESIGN.md, Sessions 5): ten minutes from the /clear, half
// of the smaller set of files.
func TestMergeLimits(t *testing.T) {
	if MergeWithin != 10*time.Minute || MergeOverlap != 0.5 || OpenFor != 30*time.Minute {
		t.Errorf("%v, %v, %v: DESIGN.md says ten minutes, a half, thirty minutes", MergeWithin, MergeOverlap, OpenFor)
	}
	one := func(files ...string) *digest.Digest {
		return digested(t, "a", edits(transcripttest.Start("a", 0).Prompt("x"), files...))
	}
	const merged, apart = "none:a[1-1]+b[1-1]:none", "none:a[1-1]:clear clear:b[1-1]:none"
	for name, c := range map[string]struct {
		a, b *digest.Digest
		want string
	}{
		"at ten minutes":           {one("m.go"), digested(t, "b", edits(cleared("b", 50, 599), "m.go")), merged},
		"a second later":           {one("m.go"), digested(t, "b", edits(cleared("b", 50, 600), "m.go")), apart},
		"half of the smaller set":  {one("m.go", "n.go"), digested(t, "b", edits(cleared("b", 50, 0), "m.go", "o.go", "p.go", "q.go")), merged},
		"less than half of it":     {one("m.go", "n.go", "o.go"), digested(t, "b", edits(cleared("b", 50, 0), "m.go", "p.go", "q.go", "r.go")), apart},
		"a read file of an editor": {digested(t, "a", reads(edits(transcripttest.Start("a", 0).Prompt("x"), "m.go"), "n.go")), digested(t, "b", edits(cleared("b", 50, 0), "n.go")), apart},
		"both only read":           {digested(t, "a", reads(transcripttest.Start("a", 0).Prompt("x"), "m.go")), digested(t, "b", reads(cleared("b", 50, 0), "m.go")), merged},
		"one read, one edited":     {digested(t, "a", reads(transcripttest.Start("a", 0).Prompt("x"), "m.go")), digested(t, "b", edits(cleared("b", 50, 0), "m.go")), merged},
		"nothing touched":          {one("m.go"), digested(t, "b", cleared("b", 50, 0)), apart},
	} {
		if got := drawing(Link([]*digest.Digest{c.a, c.b}, later)); got != c.want {
			t.Errorf("%s: %s, want %s", name, got, c.want)
		}
	}
	// Another person, repository or agent is never merged, nor cleared by.
	for name, change := range map[string]func(*digest.Digest){
		"person": func(d *digest.Digest) { d.Person = "bob" }, "repository": func(d *digest.Digest) { d.Repo.Key = "/src/lib" }, "agent": func(d *digest.Digest) { d.Agent = "other" },
	} {
		b := digested(t, "b", edits(cleared("b", 50, 0), "m.go"))
		change(b)
		if got := drawing(Link([]*digest.Digest{one("m.go"), b}, later)); strings.Contains(got, "+") {
			t.Errorf("another %s: %s", name, got)
		}
	}
	a, b := one("m.go"), digested(t, "b", edits(cleared("b", 50, 0), "m.go"))
	a.Repo.Key, b.Repo.Key = "", ""
	if got := drawing(Link([]*digest.Digest{a, b}, later)); got != apart {
		t.Errorf("no repository known: %s", got)
	}
	for _, c := range []struct {
		a, b map[uint64]bool
		want float64
	}{{nil, nil, 0}, {map[uint64]bool{1: true}, nil, 0}, {map[uint64]bool{1: true, 2: true}, map[uint64]bool{1: true}, 1}, {map[uint64]bool{1: true}, map[uint64]bool{1: true, 2: true}, 1}, {map[uint64]bool{1: true, 2: true}, map[uint64]bool{2: true, 3: true}, 0.5}} {
		if got := overlap(c.a, c.b); got != c.want {
			t.Errorf("%v and %v overlap by %v", c.a, c.b, got)
		}
	}
}

// Which conversation a /clear closes: of the same person and folder, the one whose
// last event is the latest before it.
func TestWhatClearCloses(t *testing.T) {
	plain := func(id string, second int) *digest.Digest {
		return digested(t, id, transcripttest.Start(id, second).Prompt("x"))
	}
	for name, c := range map[string]struct {
		all  []*digest.Digest
		want string
	}{
		"the latest":                    {[]*digest.Digest{plain("a", 0), plain("b", 20), digested(t, "c", cleared("c", 50, 0))}, "none:a[1-1]:none none:b[1-1]:clear clear:c[1-1]:none"},
		"not one after it":              {[]*digest.Digest{plain("a", 0), plain("b", 90), digested(t, "c", cleared("c", 50, 0))}, "none:a[1-1]:clear clear:c[1-1]:none none:b[1-1]:none"},
		"none":                          {[]*digest.Digest{plain("b", 90), digested(t, "c", cleared("c", 50, 0))}, "clear:c[1-1]:none none:b[1-1]:none"},
		"the last session of it":        {[]*digest.Digest{digested(t, "a", transcripttest.Start("a", 0).Prompt("x").Prompt("new: y")), digested(t, "c", cleared("c", 50, 0))}, "none:a[1-1]:topic_shift topic_shift:a[2-2]:clear clear:c[1-1]:none"},
		"two in a row":                  {[]*digest.Digest{plain("a", 0), digested(t, "b", cleared("b", 20, 0)), digested(t, "c", cleared("c", 50, 0))}, "none:a[1-1]:clear clear:b[1-1]:clear clear:c[1-1]:none"},
		"the first by id of one moment": {[]*digest.Digest{plain("b", 0), plain("a", 0), digested(t, "c", cleared("c", 50, 0))}, "none:a[1-1]:clear none:b[1-1]:none clear:c[1-1]:none"},
	} {
		got := strings.Fields(drawing(Link(c.all, later)))
		want := strings.Fields(c.want)
		for _, list := range [][]string{got, want} { // sessions of one moment are in order of id, which is a hash
			for i := 1; i < len(list); i++ {
				for j := i; j > 0 && list[j] < list[j-1]; j-- {
					list[j], list[j-1] = list[j-1], list[j]
				}
			}
		}
		if strings.Join(got, " ") != strings.Join(want, " ") {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
	}
}

// State by time: open while its last event is younger than thirty minutes; what
// ends in the future is no open session, and a boundary closes at once.
func TestStatesByTime(t *testing.T) {
	d := digested(t, "a", transcripttest.Start("a", 0).Prompt("x"))
	for at, want := range map[time.Duration]fact.State{0: fact.Open, OpenFor - time.Second: fact.Open, OpenFor: fact.Provisional, -time.Second: fact.Provisional} {
		if got := Link([]*digest.Digest{d}, d.End.Add(at)).Sessions[0].State; got != want {
			t.Errorf("%v after its end it is %s, want %s", at, got, want)
		}
	}
	if got := Link([]*digest.Digest{d}, time.Time{}).Sessions[0].State; got != fact.Provisional {
		t.Errorf("without a clock it is %s", got)
	}
}

// Facts of a session of several parts: what they tell together.
func TestFactsOfParts(t *testing.T) {
	a := edits(transcripttest.Start("a", 0).Prompt("x"), "m.go")
	a.Add(transcript.Record{Kind: transcript.Pull, URL: "https://x.test/1"}).Bill("m1", "small", fact.Tokens{Output: 3})
	b := edits(cleared("b", 50, 0), "m.go")
	b.Add(transcript.Record{Kind: transcript.Pull, URL: "https://x.test/1"}).Add(transcript.Record{Kind: transcript.Pull, URL: "https://x.test/2"})
	b.Prompt("z").Bill("m2", "big", fact.Tokens{Output: 9}).Bill("m3", "small", fact.Tokens{Output: 5})
	x, y := digested(t, "a", a), digested(t, "b", b)
	x.Branch, y.Branch = "one", ""
	l := Link([]*digest.Digest{x, y}, later)
	if len(l.Sessions) != 1 {
		t.Fatal(drawing(l))
	}
	price := func(model string, _ time.Time, n fact.Tokens) (float64, bool) {
		return float64(n.Output), model != "dear"
	}
	f := Facts(&l.Sessions[0], price)
	if strings.Join(f.Conversations, " ") != "a b" || strings.Join(f.Pulls, " ") != "https://x.test/1 https://x.test/2" || f.Branch != "one" || f.Turns != 3 || len(f.Parts) != 2 {
		t.Errorf("%+v", f)
	}
	if p := f.Parts[1]; p.Conversation != "b" || p.First != 1 || p.Last != 2 || p.FirstUUID == "" || p.LastUUID == p.FirstUUID || f.LastTurnUUID != p.LastUUID || f.FirstTurnUUID != f.Parts[0].FirstUUID {
		t.Errorf("%+v", f.Parts)
	}
	if f.Model != "big" || f.Cost == nil || *f.Cost != 17 || len(f.Usage) != 2 || f.Usage[0].Model != "big" || f.Usage[1].Requests != 2 || f.Usage[1].Tokens.Output != 8 || *f.Usage[1].Cost != 8 {
		t.Errorf("model %s, cost %v, usage %+v", f.Model, f.Cost, f.Usage)
	}
	if f.Started != l.Sessions[0].Start || f.Ended != l.Sessions[0].End || f.Person != "ann" || f.Repo.Name != "app" || f.Agent != "claude" || len(f.Aliases) != 1 {
		t.Errorf("%+v", f)
	}
	if f := Facts(&l.Sessions[0], nil); f.Cost != nil || f.Usage[0].Cost != nil {
		t.Error("without prices nothing has a cost")
	}
	y.Branch = "two"
	if f := Facts(&Link([]*digest.Digest{x, y}, later).Sessions[0], nil); f.Branch != "two" {
		t.Errorf("the branch is %s, not the last that was told", f.Branch)
	}
}

// Usage before any prompt lies outside of sessions: by conversation, model and
// quarter of an hour.
func TestOutsideByQuarter(t *testing.T) {
	s := transcripttest.Start("a", 0).Bill("m1", "m", fact.Tokens{Input: 1}).Bill("m2", "n", fact.Tokens{Input: 2}).Bill("m3", "m", fact.Tokens{Input: 4}).Wait(900).Bill("m4", "m", fact.Tokens{Input: 8})
	l := Link([]*digest.Digest{digested(t, "a", s), digested(t, "b", transcripttest.Start("b", 0).Bill("m5", "m", fact.Tokens{Input: 16}))}, later)
	price := func(string, time.Time, fact.Tokens) (float64, bool) { return 1, true }
	sums := map[string]int64{}
	for _, o := range OutsideFacts(l.Outside, price) {
		sums[fmt.Sprint(o.Conversation, " ", o.Usage.Model, " ", int(o.Time.Sub(transcripttest.Day)/(15*time.Minute)))] += o.Usage.Tokens.Input
	}
	want := map[string]int64{"a m 0": 5, "a n 0": 2, "a m 1": 8, "b m 0": 16}
	if fmt.Sprint(sums) != fmt.Sprint(want) {
		t.Errorf("%v, want %v", sums, want)
	}
}

// A message that stands in several files counts once: with the larger figures, in
// the conversation that owns its turn, at the time of its first line.
func TestMessagesCountOnce(t *testing.T) {
	a := transcripttest.Start("a", 0).Prompt("one").Bill("m1", "m", fact.Tokens{Output: 5})
	b := copied("b", a, "a").Wait(100).Prompt("two")
	for i := range b.Records {
		if b.Records[i].Answer.HasUsage {
			b.Records[i].Answer.Usage.Output = 8
		}
	}
	x := digested(t, "a", a)
	l := Link([]*digest.Digest{x, digested(t, "b", b)}, later)
	var bills []Bill
	for i := range l.Sessions {
		bills = append(bills, l.Sessions[i].Bills...)
	}
	if len(bills) != 1 || bills[0].Tokens().Output != 8 || bills[0].Model() != "m" || !bills[0].Time().Equal(transcripttest.At(2)) || bills[0].Digest != x || bills[0].Nested() {
		t.Errorf("%+v in %s", bills, drawing(l))
	}
}

// What a commit closed stays closed: a /clear that comes later merges nothing.
func TestNoMergeUndoesACommit(t *testing.T) {
	a := digested(t, "a", edits(transcripttest.Start("a", 0).Prompt("x"), "m.go"))
	b := digested(t, "b", edits(cleared("b", 50, 0), "m.go"))
	if got := drawing(Link([]*digest.Digest{a, b}, later)); got != "none:a[1-1]+b[1-1]:none" {
		t.Fatalf("without a commit: %s", got)
	}
	a.Drafts[0].ClosedBy = fact.Commit
	if got := drawing(Link([]*digest.Digest{a, b}, later)); got != "none:a[1-1]:commit clear:b[1-1]:none" {
		t.Errorf("after a commit: %s", got)
	}
	b.Drafts[0].ClosedBy = fact.Commit
	c := digested(t, "c", edits(cleared("c", 99, 0), "m.go"))
	if got := drawing(Link([]*digest.Digest{a, b, c}, later)); got != "none:a[1-1]:commit clear:b[1-1]:commit clear:c[1-1]:none" {
		t.Errorf("after two: %s", got)
	}
}

// Two people made a plan of the same words in one repository: each goes on with their own,
// in whatever order the conversations are looked at.
func TestPlansOfTwoPeople(t *testing.T) {
	const plan = "Rename the parser and move its tests"
	made := func(id, person string, second int) *digest.Digest {
		d := digested(t, id, planned(transcripttest.Start(id, second), plan))
		d.Person = person
		return d
	}
	taken := digested(t, "c", handed(transcripttest.Start("c", 500), plan, ""))
	taken.Person = "ann"
	all := []*digest.Digest{made("a", "ann", 0), made("b", "bob", 200), taken}
	for _, order := range [][]int{{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}} {
		list := []*digest.Digest{all[order[0]], all[order[1]], all[order[2]]}
		ids := map[string]int{}
		l := Link(list, later)
		for i := range l.Sessions {
			ids[l.Sessions[i].ID]++
		}
		if len(l.Sessions) != 2 || len(ids) != 2 {
			t.Errorf("in the order %v: %s", order, drawing(l))
		}
	}
}
