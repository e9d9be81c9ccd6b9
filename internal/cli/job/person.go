package job

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"slices"

	"prism/internal/content"
	"prism/internal/fact"
	"prism/internal/redact"
	"prism/internal/store"
	"prism/internal/store/rows"
	"prism/internal/tenant"
	"prism/internal/wire"
)

// personSchema names the form of an export.
const personSchema = "prism.person/1"

// exported is what a person's export begins with; their sessions and files follow.
type exported struct {
	Schema  string        `json:"schema"`
	Tenant  string        `json:"tenant"`
	Person  wire.Person   `json:"person"`
	Keys    []wire.Key    `json:"keys"`
	OptOuts []wire.OptOut `json:"opt_outs"`
	// Private are the conversations that are known to have worked in a repository that is
	// opted out: their ids are all that is kept of them.
	Private []string `json:"left_alone"`
}

// exportedSession is a session with what was said of it.
type exportedSession struct {
	Session  wire.Session   `json:"session"`
	Title    string         `json:"title_typed,omitempty"`
	Label    *wire.Label    `json:"label"`
	Verdicts []wire.Verdict `json:"verdicts"`
}

// exportedFile is a file, without its lines.
type exportedFile struct {
	Path     string  `json:"path"`
	Kind     string  `json:"kind"`
	Modified *string `json:"modified"`
}

// ExportPerson writes all that is kept of a person as JSON; false: nothing is.
func (s *Stores) ExportPerson(ctx context.Context, to io.Writer, account, name string) (found bool, err error) {
	head := exported{Schema: personSchema, Tenant: account, Person: wire.Person{Name: name, Groups: []string{}}, Keys: []wire.Key{}, OptOuts: []wire.OptOut{}}
	who, known, err := s.Control.Person(ctx, account, name)
	if err != nil {
		return false, err
	}
	if known {
		head.Person = wire.FromPerson(&who)
	}
	keys, err := s.Control.Keys(ctx, account)
	if err != nil {
		return false, err
	}
	for i := range keys {
		if keys[i].Person == name {
			head.Keys = append(head.Keys, wire.FromKey(&keys[i], s.p.Now()))
		}
	}
	a, _, err := s.Control.Account(ctx, account)
	if err != nil {
		return false, err
	}
	for i := range a.OptOuts {
		if x := &a.OptOuts[i]; x.Of == tenant.OfPerson && x.Pattern == name {
			head.OptOuts = append(head.OptOuts, wire.FromOptOut(x))
		}
	}
	db, err := s.Of(ctx, account)
	if err != nil {
		return false, err
	}
	ids, err := db.IDsOfPerson(ctx, name)
	if err != nil {
		return false, err
	}
	var files []content.File
	for f, err := range db.Files(ctx) {
		if err != nil {
			return false, err
		}
		if f.Person == name {
			files = append(files, f)
		}
	}
	if head.Private, err = db.PrivateOf(ctx, name); err != nil {
		return false, err
	}
	if head.Private == nil {
		head.Private = []string{}
	}
	if !known && len(head.Keys)+len(ids)+len(files)+len(head.Private) == 0 {
		return false, nil
	}
	out := &exporting{ctx: ctx, db: db, Writer: bufio.NewWriter(to)}
	return true, out.all(&head, ids, files)
}

// exporting writes an export, piece by piece: a person's transcripts need not fit into
// memory.
type exporting struct {
	ctx context.Context
	db  *rows.Store
	*bufio.Writer
}

func (e *exporting) all(head *exported, ids []string, files []content.File) error {
	text, err := json.Marshal(head)
	if err != nil {
		return err
	}
	_, _ = e.Write(bytes.TrimSuffix(text, []byte("}"))) // Flush tells what failed
	_, _ = e.WriteString(",\n\"sessions\":[")
	if err := e.sessions(ids); err != nil {
		return err
	}
	_, _ = e.WriteString("],\n\"files\":[")
	for i := range files {
		if i > 0 {
			_ = e.WriteByte(',')
		}
		if err := e.file(&files[i]); err != nil {
			return err
		}
	}
	_, _ = e.WriteString("]}\n")
	return e.Flush()
}

func (e *exporting) sessions(ids []string) error {
	titles, err := e.db.Titles(e.ctx)
	if err != nil {
		return err
	}
	labels, err := e.db.Labels(e.ctx)
	if err != nil {
		return err
	}
	first := true
	for _, id := range ids {
		s, err := e.db.Find(e.ctx, id)
		if errors.Is(err, store.ErrNoSession) {
			continue // it went meanwhile
		}
		if err != nil {
			return err
		}
		s.Rework.By = slices.Clone(s.Rework.By)
		for i := range s.Rework.By { // that others undid its lines is theirs to know, whose session did is not
			if by := &s.Rework.By[i]; !slices.Contains(ids, by.Session) {
				by.Session = ""
			}
		}
		text, err := e.session(s, titles, labels)
		if err != nil {
			return err
		}
		if !first {
			_ = e.WriteByte(',')
		}
		first = false
		_, _ = e.Write(text)
	}
	return nil
}

func (e *exporting) session(s *fact.Session, titles map[string]redact.Text, labels map[string]store.Label) ([]byte, error) {
	said, err := e.db.VerdictsOf(e.ctx, append([]string{s.ID}, s.Aliases...)...)
	if err != nil {
		return nil, err
	}
	x := exportedSession{Session: wire.FromSession(s, true, true), Verdicts: make([]wire.Verdict, len(said))}
	for i := range said {
		x.Verdicts[i] = wire.FromVerdict(&said[i])
	}
	for _, id := range slices.Backward(append([]string{s.ID}, s.Aliases...)) { // its own id last
		if t, ok := titles[id]; ok {
			x.Title = t.String()
		}
		if l, ok := labels[id]; ok {
			x.Label = wire.FromLabel(l.GoalComplete, l.Note, l.At)
		}
	}
	return json.Marshal(x)
}

// file writes a file: lines of JSON as they are, any other as texts.
func (e *exporting) file(f *content.File) error {
	kind := map[content.Kind]string{content.Transcript: "transcript", content.Telemetry: "telemetry", content.Facts: "facts"}[f.Kind]
	text, err := json.Marshal(exportedFile{f.Path, kind, wire.Instant(f.Modified)})
	if err != nil {
		return err
	}
	_, _ = e.Write(bytes.TrimSuffix(text, []byte("}")))
	_, _ = e.WriteString(`,"lines":[`)
	data, err := io.ReadAll(e.db.OpenFile(e.ctx, f))
	if err != nil {
		return err
	}
	first := true
	for line := range bytes.Lines(data) {
		line = bytes.TrimSpace(line)
		if len(line) == 0 {
			continue
		}
		if !first {
			_ = e.WriteByte(',')
		}
		first = false
		if !json.Valid(line) {
			if line, err = json.Marshal(string(line)); err != nil {
				return err
			}
		}
		_ = e.WriteByte('\n')
		_, _ = e.Write(line)
	}
	_, err = e.WriteString("]}")
	return err
}
