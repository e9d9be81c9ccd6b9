package e2e

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"prism/internal/uplink"
)

// session is what is asserted of one.
type session struct {
	ID            string   `json:"id"`
	Turns         int      `json:"turns"`
	Crushed       bool     `json:"crushed"`
	ClosedBy      string   `json:"closed_by"`
	State         string   `json:"state"`
	Repo          string   `json:"repo"`
	Aliases       []string `json:"aliases"`
	Conversations []string `json:"conversations"`
	ExcludedBy    *string  `json:"excluded_by"`
	FailureSignal *string  `json:"failure_signal"`
	JudgeStatus   string   `json:"judge_status"`
	Tokens        struct {
		Input, Output, Total int
		Write                int `json:"cache_write"`
		Read                 int `json:"cache_read"`
	} `json:"tokens"`
	Floor struct {
		Turns         int
		NetLines      int `json:"net_lines"`
		MutatingCalls int `json:"mutating_calls"`
	} `json:"floor"`
}

// folder is the agent's folder of this machine.
func (w *world) folder() string { return filepath.Join(w.home, ".claude") }

// fromFiles asks the command line for what the files alone tell.
func (w *world) fromFiles(command string) []byte {
	w.t.Helper()
	return w.prism(command, "--json", "--include-open", "--no-store", w.folder())
}

// sessions are those of this machine's files, in the order of their beginning.
func (w *world) sessions() []session {
	w.t.Helper()
	var list []session
	must(w.t, json.Unmarshal(w.fromFiles("sessions"), &list))
	slices.Reverse(list)
	return list
}

// byID keys sessions, as JSON, by id. Where the gate hid something, the confidence may be
// another: it is of words that the server has not.
func (w *world) byID(list []json.RawMessage) map[string]string {
	out := map[string]string{}
	for _, raw := range list {
		var s session
		var flat bytes.Buffer
		must(w.t, json.Unmarshal(raw, &s))
		must(w.t, json.Compact(&flat, raw))
		out[s.ID] = flat.String()
		if w.share == uplink.Facts { // the server has no transcript
			out[s.ID] = strings.Replace(out[s.ID], `"source_gone":true`, `"source_gone":false`, 1)
		}
		if w.hidden {
			out[s.ID] = confidence.ReplaceAllString(out[s.ID], "")
		}
	}
	return out
}

var confidence = regexp.MustCompile(`"confidence":[0-9.]+,`)

// served are the server's sessions, by id.
func (w *world) served() map[string]string {
	body, err := w.ask("/api/v1/sessions?limit=500&include_open=true")
	var page struct{ Sessions []json.RawMessage }
	if err != nil || json.Unmarshal(body, &page) != nil {
		return nil
	}
	return w.byID(page.Sessions)
}

// same waits until the server says of every session, in each of its fields, what the files
// alone tell, and gives them.
func (w *world) same() []session {
	w.t.Helper()
	var own, got map[string]string
	defer func() {
		if !maps.Equal(own, got) {
			w.t.Log(differ(own, got))
		}
	}()
	looks := 0
	w.until("the server says the same", func() bool {
		if looks%20 == 0 { // a client that still runs may not have written all of it
			var list []json.RawMessage
			must(w.t, json.Unmarshal(w.fromFiles("sessions"), &list))
			own = w.byID(list)
		}
		looks++
		got = w.served()
		return maps.Equal(own, got)
	})
	return w.sessions()
}

// differ tells which fields of which sessions are not the same.
func differ(own, got map[string]string) string {
	var out strings.Builder
	for id := range own {
		if _, ok := got[id]; !ok {
			fmt.Fprintf(&out, "the server has not %s: %s\n", id, own[id])
		}
	}
	for id, text := range got {
		var a, b map[string]json.RawMessage
		if _, ok := own[id]; !ok {
			fmt.Fprintf(&out, "the files do not tell of %s: %s\n", id, text)
			continue
		}
		_, _ = json.Unmarshal([]byte(own[id]), &a), json.Unmarshal([]byte(text), &b)
		for _, key := range slices.Sorted(maps.Keys(a)) {
			if string(a[key]) != string(b[key]) {
				fmt.Fprintf(&out, "%s of %s: %s from files, %s from the server\n", key, id, a[key], b[key])
			}
		}
	}
	return out.String()
}

