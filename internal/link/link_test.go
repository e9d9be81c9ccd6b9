package link

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"prism/internal/conversation"
	"prism/internal/digest"
	"prism/internal/fact"
	"prism/internal/transcript"
	"prism/internal/transcript/transcripttest"
)

// digested cuts and digests scripts as the conversation of one person.
func digested(tb interface{ Fatal(...any) }, id string, scripts ...*transcripttest.Script) *digest.Digest {
	c := build(id, scripts...)
	drafts, err := conversation.Cut(context.Background(), c, byWord{}, conversation.Options{})
	if err != nil {
		tb.Fatal(err)
	}
	d := digest.New(c, drafts)
	d.Person, d.Repo = "ann", fact.Repo{Key: "/src/app", Name: "app"}
	return d
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

var later = transcripttest.Day.Add(48 * time.Hour)

// planned ends on a plan that was refused without a word.
func planned(s *transcripttest.Script, plan string) *transcripttest.Script {
	s.Prompt("plan it")
	s.Add(transcript.Record{Kind: transcript.Answer, Answer: transcript.AnswerPart{Calls: []transcript.Call{{ID: s.Prefix + "p", Kind: transcript.CallPlan, Name: "ExitPlanMode", Plan: []byte(plan)}}}})
	return s.Result(transcript.Result{CallID: s.Prefix + "p", Outcome: transcript.Rejected}).Kind(transcript.Interrupted)
}

func handed(s *transcripttest.Script, plan, path string) *transcripttest.Script {
	return s.Add(transcript.Record{Kind: transcript.Prompt, Origin: transcript.PlanHand, Text: []byte("Implement the following plan:\n\n" + plan), Plan: []byte(plan), Transcript: path})
}

func edits(s *transcripttest.Script, files ...string) *transcripttest.Script {
	for i, f := range files {
		s.Edit(fmt.Sprintf("%se%d-%d", s.Prefix, s.N, i), f, []string{"some line in " + f}, nil)
	}
	return s
}

func TestLink(t *testing.T) {
	const plan = "# Plan\n1. do this thing"
	tests := []struct {
		name string
		make func() []*digest.Digest
		want string
	}{
		{"two conversations are two sessions", func() []*digest.Digest {
			return []*digest.Digest{digested(t, "a", transcripttest.Start("a", 0).Prompt("x")), digested(t, "b", transcripttest.Start("b", 50).Prompt("y"))}
		}, "none:a[1-1]:none none:b[1-1]:none"},
		{"a plan is continued by the transcript it names", func() []*digest.Digest {
			return []*digest.Digest{digested(t, "a", planned(transcripttest.Start("a", 0), plan)), digested(t, "b", handed(transcripttest.Start("b", 50), "another wording", "/x/y/a.jsonl"))}
		}, "none:a[1-1]+b[1-1]:none"},
		{"by equal plan text where the path was masked", func() []*digest.Digest {
			return []*digest.Digest{digested(t, "a", planned(transcripttest.Start("a", 0), plan)), digested(t, "b", handed(transcripttest.Start("b", 50), "#  Plan 1. do\nthis thing", "/x/masked.jsonl"))}
		}, "none:a[1-1]+b[1-1]:none"},
		{"though the earlier one writes on for a moment", func() []*digest.Digest {
			b := handed(transcripttest.Start("b", 3), plan, "")
			b.Records[0].Time = transcripttest.At(4).Add(-15 * time.Millisecond)
			return []*digest.Digest{digested(t, "a", planned(transcripttest.Start("a", 0), plan)), digested(t, "b", b)}
		}, "none:a[1-1]+b[1-1]:none"},
		{"not from another repository", func() []*digest.Digest {
			b := digested(t, "b", handed(transcripttest.Start("b", 50), plan, ""))
			b.Repo.Key = "/src/other"
			return []*digest.Digest{digested(t, "a", planned(transcripttest.Start("a", 0), plan)), b}
		}, "none:a[1-1]:none none:b[1-1]:none"},
		{"not where the plan was not refused at the end", func() []*digest.Digest {
			return []*digest.Digest{digested(t, "a", planned(transcripttest.Start("a", 0), plan).Prompt("no, wait")), digested(t, "b", handed(transcripttest.Start("b", 50), plan, ""))}
		}, "none:a[1-2]:none none:b[1-1]:none"},
		{"the first of several successors continues", func() []*digest.Digest {
			return []*digest.Digest{digested(t, "a", planned(transcripttest.Start("a", 0), plan)), digested(t, "c", handed(transcripttest.Start("c", 40), plan, "")), digested(t, "b", handed(transcripttest.Start("b", 50), plan, ""))}
		}, "none:a[1-1]+c[1-1]:none none:b[1-1]:none"},
		{"plans chain", func() []*digest.Digest {
			b := handed(transcripttest.Start("b", 50), plan, "")
			planned(b, "# More of it")
			return []*digest.Digest{digested(t, "a", planned(transcripttest.Start("a", 0), plan)), digested(t, "b", b), digested(t, "c", handed(transcripttest.Start("c", 90), "# More of it", ""))}
		}, "none:a[1-1]+b[1-2]+c[1-1]:none"},
		{"only the last session of the earlier conversation is continued", func() []*digest.Digest {
			a := transcripttest.Start("a", 0).Prompt("x").Prompt("new: y")
			return []*digest.Digest{digested(t, "a", planned(a, plan)), digested(t, "b", handed(transcripttest.Start("b", 50), plan, ""))}
		}, "none:a[1-1]:topic_shift topic_shift:a[2-3]+b[1-1]:none"},
		{"nobody continues another person's, named or by its plan", func() []*digest.Digest {
			b, c := digested(t, "b", handed(transcripttest.Start("b", 50), "another wording", "/x/y/a.jsonl")), digested(t, "c", handed(transcripttest.Start("c", 60), plan, ""))
			b.Person, c.Person = "bob", "bob"
			return []*digest.Digest{digested(t, "a", planned(transcripttest.Start("a", 0), plan)), b, c}
		}, "none:a[1-1]:none none:b[1-1]:none none:c[1-1]:none"},
		{"two that name each other end somewhere", func() []*digest.Digest {
			return []*digest.Digest{digested(t, "a", handed(transcripttest.Start("a", 0), plan, "b.jsonl")), digested(t, "b", handed(transcripttest.Start("b", 0), plan, "a.jsonl"))}
		}, "none:b[1-1]+a[1-1]:none"},
		{"/clear at the head closes the conversation before it", func() []*digest.Digest {
			return []*digest.Digest{digested(t, "a", transcripttest.Start("a", 0).Prompt("x")), digested(t, "b", transcripttest.Start("b", 50).Kind(transcript.Cleared).Prompt("y"))}
		}, "none:a[1-1]:clear clear:b[1-1]:none"},
		{"the latest of several, of the same folder and person", func() []*digest.Digest {
			other := digested(t, "c", transcripttest.Start("c", 30).Prompt("z"))
			other.Person = "bob"
			elsewhere := transcripttest.Start("d", 35)
			elsewhere.Add(transcript.Record{Kind: transcript.Prompt, CWD: "/src/lib", Text: []byte("w")})
			return []*digest.Digest{digested(t, "a", transcripttest.Start("a", 0).Prompt("x")), digested(t, "b", transcripttest.Start("b", 10).Prompt("y")), other, digested(t, "d", elsewhere),
				digested(t, "e", transcripttest.Start("e", 50).Kind(transcript.Cleared).Prompt("v"))}
		}, "none:a[1-1]:none none:b[1-1]:clear none:c[1-1]:none none:d[1-1]:none clear:e[1-1]:none"},
		{"nothing before it, nothing closed", func() []*digest.Digest {
			return []*digest.Digest{digested(t, "a", transcripttest.Start("a", 100).Prompt("x")), digested(t, "b", transcripttest.Start("b", 50).Kind(transcript.Cleared).Prompt("y"))}
		}, "clear:b[1-1]:none none:a[1-1]:none"},
		{"a clear in mid-task is merged again", func() []*digest.Digest {
			a := edits(transcripttest.Start("a", 0).Prompt("x"), "m.go", "n.go")
			b := edits(transcripttest.Start("b", 50).Kind(transcript.Cleared).Wait(500).Prompt("y"), "m.go", "o.go", "p.go")
			return []*digest.Digest{digested(t, "a", a), digested(t, "b", b)}
		}, "none:a[1-1]+b[1-1]:none"},
		{"not after more than ten minutes", func() []*digest.Digest {
			a := edits(transcripttest.Start("a", 0).Prompt("x"), "m.go")
			b := edits(transcripttest.Start("b", 50).Kind(transcript.Cleared).Wait(600).Prompt("y"), "m.go")
			return []*digest.Digest{digested(t, "a", a), digested(t, "b", b)}
		}, "none:a[1-1]:clear clear:b[1-1]:none"},
		{"not with less than half of the files", func() []*digest.Digest {
			a := edits(transcripttest.Start("a", 0).Prompt("x"), "m.go", "n.go", "o.go")
			b := edits(transcripttest.Start("b", 50).Kind(transcript.Cleared).Prompt("y"), "m.go", "p.go", "q.go")
			return []*digest.Digest{digested(t, "a", a), digested(t, "b", b)}
		}, "none:a[1-1]:clear clear:b[1-1]:none"},
		{"files read count where a side edited none", func() []*digest.Digest {
			a := transcripttest.Start("a", 0).Prompt("x").Call("r1", "Read", "/src/app/m.go").Done("r1", "")
			b := edits(transcripttest.Start("b", 50).Kind(transcript.Cleared).Prompt("y"), "m.go")
			return []*digest.Digest{digested(t, "a", a), digested(t, "b", b)}
		}, "none:a[1-1]+b[1-1]:none"},
		{"no files, no merge", func() []*digest.Digest {
			return []*digest.Digest{digested(t, "a", transcripttest.Start("a", 0).Prompt("x")), digested(t, "b", transcripttest.Start("b", 50).Kind(transcript.Cleared).Prompt("y"))}
		}, "none:a[1-1]:clear clear:b[1-1]:none"},
		{"not without a clear", func() []*digest.Digest {
			return []*digest.Digest{digested(t, "a", edits(transcripttest.Start("a", 0).Prompt("x"), "m.go")), digested(t, "b", edits(transcripttest.Start("b", 50).Prompt("y"), "m.go"))}
		}, "none:a[1-1]:none none:b[1-1]:none"},
		{"merges chain", func() []*digest.Digest {
			return []*digest.Digest{
				digested(t, "a", edits(transcripttest.Start("a", 0).Prompt("x"), "m.go", "n.go")),
				digested(t, "b", edits(transcripttest.Start("b", 50).Kind(transcript.Cleared).Prompt("y"), "n.go")),
				digested(t, "c", edits(transcripttest.Start("c", 100).Kind(transcript.Cleared).Prompt("z"), "m.go")),
			}
		}, "none:a[1-1]+b[1-1]+c[1-1]:none"},
		{"a clear in mid-file merges too", func() []*digest.Digest {
			a := edits(transcripttest.Start("a", 0).Prompt("x"), "m.go").Kind(transcript.Cleared)
			return []*digest.Digest{digested(t, "a", edits(a.Prompt("y"), "m.go"))}
		}, "none:a[1-2]:none"},
		{"a topic shift is never undone", func() []*digest.Digest {
			a := edits(transcripttest.Start("a", 0).Prompt("x"), "m.go")
			return []*digest.Digest{digested(t, "a", edits(a.Prompt("new: y"), "m.go"))}
		}, "none:a[1-1]:topic_shift topic_shift:a[2-2]:none"},
		{"not side by side", func() []*digest.Digest {
			a := edits(transcripttest.Start("a", 0).Prompt("x"), "m.go").Kind(transcript.Cleared)
			b := edits(transcripttest.Start("b", 1).Prompt("y").Wait(30).Prompt("new: z"), "m.go")
			return []*digest.Digest{digested(t, "a", a), digested(t, "b", b)}
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
func copied(id string, from *transcripttest.Script, claim string) *transcripttest.Script {
	s := &transcripttest.Script{Session: id, Prefix: id + "-", Leaf: from.Leaf, Second: from.Second}
	for _, r := range from.Records {
		r.Session = id
		if r.Kind == transcript.Answer {
			r.Claim = claim
		}
		s.Records = append(s.Records, r)
		s.N++
	}
	return s
}

func TestOwnershipOfCopies(t *testing.T) {
	original := func() *transcripttest.Script {
		return edits(transcripttest.Start("a", 0).Prompt("one").Bill("m1", "m", fact.Tokens{Output: 5}).Prompt("two"), "m.go").Bill("m2", "m", fact.Tokens{Output: 7})
	}
	tests := []struct {
		name string
		make func() []*digest.Digest
		want string
	}{
		{"a fork is a session of its own where the original goes on", func() []*digest.Digest {
			fork := copied("b", original(), "a").Wait(100).Prompt("other way").Bill("m3", "m", fact.Tokens{Output: 1})
			return []*digest.Digest{digested(t, "a", original().Wait(50).Prompt("three")), digested(t, "b", fork)}
		}, "none:a[1-3]:none none:b[3-3]:none"},
		{"a fork of an original that ended continues it", func() []*digest.Digest {
			fork := copied("b", original(), "a").Wait(100).Prompt("other way")
			return []*digest.Digest{digested(t, "a", original()), digested(t, "b", fork)}
		}, "none:a[1-2]+b[3-3]:none"},
		{"of two forks the first by time continues", func() []*digest.Digest {
			return []*digest.Digest{digested(t, "a", original()), digested(t, "b", copied("b", original(), "a").Wait(100).Prompt("later")),
				digested(t, "c", copied("c", original(), "a").Wait(50).Prompt("sooner"))}
		}, "none:a[1-2]+c[3-3]:none none:b[3-3]:none"},
		{"without a claim the one whose own lines begin first", func() []*digest.Digest {
			fork := copied("b", original(), "").Wait(100).Prompt("other way")
			return []*digest.Digest{digested(t, "a", original().Wait(50).Prompt("three")), digested(t, "b", fork)}
		}, "none:a[1-3]:none none:b[3-3]:none"},
		{"an old client's copy that goes on owns what its original only has", func() []*digest.Digest {
			return []*digest.Digest{digested(t, "a", original()), digested(t, "b", copied("b", original(), "").Wait(50).Prompt("three"))}
		}, "none:b[1-3]:none"},
		{"a topic shift right after the copy opens a session of its own", func() []*digest.Digest {
			return []*digest.Digest{digested(t, "a", original()), digested(t, "b", copied("b", original(), "a").Wait(50).Prompt("new: three"))}
		}, "none:a[1-2]:none topic_shift:b[3-3]:none"},
		{"a copy of everything under another id counts once", func() []*digest.Digest {
			return []*digest.Digest{digested(t, "a", original()), digested(t, "b", copied("b", original(), ""))}
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
	a := digested(t, "a", edits(transcripttest.Start("a", 0).Prompt("x"), "m.go"))
	alone := Link([]*digest.Digest{a}, later).Sessions[0]
	b := digested(t, "b", edits(transcripttest.Start("b", 50).Kind(transcript.Cleared).Prompt("y"), "m.go"))
	second := Link([]*digest.Digest{b}, later).Sessions[0]
	both := Link([]*digest.Digest{b, a}, later)
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
	if got := Link([]*digest.Digest{a}, a.End.Add(29*time.Minute)).Sessions[0].State; got != fact.Open {
		t.Errorf("29 minutes after its last event a session is %s", got)
	}
	if got := Link([]*digest.Digest{a}, a.End.Add(30*time.Minute)).Sessions[0].State; got != fact.Provisional {
		t.Errorf("30 minutes after its last event a session is %s", got)
	}
	c := digested(t, "c", transcripttest.Start("c", 0).Prompt("x").Kind(transcript.Cleared))
	if got := Link([]*digest.Digest{c}, c.End).Sessions[0].State; got != fact.Closed {
		t.Errorf("after /clear a session is %s", got)
	}
	// The id does not rest on how the conversation goes on, nor on its file.
	grown := digested(t, "a", edits(transcripttest.Start("a", 0).Prompt("x"), "m.go").Prompt("more"))
	grown.File = "/elsewhere/a.jsonl"
	if got := Link([]*digest.Digest{grown}, later).Sessions[0]; got.ID != alone.ID || got.Key == alone.Key {
		t.Errorf("grown: id %s, want %s; key changed: %v", got.ID, alone.ID, got.Key != alone.Key)
	}
	// A prompt without uuid has an id too, by its time and text.
	q := transcripttest.Start("q", 0)
	q.Add(transcript.Record{Kind: transcript.Enqueued, UUID: "-", Text: []byte("hello")})
	r := transcripttest.Start("q", 0)
	r.Add(transcript.Record{Kind: transcript.Enqueued, UUID: "-", Text: []byte("hello, you")})
	if x, y := Link([]*digest.Digest{digested(t, "q", q)}, later).Sessions[0], Link([]*digest.Digest{digested(t, "q", r)}, later).Sessions[0]; x.ID == y.ID {
		t.Error("two texts, one id")
	}
}

func TestMachineRuns(t *testing.T) {
	s := transcripttest.Start("a", 0)
	s.Add(transcript.Record{Kind: transcript.Prompt, Origin: transcript.Machine, Text: []byte("run")})
	m := digested(t, "a", edits(s, "m.go"))
	l := Link([]*digest.Digest{m, digested(t, "b", edits(transcripttest.Start("b", 50).Kind(transcript.Cleared).Prompt("y"), "m.go"))}, later)
	if got, want := drawing(l), "none:a[1-1]:none clear:b[1-1]:none"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if !l.Sessions[0].Automated || l.Sessions[1].Automated {
		t.Error("only the first is a machine run")
	}
}

func TestUsageOutsideSessions(t *testing.T) {
	a := digested(t, "a", transcripttest.Start("a", 0).Bill("m0", "m", fact.Tokens{Input: 3}).Prompt("x").Bill("m1", "m", fact.Tokens{Output: 4}))
	none := digested(t, "b", transcripttest.Start("b", 0).Bill("m2", "m", fact.Tokens{Input: 5}))
	l := Link([]*digest.Digest{a, none}, later)
	if len(l.Outside) != 2 || len(l.Sessions) != 1 || len(l.Sessions[0].Bills) != 1 {
		t.Fatalf("%d outside, %d sessions", len(l.Outside), len(l.Sessions))
	}
	price := func(string, time.Time, fact.Tokens) (float64, bool) { return 0.5, true }
	if out := OutsideFacts(l.Outside, price); len(out) != 2 || *out[0].Usage.Cost != 0.5 || out[0].Repo.Name != "app" {
		t.Errorf("outside facts %+v", out)
	}
}

// world draws several conversations that may share lines, plans and clears.
func world(t *rapid.T) []*digest.Digest {
	var all []*digest.Digest
	var earlier []*transcripttest.Script
	for i := range rapid.IntRange(1, 5).Draw(t, "conversations") {
		id := fmt.Sprintf("c%d", i)
		s := transcripttest.Drawn(t, id)
		s.Session = id
		for k := range s.Records { // an id of a message is one in the world
			if a := &s.Records[k].Answer; a.MessageID != "" {
				a.MessageID = id + a.MessageID
			}
		}
		if len(earlier) > 0 && rapid.IntRange(0, 2).Draw(t, "copy") == 0 {
			from := rapid.SampledFrom(earlier).Draw(t, "from")
			c := copied(id, from, rapid.SampledFrom([]string{"", from.Session}).Draw(t, "claim"))
			for _, r := range s.Records {
				if r.Time = r.Time.Add(time.Hour); r.Kind == transcript.Prompt || r.Kind == transcript.Answer {
					c.Records = append(c.Records, r)
				}
			}
			for k := range c.Records {
				c.Records[k].Line = k + 1
			}
			s = c
		}
		shift := time.Duration(rapid.IntRange(0, 40).Draw(t, "shift")) * time.Minute
		if len(earlier) == 0 || len(s.Records) == 0 || s.Leaf == "" {
			for k := range s.Records {
				s.Records[k].Time = s.Records[k].Time.Add(shift)
			}
		}
		earlier = append(earlier, s)
		all = append(all, digested(t, id, s))
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
	s := transcripttest.Start("a", 0)
	s.Prompt("Please fix the parser, it drops the last line of every file.")
	s.Edit("1", "/src/app/a.go", []string{"func alpha() {", "return beta(gamma)"}, []string{"func omega() {"})
	fork := s.Leaf
	s.Prompt("wrong").Edit("2", "/src/app/b.md", []string{"one line", "two lines", "three"}, nil).Bill("m1", "big", fact.Tokens{Output: 9})
	s.Leaf = fork
	s.Prompt("Now run the tests and tell me what they say.").Call("3", "Bash", "go test ./...").Done("3", "ok").Call("4", "Bash", "rm x").Done("4", "")
	s.Bill("m2", "small", fact.Tokens{Output: 5})
	s.Add(transcript.Record{Kind: transcript.Answer, Nested: true, Answer: transcript.AnswerPart{MessageID: "n", Model: "small", HasUsage: true, Usage: fact.Tokens{Output: 50}}})
	d := digested(t, "a", s)
	l := Link([]*digest.Digest{d}, later)
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
	if f.Cost == nil || *f.Cost != 55 || len(f.Usage) != 2 || !slices.Equal(f.Unpriced(), []string{"big"}) {
		t.Fatalf("cost %v, usage %+v", f.Cost, f.Usage)
	}
	if u := f.Usage[1]; u.Model != "small" || u.Requests != 2 || u.Tokens.Output != 55 || *u.Cost != 55 || u.Nested.Output != 50 || *u.NestedCost != 50 {
		t.Errorf("usage %+v", u)
	}
	if u := f.Usage[0]; u.Model != "big" || u.Cost != nil {
		t.Errorf("usage %+v", u)
	}
}
