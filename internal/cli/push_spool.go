package cli

import (
	"context"
	"errors"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"prism/internal/cli/job"
	"prism/internal/spool"
	"prism/internal/uplink"
)

// errNoDestination is of a machine where hooks only note.
var errNoDestination = errors.New("no server is set up for what hooks note")

// runSpool is `prism push --spool`. Where to, and by which key, is what was set up, and
// no variable says otherwise: prism-hook starts it within an agent.
func runSpool(ctx context.Context, p *job.Program, cmd *cobra.Command, o *pushOptions) error {
	file := p.Folders().Server()
	for {
		to, err := uplink.ReadDestination(file)
		if err != nil {
			return err
		}
		if to == nil {
			return job.Hinted(errNoDestination, "'prism setup --server URL' sets one up.")
		}
		client, err := uplink.NewClient(to.Server, to.Key, to.Insecure)
		if err != nil {
			return err
		}
		env := p.Env
		for name, value := range to.Variables {
			if slices.Contains(uplink.Kept(), name) {
				if err := os.Setenv(name, value); err != nil { // for what reaches the server
					return err
				}
			}
		}
		p.Env = func(name string) string { return firstOf(to.Variables[name], env(name)) }
		j, err := p.NewJob(cmd, &o.ReadFlags, nil)
		if err != nil {
			return err
		}
		sender, err := p.Sender(j, client, to.Server, true)
		if err != nil {
			return err
		}
		f := uplink.Follower{
			Spool: spool.At(p.Folders().Spool()), Sender: sender, Client: client, File: p.Following(to.Server),
			Roots: p.AgentRoots(), Warn: func(err error) { p.Warn("%v", err) }, Now: p.Now, Idle: o.idle,
			Other: func() bool {
				now, err := uplink.ReadDestination(file)
				return err == nil && !to.Same(now)
			},
		}
		err = f.Run(ctx)
		p.Env = env
		if !errors.Is(err, uplink.ErrElsewhere) {
			return err
		}
	}
}

// destination is where a push goes, and by which key. A key that was set up for one
// server is shown to no other.
func destination(p *job.Program, o *pushOptions) (server, key string) {
	to, err := uplink.ReadDestination(p.Folders().Server())
	if err != nil {
		p.Warn("%v", err)
	}
	server, key = firstOf(o.server, p.Env("PRISM_SERVER")), firstOf(o.key, p.Env("PRISM_KEY"))
	if to != nil && (server == "" || strings.TrimRight(server, "/") == strings.TrimRight(to.Server, "/")) {
		server, key, o.insecure = to.Server, firstOf(key, to.Key), o.insecure || to.Insecure
	}
	return firstOf(server, "http://127.0.0.1:7747"), key
}
