package session

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"prism/internal/fact"
	"prism/internal/transcript"
)

func equateEmpty() cmp.Option { return cmpopts.EquateEmpty() }

// digest cuts and digests scripts as the conversation of one person.
func digest(tb interface{ Fatal(...any) }, id string, scripts ...*script) *Digest {
	c := build(id, scripts...)
	drafts, err := Cut(context.Background(), c, byWord{}, Options{})
	if err != nil {
		tb.Fatal(err)
	}
	d := NewDigest(c, drafts)
	d.Person, d.Repo = "ann", fact.Repo{Key: "/src/app", Name: "app"}
	return d
}

// start begins a script of a conversation at a second of the day.
func start(id string, second int) *script {
	return &script{session: id, prefix: id + "-", second: second}
}

// drawing shows linked sessions: conversation[turns] joined by +, with boundaries.
func drawing(l Linked) string {
	var out []string
	for i := range l.Sessions {
		s := &l.Sessions[i]
		var parts []string
		for _, p := range s.Parts {
			parts = append(parts, fmt.Sprintf("%s[%d-%d]", p.Digest.ID, p.First, p.Last))
		}
		out = append(out, fmt.Sprintf("%s:%s:%s", s.OpenedBy, strings.Join(parts, "+"), s.ClosedBy))
	}
	return strings.Join(out, " ")
}

var later = day.Add(48 * time.Hour)

// planned ends on a plan that was refused without a word.
func planned(s *script, plan string) *script {
	s.prompt("plan it")
	s.add(transcript.Record{Kind: transcript.Answer, Answer: transcript.AnswerPart{Calls: []transcript.Call{{ID: s.prefix + "p", Name: "ExitPlanMode", Plan: []byte(plan)}}}})
	return s.result(transcript.Result{CallID: s.prefix + "p", Outcome: transcript.Rejected}).kind(transcript.Interrupted)
}

func handed(s *script, plan, path string) *script {
	return s.add(transcript.Record{Kind: transcript.Prompt, Origin: transcript.PlanHand, Text: []byte("Implement the following plan:\n\n" + plan), Plan: []byte(plan), Transcript: path})
}

func edits(s *script, files ...string) *script {
	for i, f := range files {
		s.edit(fmt.Sprintf("%se%d-%d", s.prefix, s.n, i), f, []string{"some line in " + f}, nil)
	}
	return s
}

