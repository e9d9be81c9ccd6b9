package source

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"prism/internal/transcript"
	"prism/internal/transcript/claude"
)

const (
	idA = "aaaaaaaa-1111-4111-8111-111111111111"
	idB = "bbbbbbbb-2222-4222-8222-222222222222"
)

// said is one prompt line of a conversation.
func said(session, uuid, minute, text string) string {
	return fmt.Sprintf(`{"type":"user","uuid":%q,"sessionId":%q,"timestamp":"2026-03-01T10:%s:00.000Z","cwd":"/w/shop","message":{"role":"user","content":%q}}`+"\n", uuid, session, minute, text)
}

// side is one line of a subagent.
func side(session, agent, uuid string) string {
	return fmt.Sprintf(`{"type":"user","isSidechain":true,"agentId":%q,"uuid":%q,"sessionId":%q,"message":{"role":"user","content":"look around"}}`+"\n", agent, uuid, session)
}

// tree writes files below a new folder and returns it.
func tree(t *testing.T, files map[string]string) string {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func search(t *testing.T, opts Options) Finding {
	t.Helper()
	opts.Dialects = []transcript.Dialect{claude.Dialect()}
	found, err := Discover(context.Background(), opts)
	if err != nil {
		t.Fatal(err)
	}
	if err := found.Ledger.Check(); err != nil {
		t.Error(err)
	}
	return found
}

// outline names each unit and its files, relative to dir.
func outline(dir string, found Finding) []string {
	var out []string
	for _, u := range found.Units {
		line := u.Conversation[:min(8, len(u.Conversation))] + ":"
		for _, f := range u.Files {
			rel, err := filepath.Rel(dir, f.Path)
			if err != nil {
				rel = f.Path
			}
			line += " " + filepath.ToSlash(rel)
			if f.Subagent != "" {
				line += "(" + f.Subagent + ")"
			}
		}
		out = append(out, strings.ReplaceAll(strings.ReplaceAll(line, idA, "A"), idB, "B"))
	}
	return out
}

func TestDiscover(t *testing.T) {
	config := map[string]string{
		"projects/-w-shop/" + idA + ".jsonl":                               said(idA, "u1", "00", "hello"),
		"projects/-w-shop/" + idA + "/subagents/agent-x1.jsonl":            side(idA, "x1", "s1"),
		"projects/-w-shop/" + idA + "/subagents/workflows/r/agent-y.jsonl": side(idA, "y", "s2"),
		"projects/-w-shop/" + idA + "/subagents/agent-x1.meta.json":        "{}",
		"projects/-w-shop/" + idA + "/tool-results/out.jsonl":              "not a transcript",
		"projects/-w-shop/agent-z.jsonl":                                   side(idA, "z", "s3"),
		"projects/-w-bank/" + idB + ".jsonl":                               said(idB, "u2", "00", "hello"),
		"history.jsonl":                                                    `{"display":"hello","project":"/w/shop"}` + "\n",
		"plugins/cache/log.jsonl":                                          "whatever\n",
		"settings.json":                                                    "{}",
	}
	whole := []string{
		"aaaaaaaa: projects/-w-shop/A.jsonl projects/-w-shop/A/subagents/agent-x1.jsonl(x1) projects/-w-shop/A/subagents/workflows/r/agent-y.jsonl(y) projects/-w-shop/agent-z.jsonl(z)",
		"bbbbbbbb: projects/-w-bank/B.jsonl",
	}
	tests := []struct {
		name     string
		files    map[string]string
		paths    []string // relative to the folder
		want     []string
		troubles []string
	}{
		{"config folder", config, []string{"."}, whole, nil},
		{"projects folder", config, []string{"projects"}, whole, nil},
		{"one project", config, []string{"projects/-w-bank"}, whole[1:], nil},
		{"a file", config, []string{"projects/-w-bank/" + idB + ".jsonl"}, whole[1:], nil},
		{"overlapping paths", config, []string{"projects/-w-bank/" + idB + ".jsonl", ".", "projects", "projects/-w-bank"}, whole, nil},
		{
			"a folder far above", map[string]string{"x/y/.claude/projects/p/" + idA + ".jsonl": said(idA, "u1", "00", "a"), "x/y/.claude/history.jsonl": "{}\n"},
			[]string{"."},
			[]string{"aaaaaaaa: x/y/.claude/projects/p/A.jsonl"}, nil,
		},
		{
			"one conversation in two files, the earlier first",
			map[string]string{"a/" + idA + ".jsonl": said(idA, "u2", "30", "later"), "b/" + idA + ".jsonl": said(idA, "u1", "10", "sooner")},
			[]string{"."},
			[]string{"aaaaaaaa: b/A.jsonl a/A.jsonl"}, nil,
		},
		{
			"the name outweighs copied lines", map[string]string{idB + ".jsonl": said(idA, "u1", "00", "copied") + said(idB, "u2", "01", "own")},
			[]string{"."},
			[]string{"bbbbbbbb: B.jsonl"}, nil,
		},
		{
			"any name, by its lines", map[string]string{"saved.jsonl": said(idA, "u1", "00", "hello")},
			[]string{"."},
			[]string{"aaaaaaaa: saved.jsonl"}, nil,
		},
		{
			"any ending, when named", map[string]string{"saved.txt": said(idA, "u1", "00", "hello"), "other.txt": said(idB, "u2", "00", "hello")},
			[]string{"saved.txt"},
			[]string{"aaaaaaaa: saved.txt"}, nil,
		},
		{
			"a first line longer than the first look",
			map[string]string{"saved.jsonl": `{"type":"user","message":{"content":"` + strings.Repeat("x", 3*glanceSize) + `"},"sessionId":"` + idA + `"}` + "\n"},
			[]string{"."},
			[]string{"aaaaaaaa: saved.jsonl"}, nil,
		},
		{
			"a subagent whose parent is gone", map[string]string{"agent-q.jsonl": side(idA, "q", "s1")},
			[]string{"."},
			[]string{"aaaaaaaa: agent-q.jsonl(q)"}, nil,
		},
		{
			"a teammate's own file", map[string]string{idA + ".jsonl": said(idA, "u1", "00", "a"), idB + ".jsonl": side(idA, "mate", "s1")},
			[]string{"."},
			[]string{"aaaaaaaa: A.jsonl B.jsonl(mate)"}, nil,
		},
		{"not a transcript", map[string]string{"notes.jsonl": `{"name":"x"}` + "\n"}, []string{"."}, nil, []string{"notes.jsonl not_a_transcript"}},
		{"prose under a transcript's name is found out when read", map[string]string{idA + ".jsonl": "Dear diary\n"}, []string{"."}, []string{"aaaaaaaa: A.jsonl"}, nil},
		{"compressed, under a transcript's name", map[string]string{idA + ".jsonl": "\x1f\x8b\x08\x00"}, []string{"."}, []string{"aaaaaaaa: A.jsonl"}, nil},
		{"compressed, under another name", map[string]string{"x.jsonl": "\x1f\x8b\x08\x00"}, []string{"."}, nil, []string{"x.jsonl not_a_transcript"}},
		{"empty file", map[string]string{idA + ".jsonl": ""}, []string{"."}, []string{"aaaaaaaa: A.jsonl"}, nil},
		{"empty folder", map[string]string{"x.txt": ""}, []string{"."}, nil, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			dir := tree(t, tt.files)
			var paths []string
			for _, p := range tt.paths {
				paths = append(paths, filepath.Join(dir, filepath.FromSlash(p)))
			}
			found := search(t, Options{Paths: paths})
			if diff := cmp.Diff(tt.want, outline(dir, found)); diff != "" {
				t.Errorf("units (-want +got):\n%s", diff)
			}
			var troubles []string
			for _, tr := range found.Ledger.Troubles {
				rel, _ := filepath.Rel(dir, tr.File)
				troubles = append(troubles, rel+" "+tr.Reason)
			}
			if diff := cmp.Diff(tt.troubles, troubles); diff != "" {
				t.Errorf("troubles (-want +got):\n%s", diff)
			}
		})
	}
}

