package job

import (
	"context"
	"errors"
	"iter"
	"slices"
	"time"

	"prism/internal/content"
	"prism/internal/content/factfile"
	"prism/internal/pipeline"
	"prism/internal/pipeline/optout"
	"prism/internal/source"
	"prism/internal/spool"
	"prism/internal/uplink"
)

// Sharing is what Facts is to send.
type Sharing struct {
	Client *uplink.Client // nil: nothing is sent (a dry run)
	Server string
	Quiet  bool
	// Only are the conversations of which something is sent, beside those of which
	// something was; nil: all.
	Only []string
	// Each is shown what leaves of a conversation; nil: nobody looks.
	Each func(factfile.View)
}

// Facts brings a job's sessions up to date and sends what was made of them, no
// transcript.
func (p *Program) Facts(ctx context.Context, j *Job, o Sharing) (r uplink.Report, err error) {
	sender, err := p.Sender(j, o.Client, o.Server, o.Quiet)
	if err != nil {
		return r, err
	}
	var opts pipeline.Options
	l, done, err := p.ReadBy(ctx, j, func(ctx context.Context, by *Reader) (*Library, error) {
		opts = by.Opts
		return by.Update(ctx, by.Opts)
	})
	defer done()
	if err != nil {
		return r, err
	}
	db, ok := l.Store.(engine)
	if !ok {
		return r, errors.New("the sessions are in no store")
	}
	opts.Store = db
	private := p.private(&opts)
	agents := make([]string, len(opts.Search.Dialects))
	for i, d := range opts.Search.Dialects {
		agents[i] = d.Agent
	}
	told := func(conversation string) bool {
		return o.Only == nil || slices.Contains(o.Only, conversation) || slices.ContainsFunc(agents, func(agent string) bool {
			return sender.Shared(content.FactsPath(agent, conversation))
		})
	}
	rows := pipeline.Share(ctx, opts, l.Scope, func(conversation, person, file string, folders []string) bool {
		if !told(conversation) {
			return true // nobody told of it: it stays, as if it were opted out
		}
		r.Conversations++
		is := private(conversation, person, folders, []string{file})
		if is {
			r.Private++
		} else {
			r.Admitted = append(r.Admitted, conversation)
		}
		return is
	})
	err = sender.Facts(ctx, documents(rows, o.Each, &r), &r)
	return r, err // r as it is then
}

// private reports whether a conversation is opted out, by its id, its person, the
// folders that it worked in, and its transcripts.
func (p *Program) private(opts *pipeline.Options) func(conversation, person string, folders, files []string) bool {
	optedOut := optout.Private(opts.OptOut, opts.Redactor, &opts.Search, func(doing string, err error) { p.Warn("%s: %v", doing, err) })
	private := p.Folders().Private()
	return func(conversation, person string, folders, files []string) bool {
		return spool.Kept(private, conversation) || optedOut(person, folders, files)
	}
}

// documents writes rows as they are sent. What is too large to be taken is told of.
func documents(rows iter.Seq2[pipeline.Shared, error], each func(factfile.View), r *uplink.Report) iter.Seq2[uplink.Document, error] {
	repos := source.NewRepositories()
	return func(yield func(uplink.Document, error) bool) {
		for s, err := range rows {
			var d uplink.Document
			if err == nil {
				d.Data, err = s.Row.Encode()
			}
			if err != nil {
				yield(d, err)
				return
			}
			d.Path, d.Roots = content.FactsPath(s.Row.Agent, s.Row.Conversation), map[string]string{}
			if d.Modified = s.Row.Digest.End; d.Modified.IsZero() {
				d.Modified = time.Unix(0, 0)
			}
			if _, err := factfile.Decode(d.Data); err != nil {
				r.Unread = append(r.Unread, d.Path+" is too large to be shared: "+err.Error())
				continue
			}
			for i, dir := range s.Folders {
				if root := repos.Root(dir); root != "" && len(d.Roots) < content.MaxRoots {
					d.Roots[s.Row.Digest.CWDs[i]] = s.Names(root)
				}
			}
			if each != nil {
				each(s.Row.View(len(d.Data)))
			}
			if !yield(d, nil) {
				return
			}
		}
	}
}