func TestLink(t *testing.T) {
	const plan = "# Plan\n1. do this thing"
	tests := []struct {
		name string
		make func() []*Digest
		want string
	}{
		{"two conversations are two sessions", func() []*Digest {
			return []*Digest{digest(t, "a", start("a", 0).prompt("x")), digest(t, "b", start("b", 50).prompt("y"))}
		}, "none:a[1-1]:none none:b[1-1]:none"},
		{"a plan is continued by the transcript it names", func() []*Digest {
			return []*Digest{digest(t, "a", planned(start("a", 0), plan)), digest(t, "b", handed(start("b", 50), "another wording", "/x/y/a.jsonl"))}
		}, "none:a[1-1]+b[1-1]:none"},
		{"by equal plan text where the path was masked", func() []*Digest {
			return []*Digest{digest(t, "a", planned(start("a", 0), plan)), digest(t, "b", handed(start("b", 50), "#  Plan 1. do\nthis thing", "/x/masked.jsonl"))}
		}, "none:a[1-1]+b[1-1]:none"},
		{"though the earlier one writes on for a moment", func() []*Digest {
			b := handed(start("b", 3), plan, "")
			b.recs[0].Time = at(4).Add(-15 * time.Millisecond)
			return []*Digest{digest(t, "a", planned(start("a", 0), plan)), digest(t, "b", b)}
		}, "none:a[1-1]+b[1-1]:none"},
		{"not from another repository", func() []*Digest {
			b := digest(t, "b", handed(start("b", 50), plan, ""))
			b.Repo.Key = "/src/other"
			return []*Digest{digest(t, "a", planned(start("a", 0), plan)), b}
		}, "none:a[1-1]:none none:b[1-1]:none"},
		{"not where the plan was not refused at the end", func() []*Digest {
			return []*Digest{digest(t, "a", planned(start("a", 0), plan).prompt("no, wait")), digest(t, "b", handed(start("b", 50), plan, ""))}
		}, "none:a[1-2]:none none:b[1-1]:none"},
		{"the first of several successors continues", func() []*Digest {
			return []*Digest{digest(t, "a", planned(start("a", 0), plan)), digest(t, "c", handed(start("c", 40), plan, "")), digest(t, "b", handed(start("b", 50), plan, ""))}
		}, "none:a[1-1]+c[1-1]:none none:b[1-1]:none"},
		{"plans chain", func() []*Digest {
			b := handed(start("b", 50), plan, "")
			planned(b, "# More of it")
			return []*Digest{digest(t, "a", planned(start("a", 0), plan)), digest(t, "b", b), digest(t, "c", handed(start("c", 90), "# More of it", ""))}
		}, "none:a[1-1]+b[1-2]+c[1-1]:none"},
		{"only the last session of the earlier conversation is continued", func() []*Digest {
			a := start("a", 0).prompt("x").prompt("new: y")
			return []*Digest{digest(t, "a", planned(a, plan)), digest(t, "b", handed(start("b", 50), plan, ""))}
		}, "none:a[1-1]:topic_shift topic_shift:a[2-3]+b[1-1]:none"},
		{"two that name each other end somewhere", func() []*Digest {
			return []*Digest{digest(t, "a", handed(start("a", 0), plan, "b.jsonl")), digest(t, "b", handed(start("b", 0), plan, "a.jsonl"))}
		}, "none:b[1-1]+a[1-1]:none"},
		{"/clear at the head closes the conversation before it", func() []*Digest {
			return []*Digest{digest(t, "a", start("a", 0).prompt("x")), digest(t, "b", start("b", 50).kind(transcript.Cleared).prompt("y"))}
		}, "none:a[1-1]:clear clear:b[1-1]:none"},
		{"the latest of several, of the same folder and person", func() []*Digest {
			other := digest(t, "c", start("c", 30).prompt("z"))
			other.Person = "bob"
			elsewhere := start("d", 35)
			elsewhere.add(transcript.Record{Kind: transcript.Prompt, CWD: "/src/lib", Text: []byte("w")})
			return []*Digest{digest(t, "a", start("a", 0).prompt("x")), digest(t, "b", start("b", 10).prompt("y")), other, digest(t, "d", elsewhere),
				digest(t, "e", start("e", 50).kind(transcript.Cleared).prompt("v"))}
		}, "none:a[1-1]:none none:b[1-1]:clear none:c[1-1]:none none:d[1-1]:none clear:e[1-1]:none"},
		{"nothing before it, nothing closed", func() []*Digest {
			return []*Digest{digest(t, "a", start("a", 100).prompt("x")), digest(t, "b", start("b", 50).kind(transcript.Cleared).prompt("y"))}
		}, "clear:b[1-1]:none none:a[1-1]:none"},
		{"a clear in mid-task is merged again", func() []*Digest {
			a := edits(start("a", 0).prompt("x"), "m.go", "n.go")
			b := edits(start("b", 50).kind(transcript.Cleared).wait(500).prompt("y"), "m.go", "o.go", "p.go")
			return []*Digest{digest(t, "a", a), digest(t, "b", b)}
		}, "none:a[1-1]+b[1-1]:none"},
		{"not after more than ten minutes", func() []*Digest {
			a := edits(start("a", 0).prompt("x"), "m.go")
			b := edits(start("b", 50).kind(transcript.Cleared).wait(600).prompt("y"), "m.go")
			return []*Digest{digest(t, "a", a), digest(t, "b", b)}
		}, "none:a[1-1]:clear clear:b[1-1]:none"},
		{"not with less than half of the files", func() []*Digest {
			a := edits(start("a", 0).prompt("x"), "m.go", "n.go", "o.go")
			b := edits(start("b", 50).kind(transcript.Cleared).prompt("y"), "m.go", "p.go", "q.go")
			return []*Digest{digest(t, "a", a), digest(t, "b", b)}
		}, "none:a[1-1]:clear clear:b[1-1]:none"},
		{"files read count where a side edited none", func() []*Digest {
			a := start("a", 0).prompt("x").call("r1", "Read", "/src/app/m.go").done("r1", "")
			b := edits(start("b", 50).kind(transcript.Cleared).prompt("y"), "m.go")
			return []*Digest{digest(t, "a", a), digest(t, "b", b)}
		}, "none:a[1-1]+b[1-1]:none"},
		{"no files, no merge", func() []*Digest {
			return []*Digest{digest(t, "a", start("a", 0).prompt("x")), digest(t, "b", start("b", 50).kind(transcript.Cleared).prompt("y"))}
		}, "none:a[1-1]:clear clear:b[1-1]:none"},
		{"not without a clear", func() []*Digest {
			return []*Digest{digest(t, "a", edits(start("a", 0).prompt("x"), "m.go")), digest(t, "b", edits(start("b", 50).prompt("y"), "m.go"))}
		}, "none:a[1-1]:none none:b[1-1]:none"},
		{"merges chain", func() []*Digest {
			return []*Digest{
				digest(t, "a", edits(start("a", 0).prompt("x"), "m.go", "n.go")),
				digest(t, "b", edits(start("b", 50).kind(transcript.Cleared).prompt("y"), "n.go")),
				digest(t, "c", edits(start("c", 100).kind(transcript.Cleared).prompt("z"), "m.go")),
			}
		}, "none:a[1-1]+b[1-1]+c[1-1]:none"},
		{"a clear in mid-file merges too", func() []*Digest {
			a := edits(start("a", 0).prompt("x"), "m.go").kind(transcript.Cleared)
			return []*Digest{digest(t, "a", edits(a.prompt("y"), "m.go"))}
		}, "none:a[1-2]:none"},
		{"a topic shift is never undone", func() []*Digest {
			a := edits(start("a", 0).prompt("x"), "m.go")
			return []*Digest{digest(t, "a", edits(a.prompt("new: y"), "m.go"))}
		}, "none:a[1-1]:topic_shift topic_shift:a[2-2]:none"},
		{"not side by side", func() []*Digest {
			a := edits(start("a", 0).prompt("x"), "m.go").kind(transcript.Cleared)
			b := edits(start("b", 1).prompt("y").wait(30).prompt("new: z"), "m.go")
			return []*Digest{digest(t, "a", a), digest(t, "b", b)}
		}, "none:a[1-1]:clear none:b[1-1]:topic_shift topic_shift:b[2-2]:none"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			digests := tt.make()
			if got := drawing(Link(digests, later)); got != tt.want {
				t.Errorf("got  %s\nwant %s", got, tt.want)
			}
			for i, j := 0, len(digests)-1; i < j; i, j = i+1, j-1 {
				digests[i], digests[j] = digests[j], digests[i]
			}
			if got := drawing(Link(digests, later)); got != tt.want {
				t.Errorf("in reverse order: %s", got)
			}
		})
	}
}

