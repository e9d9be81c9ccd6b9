package cli

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"prism/internal/cli/job"
	"prism/internal/cli/judgerun"
	"prism/internal/cli/view"
	"prism/internal/report"
	"prism/internal/store"
	"prism/internal/term"
	"prism/internal/wire"
)

const reportExample = `  prism report                                     the last full week, as Markdown
  prism report -o week.html                        one HTML file to open or to mail
  prism report --since 2026-10 --until 2026-10     October
  prism report --since 30d --repo tideline -o month.html
  prism report --demo -o demo.html`

type reportOptions struct {
	job.ReadFlags
	html   bool
	output string
}

func reportCommand(p *job.Program) *cobra.Command {
	o := &reportOptions{}
	cmd := &cobra.Command{
		Use:     "report [PATH…]",
		GroupID: job.GroupRead,
		Short:   "A week, or any window, as Markdown or one HTML file",
		Long: `A report of the last full week (Monday to Sunday), or of the window that --since
and --until name: score and trend, where the work went, speed, tokens and cost,
prompting, the best and the worst sessions with their evidence, and advice. The HTML
file is one file without scripts, to open, print or mail.`,
		Example: reportExample,
		RunE: p.Act(func(ctx context.Context, cmd *cobra.Command, args []string) error {
			return runReport(ctx, p, cmd, o, args)
		}),
	}
	fs := cmd.Flags()
	fs.SortFlags = false
	fs.BoolVar(&o.html, "html", false, "one self-contained HTML file instead of Markdown (so is a FILE that ends in .html)")
	fs.StringVarP(&o.output, "output", "o", "", "write to `FILE` instead of standard output")
	o.BindWindow(cmd)
	o.BindFilters(cmd)
	o.Bind(cmd, false)
	o.BindJudge(cmd)
	cmd.MarkFlagsMutuallyExclusive("json", "html")
	return cmd
}

func runReport(ctx context.Context, p *job.Program, cmd *cobra.Command, o *reportOptions, args []string) error {
	switch end := strings.ToLower(filepath.Ext(o.output)); {
	case o.Json && slices.Contains([]string{".html", ".htm", ".md", ".markdown"}, end):
		return job.Usagef("the name %s says otherwise than --json; leave out --json, or name a .json", term.Clean(filepath.Base(o.output)))
	case o.Json:
	case (end == ".html" || end == ".htm") && !cmd.Flags().Changed("html"):
		o.html = true
	case slices.Contains([]string{".pdf", ".docx", ".odt", ".xlsx", ".csv", ".png"}, end):
		return job.Usagef("a report is Markdown, HTML or JSON, and the name %s says otherwise; an HTML page can be printed to PDF", term.Clean(filepath.Base(o.output)))
	case end == ".json":
		return job.Usagef("the name %s says JSON; add --json", term.Clean(filepath.Base(o.output)))
	}
	if o.html && (o.output == "" || o.output == "-") && p.Screen.Terminal() {
		return job.Usagef("an HTML page is nothing to read on a terminal; add --output FILE")
	}
	last := o.Since == "" && o.Until == "" && !o.Demo
	if last {
		o.Since, o.Until = "last week", "last week"
	}
	j, err := p.NewJob(cmd, &o.ReadFlags, args)
	if err != nil {
		return err
	}
	l, done, err := judgerun.Read(ctx, p, j)
	defer done()
	if err != nil {
		return err
	}
	p.Narrow(ctx, j, l)
	sum, err := l.Summary(ctx, j.ScoreOptions([]string{"repo", "intent", "model"}), j.Wanted())
	if err != nil {
		return err
	}
	if sum.Sessions == 0 {
		return noReport(ctx, p, j, l)
	}
	labels := l.LabelsApplied()
	// The trend looks back beyond the window, so that a week is seen among weeks.
	before := j.ScoreOptions(nil)
	before.Since = time.Time{}
	earlier, err := l.Summary(ctx, before, j.Wanted())
	if err != nil {
		return err
	}
	weeks := earlier.Trend
	name, version := j.Judge()
	sessions, _, err := l.List(ctx, j.Wanted(), store.Order{}, 0)
	if err != nil {
		return err
	}
	again := "prism sessions --landed=false"
	if last { // by its dates: the report is read later
		again += " --since " + j.Since.In(j.Zone).Format(time.DateOnly) + " --until " + j.Until.In(j.Zone).Add(-time.Nanosecond).Format(time.DateOnly)
	}
	page := report.New(report.Input{
		Flags: true, AllMissed: again + j.FilterAgain(),
		Summary: sum, Weeks: weeks, Sessions: sessions,
		IncludeOpen: j.Cfg.On("include_open"), IncludeAutomated: j.Cfg.On("include_automated"),
		Zone: j.Zone, Now: j.Now, Only: strings.TrimSpace(view.OnlyWords(j) + " " + view.OwnWords(labels)), History: earlier.Weights, Judge: strings.TrimSpace(name + " " + version), Clean: term.Clean,
	})
	var b bytes.Buffer
	switch {
	case o.Json:
		var t job.Agreement
		if t, err = p.Agreement(ctx, j, l); err == nil {
			judge := j.WireJudge(t)
			judge.Labels = labels
			err = wire.Write(&b, wire.FromReport(&sum, weeks, page.Findings, j.WireSessions(sessions), judge))
		}
	case o.html:
		err = report.HTML(&b, page, nil)
	default:
		err = report.Markdown(&b, page, nil)
	}
	if err != nil {
		return err
	}
	if o.output == "" || o.output == "-" {
		if _, err := io.Copy(p.Out, &b); err != nil {
			return fmt.Errorf("write output: %w", err)
		}
		return nil
	}
	out, err := p.Create(ctx, j, l, o.output)
	if err != nil {
		return err
	}
	defer out.Discard()
	if _, err := io.Copy(out, &b); err != nil {
		return fmt.Errorf("write %s: %w", o.output, err)
	}
	if err := out.Commit(); err != nil {
		return err
	}
	p.Notes.Linef("written to %s", p.Short(o.output))
	return nil
}

// noReport says that the window is empty, and when there was something.
func noReport(ctx context.Context, p *job.Program, j *job.Job, l *job.Library) error {
	err := nonePasses(ctx, p, j, l)
	if errors.Is(err, errNonePasses) {
		return err
	}
	var latest time.Time
	last, _, listing := l.List(ctx, store.Filter{}, store.Order{By: store.ByEnded}, 1)
	if listing != nil {
		return listing
	}
	if len(last) > 0 {
		latest = last[0].Ended
	}
	var f *job.Failure
	if errors.As(err, &f) && !latest.IsZero() {
		zone := j.Cfg.Zone()
		from := "the beginning"
		if !j.Since.IsZero() {
			from = j.Since.In(zone).Format("2 Jan 2006")
		}
		to := "now"
		if !j.Until.IsZero() {
			to = j.Until.In(zone).Add(-time.Second).Format("2 Jan 2006")
		}
		f.Err = fmt.Errorf("no session ended between %s and %s", from, to)
		f.Hint = fmt.Sprintf("The latest ended on %s; 'prism report --since %s' takes it in.", latest.In(zone).Format("2 Jan 2006"), job.MondayOf(latest.In(zone)).Format(time.DateOnly))
	}
	return err
}
