package cli

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"prism/internal/demo"
	"prism/internal/fact"
	"prism/internal/phrase"
	"prism/internal/term"
)

// benign reasons are counted as skipped but make no input unreadable: a line that
// is still being written is read in full the next time.
var benign = []string{"partial_last_line"}

// read reads for a job without asking anybody.
func (p *program) read(ctx context.Context, j *job) (*library, func(), error) {
	return p.readBy(ctx, j, asKept)
}

// readBy reads for a job and tells what could not be read. The returned function
// takes away what the job unpacked; it is never nil.
func (p *program) readBy(ctx context.Context, j *job, by way) (*library, func(), error) {
	done := func() {}
	if j.flags.demo {
		dir, err := os.MkdirTemp("", "prism-demo-")
		if err != nil {
			return nil, done, fmt.Errorf("unpack the samples: %w", err)
		}
		done = func() {
			if err := os.RemoveAll(dir); err != nil {
				p.warn("%v", err)
			}
		}
		if _, err := demo.Unpack(dir); err != nil {
			return nil, done, err
		}
		j.demo, j.paths, j.store = dir, []string{filepath.Join(dir, "projects")}, ""
	}
	missing := 0
	for _, path := range j.paths {
		if _, err := os.Stat(path); errors.Is(err, os.ErrNotExist) {
			p.warn("%s: no such file or folder", p.short(path))
			missing++
		}
	}
	bar := p.progress()
	l, closing, err := p.readTranscripts(ctx, j, by, bar.set)
	bar.clear()
	unpacked := done
	done = func() { closing(); unpacked() }
	if err != nil {
		return nil, done, err
	}
	if n := unreadable(l.input); n > 0 {
		p.tellUnreadable(l.input, n, j)
		p.code = codeUnreadable
	}
	if missing > 0 {
		p.code = codeUnreadable
	}
	if j.flags.verbose {
		p.tellUnknown(l.input)
	}
	return l, done, nil
}

// unreadable counts what was lost.
func unreadable(in fact.Input) int {
	n := 0
	for why, count := range in.Skipped {
		if !slices.Contains(benign, why) {
			n += count
		}
	}
	return n
}

// tellUnreadable says on standard error how much could not be read, why and where.
func (p *program) tellUnreadable(in fact.Input, n int, j *job) {
	var parts []string
	for _, why := range slices.Sorted(maps.Keys(in.Skipped)) {
		if !slices.Contains(benign, why) {
			parts = append(parts, fmt.Sprintf("%s %d", strings.ReplaceAll(why, "_", " "), in.Skipped[why]))
		}
	}
	p.warn("%s could not be read (%s)", phrase.Count(n, "line or file", "lines or files"), strings.Join(parts, ", "))
	show := 3
	if j.flags.verbose {
		show = len(in.Troubles)
	}
	shown := 0
	for _, t := range in.Troubles {
		if slices.Contains(benign, t.Reason) {
			continue
		}
		if shown == show {
			p.notes.Line("  … more with --verbose")
			break
		}
		shown++
		p.notes.Line("  ", p.place(j, t.File, t.Line), ": ", term.Clean(strings.ReplaceAll(t.Reason, "_", " ")))
	}
}

// tellUnknown lists line types that this version does not know.
func (p *program) tellUnknown(in fact.Input) {
	if len(in.UnknownTypes) == 0 {
		return
	}
	p.notes.Line("line types that this version does not know (read past, nothing is lost):")
	for i, name := range slices.Sorted(maps.Keys(in.UnknownTypes)) {
		if i == 40 {
			p.notes.Linef("  … and %d more", len(in.UnknownTypes)-i)
			break
		}
		p.notes.Linef("  %-32s %d", term.Fit(term.Clean(name), 32), in.UnknownTypes[name])
	}
}

// place names a line of a file for a person: samples without their temporary folder.
func (p *program) place(j *job, file string, line int) string {
	name := p.short(file)
	if j != nil && j.demo != "" {
		if rest, ok := strings.CutPrefix(file, j.demo+string(filepath.Separator)); ok {
			name = "demo/" + term.Clean(filepath.ToSlash(rest))
		}
	}
	if line > 0 {
		name = fmt.Sprintf("%s:%d", name, line)
	}
	return name
}

// noSession is the end of a run that found nothing, with what to do; or err, if
// there is one.
func (p *program) noSession(ctx context.Context, j *job, l *library, err error) error {
	none := false
	if err == nil {
		none, err = l.empty(ctx)
	}
	if err != nil {
		return err
	}
	var hint string
	switch {
	case !none:
		hint = "There are sessions outside this window; widen --since and --until."
	case len(j.args) > 0 && l.input.Files == 0:
		hint = "No transcript was found there. A transcript is a .jsonl file that Claude Code writes below ~/.claude/projects."
	case len(j.args) > 0:
		hint = "The files were read, but no prompt was found in them. 'prism doctor " + strings.TrimSpace(j.pathsAgain()) + "' says more."
	default:
		hint = "'prism doctor' says where prism looked and why nothing was found; 'prism score --demo' shows it on samples."
	}
	return &failure{code: codeNoSession, err: errors.New("no session found"), hint: hint}
}