// copied makes a script that begins with the records of another conversation, as
// resume and fork write them: same uuids, own session id.
func copied(id string, from *script, claim string) *script {
	s := &script{session: id, prefix: id + "-", leaf: from.leaf, second: from.second}
	for _, r := range from.recs {
		r.Session = id
		if r.Kind == transcript.Answer {
			r.Claim = claim
		}
		s.recs = append(s.recs, r)
		s.n++
	}
	return s
}

func TestOwnershipOfCopies(t *testing.T) {
	original := func() *script {
		return edits(start("a", 0).prompt("one").bill("m1", "m", fact.Tokens{Output: 5}).prompt("two"), "m.go").bill("m2", "m", fact.Tokens{Output: 7})
	}
	tests := []struct {
		name string
		make func() []*Digest
		want string
	}{
		{"a fork is a session of its own where the original goes on", func() []*Digest {
			fork := copied("b", original(), "a").wait(100).prompt("other way").bill("m3", "m", fact.Tokens{Output: 1})
			return []*Digest{digest(t, "a", original().wait(50).prompt("three")), digest(t, "b", fork)}
		}, "none:a[1-3]:none none:b[3-3]:none"},
		{"a fork of an original that ended continues it", func() []*Digest {
			fork := copied("b", original(), "a").wait(100).prompt("other way")
			return []*Digest{digest(t, "a", original()), digest(t, "b", fork)}
		}, "none:a[1-2]+b[3-3]:none"},
		{"of two forks the first by time continues", func() []*Digest {
			return []*Digest{digest(t, "a", original()), digest(t, "b", copied("b", original(), "a").wait(100).prompt("later")),
				digest(t, "c", copied("c", original(), "a").wait(50).prompt("sooner"))}
		}, "none:a[1-2]+c[3-3]:none none:b[3-3]:none"},
		{"without a claim the one whose own lines begin first", func() []*Digest {
			fork := copied("b", original(), "").wait(100).prompt("other way")
			return []*Digest{digest(t, "a", original().wait(50).prompt("three")), digest(t, "b", fork)}
		}, "none:a[1-3]:none none:b[3-3]:none"},
		{"an old client's copy that goes on owns what its original only has", func() []*Digest {
			return []*Digest{digest(t, "a", original()), digest(t, "b", copied("b", original(), "").wait(50).prompt("three"))}
		}, "none:b[1-3]:none"},
		{"a topic shift right after the copy opens a session of its own", func() []*Digest {
			return []*Digest{digest(t, "a", original()), digest(t, "b", copied("b", original(), "a").wait(50).prompt("new: three"))}
		}, "none:a[1-2]:none topic_shift:b[3-3]:none"},
		{"a copy of everything under another id counts once", func() []*Digest {
			return []*Digest{digest(t, "a", original()), digest(t, "b", copied("b", original(), ""))}
		}, "none:a[1-2]:none"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			digests := tt.make()
			l := Link(digests, later)
			if got := drawing(l); got != tt.want {
				t.Errorf("got  %s\nwant %s", got, tt.want)
			}
			want := map[uint64]int64{}
			for _, d := range digests {
				for _, u := range d.Usage {
					want[u.Key] = max(want[u.Key], u.Tokens.Total())
				}
			}
			var sum, got int64
			for _, n := range want {
				sum += n
			}
			for i := range l.Sessions {
				for _, b := range l.Sessions[i].Bills {
					got += b.Tokens().Total()
				}
			}
			if got != sum || len(l.Outside) != 0 {
				t.Errorf("%d tokens in sessions, want %d; %d bills outside", got, sum, len(l.Outside))
			}
		})
	}
}

