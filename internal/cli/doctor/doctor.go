// Package doctor is `prism doctor`: where transcripts are looked for and found, how
// long they are kept, the state of the store, and which judge could be asked.
//
// Promises: nothing is read in full, nothing is changed but by --repair, nobody is asked
// but the server that a person set up for their hooks, for five seconds at most, with
// nothing of theirs but the key.
package doctor

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"prism/internal/build"
	"prism/internal/cli/job"
	"prism/internal/disk"
	"prism/internal/phrase"
	"prism/internal/source"
	"prism/internal/term"
	"prism/internal/wire"
)

// defaultCleanup is how many days Claude Code keeps transcripts unless its setting
// cleanupPeriodDays says otherwise (Claude Code's settings page).
const defaultCleanup = 30

// maxSettings bounds Claude Code's settings.json, in bytes: it keeps every command that
// a person ever allowed.
const maxSettings = 4 << 20

type doctorOptions struct {
	db      string
	noStore bool
	json    bool
	demo    bool
	repair  bool
	alone   bool
}

// Command is `prism doctor`.
func Command(p *job.Program) *cobra.Command {
	o := &doctorOptions{}
	cmd := &cobra.Command{
		Use:     "doctor [PATH…]",
		GroupID: job.GroupLook,
		Short:   "Which folders and transcripts there are, and why none are found",
		Long: `Which folders prism looks into, how many transcripts lie there, from which versions
of Claude Code, how long Claude Code keeps them, how the store is, and which judge is chosen and could
be asked; and each link from Claude Code's hooks to the server: settings that win, the client's
version, the last event, what waits, whether the server takes the key, both clocks. Nothing is read in
full, nothing is changed, and nobody is asked but the server that 'prism setup' set up (--alone: nobody).

--repair mends a store that is damaged: what another program wrote into it is kept, and after a disk's
fault at least the titles and labels that you typed; the rest is read from the transcripts again.`,
		Example: `  prism doctor
  prism doctor ~/backup/projects
  prism doctor --json`,
		RunE: p.Act(func(ctx context.Context, cmd *cobra.Command, args []string) error {
			return runDoctor(ctx, p, cmd, o, args)
		}),
	}
	cmd.Flags().BoolVar(&o.json, "json", false, "print JSON")
	cmd.Flags().StringVar(&o.db, "db", "", "the store is in `FILE`, or at postgres://USER@HOST/DATABASE")
	cmd.Flags().BoolVar(&o.demo, "demo", false, "look at the built-in sample transcripts instead of yours")
	cmd.Flags().BoolVar(&o.repair, "repair", false, "mend a damaged store first")
	cmd.Flags().BoolVar(&o.alone, "alone", false, "do not ask the server that was set up")
	cmd.Flags().BoolVar(&o.noStore, "no-store", false, "do not look at the store")
	return cmd
}

// health is what doctor finds.
type health struct {
	Prism         string         `json:"prism"`
	Roots         []healthRoot   `json:"roots"`
	Files         int            `json:"files"`
	Conversations int            `json:"conversations"`
	Bytes         int64          `json:"bytes"`
	Oldest        *string        `json:"oldest"`
	Newest        *string        `json:"newest"`
	Versions      map[string]int `json:"versions"`
	Trouble       []string       `json:"trouble"`
	Cleanup       []cleanup      `json:"cleanup"`
	Store         healthStore    `json:"store"`
	Judge         healthJudge    `json:"judge"`
	Chain         healthChain    `json:"chain"`
	UserFile      string         `json:"user_file"`
	ProjectFile   string         `json:"project_file"`
}

type healthRoot struct {
	Path    string `json:"path"`
	State   string `json:"state"`
	Default bool   `json:"default"`
	Files   int    `json:"files"`
	Bytes   int64  `json:"bytes"`
	Other   int    `json:"other"`
}

// cleanup is how long one Claude folder keeps transcripts.
type cleanup struct {
	Folder string `json:"folder"`
	Days   int    `json:"days"`
	Set    bool   `json:"set"`
	File   string `json:"file"`
	Error  string `json:"error"`
}

type healthStore struct {
	Path          string  `json:"path"`
	State         string  `json:"state"`
	Error         string  `json:"error"`
	Bytes         int64   `json:"bytes"`
	Schema        int64   `json:"schema"`
	Conversations int     `json:"conversations"`
	Gone          int     `json:"gone"`
	Sessions      int     `json:"sessions"`
	Titles        int     `json:"titles"`
	SavedAt       *string `json:"saved_at"`
	Checksums     *bool   `json:"checksums"` // of a file's pages
}