func TestDiscoverSymlinks(t *testing.T) {
	dir := tree(t, map[string]string{"real/" + idA + ".jsonl": said(idA, "u1", "00", "a")})
	for from, to := range map[string]string{
		"real/loop":              "..",
		"linked":                 "real",
		"also-" + idA + ".jsonl": "real/" + idA + ".jsonl",
		"gone-" + idB + ".jsonl": "nowhere",
	} {
		if err := os.Symlink(filepath.FromSlash(to), filepath.Join(dir, filepath.FromSlash(from))); err != nil {
			t.Skip("no symbolic links here: ", err)
		}
	}
	found := search(t, Options{Paths: []string{dir}})
	if len(found.Units) != 1 || len(found.Units[0].Files) != 1 {
		t.Errorf("found %v", outline(dir, found))
	}
	if found.Ledger.Unreadable() != 1 {
		t.Errorf("a link to nothing: %+v", found.Ledger)
	}
}

func TestDiscoverDefaults(t *testing.T) {
	home := tree(t, map[string]string{
		".claude/projects/p/" + idA + ".jsonl":        said(idA, "u1", "00", "a"),
		".config/claude/projects/p/" + idB + ".jsonl": said(idB, "u2", "00", "b"),
		"one/projects/p/" + idB + ".jsonl":            said(idB, "u3", "00", "b"),
	})
	tests := []struct {
		name   string
		env    map[string]string
		want   []string
		states []RootState
	}{
		{"both places", nil, []string{"aaaaaaaa: .claude/projects/p/A.jsonl", "bbbbbbbb: .config/claude/projects/p/B.jsonl"}, []RootState{Found, Found}},
		{"CLAUDE_CONFIG_DIR", map[string]string{"CLAUDE_CONFIG_DIR": filepath.Join(home, "one") + " , " + filepath.Join(home, "none")}, []string{"bbbbbbbb: one/projects/p/B.jsonl"}, []RootState{Found, Missing}},
		{"XDG_CONFIG_HOME", map[string]string{"XDG_CONFIG_HOME": filepath.Join(home, "elsewhere")}, []string{"aaaaaaaa: .claude/projects/p/A.jsonl"}, []RootState{Found, Missing}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			found := search(t, Options{Home: home, Getenv: func(k string) string { return tt.env[k] }})
			if diff := cmp.Diff(tt.want, outline(home, found)); diff != "" {
				t.Errorf("units (-want +got):\n%s", diff)
			}
			var states []RootState
			for _, r := range found.Roots {
				states = append(states, r.State)
			}
			if diff := cmp.Diff(tt.states, states); diff != "" {
				t.Errorf("states (-want +got):\n%s", diff)
			}
		})
	}
}

