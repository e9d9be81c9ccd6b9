package server_test

import (
	"context"
	"strings"
	"testing"

	"prism/internal/content"
	"prism/internal/conversation"
	"prism/internal/fact"
	"prism/internal/server/access"
	"prism/internal/server/servertest"
	"prism/internal/tenant"
)

// A file is opened in the editor of the person of this machine, who set it up; whatever a
// file is called, it adds nothing to the link.
func TestEditorLink(t *testing.T) {
	tn := of(t)
	link := func(c access.Caller, editor, file string, line int) string {
		tn.Editor = editor
		v, err := tn.View(t.Context(), c)
		if err != nil {
			t.Fatal(err)
		}
		return v.EditorLink(file, line)
	}
	const code = "vscode://file/{path}:{line}"
	here := access.Caller{Role: tenant.Owner}
	for _, c := range []struct {
		editor, file string
		line         int
		want         string
	}{
		{code, "/home/robin/a b.go", 7, "vscode://file/home/robin/a%20b.go:7"},
		{code, `C:\src\x.go`, 0, "vscode://file/C:/src/x.go:1"},
		{code, "/a/{line}?x=1&y#z:9.go", 2, "vscode://file/a/%7Bline%7D%3Fx%3D1%26y%23z%3A9.go:2"},
		{code, "/a/ü\"<.go", 2, "vscode://file/a/%C3%BC%22%3C.go:2"},
		{"idea://open?file={path}&line={line}", "/a/b&line=9.go", 3, "idea://open?file=/a/b%26line%3D9.go&line=3"},
		{code, "relative.go", 1, ""},
		{code, "", 1, ""},
		{code, content.KeptRoot + "ada/x.jsonl", 1, ""},
		{"", "/a/b.go", 1, ""},
	} {
		if got := link(here, c.editor, c.file, c.line); got != c.want {
			t.Errorf("%s in %s: %q, want %q", c.file, c.editor, got, c.want)
		}
	}
	for _, c := range []access.Caller{{Role: tenant.Owner, Key: "k"}, {Role: tenant.Member, Person: "ada", Key: "k"}} {
		if got := link(c, code, "/a/b.go", 1); got != "" {
			t.Errorf("%s with a key: %q", c.Role, got)
		}
	}
}

// What a turn's steps were done to is told by its true name to who opens it, and to nobody
// else.
func TestEditorFiles(t *testing.T) {
	tn := of(t, servertest.Counted("s1", "ada", true))
	reads := 0
	tn.Read = func(context.Context, *fact.Session) ([]conversation.Turn, error) {
		reads++
		return []conversation.Turn{{Prompt: "go on", Steps: []conversation.Step{{Tool: "Edit", Target: "a.go", Edit: &conversation.Edit{File: "/home/ada/a.go"}}, {Tool: "Read", Target: "/home/ada/b.go"}}}}, nil
	}
	for _, c := range []struct {
		caller access.Caller
		editor string
		turn   int
		want   string
	}{
		{access.Caller{Role: tenant.Owner}, "vscode://file/{path}", 1, "/home/ada/a.go /home/ada/b.go"},
		{access.Caller{Role: tenant.Owner}, "vscode://file/{path}", 2, ""},
		{access.Caller{Role: tenant.Owner}, "", 1, ""},
		{access.Caller{Person: "ada", Role: tenant.Member, Key: "k"}, "vscode://file/{path}", 1, ""},
	} {
		tn.Editor = c.editor
		v, err := tn.View(t.Context(), c.caller)
		if err != nil {
			t.Fatal(err)
		}
		s, err := v.One(t.Context(), "s1")
		if err != nil {
			t.Fatal(err)
		}
		reads = 0
		if steps, _, gone := v.Steps(t.Context(), s, 1); len(steps) != 2 || gone != "" {
			t.Fatalf("%v %s", steps, gone)
		}
		if got := strings.Join(v.EditorFiles(t.Context(), s, c.turn), " "); got != c.want {
			t.Errorf("%s, turn %d: %q, want %q", c.caller.Role, c.turn, got, c.want)
		}
		if reads != 1 {
			t.Errorf("read %d times for one page", reads)
		}
	}
}
