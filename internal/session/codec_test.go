package session

import (
	"encoding/binary"
	"errors"
	"testing"

	"prism/internal/fact"
	"prism/internal/transcript"
)

func stored(tb testing.TB) []byte {
	tb.Helper()
	s := sample()
	s.kind(transcript.Cleared)
	s.prompt("undo").call("g", "Bash", "git checkout -- a.go").done("g", "").bill("m9", "other", fact.Tokens{CacheRead: 4})
	s.add(transcript.Record{Kind: transcript.Prompt, Session: "elsewhere", Text: []byte("copied")})
	c := build("c", s)
	drafts, err := Cut(tb.Context(), c, nil, Options{})
	if err != nil {
		tb.Fatal(err)
	}
	data, err := NewDigest(c, drafts).MarshalBinary()
	if err != nil {
		tb.Fatal(err)
	}
	return data
}

func TestDamagedDigests(t *testing.T) {
	data := stored(t)
	var d Digest
	if err := d.UnmarshalBinary(data); err != nil {
		t.Fatal(err)
	}
	if n := len(d.Turns); n != 6 || len(d.Turns[4].Undos) != 1 || d.Turns[5].Claim != Hash("elsewhere") {
		t.Errorf("%d turns; %+v", n, d.Turns)
	}
	for n := range data {
		if err := d.UnmarshalBinary(data[:n]); !errors.Is(err, ErrDigest) {
			t.Fatalf("cut at %d: %v", n, err)
		}
		bad := append([]byte(nil), data...)
		bad[n] ^= 0x41
		if err := d.UnmarshalBinary(bad); !errors.Is(err, ErrDigest) {
			t.Fatalf("byte %d changed: %v", n, err)
		}
	}
	newer := append([]byte(nil), data...)
	newer[0]++
	body := newer[:len(newer)-8]
	binary.LittleEndian.PutUint64(newer[len(body):], Hash(body))
	if err := d.UnmarshalBinary(newer); !errors.Is(err, ErrDigest) {
		t.Errorf("newer version: %v", err)
	}
}

// FuzzDigest holds the reader to any bytes: no panic, and what it accepts links
// and is written again to the same meaning.
func FuzzDigest(f *testing.F) {
	data := stored(f)
	f.Add(data[1 : len(data)-8])
	f.Add([]byte{})
	f.Fuzz(func(t *testing.T, body []byte) {
		var d Digest
		if d.read(body) != nil {
			return
		}
		l := Link([]*Digest{&d}, later)
		for i := range l.Sessions {
			Facts(&l.Sessions[i], nil)
		}
		again, err := d.MarshalBinary()
		if err != nil {
			t.Fatal(err)
		}
		var e Digest
		if err := e.UnmarshalBinary(again); err != nil {
			t.Fatal("written, but not read:", err)
		}
	})
}

// TestHashIsStable guards what stored digests and ids rest on.
func TestHashIsStable(t *testing.T) {
	for text, want := range map[string]uint64{
		"":                                     0x1a5c5348aabaf35d,
		"a":                                    0x4e54572c28a32c7c,
		"12345678":                             0x68ed532aafcdb55f,
		"0b8f6d4e-1c2a-4d3b-9e5f-7a6b5c4d3e2f": 0x48989874d5bbb3da,
	} {
		if got := Hash(text); got != want {
			t.Errorf("Hash(%q) = %#x, want %#x", text, got, want)
		}
		if Hash(text) != Hash([]byte(text)) {
			t.Errorf("Hash(%q) differs for bytes", text)
		}
	}
	if got, want := PlanKey("# A plan\n\n with   words"), Hash("# A plan with words"); got != want {
		t.Errorf("PlanKey %#x, want %#x", got, want)
	}
	if PlanKey(" \n\t") != 0 {
		t.Error("a plan without a letter has no key")
	}
}

func TestLineHash(t *testing.T) {
	for _, line := range []string{"", "   ", "}", "});", "else {", "} else {", "return nil, err", "x += 1", "import os", "from a import b", "#include <stdio.h>", "using System;", `	"net/http/httptest"`, "---", "</div>"} {
		if LineHash([]byte(line)) != 0 {
			t.Errorf("%q carries weight", line)
		}
	}
	for _, line := range []string{"func main() {", "total += price * count", "fromage := imported", "использовать данные", "価格を計算する", "user = load(id);"} {
		if LineHash([]byte(line)) == 0 {
			t.Errorf("%q carries no weight", line)
		}
	}
	if LineHash([]byte("  total +=   price")) != LineHash([]byte("\ttotal += price  ")) {
		t.Error("white space makes another line")
	}
}

func TestEditCounts(t *testing.T) {
	for _, tt := range []struct {
		name           string
		res            transcript.Result
		added, removed int
		hashes         int
		none           bool
	}{
		{"hunks", transcript.Result{File: "a.go", Outcome: transcript.Done, Hunks: []transcript.Hunk{{Added: byteLines([]string{"alpha beta", "}"}), Removed: byteLines([]string{"gamma delta"})}}}, 2, 1, 1, false},
		{"a created file counts its lines", transcript.Result{File: "a.go", Outcome: transcript.Done, Created: true, Content: []byte("alpha beta\n\ngamma delta\n")}, 3, 0, 2, false},
		{"without a final newline", transcript.Result{File: "a.go", Outcome: transcript.Done, Created: true, Content: []byte("alpha beta\ngamma delta")}, 2, 0, 2, false},
		{"failed", transcript.Result{File: "a.go", Outcome: transcript.Errored, Hunks: []transcript.Hunk{{}}}, 0, 0, 0, true},
		{"refused", transcript.Result{File: "a.go", Outcome: transcript.Rejected, Created: true}, 0, 0, 0, true},
		{"identical content", transcript.Result{File: "a.go", Outcome: transcript.Done, Content: []byte("x")}, 0, 0, 0, true},
	} {
		e := newEdit(&tt.res)
		if (e == nil) != tt.none {
			t.Errorf("%s: edit %v", tt.name, e)
			continue
		}
		if e != nil && (e.Added != tt.added || e.Removed != tt.removed || len(e.AddedHash) != tt.hashes) {
			t.Errorf("%s: +%d −%d, %d hashes", tt.name, e.Added, e.Removed, len(e.AddedHash))
		}
	}
	plan := newEdit(&transcript.Result{File: "/home/a/.claude/plans/calm-green-river.md", Outcome: transcript.Done, Created: true, Content: []byte("one\ntwo\n")})
	if !plan.Plan || len(plan.AddedHash) != 0 {
		t.Errorf("plan file %+v", plan)
	}
}
