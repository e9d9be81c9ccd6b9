package cli

import (
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"prism/internal/build"
	"prism/internal/config"
)

// Groups of commands in the help.
const (
	groupRead  = "read"
	groupJudge = "judge"
	groupKeep  = "keep"
	groupLook  = "look"
)

const rootLong = `Prism tells which share of your sessions with a coding agent landed its goal,
and shows why it thinks so.

    PRISM Score = 100 × crushed / counted

A session counts when something happened in it (three turns, ten net lines, or one
change carried out) and its goal can be told. It is crushed when the goal was landed
by the rule for its kind of work and no later session took its lines out again.
Everything is read from the transcripts on this machine; nothing leaves it.

PATH is a transcript, a folder of them at any depth, or a Claude configuration
folder; several may overlap. Without PATH prism reads CLAUDE_CONFIG_DIR, or
~/.claude and the XDG claude folder, and what it remembers of files now gone.`

const rootExample = `  prism score --demo                    try it on built-in samples
  prism score                           your own score
  prism score --by repo --since 30d     by repository, the last thirty days
  prism sessions --counted --crushed=false
  prism show 3f2a                       why, with the lines it rests on
  prism report --html --output week.html`

// root builds the command tree. Every command is built anew for each run: cobra
// keeps flags in the command, and nothing may outlive a run.
func (p *program) root() *cobra.Command {
	root := &cobra.Command{
		Use:           "prism",
		Short:         "Which share of your sessions with a coding agent landed its goal",
		Long:          rootLong,
		Example:       rootExample,
		Version:       build.Version(),
		SilenceErrors: true,
		SilenceUsage:  true,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return nil
			}
			return p.unknownCommand(cmd, args[0])
		},
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	root.SetVersionTemplate("prism {{.Version}}\n")
	root.SetFlagErrorFunc(flagError)
	root.AddGroup(
		&cobra.Group{ID: groupRead, Title: "Read transcripts:"},
		&cobra.Group{ID: groupJudge, Title: "Ask a model:"},
		&cobra.Group{ID: groupKeep, Title: "What prism keeps:"},
		&cobra.Group{ID: groupLook, Title: "Set-up:"},
	)
	root.AddCommand(
		p.scoreCommand(), p.sessionsCommand(), p.showCommand(), p.reportCommand(),
		p.judgeCommand(), p.redactCommand(), p.calibrateCommand(), p.evalCommand(),
		p.titleCommand(), p.labelCommand(), p.forgetCommand(),
		p.doctorCommand(), p.configCommand(),
	)
	root.SetHelpCommandGroupID(groupLook)
	root.SetCompletionCommandGroupID(groupLook)
	root.CompletionOptions.DisableDescriptions = false
	return root
}

// unknownCommand refuses a word that is no command, with the nearest one.
func (p *program) unknownCommand(root *cobra.Command, word string) error {
	var names []string
	for _, c := range root.Commands() {
		if c.IsAvailableCommand() {
			names = append(names, c.Name())
		}
	}
	if near := config.Nearest(word, names); near != "" {
		return usagef("unknown command %q; did you mean 'prism %s'?", word, near)
	}
	return usagef("unknown command %q", word)
}

// flagError adds the nearest flag to a misspelt one.
func flagError(cmd *cobra.Command, err error) error {
	hint := fmt.Sprintf("Try '%s --help' for usage.", cmd.CommandPath())
	var unknown interface{ GetSpecifiedName() string } // pflag's NotExistError
	if errors.As(err, &unknown) {
		var names []string
		visitFlags(cmd, func(name string) { names = append(names, name) })
		if near := config.Nearest(unknown.GetSpecifiedName(), names); near != "" {
			hint = fmt.Sprintf("Did you mean --%s? %s", near, hint)
		}
	}
	return &failure{code: codeUsage, err: err, hint: hint}
}

// act wraps a command's own code: from here on an error is no longer one of usage.
func (p *program) act(run func(ctx context.Context, cmd *cobra.Command, args []string) error) func(*cobra.Command, []string) error {
	return func(cmd *cobra.Command, args []string) error {
		p.started = true
		return run(cmd.Context(), cmd, args)
	}
}
