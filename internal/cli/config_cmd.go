package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"prism/internal/cli/job"
	"prism/internal/config"
	"prism/internal/redact"
	"prism/internal/term"
	"prism/internal/wire"
)

func configCommand(p *job.Program) *cobra.Command {
	var asJSON, getJSON bool
	cmd := &cobra.Command{
		Use:     "config",
		GroupID: job.GroupLook,
		Short:   "Every setting, its value, and where that comes from",
		Long: `Every setting, its value, and where that comes from. A flag goes before the
environment, that before the project's .prism.toml, that before your config.toml,
that before the default. A project's file may only shape what is counted (tz,
include_open, include_automated, commit_boundary): it comes with the repository.`,
		Example: `  prism config                          all settings
  prism config get tz
  prism config set tz Europe/Berlin     into your config.toml
  prism config set paths ~/.claude,/srv/claude
  prism config unset tz                 back to what holds without it`,
		Args: job.NoArgs,
		RunE: p.Act(func(_ context.Context, cmd *cobra.Command, _ []string) error { return listConfig(p, cmd, asJSON) }),
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	get := &cobra.Command{
		Use: "get KEY", Short: "Print one value", Example: "  prism config get tz", Args: job.ExactArgs(1, "prism config get KEY"),
		ValidArgsFunction: configKeys,
		RunE: p.Act(func(_ context.Context, cmd *cobra.Command, args []string) error {
			cfg, err := p.Settings(cmd)
			if err != nil {
				return err
			}
			v, err := cfg.Get(args[0])
			if err != nil {
				return job.Usagef("%w", err)
			}
			if getJSON {
				return wire.Write(p.Out, rowOf(v))
			}
			p.Screen.Line(term.Clean(job.StoreName(v.String())))
			return nil
		}),
	}
	get.Flags().BoolVar(&getJSON, "json", false, "print JSON: value and where it comes from")
	set := &cobra.Command{
		Use: "set KEY VALUE", Short: "Write one value into your config.toml", Example: "  prism config set tz Europe/Berlin", Args: job.ExactArgs(2, "prism config set KEY VALUE"),
		ValidArgsFunction: configKeys,
		RunE: p.Act(func(_ context.Context, _ *cobra.Command, args []string) error {
			if err := checkPlace(p, args[0], args[1]); err != nil {
				return err
			}
			file := p.Folders().UserFile()
			now, err := config.Set(file, args[0], args[1])
			if err != nil {
				var wrong *config.WrongError
				if errors.As(err, &wrong) {
					return job.Usagef("%w", err)
				}
				return err
			}
			p.Screen.Linef("%s is now %s (in %s).", args[0], term.Clean(job.StoreName(now)), p.Short(file))
			return nil
		}),
	}
	set.Flags().SetInterspersed(false) // a VALUE may begin with a minus
	unset := &cobra.Command{
		Use: "unset KEY", Short: "Take one value out of your config.toml again", Example: "  prism config unset tz", Args: job.ExactArgs(1, "prism config unset KEY"),
		ValidArgsFunction: configKeys,
		RunE: p.Act(func(_ context.Context, cmd *cobra.Command, args []string) error {
			file := p.Folders().UserFile()
			was, err := config.Unset(file, args[0])
			var wrong *config.WrongError
			switch {
			case errors.As(err, &wrong):
				return job.Usagef("%w", err)
			case err != nil:
				return err
			case !was:
				p.Screen.Linef("%s is not set in %s.", args[0], p.Short(file))
				return nil
			}
			cfg, err := p.Settings(cmd)
			if err != nil {
				return err
			}
			v, err := cfg.Get(args[0])
			if err != nil {
				return err
			}
			if text := term.Clean(job.StoreName(v.String())); text != "" {
				p.Screen.Linef("%s is no longer set in %s; it is %s now (%s).", args[0], p.Short(file), text, v.Origin.Layer)
			} else {
				p.Screen.Linef("%s is no longer set in %s. Without it: %s.", args[0], p.Short(file), v.Help)
			}
			return nil
		}),
	}
	cmd.AddCommand(get, set, unset)
	return cmd
}

// configRow is one setting as JSON.
type configRow struct {
	Key    string `json:"key"`
	Value  any    `json:"value"`
	Origin string `json:"origin"`
	Place  string `json:"place"`
}

func rowOf(v config.Value) configRow {
	row := configRow{Key: v.Key, Value: job.StoreName(v.Text), Origin: v.Origin.Layer, Place: v.Origin.Place}
	switch v.Kind {
	case config.Bool:
		row.Value = v.Text == "true"
	case config.List:
		row.Value = append([]string{}, v.Items...)
	}
	return row
}

// checkPlace refuses what a setting cannot be on this machine: a file of prices that is
// none, a store that is a folder, a pattern that no repository can match.
func checkPlace(p *job.Program, key, value string) error {
	var err error
	switch {
	case value == "":
		return nil
	case key == "prices":
		_, err = p.ReadPrices(value)
	case key == "db":
		if info, failed := os.Stat(p.Expand(value)); failed == nil && info.IsDir() {
			err = fmt.Errorf("%s is a folder; name a file, such as %s", p.Short(value), p.Short(filepath.Join(value, "prism.db")))
		}
	case key == "opt_out":
		for pattern := range strings.SplitSeq(value, ",") {
			if _, failed := redact.NewOptOut(nil, nil, []string{pattern}); failed != nil {
				err = fmt.Errorf("%q is no pattern; * stands for anything, and a [ wants its ]", pattern)
			}
		}
	}
	if err != nil {
		return job.Usagef("%s: %w", key, err)
	}
	return nil
}

func listConfig(p *job.Program, cmd *cobra.Command, asJSON bool) error {
	cfg, err := p.Settings(cmd)
	if err != nil {
		return err
	}
	if asJSON {
		rows := []configRow{}
		for _, v := range cfg.Values() {
			rows = append(rows, rowOf(v))
		}
		return wire.Write(p.Out, rows)
	}
	cols := []term.Column{{Name: "key"}, {Name: "value", Min: 10}, {Name: "from", Min: 10, Left: true}, {Name: "what it does", Min: 20, Rank: 1}}
	var rows [][]term.Cell
	for _, v := range cfg.Values() {
		text, paint := term.Clean(job.StoreName(v.String())), term.Plain
		if text == "" {
			text, paint = "—", term.Faint
		}
		from := v.Origin.Layer
		if v.Origin.Place != "" {
			from += " " + p.Short(v.Origin.Place)
		}
		if v.Origin.Layer != "default" {
			paint = term.Accent
		}
		rows = append(rows, []term.Cell{{Text: v.Key}, {Text: text, Paint: paint}, {Text: from, Paint: term.Faint}, {Text: v.Help, Paint: term.Faint}})
	}
	p.Screen.Table(0, cols, rows)
	if p.Screen.Terminal() {
		p.Screen.Line()
		where := func(name, path string) {
			state := "not there"
			if path == "" {
				path = "none found here or above"
				state = ""
			} else if _, err := os.Stat(path); err == nil {
				state = ""
			}
			p.Screen.Line(p.Screen.Paint(term.Faint, strings.TrimSpace(fmt.Sprintf("%s %s  %s", term.Pad(name, 15, false), p.Short(path), state))))
		}
		where("your file", p.Folders().UserFile())
		where("project's file", p.ProjectFile())
	}
	return nil
}

func configKeys(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
	if len(args) > 0 {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	var keys []string
	for _, s := range config.Settings() {
		keys = append(keys, s.Key+"\t"+s.Help)
	}
	return keys, cobra.ShellCompDirectiveNoFileComp
}
