package cli

import (
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"prism/internal/build"
	"prism/internal/cli/admin"
	"prism/internal/cli/doctor"
	"prism/internal/cli/install"
	"prism/internal/cli/job"
	"prism/internal/cli/judgerun"
	"prism/internal/cli/live"
	"prism/internal/cli/measure"
	"prism/internal/cli/open"
	"prism/internal/config"
)

func visitFlags(cmd *cobra.Command, visit func(name string)) {
	each := func(f *pflag.Flag) { visit(f.Name) }
	cmd.Flags().VisitAll(each)
	cmd.InheritedFlags().VisitAll(each)
}

const rootLong = `Prism tells which share of your sessions with a coding agent landed its goal,
and shows why it thinks so.

    PRISM Score = 100 × crushed / counted

A session counts when something happened in it (three turns, ten net lines, or one
change carried out) and its goal can be told. It is crushed when the goal was landed
by the rule for its kind of work and no later session took its lines out again.
Everything is read from the transcripts on this machine; nothing leaves it unless you
say where to.

PATH is a transcript, a folder of them at any depth, or a Claude configuration
folder; several may overlap. Without PATH prism reads CLAUDE_CONFIG_DIR, or
~/.claude and the XDG claude folder, and what it remembers of files now gone.

Exit codes: 0 done · 1 failed · 2 wrong usage · 3 no session found (none at all,
none in the window, or none that passes the filters; --json still prints its empty
answer) · 4 done, but some input could not be read · 5 judge unavailable or budget
reached, the rest is done.`

const rootExample = `  prism score --demo                    try it on built-in samples
  prism score                           your own score
  prism score --by repo --since 30d     by repository, the last thirty days
  prism sessions --counted --crushed=false
  prism show 3f2a                       why, with the lines it rests on
  prism report --html --output week.html`

// root builds the command tree. Every command is built anew for each run: cobra
// keeps flags in the command, and nothing may outlive a run.
func root(p *job.Program) *cobra.Command {
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
			return unknownCommand(p, cmd, args[0])
		},
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	root.SetVersionTemplate("prism {{.Version}}\n")
	root.SetFlagErrorFunc(flagError)
	if w := p.Screen.Width(); w > 0 {
		root.SetUsageTemplate(strings.ReplaceAll(root.UsageTemplate(), ".FlagUsages |", fmt.Sprintf(".FlagUsagesWrapped %d |", w)))
	}
	root.AddGroup(
		&cobra.Group{ID: job.GroupRead, Title: "Read transcripts:"},
		&cobra.Group{ID: job.GroupJudge, Title: "Ask a model:"},
		&cobra.Group{ID: job.GroupServe, Title: "Serve:"},
		&cobra.Group{ID: job.GroupKeep, Title: "What prism keeps:"},
		&cobra.Group{ID: job.GroupLook, Title: "Set-up:"},
	)
	root.AddCommand(
		scoreCommand(p), sessionsCommand(p), showCommand(p), whyCommand(p), reportCommand(p), live.Command(p),
		judgerun.JudgeCommand(p), judgerun.RedactCommand(p), measure.CalibrateCommand(p), measure.EvalCommand(p),
		serveCommand(p), open.Command(p, completeID(p, &job.ReadFlags{}, false)), pushCommand(p), mcpCommand(p), admin.Command(p),
		titleCommand(p), labelCommand(p), forgetCommand(p), privateCommand(p), jobsCommand(p),
		install.Command(p), doctor.Command(p), configCommand(p),
	)
	root.SetHelpCommandGroupID(job.GroupLook)
	root.SetCompletionCommandGroupID(job.GroupLook)
	root.CompletionOptions.DisableDescriptions = false
	root.SetOut(p.Out) // the completion commands keep what it is now
	root.InitDefaultHelpCmd()
	root.InitDefaultCompletionCmd()
	refuseOthers(root)
	return root
}

// refuseOthers lets the two commands that cobra makes refuse what they do not know,
// where they would print their help and call that done.
func refuseOthers(root *cobra.Command) {
	for _, c := range root.Commands() {
		switch c.Name() {
		case "help":
			c.Args = func(_ *cobra.Command, args []string) error {
				if found, rest, err := root.Find(args); err != nil || len(rest) > 0 || found == nil {
					return job.Usagef("there is no command %q", strings.Join(args, " "))
				}
				return nil
			}
		case "completion":
			c.Args = func(c *cobra.Command, args []string) error {
				if len(args) == 0 {
					return nil
				}
				var shells []string
				for _, s := range c.Commands() {
					shells = append(shells, s.Name())
				}
				return job.Usagef("no completion for %q; there are %s", args[0], strings.Join(shells, ", "))
			}
			c.RunE = func(c *cobra.Command, _ []string) error { return c.Help() }
		}
	}
}

// unknownCommand refuses a word that is no command, with the nearest one.
func unknownCommand(p *job.Program, root *cobra.Command, word string) error {
	var names []string
	for _, c := range root.Commands() {
		if c.IsAvailableCommand() {
			names = append(names, c.Name())
		}
	}
	if near := config.Nearest(word, names); near != "" {
		return job.Usagef("unknown command %q; did you mean 'prism %s'?", word, near)
	}
	return job.Usagef("unknown command %q", word)
}

// valueWords says what a flag takes.
func valueWords(f *pflag.Flag) string {
	switch f.Value.Type() {
	case "bool":
		return "true or false"
	case "int":
		return "a whole number"
	case "float64":
		return "a number"
	case "duration":
		return "a time such as 90s or 5m"
	}
	return "another value"
}

// flagError adds the nearest flag to a misspelt one.
func flagError(cmd *cobra.Command, err error) error {
	hint := fmt.Sprintf("Try '%s --help' for usage.", cmd.CommandPath())
	var wrong *pflag.InvalidValueError
	if errors.As(err, &wrong) {
		return &job.Failure{Code: job.CodeUsage, Err: fmt.Errorf("--%s %q: give %s", wrong.GetFlag().Name, wrong.GetValue(), valueWords(wrong.GetFlag())), Hint: hint}
	}
	var unknown interface{ GetSpecifiedName() string } // pflag's NotExistError
	if errors.As(err, &unknown) {
		var names []string
		visitFlags(cmd, func(name string) { names = append(names, name) })
		if near := config.Nearest(unknown.GetSpecifiedName(), names); near != "" && near != unknown.GetSpecifiedName() {
			hint = fmt.Sprintf("Did you mean --%s? %s", near, hint)
		}
	}
	return &job.Failure{Code: job.CodeUsage, Err: err, Hint: hint}
}
