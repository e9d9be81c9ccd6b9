// Package factfile says how what was made of a conversation travels in its place: a row
// of facts that its own machine read and judged, and no line of the transcript.
//
// Nouns: a Row is one conversation's digest, with what a judge said of its sessions and
// the lines of them that were undone; a document is a Row as it is sent and kept, lines
// of JSON. Promises: what is read again is what was written; nothing of a Row is taken
// that has not the form of what the read step makes (Check), or that has not passed the
// gate here (Gate); a document asks for memory in line with its size, whatever it says.
// Refusals: it judges nothing, and believes a sender in what cannot be seen without a
// transcript, which is the verdict.
package factfile

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"

	"prism/internal/digest"
	"prism/internal/fact"
	"prism/internal/redact"
	"prism/internal/store/codec"
)

// form names the layout of a document; another one is not read.
const form = "facts/1"

// Row is what was made of one conversation.
type Row struct {
	Agent, Conversation string
	// Judge and JudgeVersion are whose verdicts are in it.
	Judge, JudgeVersion string
	// What was met while the transcript was read.
	Lines   int
	Bytes   int64
	Skipped map[string]int // lines, by reason

	Digest  *digest.Digest
	Said    []Said
	Samples []Sample
}

// Said is what the judge said of a session that begins in the conversation.
type Said struct {
	Parts   []Part // one at least, the first of this conversation
	Verdict fact.Verdict
}

// Part is a run of turns of a conversation.
type Part struct {
	Conversation string `json:"conversation"`
	First        int    `json:"first"` // turns, from 1, inclusive
	Last         int    `json:"last"`
	Print        string `json:"print"` // as the function of that name has it
}

// Sample is a line of a session that a later one undid.
type Sample struct {
	Session string // of which it was
	By      string // the session that undid it
	Kind    string // how, as fact.ReworkBy has it
	Text    redact.Text
}

// line is one line of a document: one of what stands in it.
type line struct {
	Form         string         `json:"prism,omitempty"`
	Agent        string         `json:"agent,omitempty"`
	Conversation string         `json:"conversation,omitempty"`
	Judge        string         `json:"judge,omitempty"`
	JudgeVersion string         `json:"judge_version,omitempty"`
	Lines        int            `json:"lines,omitempty"`
	Bytes        int64          `json:"bytes,omitempty"`
	Skipped      map[string]int `json:"skipped,omitempty"`

	// By it opt-outs know where the work was done, as they do of a transcript.
	Folder string `json:"cwd,omitempty"`

	Digest []byte `json:"digest,omitempty"`

	Parts   []Part `json:"parts,omitempty"`
	Verdict []byte `json:"verdict,omitempty"`

	Session string `json:"session,omitempty"`
	By      string `json:"by,omitempty"`
	Kind    string `json:"kind,omitempty"`
	Sample  string `json:"sample,omitempty"`
}

// Encode writes the document of a Row.
func (r *Row) Encode() ([]byte, error) {
	blob, err := r.Digest.MarshalBinary()
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	b.Grow(base64.StdEncoding.EncodedLen(len(blob)) + 4096)
	to := json.NewEncoder(&b)
	to.SetEscapeHTML(false)
	list := []line{{Form: form, Agent: r.Agent, Conversation: r.Conversation, Judge: r.Judge, JudgeVersion: r.JudgeVersion, Lines: r.Lines, Bytes: r.Bytes, Skipped: r.Skipped}}
	for _, dir := range r.Digest.CWDs {
		if dir != "" {
			list = append(list, line{Folder: dir})
		}
	}
	list = append(list, line{Digest: blob})
	for i := range r.Said {
		verdict, err := codec.Encode(&r.Said[i].Verdict)
		if err != nil {
			return nil, err
		}
		list = append(list, line{Parts: r.Said[i].Parts, Verdict: verdict})
	}
	for _, s := range r.Samples {
		list = append(list, line{Session: s.Session, By: s.By, Kind: s.Kind, Sample: s.Text.String()})
	}
	for i := range list {
		if err := to.Encode(&list[i]); err != nil {
			return nil, err
		}
	}
	return b.Bytes(), nil
}

