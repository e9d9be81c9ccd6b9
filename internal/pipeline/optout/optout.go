// Package optout answers whose sessions are left alone, and notes what that rests on.
//
// Nouns: a Keeper goes by the settings and by the ignore files where people worked and
// among their transcripts; Notes say how it found each folder that it went by, so that a
// later run can see whether all is still so. Promises: an ignore file that cannot be read,
// or makes no sense, leaves out all below its folder; what changes while a run goes on is
// another note to the next. Refusals: it reads no transcript and decides nothing about
// text (package redact does).
package optout

import (
	"path/filepath"
	"sync"

	"prism/internal/disk"
	"prism/internal/redact"
	"prism/internal/source"
)

// Keeper answers whose sessions are left alone: by the settings, and by the
// ignore files where people worked. It is safe for several goroutines.
type Keeper struct {
	base     redact.OptOut
	redactor *redact.Redactor
	repos    *source.Repositories
	warn     func(doing string, err error)

	tops []string // the folders that were asked about, and those of the agents

	mu     sync.Mutex
	placed map[among]rules   // what holds for transcripts in a folder
	rules  map[site]rules    // what holds for sessions there
	ignore map[string]ignore // ignore files, by folder
	noted  map[string]string // how they stood before anybody went by them, by folder
	// counted is how many notes there were when all was last asked anew; 0: in this run.
	counted int
}

// New makes a Keeper that goes by settings and by the ignore files among repositories and
// in what was searched.
func New(base redact.OptOut, redactor *redact.Redactor, repos *source.Repositories, searched *source.Options, warn func(doing string, err error)) *Keeper {
	return &Keeper{base: base, redactor: redactor, repos: repos, tops: topsOf(searched), warn: warn,
		rules: make(map[site]rules), placed: make(map[among]rules), ignore: make(map[string]ignore), noted: make(map[string]string)}
}

// Repositories are those that it asks.
func (g *Keeper) Repositories() *source.Repositories { return g.repos }

// site is where a session ran.
type site struct{ repo, dir string }

// among is a folder with transcripts, and the highest above it whose ignore file speaks
// for them.
type among struct{ dir, top string }

// rules are those of a site: settings and ignore files.
type rules struct {
	redact.OptOut
	shut bool // one of the ignore files makes no sense
}

// ignore is an ignore file.
type ignore struct {
	text *string // nil: there is none
	shut bool    // it cannot be read, or makes no sense
}

// out reports whether sessions of a person in a repository are opted out. An
// ignore file that cannot be read (a link to nothing, a FIFO, a huge one), or makes no
// sense, opts out all below its folder: what was meant to be kept private must not slip out over a mistake.
func (g *Keeper) out(person, repo, dir string) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	at := site{repo, dir}
	o, seen := g.rules[at]
	if !seen {
		o.OptOut = g.base
		for _, folder := range g.levels(repo, dir) {
			g.join(&o, folder)
		}
		g.rules[at] = o
	}
	if o.shut || o.IsZero() {
		return o.shut
	}
	s := redact.Subject{Person: person, Repository: repo, Dir: dir}
	_, out := o.Match(s)
	if rel, err := filepath.Rel(repo, dir); !out && dir != "" && (err != nil || !filepath.IsLocal(rel)) {
		s.Dir = "" // it lies elsewhere, as a worktree may: what holds for all of its repository holds for it
		_, out = o.Match(s)
	}
	return out
}

// join adds what a folder's ignore file says to the rules of those above it or below.
func (g *Keeper) join(o *rules, folder string) {
	file := g.ignoreOf(folder)
	o.shut = o.shut || file.shut
	if file.text != nil {
		o.OptOut, _ = o.WithIgnoreFile(filepath.ToSlash(folder), *file.text) // tried when it was read
	}
}

// ignoreOf reads the ignore file of a folder, once. g.mu is held.
func (g *Keeper) ignoreOf(folder string) ignore {
	file, seen := g.ignore[folder]
	if seen {
		return file
	}
	if g.note(folder) != "-" { // before it is read
		data, err := disk.Read(filepath.Join(folder, redact.IgnoreFile), disk.SmallFile)
		text := string(data)
		if err == nil {
			_, err = redact.OptOut{}.WithIgnoreFile(filepath.ToSlash(folder), text)
		}
		if file.text = &text; err != nil {
			file = ignore{shut: true}
			g.warn("read "+redact.IgnoreFile+", so all below its folder is left out", err)
		}
	}
	g.ignore[folder] = file
	return file
}

// OptedOut asks for one conversation.
func (g *Keeper) OptedOut(person string, cwds []string) bool {
	dir := ""
	if len(cwds) > 0 {
		dir = cwds[0]
	}
	return g.out(person, g.repos.OfPerson(person, cwds), dir)
}

// Hidden reports whether an ignore file that lies among the transcripts keeps one out: in
// its folder, or above it up to the folder that was asked about or the agent's own,
// whichever is higher. A pattern is asked for the transcript's file.
func (g *Keeper) Hidden(file string) bool {
	if source.IsKept(file) { // it spoke before anything was sent
		return false
	}
	file, err := filepath.Abs(file)
	if err != nil || len(file) > longestFolder {
		return false // nothing of that name was read
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	at := among{dir: filepath.Dir(file)}
	at.top = at.dir
	for _, top := range g.tops {
		if rel, err := filepath.Rel(top, at.dir); err == nil && filepath.IsLocal(rel) && len(top) < len(at.top) {
			at.top = top
		}
	}
	o, seen := g.placed[at]
	if !seen {
		for folder := at.dir; ; folder = filepath.Dir(folder) {
			g.join(&o, folder)
			if len(folder) <= len(at.top) {
				break
			}
		}
		g.placed[at] = o
	}
	if o.shut || o.IsZero() {
		return o.shut
	}
	_, out := o.Match(redact.Subject{Dir: filepath.ToSlash(file)})
	return out
}

// AnyHidden asks for the transcripts of a conversation: those of its subagents go with
// them.
func (g *Keeper) AnyHidden(files []source.File) bool {
	for i := range files {
		if (files[i].Subagent == "" || i == 0) && g.Hidden(files[i].Path) {
			return true
		}
	}
	return false
}

// topsOf are the folders up to which ignore files speak for the transcripts below them.
func topsOf(o *source.Options) (tops []string) {
	for _, d := range o.Dialects {
		if o.Getenv != nil {
			tops = append(tops, d.Roots(o.Getenv, filepath.ToSlash(o.Home))...)
		}
	}
	tops = append(tops, o.Paths...)
	for i, path := range tops {
		if abs, err := filepath.Abs(filepath.FromSlash(path)); err == nil {
			tops[i] = abs
		}
	}
	return tops
}
