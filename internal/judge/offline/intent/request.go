package intent

import (
	"math"
	"path"
	"slices"
	"strings"
	"unicode/utf8"

	"prism/internal/conversation"
	"prism/internal/fact"
	"prism/internal/observe"
	"prism/internal/observe/output"
	"prism/internal/observe/speech"
	"prism/internal/shell"
	"prism/internal/transcript"
)

// request is what a session set out to do, as several sources tell: the person's first ask and all later ones, the heading of a plan or a
// command's name, the agent's first words, its commits, its closing words.
type request struct {
	a       *observe.Session
	opener  *observe.Turn
	first   *speech.Message // the first prompt that asks for something
	title   speech.Message  // heading of a plan handed on, or the words of a command
	commit  speech.Message  // subjects of commits
	closing speech.Message  // the agent's closing words, read for what they say was done
	main    *speech.Message // the prompt of the turn in which most was done
	docs    speech.Message  // names of the documents that were written
	s       *sources        // what else speaks of it
	ev      [8]float64      // evidence for each of fact.Intents
	kinds   [8]int          // kinds of conventional commits, by conventional
	rule    fact.Intent
	n       float64
	handed  bool
	command string
	red     bool // a change was ordered, nothing was changed, and the last check is red
}

func requestOf(r *speech.Reader, a *observe.Session) *request {
	q := &request{a: a, s: sourcesOf(r, a), first: &speech.Message{}, opener: &observe.Turn{Raw: &conversation.Turn{}}}
	q.n = math.Max(1, float64(len(a.Turns)))
	best := -1
	for i := range a.Turns {
		t := &a.Turns[i]
		if t.Trivial {
			continue
		}
		if best < 0 {
			best = i
		}
		if t.Raw.Origin == transcript.PlanHand || t.Raw.Command != "" || speech.AsksWork(&t.Prompt) || i == best && t.Changes > 0 && opens(r, a, i) {
			best = i
			break
		}
	}
	if best >= 0 {
		q.opener = &a.Turns[best]
		q.first = &q.opener.Prompt
		q.handed = q.opener.Raw.Origin == transcript.PlanHand
		q.command = q.opener.Raw.Command
	}
	switch {
	case q.handed:
		text := q.opener.Raw.Plan
		if text == "" {
			text = q.opener.Raw.Prompt
		}
		r.Listen(r.Person, planHeading(r, text), a.Languages, &q.title)
		var sp speech.Message
		r.Listen(r.Person, planBody(r, text), a.Languages, &sp)
		q.first = &sp
	case q.command != "":
		r.Listen(r.Person, strings.NewReplacer("/", " ", "-", " ", "_", " ", ":", " ").Replace(q.command), a.Languages, &q.title)
	}
	if t := a.Last(); t != nil && t.Closing != nil {
		r.Listen(r.Person, observe.ClipBytes(t.Closing.Text, 700), a.Languages, &q.closing)
	}
	q.main = q.first
	most := -1
	for i := range a.Turns {
		t := &a.Turns[i]
		if n := 3*t.Edits + t.Steps; n > most && !t.Trivial && speech.AsksWork(&t.Prompt) && t.Raw.Origin != transcript.PlanHand {
			most, q.main = n, &t.Prompt
		}
	}
	var docs []string
	for name := range a.Files {
		if observe.IsDocFile(strings.ToLower(name)) {
			docs = append(docs, nameWords(name))
		}
	}
	slices.Sort(docs)
	r.Listen(r.Person, strings.Join(docs, ". "), a.Languages, &q.docs)
	var subjects []string
	for i := range a.Turns {
		for k := range a.Turns[i].Raw.Steps {
			s := &a.Turns[i].Raw.Steps[k]
			if s.Class.Has(shell.ClassCommit) && len(subjects) < 6 {
				if m := observe.CommitSubject(s.Target); m != "" {
					kind, rest := observe.Conventional(m)
					q.kinds[kind]++
					subjects = append(subjects, rest)
				}
			}
		}
	}
	r.Listen(r.Person, strings.Join(subjects, ". "), a.Languages, &q.commit)
	for i, c := range intentClass() {
		q.ev[i] = q.evidence(c)
	}
	q.rule = ruleIntent(q)
	return q
}

// opens reports whether a prompt that no word asks for work in does so by what it says: code
// is to get another shape, or something is not as it should be and what was done for it was
// taken back next.
func opens(r *speech.Reader, a *observe.Session, turn int) bool {
	h := &a.Turns[turn].Prompt
	if h.Plain() > ReportWords {
		return false
	}
	return r.WantsShape(h.Text, a.Languages) || turn+1 < len(a.Turns) && a.Turns[turn+1].Prompt.Leads[speech.Undo] > 0 && r.ReportsFault(h.Text, a.Languages, h.LeadsRequest())
}

