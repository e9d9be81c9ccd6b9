package growth

import (
	"bytes"
	"fmt"
	"strings"
	"time"

	"prism/internal/transcript/claudetest"
)

type object = claudetest.Object

// shape writes a library that holds n of one thing.
type shape struct {
	name string
	n    int // the least size that is looked at; twice and four times that follow
	make func(l *library, n int)
}

// library collects files by their path.
type library struct{ files map[string][]byte }

func (s *shape) files(n int) map[string][]byte {
	l := &library{files: make(map[string][]byte)}
	s.make(l, n)
	return l.files
}

// begin opens a conversation in a repository of the shape's.
func begin(name string) *claudetest.Talk {
	return claudetest.Begin(name, "/home/robin/code/orchard", "main", "claude-sonnet-4-5-20250929", "2026-03-02T09:00:00Z")
}

func (l *library) add(talks ...*claudetest.Talk) {
	for _, t := range talks {
		if t.Err() != nil {
			panic(t.Err())
		}
		l.files[t.File()] = t.Bytes()
	}
}

// aside is a subagent's file of a conversation.
func (l *library) aside(of *claudetest.Talk, agent string, sub *claudetest.Talk) {
	text := bytes.ReplaceAll(sub.Bytes(), []byte(`"isSidechain":false`), []byte(`"isSidechain":true,"agentId":"`+agent+`"`))
	text = bytes.ReplaceAll(text, []byte(sub.ID()), []byte(of.ID()))
	l.files[strings.TrimSuffix(of.File(), ".jsonl")+"/subagents/agent-"+agent+".jsonl"] = text
}

// piece is a small piece of work on one file: a prompt, an edit, a test, an answer.
func piece(t *claudetest.Talk, file string, i int) {
	t.Ask(fmt.Sprintf("Raise the limit in %s to %d, with a test.", file, 20+i))
	change(t, file, i)
	t.Run("go test ./...", "Run the tests", "ok  \torchard/crate\t0.02s", 3)
	t.Say(fmt.Sprintf("The limit in %s is %d now; the test passes.", file, 20+i))
}

// change takes out what the change before it put into a file.
func change(t *claudetest.Talk, file string, i int) {
	t.Edit(file, 3, body(i), body(i+1))
}

// body is a function of a dozen lines of its own.
func body(i int) string {
	var b strings.Builder
	for k := range 12 {
		fmt.Fprintf(&b, "\tcrates[%d] = ripen(orchard.Row(%d), limit%d)\n", k, i, k*i)
	}
	return b.String()
}

func fileOf(i int) string { return fmt.Sprintf("crate/part%04d.go", i) }

// inOne is a shape of one conversation.
func inOne(name string, n int, each func(t *claudetest.Talk, i int)) shape {
	return shape{name, n, func(l *library, n int) {
		t := begin(name)
		for i := range n {
			each(t, i)
		}
		l.add(t)
	}}
}

// inTurn is a shape of one turn.
func inTurn(name string, n int, each func(t *claudetest.Talk, i int)) shape {
	return shape{name, n, func(l *library, n int) {
		t := begin(name).Ask("Go through the crates one by one and put their limits right, please.")
		for i := range n {
			each(t, i)
		}
		l.add(t.Say("All of them are right now."))
	}}
}

func shapes() []shape {
	return append(append(ofOneFile(), ofCalls()...), ofMany()...)
}

