package job

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"path/filepath"

	"prism/internal/phrase"
	"prism/internal/source"
	"prism/internal/uplink"
)

// Sender makes what sends a job's transcripts to a server; a nil client sends nothing.
// quiet shows no progress.
func (p *Program) Sender(j *Job, client *uplink.Client, server string, quiet bool) (*uplink.Sender, error) {
	opts, err := p.options(j)
	if err != nil {
		return nil, err
	}
	state := p.sent(server) + ".json"
	o := uplink.Options{
		Search: opts.Search, Client: client, Gate: opts.Redactor, State: uplink.LoadState(state),
		Private: p.private(&opts),
	}
	if !quiet {
		bar := p.Progress()
		o.Progress = func(done, total int64) {
			if bar.show("sending", done, total, phrase.Bytes); done == total {
				bar.Clear()
			}
		}
	}
	return uplink.New(o), nil
}

// sent is where is kept what was sent to a server, without its end.
func (p *Program) sent(server string) string {
	id := sha256.Sum256([]byte(server))
	return filepath.Join(p.Folders().Sending(), hex.EncodeToString(id[:8]))
}

// Following is the file in which the sender of the spool keeps how far it is.
func (p *Program) Following(server string) string { return p.sent(server) + ".spool.json" }

// AgentRoots are the folders in which agents keep what is the person's.
func (p *Program) AgentRoots() []string {
	var out []string
	for _, d := range p.dialects() {
		for _, root := range d.Roots(p.Env, filepath.ToSlash(p.home())) {
			out = append(out, filepath.FromSlash(root))
		}
	}
	return out
}

// FoldersOf are the folders in which a job's transcripts may come and grow.
func (p *Program) FoldersOf(ctx context.Context, j *Job) ([]string, error) {
	list, err := source.List(ctx, p.Search(j))
	if err != nil {
		return nil, err
	}
	return list.Folders(), nil
}