func TestDiscoverUnreadable(t *testing.T) {
	if os.Geteuid() == 0 {
		t.Skip("a superuser may read everything")
	}
	dir := tree(t, map[string]string{"open/" + idA + ".jsonl": said(idA, "u1", "00", "a"), "shut/" + idB + ".jsonl": ""})
	shut := filepath.Join(dir, "shut")
	if err := os.Chmod(shut, 0); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.Chmod(shut, 0o700) })
	found := search(t, Options{Paths: []string{dir}})
	if len(found.Units) != 1 || found.Ledger.Skipped[UnreadableFolder] != 1 {
		t.Errorf("units %v, ledger %+v", outline(dir, found), found.Ledger)
	}
}

func TestDiscoverStops(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := Discover(ctx, Options{Paths: []string{t.TempDir()}}); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
}

func TestRead(t *testing.T) {
	dir := tree(t, map[string]string{
		idA + ".jsonl":                   said(idA, "u1", "00", "first"),
		"later/" + idA + ".jsonl":        said(idA, "u2", "05", "second"),
		idA + "/subagents/agent-x.jsonl": side(idA, "x", "s1") + said(idA, "s2", "06", "not by a person"),
	})
	found := search(t, Options{Paths: []string{dir}})
	if len(found.Units) != 1 {
		t.Fatalf("units %v", outline(dir, found))
	}
	u := &found.Units[0]
	var got []string
	var led transcript.Ledger
	feed := transcript.NewFeed(claude.New())
	err := Read(context.Background(), u, feed, &led, func(r *transcript.Record) error {
		got = append(got, fmt.Sprintf("%d %s %t %t %s", r.File, r.UUID, r.Kind == transcript.Prompt, r.Sidechain, r.Agent))
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"0 u1 true false ", "1 u2 true false ", "2 s1 false true x", "2 s2 false true x"}
	if diff := cmp.Diff(want, got, cmpopts.IgnoreUnexported(File{})); diff != "" {
		t.Errorf("records (-want +got):\n%s", diff)
	}
	if led.Files != 3 || led.Lines != 4 || led.Decoded != 4 || led.Bytes != u.Size() {
		t.Errorf("ledger %+v, size %d", led, u.Size())
	}

	before := u.Fingerprint()
	u.Files[0].Size++
	if u.Fingerprint() == before {
		t.Error("a grown file has the same fingerprint")
	}
	enough := errors.New("enough")
	if err := Read(context.Background(), u, feed, &led, func(*transcript.Record) error { return enough }); !errors.Is(err, enough) {
		t.Errorf("error %v", err)
	}
	u.Files[1].Path += ".gone"
	led = transcript.Ledger{}
	if err := Read(context.Background(), u, feed, &led, func(*transcript.Record) error { return nil }); err != nil || led.Skipped[transcript.UnreadableFile] != 1 {
		t.Errorf("a file gone meanwhile: %v, %+v", err, led)
	}
}
