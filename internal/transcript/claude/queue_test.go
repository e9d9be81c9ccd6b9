package claude

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"prism/internal/transcript"
)

func enqueue(text string) string {
	return `{"type":"queue-operation","operation":"enqueue","sessionId":"s","content":` + quote(text) + `}`
}

func operation(name string) string {
	return `{"type":"queue-operation","operation":"` + name + `","sessionId":"s"}`
}

func absorbed(text, more string) string {
	return `{"type":"attachment","uuid":"q","attachment":{"type":"queued_command",` + more + `"prompt":` + quote(text) + `}}`
}

func TestQueue(t *testing.T) {
	tests := []struct {
		name  string
		lines []string
		// turns that stand at the end, by their line; "line text"
		want []string
	}{
		{"sent after the turn", []string{enqueue("and docs"), operation("dequeue"), typed("and docs", "")}, []string{"3 and docs"}},
		{"absorbed, old client", []string{typed("a", ""), enqueue("and docs"), operation("remove"), typed("b", "")}, []string{"1 a", "2 and docs", "4 b"}},
		{"absorbed, new client", []string{typed("a", ""), enqueue("and docs"), operation("remove"), absorbed("and docs", `"commandMode":"prompt",`)}, []string{"1 a", "4 and docs"}},
		{"attachment before the remove line", []string{enqueue("and docs"), absorbed("and docs", `"commandMode":"prompt",`), operation("remove")}, []string{"2 and docs"}},
		{"attachment without queue lines", []string{absorbed("and docs", `"commandMode":"prompt","source_uuid":"x","origin":{"kind":"human"},`)}, []string{"1 and docs"}},
		{"queue line without its text", []string{operation("enqueue"), operation("remove"), absorbed("and docs", "")}, []string{"3 and docs"}},
		{"back to the input box", []string{enqueue("a"), enqueue("b"), operation("popAll"), enqueue("c"), operation("remove")}, []string{"4 c"}},
		{"still waiting at the end", []string{typed("a", ""), enqueue("and docs")}, []string{"1 a"}},
		{"lost when the client ended", []string{enqueue("and docs"), typed("something else", "")}, []string{"2 something else"}},
		{"several sent as one", []string{enqueue("/exit"), enqueue("q"), operation("dequeue"), operation("dequeue"), typed("/exit\nq", "")}, []string{"5 /exit\nq"}},
		{"two of three sent as one", []string{enqueue("x"), operation("remove"), enqueue("a"), enqueue("b"), typed("a\nb", "")}, []string{"1 x", "5 a\nb"}},
		{"said again", []string{enqueue("1"), enqueue("1"), operation("remove"), operation("remove"), typed("1", "")}, []string{"5 1"}},
		{"a person's words before notifications", []string{enqueue("<task-notification>x"), enqueue("go on"), operation("remove"), typed("done", "")}, []string{"2 go on", "4 done"}},
		{"remove says which", []string{enqueue("a"), enqueue("b"), `{"type":"queue-operation","operation":"remove","content":"b","reason":"absorbed_mid_turn"}`, typed("a", "")}, []string{"2 b", "4 a"}},
		{"notification", []string{enqueue("<task-notification>x"), operation("remove"), absorbed("<task-notification>x", `"commandMode":"task-notification",`)}, nil},
		{"the client's task record", []string{enqueue(`{"task_id":"b1","description":"x"}`), operation("remove")}, nil},
		{"built-in", []string{enqueue("/model opus"), operation("remove")}, nil},
		{"custom command", []string{enqueue("/ship it"), operation("dequeue"), typed("<command-message>ship</command-message><command-name>/ship</command-name><command-args>it</command-args>", "")}, []string{"3 /ship it"}},
		{"shell escape", []string{absorbed("ls", `"commandMode":"bash",`)}, nil},
		{"of another agent", []string{absorbed("hi", `"origin":{"kind":"peer"},`)}, nil},
		{"meta", []string{absorbed("hi", `"isMeta":true,`)}, nil},
		{"other attachment", []string{`{"type":"attachment","attachment":{"type":"file","prompt":"x"}}`}, nil},
		{"no attachment", []string{`{"type":"attachment"}`, `{"type":"attachment","attachment":7}`}, nil},
		{"pictures", []string{`{"type":"attachment","attachment":{"type":"queued_command","prompt":[{"type":"text","text":"like this"},{"type":"image"}]}}`}, []string{"1 like this"}},
		{"nothing to pop", []string{operation("popAll"), operation("remove"), operation("dequeue"), operation("newfangled")}, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			type turn struct {
				line int
				text string
			}
			var turns []turn
			for _, r := range decode(t, tt.lines...) {
				for _, line := range r.Settles {
					for i := range turns {
						if turns[i].line == line {
							turns = append(turns[:i], turns[i+1:]...)
							break
						}
					}
				}
				if r.Kind == transcript.Prompt || r.Kind == transcript.Enqueued {
					turns = append(turns, turn{r.Line, string(r.Text)})
				}
			}
			var got []string
			for _, turn := range turns {
				got = append(got, fmt.Sprintf("%d %s", turn.line, turn.text))
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("turns (-want +got):\n%s", diff)
			}
		})
	}
}

func TestQueueIsBounded(t *testing.T) {
	d := New()
	var rec transcript.Record
	for i := range 4 * maxQueue {
		if _, err := d.Decode([]byte(enqueue(fmt.Sprint("text ", i))), i+1, &rec); err != nil {
			t.Fatal(err)
		}
	}
	if len(d.queue) > maxQueue {
		t.Errorf("%d entries are kept", len(d.queue))
	}
	d.Reset(1)
	if d.End(&rec) {
		t.Error("the queue of the file before is left")
	}
}
