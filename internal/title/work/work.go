// Package work tells what a session did by what is on record of it: the files that it edited,
// the commits that it made, the pull requests that it opened or looked at.
package work

import (
	"fmt"
	"path"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"prism/internal/conversation"
	"prism/internal/observe"
	"prism/internal/shell"
	"prism/internal/title/fit"
	"prism/internal/title/plain"
)

// Pull returns the title of the pull request that was opened, where it was one: of
// several none names the session.
func Pull(a *observe.Session) string {
	title := ""
	for i := range a.Turns {
		for k := range a.Turns[i].Raw.Steps {
			s := &a.Turns[i].Raw.Steps[k]
			if !s.Class.Has(shell.ClassPull) || !delivers(a, i, k) {
				continue
			}
			_, rest := observe.Conventional(observe.PullTitle(s.Target))
			if rest = plain.Of(rest); !fit.Worded(rest) || rest == title {
				continue
			}
			if title != "" {
				return ""
			}
			title = rest
		}
	}
	if fit.ASCII(title) && !strings.Contains(title, " ") {
		return "" // the name of a branch
	}
	return title
}

// FirstCommit returns the subject of the first commit that was made, without its
// conventional kind. One word names nothing, a commit of a repository that was made for a
// try names the try, and one that is amended is of work before it. several says that there
// were more than two.
func FirstCommit(a *observe.Session) (subject string, several bool) {
	n, trees := 0, treesOf(a)
	for i := range a.Turns {
		for k := range a.Turns[i].Raw.Steps {
			s := &a.Turns[i].Raw.Steps[k]
			if !s.Class.Has(shell.ClassCommit) || !delivers(a, i, k) || strings.Contains(s.Target, "--amend") || s.CommitsElsewhere(a.Turns[i].Raw.CWD, trees) {
				continue
			}
			n++
			_, rest := observe.Conventional(observe.CommitSubject(s.Target))
			if rest = plain.Of(rest); subject == "" && fit.Worded(rest) && (strings.Contains(rest, " ") || !fit.ASCII(rest)) {
				subject = rest
			}
		}
	}
	return subject, n > 2
}

// treesOf are the temporary folders with repositories that may be the work's.
func treesOf(a *observe.Session) (trees []string) {
	for i := range a.Turns {
		trees = conversation.Trees(trees, a.Turns[i].Raw.Steps)
	}
	return trees
}

// PullLookedAt is the one pull request that commands looked at ("PR 12"); "" where it was
// none, or several.
func PullLookedAt(a *observe.Session) string {
	number := ""
	for i := range a.Turns {
		for k := range a.Turns[i].Raw.Steps {
			command := a.Turns[i].Raw.Steps[k].Target
			for _, before := range []string{"gh pr view ", "gh pr diff ", "gh pr checkout ", "/pulls/"} {
				_, rest, ok := strings.Cut(command, before)
				if !ok {
					continue
				}
				n := rest[:len(rest)-len(strings.TrimLeft(rest, "0123456789"))]
				if n == "" || len(n) > MaxNumber {
					continue
				}
				if number != "" && number != n {
					return ""
				}
				number = n
			}
		}
	}
	if number == "" {
		return ""
	}
	return "PR " + number
}

// MaxNumber is how many digits the number of a pull request may have.
const MaxNumber = 6

// delivers reports whether a call went through, or is the one that the record ends on.
func delivers(a *observe.Session, turn, step int) bool {
	s := &a.Turns[turn].Raw.Steps[step]
	return s.CarriedOut() || a.End.Delivery && a.End.Step == s
}

// plainName reports whether a name is one that files have: letters, digits and the signs of
// names, and an ending of a few letters or, without one, letters alone. The last piece of a
// path may be a piece of a secret, which the gate knows by what stood before it.
func plainName(name string) bool {
	if name == "" || len(name) > longestName {
		return false
	}
	stem := name
	if dot := strings.LastIndexByte(name, '.'); dot >= 0 {
		end := name[dot+1:]
		stem = name[:dot]
		if len(end) == 0 || len(end) > 8 || strings.ContainsFunc(end, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
			return false
		}
	} else if utf8.RuneCountInString(name) > shortName || strings.ContainsFunc(name, func(r rune) bool { return !unicode.IsLetter(r) && r != '_' && r != '-' }) {
		return false
	}
	return !strings.ContainsFunc(stem, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("._- ()[]@$", r)
	})
}

// longestName bounds the names of files that are told, in bytes; shortName of those without
// an ending, in letters.
const (
	longestName = 80
	shortName   = 16
)

// Files names up to two of the files that were edited, those with the most edits, in
// order; "" none has a name to be told.
func Files(a *observe.Session) string {
	times := map[string]int{}
	var names []string
	for _, e := range a.Edits {
		file := e.Step.Target
		if e.Step.Edit != nil {
			file = e.Step.Edit.File
		}
		name := plain.Tidy(path.Base(strings.ReplaceAll(file, `\`, "/")))
		if !plainName(name) {
			continue
		}
		if times[name]++; times[name] == 1 {
			names = append(names, name)
		}
	}
	if len(names) == 0 {
		return ""
	}
	slices.SortStableFunc(names, func(a, b string) int { return times[b] - times[a] })
	names = names[:min(len(names), 2)]
	if more := len(a.Files) - len(names); more > 0 {
		return strings.Join(names, ", ") + " and " + Counted(more, "other file", "other files")
	}
	return strings.Join(names, " and ")
}

// Created reports whether all files that were edited were made by the session.
func Created(a *observe.Session) bool {
	made := map[string]bool{}
	for _, e := range a.Edits {
		if e.Step.Edit == nil {
			return false
		}
		made[e.Step.Edit.File] = made[e.Step.Edit.File] || e.Step.Edit.Created
	}
	for _, is := range made {
		if !is {
			return false
		}
	}
	return len(made) > 0
}

// Gone reports whether all files that were edited were removed afterwards.
func Gone(a *observe.Session) bool {
	for _, e := range a.Edits {
		if e.Step.Edit == nil || !a.RemovedAfter(e.Step.Edit.File, e.Order) {
			return false
		}
	}
	return len(a.Edits) > 0
}

// Commit is what a commit says of itself.
type Commit struct{ Subject, Rest string } // Rest: of the command, behind its subject

// Commits are those that were made, each subject once, without its conventional kind.
func Commits(a *observe.Session) []Commit {
	var out []Commit
	had, trees := map[string]bool{}, treesOf(a)
	for i := range a.Turns {
		for k := range a.Turns[i].Raw.Steps {
			s := &a.Turns[i].Raw.Steps[k]
			if !s.Class.Has(shell.ClassCommit) || !delivers(a, i, k) || s.CommitsElsewhere(a.Turns[i].Raw.CWD, trees) {
				continue
			}
			subject := observe.CommitSubject(s.Target)
			_, rest := observe.Conventional(subject)
			if rest = plain.Of(rest); fit.Worded(rest) && strings.Contains(rest, " ") && !had[rest] {
				had[rest] = true
				_, behind, _ := strings.Cut(s.Target, subject)
				out = append(out, Commit{rest, behind})
			}
		}
	}
	return out
}

// Counted is a number of things, by the name of one or of many.
func Counted(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprint(n) + " " + many
}