// ofOneFile are those that hold many of something in one conversation.
func ofOneFile() []shape {
	return []shape{
		inOne("turns", 100, func(t *claudetest.Talk, i int) {
			t.Ask(fmt.Sprintf("and what about row %d?", i)).Say(fmt.Sprintf("Row %d is ripe.", i))
		}),
		inOne("pieces", 50, func(t *claudetest.Talk, i int) { piece(t, fileOf(i%7), i) }),
		inOne("complaints", 50, func(t *claudetest.Talk, i int) {
			change(t.Ask("no, that is still broken, it crashes again"), fileOf(0), i)
			t.Fail("go test ./...", "Run the tests", 1, "--- FAIL: TestRipe (0.00s)\nFAIL\torchard/crate", 3).Say("It is still red.")
		}),
		inOne("shifts", 30, func(t *claudetest.Talk, i int) {
			piece(t.Ask("That's done. New topic, unrelated: the exporter of kind "+word(i)).Say("All right."), "exporter/"+word(i)+".go", i)
		}),
		{"tiny prompts", 800, func(l *library, n int) {
			t := begin("tiny prompts").Ask("Count the trees.").Say("One.")
			for i := range n {
				t.Raw(fmt.Sprintf(`{"type":"user","message":{"role":"user","content":"a"},"uuid":"%d"}`, i))
			}
			l.add(t)
		}},
		{"bare prompts", 800, func(l *library, n int) {
			t := begin("bare prompts").Ask("Count the trees.").Say("One.")
			for range n {
				t.Raw(`{"type":"user","message":{"content":"a"}}`)
			}
			l.add(t)
		}},
		inOne("rewinds", 100, func(t *claudetest.Talk, i int) {
			if i == 0 {
				t.Ask("Count the trees.").Say("Nine.")
			}
			at := t.Last()
			t.Ask(fmt.Sprintf("paint tree %d red", i)).Say("Painted.").Back(at)
		}),
		inOne("compactions", 60, func(t *claudetest.Talk, i int) {
			t.Ask(fmt.Sprintf("go on with row %d", i)).Say("Done.").Compact("The person wants all rows counted.")
		}),
		inOne("attachments", 100, func(t *claudetest.Talk, i int) {
			t.Ask(fmt.Sprintf("Look at row %d.", i))
			t.Message(object{"type": "attachment", "attachment": object{"type": "file", "filename": fileOf(i), "content": body(i)}}, time.Second)
			t.Queued(fmt.Sprintf("and at row %d, too", i+1)).Say("Both are ripe.")
		}),
		{"queue", 1000, func(l *library, n int) {
			t := begin("queue").Ask("Count the trees.")
			for i := range n {
				t.Line(object{"type": "queue-operation", "operation": "enqueue", "content": fmt.Sprintf("count row %d", i), "timestamp": "2026-03-02T09:01:00.000Z", "sessionId": t.ID()})
			}
			for range n {
				t.Line(object{"type": "queue-operation", "operation": "dequeue", "timestamp": "2026-03-02T09:01:01.000Z", "sessionId": t.ID()})
			}
			l.add(t.Say("Nine."))
		}},
		inOne("notices", 100, func(t *claudetest.Talk, i int) {
			if i == 0 {
				t.Ask("Count the trees.")
			}
			t.User(fmt.Sprintf("<task-notification>row %d</task-notification>", i), object{"isMeta": true}).Broken("API Error: overloaded").Interrupt()
		}),
		inOne("names", 100, func(t *claudetest.Talk, i int) {
			t.Ask(fmt.Sprintf("count row %d", i)).Say("Done.").Name(fmt.Sprintf("Row %d", i)).Pull("robin/orchard", i)
		}),
		inOne("folders and branches", 100, func(t *claudetest.Talk, i int) {
			t.In(fmt.Sprintf("/home/robin/code/orchard/row%d", i))
			t.Ask(fmt.Sprintf("count row %d", i)).Say("Done.")
		}),
		inOne("models", 100, func(t *claudetest.Talk, i int) {
			t.Model = fmt.Sprintf("claude-%s-%d", word(i), i)
			t.Ask(fmt.Sprintf("count row %d", i)).Say("Done.")
		}),
		inOne("commits", 50, func(t *claudetest.Talk, i int) {
			piece(t, fileOf(i%7), i)
			t.Ask("commit it").Run(fmt.Sprintf("git commit -am 'Raise limit %d'", i), "Commit", fmt.Sprintf("[main %07x] Raise limit %d\n 1 file changed, 12 insertions(+), 12 deletions(-)", 0xa00000+i, i), 2).Say("Committed.")
		}),
		inOne("cleared in one file", 40, func(t *claudetest.Talk, i int) {
			piece(t, fileOf(i), i)
			t.Command("clear", "").Wait(30 * time.Minute)
		}),
		inOne("merged in one file", 40, func(t *claudetest.Talk, i int) {
			piece(t, fileOf(i/2), i)
			t.Command("clear", "").Wait(time.Duration(1+i%2*40) * time.Minute)
		}),
		inOne("merge chain in one file", 40, func(t *claudetest.Talk, i int) {
			piece(t, fileOf(0), i)
			t.Command("clear", "").Wait(time.Minute)
		}),
		inOne("cleared, all told", 100, func(t *claudetest.Talk, i int) {
			t.Model = fmt.Sprintf("claude-%s-%d", word(i), i)
			t.In(fmt.Sprintf("/home/robin/code/orchard/row%d", i))
			piece(t, fileOf(i), i)
			t.Name(fmt.Sprintf("Row %d", i)).Pull("robin/orchard", i).Command("clear", "").Wait(30 * time.Minute)
		}),
		inOne("reworked in one file", 40, func(t *claudetest.Talk, i int) {
			piece(t, fileOf(0), i)
			t.Command("clear", "").Wait(30 * time.Minute)
		}),
	}
}