func TestIDsAliasesAndStates(t *testing.T) {
	a := digest(t, "a", edits(start("a", 0).prompt("x"), "m.go"))
	alone := Link([]*Digest{a}, later).Sessions[0]
	b := digest(t, "b", edits(start("b", 50).kind(transcript.Cleared).prompt("y"), "m.go"))
	second := Link([]*Digest{b}, later).Sessions[0]
	both := Link([]*Digest{b, a}, later)
	if len(both.Sessions) != 1 {
		t.Fatal(drawing(both))
	}
	s := both.Sessions[0]
	if s.ID != alone.ID || len(s.Aliases) != 1 || s.Aliases[0] != second.ID || len(s.ID) != 16 {
		t.Errorf("id %s, aliases %v; parts %s and %s", s.ID, s.Aliases, alone.ID, second.ID)
	}
	if s.InFile || !alone.InFile || alone.Draft != 0 || s.Key == alone.Key {
		t.Errorf("in file: merged %v, alone %v", s.InFile, alone.InFile)
	}
	if s.State != fact.Provisional || alone.State != fact.Provisional {
		t.Errorf("states %s, %s", s.State, alone.State)
	}
	if got := Link([]*Digest{a}, a.End.Add(29*time.Minute)).Sessions[0].State; got != fact.Open {
		t.Errorf("29 minutes after its last event a session is %s", got)
	}
	if got := Link([]*Digest{a}, a.End.Add(30*time.Minute)).Sessions[0].State; got != fact.Provisional {
		t.Errorf("30 minutes after its last event a session is %s", got)
	}
	c := digest(t, "c", start("c", 0).prompt("x").kind(transcript.Cleared))
	if got := Link([]*Digest{c}, c.End).Sessions[0].State; got != fact.Closed {
		t.Errorf("after /clear a session is %s", got)
	}
	// The id does not rest on how the conversation goes on, nor on its file.
	grown := digest(t, "a", edits(start("a", 0).prompt("x"), "m.go").prompt("more"))
	grown.File = "/elsewhere/a.jsonl"
	if got := Link([]*Digest{grown}, later).Sessions[0]; got.ID != alone.ID || got.Key == alone.Key {
		t.Errorf("grown: id %s, want %s; key changed: %v", got.ID, alone.ID, got.Key != alone.Key)
	}
	// A prompt without uuid has an id too, by its time and text.
	q := start("q", 0)
	q.add(transcript.Record{Kind: transcript.Enqueued, UUID: "-", Text: []byte("hello")})
	r := start("q", 0)
	r.add(transcript.Record{Kind: transcript.Enqueued, UUID: "-", Text: []byte("hello, you")})
	if x, y := Link([]*Digest{digest(t, "q", q)}, later).Sessions[0], Link([]*Digest{digest(t, "q", r)}, later).Sessions[0]; x.ID == y.ID {
		t.Error("two texts, one id")
	}
}

