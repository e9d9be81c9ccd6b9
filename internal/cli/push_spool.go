package cli

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"sync"
	"time"

	"github.com/spf13/cobra"

	"prism/internal/cli/job"
	"prism/internal/cli/live"
	"prism/internal/spool"
	"prism/internal/uplink"
)

// errNoDestination is of a machine where hooks only note.
var errNoDestination = errors.New("no server is set up for what hooks note, and no status line")

// lookAnyway is how often the transcripts are looked at for the status line without
// being told of a change.
const lookAnyway = time.Minute

// runSpool is `prism push --spool`: it sends what hooks noted, and looks how sessions stand
// for the status line; whichever of the two was set up. Where to, and by which key, is what
// was set up, and no variable says otherwise: prism-hook starts it within an agent.
func runSpool(ctx context.Context, p *job.Program, cmd *cobra.Command, o *pushOptions) error {
	for {
		to, err := uplink.ReadDestination(p.Folders().Server())
		if err != nil {
			return fmt.Errorf("nothing is sent: %w", err)
		}
		wish, err := p.WantsStatus()
		if err != nil {
			return err
		}
		variables := map[string]string{}
		if wish != nil {
			maps.Copy(variables, wish.Variables)
		}
		if to != nil {
			maps.Copy(variables, to.Variables)
		}
		env := p.Env
		p.Env = func(name string) string { return firstOf(variables[name], env(name)) }
		switch {
		case to == nil && wish == nil:
			return job.Hinted(errNoDestination, "'prism setup' sets a status line up, 'prism setup --server URL' a server.")
		case to == nil:
			err = lookOn(ctx, p, cmd, o)
		default:
			err = sendOn(ctx, p, cmd, o, to, wish != nil)
		}
		p.Env = env
		if !errors.Is(err, uplink.ErrElsewhere) {
			return err
		}
	}
}

// standings looks how sessions stand for the status line, while somebody wants one.
func standings(p *job.Program, cmd *cobra.Command, o *pushOptions, idle time.Duration) *live.Looker {
	return &live.Looker{Program: p, Command: cmd, Flags: &o.ReadFlags, Every: min(lookAnyway, o.idle), Idle: idle, Hurry: p.Folders().Spool(), Over: func() bool {
		wish, err := p.WantsStatus()
		return err == nil && wish == nil
	}}
}

// lookOn looks how sessions stand, until nothing happens any more or a server was set up.
func lookOn(ctx context.Context, p *job.Program, cmd *cobra.Command, o *pushOptions) error {
	k := standings(p, cmd, o, o.idle)
	elsewhere := false
	wanted := k.Over
	k.Over = func() bool {
		to, err := uplink.ReadDestination(p.Folders().Server())
		elsewhere = err == nil && to != nil
		return elsewhere || wanted()
	}
	err := uplink.Alone(ctx, spool.At(p.Folders().Spool()), p.Now, k.Run)
	if err == nil && elsewhere {
		err = uplink.ErrElsewhere
	}
	return err
}

// sendOn sends what hooks noted, and looks meanwhile how sessions stand.
func sendOn(ctx context.Context, p *job.Program, cmd *cobra.Command, o *pushOptions, to *uplink.Destination, look bool) error {
	client, err := uplink.NewClient(to.Server, to.Key, to.Insecure)
	if err != nil {
		return err
	}
	client.Sleep = p.Sleep
	if err := to.Use(); err != nil {
		return err
	}
	j, err := p.NewJob(cmd, &o.ReadFlags, nil)
	if err != nil {
		return err
	}
	sender, err := p.Sender(j, client, to.Server, true)
	if err != nil {
		return err
	}
	file := p.Folders().Server()
	f := uplink.Follower{
		Spool: spool.At(p.Folders().Spool()), Sender: sender, Client: client, File: p.Following(to.Server),
		Facts: factsOn(p, j, client, to), Look: lookFor(to, o.idle),
		Roots: p.AgentRoots(), Warn: func(err error) { p.Warn("%v", err) }, Now: p.Now, Idle: o.idle,
		Other: func() bool {
			now, err := uplink.ReadDestination(file)
			return err != nil || !to.Same(now) // what cannot be read may say facts alone
		},
	}
	if !look {
		return f.Run(ctx)
	}
	within, cancel := context.WithCancel(ctx)
	var group sync.WaitGroup
	group.Go(func() {
		if err := standings(p, cmd, o, 0).Run(within); err != nil && within.Err() == nil {
			p.Warn("the status line: %v", err)
		}
	})
	defer func() { cancel(); group.Wait() }()
	return f.Run(ctx)
}

// factsOn is what sends facts of the sessions that hooks told of; nil where transcripts
// are to be sent.
func factsOn(p *job.Program, j *job.Job, client *uplink.Client, to *uplink.Destination) func(context.Context, []string) (uplink.Report, error) {
	if to.Share != uplink.Facts {
		return nil
	}
	return func(ctx context.Context, ids []string) (uplink.Report, error) {
		now := *j // what is read again is read as of now
		now.Now = p.Now()
		return p.Facts(ctx, &now, job.Sharing{Client: client, Server: to.Server, Quiet: true, Only: ids})
	}
}

// factsEvery is how often it is looked at what grows where facts are shared: each time
// this machine reads and judges what did.
const factsEvery = 20 * time.Second

func lookFor(to *uplink.Destination, idle time.Duration) time.Duration {
	if to.Share == uplink.Facts {
		return min(factsEvery, idle)
	}
	return 0 // as it is
}

// destination is where a push goes, and by which key; it also says what leaves, where no
// flag does. A key that was set up for one server is shown to no other. What was set up and
// cannot be read may say that less is to leave: it is an error where no flag says what is.
func destination(p *job.Program, o *pushOptions) (server, key string, err error) {
	to, err := uplink.ReadDestination(p.Folders().Server())
	if err != nil && o.share == "" {
		return "", "", job.Hinted(err, "--share transcripts, or --share facts, says what is to be sent.")
	}
	if err != nil {
		p.Warn("what was set up is not used: %v", err)
	}
	server, key = firstOf(o.server, p.Env("PRISM_SERVER")), firstOf(o.key, p.Env("PRISM_KEY"))
	if to != nil && (server == "" || to.Of(server)) {
		server, key, o.insecure = to.Server, firstOf(key, to.Key), o.insecure || to.Insecure
		o.share = firstOf(o.share, to.Share)
	}
	o.share = firstOf(o.share, shareTranscripts)
	return firstOf(server, "http://127.0.0.1:7747"), key, nil
}
