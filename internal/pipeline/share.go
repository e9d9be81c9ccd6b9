package pipeline

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"slices"

	"prism/internal/content"
	"prism/internal/content/factfile"
	"prism/internal/digest"
	"prism/internal/fact"
	"prism/internal/link"
	"prism/internal/redact"
	"prism/internal/source"
	"prism/internal/store"
	"prism/internal/transcript"
)

// Shared is what is shared of one conversation in place of its transcript.
type Shared struct {
	Row    *factfile.Row // gated: all of it may leave
	Person string
	// Folders are those that it was worked in, by their own names, each beside its name
	// in the Row's digest.
	Folders []string

	gate *redact.Redactor
}

// Names is a name that goes with it, gated as its own are.
func (s *Shared) Names(name string) string {
	s.gate.Names(&name)
	return name
}

// Share yields what a scope holds of conversations, as facts for others: digests, what
// o's judge said of their sessions, and the lines of these that were undone. The scope
// is up to date (Update). What private reports is left out, and so is what others
// shared with this machine.
func Share(ctx context.Context, o Options, scope store.Scope, private func(conversation, person, file string, folders []string) bool) iter.Seq2[Shared, error] {
	return func(yield func(Shared, error) bool) {
		s := &sharing{db: o.Store, scope: scope, opts: &o, private: private, stays: make(map[spot]bool)}
		s.digests.load = func(ctx context.Context, ids []string) ([]store.Conversation, error) {
			return o.Store.Load(ctx, scope, ids)
		}
		var list []store.Source
		for c, err := range o.Store.Sources(ctx, scope) {
			if err != nil {
				yield(Shared{}, reading(err))
				return
			}
			if !source.IsKept(c.Path) {
				list = append(list, c)
			}
		}
		slices.SortFunc(list, func(a, b store.Source) int { return cmp.Compare(a.ID, b.ID) }) // told alike on every machine
		for some := range slices.Chunk(list, askRows) {
			for i := range some {
				out, ok, err := s.one(ctx, &some[i])
				if err != nil {
					yield(Shared{}, err)
					return
				}
				if ok && !yield(out, nil) {
					return
				}
			}
		}
	}
}

// sharing makes facts for others out of what is stored.
type sharing struct {
	db      Store
	scope   store.Scope
	opts    *Options
	digests digests
	private func(conversation, person, file string, folders []string) bool
	stays   map[spot]bool // conversations of which private was asked
}

// keeps reports whether a conversation stays here: it is asked about once.
func (s *sharing) keeps(at spot, person string, d *digest.Digest) bool {
	if source.IsKept(at.file) || d.Private {
		return true
	}
	is, known := s.stays[at]
	if !known {
		is = s.private(at.conversation, person, at.file, d.CWDs)
		s.stays[at] = is
	}
	return is
}

// one makes those of a conversation; false: it is not shared.
func (s *sharing) one(ctx context.Context, c *store.Source) (Shared, bool, error) {
	rows, err := s.db.Load(ctx, s.scope, []string{c.ID})
	if err != nil || len(rows) == 0 {
		return Shared{}, false, err
	}
	var d digest.Digest // not the one that others look at: the gate changes it
	if err := d.UnmarshalBinary(rows[0].Digest); err != nil {
		return Shared{}, false, reading(err)
	}
	if len(d.Turns) == 0 && len(d.Usage) == 0 || s.keeps(spot{c.Name, c.Path}, c.Person, &d) {
		return Shared{}, false, nil
	}
	out := Shared{Person: c.Person, Folders: slices.Clone(d.CWDs), gate: s.opts.Redactor}
	judge := s.opts.Judging.Judge
	out.Row = &factfile.Row{Agent: c.Agent, Conversation: c.Name, Judge: judge.Name(), JudgeVersion: judge.Version(), Lines: c.Counts.Lines, Bytes: c.Counts.Bytes, Skipped: c.Counts.Skipped, Digest: &d}
	if err := s.sessions(ctx, c, out.Row); err != nil {
		return Shared{}, false, err
	}
	if err := s.drafts(ctx, c, out.Row); err != nil {
		return Shared{}, false, err
	}
	return out, true, out.Row.Gate(s.opts.Redactor)
}

