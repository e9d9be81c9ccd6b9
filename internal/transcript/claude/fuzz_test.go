package claude

import (
	"bytes"
	"fmt"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"

	"prism/internal/fact"
	"prism/internal/jsoncursor"
	"prism/internal/transcript"
)

// FuzzDecode holds the decoder to what must be so for any bytes: no panic, every
// line decoded or skipped for a reason, sane token counts, clean text, and the
// same Records however the bytes arrive.
func FuzzDecode(f *testing.F) {
	f.Add([]byte(typed("fix the tax", "") + "\n" + calls("c", "Edit", `{"file_path":"/w/a.go"}`) + "\n"))
	f.Add([]byte(calls("c", "Bash", `{"command":"git commit"}`) + returns("c", `"[main 1a2b3c4] x"`, false, `{"stdout":"x"}`)))
	f.Add([]byte(enqueue("and docs") + "\n" + operation("remove") + "\n" + absorbed("and docs", "")))
	feed := transcript.NewFeed(New()) // one for all: nothing of one file may reach the next
	f.Fuzz(func(t *testing.T, data []byte) {
		var whole, pieces transcript.Ledger
		once := outline(t, feed, data, &whole, false)
		again := outline(t, feed, data, &pieces, true)
		if diff := cmp.Diff(once, again); diff != "" {
			t.Errorf("the size of the pieces changed the records:\n%s", diff)
		}
		if diff := cmp.Diff(whole, pieces); diff != "" {
			t.Errorf("the size of the pieces changed the ledger:\n%s", diff)
		}
		if err := whole.Check(); err != nil {
			t.Error(err)
		}
	})
}

// outline writes each Record of data as a line.
func outline(t *testing.T, feed *transcript.Feed, data []byte, led *transcript.Ledger, slowly bool) []string {
	t.Helper()
	var out []string
	src := bytes.NewReader(data)
	each := func(r *transcript.Record) error {
		checkRecord(t, r)
		c := copied(r)
		out = append(out, fmt.Sprintf("%+v", c))
		return nil
	}
	var err error
	if slowly {
		_, err = feed.Read(iotest.OneByteReader(src), "f", 0, led, each)
	} else {
		_, err = feed.Read(src, "f", 0, led, each)
	}
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func checkRecord(t *testing.T, r *transcript.Record) {
	t.Helper()
	u := r.Answer.Usage
	for _, n := range [...]int64{u.Input, u.Output, u.CacheWrite5m, u.CacheWrite1h, u.CacheRead} {
		if n < 0 || n > maxTokens {
			t.Errorf("tokens %+v", u)
		}
	}
	if !r.Answer.HasUsage && u != (fact.Tokens{}) {
		t.Errorf("tokens without usage: %+v", u)
	}
	texts := [][]byte{r.Text, r.Plan, r.Answer.Text, []byte(r.UUID), []byte(r.CWD), []byte(r.Command), []byte(r.Unknown), []byte(r.URL), []byte(r.Transcript)}
	for _, c := range r.Answer.Calls {
		texts = append(texts, []byte(c.Target), []byte(c.Name), []byte(c.ID), c.Plan)
	}
	for _, res := range r.Results {
		texts = append(texts, res.Text, res.Said, res.Plan, res.Content, []byte(res.File), []byte(res.Commit), []byte(res.Pull))
		for _, h := range res.Hunks {
			texts = append(append(texts, h.Added...), h.Removed...)
		}
	}
	for _, text := range texts {
		if !bytes.Equal(text, jsoncursor.Clean(text)) {
			t.Errorf("text with NUL or invalid UTF-8: %q", text)
		}
	}
}