// score is what is asserted of it.
type score struct {
	Score            *float64
	Crushed, Counted int
	Excluded         map[string]int
	Tokens           struct {
		Input, Output, Total int
		Outside              int `json:"outside_sessions"`
	}
	CostUSD *float64 `json:"cost_usd"`
}

// written are the answers that the client wrote into each transcript, by the file's name, as
// their lines say: one that is given and in none of them the client has lost, and not we.
func (w *world) written() map[string][]string {
	w.t.Helper()
	out := make(map[string][]string)
	must(w.t, filepath.WalkDir(filepath.Join(w.folder(), "projects"), func(file string, d os.DirEntry, err error) error {
		if err != nil || filepath.Ext(file) != ".jsonl" {
			return err
		}
		text, err := os.ReadFile(file)
		name := strings.TrimSuffix(filepath.Base(file), ".jsonl")
		for line := range bytes.Lines(text) {
			var x struct {
				Message struct {
					ID    string
					Usage *struct {
						Output int `json:"output_tokens"`
					}
				}
			}
			if json.Unmarshal(line, &x) != nil || x.Message.Usage == nil { // the last may be cut
				continue
			}
			if said := fmt.Sprintf("%s=%d", x.Message.ID, x.Message.Usage.Output); !slices.Contains(out[name], said) {
				out[name] = append(out[name], said)
			}
		}
		return err
	}))
	return out
}

// ends is how a scenario ends: the server says the same as the files, the score is that of
// so many crushed among so many counted, each answer of the stand-in is billed once, and no
// event was lost. It gives the sessions, in the order of their beginning.
func (w *world) ends(crushed, counted int) []session {
	w.t.Helper()
	list := w.same()
	var own, got score
	must(w.t, json.Unmarshal(w.fromFiles("score"), &own))
	body, err := w.ask("/api/v1/score?include_open=true")
	must(w.t, err)
	must(w.t, json.Unmarshal(body, &got))
	if a, b := fmt.Sprint(own.Crushed, own.Counted, own.Excluded, own.Tokens, *own.CostUSD), fmt.Sprint(got.Crushed, got.Counted, got.Excluded, got.Tokens, *got.CostUSD); a != b {
		w.t.Errorf("the score is %s from files, %s from the server", a, b)
	}
	if own.Crushed != crushed || own.Counted != counted {
		w.t.Errorf("%d of %d sessions crushed, not %d of %d: %s", own.Crushed, own.Counted, crushed, counted, w.fromFiles("sessions"))
	}
	if counted > 0 && (own.Score == nil || *own.Score < 100*float64(crushed)/float64(counted)-0.1 || *own.Score > 100*float64(crushed)/float64(counted)+0.1) {
		w.t.Errorf("the score is %v of %d of %d", own.Score, crushed, counted)
	}
	if n := w.api.given(); own.Tokens.Input != n*costIn || own.Tokens.Output != n*costOut || own.Tokens.Total != n*(costIn+costOut+costRead+costWrite) {
		w.t.Errorf("%d answers were given, and the tokens are %+v; the client wrote %v", n, own.Tokens, w.written())
	}
	if odd := w.api.unasked(); len(odd) > 0 {
		w.t.Errorf("requests that nobody foresaw: %q", odd)
	}
	if !w.bare {
		w.nothingLost()
	}
	return list
}

// contains tells whether a text holds one of some words.
func contains(text []byte, words ...string) bool {
	return slices.ContainsFunc(words, func(word string) bool { return bytes.Contains(text, []byte(word)) })
}

// keepsNo fails where a word stands in a file of the sender's or of the server's.
func (w *world) keepsNo(word string) {
	w.t.Helper()
	for _, dir := range []string{w.kept, filepath.Join(w.dir, "served"), w.db, w.db + "-wal", w.db + "-shm"} {
		must(w.t, filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
			if err != nil || d.IsDir() {
				return nil //nolint:nilerr // a server may keep nothing there
			}
			if text, err := os.ReadFile(path); err == nil && bytes.Contains(text, []byte(word)) {
				w.t.Errorf("%s holds %q", path, word)
			}
			return nil
		}))
	}
}
