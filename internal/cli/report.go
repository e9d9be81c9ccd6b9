package cli

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"prism/internal/fact"
	"prism/internal/report"
	"prism/internal/store"
	"prism/internal/term"
	"prism/internal/wire"
)

const reportExample = `  prism report                                     the last full week, as Markdown
  prism report --html --output week.html           one file to open or to mail
  prism report --since 2026-10 --until 2026-10     October
  prism report --since 30d --html -o month.html
  prism report --demo --html -o demo.html`

type reportOptions struct {
	readFlags
	html   bool
	output string
}

func (p *program) reportCommand() *cobra.Command {
	o := &reportOptions{}
	cmd := &cobra.Command{
		Use:     "report [PATH…]",
		GroupID: groupRead,
		Short:   "A week, or any window, as Markdown or one HTML file",
		Long: `A report of the last full week (Monday to Sunday), or of the window that --since
and --until name: score and trend, where the work went, speed, tokens and cost,
prompting, the best and the worst sessions with their evidence, and advice. The HTML
file is one file without scripts, to open, print or mail.`,
		Example: reportExample,
		RunE: p.act(func(ctx context.Context, cmd *cobra.Command, args []string) error {
			return p.report(ctx, cmd, o, args)
		}),
	}
	fs := cmd.Flags()
	fs.SortFlags = false
	fs.BoolVar(&o.html, "html", false, "one self-contained HTML file instead of Markdown")
	fs.StringVarP(&o.output, "output", "o", "", "write to `FILE` instead of standard output")
	o.bindWindow(cmd)
	o.bind(cmd, false)
	o.bindJudge(cmd)
	cmd.MarkFlagsMutuallyExclusive("json", "html")
	return cmd
}

func (p *program) report(ctx context.Context, cmd *cobra.Command, o *reportOptions, args []string) error {
	if o.html && (o.output == "" || o.output == "-") && p.screen.Terminal() {
		return usagef("an HTML page is nothing to read on a terminal; add --output FILE")
	}
	if o.since == "" && o.until == "" && !o.demo {
		o.since, o.until = "last week", "last week"
	}
	j, err := p.newJob(cmd, &o.readFlags, args)
	if err != nil {
		return err
	}
	l, done, err := p.read(ctx, j)
	defer done()
	if err != nil {
		return err
	}
	sum, err := l.summary(ctx, j.scoreOptions([]string{"repo", "intent", "model"}))
	if err != nil {
		return err
	}
	if sum.Sessions == 0 {
		return p.noReport(ctx, j, l)
	}
	// The trend looks back beyond the window, so that a week is seen among weeks.
	before := j.scoreOptions(nil)
	before.Since = time.Time{}
	earlier, err := l.summary(ctx, before)
	if err != nil {
		return err
	}
	weeks := earlier.Trend
	name, version := j.judge()
	sessions, _, err := l.list(ctx, j.inWindow(), store.Order{}, 0)
	if err != nil {
		return err
	}
	page := report.New(report.Input{
		Summary: sum, Weeks: weeks, Sessions: sessions,
		IncludeOpen: j.cfg.On("include_open"), IncludeAutomated: j.cfg.On("include_automated"),
		Zone: j.zone, Now: j.now, Judge: strings.TrimSpace(name + " " + version), Clean: term.Clean,
	})
	var b bytes.Buffer
	switch {
	case o.json:
		var t trust
		if t, err = p.trust(ctx, j, l); err == nil {
			err = wire.Write(&b, wire.FromReport(&sum, weeks, page.Findings, j.wireSessions(sessions), j.wireJudge(t)))
		}
	case o.html:
		err = report.HTML(&b, page)
	default:
		err = report.Markdown(&b, page)
	}
	if err != nil {
		return err
	}
	if o.output == "" || o.output == "-" {
		if _, err := io.Copy(p.out, &b); err != nil {
			return fmt.Errorf("write output: %w", err)
		}
		return nil
	}
	if err := writeFile(o.output, b.Bytes()); err != nil {
		return err
	}
	p.notes.Linef("written to %s", p.short(o.output))
	return nil
}

func (j *job) wireSessions(list []*fact.Session) []wire.Session {
	out := make([]wire.Session, 0, len(list))
	for _, s := range list {
		out = append(out, j.wireSession(s))
	}
	return out
}

// noReport says that the window is empty, and when there was something.
func (p *program) noReport(ctx context.Context, j *job, l *library) error {
	err := p.noSession(ctx, j, l, nil)
	var latest time.Time
	last, _, listing := l.list(ctx, store.Filter{}, store.Order{By: store.ByEnded}, 1)
	if listing != nil {
		return listing
	}
	if len(last) > 0 {
		latest = last[0].Ended
	}
	var f *failure
	if errors.As(err, &f) && !latest.IsZero() {
		zone := j.cfg.Zone()
		from := "the beginning"
		if !j.since.IsZero() {
			from = j.since.In(zone).Format("2 Jan 2006")
		}
		to := "now"
		if !j.until.IsZero() {
			to = j.until.In(zone).Add(-time.Second).Format("2 Jan 2006")
		}
		f.err = fmt.Errorf("no session ended between %s and %s", from, to)
		f.hint = fmt.Sprintf("The latest ended on %s; 'prism report --since %s' takes it in.", latest.In(zone).Format("2 Jan 2006"), mondayOf(latest.In(zone)).Format(time.DateOnly))
	}
	return err
}

// writeFile writes beside the file and renames, so that a full disk leaves no
// half page.
func writeFile(path string, data []byte) (err error) {
	f, err := os.CreateTemp(filepath.Dir(path), ".prism-*")
	if err != nil {
		return fmt.Errorf("write %s: %w", path, err)
	}
	defer func() {
		if err != nil {
			err = errors.Join(fmt.Errorf("write %s: %w", path, err), os.Remove(f.Name()))
		}
	}()
	if _, err := f.Write(data); err != nil {
		return errors.Join(err, f.Close())
	}
	if err := f.Close(); err != nil {
		return err
	}
	return os.Rename(f.Name(), path)
}