// ofCalls are those that hold many of something in one turn.
func ofCalls() []shape {
	return []shape{
		inTurn("calls", 200, func(t *claudetest.Talk, i int) { t.Read(fileOf(i), "package crate\n\nconst limit = 10\n") }),
		inTurn("texts", 200, func(t *claudetest.Talk, i int) { t.Tell(fmt.Sprintf("Row %d is next.", i)).Grep("limit", fileOf(i)) }),
		inTurn("edits of one file", 100, func(t *claudetest.Talk, i int) { change(t, fileOf(0), i) }),
		inTurn("edits of many files", 100, func(t *claudetest.Talk, i int) { change(t, fileOf(i), i) }),
		inTurn("checks", 100, func(t *claudetest.Talk, i int) {
			change(t, fileOf(0), i)
			if i%2 == 0 {
				t.Fail("go test ./crate", "Run the tests", 1, fmt.Sprintf("--- FAIL: TestRipe%d (0.00s)\nFAIL\torchard/crate", i), 3)
				return
			}
			t.Run("go test ./crate", "Run the tests", "ok  \torchard/crate\t0.02s", 3)
		}),
		inTurn("refusals", 100, func(t *claudetest.Talk, i int) {
			t.Refuse("Edit", object{"file_path": "/home/robin/code/orchard/" + fileOf(i), "old_string": "a", "new_string": "b"}, fmt.Sprintf("no, row %d first", i))
		}),
		inTurn("tools", 100, func(t *claudetest.Talk, i int) {
			t.Call(fmt.Sprintf("mcp__%s__get_%s%d", word(i), word(i+1), i), object{"row": i}, "ripe", nil, false, 1)
		}),
		inTurn("commands", 100, func(t *claudetest.Talk, i int) {
			t.Run(fmt.Sprintf("%s%d --row %d > out%d.txt && rm -rf crate/old%d", word(i), i, i, i, i), "Count", "ripe", 1)
		}),
		{"one long command", 200, func(l *library, n int) {
			t := begin("one long command").Ask("Count all rows.")
			for _, part := range []string{"[[ row == ripe ", "find row and replace ", "$(( 1 + (", "row <<EOF\n", "export A=1 ", "awk '{print}' ", "'row\" "} {
				t.Run(strings.Repeat(part, n), "Count", "ripe", 1)
			}
			t.Run(strings.Repeat("echo row | sort | uniq -c; ", n), "Count", strings.Repeat("error: row is not ripe\n", n), 3)
			l.add(t.Say(strings.Repeat("It failed, `row` is not ripe. ", n)).Ask(strings.Repeat("no, that is wrong, see crate/part0001.go. ", n)).Say("Fixed."))
		}},
	}
}

