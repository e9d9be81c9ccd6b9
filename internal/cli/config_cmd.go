package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"prism/internal/config"
	"prism/internal/term"
	"prism/internal/wire"
)

func (p *program) configCommand() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:     "config",
		GroupID: groupLook,
		Short:   "Every setting, its value, and where that comes from",
		Long: `Every setting, its value, and where that comes from. A flag goes before the
environment, that before the project's .prism.toml, that before your config.toml,
that before the default. A project's file may only shape what is counted (tz,
include_open, include_automated, commit_boundary): it comes with the repository.`,
		Example: `  prism config                          all settings
  prism config get tz
  prism config set tz Europe/Berlin     into your config.toml
  prism config set paths ~/.claude,/srv/claude`,
		Args: noArgs,
		RunE: p.act(func(_ context.Context, cmd *cobra.Command, _ []string) error { return p.listConfig(cmd, asJSON) }),
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	get := &cobra.Command{
		Use: "get KEY", Short: "Print one value", Example: "  prism config get tz", Args: exactArgs(1, "prism config get KEY"),
		ValidArgsFunction: configKeys,
		RunE: p.act(func(_ context.Context, cmd *cobra.Command, args []string) error {
			cfg, err := p.settings(cmd)
			if err != nil {
				return err
			}
			v, err := cfg.Get(args[0])
			if err != nil {
				return usagef("%w", err)
			}
			p.screen.Line(term.Clean(v.String()))
			return nil
		}),
	}
	set := &cobra.Command{
		Use: "set KEY VALUE", Short: "Write one value into your config.toml", Example: "  prism config set tz Europe/Berlin", Args: exactArgs(2, "prism config set KEY VALUE"),
		ValidArgsFunction: configKeys,
		RunE: p.act(func(_ context.Context, _ *cobra.Command, args []string) error {
			file := p.folders().UserFile()
			if err := config.Set(file, args[0], args[1]); err != nil {
				var wrong *config.WrongError
				if errors.As(err, &wrong) {
					return usagef("%w", err)
				}
				return err
			}
			p.screen.Linef("%s is now %s (in %s).", args[0], term.Clean(args[1]), p.short(file))
			return nil
		}),
	}
	cmd.AddCommand(get, set)
	return cmd
}

// configRow is one setting as JSON.
type configRow struct {
	Key    string `json:"key"`
	Value  any    `json:"value"`
	Origin string `json:"origin"`
	Place  string `json:"place"`
}

func (p *program) listConfig(cmd *cobra.Command, asJSON bool) error {
	cfg, err := p.settings(cmd)
	if err != nil {
		return err
	}
	if asJSON {
		rows := []configRow{}
		for _, v := range cfg.Values() {
			row := configRow{Key: v.Key, Value: v.Text, Origin: v.Origin.Layer, Place: v.Origin.Place}
			switch v.Kind {
			case config.Bool:
				row.Value = v.Text == "true"
			case config.List:
				row.Value = append([]string{}, v.Items...)
			}
			rows = append(rows, row)
		}
		return wire.Write(p.out, rows)
	}
	cols := []term.Column{{Name: "key"}, {Name: "value", Min: 10}, {Name: "from", Min: 10, Left: true}, {Name: "what it does", Min: 20, Rank: 1}}
	var rows [][]term.Cell
	for _, v := range cfg.Values() {
		text, paint := term.Clean(v.String()), term.Plain
		if text == "" {
			text, paint = "—", term.Faint
		}
		from := v.Origin.Layer
		if v.Origin.Place != "" {
			from += " " + p.short(v.Origin.Place)
		}
		if v.Origin.Layer != "default" {
			paint = term.Accent
		}
		rows = append(rows, []term.Cell{{Text: v.Key}, {Text: text, Paint: paint}, {Text: from, Paint: term.Faint}, {Text: v.Help, Paint: term.Faint}})
	}
	p.screen.Table(0, cols, rows)
	if p.screen.Terminal() {
		p.screen.Line()
		where := func(name, path string) {
			state := "not there"
			if path == "" {
				path = "none found here or above"
				state = ""
			} else if _, err := os.Stat(path); err == nil {
				state = ""
			}
			p.screen.Line(p.screen.Paint(term.Faint, strings.TrimSpace(fmt.Sprintf("%s %s  %s", term.Pad(name, 15, false), p.short(path), state))))
		}
		where("your file", p.folders().UserFile())
		where("project's file", p.projectFile())
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

func noArgs(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	var names []string
	for _, c := range cmd.Commands() {
		names = append(names, c.Name())
	}
	if near := config.Nearest(args[0], names); near != "" {
		return usagef("%q is no argument of '%s'; did you mean %q?", args[0], cmd.CommandPath(), near)
	}
	return usagef("'%s' takes no argument, and %q was given", cmd.CommandPath(), args[0])
}

func exactArgs(n int, usage string) cobra.PositionalArgs {
	return func(_ *cobra.Command, args []string) error {
		if len(args) != n {
			return usagef("usage: %s", usage)
		}
		return nil
	}
}
