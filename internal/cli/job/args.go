package job

import (
	"github.com/spf13/cobra"

	"prism/internal/config"
)

// NoArgs refuses every argument, with the command that may have been meant.
func NoArgs(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	var names []string
	for _, c := range cmd.Commands() {
		names = append(names, c.Name())
	}
	if near := config.Nearest(args[0], names); near != "" {
		return Usagef("%q is no argument of '%s'; did you mean %q?", args[0], cmd.CommandPath(), near)
	}
	return Usagef("'%s' takes no argument, and %q was given", cmd.CommandPath(), args[0])
}

// ExactArgs wants n arguments; usage says which.
func ExactArgs(n int, usage string) cobra.PositionalArgs {
	return func(_ *cobra.Command, args []string) error {
		if len(args) != n {
			return Usagef("usage: %s", usage)
		}
		return nil
	}
}
