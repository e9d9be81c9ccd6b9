package cli

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"prism/internal/cli/job"
	"prism/internal/content/factfile"
	"prism/internal/phrase"
	"prism/internal/term"
	"prism/internal/uplink"
	"prism/internal/watch"
)

const pushExample = `  prism push --server https://prism.example     your own transcripts; the key is in PRISM_KEY
  prism push --dry-run                          what would leave, and what the gate hides in it
  prism push --watch                            go on sending what comes
  prism push --share facts                      no transcript: what was made of it here
  prism push --share facts --dry-run            all of that which can be read`

// What is shared.
const (
	shareTranscripts = uplink.Transcripts
	shareFacts       = uplink.Facts
)

type pushOptions struct {
	job.ReadFlags
	server, key string
	share       string
	insecure    bool
	watch, dry  bool
	spool       bool
	idle        time.Duration
	json        bool
	shown       []factfile.View // what would leave
}

func pushCommand(p *job.Program) *cobra.Command {
	o := &pushOptions{}
	cmd := &cobra.Command{
		Use:     "push [PATH…]",
		GroupID: job.GroupServe,
		Short:   "Send transcripts to a server, redacted",
		Long: `Send to a Prism server what it has not yet: every line passes the redaction gate on
this machine, string by string, before it leaves. Conversations that are opted out
('opt_out', .prismignore) stay here. Whatever fails, the next push goes on where the
server's content ends. It returns when all is acknowledged.

With --share facts no transcript leaves: this machine reads and judges, and sends
digests, verdicts, titles, summaries and quotes, redacted; the server links and counts.`,
		Example: pushExample,
		Args:    cobra.ArbitraryArgs,
		RunE: p.Act(func(ctx context.Context, cmd *cobra.Command, args []string) error {
			return runPush(ctx, p, cmd, o, args)
		}),
	}
	fs := cmd.Flags()
	fs.SortFlags = false
	fs.StringVar(&o.server, "server", "", "the server's `URL` (default: PRISM_SERVER, else what was set up, else this machine's, http://127.0.0.1:7747)")
	fs.StringVar(&o.key, "key", "", "the `KEY` that the server knows you by (better: PRISM_KEY, which no list of processes shows)")
	fs.StringVar(&o.share, "share", "", "`WHAT` is sent: transcripts, or facts (digests, verdicts, titles, summaries, quotes); default: what was set up for that server, else transcripts")
	job.Complete(cmd, "share", shareTranscripts, shareFacts)
	fs.BoolVar(&o.watch, "watch", false, "go on sending what comes, until it is stopped")
	fs.BoolVar(&o.spool, "spool", false, "send what prism-hook notes, and the transcripts of its sessions, to the server that was set up; end when there is nothing to send")
	fs.DurationVar(&o.idle, "idle", 10*time.Minute, "with --spool: how long there is nothing before it ends")
	fs.BoolVar(&o.dry, "dry-run", false, "send nothing; say what would leave")
	fs.BoolVar(&o.insecure, "insecure", false, "send over http to another machine")
	fs.BoolVar(&o.json, "json", false, "print JSON")
	return cmd
}

// pushed is what a push came to, as scripts read it.
type pushed struct {
	Schema        string         `json:"schema"`
	Files         int            `json:"files"`
	Conversations int            `json:"conversations"`
	OptedOut      int            `json:"opted_out"`
	SentBytes     int64          `json:"sent_bytes"`
	KnownBytes    int64          `json:"known_bytes"`
	LeftBytes     int64          `json:"left_bytes"`
	DroppedLines  int            `json:"dropped_lines"`
	Hidden        map[string]int `json:"hidden"`
	Refused       []string       `json:"refused"`
	NotTaken      int            `json:"opted_out_on_server"`
	Another       []string       `json:"of_another_person"`
	Unreadable    int            `json:"unreadable"`
	DryRun        bool           `json:"dry_run"`
	Share         string         `json:"share"`
	// Facts are all that would leave and can be read, of a dry run of facts.
	Facts []factfile.View `json:"facts,omitempty"`
}

// pushEvery is how often --watch looks without being told of a change.
const pushEvery = time.Minute

func runPush(ctx context.Context, p *job.Program, cmd *cobra.Command, o *pushOptions, args []string) error {
	if o.spool {
		if len(args) > 0 || o.watch || o.dry || o.server != "" || o.key != "" || o.share != "" {
			return job.Usagef("--spool sends what 'prism setup --server' set up; it goes without PATH, --server, --key, --share, --watch and --dry-run")
		}
		return runSpool(ctx, p, cmd, o)
	}
	j, err := p.NewJob(cmd, &o.ReadFlags, args)
	if err != nil {
		return err
	}
	p.WarnMissing(j)
	server, key, err := destination(p, o)
	if err != nil {
		return err
	}
	var client *uplink.Client
	if !o.dry {
		if client, err = uplink.NewClient(server, key, o.insecure); err != nil {
			return job.Usagef("--server: %v", err)
		}
		client.Sleep = p.Sleep
		client.Waits = func(why error, wait time.Duration) {
			p.Warn("%v; it is tried again in %s", why, wait.Round(time.Second))
		}
	}
	send, err := rounds(p, j, o, client, server)
	if err != nil {
		return err
	}
	round := func(ctx context.Context) (uplink.Report, error) {
		if client != nil {
			if err := client.Reach(ctx); err != nil {
				return uplink.Report{}, err
			}
		}
		return send(ctx)
	}
	if !o.watch {
		r, err := round(ctx)
		return pushTold(p, o, &r, err)
	}
	for {
		r, err := round(ctx)
		if errors.Is(err, uplink.ErrKey) || errors.Is(err, uplink.ErrServer) || errors.Is(err, uplink.ErrCertificate) {
			return pushTold(p, o, &r, err)
		}
		if err != nil && ctx.Err() == nil {
			p.Warn("%v; it is tried again", err)
		}
		if ctx.Err() != nil {
			return nil //nolint:nilerr // it was stopped; what was acknowledged is remembered
		}
		wait, cancel := context.WithTimeout(ctx, pushEvery)
		if err := watch.Run(wait, func(ctx context.Context) ([]string, error) { return p.FoldersOf(ctx, j) }, cancel); err != nil {
			<-wait.Done() // nothing can be watched here: it looks again in a while
		}
		cancel()
	}
}