// sessions adds what is known of the sessions that begin in a conversation, and of which
// no part stays here: a verdict quotes any of them, and a line that was undone is of any.
func (s *sharing) sessions(ctx context.Context, c *store.Source, row *factfile.Row) error {
	list, err := s.db.SessionsOf(ctx, s.scope, []string{c.ID})
	if err != nil {
		return reading(err)
	}
	store.SortSessions(list)
	for i := range list {
		x := &list[i]
		if first := &x.Parts[0]; first.Conversation != c.Name || first.File != c.Path {
			continue
		}
		of, err := s.digests.of(ctx, x.Rows)
		if err != nil {
			return err
		}
		at := digestsOf(new(x.Stretch()), of)
		if slices.ContainsFunc(x.Parts, func(p fact.Part) bool {
			part := spot{p.Conversation, p.File}
			return at[part] == nil || s.keeps(part, c.Person, at[part])
		}) {
			continue
		}
		for _, by := range x.Rework.By {
			if !by.Sample.IsZero() {
				row.Samples = append(row.Samples, factfile.Sample{Session: x.ID, By: by.Session, Kind: by.Kind, Text: by.Sample})
			}
		}
		if !s.said(&x.Verdict) {
			continue
		}
		said := factfile.Said{Verdict: x.Verdict}
		for _, p := range x.Parts {
			said.Parts = append(said.Parts, sharedPart(at[spot{p.Conversation, p.File}], p.First, p.Last))
		}
		row.Said = append(row.Said, said)
	}
	return nil
}

// drafts adds what was said of drafts in passing: where a session goes on in a
// conversation that is not shared, the part of it that is has a verdict of its own.
func (s *sharing) drafts(ctx context.Context, c *store.Source, row *factfile.Row) error {
	has := make(map[string]bool, len(row.Said))
	for _, x := range row.Said {
		has[factfile.Key("", x.Parts)] = true
	}
	u := &unit{src: source.Unit{Conversation: c.Name}, revision: c.Revision}
	var keys []store.VerdictKey
	var drafts []factfile.Part
	for _, m := range row.Digest.Drafts {
		p := sharedPart(row.Digest, m.First, m.Last)
		if has[factfile.Key("", []factfile.Part{p})] {
			continue
		}
		drafts = append(drafts, p)
		keys = append(keys, store.VerdictKey{Composition: composition([]part{{unit: u, first: m.First, last: m.Last}}), Judge: row.Judge, Version: row.JudgeVersion})
	}
	for from := 0; from < len(keys); from += askRows {
		some := keys[from:min(from+askRows, len(keys))]
		known, err := s.db.Verdicts(ctx, some)
		if err != nil {
			return reading(err)
		}
		for i, key := range some {
			if v, ok := known[key]; ok && s.said(&v) {
				row.Said = append(row.Said, factfile.Said{Parts: drafts[from+i : from+i+1], Verdict: v})
			}
		}
	}
	return nil
}

// said reports whether a verdict is one that the judge gave.
func (s *sharing) said(v *fact.Verdict) bool {
	return keepable(v) && v.Status != fact.JudgeOptedOut && v.Judge == s.opts.Judging.Judge.Name() && v.Version == s.opts.Judging.Judge.Version()
}

// Of some conversations no transcript is here: their own machine read and judged them,
// and shares what came of it. The read step takes that as it is. What was said of their
// sessions stands under keys that rest on the turns as the digests have them
// (factfile.Key), so that a verdict is found however the session's parts came, and none
// holds for turns that another machine did not see.

// factsOfAnother is why facts are not read that are kept: another version made them.
const factsOfAnother transcript.Reason = "facts_of_another_version"

