package wire

// Happened is a turn as far as it has come, redacted: what a person is shown while it
// goes on.
type Happened struct {
	Turn  Turn
	Acts  []Act // what was done last
	Calls int   // of tools, in all
}

// Act is what was done by one call, or by several of a kind one after another that only
// looked at something. Kind and Outcome are as in Step; Check says what a command tests:
// test, build, lint or types, "" nothing.
type Act struct {
	Kind, Tool, Target, Outcome, Check string
	Exit                               *int
	Times                              int
	Added, Removed                     int
	Subagent                           bool
}
