package doctor

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"time"

	"prism/internal/cli/job"
	"prism/internal/disk"
	"prism/internal/folders"
	"prism/internal/phrase"
	"prism/internal/setup"
	"prism/internal/spool"
	"prism/internal/status"
	"prism/internal/term"
	"prism/internal/uplink"
	"prism/internal/wire"
)

// healthChain is the way from the agent's hooks to the server.
type healthChain struct {
	Settings  string  `json:"settings"`
	Plugin    bool    `json:"plugin"`
	Hooks     bool    `json:"hooks"`
	Off       bool    `json:"hooks_off"`
	Telemetry string  `json:"telemetry"`    // where the client's own goes
	By        string  `json:"telemetry_by"` // the file that says so, where that is not Settings
	Spool     string  `json:"spool"`
	LastEvent *string `json:"last_event"`
	Server    string  `json:"server"`
	Waiting   int64   `json:"waiting_bytes"`
	Sending   bool    `json:"sending"`
	SentAt    *string `json:"sent_at"`
	Failed    string  `json:"failed"`
	FailedAt  *string `json:"failed_since"`
	Error     string  `json:"error"`
	Status    bool    `json:"status_line"` // a status line was set up
	LookedAt  *string `json:"looked_at"`   // when it was last told how sessions stand

	Share    string       `json:"share"` // what is sent of sessions
	Lost     int64        `json:"lost_bytes"`
	LostAt   *string      `json:"lost_at"`
	Client   string       `json:"client"`       // the version that wrote last
	Lacks    string       `json:"client_lacks"` // what it is too old for
	Hook     bool         `json:"hook_found"`   // prism-hook is where it is looked for
	Wins     []healthWins `json:"wins"`
	Answered healthServer `json:"server_answer"`
	Heard    healthServer `json:"telemetry_answer"`
}

// chainHealth looks at every link, from the client, of which client is the version that
// wrote last, to the server that was set up, which is asked unless alone says not to.
func chainHealth(ctx context.Context, p *job.Program, client string, alone bool) healthChain {
	dir, _, _ := strings.Cut(p.Env("CLAUDE_CONFIG_DIR"), ",")
	if dir == "" {
		dir = p.Expand("~/.claude")
	}
	h := healthChain{Settings: filepath.Join(dir, "settings.json")}
	text, err := disk.Read(h.Settings, maxSettings)
	var own map[string]string
	if err == nil {
		var seen setup.Seen
		seen, err = setup.Look(text)
		h.Plugin, h.Hooks, h.Off = seen.Plugin, seen.Hooks, seen.Off
	}
	if err == nil {
		own, err = setup.Env(text)
	}
	if err != nil && !disk.Missing(err) {
		h.Error = err.Error()
	}
	h.Client, h.Hook = client, hookThere(h.Plugin && !h.Hooks)
	at := p.Folders()
	// The plugin's hooks know the system's own places alone.
	if home, _ := folders.Account(); h.Plugin && !h.Hooks {
		at = folders.Fixed(home)
	}
	h.Spool = at.Spool()
	s := spool.At(h.Spool)
	h.LastEvent, h.Sending = wire.Instant(s.Last()), s.Alive(p.Now())
	_, err = os.Stat(filepath.Join(at.Status(), status.Wish))
	h.Status = err == nil
	var telemetry setup.Sending
	files := winners(p, h.Settings)
	h.Wins, telemetry, h.By = wins(files, own, client, h.Status)
	h.Telemetry = telemetry.To
	if gate, err := p.Gate(); err != nil {
		h.Error = err.Error()
		return h
	} else { // an address may hold a password
		gate.Names(&h.Telemetry)
		for i := range h.Wins {
			for k := range h.Wins[i].Says {
				gate.Names(&h.Wins[i].Says[k])
			}
		}
	}
	h.Lacks = clientHealth(client, h.Plugin || h.Hooks, h.Telemetry != "")
	if !alone && !byProject(files, own, client, &telemetry) {
		h.Heard = askTelemetry(ctx, p, &telemetry)
	}
	if text, err := disk.Read(filepath.Join(at.Status(), status.File), status.MaxBytes); err == nil {
		if seen, err := status.Decode(text); err == nil {
			h.LookedAt = wire.Instant(seen.At)
		}
	}
	to, err := uplink.ReadDestination(at.Server())
	if err != nil {
		h.Error = err.Error()
	}
	if to == nil {
		return h
	}
	h.Server, h.Share = to.Server, to.Share
	if !alone {
		h.Answered = askServer(ctx, p, to)
	}
	how, _ := uplink.ReadFollowing(p.Following(to.Server))
	h.Lost, h.LostAt = how.Place.Lost, wire.Instant(how.LostAt)
	h.Waiting, h.Failed, h.SentAt, h.FailedAt = s.Left(how.Place), how.Failed, wire.Instant(how.Sent), wire.Instant(how.Since)
	return h
}