// planHeading returns the first heading of a plan without its mark and the
// words "plan" before it.
func planHeading(r *speech.Reader, text string) string {
	for line := range strings.SplitSeq(text, "\n") {
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, "Implement the following plan") {
			continue
		}
		if h := strings.TrimSpace(strings.TrimLeft(line, "#")); h != "" {
			return stripPlan(r, h)
		}
	}
	return ""
}

// stripPlan drops what only says that a heading is a plan's: "Plan:",
// "Implementation Plan —", "План:".
func stripPlan(r *speech.Reader, h string) string {
	for i, c := range h {
		if i > 40 {
			break
		}
		if c != ':' && c != '：' && c != '—' && c != '–' {
			continue
		}
		rest := strings.TrimSpace(h[i+utf8.RuneLen(c):])
		if rest != "" && r.NamesPlan(h[:i]) {
			return rest
		}
		break
	}
	return h
}

// planBody returns what follows the heading, bounded.
func planBody(r *speech.Reader, text string) string {
	h := planHeading(r, text)
	if i := strings.Index(text, h); i >= 0 {
		text = text[i+len(h):]
	}
	if len(text) > 1500 {
		text = text[:1500]
	}
	return strings.ToValidUTF8(text, "")
}

// nameWords puts the last element of a path into words.
func nameWords(name string) string {
	base := path.Base(strings.ReplaceAll(name, "\\", "/"))
	base = strings.TrimSuffix(base, path.Ext(base))
	return strings.NewReplacer("-", " ", "_", " ", ".", " ").Replace(base)
}

// ListItems counts the lines of a prompt that are items of a list or headings.
func ListItems(prompt string) int {
	n, seen := 0, 0
	for line := range strings.SplitSeq(prompt, "\n") {
		if seen++; seen > 300 {
			break
		}
		line = strings.TrimSpace(line)
		if len(line) < 3 {
			continue
		}
		switch c := line[0]; {
		case (c == '-' || c == '*' || c == '#') && (line[1] == ' ' || line[1] == '#'),
			'0' <= c && c <= '9' && (line[1] == '.' || line[1] == ')'),
			strings.HasPrefix(line, "•"):
			n++
		}
	}
	return n
}

// sources are the texts beside the prompts that tell what a session is about:
// read where they stand, bounded, and heard with the same words as the prompts.
type sources struct {
	opening speech.Message // the agent's first words in the turn in which most was done
	account speech.Message // its last words there
	offer   speech.Message // what it had offered where the person only agreed
	tasks   speech.Message // its list of tasks, and what it sent helpers to do
	ticket  speech.Message // titles of the issue or pull request it was sent to
	branch  speech.Message // names of branches it opened, titles of pull requests it opened
	moved   int            // lines that were taken out of one file and put into another
	worked  int            // index in Session.Turns of the turn in which most was done, −1 none
	lines   []int          // changed by each turn
}

// Limits on voices.
const (
	openingBytes  = 500
	accountBytes  = 900
	offerBytes    = 500
	maxTasks      = 10
	taskBytes     = 120
	maxTitles     = 4
	maxMovedLines = 20000
)

func sourcesOf(r *speech.Reader, a *observe.Session) *sources {
	v := &sources{worked: -1}
	most := 0
	for i := range a.Turns {
		n := changedLines(a.Turns[i].Raw)
		v.lines = append(v.lines, n)
		if w := n + 5*a.Turns[i].Edits + a.Turns[i].Steps; w > most {
			most, v.worked = w, i
		}
	}
	if v.worked >= 0 {
		t := &a.Turns[v.worked]
		if says := t.Raw.Says; len(says) > 0 {
			r.Listen(r.Person, observe.ClipBytes(says[0].Text, openingBytes), a.Languages, &v.opening)
			last := says[len(says)-1].Text
			r.Listen(r.Person, observe.ClipBytes(last, accountBytes), a.Languages, &v.account)
		}
		if !speech.AsksWork(&t.Prompt) && t.Prompt.Words <= 12 && t.Raw.Origin != transcript.PlanHand {
			for i := v.worked - 1; i >= 0; i-- {
				if c := a.Turns[i].Closing; c != nil {
					r.Listen(r.Person, observe.TailBytesOf(c.Text, offerBytes), a.Languages, &v.offer)
					break
				}
			}
		}
	}
	var tasks, titles, names []string
	for i := range a.Turns {
		for k := range a.Turns[i].Raw.Steps {
			s := &a.Turns[i].Raw.Steps[k]
			switch {
			case s.Subagent:
			case s.Kind == transcript.CallTask || s.Kind == transcript.CallTodo:
				if len(tasks) < maxTasks && s.Target != "" {
					tasks = append(tasks, observe.ClipBytes(s.Target, taskBytes))
				}
			case s.Class != 0 || s.Kind == transcript.CallShell:
				if len(titles) < maxTitles {
					if t := ticketTitle(s); t != "" {
						titles = append(titles, t)
					}
				}
				if len(names) < maxTitles {
					names = append(names, openedNames(s.Target)...)
				}
			}
		}
	}
	r.Listen(r.Person, strings.Join(tasks, ". "), a.Languages, &v.tasks)
	r.Listen(r.Person, strings.Join(titles, ". "), a.Languages, &v.ticket)
	r.Listen(r.Person, strings.Join(names, ". "), a.Languages, &v.branch)
	v.moved = movedLines(a)
	return v
}