// ErrForm is wrapped by whatever is wrong with a document; ErrVersion says that another
// version of Prism made it.
var (
	ErrForm    = errors.New("no facts of a conversation")
	ErrVersion = errors.New("facts that another version of Prism made")
)

// Bounds of a document. A line is taken apart alone, so that what its numbers ask for is
// bounded by what one line may hold.
const (
	MaxDocument = 4 << 20   // bytes; sixty times the largest of our corpus
	maxDigest   = 5 << 19   // bytes of the binary form
	maxLine     = 128 << 10 // bytes of any other line
	maxSaid     = 4000
	maxSamples  = 4000
	maxFolders  = 1000
	maxParts    = 500
)

func wrong(text string, more ...any) error {
	return fmt.Errorf("%w: %s", ErrForm, fmt.Sprintf(text, more...))
}

// Decode reads a document. Its Row is to be checked (Check) and gated (Gate) where
// somebody else wrote it.
func Decode(data []byte) (*Row, error) {
	if len(data) > MaxDocument {
		return nil, wrong("it has more than %d bytes", MaxDocument)
	}
	r := &Row{}
	var folders []string
	for text := range bytes.Lines(data) {
		if len(text) > maxLine && !bytes.HasPrefix(text, []byte(`{"digest":"`)) {
			return nil, wrong("a line has more than %d bytes", maxLine)
		}
		var x line
		if json.Unmarshal(text, &x) != nil {
			return nil, wrong("a line is not what it should be")
		}
		if (r.Agent == "") != (x.Form != "") {
			return nil, wrong("its first line does not say what it is, or another does")
		}
		if err := r.take(&x, &folders); err != nil {
			return nil, err
		}
	}
	if r.Digest == nil {
		return nil, wrong("something of it is missing")
	}
	for _, dir := range r.Digest.CWDs {
		if dir != "" && (len(folders) == 0 || folders[0] != dir) {
			return nil, wrong("its folders are not those of its digest")
		}
		if dir != "" {
			folders = folders[1:]
		}
	}
	if len(folders) > 0 {
		return nil, wrong("its folders are not those of its digest")
	}
	return r, nil
}

// take takes one line.
func (r *Row) take(x *line, folders *[]string) error {
	switch {
	case x.Form != "" && x.Form != form:
		return ErrVersion
	case x.Form != "":
		r.Agent, r.Conversation, r.Judge, r.JudgeVersion = x.Agent, x.Conversation, x.Judge, x.JudgeVersion
		r.Lines, r.Bytes, r.Skipped = x.Lines, x.Bytes, x.Skipped
		if r.Agent == "" {
			return wrong("it names no agent")
		}
	case x.Folder != "":
		if *folders = append(*folders, x.Folder); len(*folders) > maxFolders || r.Digest != nil {
			return wrong("its folders are too many, or not where they should be")
		}
	case len(x.Digest) > 0:
		if len(x.Digest) > maxDigest || r.Digest != nil {
			return wrong("its digest is too large, or not the only one")
		}
		if x.Digest[0] != digest.Version {
			return ErrVersion
		}
		r.Digest = new(digest.Digest)
		if err := r.Digest.UnmarshalBinary(x.Digest); err != nil {
			return wrong("%v", err)
		}
	case len(x.Verdict) > 0:
		s := Said{Parts: x.Parts}
		if err := codec.Decode(x.Verdict, &s.Verdict); err != nil {
			return wrong("a verdict does not read")
		}
		if r.Said = append(r.Said, s); len(r.Said) > maxSaid || len(x.Parts) > maxParts {
			return wrong("it holds too many verdicts, or one of too many parts")
		}
		if err := checkVerdict(&s.Verdict); err != nil { // before many are held
			return err
		}
	case x.Session != "":
		s := Sample{Session: x.Session, By: x.By, Kind: x.Kind}
		if x.Sample != "" {
			s.Text = readBack(x.Sample)
		}
		if r.Samples = append(r.Samples, s); len(r.Samples) > maxSamples {
			return wrong("it holds too many lines that were undone")
		}
	default:
		return wrong("a line says nothing")
	}
	return nil
}

// readBack makes a Text of one that was written: Gate is what makes it one.
func readBack(text string) redact.Text { return redact.Restore(text) }
