package job

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"path/filepath"

	"prism/internal/phrase"
	"prism/internal/pipeline"
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
	id := sha256.Sum256([]byte(server))
	state := filepath.Join(p.Folders().Data, "push", hex.EncodeToString(id[:8])+".json")
	o := uplink.Options{
		Search: opts.Search, Client: client, Gate: opts.Redactor, State: uplink.LoadState(state),
		Private: pipeline.Private(opts.OptOut, opts.Redactor, func(err error) { p.Warn("%v", err) }),
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

// FoldersOf are the folders in which a job's transcripts may come and grow.
func (p *Program) FoldersOf(ctx context.Context, j *Job) ([]string, error) {
	list, err := source.List(ctx, p.Search(j))
	if err != nil {
		return nil, err
	}
	return list.Folders(), nil
}