func TestMachineRuns(t *testing.T) {
	s := start("a", 0)
	s.add(transcript.Record{Kind: transcript.Prompt, Origin: transcript.Machine, Text: []byte("run")})
	m := digest(t, "a", edits(s, "m.go"))
	l := Link([]*Digest{m, digest(t, "b", edits(start("b", 50).kind(transcript.Cleared).prompt("y"), "m.go"))}, later)
	if got, want := drawing(l), "none:a[1-1]:none clear:b[1-1]:none"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if !l.Sessions[0].Automated || l.Sessions[1].Automated {
		t.Error("only the first is a machine run")
	}
}

func TestUsageOutsideSessions(t *testing.T) {
	a := digest(t, "a", start("a", 0).bill("m0", "m", fact.Tokens{Input: 3}).prompt("x").bill("m1", "m", fact.Tokens{Output: 4}))
	none := digest(t, "b", start("b", 0).bill("m2", "m", fact.Tokens{Input: 5}))
	l := Link([]*Digest{a, none}, later)
	if len(l.Outside) != 2 || len(l.Sessions) != 1 || len(l.Sessions[0].Bills) != 1 {
		t.Fatalf("%d outside, %d sessions", len(l.Outside), len(l.Sessions))
	}
	price := func(string, time.Time, fact.Tokens) (float64, bool) { return 0.5, true }
	if out := OutsideFacts(l.Outside, price); len(out) != 2 || *out[0].Usage.Cost != 0.5 || out[0].Repo.Name != "app" {
		t.Errorf("outside facts %+v", out)
	}
}

// world draws several conversations that may share lines, plans and clears.
func world(t *rapid.T) []*Digest {
	var all []*Digest
	var earlier []*script
	for i := range rapid.IntRange(1, 5).Draw(t, "conversations") {
		id := fmt.Sprintf("c%d", i)
		s := conversations(t, id)
		s.session = id
		if len(earlier) > 0 && rapid.IntRange(0, 2).Draw(t, "copy") == 0 {
			from := rapid.SampledFrom(earlier).Draw(t, "from")
			c := copied(id, from, rapid.SampledFrom([]string{"", from.session}).Draw(t, "claim"))
			for _, r := range s.recs {
				if r.Time = r.Time.Add(time.Hour); r.Kind == transcript.Prompt || r.Kind == transcript.Answer {
					c.recs = append(c.recs, r)
				}
			}
			for k := range c.recs {
				c.recs[k].Line = k + 1
			}
			s = c
		}
		shift := time.Duration(rapid.IntRange(0, 40).Draw(t, "shift")) * time.Minute
		if len(earlier) == 0 || len(s.recs) == 0 || s.leaf == "" {
			for k := range s.recs {
				s.recs[k].Time = s.recs[k].Time.Add(shift)
			}
		}
		earlier = append(earlier, s)
		all = append(all, digest(t, id, s))
	}
	return all
}

func TestLinkHolds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		all := world(t)
		now := later
		l := Link(all, now)
		// The order of files changes nothing.
		mixed := rapid.Permutation(all).Draw(t, "order")
		m := Link(mixed, now)
		if diff := cmp.Diff(summary(l), summary(m)); diff != "" {
			t.Fatal(diff)
		}
		// Nor does a file that is given twice.
		twice := Link(append(mixed, mixed[0]), now)
		if diff := cmp.Diff(summary(l), summary(twice)); diff != "" {
			t.Fatal(diff)
		}
		// Every turn is in exactly one session, once over all its copies.
		seen := make(map[uint64]string)
		ids := make(map[string]bool)
		turns := 0
		for i := range l.Sessions {
			s := &l.Sessions[i]
			for _, id := range append([]string{s.ID}, s.Aliases...) {
				if ids[id] {
					t.Fatalf("id %s twice", id)
				}
				ids[id] = true
			}
			for _, p := range s.Parts {
				for n := p.First; n <= p.Last; n++ {
					key := p.Digest.Turns[n-1].Key
					if seen[key] != "" {
						t.Fatalf("turn %d of %s is in %s too", n, p.Digest.ID, seen[key])
					}
					seen[key] = s.ID
					turns++
				}
			}
			if s.InFile {
				d := s.Parts[0].Digest.Drafts[s.Draft]
				if len(s.Parts) != 1 || d.First != s.Parts[0].First || d.Last != s.Parts[0].Last {
					t.Fatalf("session %s is no draft", s.ID)
				}
			}
		}
		keys := make(map[uint64]bool)
		tokens := make(map[uint64]int64)
		for _, d := range all {
			for i := range d.Turns {
				keys[d.Turns[i].Key] = true
			}
			for _, u := range d.Usage {
				tokens[u.Key] = max(tokens[u.Key], u.Tokens.Total())
			}
		}
		if turns != len(keys) {
			t.Fatalf("%d turns in sessions, %d in files", turns, len(keys))
		}
		// Tokens of sessions and outside are the tokens of the files.
		var want, got int64
		for _, n := range tokens {
			want += n
		}
		for i := range l.Sessions {
			f := Facts(&l.Sessions[i], nil)
			for _, u := range f.Usage {
				got += u.Tokens.Total()
			}
		}
		for _, b := range l.Outside {
			got += b.Tokens().Total()
		}
		if got != want {
			t.Fatalf("%d tokens accounted for, %d in files", got, want)
		}
	})
}