// clientOld is after how long a last event is told as old.
const clientOld = 7 * 24 * time.Hour

func showChain(p *job.Program, j *job.Job, h *healthChain) {
	s := p.Screen
	s.Heading("Hooks")
	say := func(paint term.Paint, text string) { s.Hang("  ", s.Paint(paint, term.Clean(text))) }
	switch {
	case h.Error != "":
		say(term.Bad, h.Error)
	case h.Off:
		say(term.Warn, "disableAllHooks is on in "+p.Short(h.Settings)+": no hook runs, and no status line.")
	case h.Plugin:
		say(term.Plain, "The plugin is enabled and brings the hooks.")
	case h.Hooks:
		say(term.Plain, "prism-hook is called, as "+p.Short(h.Settings)+" says.")
	default:
		say(term.Faint, "None: 'prism setup', or the plugin, puts them there. Transcripts are read without them.")
	}
	showWins(p, h.Wins)
	if h.Lacks != "" {
		say(term.Warn, h.Lacks)
	}
	if (h.Plugin || h.Hooks) && !h.Hook {
		say(term.Bad, "prism-hook is not found: the plugin looks for it in PATH, hooks that set-up wrote where it was. Put it beside prism, into a folder of PATH.")
	}
	switch {
	case h.LastEvent == nil && (h.Plugin || h.Hooks):
		say(term.Warn, "No event waits in "+p.Short(h.Spool)+". Where Claude Code has run since: is prism-hook in its PATH, and does PRISM_HOOK_LOG=1 say why?")
	case h.LastEvent != nil:
		text := "Last event noted " + dayOf(h.LastEvent, j)
		if at, err := time.Parse(time.RFC3339Nano, *h.LastEvent); err == nil && p.Now().Sub(at) > clientOld {
			text += ", more than a week ago"
		}
		say(term.Plain, text+".")
	}
	switch {
	case h.Server == "":
		say(term.Faint, "Prism sends nothing: 'prism setup --server URL' says where to.")
	case h.Failed != "":
		say(term.Bad, "Sending to "+h.Server+" fails since "+dayOf(h.FailedAt, j)+": "+h.Failed)
		say(term.Plain, phrase.Bytes(h.Waiting)+" of events wait. It is tried again by itself; nothing is lost.")
	case h.Waiting > 0 && !h.Sending:
		say(term.Warn, phrase.Bytes(h.Waiting)+" of events wait for "+h.Server+"; the next hook starts the sender, or 'prism push --spool'.")
	default:
		what := "Sessions are"
		if h.Share == uplink.Facts {
			what = "Facts of sessions, and no transcript, are"
		}
		last := "nothing yet"
		if h.SentAt != nil {
			last = "last " + dayOf(h.SentAt, j)
		}
		say(term.Plain, what+" sent to "+h.Server+"; "+last+".")
	}
	showServer(p, &h.Answered, "The server is there and takes the key.")
	if h.Lost > 0 {
		say(term.Warn, "Last on "+dayOf(h.LostAt, j)+", events had made room for newer ones before they could be sent, "+phrase.Bytes(h.Lost)+" in all: the spool keeps 32 MB. Transcripts are not in it; 'prism push' sends those of sessions that no event is left of.")
	}
	switch {
	case h.Status && h.LookedAt == nil:
		say(term.Warn, "The status line was not yet told how sessions stand: the next hook starts who looks, or 'prism score'. Is prism beside prism-hook?")
	case h.Status:
		say(term.Plain, "The status line was told how sessions stand "+dayOf(h.LookedAt, j)+".")
	}
	if h.Telemetry != "" {
		text := "Claude Code's own telemetry goes to " + h.Telemetry
		if h.By != "" {
			text += ", as " + p.Short(h.By) + " says"
		}
		say(term.Plain, text+".")
	}
	showServer(p, &h.Heard, "A Prism server is there and takes what telemetry shows of a key.")
}
