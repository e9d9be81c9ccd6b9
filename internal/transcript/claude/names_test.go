package claude

import (
	"strings"
	"testing"

	"prism/internal/transcript"
)

// What a line calls by name is bounded before anything remembers it.
func TestNamesAreBounded(t *testing.T) {
	long := strings.Repeat("n", 1<<20)
	r := only(t, `{"type":"assistant","uuid":"`+long+`","parentUuid":"`+long+`","sessionId":"`+long+`","requestSessionId":"x`+long+`","agentId":"`+long+`","cwd":"/`+long+`","gitBranch":"`+long+`","version":"`+long+`","entrypoint":"`+long+`","promptId":"`+long+`",`+
		`"message":{"id":"`+long+`","model":"`+long+`","stop_reason":"`+long+`","content":[{"type":"tool_use","id":"`+long+`","name":"`+long+`","input":{"file_path":"/`+long+`"}}]}}`)
	a := &r.Answer
	for what, s := range map[string]string{
		"uuid": r.UUID, "parent": r.Parent, "session": r.Session, "claim": r.Claim, "agent": r.Agent, "branch": r.Branch, "version": r.Version,
		"entrypoint": r.Entrypoint, "model": a.Model, "stop": a.Stop, "tool": a.Calls[0].Name,
	} {
		if s == "" || len(s) > maxName {
			t.Errorf("%s has %d bytes", what, len(s))
		}
	}
	for what, s := range map[string]string{"folder": r.CWD, "message": a.MessageID, "prompt": r.PromptID, "call": a.Calls[0].ID, "file": a.Calls[0].Files[0]} {
		if s == "" || len(s) > maxWord {
			t.Errorf("%s has %d bytes", what, len(s))
		}
	}
}

// Many long names that differ only at their end leave little behind.
func TestLongNamesAreNotRemembered(t *testing.T) {
	in := newInterner()
	raw := []byte(strings.Repeat("n", 1<<20))
	for i := range 1000 {
		raw[len(raw)-1-i%8] = byte('a' + i%26)
		in.word(raw)
	}
	held := 0
	for key, s := range in.words {
		held += len(key) + len(s)
	}
	if held > 2*maxWord {
		t.Errorf("%d bytes are held", held)
	}
}

// The address of a pull request says where it is, and nothing of who asked.
func TestPullAddresses(t *testing.T) {
	for in, want := range map[string]string{
		"https://github.com/w/shop/pull/12":                    "https://github.com/w/shop/pull/12",
		"https://user:pass@host.example/w/pull/12":             "https://host.example/w/pull/12",
		"https://host.example/w/pull/12?token=abc#note":        "https://host.example/w/pull/12",
		`https:\/\/host.example\/w\/pull\/12`:                  "https://host.example/w/pull/12",
		"http://host.example:8080/w/-/merge_requests/3":        "http://host.example:8080/w/-/merge_requests/3",
		"https://host.example/" + strings.Repeat("x", maxPull): "",
		"https://host.example/" + strings.Repeat("x", 1<<20):   "",
		"javascript:alert(1)":                                  "", "file:///etc/passwd": "", "host.example/pull/1": "", "https://": "", "": "", `https://h\u001b/pull/1`: "",
	} {
		if got := pullAddress([]byte(in)); got != want {
			t.Errorf("%.60q: %q, want %q", in, got, want)
		}
	}
	kind := transcript.Pull
	r := only(t, `{"type":"pr-link","prUrl":"https://user:pass@host.example/w/pull/12"}`)
	if r.Kind != kind || r.URL != "https://host.example/w/pull/12" {
		t.Errorf("%+v", r)
	}
	if got := pullURL([]byte("remote: https://user:pass@host.example/w/pull/12 created")); got != "https://host.example/w/pull/12" {
		t.Errorf("of a text: %q", got)
	}
}
