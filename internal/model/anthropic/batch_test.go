package anthropic

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"prism/internal/model"
	"prism/internal/model/batch"
	"prism/internal/model/modeltest"
	"prism/internal/redact"
)

var _ batch.Service = (*Batches)(nil)

func items(ids ...string) []batch.Item {
	var out []batch.Item
	for _, id := range ids {
		out = append(out, batch.Item{ID: id, Request: request()})
	}
	return out
}

func noSleep(ctx context.Context, _ time.Duration) error { return ctx.Err() }

func TestBatch(t *testing.T) {
	srv, c := start(t, Options{})
	srv.EndAfter(3)
	b := c.Batches()
	id, err := b.Submit(t.Context(), items("s-1", "s-2-errored", "s-3-overloaded", "s-4-expired", "s-5-odd"))
	if err != nil {
		t.Fatal(err)
	}
	body := srv.Calls()[0].Body
	if !strings.Contains(body, `"ttl":"1h"`) || !strings.Contains(body, `"custom_id":"s-1"`) || strings.Index(body, `"zeta"`) > strings.Index(body, `"alpha"`) {
		t.Errorf("body %s", body)
	}
	for a, err := range b.Results(t.Context(), id) {
		if err == nil {
			t.Errorf("an answer %+v before the end", a)
		}
		quiet(t, err)
	}
	srv.Fail(modeltest.Fault{Status: 529}, modeltest.Fault{Cut: true}) // while it is waited for
	polls := 0
	st, err := batch.Wait(t.Context(), b, id, batch.Pace{Sleep: noSleep, Each: func(batch.Status) { polls++ }})
	if err != nil || !st.Ended || polls < 2 || st.Total() != 5 || st.Succeeded != 2 || st.Errored != 2 || st.Expired != 1 {
		t.Fatalf("%+v after %d polls, %v", st, polls, err)
	}
	got := map[string]string{}
	var order []string
	for a, err := range b.Results(t.Context(), id) {
		if err != nil {
			t.Fatal(err)
		}
		order = append(order, a.ID)
		got[a.ID] = string(a.Response.Stop)
		if a.Err != nil {
			got[a.ID] = string(a.Err.Class)
			quiet(t, a.Err)
		} else if !a.Response.UsageKnown || a.Response.RequestID == "" {
			t.Errorf("%s: %+v", a.ID, a.Response)
		}
	}
	want := map[string]string{"s-1": "end", "s-2-errored": "bad_request", "s-3-overloaded": "retryable", "s-4-expired": "retryable", "s-5-odd": "max_tokens"}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
	if order[0] != "s-5-odd" {
		t.Errorf("the stand-in gave %v in order, so nothing was tried", order)
	}
}

func TestBatchResultsCut(t *testing.T) {
	srv, c := start(t, Options{})
	b := c.Batches()
	var ids []string
	for i := range 20 {
		ids = append(ids, fmt.Sprintf("s-%d", i))
	}
	id, err := b.Submit(t.Context(), items(ids...))
	if err != nil {
		t.Fatal(err)
	}
	read := func() (n int, failed error) {
		for _, err := range b.Results(t.Context(), id) {
			if err != nil {
				failed = err
				continue
			}
			n++
		}
		return n, failed
	}
	srv.Fail(modeltest.Fault{Cut: true})
	if n, err := read(); n == 0 || n == len(ids) || model.ClassOf(err) != model.Retryable {
		t.Errorf("%d answers of a cut stream, %v", n, err)
	}
	if n, err := read(); n != len(ids) || err != nil {
		t.Errorf("%d answers, %v", n, err)
	}
	for range b.Results(t.Context(), id) {
		break // whoever leaves early leaves nothing behind
	}
}

func TestBatchCancel(t *testing.T) {
	srv, c := start(t, Options{})
	srv.EndAfter(1000)
	b := c.Batches()
	id, err := b.Submit(t.Context(), items("a", "b"))
	if err != nil {
		t.Fatal(err)
	}
	if err := b.Cancel(t.Context(), id); err != nil {
		t.Fatal(err)
	}
	for a, err := range b.Results(t.Context(), id) {
		if err != nil || a.Err == nil || a.Err.Class != model.Retryable {
			t.Errorf("%+v, %v", a, err)
		}
	}
}

// A run that was killed between handing a batch in and writing its id down finds
// it again, and hands nothing in twice.
func TestAdopt(t *testing.T) {
	srv, c := start(t, Options{})
	b := c.Batches()
	since := time.Now()
	for _, ids := range [][]string{{"other-1", "other-2"}, {"mine-1", "mine-2"}, {"more-1", "more-2", "more-3"}} {
		if _, err := b.Submit(t.Context(), items(ids...)); err != nil {
			t.Fatal(err)
		}
	}
	mine := map[string]bool{"mine-1": true, "mine-2": true}
	id, pending, err := batch.Adopt(t.Context(), b, since, mine)
	if err != nil || pending || id != srv.Batches()[1] {
		t.Errorf("%q, %v, %v", id, pending, err)
	}
	if id, _, err := batch.Adopt(t.Context(), b, since.Add(time.Hour), mine); err != nil || id != "" {
		t.Errorf("found %q of another time, %v", id, err)
	}
	srv.EndAfter(1000)
	if id, pending, err := batch.Adopt(t.Context(), b, since, mine); err != nil || !pending || id == "" {
		t.Errorf("while it runs: %q, %v, %v", id, pending, err)
	}
}

