package cli

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"

	"prism/internal/fact"
	"prism/internal/phrase"
	"prism/internal/store"
	"prism/internal/store/sqlite"
	"prism/internal/wire"
)

// trust is how far the judge in use agrees with the person, measured on the
// sessions that both decided.
type trust struct{ labels, agree int }

// trust compares verdicts with the person's labels; no store, no labels.
func (p *program) trust(ctx context.Context, j *job, l *library) (trust, error) {
	var t trust
	err := l.labelled(ctx, p.labels(ctx, j), func(s *fact.Session, label store.Label) {
		t.labels++
		if label.GoalComplete == s.Verdict.GoalComplete {
			t.agree++
		}
	})
	return t, err
}

// labelled finds the sessions that a person labelled and the judge itself decided.
func (l *library) labelled(ctx context.Context, labels map[string]store.Label, each func(*fact.Session, store.Label)) error {
	seen := map[string]bool{}
	for _, id := range slices.Sorted(maps.Keys(labels)) {
		s, err := l.db.One(ctx, l.scope, id)
		switch {
		case errors.Is(err, store.ErrNoSession), errors.Is(err, store.ErrAmbiguous):
			continue
		case err != nil:
			return err
		}
		if label, ok := labelOf(s, labels); ok && decided(s) && !seen[s.ID] {
			seen[s.ID] = true
			each(s, label)
		}
	}
	return nil
}

// labels are what the person said of sessions. A store that cannot be read is
// told by the run itself.
func (p *program) labels(ctx context.Context, j *job) map[string]store.Label {
	if j.store == "" {
		return nil
	}
	if _, err := os.Stat(j.store); err != nil {
		return nil
	}
	db, err := sqlite.Open(ctx, j.store)
	if err != nil {
		return nil
	}
	labels, err := db.Labels(ctx)
	if err = errors.Join(err, db.Close()); err != nil {
		p.warn("%v", err)
	}
	return labels
}

// labelOf finds the person's label by the session's id or that of one of its parts.
func labelOf(s *fact.Session, labels map[string]store.Label) (store.Label, bool) {
	for _, id := range append([]string{s.ID}, s.Aliases...) {
		if l, ok := labels[id]; ok {
			return l, true
		}
	}
	return store.Label{}, false
}

// share is the agreement from 0 to 1, nil without labels.
func (t trust) share() *float64 {
	if t.labels == 0 {
		return nil
	}
	share := float64(t.agree) / float64(t.labels)
	return wire.Figure(&share)
}

// words tells a person; "" without labels.
func (t trust) words() string {
	switch {
	case t.labels == 0:
		return ""
	case t.labels == 1 && t.agree == 1:
		return "The judge agrees with your one label."
	case t.labels == 1:
		return "The judge does not agree with your one label."
	}
	return fmt.Sprintf("The judge agrees with %d of your %d labels.", t.agree, t.labels)
}

// wireJudge is the job's judge with its measured agreement.
func (j *job) wireJudge(t trust) wire.Judge {
	name, version := j.judge()
	return wire.Judge{Name: name, Version: version, Agreement: t.share()}
}

// unjudged says why a session above the floor has no verdict, "" where it has one.
func unjudged(s *fact.Session) string {
	if s.Floor.Passed && (s.Verdict.Status == fact.JudgePending || s.Verdict.Status == fact.JudgeError) {
		return s.Verdict.Reason
	}
	return ""
}

// because lists reasons with how often each came; one alone needs no number.
func because(reasons map[string]int) string {
	words := slices.Sorted(maps.Keys(reasons))
	if len(words) == 0 {
		return ""
	}
	if len(words) > 1 {
		for i, w := range words {
			words[i] = fmt.Sprintf("%s (%d)", w, reasons[w])
		}
	}
	return ": " + strings.Join(words, ", ")
}

// standIns tells how many verdicts are of a judge that stands in, "" for none.
func standIns(j *job, n int) string {
	if n == 0 {
		return ""
	}
	name, _ := j.judge()
	return fmt.Sprintf("The offline judge stands in for %s that %s has no verdict of.", phrase.Count(n, "session", "sessions"), name)
}