// changedLines counts the lines that a turn's edits added and removed; plans do
// not count.
func changedLines(t *conversation.Turn) int {
	n := 0
	for i := range t.Steps {
		if e := t.Steps[i].Edit; e != nil && !e.Plan && t.Steps[i].CarriedOut() {
			n += e.Added + e.Removed
		}
	}
	return n
}

// movedLines counts the lines that were removed from one file and added to
// another: what a restructuring does, and nothing else does much.
func movedLines(a *observe.Session) int {
	from := map[uint64]string{}
	for _, p := range a.Edits {
		e := p.Step.Edit
		if e == nil {
			continue
		}
		for _, h := range e.RemovedHash {
			if len(from) >= maxMovedLines {
				break
			}
			from[h] = e.File
		}
	}
	if len(from) == 0 {
		return 0
	}
	n := 0
	for _, p := range a.Edits {
		e := p.Step.Edit
		if e == nil {
			continue
		}
		for i, h := range e.AddedHash {
			if i >= maxMovedLines {
				break
			}
			if f, ok := from[h]; ok && f != e.File {
				n++
			}
		}
	}
	return n
}

// ticketTitle returns the title of the issue or pull request that a forge's
// command line showed; "" where the step is no such call.
func ticketTitle(s *conversation.Step) string {
	if !strings.Contains(s.Target, "issue view") && !strings.Contains(s.Target, "pr view") && !strings.Contains(s.Target, "mr view") &&
		!strings.Contains(s.Target, "gh api") {
		return ""
	}
	out := s.Output
	if rest, ok := strings.CutPrefix(out, "title:"); ok {
		return strings.TrimSpace(observe.ClipBytes(output.FirstLine(rest), taskBytes))
	}
	if i := strings.Index(out, `"title":`); i >= 0 {
		rest := strings.TrimLeft(out[i+len(`"title":`):], " ")
		if rest, ok := strings.CutPrefix(rest, `"`); ok {
			if end := strings.IndexByte(rest, '"'); end > 0 {
				return observe.ClipBytes(rest[:end], taskBytes)
			}
		}
	}
	return ""
}

// openedNames returns the names of the branches that a command opens, in words,
// and the title of the pull request that it opens.
func openedNames(command string) []string {
	var out []string
	for _, verb := range []string{"checkout -b ", "switch -c ", "switch --create ", "checkout -B "} {
		if i := strings.Index(command, verb); i >= 0 {
			if f := strings.Fields(command[i+len(verb):]); len(f) > 0 && len(f[0]) < 100 {
				out = append(out, branchWords(strings.Trim(f[0], `"';&`)))
			}
		}
	}
	if strings.Contains(command, "pr create") || strings.Contains(command, "mr create") {
		for _, flag := range []string{"--title ", "--title=", "-t "} {
			i := strings.Index(command, flag)
			if i < 0 {
				continue
			}
			rest := strings.TrimLeft(command[i+len(flag):], " ")
			if rest == "" {
				break
			}
			if q := rest[0]; q == '"' || q == '\'' {
				if end := strings.IndexByte(rest[1:], q); end > 0 {
					_, title := observe.Conventional(rest[1 : 1+end])
					out = append(out, observe.ClipBytes(title, taskBytes))
				}
			}
			break
		}
	}
	return out
}

// branchWords puts a branch's name into words, what stands for its owner left out
// where several elements remain.
func branchWords(name string) string {
	dir, base := path.Split(name)
	return strings.NewReplacer("/", " ", "-", " ", "_", " ", ".", " ").Replace(dir + base)
}

// worked is the class by which the work was asked for, turn by turn, each turn
// weighed by the lines that it changed.
func (q *request) workedLead(c speech.Sense) float64 {
	sum, all := 0.0, 0.0
	for i := range q.a.Turns {
		w := log1p(q.s.lines[i])
		if w == 0 {
			continue
		}
		all += w
		t := &q.a.Turns[i]
		sp := &t.Prompt
		if t.Raw.Origin == transcript.PlanHand {
			sp = &q.title
		}
		sum += w * leads(sp, c)
	}
	if all == 0 {
		return 0
	}
	return sum / all
}
