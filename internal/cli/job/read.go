package job

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

// WarnMissing warns of paths of a job that are not there, and counts them.
func (p *Program) WarnMissing(j *Job) (missing int) {
	for _, path := range j.Paths {
		if _, err := os.Stat(path); errors.Is(err, os.ErrNotExist) {
			p.Warn("%s: no such file or folder", p.Short(path))
			missing++
		}
	}
	return missing
}

// ReadBy reads for a job and tells what could not be read. The returned function
// takes away what the job unpacked; it is never nil.
func (p *Program) ReadBy(ctx context.Context, j *Job, by Way) (*Library, func(), error) {
	done, err := p.UnpackDemo(j)
	if err != nil {
		return nil, done, err
	}
	missing := p.WarnMissing(j)
	bar := p.Progress()
	l, closing, err := p.ReadTranscripts(ctx, j, by, bar.set)
	bar.Clear()
	unpacked := done
	done = func() { closing(); unpacked() }
	if err != nil {
		return nil, done, err
	}
	if n := unreadable(l.Input); n > 0 && (!j.AnyFile || n > l.Input.Skipped["not_a_transcript"]) {
		p.tellUnreadable(l.Input, n, j)
		p.Code = CodeUnreadable
	}
	if missing > 0 {
		p.Code = CodeUnreadable
	}
	if j.Flags.verbose {
		p.tellUnknown(l.Input)
	}
	return l, done, nil
}

// UnpackDemo unpacks the samples where a job is about them. The returned function takes
// them away again; it is never nil.
func (p *Program) UnpackDemo(j *Job) (done func(), err error) {
	done = func() {}
	if !j.Flags.Demo {
		return done, nil
	}
	dir, err := os.MkdirTemp("", "prism-demo-")
	if err != nil {
		return done, fmt.Errorf("unpack the samples: %w", err)
	}
	done = func() {
		if err := os.RemoveAll(dir); err != nil {
			p.Warn("%v", err)
		}
	}
	if _, err := demo.Unpack(dir); err != nil {
		return done, err
	}
	j.Demo, j.Paths, j.Store = dir, []string{filepath.Join(dir, "projects")}, ""
	return done, nil
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
func (p *Program) tellUnreadable(in fact.Input, n int, j *Job) {
	var parts []string
	for _, why := range slices.Sorted(maps.Keys(in.Skipped)) {
		if !slices.Contains(benign, why) {
			parts = append(parts, fmt.Sprintf("%s %d", strings.ReplaceAll(why, "_", " "), in.Skipped[why]))
		}
	}
	p.Warn("%s could not be read (%s)", phrase.Count(n, "line or file", "lines or files"), strings.Join(parts, ", "))
	show := 3
	if j.Flags.verbose {
		show = len(in.Troubles)
	}
	shown := 0
	for _, t := range in.Troubles {
		if slices.Contains(benign, t.Reason) {
			continue
		}
		if shown == show {
			p.Notes.Line("  … more with --verbose")
			break
		}
		shown++
		p.Notes.Line("  ", p.Place(j, t.File, t.Line), ": ", term.Clean(strings.ReplaceAll(t.Reason, "_", " ")))
	}
}

// tellUnknown lists line types that this version does not know.
func (p *Program) tellUnknown(in fact.Input) {
	if len(in.UnknownTypes) == 0 {
		return
	}
	p.Notes.Line("line types that this version does not know (read past, nothing is lost):")
	for i, name := range slices.Sorted(maps.Keys(in.UnknownTypes)) {
		if i == 40 {
			p.Notes.Linef("  … and %d more", len(in.UnknownTypes)-i)
			break
		}
		p.Notes.Linef("  %-32s %d", term.Fit(term.Clean(name), 32), in.UnknownTypes[name])
	}
}

// Place names a line of a file for a person: samples without their temporary folder.
func (p *Program) Place(j *Job, file string, line int) string {
	name := p.Short(file)
	if j != nil && j.Demo != "" {
		if rest, ok := strings.CutPrefix(file, j.Demo+string(filepath.Separator)); ok {
			name = "demo/" + term.Clean(filepath.ToSlash(rest))
		}
	}
	if line > 0 {
		name = fmt.Sprintf("%s:%d", name, line)
	}
	return name
}

// Found is nil where a run found sessions, else how it ends.
func (p *Program) Found(ctx context.Context, j *Job, l *Library) error {
	if none, err := l.Empty(ctx); err != nil || none {
		return p.NoSession(ctx, j, l, err)
	}
	return nil
}

// NoSession is the end of a run that found nothing, with what to do; or err, if
// there is one.
func (p *Program) NoSession(ctx context.Context, j *Job, l *Library, err error) error {
	none := false
	if err == nil {
		none, err = l.Empty(ctx)
	}
	if err != nil {
		return err
	}
	var hint string
	switch {
	case !none:
		hint = "There are sessions outside this window; widen --since and --until."
	case len(j.Args) > 0 && unreadable(l.Input) > 0:
		hint = "What was found there could not be read as a transcript. A transcript is a .jsonl file that Claude Code writes below ~/.claude/projects."
	case len(j.Args) > 0 && l.Input.Files == 0:
		hint = "No transcript was found there. A transcript is a .jsonl file that Claude Code writes below ~/.claude/projects."
	case len(j.Args) > 0:
		hint = "The files were read, but no prompt was found in them. 'prism doctor " + strings.TrimSpace(j.PathsAgain()) + "' says more."
	default:
		hint = "'prism doctor' says where prism looked and why nothing was found; 'prism score --demo' shows it on samples."
	}
	return &Failure{Code: CodeNoSession, Err: errors.New("no session found"), Hint: hint}
}
