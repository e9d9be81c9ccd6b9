package cli

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"prism/internal/transcript"
)

// poisonEnv names the word over which a program of this test fails.
const poisonEnv = "PRISM_TEST_POISON"

// poisonable stands in front of a decoder: it panics over a line with a word in it, with
// all of the line in what it says.
func poisonable(word string) func(func() transcript.Decoder) func() transcript.Decoder {
	return func(usual func() transcript.Decoder) func() transcript.Decoder {
		return func() transcript.Decoder { return &poisonous{usual(), []byte(word)} }
	}
}

type poisonous struct {
	transcript.Decoder
	word []byte
}

func (p *poisonous) Decode(text []byte, line int, rec *transcript.Record) (int, error) {
	if bytes.Contains(text, p.word) {
		panic(fmt.Sprintf("cannot stomach %s", text))
	}
	return p.Decoder.Decode(text, line, rec)
}

// TestPoison sends transcripts among which is one that the program fails over: all others
// are read as ever, the one ends as a dead letter that quotes nothing, and 'prism jobs'
// has it tried again, or does without.
func TestPoison(t *testing.T) {
	if testing.Short() {
		t.Skip("starts many processes")
	}
	t.Parallel()
	const word = "fly-agaric-7731"
	want := undisturbed(t)
	for _, engine := range engines() {
		t.Run(engine.name, func(t *testing.T) {
			aside(t)
			s := newServed(t, engine.db(t))
			s.more = []string{poisonEnv + "=" + word}
			s.start()
			prompt := func(n int, text string) *sent {
				id := fmt.Sprintf("99999999-2222-4333-8444-%012d", n)
				line := fmt.Sprintf(`{"type":"user","uuid":"u%d","sessionId":%q,"cwd":"/home/robin/code/new","timestamp":"2026-01-0%dT10:00:00.000Z","message":{"role":"user","content":%q}}`+"\n", n, id, n, text)
				return &sent{path: "projects/new/" + id + ".jsonl", data: []byte(line)}
			}
			load := newLoad(t, 1)
			load.files = append(load.files, prompt(1, "Cook the "+word+" for tea"))
			load.send(s.url, nil)
			same(t, want, s.settled())

			dead := s.dead()
			if dead.Tenant != "local" || dead.Kind != "read" || !strings.HasPrefix(dead.Reason, "panic in cli.(*poisonous).Decode (serve_poison_test.go:") {
				t.Errorf("%+v", dead)
			}
			load.files, load.events = []*sent{prompt(2, "Paint the wind vane")}, nil
			load.send(s.url, nil)
			after := s.settled()
			if len(after) != len(want)+1 {
				t.Errorf("a neighbour that came later: %d sessions, %d before", len(after), len(want))
			}
			s.dead()
			if out := s.prism("jobs", "drop", "--dead"); !strings.Contains(out, "dropped") {
				t.Error(out)
			}
			if out := s.prism("jobs", "list", "--json"); strings.Contains(out, `"read"`) {
				t.Error("it was to be done without: ", out)
			}

			// It is sent once more, and this time the program is mended before it is tried again.
			load.files = []*sent{prompt(3, "And "+word+" for supper")}
			load.send(s.url, nil)
			same(t, after, s.settled())
			s.dead()
			if said := s.said.String(); strings.Contains(said, word) || !strings.Contains(said, "a conversation cannot be read") {
				t.Errorf("the log: %.2000s", said)
			}
			s.kill()
			s.more = nil
			s.start()
			s.prism("jobs", "retry", "--dead")
			for end := time.Now().Add(20 * time.Second); len(s.settled()) != len(want)+3; time.Sleep(100 * time.Millisecond) {
				if time.Now().After(end) {
					t.Fatalf("%d sessions, want %d: %s", len(s.settled()), len(want)+3, s.prism("jobs"))
				}
			}
			for end := time.Now().Add(20 * time.Second); strings.Contains(s.prism("jobs", "--json"), `"read"`); time.Sleep(100 * time.Millisecond) {
				if time.Now().After(end) {
					t.Fatal("it is read, and still to be done: ", s.prism("jobs"))
				}
			}
		})
	}
}

// listedJob is a job as prism jobs --json lists it.
type listedJob struct {
	ID                       int64
	Tenant, Kind, Key, State string
	Reason                   string
}

// dead has a job tried until it is dead, without the pauses between.
func (s *served) dead() (found listedJob) {
	s.t.Helper()
	for end := time.Now().Add(40 * time.Second); time.Now().Before(end); time.Sleep(250 * time.Millisecond) {
		text := s.prism("jobs", "list", "--json")
		var list struct{ Jobs []listedJob }
		if err := json.Unmarshal([]byte(text), &list); err != nil {
			s.t.Fatal(text, err)
		}
		live := 0
		for _, j := range list.Jobs {
			switch {
			case j.Kind != "read":
			case j.State == "dead":
				found = j
			default:
				live++
				if j.State == "waiting" {
					s.command("jobs", "retry", fmt.Sprint(j.ID)) // it may have begun just now
				}
			}
		}
		if live == 0 && found.ID != 0 {
			return found
		}
	}
	s.t.Fatal("there is no dead letter: ", s.prism("jobs"))
	return found
}

// command runs one on the server's store, however it ends.
func (s *served) command(args ...string) outcome {
	s.t.Helper()
	return ordered(s.t, s.env(), append(args, "--db", s.db)...)
}

// prism runs a command on the server's store.
func (s *served) prism(args ...string) string {
	s.t.Helper()
	got := s.command(args...)
	if got.Code != 0 {
		s.t.Fatalf("prism %s: exit code %d\n%s", strings.Join(args, " "), got.Code, got.Err)
	}
	return string(got.Out)
}
