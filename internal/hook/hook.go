// Package hook is the prism-hook program: what a coding agent calls at its hooks
// and for its status line, many times an hour and while a person waits.
//
// It harms nobody: it prints nothing into a conversation, ends with 0 whatever
// happens, and takes milliseconds; it opens no connection. It knows neither the
// command line nor judges, words or rules (internal/importtest).
//
// It keeps no prose. Of an event only ids, words of lists and the time are noted
// (package spool): prompts, commands, answers, tool output and the names of files and
// projects pass by unread, since the gate that could redact them is not here; who
// reads the spool finds them in the transcript, and sends that through the gate.
//
// Where a person set a server or the status line up, the first event that finds nobody at
// work starts `prism push --spool`, which outlives it: it sends, and looks how sessions
// stand. How they stand is read from a small file that it, or any other run that judges,
// leaves (package status). Where things are kept, which program is
// started and what its environment is follow from the person's account and from what
// they set up, never from the environment of the event: a project's settings may set
// that.
//
// An event is lost where the disk is full or the machine loses its power in the
// moment: nothing is synced, because the transcript holds the same and a sync
// would cost the agent more than all the rest.
package hook

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"prism/internal/build"
	"prism/internal/folders"
)

// Patience is how long main waits for Run: all hooks at the end of a session
// together have 1.5 s.
const Patience = time.Second

// maxInput is how much of the JSON on standard input is looked at; the rest is
// taken and dropped, so that whoever writes it sees no broken pipe.
const maxInput = 8 << 20

// maxLog is where the log of errors stops growing.
const maxLog = 1 << 20

const help = `prism-hook notes what a coding agent does, and prints a status line.

  prism-hook event        read one hook's JSON from standard input and note it
  prism-hook statusline   read the client's status JSON and print one line
  prism-hook --version

'event' always ends with 0 and prints nothing, but where you asked for it ('prism config
set nudge true') one line at the end of a turn, once a session, on what the session lacks
to be crushed: you see it, the agent does not. It appends one line to the folder
spool where prism keeps its data: the hook's name, the ids of session and prompt, why a
session began or ended, and the time. It never keeps a prompt, a command, an answer, a
tool's output or the name of a file or a project. The spool stays under 32 MB; what is
oldest goes first, where sessions begin and end goes last; 'prism forget --all' removes
it. PRISM_HOOK_LOG=1 writes errors to hook.log beside it. PRISM_PRIVATE=1 keeps a
session out of all that is sent.

'statusline' shows model, cost, lines and context as the client tells them, how the
session stands and what it lacks, and the score of the day. What may have changed since it
was looked at stands with its time, and after half an hour not at all.

--data DIR and --config DIR before either say where prism keeps what it keeps, where that
is not the system's own place. No variable of the environment says it: a project's
settings may set those.

In ~/.claude/settings.json:

  "hooks": {"SessionStart": [{"hooks": [{"type": "command", "command": "prism-hook event"}]}]},
  "statusLine": {"type": "command", "command": "prism-hook statusline"}
`

// Run runs prism-hook with the arguments behind its name and returns the exit
// code, which is never 2: an agent takes that of a hook as a veto.
func Run(args []string, env func(string) string, in io.Reader, out, errOut io.Writer, now time.Time) (code int) {
	home, name := folders.Account()
	places := folders.Fixed(home)
	for len(args) > 1 && (args[0] == "--data" || args[0] == "--config") {
		if args[0] == "--data" {
			places.Data = args[1]
		} else {
			places.Config = args[1]
		}
		args = args[2:]
	}
	what := ""
	if len(args) > 0 {
		what = args[0]
	}
	note := func(err error) {
		if err != nil && env("PRISM_HOOK_LOG") == "1" {
			log(filepath.Join(places.Data, "hook.log"), now, what, err)
		}
	}
	defer func() {
		if r := recover(); r != nil { // left alone it would end with 2
			note(errors.New("a bug in prism-hook"))
			code = 0
		}
	}()
	switch what {
	case "event":
		note(event(places, account{home, name}, env, in, out, now))
	case "statusline":
		note(statusLine(places, in, out, now))
	case "--version":
		fmt.Fprintln(out, "prism-hook", build.Version())
	case "--help", "-h", "help":
		fmt.Fprint(out, help)
	default:
		fmt.Fprintln(errOut, "prism-hook: say what to do: event or statusline. Try 'prism-hook --help'.")
		return 1
	}
	return 0
}

// input reads what is looked at of in, and takes the rest. cut says that there is more.
func input(in io.Reader) (text []byte, cut bool, err error) {
	text, err = io.ReadAll(io.LimitReader(in, maxInput))
	if err != nil {
		return nil, false, fmt.Errorf("read standard input: %w", err)
	}
	more, err := io.Copy(io.Discard, in)
	return text, more > 0 || err != nil, nil
}

// log appends an error to a file. Errors name files and what is missing, and quote
// nothing of the input.
func log(file string, now time.Time, what string, err error) {
	f, openErr := os.OpenFile(file, os.O_WRONLY|os.O_APPEND|os.O_CREATE, 0o600)
	if openErr != nil {
		return // there is nobody left to tell
	}
	defer func() { _ = f.Close() }()
	if st, err := f.Stat(); err != nil || !st.Mode().IsRegular() || st.Size() > maxLog {
		return
	}
	fmt.Fprintf(f, "%s %s: %v\n", now.UTC().Format(time.RFC3339), what, err)
}