func runDoctor(ctx context.Context, p *job.Program, cmd *cobra.Command, o *doctorOptions, args []string) error {
	j, err := p.NewJob(cmd, &job.ReadFlags{Demo: o.demo}, args)
	if err != nil {
		return err
	}
	done, err := p.UnpackDemo(j)
	defer done()
	if err != nil {
		return err
	}
	found, err := source.Discover(ctx, p.Search(j))
	if err != nil {
		return err
	}
	h := findHealth(p, &found)
	if o.demo {
		h.Cleanup = nil // of the samples' temporary folder
	}
	if o.repair {
		if err := repair(ctx, p, j.Store); err != nil {
			return err
		}
	}
	h.Store = storeHealth(ctx, p, j.Store)
	h.Judge = judgeHealth(p, j)
	h.Chain = chainHealth(ctx, p, latestClient(found.Units), o.alone || o.demo)
	h.UserFile, h.ProjectFile = p.Folders().UserFile(), p.ProjectFile()
	if o.json {
		if err := wire.Write(p.Out, h); err != nil {
			return fmt.Errorf("write output: %w", err)
		}
	} else {
		showHealth(p, j, &h)
	}
	switch {
	case h.Files == 0:
		p.Code = job.CodeNoSession
	case len(h.Trouble) > 0:
		p.Code = job.CodeUnreadable
	}
	return nil
}

// findHealth describes what a search found.
func findHealth(p *job.Program, found *source.Finding) health {
	h := health{Prism: build.Version(), Roots: []healthRoot{}, Versions: map[string]int{}, Trouble: []string{}, Cleanup: []cleanup{}, Conversations: len(found.Units)}
	var oldest, newest time.Time
	homes := map[string]bool{}
	for _, r := range found.Roots {
		h.Roots = append(h.Roots, healthRoot{r.Path, rootState(r), r.Default, r.Files, r.Bytes, r.Other})
		if r.Default && r.State != source.Missing {
			homes[r.Path] = true
		}
	}
	for i := range found.Units {
		u := &found.Units[i]
		if u.Root != "" {
			homes[u.Root] = true
		}
		for _, f := range u.Files {
			h.Files++
			h.Bytes += f.Size
			if oldest.IsZero() || f.ModTime.Before(oldest) {
				oldest = f.ModTime
			}
			if f.ModTime.After(newest) {
				newest = f.ModTime
			}
		}
		if v := clientVersion(u.Main()); v != "" {
			h.Versions[v]++
		}
	}
	h.Oldest, h.Newest = wire.Instant(oldest), wire.Instant(newest)
	for _, t := range found.Ledger.Troubles {
		h.Trouble = append(h.Trouble, t.File+": "+strings.ReplaceAll(t.Reason, "_", " "))
	}
	for _, dir := range slices.Sorted(maps.Keys(homes)) {
		h.Cleanup = append(h.Cleanup, readCleanup(dir))
	}
	return h
}

func rootState(r source.Root) string {
	switch r.State {
	case source.Missing:
		return "missing"
	case source.Unreadable:
		return "unreadable"
	case source.Empty:
		return "empty"
	}
	return "found"
}

// latestClient is the version that wrote the transcript that was written last and tells.
func latestClient(units []source.Unit) string {
	list := slices.Clone(units)
	slices.SortFunc(list, func(a, b source.Unit) int { return written(&b).Compare(written(&a)) })
	const most = 20 // of what does not tell
	for i := range list[:min(len(list), most)] {
		if v := clientVersion(list[i].Main()); v != "" {
			return v
		}
	}
	return ""
}

// written is when a transcript was last written to.
func written(u *source.Unit) (at time.Time) {
	for i := range u.Files {
		if u.Files[i].ModTime.After(at) {
			at = u.Files[i].ModTime
		}
	}
	return at
}

// versionMark is how a line of a transcript tells the client's version.
var versionMark = job.Pattern(`"version":"([0-9][0-9A-Za-z.+-]{0,30})"`)

// clientVersion is the version of Claude Code that wrote the last lines of a
// transcript; "" when its last stretch does not tell.
func clientVersion(file string) string {
	const stretch = 64 << 10
	f, err := disk.Open(file)
	if err != nil {
		return ""
	}
	defer func() { _ = f.Close() }() // only read
	info, err := f.Stat()
	if err != nil {
		return ""
	}
	data := make([]byte, min(info.Size(), stretch))
	if _, err := f.ReadAt(data, info.Size()-int64(len(data))); err != nil && !errors.Is(err, io.EOF) {
		return ""
	}
	all := versionMark().FindAllSubmatch(data, -1)
	if len(all) == 0 {
		return ""
	}
	return string(all[len(all)-1][1])
}