// ofMany are those of many files.
func ofMany() []shape {
	return []shape{
		{"files", 40, func(l *library, n int) {
			for i := range n {
				t := begin(fmt.Sprint("files ", i)).Wait(time.Duration(i) * time.Hour)
				piece(t, fileOf(i), i)
				l.add(t)
			}
		}},
		{"cleared across files", 40, func(l *library, n int) {
			t := begin("cleared across files")
			for i := range n {
				if i > 0 {
					t = t.Another(fmt.Sprint("cleared ", i), 30*time.Minute).Cleared()
				}
				piece(t, fileOf(i), i)
				l.add(t)
			}
		}},
		{"merged across files", 40, func(l *library, n int) {
			t := begin("merged across files")
			for i := range n {
				if i > 0 {
					t = t.Another(fmt.Sprint("merged ", i), time.Duration(1+i%2*40)*time.Minute).Cleared()
				}
				piece(t, fileOf(i/2), i)
				l.add(t)
			}
		}},
		{"merge chain across files", 40, func(l *library, n int) {
			t := begin("merge chain")
			for i := range n {
				if i > 0 {
					t = t.Another(fmt.Sprint("chained ", i), time.Minute).Cleared()
				}
				piece(t, fileOf(0), i)
				l.add(t)
			}
		}},
		{"plans handed on", 40, func(l *library, n int) {
			t := begin("plans handed on").Ask("Plan the orchard.")
			for i := range n {
				plan := fmt.Sprintf("# Plan %d\n\nRaise the limit of row %d.", i, i)
				t.HandOver(plan)
				from := "/home/robin/.claude/" + t.File()
				l.add(t)
				t = t.Another(fmt.Sprint("plan ", i), time.Minute).Plan(plan, from)
				change(t, fileOf(i), i)
			}
			l.add(t.Say("Done."))
		}},
		{"one plan handed on", 40, func(l *library, n int) {
			t := begin("one plan handed on").Ask("Plan the orchard.")
			for i := range n {
				t.HandOver("# Plan\n\nRaise the limit of every row.")
				l.add(t)
				t = t.Another(fmt.Sprint("the plan ", i), time.Minute).Plan("# Plan\n\nRaise the limit of every row.", "/elsewhere.jsonl")
				change(t, fileOf(i), i)
			}
			l.add(t.Say("Done."))
		}},
		{"reworked across files", 40, func(l *library, n int) {
			t := begin("reworked across files")
			for i := range n {
				if i > 0 {
					t = t.Another(fmt.Sprint("reworked ", i), 30*time.Minute).Cleared()
				}
				piece(t, fileOf(0), i)
				l.add(t)
			}
		}},
		{"subagents", 40, func(l *library, n int) {
			t := begin("subagents")
			for i := range n {
				if i%10 == 0 {
					t.Command("clear", "").Wait(30 * time.Minute).Ask(fmt.Sprintf("Send somebody to each tree of row %d.", i))
				}
				agent := fmt.Sprintf("a%04d", i)
				sub := t.Another("agent "+agent, time.Second).Ask("Look at the tree.")
				change(sub, fileOf(i), i)
				l.aside(t, agent, sub.Say("It is ripe."))
				t.Call("Task", object{"description": "Look", "prompt": "Look at the tree.", "subagent_type": "general-purpose"}, "It is ripe.", object{"status": "completed", "agentId": agent}, false, 9)
				if i%10 == 9 {
					t.Say("All of them are ripe.")
				}
			}
			l.add(t)
		}},
		{"forks", 30, func(l *library, n int) {
			t := begin("forks")
			for i := range 4 {
				piece(t, fileOf(i), i)
			}
			l.add(t)
			for i := range n {
				fork := t.Another(fmt.Sprint("fork ", i), time.Duration(i+1)*time.Hour)
				for line := range bytes.Lines(t.Bytes()) {
					fork.Raw(strings.TrimSuffix(strings.ReplaceAll(string(line), t.ID(), fork.ID()), "\n"))
				}
				fork.Back(t.Last())
				piece(fork, fileOf(i+4), i)
				l.add(fork)
			}
		}},
		{"copies", 30, func(l *library, n int) {
			t := begin("copies")
			for i := range 4 {
				piece(t, fileOf(i), i)
			}
			for i := range n {
				l.files[fmt.Sprintf("copy%d/%s", i, t.File())] = t.Bytes()
			}
		}},
		{"repositories", 40, func(l *library, n int) {
			for i := range n {
				t := claudetest.Begin(fmt.Sprint("repositories ", i), fmt.Sprintf("/home/robin/code/orchard%d", i), "main", "claude-sonnet-4-5-20250929", "2026-03-02T09:00:00Z")
				piece(t, fileOf(i), i)
				l.add(t)
			}
		}},
	}
}

// word is one of many that mean nothing.
func word(i int) string {
	var b strings.Builder
	for i++; i > 0; i /= 12 {
		b.WriteString([]string{"ba", "de", "fi", "go", "ku", "la", "me", "ni", "po", "ru", "sa", "ti"}[i%12])
	}
	return b.String() + "or"
}
