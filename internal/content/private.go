package content

import (
	"bytes"
	"encoding/json"
	"hash/fnv"
	"iter"
	"strings"
)

// Private is what is remembered of a conversation in which somebody worked in a
// repository that is opted out: its id, so that its events, which tell no folder, are
// known. Where that was is not in it.
type Private struct {
	// Person is whose it is; empty: whoever it is, as the key that told of it is
	// nobody's, and the senders of its events may call them otherwise.
	Person        string
	Conversations []string // the ids that were told
	Path          string   // of the file that told it; only a hash of it is kept
	// Generation and From are of the piece that told it. Where that piece is taken, the
	// conversation is private no more.
	Generation, From int64
	Patterns         []string // of the opt-outs, one at least
}

// MaxPrivate bounds the conversations that one piece makes private, beside that of its
// name: lines that were copied name others.
const MaxPrivate = 64

// Owner is whose a piece is, as Private.Person has it.
func (a *Append) Owner() string {
	if a.Anyone {
		return ""
	}
	return a.Person
}

// telemetryFolder and its ending are around the id of a conversation whose events are
// kept.
const (
	telemetryFolder = "telemetry/"
	telemetryEnding = ".jsonl"
)

// EventsPath is the Path of the events of a conversation.
func EventsPath(conversation string) string { return telemetryFolder + conversation + telemetryEnding }

// OfEvents is the conversation of the Path of events; "" it is none.
func OfEvents(path string) string {
	rest, in := strings.CutPrefix(path, telemetryFolder)
	id, is := strings.CutSuffix(rest, telemetryEnding)
	if !in || !is || !IsID(id) {
		return ""
	}
	return id
}

// Named are the conversations that a Path names: of events and facts their own, of a
// transcript each that is called as agents call theirs, its file or a folder that holds
// its subagents' files.
func Named(path string) (ids []string) {
	if id := OfEvents(path); id != "" {
		return []string{id}
	}
	if _, id, ok := OfFacts(path); ok {
		if !IsID(id) {
			return nil // no events are kept under such a name
		}
		return []string{id}
	}
	for part := range strings.SplitSeq(strings.TrimSuffix(path, ".jsonl"), "/") {
		if isUUID(part) {
			ids = append(ids, part)
		}
	}
	return ids
}

// sessionKey is the name by which lines of agents tell their conversation.
const sessionKey = `"sessionId":`

// Sessions are the conversations that lines are of which say that one of some folders was
// worked in; nil: all that lines are of. At most MaxPrivate.
func Sessions(lines []byte, in func(dir string) bool) (ids []string) {
	seen := make(map[string]bool)
	for line := range bytes.Lines(lines) {
		is := in == nil
		if !is {
			for dir := range Folders(line) {
				is = is || in(dir)
			}
		}
		if !is {
			continue
		}
		for id := range values(line, sessionKey) {
			if !seen[id] && IsID(id) && len(ids) < MaxPrivate {
				seen[id], ids = true, append(ids, id)
			}
		}
	}
	return ids
}

// values yields the texts that stand behind a key in lines.
func values(lines []byte, key string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for {
			at := bytes.Index(lines, []byte(key))
			if at < 0 {
				return
			}
			lines = bytes.TrimLeft(lines[at+len(key):], " \t")
			var text string
			end := 1
			for end < len(lines) && lines[end] != '"' && lines[end] != '\n' {
				if lines[end] == '\\' {
					end++
				}
				end++
			}
			if end < len(lines) && lines[0] == '"' && json.Unmarshal(lines[:end+1], &text) == nil && text != "" && !yield(text) {
				return
			}
		}
	}
}

// IsID reports whether a text can be the id of a conversation that has events: letters,
// digits and what stands between them, 128 at most.
func IsID(s string) bool {
	if s == "" || len(s) > 128 || s[0] == '.' {
		return false
	}
	for i := range len(s) {
		c := s[i]
		if !('a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || c == '-' || c == '_' || c == '.') {
			return false
		}
	}
	return true
}

// isUUID reports whether a text has the form of a UUID.
func isUUID(s string) bool {
	if len(s) != 36 {
		return false
	}
	for i := range len(s) {
		c := s[i]
		switch i {
		case 8, 13, 18, 23:
			if c != '-' {
				return false
			}
		default:
			if !('0' <= c && c <= '9' || 'a' <= c && c <= 'f' || 'A' <= c && c <= 'F') {
				return false
			}
		}
	}
	return true
}

// PathHash stands for a Path where its words are not kept.
func PathHash(path string) int64 {
	h := fnv.New64a()
	_, _ = h.Write([]byte(path))
	return int64(h.Sum64())
}
