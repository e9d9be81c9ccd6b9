package corpus

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"prism/internal/conversation"
	"prism/internal/eval"
)

const (
	prompt1 = `{"type":"user","uuid":"u1","sessionId":"c1","timestamp":"2026-11-02T10:00:00Z","cwd":"/src/a","message":{"role":"user","content":"Rename Total to Sum in ledger.go"}}`
	answer1 = `{"type":"assistant","uuid":"a1","parentUuid":"u1","sessionId":"c1","timestamp":"2026-11-02T10:00:05Z","cwd":"/src/a","message":{"id":"m1","role":"assistant","model":"m","content":[{"type":"text","text":"Done."}],"usage":{"input_tokens":1,"output_tokens":1}}}`
	prompt2 = `{"type":"user","uuid":"u2","parentUuid":"a1","sessionId":"c1","timestamp":"2026-11-02T10:01:00Z","cwd":"/src/a","message":{"role":"user","content":"And now the invoices"}}`
	prompt3 = `{"type":"user","uuid":"u3","parentUuid":"u2","sessionId":"c1","timestamp":"2026-11-02T10:02:00Z","cwd":"/src/a","message":{"role":"user","content":"thanks"}}`
)

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

func TestMatchBySetAndConversation(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, "gold", "x.jsonl"), `{"conversation":"c1","set":"alpha","sessions":[{"first":1,"last":1},{"first":2,"last":3,"first_uuid":"u3"}]}
{"conversation":"c1","set":"beta","sessions":[]}
{"conversation":"c2","set":"alpha","sessions":[]}
`)
	root := filepath.Join(dir, "projects")
	write(t, filepath.Join(root, "alpha", "c1.jsonl"), prompt1+"\n"+answer1+"\n"+prompt2+"\n"+prompt3+"\n")
	write(t, filepath.Join(root, "gamma", "c1.jsonl"), prompt1+"\n")
	found, missing, err := Match(filepath.Join(dir, "gold"), []string{root})
	if err != nil || len(found) != 1 || missing != 2 || found[0].Labels != "x" {
		t.Fatalf("%+v, %d missing, %v", found, missing, err)
	}
	link := filepath.Join(dir, "link")
	if err := os.Symlink(root, link); err != nil {
		t.Skip("no symbolic links here")
	}
	if found, missing, err := Match(filepath.Join(dir, "gold"), []string{link}); err != nil || len(found) != 1 || missing != 2 {
		t.Errorf("through a link: %+v, %d missing, %v", found, missing, err)
	}
	c, gold, err := found[0].Read(context.Background())
	if err != nil || len(c.Turns) != 3 {
		t.Fatalf("%d turns, %v", len(c.Turns), err)
	}
	// The uuid tells where the second session begins, not the number.
	if s := gold.Sessions; s[0].Last != 2 || s[1].First != 3 || s[1].Last != 3 {
		t.Errorf("aligned: %+v", s)
	}
	if f := Floors(gold, c); f[0] || f[1] {
		t.Errorf("floors %v: nothing was done", f)
	}
	if _, _, err := Match(filepath.Join(dir, "gold", "x.jsonl"), []string{filepath.Join(root, "gamma")}); !errors.Is(err, ErrNoTranscript) {
		t.Errorf("%v", err)
	}
	if _, _, err := Match(filepath.Join(dir, "projects"), []string{root}); err == nil {
		t.Error("a folder without labels passed")
	}
}

func TestAlignKeepsLabelsThatDoNotFit(t *testing.T) {
	c := &conversation.Conversation{Turns: []conversation.Turn{{UUID: "u1"}, {UUID: "u2"}}}
	for name, sessions := range map[string][]eval.GoldSession{
		"out of order":    {{First: 1, Last: 1, FirstUUID: "u2"}, {First: 2, Last: 2, FirstUUID: "u1"}},
		"behind the end":  {{First: 1, Last: 3}, {First: 4, Last: 5}},
		"no session":      nil,
		"no uuid, longer": {{First: 1, Last: 1}, {First: 2, Last: 2}},
	} {
		got := Align(eval.Gold{Sessions: sessions}, c).Sessions
		if len(got) != len(sessions) {
			t.Fatalf("%s: %+v", name, got)
		}
		for i := range got {
			if got[i].First != sessions[i].First || got[i].Last != sessions[i].Last {
				t.Errorf("%s: %+v, want %+v", name, got, sessions)
			}
		}
	}
}

func TestKind(t *testing.T) {
	for set, want := range map[string]string{"p01": People, "p123": People, "p": Projects, "pump": Projects, "p1-cut": Projects, "cli": Projects, "cli-more": Projects, "cli-spliced": Spliced} {
		if got := Kind(set); got != want {
			t.Errorf("%s is of %s, want %s", set, got, want)
		}
	}
}

func TestOriginalsJoinWhatSharesAMark(t *testing.T) {
	got := Originals([][]uint64{{1, 2}, {3}, {2, 4}, {4, 5}, nil})
	if got[0] != got[2] || got[2] != got[3] || got[1] == got[0] || got[4] == got[0] || got[4] == got[1] {
		t.Errorf("%v", got)
	}
}
