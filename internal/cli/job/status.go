package job

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"prism/internal/disk"
	"prism/internal/fact"
	"prism/internal/library"
	"prism/internal/phrase"
	"prism/internal/score"
	"prism/internal/source"
	"prism/internal/status"
	"prism/internal/store"
)

// StatusWish is what set-up leaves where the status line is wanted: that it is, and
// where the agent has its files, which hooks may not take from their environment.
type StatusWish struct {
	Variables map[string]string `json:"variables"`
}

func (p *Program) statusWish() string { return filepath.Join(p.Folders().Status(), status.Wish) }

// WantStatus has this machine's sessions looked at for the status line.
func (p *Program) WantStatus() error {
	wish := StatusWish{Variables: map[string]string{}}
	if dir := p.Env("CLAUDE_CONFIG_DIR"); dir != "" {
		wish.Variables["CLAUDE_CONFIG_DIR"] = dir
	}
	text, err := json.Marshal(wish)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(p.Folders().Status(), 0o700); err != nil {
		return err
	}
	return disk.Write(p.statusWish(), append(text, '\n'))
}

// ForgetStatus removes all that the status line rests on.
func (p *Program) ForgetStatus() error { return os.RemoveAll(p.Folders().Status()) }

// ForgetStanding removes what was seen, and leaves the wish to see it.
func (p *Program) ForgetStanding() error {
	dir := p.Folders().Status()
	err := os.Remove(filepath.Join(dir, status.File))
	if disk.Missing(err) {
		err = nil
	}
	return errors.Join(err, os.RemoveAll(filepath.Join(dir, status.Nudged)))
}

// WantsStatus is what set-up left; nil: nobody wants a status line.
func (p *Program) WantsStatus() (*StatusWish, error) {
	text, err := disk.Read(p.statusWish(), configMost)
	if disk.Missing(err) {
		return nil, nil //nolint:nilnil // nobody wants it
	}
	if err != nil {
		return nil, err
	}
	wish := &StatusWish{}
	if err := json.Unmarshal(text, wish); err != nil {
		return nil, fmt.Errorf("%s: %w", p.Short(p.statusWish()), err)
	}
	return wish, nil
}

// SaveStatus writes down how the latest conversations of the default folders stand, for
// the status line, where somebody wants it. began is when their files were listed.
func (p *Program) SaveStatus(ctx context.Context, j *Job, l *library.Library, began time.Time) error {
	if len(j.Paths) > 0 || j.Demo != "" || j.Store == "" || j.byFlags() {
		return nil // it is not what the person's own sessions come to
	}
	wish, err := p.WantsStatus()
	if wish == nil {
		return err
	}
	s, err := p.standing(ctx, j, l, began)
	if err != nil {
		return err
	}
	text, err := status.Encode(s)
	if err != nil {
		return err
	}
	dir := p.Folders().Status()
	file := filepath.Join(dir, status.File)
	if was, err := disk.Read(file, status.MaxBytes); err == nil {
		if old, err := status.Decode(was); err == nil && old.At.After(s.At) {
			return nil // another has looked since
		}
	}
	p.forgetNudges(filepath.Join(dir, status.Nudged))
	return disk.Write(file, text)
}

// byFlags tells whether flags make another answer than the settings do.
func (j *Job) byFlags() bool {
	for _, key := range []string{"judge", "tz", "include_open", "include_automated", "commit_boundary", "db"} {
		if v, err := j.Cfg.Get(key); err == nil && v.Origin.Layer == "flag" {
			return true
		}
	}
	return false
}

// nudgeKept is for how long it is remembered that a session was nudged.
const nudgeKept = 30 * 24 * time.Hour

func (p *Program) forgetNudges(dir string) {
	list, err := os.ReadDir(dir)
	if err != nil {
		return
	}
	for _, e := range list {
		if st, err := e.Info(); err == nil && p.Now().Sub(st.ModTime()) > nudgeKept {
			_ = os.Remove(filepath.Join(dir, e.Name())) // it is tried again
		}
	}
}

// Today works out the score of the sessions that ended on the person's day of a time.
func Today(ctx context.Context, j *Job, l *library.Library, at time.Time) (score.Summary, error) {
	now := at.In(j.Zone)
	o := j.ScoreOptions(nil)
	o.Since = time.Date(now.Year(), now.Month(), now.Day(), 0, 0, 0, 0, j.Zone)
	o.Until, o.Now = o.Since.AddDate(0, 0, 1), at
	return l.Summary(ctx, o, store.Filter{Now: at, IncludeOpen: o.IncludeOpen, IncludeAutomated: o.IncludeAutomated})
}

// standing is the state of the latest conversations.
func (p *Program) standing(ctx context.Context, j *Job, l *library.Library, began time.Time) (status.State, error) {
	s := status.State{At: began, Nudges: j.Cfg.On("nudge")}
	sum, err := Today(ctx, j, l, began)
	if err != nil {
		return s, err
	}
	if sum.Score != nil {
		s.Today = &status.Today{From: sum.Window.Since, Until: sum.Window.Until, Score: *sum.Score, Crushed: sum.Crushed, Counted: sum.Counted}
	}
	list, _, err := l.List(ctx, store.Filter{Since: began.Add(-status.Within), Now: began}, store.Order{}, status.MaxConversations)
	if err != nil {
		return s, err
	}
	seen := map[string]bool{}
	for _, x := range list { // the latest first
		part := x.Parts[len(x.Parts)-1]
		if seen[part.Conversation] || x.Automated {
			continue
		}
		seen[part.Conversation] = true
		s.Conversations = append(s.Conversations, stands(x, part, j, began, s.Nudges))
	}
	return s, nil
}

// stands is how the session stands on which a conversation ends.
func stands(x *fact.Session, part fact.Part, j *Job, began time.Time, nudges bool) status.Conversation {
	c := status.Conversation{ID: part.Conversation, Session: x.ID, Size: -1, Says: phrase.Standing(x, j.Cfg.On("include_automated"))}
	if st, err := os.Stat(part.File); err == nil && !source.IsKept(part.File) && st.ModTime().Before(began) {
		c.Size = st.Size()
	}
	if nudges {
		c.Nudge = nudge(x, j)
	}
	return c
}

// nudge says what would make a session crush that changed something and, as it stands,
// would not; "" where there is nothing to say.
func nudge(x *fact.Session, j *Job) string {
	v := &x.Verdict
	if v.GoalComplete || x.Floor.MutatingCalls == 0 || x.Exclusion(true, j.Cfg.On("include_automated")) != fact.NotExcluded {
		return ""
	}
	return strings.TrimSpace(fmt.Sprintf("Prism: as it stands, this %s would not crush: %s. %s", phrase.Intent(v.Intent), phrase.Lacks(x), v.Advice.String()))
}
