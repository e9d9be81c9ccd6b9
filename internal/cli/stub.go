package cli

import "github.com/spf13/cobra"

func (p *program) reportCommand() *cobra.Command { return &cobra.Command{Use: "report"} }
func (p *program) doctorCommand() *cobra.Command { return &cobra.Command{Use: "doctor"} }