// readCleanup looks up cleanupPeriodDays in a Claude folder's settings.
func readCleanup(dir string) cleanup {
	c := cleanup{Folder: dir, Days: defaultCleanup, File: filepath.Join(dir, "settings.json")}
	for _, name := range []string{"settings.json", "settings.local.json"} {
		file := filepath.Join(dir, name)
		data, err := disk.Read(file, maxSettings)
		if disk.Missing(err) {
			continue
		}
		var settings struct {
			Days *float64 `json:"cleanupPeriodDays"`
		}
		if err == nil {
			err = json.Unmarshal(data, &settings)
		}
		if err != nil {
			c.Error = err.Error()
			continue
		}
		if settings.Days != nil {
			c.Days, c.Set, c.File = int(*settings.Days), true, file
		}
	}
	return c
}

// storeHealth opens the store if there is one; it does not make one.
func storeHealth(ctx context.Context, p *job.Program, file string) healthStore {
	h := healthStore{Path: job.StoreName(file), State: "off"}
	if file == "" {
		return h
	}
	if !job.HasStore(file) {
		h.State = "not there yet"
		return h
	}
	fail := func(err error) healthStore {
		h.State, h.Error = "unusable", err.Error()
		return h
	}
	db, err := p.Open(ctx, file)
	if err != nil {
		return fail(err)
	}
	st, err := db.Stats(ctx)
	if err := errors.Join(err, db.Close()); err != nil {
		return fail(err)
	}
	h.State, h.Bytes, h.Schema, h.Conversations, h.Gone = "ok", st.Bytes, st.Schema, st.Units, st.Gone
	h.Sessions, h.Titles, h.SavedAt, h.Checksums = st.Sessions, st.Titles, wire.Instant(st.Saved), st.Checksums
	return h
}

// showHealth prints it for a person.
func showHealth(p *job.Program, j *job.Job, h *health) {
	s := p.Screen
	s.Heading("Where prism looks")
	for _, r := range h.Roots {
		what := phrase.Count(r.Files, "transcript", "transcripts") + ", " + phrase.Bytes(r.Bytes)
		paint := term.Plain
		switch r.State {
		case "missing":
			what, paint = "not there", term.Faint
		case "unreadable":
			what, paint = "there, but it may not be read", term.Bad
		case "empty":
			what, paint = "there, but holds no transcript", term.Warn
		}
		if r.Other > 0 {
			what += fmt.Sprintf("; %s no transcript", phrase.Count(r.Other, "other .jsonl file is", "other .jsonl files are"))
		}
		s.Hang("  ", term.Pad(p.Place(j, r.Path, 0), 28, false)+"  "+s.Paint(paint, what))
	}
	if v := p.Env("CLAUDE_CONFIG_DIR"); v != "" && len(j.Args) == 0 {
		lead := "  CLAUDE_CONFIG_DIR="
		for i, folder := range strings.SplitAfter(term.Clean(v), ",") { // a folder to a line: paths do not break well
			if i > 0 {
				lead = strings.Repeat(" ", len(lead))
			}
			s.Hang(lead, s.Paint(term.Faint, folder))
		}
	}
	s.Heading("Transcripts")
	if h.Files == 0 {
		whyEmpty(p, j, h)
	} else {
		written := "last written " + dayOf(h.Newest, j)
		if oldest := dayOf(h.Oldest, j); oldest != dayOf(h.Newest, j) {
			written = fmt.Sprintf("last written between %s and %s", oldest, dayOf(h.Newest, j))
		}
		s.Hang("  ", fmt.Sprintf("%s of %s, %s; %s", phrase.Count(h.Files, "file", "files"),
			phrase.Count(h.Conversations, "conversation", "conversations"), phrase.Bytes(h.Bytes), written))
		s.Hang("  Claude Code ", versionWords(h.Versions))
	}
	for i, t := range h.Trouble {
		if i == 5 {
			s.Linef("  … and %d more", len(h.Trouble)-i)
			break
		}
		s.Hang("  ", s.Paint(term.Warn, p.Short(t)))
	}
	showCleanup(p, h)
	showStore(p, j, &h.Store)
	showJudgeHealth(p, &h.Judge)
	showChain(p, j, &h.Chain)
	s.Heading("Exit codes of prism")
	for _, c := range []string{"0  done", "1  failed", "2  wrong usage", "3  no session found, or none in the window or by the filters", "4  done, but some input could not be read (counts on standard error)", "5  judge unavailable or budget reached, the rest is done"} {
		s.Hang("  "+c[:3], s.Paint(term.Faint, c[3:]))
	}
	s.Line()
}