func TestBatchFailures(t *testing.T) {
	srv, c := start(t, Options{})
	b := c.Batches()
	for _, f := range []modeltest.Fault{{Status: 401}, {Status: 413}, {Status: 529}, {Cut: true}, {Page: true}} {
		srv.Fail(f)
		if _, err := b.Submit(t.Context(), items("a")); err == nil {
			t.Errorf("%+v passed", f)
		} else {
			quiet(t, err)
		}
	}
	srv.Fail(modeltest.Fault{Status: 401})
	if _, err := batch.Wait(t.Context(), b, "msgbatch_x", batch.Pace{Sleep: noSleep}); model.ClassOf(err) != model.Unavailable {
		t.Errorf("%v", err)
	}
	if _, err := b.Status(t.Context(), "msgbatch_forgotten"); model.ClassOf(err) != model.BadRequest {
		t.Errorf("a batch that is gone: %v", err)
	}
	if _, err := b.Submit(t.Context(), items("a b")); err == nil {
		t.Error("an id with a space passed")
	}
}

func TestFiles(t *testing.T) {
	var out bytes.Buffer
	n, err := batch.Write(&out, Format{}, slices.Values(items("s-1", "s-2")))
	if err != nil || n != 2 || strings.Count(out.String(), "\n") != 2 {
		t.Fatalf("%d, %v", n, err)
	}
	if !strings.HasPrefix(out.String(), `{"custom_id":"s-1","params":{`) {
		t.Errorf("%s", out.String())
	}
	if _, err := batch.Write(&out, Format{}, slices.Values(items("s-1", "s-1"))); err == nil {
		t.Error("an id that stands twice passed")
	}

	answers := `
{"custom_id":"s-2","result":{"type":"succeeded","message":{"id":"msg_1","type":"message","role":"assistant","model":"claude-haiku-4-5","content":[{"type":"text","text":"{\"zeta\":true}"}],"stop_reason":"end_turn","usage":{"input_tokens":5,"output_tokens":6}}}}
not JSON
{"custom_id":"s-9","result":{"type":"expired"}}
{"custom_id":"s-1","answer":{"zeta": false},"model":"a person"}
{"custom_id":"s-2","result":{"type":"expired"}}
{"custom_id":"s-3","answer":"I think {\"zeta\":true}"}
{"custom_id":"s-4","result":{"type":"errored","error":{"type":"error","error":{"type":"invalid_request_error","message":"ECHO-of-the-prompt"}}}}
{"custom_id":"no good id","answer":{}}
{"unrelated":1}`
	known := map[string]bool{"s-1": true, "s-2": true, "s-3": true, "s-4": true}
	got := map[string]string{}
	tally, err := batch.Read(strings.NewReader(answers), []batch.Decoder{Format{}, batch.Plain{}}, func(id string) bool { return known[id] }, func(a batch.Answer) error {
		got[a.ID] = a.Response.Text
		if a.Err != nil {
			quiet(t, a.Err)
			got[a.ID] = string(a.Err.Class)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(map[string]string{"s-1": `{"zeta": false}`, "s-2": `{"zeta":true}`, "s-3": `{"zeta":true}`, "s-4": "bad_request"}, got); d != "" {
		t.Error(d)
	}
	if d := cmp.Diff(batch.Tally{Lines: 9, Answers: 4, Failed: 1, Unknown: 1, Duplicate: 1, Malformed: 3}, tally); d != "" {
		t.Error(d)
	}
	stop := errors.New("enough")
	if _, err := batch.Read(strings.NewReader(answers), []batch.Decoder{Format{}}, nil, func(batch.Answer) error { return stop }); !errors.Is(err, stop) {
		t.Errorf("%v", err)
	}
}

func TestChunks(t *testing.T) {
	all := items("a", "b", "c")
	one, err := Format{}.Line(all[0])
	if err != nil {
		t.Fatal(err)
	}
	got, err := batch.Chunks(all, Format{})
	if err != nil || len(got) != 1 || len(got[0]) != 3 {
		t.Errorf("%d chunks, %v", len(got), err)
	}
	if len(one) < 100 {
		t.Errorf("a line of %d bytes", len(one))
	}
	if _, err := batch.Chunks(items("a", "a"), Format{}); err == nil {
		t.Error("an id that stands twice passed")
	}
	if _, err := batch.Chunks([]batch.Item{{ID: "a", Request: model.Request{Model: "m", System: redact.Literal("x")}}}, Format{}); err == nil {
		t.Error("an empty request passed")
	}
}

// FuzzAnswer holds that no line of answers makes a decoder panic, or an answer
// without a good id.
func FuzzAnswer(f *testing.F) {
	f.Add([]byte(`{"custom_id":"a","result":{"type":"succeeded","message":{"content":[{"type":"text","text":"{}"}],"stop_reason":"end_turn"}}}`))
	f.Add([]byte(`{"custom_id":"a","result":{"type":"errored","error":{"error":{"type":"x"}}}}`))
	f.Add([]byte(`{"custom_id":"a","answer":{}}`))
	f.Fuzz(func(t *testing.T, line []byte) {
		for _, d := range []batch.Decoder{Format{}, batch.Plain{}} {
			if a, ok := d.Answer(line); ok && a.ID == "" {
				t.Errorf("an answer without id: %q", line)
			}
		}
		_, _ = batch.Read(bytes.NewReader(line), []batch.Decoder{Format{}, batch.Plain{}}, nil, func(a batch.Answer) error {
			if batch.CheckID(a.ID) != nil {
				t.Errorf("id %q", a.ID)
			}
			return nil
		})
	})
}
