package job

// Groups of commands in the help.
const (
	GroupRead  = "read"
	GroupJudge = "judge"
	GroupKeep  = "keep"
	GroupServe = "serve"
	GroupLook  = "look"
)