// whyEmpty says why there is nothing, and what to do.
func whyEmpty(p *job.Program, j *job.Job, h *health) {
	s := p.Screen
	there := slices.ContainsFunc(h.Roots, func(r healthRoot) bool { return r.State != "missing" })
	switch {
	case len(h.Trouble) > 0:
		s.Para(2, "The folder is there, and nothing in it that could be read: what stands below may be the transcripts. Check who may read them.")
	case len(j.Args) > 0:
		s.Para(2, "Nothing was found there. A transcript is a .jsonl file that Claude Code writes below the folder projects of its configuration folder.")
	case !there:
		s.Para(2, "None of the folders is there: Claude Code has not been used by this user on this machine, or it keeps its files elsewhere. Then set CLAUDE_CONFIG_DIR as Claude Code has it, or name the folder: prism score PATH.")
	default:
		s.Para(2, fmt.Sprintf("The folder is there and holds no transcript. Claude Code writes one per conversation and deletes them after its clean-up period (%d days unless it is set), so either it has not been used lately, or its files lie elsewhere (CLAUDE_CONFIG_DIR).", defaultCleanup))
	}
	s.Para(2, "'prism score --demo' shows prism on built-in samples.")
}

func showCleanup(p *job.Program, h *health) {
	if len(h.Cleanup) == 0 {
		return
	}
	s := p.Screen
	s.Heading("Clean-up by Claude Code")
	for _, c := range h.Cleanup {
		text := fmt.Sprintf("%s: transcripts are deleted %s after their last use", p.Short(c.Folder), phrase.Count(c.Days, "day", "days"))
		if c.Set {
			text += fmt.Sprintf(" (cleanupPeriodDays in %s).", p.Short(c.File))
		} else {
			text += " (the default)."
		}
		if c.Days < 365 {
			text += fmt.Sprintf(" To keep them longer, put \"cleanupPeriodDays\": 3650 into %s.", p.Short(c.File))
		}
		if c.Error != "" {
			text += " Its settings cannot be read: " + term.Clean(c.Error)
		}
		s.Para(2, text)
	}
	s.Para(2, s.Paint(term.Faint, "Prism remembers the facts of what it has read, so run it at least that often."))
}

func showStore(p *job.Program, j *job.Job, h *healthStore) {
	s := p.Screen
	s.Heading("Store")
	switch h.State {
	case "off":
		if j.Flags.Demo {
			s.Line("  none: nothing of the samples is kept")
			return
		}
		s.Line("  off: the setting no_store is on ('prism config' says where that comes from)")
	case "not there yet":
		s.Hang("  ", p.Short(h.Path)+": not there yet; the first run makes it")
	case "unusable":
		s.Hang("  ", s.Paint(term.Bad, term.Clean(h.Error)))
	default:
		text := fmt.Sprintf("%s: %s, schema %d, %s", p.Short(h.Path), phrase.Bytes(h.Bytes), h.Schema, phrase.Count(h.Conversations, "conversation", "conversations"))
		if h.Gone > 0 {
			text += fmt.Sprintf(" (the files of %d are gone; their facts are kept)", h.Gone)
		}
		text += ", " + phrase.Count(h.Sessions, "session", "sessions")
		if h.Titles > 0 {
			text += ", " + phrase.Count(h.Titles, "title of yours", "titles of yours")
		}
		if h.SavedAt != nil {
			text += ", last run " + dayOf(h.SavedAt, j)
		}
		switch {
		case h.Checksums == nil:
		case *h.Checksums:
			text += "; its pages have checksums against a damaged disk"
		default:
			text += "; its pages have no checksums against a damaged disk yet (Prism tries again once a day)"
		}
		s.Hang("  ", text)
	}
}

// dayOf shows an instant of the wire as a date.
func dayOf(at *string, j *job.Job) string {
	if at == nil {
		return "—"
	}
	t, err := time.Parse(time.RFC3339Nano, *at)
	if err != nil {
		return "—"
	}
	return t.In(j.Cfg.Zone()).Format("2 Jan 2006 15:04")
}

// versionWords lists versions, newest first, with how many conversations each.
func versionWords(m map[string]int) string {
	if len(m) == 0 {
		return "of unknown version"
	}
	keys := slices.Sorted(maps.Keys(m))
	slices.SortFunc(keys, func(a, b string) int { return -compareVersions(a, b) })
	const most = 8
	parts := make([]string, 0, most)
	for i, k := range keys {
		if i == most {
			parts = append(parts, fmt.Sprintf("and %d older versions", len(keys)-i))
			break
		}
		parts = append(parts, fmt.Sprintf("%s (%d)", term.Clean(k), m[k]))
	}
	return strings.Join(parts, ", ")
}

// compareVersions orders dotted numbers; what is no number is ordered as text.
func compareVersions(a, b string) int {
	as, bs := strings.Split(a, "."), strings.Split(b, ".")
	for i := range min(len(as), len(bs)) {
		x, y := as[i], bs[i]
		if len(x) != len(y) {
			return len(x) - len(y)
		}
		if c := strings.Compare(x, y); c != 0 {
			return c
		}
	}
	return len(as) - len(bs)
}
