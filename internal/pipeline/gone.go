package pipeline

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"

	"prism/internal/digest"
	"prism/internal/fact"
	"prism/internal/link"
	"prism/internal/source"
	"prism/internal/store"
)

// takeGone takes over what others keep of conversations of the agents' own folders
// whose files are gone: another judge read them, or an earlier version.
func (u *update) takeGone(ctx context.Context) error {
	if !u.isDefault() {
		return nil
	}
	var roots []string
	for _, root := range u.files.Roots() {
		if root.Default {
			roots = append(roots, root.Path)
		}
	}
	told := make(map[string]bool, len(u.units))
	for _, c := range u.units {
		told[c.src.Agent+"\x00"+c.src.Conversation] = true
	}
	rows, err := u.db.Left(ctx, u.scope, func(s *store.Source) bool {
		return !told[s.Agent+"\x00"+s.Name] && below(roots, s.Path) && !source.OnDisk(s.Path)
	})
	if err != nil {
		return reading(err)
	}
	out := &rowWriter{u: u}
	lost := 0
	for _, row := range rows {
		key := row.Agent + "\x00" + row.Name
		if told[key] {
			continue
		}
		var d digest.Digest
		if err := d.UnmarshalBinary(row.Digest); err != nil {
			lost++
			continue
		}
		told[key] = true
		d.Person, d.Repo = row.Person, row.Repo
		c := u.newUnit(source.Unit{Agent: row.Agent, Conversation: row.Name, Person: row.Person, Files: sourceFiles(row.Files)})
		c.repo, c.counts, c.gone = row.Repo, row.Counts, true
		if row.Revision != "" {
			c.revision = row.Revision
		}
		row.ID, row.Revision, row.Gone, row.Marks = c.id, c.revision, true, storeMarks(link.Marks(&d))
		u.units[c.id] = c
		if err := out.add(ctx, row, nil); err != nil {
			return err
		}
	}
	u.leftOut(lost)
	return out.flush(ctx)
}

// without begins a run again that met a digest which cannot be read: what has files
// is read anew, the rest is left out.
func (u *update) without(ctx context.Context) (*update, fact.Input, error) {
	listing, err := list(ctx, u.opts.Search)
	if err != nil {
		return u, fact.Input{}, err
	}
	again, err := newUpdate(ctx, u.opts, listing)
	if err != nil {
		return u, fact.Input{}, err
	}
	again.bad = make(map[string]bool)
	var ids []string
	for s, err := range u.db.Sources(ctx, u.scope) {
		if err != nil {
			return u, fact.Input{}, reading(err)
		}
		ids = append(ids, s.ID)
	}
	for list := range slices.Chunk(ids, askRows) {
		rows, err := u.db.Load(ctx, u.scope, list)
		if err != nil {
			return u, fact.Input{}, reading(err)
		}
		for i := range rows {
			if !readable(rows[i].Digest) {
				again.bad[rows[i].ID] = true
			}
		}
	}
	input, err := again.do(ctx)
	return again, input, err
}

func readable(blob []byte) bool { return new(digest.Digest).UnmarshalBinary(blob) == nil }

func (u *update) leftOut(n int) {
	if n > 0 {
		u.opts.warn("read the store", fmt.Errorf("%d conversations are left out: their files are gone, and what is kept of them cannot be read", n))
	}
}

// below reports whether a path lies below one of the folders.
func below(folders []string, path string) bool {
	for _, folder := range folders {
		if abs, err := filepath.Abs(folder); err == nil {
			folder = abs
		}
		if rel, err := filepath.Rel(folder, path); err == nil && filepath.IsLocal(rel) {
			return true
		}
	}
	return false
}
