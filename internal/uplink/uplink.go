// Package uplink sends transcripts to a server: what `prism push` does.
//
// Nouns: a Sender sends to one server; a round looks at all files once and sends what
// the server has not. Promises: nothing leaves that has not passed the gate, and nothing
// of a conversation that is opted out; what was acknowledged is not sent again; whatever
// fails, the next round goes on where the server's content ends. Refusals: it reads no
// meaning into lines, judges nothing, and gives its key to nobody but the server.
package uplink

import (
	"context"
	"errors"
	"fmt"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"prism/internal/content"
	"prism/internal/redact"
	"prism/internal/source"
)

// Options of a Sender.
type Options struct {
	Search source.Options
	Client *Client // nil: nothing is sent (a dry run)
	Gate   *redact.Redactor
	State  *State
	// Private reports whether a conversation is opted out, by its id, its person, the
	// folders that it worked in, and its transcripts.
	Private func(conversation, person string, folders, files []string) bool
	// Progress is told of bytes that were sent or need not be; may be nil.
	Progress func(done, total int64)
	Workers  int // files at a time; 0: four
}

// Report is what a round came to.
type Report struct {
	Files         int // that were looked at
	Conversations int
	Private       int            // conversations that are opted out
	Sent          int64          // bytes of files that were sent
	Known         int64          // bytes that the server had
	Left          int64          // bytes that could not be sent
	Dropped       int            // lines longer than a piece may be
	Hidden        map[string]int // how often a rule hid something, by its id
	Refused       []string       // paths that the server would not take
	OptedOut      int            // files of whom or what is opted out on the server
	Another       []string       // paths of conversations that are another person's on the server
	tails         int64          // bytes of last lines without end that were sent
	Unread        []string       // why files here could not be read, and were not sent
	Admitted      []string       // ids of the conversations that are not opted out
}

// Sender sends what is on disk to a server.
type Sender struct {
	opts Options
	mu   sync.Mutex // over the report of the round

	looked map[string]looked // by path; only while a round looks at files
}

// looked is what looking into a file found.
type looked struct {
	size    int64
	print   source.Print
	changed time.Time
	read    int64 // how far it was looked into
	folders []string
}

// New makes a Sender.
func New(o Options) *Sender {
	if o.Workers <= 0 {
		o.Workers = 4
	}
	return &Sender{opts: o, looked: map[string]looked{}}
}

// Only has the next rounds look at these files and folders alone.
func (s *Sender) Only(paths []string) { s.opts.Search.Paths = paths }

// file is one that is to be sent.
type file struct {
	source.File
	path    string // as the server knows it
	folders []string
}

// Round sends everything that the server has not. The error says that the server could
// not be reached, or took nothing; the report tells what was done until then.
func (s *Sender) Round(ctx context.Context) (Report, error) {
	found, err := source.Discover(ctx, s.opts.Search)
	if err != nil {
		return Report{}, err
	}
	r := &Report{Hidden: map[string]int{}}
	var files []*file
	var total int64
	for i := range found.Units {
		u := found.Units[i].Opened(ctx, s.opts.Search.Dialects)
		r.Conversations++
		list, folders, err := s.look(&u)
		if err != nil { // whether it is opted out is not known, so it stays
			r.Unread = append(r.Unread, err.Error())
			continue
		}
		if s.opts.Private != nil && s.opts.Private(u.Conversation, u.Person, folders, transcripts(&u)) {
			r.Private++
			continue
		}
		r.Admitted = append(r.Admitted, u.Conversation)
		for _, f := range list {
			r.Files++
			total += f.Size
			files = append(files, f)
		}
	}
	// The newest first: what somebody waits for is there soon.
	slices.SortStableFunc(files, func(a, b *file) int { return b.ModTime.Compare(a.ModTime) })
	have := map[string]content.Receipt{}
	if s.opts.Client != nil {
		if have, err = s.opts.Client.have(ctx, files); err != nil {
			r.Left = total
			return *r, err
		}
	}
	err = s.sendAll(ctx, files, have, total, r)
	if s.opts.Client != nil {
		if saving := s.opts.State.save(); err == nil {
			err = saving
		}
	}
	return *r, err
}

// sendAll sends files, some at a time. The first failure ends it.
func (s *Sender) sendAll(ctx context.Context, files []*file, have map[string]content.Receipt, total int64, r *Report) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	next := make(chan *file)
	var group sync.WaitGroup
	var done int64
	for range min(s.opts.Workers, max(len(files), 1)) {
		group.Go(func() {
			for f := range next {
				err := s.send(ctx, f, have[f.path], r)
				var local *localError
				if errors.As(err, &local) {
					s.count(func() { r.Unread = append(r.Unread, "read "+f.Path+": "+local.Error()) })
				} else if err != nil {
					cancel(err)
					continue
				}
				s.mu.Lock()
				done += f.Size
				if s.opts.Progress != nil {
					s.opts.Progress(done, total)
				}
				s.mu.Unlock()
			}
		})
	}
feed:
	for _, f := range files {
		select {
		case next <- f:
		case <-ctx.Done():
			break feed
		}
	}
	close(next)
	group.Wait()
	r.Left = max(0, total-r.Sent-r.Known-r.tails)
	return context.Cause(ctx)
}

// look finds out what of a conversation is sent, and where its people worked.
func (s *Sender) look(u *source.Unit) (files []*file, folders []string, err error) {
	for _, f := range u.Files {
		x := &file{File: f, path: pathOf(u, f.Path)}
		s.opts.Gate.Names(&x.path)
		was, known := s.looked[f.Path]
		if !known || was.size != f.Size || was.print != f.Print || !was.changed.Equal(f.ModTime) {
			was = looked{size: f.Size, print: f.Print, changed: f.ModTime}
			if was.folders, was.read, err = foldersOf(f.Path); err != nil {
				return nil, nil, fmt.Errorf("read %s: %w", f.Path, err)
			}
			s.looked[f.Path] = was
		}
		x.Size, x.folders = was.read, was.folders
		for _, dir := range x.folders {
			if !slices.Contains(folders, dir) {
				folders = append(folders, dir)
			}
		}
		files = append(files, x)
	}
	return files, folders, nil
}

// transcripts are the paths of a conversation's own files, or of its first one.
func transcripts(u *source.Unit) (list []string) {
	for i := range u.Files {
		if u.Files[i].Subagent == "" || i == 0 {
			list = append(list, u.Files[i].Path)
		}
	}
	return list
}

// pathOf is what a file is called to a server: below its agent's folder, else by its
// conversation. How the folders above are named is nobody's business.
func pathOf(u *source.Unit, file string) string {
	if u.Root != "" {
		if rel, err := filepath.Rel(u.Root, file); err == nil && filepath.IsLocal(rel) && content.OfEvents(filepath.ToSlash(rel)) == "" {
			return filepath.ToSlash(rel)
		}
	}
	name := filepath.Base(file)
	if strings.TrimSuffix(name, ".jsonl") == u.Conversation {
		return path.Join("projects", "-", name)
	}
	return path.Join("projects", "-", u.Conversation, "subagents", name)
}
