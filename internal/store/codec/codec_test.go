package codec

import (
	"encoding/hex"
	"math"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"prism/internal/fact"
	"prism/internal/redact"
)

var same = cmp.Options{cmpopts.EquateEmpty(), cmp.Comparer(func(a, b redact.Text) bool { return a == b })}

func TestTimesAreMicroseconds(t *testing.T) {
	type doc struct{ At time.Time }
	for _, n := range []int64{1 << 60, -1 << 60, 1_760_000_000_123_457, -1, 0, fact.NoTime} {
		in := doc{time.UnixMicro(n).In(time.FixedZone("", 3600))}
		raw, err := Encode(&in)
		if err != nil {
			t.Fatal(err)
		}
		var out doc
		if err := Decode(raw, &out); err != nil || !out.At.Equal(in.At) || out.At.Location() != time.UTC {
			t.Errorf("%x: %v, want %v (%v)", raw, out.At, in.At, err)
		}
	}
}

// written is a verdict as the first version of this package wrote it. It stays: a
// field that is moved or taken out of the middle of a struct shows here.
const written = "0116076f66666c696e650176016d8289dddf9dad80e301026f6b0000076665617475726501000000000000e03f086578706c69636974046e6f6e6501" +
	"030866696e6973686564010104017502040571756f746501020006010401000000000000f03f06726561736f6e080661647669636508077072657365" +
	"6e74000000000006616273656e740142057469746c650773756d6d617279056a756467650202676f02656e010d0171000000000000000a0000000861" +
	"6e737765726564"

// oldVerdict is what stands in it.
func oldVerdict() fact.Verdict {
	return fact.Verdict{Judge: "offline", Version: "v", Model: "m", At: time.UnixMicro(1_760_000_000_123_457).UTC(), Status: fact.JudgeOK, Intent: fact.Feature,
		GoalComplete: true, Confidence: 0.5, Basis: fact.Explicit, Signal: fact.NoSignal,
		Criteria: []fact.Criterion{{Name: "finished", Met: true, Evidence: &fact.Evidence{UUID: "u", Turn: 1, Line: 2, Quote: redact.Restore("quote")}}},
		Evidence: []fact.Evidence{{Turn: 3}}, Reasons: []fact.Reason{{For: true, Weight: 1, Text: redact.Restore("reason"), Turn: 4}}, Advice: redact.Restore("advice"),
		Rubric: fact.Rubric{GoalExplicit: fact.Present, PlanFirst: fact.Absent, Letter: "B"}, Title: redact.Restore("title"), Summary: redact.Restore("summary"),
		TitleStage: fact.TitleJudge, Languages: fact.Languages{Code: "go", Prompt: "en"}, Calls: []fact.Call{{Question: "q", Latency: 5, Outcome: fact.CallAnswered}}}
}

func TestOldDocumentsAreRead(t *testing.T) {
	raw, err := hex.DecodeString(written)
	if err != nil {
		t.Fatal(err)
	}
	var got fact.Verdict
	if err := Decode(raw, &got); err != nil {
		now, _ := Encode(new(oldVerdict()))
		t.Fatalf("%v; a document written now: %x", err, now)
	}
	if d := cmp.Diff(oldVerdict(), got, same); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
}

// TestFieldsAreAdded: what was written before a struct grew is read, the new field
// empty.
func TestFieldsAreAdded(t *testing.T) {
	type before struct{ A, B string }
	type after struct {
		A, B string
		C    []int
	}
	raw, err := Encode(&before{"a", "b"})
	if err != nil {
		t.Fatal(err)
	}
	var grown after
	if err := Decode(raw, &grown); err != nil || grown.A != "a" || grown.B != "b" || grown.C != nil {
		t.Errorf("%+v, %v", grown, err)
	}
}

// FuzzDecode: whatever the bytes are, nothing panics.
func FuzzDecode(f *testing.F) {
	for _, v := range []any{new(oldVerdict()), &fact.Session{ID: "s", Conversations: []string{"c"}}, &[]string{"a"}} {
		raw, err := Encode(v)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(raw)
	}
	f.Add([]byte{1, 0xff, 0x7f, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff})
	f.Fuzz(func(_ *testing.T, raw []byte) {
		var v fact.Verdict
		var s fact.Session
		_ = Decode(raw, &v)
		_ = Decode(raw, &s)
	})
}

// FuzzUnpackFigures: whatever the bytes are, nothing panics, and what is read packs
// to something that reads the same.
func FuzzUnpackFigures(f *testing.F) {
	f.Add(PackFigures(nil, []Row{{Session: 1, Figure: fact.Figure{Key: 1, Bills: []fact.Bill{{Model: 3, Known: true, Cost: 1}}}}, {Session: 2}}))
	f.Add([]byte{0xff, 0xff})
	f.Fuzz(func(t *testing.T, raw []byte) {
		rows, err := UnpackFigures(nil, raw)
		if err != nil {
			return
		}
		again, err := UnpackFigures(nil, PackFigures(nil, rows))
		if d := cmp.Diff(rows, again, cmpopts.EquateEmpty(), cmpopts.EquateNaNs()); d != "" || err != nil {
			t.Errorf("%v: %s", err, d)
		}
	})
}

func TestFiguresComeBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var want []Row
		for range rapid.IntRange(0, 5).Draw(t, "rows") {
			number := rapid.Uint32()
			amount := rapid.Int64Range(math.MinInt64/4, math.MaxInt64/4)
			f := fact.Figure{Key: rapid.Uint64().Draw(t, "key"), Started: amount.Draw(t, "started"), Ended: amount.Draw(t, "ended"),
				Conversation: rapid.Uint64().Draw(t, "conversation"), Continued: rapid.SliceOf(rapid.Uint64()).Draw(t, "more"),
				Repo: number.Draw(t, "repo"), RepoName: 1, Branch: 2, Model: 3, Intent: 4, Code: 5, Judge: 6, Version: 7, Miss: 8, Unjudged: number.Draw(t, "why"),
				Turns: rapid.Int32().Draw(t, "turns"), FloorTurns: 9, NetLines: 10, Out: rapid.Uint8().Draw(t, "out"), Life: fact.LifeOpen,
				Letter: 11, Marks: rapid.Uint16().Draw(t, "marks"), Tokens: fact.Tokens{Input: amount.Draw(t, "in"), Output: 2, CacheWrite5m: 3, CacheWrite1h: 4, CacheRead: 5}}
			if rapid.Bool().Draw(t, "nested") {
				f.Nested.Output = amount.Draw(t, "nested")
			}
			if rapid.Bool().Draw(t, "placed") {
				f.Flags, f.Person, f.Folder = fact.FigurePlaced, number.Draw(t, "person"), number.Draw(t, "folder")
			}
			if rapid.Bool().Draw(t, "priced") {
				f.Flags, f.Cost = f.Flags|fact.FigureCostKnown|fact.FigureFloor, rapid.Float64().Draw(t, "cost")
			}
			for range rapid.IntRange(0, 3).Draw(t, "bills") {
				b := fact.Bill{Model: number.Draw(t, "model"), Known: rapid.Bool().Draw(t, "known"), NestedKnown: rapid.Bool().Draw(t, "nested known"), Spent: rapid.Bool().Draw(t, "spent")}
				if b.Known {
					b.Cost = rapid.Float64().Draw(t, "bill")
				}
				if b.NestedKnown {
					b.NestedCost = rapid.Float64().Draw(t, "nested bill")
				}
				f.Bills = append(f.Bills, b)
			}
			want = append(want, Row{rapid.Int64Range(0, 1<<40).Draw(t, "session"), f})
		}
		got, err := UnpackFigures(nil, PackFigures(nil, want))
		if d := cmp.Diff(want, got, cmpopts.EquateEmpty()); d != "" || err != nil {
			t.Fatalf("%v (-want +got):\n%s", err, d)
		}
	})
}

// BenchmarkUnpackFigures reads a day of a large library.
func BenchmarkUnpackFigures(b *testing.B) {
	var rows []Row
	for i := range 1000 {
		rows = append(rows, Row{int64(i), fact.Figure{Key: uint64(i) << 50, Started: int64(i) * 1e9, Ended: int64(i) * 2e9, Conversation: 1 << 60, Repo: 5, RepoName: 6, Branch: 300,
			Model: 7, Intent: 8, Judge: 9, Version: 10, Turns: 7, FloorTurns: 7, NetLines: 90, Flags: fact.FigureCostKnown, Tokens: fact.Tokens{Input: 912, Output: 40211, CacheRead: 9102881},
			Bills: []fact.Bill{{Model: 7, Known: true, Spent: true, Cost: 1.5}}}})
	}
	packed := PackFigures(nil, rows)
	b.SetBytes(int64(len(packed)))
	b.ReportAllocs()
	for b.Loop() {
		var err error
		if rows, err = UnpackFigures(rows[:0], packed); err != nil {
			b.Fatal(err)
		}
	}
}

// TestRoomIsUsedAgain unpacks days one after the other into one room: nothing of a day is
// left in the next.
func TestRoomIsUsedAgain(t *testing.T) {
	var room Room
	var rows []Row
	for day := range 6 {
		var want []Row
		for i := range 40 * (6 - day) {
			f := fact.Figure{Key: uint64(i), Ended: int64(day*1000 + i), Started: int64(i)}
			for b := range (i + day) % 3 {
				bill := fact.Bill{Model: uint32(b + 1), Known: (i+day+b)%2 == 0, NestedKnown: (i+b)%3 == 0, Spent: i%2 == 1}
				if bill.Known {
					bill.Cost = float64(i + 1)
				}
				if bill.NestedKnown {
					bill.NestedCost = float64(i) / 2
				}
				f.Bills = append(f.Bills, bill)
			}
			want = append(want, Row{Session: int64(i + 1), Figure: f})
		}
		room.Clear()
		half := len(want) / 2 // a day comes in pieces where something waits beside it
		got, err := room.UnpackFigures(rows[:0], PackFigures(nil, want[:half]))
		if err == nil {
			got, err = room.UnpackFigures(got, PackFigures(nil, want[half:]))
		}
		if d := cmp.Diff(want, got, cmpopts.EquateEmpty()); d != "" || err != nil {
			t.Fatalf("day %d: %v (-want +got):\n%s", day, err, d)
		}
		rows = got
	}
}
