package job

import (
	"context"
	"errors"
	"iter"
	"time"

	"prism/internal/content"
	"prism/internal/content/factfile"
	"prism/internal/pipeline"
	"prism/internal/source"
	"prism/internal/spool"
	"prism/internal/uplink"
)

// Facts brings a job's sessions up to date and sends what was made of them, no
// transcript. each is shown what leaves of a conversation; nil: nobody looks.
func (p *Program) Facts(ctx context.Context, j *Job, client *uplink.Client, server string, quiet bool, each func(factfile.View)) (r uplink.Report, err error) {
	sender, err := p.Sender(j, client, server, quiet)
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
	rows := pipeline.Share(ctx, opts, l.Scope, func(conversation, person string, folders []string) bool {
		r.Conversations++
		is := private(conversation, person, folders)
		if is {
			r.Private++
		}
		return is
	})
	err = sender.Facts(ctx, documents(rows, each, &r), &r)
	return r, err // r as it is then
}

// private reports whether a conversation is opted out, by its id, its person and the
// folders that it worked in.
func (p *Program) private(opts *pipeline.Options) func(conversation, person string, folders []string) bool {
	optedOut := pipeline.Private(opts.OptOut, opts.Redactor, func(err error) { p.Warn("%v", err) })
	private := p.Folders().Private()
	return func(conversation, person string, folders []string) bool {
		return spool.Kept(private, conversation) || optedOut(person, folders)
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