// readTold is the read step of a unit of which there are facts only.
func (u *update) readTold(ctx context.Context, c *unit) (store.Conversation, []store.Judged, error) {
	row, err := toldRow(ctx, &c.src)
	switch {
	case errors.Is(err, factfile.ErrForm), errors.Is(err, factfile.ErrVersion):
		// They were sound when they came: this version of Prism reads others.
		row = &factfile.Row{Agent: c.src.Agent, Conversation: c.src.Conversation, JudgeVersion: "unknown", Skipped: map[string]int{string(factsOfAnother): 1},
			Digest: &digest.Digest{ID: c.src.Conversation, Agent: c.src.Agent}}
	case ctx.Err() != nil:
		return store.Conversation{}, nil, context.Cause(ctx)
	case err != nil:
		return store.Conversation{}, nil, reading(fmt.Errorf("the facts of %s: %w", c.src.Conversation, err))
	}
	d := row.Digest
	cleanNames(u.opts.Redactor, d, c.src.Person, u.gate.Repositories())
	d.File = c.src.Main()
	blob, err := d.MarshalBinary()
	if err != nil {
		return store.Conversation{}, nil, fmt.Errorf("read %s: %w", c.src.Conversation, err)
	}
	place(d, c.src.Person, u.gate.Repositories())
	c.counts = store.Counts{Lines: row.Lines, Bytes: row.Bytes, Skipped: row.Skipped, Told: row.JudgeVersion}
	// How it was cut is its own machine's business, and settled.
	c.repo, c.cut, c.read, c.digest = d.Repo, cut{by: u.opts.Cutting.version()}, true, len(blob)
	var said []store.Judged
	for i := range row.Said {
		s := &row.Said[i]
		if first := s.Parts[0].First; first < 1 || first > len(d.Turns) {
			continue
		}
		var files []string
		for k := range s.Parts {
			p := &s.Parts[k]
			if p.Conversation == row.Conversation { // of its own turns the digest tells
				p.Print = factfile.Print(d, p.First, p.Last)
			}
			files = append(files, (&content.File{Person: c.src.Person, Path: content.FactsPath(row.Agent, p.Conversation)}).Place())
		}
		slices.Sort(files)
		said = append(said, store.Judged{Composition: factfile.Key(c.src.Person, s.Parts), Session: link.ID(d, s.Parts[0].First), Files: slices.Compact(files), Verdict: s.Verdict})
	}
	return c.row(d, blob), said, nil
}

// toldRow reads the facts of a unit, which were looked through when they came.
func toldRow(ctx context.Context, src *source.Unit) (*factfile.Row, error) {
	in := src.OpenTold(ctx)
	data, err := io.ReadAll(io.LimitReader(in, factfile.MaxDocument+1))
	_ = in.Close() // only read
	if err != nil {
		return nil, err
	}
	return factfile.Decode(data)
}

// told are the keys of what may have been said of a linkage where its facts come from:
// by each version of the judge that is named with one of its parts.
func (j *judgeStep) told(l *link.Linkage, parts []part) (keys []store.VerdictKey) {
	if !slices.ContainsFunc(parts, func(p part) bool { return p.unit.told() }) {
		return nil
	}
	list := make([]factfile.Part, len(parts))
	for i, p := range parts {
		list[i] = sharedPart(l.Parts[i].Digest, p.first, p.last)
	}
	key := store.VerdictKey{Composition: factfile.Key(l.Parts[0].Digest.Person, list), Judge: j.by.Judge.Name()}
	for _, p := range parts {
		if key.Version = p.unit.counts.Told; key.Version != "" && !slices.Contains(keys, key) {
			keys = append(keys, key)
		}
	}
	return keys
}

// sharedPart is a part of a session as facts name it.
func sharedPart(d *digest.Digest, first, last int) factfile.Part {
	return factfile.Part{Conversation: d.ID, First: first, Last: last, Print: factfile.Print(d, first, last)}
}

// toldOf takes the verdicts that came with facts and returns what remains open.
func (j *judgeStep) toldOf(ctx context.Context, subjects []subject, open []int, said []fact.Verdict) ([]int, error) {
	var ask []store.VerdictKey
	for _, i := range open {
		ask = append(ask, subjects[i].told...)
	}
	known := make(map[store.VerdictKey]fact.Verdict, len(ask))
	for list := range slices.Chunk(ask, askRows) {
		some, err := j.db.Verdicts(ctx, list)
		if err != nil {
			return nil, reading(err)
		}
		for key := range some {
			known[key] = some[key]
		}
	}
	return slices.DeleteFunc(open, func(i int) bool {
		for _, key := range subjects[i].told {
			v, ok := j.passed[key]
			if !ok {
				v, ok = known[key]
			}
			if ok {
				said[i] = v
				return true
			}
		}
		return false
	}), nil
}

// quoteTold takes the lines that some samples miss from what came with the facts of one
// conversation.
func (u *update) quoteTold(ctx context.Context, c *unit, list []*sample) error {
	row, err := toldRow(ctx, &c.src)
	if err != nil {
		return nil //nolint:nilerr // it is being replaced: sessions are made of it anew
	}
	for _, s := range list {
		for n := range s.rework.By {
			by := &s.rework.By[n]
			for i := range row.Samples {
				if x := &row.Samples[i]; x.Session == s.stretch.ID && x.By == by.Session && x.Kind == by.Kind && by.Sample.IsZero() && !x.Text.IsZero() {
					by.Sample = x.Text
					s.missing--
				}
			}
		}
	}
	return nil
}
