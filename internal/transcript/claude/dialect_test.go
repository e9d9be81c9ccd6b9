package claude

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"prism/internal/transcript"
)

func TestRoots(t *testing.T) {
	tests := []struct {
		name string
		env  map[string]string
		home string
		want []string
	}{
		{"home", nil, "/home/ann", []string{"/home/ann/.claude", "/home/ann/.config/claude"}},
		{"no home", nil, "", nil},
		{"XDG", map[string]string{"XDG_CONFIG_HOME": "/x"}, "/home/ann", []string{"/home/ann/.claude", "/x/claude"}},
		{"a list", map[string]string{"CLAUDE_CONFIG_DIR": "/a/, ~/b,,/c", "XDG_CONFIG_HOME": "/x"}, "/home/ann", []string{"/a", "/home/ann/b", "/c"}},
		{"a list of nothing", map[string]string{"CLAUDE_CONFIG_DIR": " , "}, "/home/ann", []string{"/home/ann/.claude", "/home/ann/.config/claude"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := Roots(func(k string) string { return tt.env[k] }, tt.home)
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestIdentify(t *testing.T) {
	const (
		own   = "aaaaaaaa-1111-4111-8111-111111111111"
		other = "bbbbbbbb-2222-4222-8222-222222222222"
		line  = `{"type":"user","sessionId":"` + other + `","timestamp":"2026-03-01T10:00:00.000Z","message":{"content":"x"}}` + "\n"
		side  = `{"type":"user","isSidechain":true,"agentId":"mate","sessionId":"` + other + `","message":{"content":"x"}}` + "\n"
	)
	tests := []struct {
		name, path, head string
		more             bool // the head is not all of the file
		want             string
		standing         transcript.Standing
	}{
		{"by its name", "/c/projects/p/" + own + ".jsonl", line, false, own + "/", transcript.Ours},
		{"empty", "/c/projects/p/" + own + ".jsonl", "", false, own + "/", transcript.Ours},
		{"compressed", "/c/projects/p/" + own + ".jsonl", "\x1f\x8b", false, own + "/", transcript.Ours},
		{"by its lines", "/c/x.jsonl", line, false, other + "/", transcript.Ours},
		{"by its lines, after others", "/c/x.jsonl", `{"type":"summary","summary":"x","leafUuid":"l"}` + "\n" + line, false, other + "/", transcript.Ours},
		{"byte order mark", "/c/x.jsonl", "\xef\xbb\xbf" + line, false, other + "/", transcript.Ours},
		{"lines without an id", "/c/x.jsonl", `{"type":"summary","summary":"x","leafUuid":"l"}` + "\n", false, "x/", transcript.Ours},
		{"first line cut", "/c/x.jsonl", line[:30], true, "", transcript.Unsure},
		{"cut after the id", "/c/x.jsonl", line[:70], true, other + "/", transcript.Ours},
		{"subagent", "/c/projects/p/" + own + "/subagents/agent-7.jsonl", side, false, own + "/7", transcript.Ours},
		{"subagent of a workflow", "/c/projects/p/" + own + "/subagents/workflows/r1/agent-7.jsonl", "", false, own + "/7", transcript.Ours},
		{"subagent beside", "/c/projects/p/agent-7.jsonl", side, false, other + "/7", transcript.Ours},
		{"subagent in a folder without id", "/c/subagents/agent-7.jsonl", side, false, other + "/7", transcript.Ours},
		{"teammate", "/c/projects/p/" + own + ".jsonl", side, false, other + "/mate", transcript.Ours},
		{"workflow's journal", "/c/projects/p/" + own + "/subagents/workflows/r1/journal.jsonl", "", false, "", transcript.Aside},
		{"tool result", "/c/projects/p/" + own + "/tool-results/a.jsonl", line, false, "", transcript.Aside},
		{"folder of that name of a person's", "/c/tool-results/" + own + ".jsonl", line, false, own + "/", transcript.Ours},
		{"another one", "/c/subagents/work/p/" + own + ".jsonl", line, false, own + "/", transcript.Ours},
		{"a conversation's above its projects", "/c/" + own + "/tool-results/home/projects/p/" + own + ".jsonl", line, false, own + "/", transcript.Ours},
		{"history", "/c/history.jsonl", `{"display":"x"}`, false, "", transcript.Aside},
		{"another agent's", "/c/x.jsonl", `{"id":"x","messages":[]}` + "\n", false, "", transcript.Strange},
		{"prose", "/c/x.jsonl", "Dear diary\n", false, "", transcript.Strange},
		{"one document", "/c/x.jsonl", "{\n  \"type\": \"user\"\n}\n", false, "", transcript.Strange},
		{"empty, any name", "/c/x.jsonl", "", false, "x/", transcript.Ours},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			id, standing := Identify(tt.path, []byte(tt.head), !tt.more)
			got := id.Conversation + "/" + id.Subagent
			if standing != tt.standing || standing == transcript.Ours && got != tt.want {
				t.Errorf("%q standing %d, want %q standing %d", got, standing, tt.want, tt.standing)
			}
		})
	}
	id, _ := Identify("/c/x.jsonl", []byte(line), true)
	if id.Start.IsZero() {
		t.Error("the first event has no time")
	}
}

func TestNarrowAndHome(t *testing.T) {
	for folder, want := range map[string]string{
		"/home/ann/.claude: projects":            projects,
		"/backup/ann: projects settings.json":    projects,
		"/backup/ann: projects":                  "",
		"/home/ann/.claude: todos":               "",
		"/home/ann/notes: projects todos plans":  "",
		"/home/ann/code: projects src README.md": "",
	} {
		dir, names, _ := strings.Cut(folder, ": ")
		if got := narrow(dir, strings.Fields(names)); got != want {
			t.Errorf("%s: %q, want %q", folder, got, want)
		}
	}
	for file, want := range map[string]string{
		"/home/ann/.claude/projects/p/a.jsonl":             "/home/ann/.claude",
		"/home/ann/.claude/projects/p/a/subagents/b.jsonl": "/home/ann/.claude",
		"/home/ann/projects/x/projects/p/a.jsonl":          "/home/ann/projects/x",
		"/home/ann/a.jsonl":                                "",
		"a.jsonl":                                          "",
	} {
		if got := homeOf(file); got != want {
			t.Errorf("%s: %q, want %q", file, got, want)
		}
	}
	if d := Dialect(); d.Agent != "claude" || d.New() == nil {
		t.Error("the dialect lacks something")
	}
}
