package claude

import (
	"fmt"
	"reflect"
	"testing"

	"prism/internal/transcript"
)

// TestAgain: what a decoder remembers of the line before changes nothing of what it
// reads: each line gives what it gives to a decoder that read no other.
func TestAgain(t *testing.T) {
	place := func(more string) string {
		return `,"isSidechain":false,"userType":"external","cwd":"/home/robin/x","sessionId":"s1","version":"2.1.0","gitBranch":"main"` + more
	}
	answer := func(parent, place, usage string, more string) string {
		return fmt.Sprintf(`{"parentUuid":%s%s,"type":"assistant","uuid":"u2","timestamp":"2026-01-02T10:00:00.000Z","message":{"id":"m1","model":"claude-opus-5","role":"assistant","content":[{"type":"text","text":"Done."}],"usage":%s}%s}`, parent, place, usage, more)
	}
	const cost = `{"input_tokens":3,"output_tokens":7,"cache_creation":{"ephemeral_5m_input_tokens":2}}`
	lines := []string{
		answer(`"u1"`, place(""), cost, ""),
		answer(`null`, place(""), cost, ""),
		answer(`"u1"`, place(`,"agentId":"a1"`), cost, ""),
		answer(`"u1"`, place(`,"slug":"warm-hill","entrypoint":"cli"`), `{"input_tokens":3,"output_tokens":7.5}`, ""),
		answer(`"u1"`, `,"isSidechain":true,"cwd":"/home/robin/y","sessionId":"s1"`, `{"input_tokens":3}`, ""),
		answer(`"u1"`, `,"cwd":"/home/robin/x"`, `{"input_tokens":31}`, `,"cwd":"/home/robin/later"`),
		answer(`"u1"`, `,"cwd":"/home/robin/x"`, `null`, ""),
		answer(`"u1"`, `,"cwd":null`, `7`, ""),
		answer(`"u1"`, `,"cwd":null`, `77`, ""),
		answer(`"u1"`, `,"version":2`, cost, ""),
		answer(`"u1"`, `,"version":21`, cost, `,"isSidechain":true`),
		answer(`"u1"`, ` , "cwd" : "/home/robin/z" `, cost+" ", ""),
		answer(`"u1"`, ``, cost, ""),
		`{"cwd":"/home/robin/first",` + answer(`"u1"`, `,"cwd":null`, cost, "")[1:],
		`{"cwd":"/home/robin/first","isSidechain":true,` + answer(`"u1"`, place(""), cost, "")[1:],
		`{"parentUuid":"u1","cwd":"/home/robin/x","parentUuid":"u0","cwd":"/home/robin/y","type":"user","message":{"content":"hello"}}`,
		`{"parentUuid":"u1"` + place("") + `,"parentUuid":"u0","gitBranch":"another","slug":"warm-hill-over-there","type":"user","message":{"content":"hello"}}`,
		`{"parentUuid":"u1"` + place("") + `}`,
		`{"parentUuid":"u1"` + place("") + `x}`,
		`{"parentUuid":"u1"` + place("") + `,"type":"user","uuid":"u3","message":{"content":"hello"}}`,
		`{"parentUuid":"u1"` + place("") + `,"type":"user","uuid":"u3","message":{"content":"hello"},"toolUseResult":{"usage":` + cost + `}}`,
	}
	read := func(d *Decoder, text string) string {
		var rec transcript.Record
		n, err := d.Decode([]byte(text), 1, &rec)
		return fmt.Sprintf("%d %v %+v", n, err, rec)
	}
	for _, a := range lines {
		for _, b := range lines {
			d := New()
			read(d, a)
			read(d, a)
			if got, want := read(d, b), read(New(), b); !reflect.DeepEqual(got, want) {
				t.Errorf("after\n%s\n\n%s\ngives\n%s\nalone\n%s", a, b, got, want)
			}
		}
	}
}