func summary(l Linked) []string {
	var out []string
	for i := range l.Sessions {
		s := &l.Sessions[i]
		n := int64(0)
		for _, b := range s.Bills {
			n += b.Tokens().Total()
		}
		out = append(out, fmt.Sprint(s.ID, s.Aliases, s.State, s.Key, s.InFile, s.Draft, n, s.Start, s.End))
	}
	return append(out, drawing(l), fmt.Sprint(len(l.Outside)))
}

func TestFacts(t *testing.T) {
	s := start("a", 0)
	s.prompt("Please fix the parser, it drops the last line of every file.")
	s.edit("1", "/src/app/a.go", []string{"func alpha() {", "return beta(gamma)"}, []string{"func omega() {"})
	fork := s.leaf
	s.prompt("wrong").edit("2", "/src/app/b.md", []string{"one line", "two lines", "three"}, nil).bill("m1", "big", fact.Tokens{Output: 9})
	s.leaf = fork
	s.prompt("Now run the tests and tell me what they say.").call("3", "Bash", "go test ./...").done("3", "ok").call("4", "Bash", "rm x").done("4", "")
	s.bill("m2", "small", fact.Tokens{Output: 5})
	s.add(transcript.Record{Kind: transcript.Answer, Nested: true, Answer: transcript.AnswerPart{MessageID: "n", Model: "small", HasUsage: true, Usage: fact.Tokens{Output: 50}}})
	d := digest(t, "a", s)
	l := Link([]*Digest{d}, later)
	price := func(model string, _ time.Time, n fact.Tokens) (float64, bool) {
		return float64(n.Total()), model == "small"
	}
	f := Facts(&l.Sessions[0], price)
	if want := fact.NewFloor(2, 2, 1, 2); f.Floor != want {
		t.Errorf("floor %+v, want %+v", f.Floor, want)
	}
	if f.Turns != 3 || f.FirstTurnUUID != "a-u1" || f.Model != "small" || f.Languages != (fact.Languages{Code: "go", Prompt: "en"}) {
		t.Errorf("turns %d, first %q, model %q, languages %+v", f.Turns, f.FirstTurnUUID, f.Model, f.Languages)
	}
	if f.Cost != nil || len(f.Usage) != 2 {
		t.Fatalf("cost %v, usage %+v", f.Cost, f.Usage)
	}
	if u := f.Usage[1]; u.Model != "small" || u.Requests != 1 || u.Tokens.Output != 5 || *u.Cost != 5 || u.Nested.Output != 50 || *u.NestedCost != 50 {
		t.Errorf("usage %+v", u)
	}
	if u := f.Usage[0]; u.Model != "big" || u.Cost != nil {
		t.Errorf("usage %+v", u)
	}
}

func TestRepoDir(t *testing.T) {
	for _, tt := range []struct {
		cwds []string
		want string
	}{
		{nil, ""},
		{[]string{"/src/app/web", "/src/app"}, "/src/app"},
		{[]string{"/src/app/.worktrees/fix/web"}, "/src/app/web"},
		{[]string{"/src/app/.claude/worktrees/fix"}, "/src/app"},
		{[]string{`C:\src\app\.worktrees\x`}, "C:/src/app"},
		{[]string{"/"}, "/"},
	} {
		if got := RepoDir(tt.cwds); got != tt.want {
			t.Errorf("%v: %q, want %q", tt.cwds, got, tt.want)
		}
	}
}