// rounds is what sends all that the server has not, once each time that it is called.
func rounds(p *job.Program, j *job.Job, o *pushOptions, client *uplink.Client, server string) (func(context.Context) (uplink.Report, error), error) {
	switch o.share {
	case shareTranscripts:
		sender, err := p.Sender(j, client, server, o.json)
		if err != nil {
			return nil, err
		}
		return sender.Round, nil
	case shareFacts:
		var each func(factfile.View)
		if o.dry {
			each = o.show(p)
		}
		return func(ctx context.Context) (uplink.Report, error) {
			now := *j // what is read again is read as of now
			now.Now = p.Now()
			return p.Facts(ctx, &now, job.Sharing{Client: client, Server: server, Quiet: o.json, Each: each})
		}, nil
	}
	return nil, job.Usagef("--share: there is no %q; there are %s and %s", o.share, shareTranscripts, shareFacts)
}

func firstOf(list ...string) string {
	for _, s := range list {
		if s != "" {
			return s
		}
	}
	return ""
}

// pushTold ends a push: what was done, and what went wrong.
func pushTold(p *job.Program, o *pushOptions, r *uplink.Report, failed error) error {
	if o.json {
		out := json.NewEncoder(p.Out)
		if err := out.Encode(pushed{"prism.push/1", r.Files, r.Conversations, r.Private, r.Sent, r.Known, r.Left, r.Dropped, r.Hidden, append([]string{}, r.Refused...), r.OptedOut, append([]string{}, r.Another...), len(r.Unread), o.dry, o.share, o.shown}); err != nil {
			return fmt.Errorf("write output: %w", err)
		}
	} else if !errors.Is(failed, uplink.ErrAway) {
		told := "%s of %s sent; the server had %s of them."
		if o.dry {
			told = "%s of %s would leave; by what this machine remembers, %s of them went there before."
		}
		of := phrase.Count(r.Files, "file", "files")
		if o.share == shareFacts {
			of = "facts of " + phrase.Count(r.Files, "conversation", "conversations")
		}
		if failed == nil || r.Sent > 0 || r.Known > 0 {
			p.Screen.Para(0, fmt.Sprintf(told, phrase.Bytes(r.Sent), of, phrase.Bytes(r.Known)))
		}
		if r.Private > 0 {
			p.Screen.Para(0, phrase.Count(r.Private, "conversation is opted out and stays", "conversations are opted out and stay")+" here.")
		}
		if rules := r.Rules(); len(rules) > 0 && r.Hidden[rules[0]] > 0 {
			parts := make([]string, 0, len(rules))
			for _, rule := range rules {
				if r.Hidden[rule] <= 0 {
					continue
				}
				parts = append(parts, fmt.Sprintf("%s %d", rule, r.Hidden[rule]))
			}
			p.Screen.Para(0, "The gate hid: "+term.Clean(strings.Join(parts, ", "))+".")
		}
		if r.Dropped > 0 {
			p.Screen.Para(0, phrase.Count(r.Dropped, "line is", "lines are")+" too long to be sent.")
		}
	}
	if r.OptedOut > 0 && !o.json {
		p.Screen.Para(0, phrase.Count(r.OptedOut, "file was", "files were")+" not taken: the server leaves you, or where that work was done, alone (opted out there).")
	}
	for _, path := range r.Another {
		p.Warn("not sent: on the server %s is another person's; a key of theirs sends it, or an admin removes it there", path)
		p.Code = job.CodeUnreadable
	}
	for _, path := range r.Refused {
		p.Warn("the server does not take %s", path)
		p.Code = job.CodeUnreadable
	}
	for _, why := range r.Unread {
		p.Warn("%s", why)
		p.Code = job.CodeUnreadable
	}
	switch {
	case failed == nil && r.Files == 0 && r.Private == 0 && len(r.Unread) == 0:
		return &job.Failure{Code: job.CodeNoSession, Err: errors.New("no transcript found"), Hint: "'prism doctor' says where prism looked."}
	case failed == nil:
		return nil
	case errors.Is(failed, uplink.ErrAway):
		return job.Hinted(failed, "'prism serve' starts a server on this machine; --server, or PRISM_SERVER, names another.")
	case errors.Is(failed, uplink.ErrKey):
		return job.Hinted(failed, "An admin makes keys: prism admin key create --tenant NAME --person YOU --scope ingest,read. Give it in PRISM_KEY.")
	case errors.Is(failed, uplink.ErrCertificate):
		return job.Hinted(failed, "Let this machine trust who issued it; on Linux SSL_CERT_FILE may name a file for that.")
	}
	return job.Hinted(failed, "%s are still to be sent; the next push goes on there.", phrase.Bytes(r.Left))
}
