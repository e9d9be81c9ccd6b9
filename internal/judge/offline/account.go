package offline

import (
	"strings"
	"unicode/utf8"

	"prism/internal/conversation"
	"prism/internal/shell"
	"prism/internal/transcript"
)

// account is what happened in a session, in the terms that verdicts are given
// in: what was asked, what was done, what came back, how it ends. Everything
// that judges reads it; nothing else reads the draft's prose.
type account struct {
	d      *conversation.Draft
	turns  []turnAccount // of the live turns, in order
	spoken tongues       // languages heard, for the person's and the agent's words

	edits      []place // edits that were carried out, plan files left out
	checks     []check // tests, builds, linters, runs, in order
	plans      []place // plans shown for approval
	changes    []change
	lastCommit int // order of the last commit or push; −1 none
	balked     int // order of the last commit, push or pull request that failed; −1 none
	lastChange int // order of the last event that changed code; −1 none
	order      int // number of events

	files              map[string]int
	languages          map[string]int
	added, removed     int
	codeLines          int // of these, in files of a programming language
	created            int
	planEdits          int
	reads, searches    int
	web, tasks         int
	todos, skills      int
	shell              int
	rejects, saidNo    int
	aborts             int
	errors             int
	commits, pushes    int
	pulls, undos       int
	installs, runs     int
	writes             int
	asksAnswered       int
	interrupts         int
	failures           int
	commitsAfterChange bool

	end ending
	red red
}

// place is where something happened.
type place struct {
	order int
	turn  int // index in the draft's turns
	step  *conversation.Step
}

// check is a run of tests, a build, a linter or the program itself.
type check struct {
	place
	work    shell.Class
	verdict verdict
	weak    bool   // it ran, and nothing in its output tells of trouble; no more
	line    string // of the output that decided
}

// turnAccount is one live turn.
type turnAccount struct {
	index   int // in the draft's turns
	turn    *conversation.Turn
	heard   speech // what the person wrote
	aside   speech // what the person said in refusals, approvals and answers
	closing *conversation.Say
	told    speech // what the agent said last in this turn

	edits, checks, rejects, interrupts, failures, steps int
	changes                                             int // edits, and steps that write otherwise
	errors                                              int
	lastCheck                                           int // index in account.checks, −1 none
	askedQuestion                                       bool
	delivered                                           bool // commit, push or pull request went through
	balked                                              bool // one of these failed
	pasted                                              int  // lines of the prompt that are output of something that failed
	trivial                                             bool // says and does nothing: "exit", "clear"
	first                                               bool // nothing had been done before it that it could complain of
	craft                                               craft
}

// speech is what a text says, by the lexicon.
type speech struct {
	count    [classes]uint8 // phrases found
	opening  [classes]uint8 // of these, among the first words
	closing  [classes]uint8 // of these, among the last words
	leads    [classes]uint8 // of these, where a clause begins (or ends, in languages whose verb stands last)
	words    int
	question bool // ends on a question mark
	lastNext int  // where the last phrase begins that says what comes next
	first    [classes]span
	lead1    [classes]int // where the first of leads begins
	text     string
}

func (s *speech) any(cs ...class) bool {
	for _, c := range cs {
		if s.count[c] > 0 {
			return true
		}
	}
	return false
}

// Limits on what is read of one text, in words and bytes.
const (
	headBytes    = 1600
	tailBytes    = 800
	openingWords = 10
	closingWords = 45
	maxWords     = 420
)

// reader holds what reading needs again and again.
type reader struct {
	person, agent *lexicon
	asking        *lexicon
	sc            scanner
	events        []event
	heads, ends   []bool // of the tokens at hand: may lead a clause, may close one
	marks         []bool // of the tokens at hand: part of a phrase that asks

	polite *opener // for titles
	manner manner  // likewise
	final  []int   // the token that closes the clause of one that may
}

// listen reads one text with a lexicon.
func (r *reader) listen(lx *lexicon, text string, spoken tongues, sp *speech) {
	sp.text = text
	head, tail := window(text)
	sp.question = asks(text)
	r.hear(lx, head, 0, spoken, sp, tail == "")
	if tail != "" {
		r.hear(lx, tail, len(text)-len(tail), spoken, sp, true)
	}
}

func (r *reader) hear(lx *lexicon, text string, offset int, spoken tongues, sp *speech, last bool) {
	toks := r.sc.scan(text, maxWords)
	start := sp.words
	sp.words += len(toks)
	r.clauses(lx, text, toks, spoken)
	lx.find(toks, spoken, func(h hit) {
		for c := class(0); c < classes; c++ {
			if !h.says.has(c) {
				continue
			}
			if r.heads[h.from] || r.ends[h.to-1] {
				if at := offset + r.leadsAt(toks, h); sp.leads[c] == 0 || at < sp.lead1[c] {
					sp.lead1[c] = at
				}
				bump(&sp.leads[c])
			}
			if c == saysNext {
				sp.lastNext = offset + toks[h.from].start
			}
			if sp.count[c] == 0 {
				sp.first[c] = span{start: offset + toks[h.from].start, end: offset + toks[h.to-1].end}
			}
			bump(&sp.count[c])
			if start+h.from < openingWords {
				bump(&sp.opening[c])
			}
			if last && len(toks)-h.to < closingWords {
				bump(&sp.closing[c])
			}
		}
	})
}

func bump(n *uint8) {
	if *n < 255 {
		*n++
	}
}

// window returns the head of a text, and its tail where both are not all of it.
func window(text string) (head, tail string) {
	if len(text) <= headBytes+tailBytes {
		return text, ""
	}
	h := headBytes
	for h > 0 && !utf8.RuneStart(text[h]) {
		h--
	}
	t := len(text) - tailBytes
	for t < len(text) && !utf8.RuneStart(text[t]) {
		t++
	}
	return text[:h], text[t:]
}

// asks reports whether a text ends on a question: its last sentence, or one of
// its last lines (options often follow the question).
func asks(text string) bool {
	text = strings.TrimRight(text, " \t\r\n*_`)\"'")
	if text == "" {
		return false
	}
	if strings.HasSuffix(text, "?") || strings.HasSuffix(text, "？") || strings.HasSuffix(text, "؟") {
		return true
	}
	return false
}

// read makes the account of a draft.
func (r *reader) read(d *conversation.Draft) *account {
	a := &account{d: d, lastChange: -1, lastCommit: -1, balked: -1, files: map[string]int{}, languages: map[string]int{}}
	a.spoken = r.tongues(d)
	for i := range d.Turns {
		if d.Turns[i].Abandoned {
			continue
		}
		r.readTurn(a, i)
	}
	a.end = ends(a)
	a.red = r.findRed(a)
	return a
}

// readTurn adds one live turn to the account.
func (r *reader) readTurn(a *account, index int) {
	t := &a.d.Turns[index]
	a.turns = append(a.turns, turnAccount{index: index, turn: t, lastCheck: -1, first: len(a.turns) == 0})
	ta := &a.turns[len(a.turns)-1]
	if t.Origin != transcript.PlanHand {
		r.listen(r.person, t.Prompt, a.spoken, &ta.heard)
		ta.pasted = pastedErrors(t.Prompt)
		ta.craft = r.craftOf(t, a.spoken)
	}
	r.events = turnEvents(r.events[:0], a.d, index, false)
	for _, e := range r.events {
		a.order++
		switch {
		case e.say != nil:
			ta.closing = e.say
		case e.mark != nil:
			a.mark(ta, e.mark)
		default:
			r.step(a, ta, e)
		}
	}
	if ta.closing != nil {
		r.listen(r.agent, ta.closing.Text, a.spoken, &ta.told)
	}
	ta.trivial = t.Origin != transcript.PlanHand && (len(r.events) == 0 && (t.Command != "" && len(a.turns) > 1 || empty(t.Prompt) && t.Images == 0 && t.Command == "") ||
		ta.steps == 0 && ta.heard.words <= 4 && (ta.heard.any(farewell, greet) || ta.heard.words == 0 && t.Images == 0 && t.Command == ""))
}

// empty reports whether a prompt holds nothing, or the client's word for it.
func empty(prompt string) bool {
	p := strings.TrimSpace(prompt)
	return p == "" || p == "(no content)"
}

func (a *account) mark(ta *turnAccount, m *conversation.Mark) {
	switch m.Kind {
	case conversation.MarkInterrupt:
		ta.interrupts++
		a.interrupts++
	case conversation.MarkFailure:
		ta.failures++
		a.failures++
	}
}

// step adds one tool call.
func (r *reader) step(a *account, ta *turnAccount, e event) {
	s := e.step
	ta.steps++
	at := place{a.order, ta.index, s}
	switch s.Outcome {
	case transcript.Rejected:
		a.rejects++
		ta.rejects++
		if s.Said != "" {
			a.saidNo++
		}
	case transcript.Aborted:
		a.aborts++
	case transcript.Errored:
		a.errors++
		ta.errors++
	}
	if s.Said != "" {
		r.listen(r.person, s.Said, a.spoken, &ta.aside)
	}
	switch e.deed {
	case deedEdit:
		a.edit(ta, at)
	case deedShell:
		a.shellStep(ta, at)
	case deedRead:
		a.reads++
	case deedSearch:
		a.searches++
	case deedWeb:
		a.web++
	case deedTask:
		a.tasks++
	case deedTodo:
		a.todos++
	case deedSkill:
		a.skills++
	case deedAsk:
		ta.askedQuestion = s.Outcome != transcript.Done
		if s.Outcome == transcript.Done {
			a.asksAnswered++
		}
	case deedPlan:
		a.plans = append(a.plans, at)
	case deedMCP, deedOther:
		if s.Mutating && s.CarriedOut() {
			a.writes++
			a.changed(0, 0)
			a.lastChange = a.order
		}
	}
	if s.Commits || s.Pushes {
		ta.delivered = true
	}
}

func (a *account) edit(ta *turnAccount, at place) {
	s := at.step
	if !s.CarriedOut() {
		return
	}
	file, lines, code := s.Target, 0, 0
	if s.Edit != nil {
		file = s.Edit.File
		if s.Edit.Plan {
			a.planEdits++
			return
		}
		a.added += s.Edit.Added
		a.removed += s.Edit.Removed
		lines = s.Edit.Added + s.Edit.Removed
		if s.Edit.Created {
			a.created++
		}
		if programming(s.Edit.Language) {
			code = lines
			a.codeLines += lines
		}
		if s.Edit.Language != "" {
			a.languages[s.Edit.Language]++
		}
	}
	a.files[file]++
	a.changed(lines, code)
	ta.edits++
	a.edits = append(a.edits, at)
	a.lastChange = a.order
	a.commitsAfterChange = false
}

// changed notes that something was changed now.
func (a *account) changed(lines, code int) {
	a.turns[len(a.turns)-1].changes++
	a.changes = append(a.changes, change{a.order, len(a.turns) - 1, weigh(lines), code})
}

// programming reports whether a file's language is one that a check can run on.
func programming(language string) bool {
	switch language {
	case "", "none", "markdown", "text", "json", "yaml", "toml", "xml", "csv", "conf", "ini", "latex", "restructuredtext", "properties", "dotenv", "gitignore":
		return false
	}
	return true
}

func (a *account) shellStep(ta *turnAccount, at place) {
	s := at.step
	w := s.Class
	a.shell++
	done := s.CarriedOut()
	if w.Has(checks) && s.Outcome != transcript.Rejected {
		v, line := resultOf(s, w)
		weak := false
		if v == unsaid && w.Has(shell.ClassRun) && !w.Has(shell.ClassTest) && s.Outcome == transcript.Done {
			v, weak, line = passed, true, firstLine(s.Output) // it ran, and nothing in its output tells of trouble
		}
		ta.lastCheck = len(a.checks)
		ta.checks++
		a.checks = append(a.checks, check{at, w, v, weak, line})
	}
	if w.Has(shell.ClassRun) {
		a.runs++
	}
	if w.Has(shell.ClassInstall) {
		a.installs++
	}
	if !done {
		if s.Outcome == transcript.Errored && w.Has(shell.ClassCommit|shell.ClassPush|shell.ClassPull) {
			a.balked, ta.balked = a.order, true
		}
		return
	}
	if w.Has(shell.ClassCommit) || s.Commits {
		a.commits++
		a.lastCommit = a.order
		a.commitsAfterChange = true
		ta.delivered = true
	}
	if w.Has(shell.ClassPush) || s.Pushes {
		a.pushes++
		a.lastCommit = a.order
		ta.delivered = true
	}
	if w.Has(shell.ClassPull) {
		a.pulls++
		ta.delivered = true
	}
	if undoes(s) {
		a.undos++
	}
	if w.Has(shell.ClassWrite | shell.ClassFormat&^shell.ClassRead) {
		a.writes++
		if !w.Has(shell.ClassCommit | shell.ClassPush | shell.ClassPull) {
			a.changed(0, 0)
			a.lastChange = a.order
			a.commitsAfterChange = false
		}
	}
}

// checks are the classes of commands that tell how the work stands.
const checks = shell.Verifies | shell.ClassRun

// undoes reports whether a shell call threw work away.
func undoes(s *conversation.Step) bool {
	switch {
	case s.Class.Has(shell.ClassRevert | shell.ClassRestore):
		return true
	case s.Class.Has(shell.ClassReset):
		return strings.Contains(s.Target, "--hard")
	case s.Class.Has(shell.ClassCheckout):
		return strings.Contains(s.Target, " -- ") || strings.Contains(s.Target, "checkout .")
	}
	return false
}

// after returns the last check of some kind that ran after the last change to
// the code and told something, and whether there was one.
func (a *account) after(w shell.Class) (check, bool) {
	for i := len(a.checks) - 1; i >= 0; i-- {
		c := a.checks[i]
		if c.order < a.lastChange {
			break
		}
		if c.work.Has(w) && c.verdict != unsaid {
			return c, true
		}
	}
	return check{}, false
}

// last returns the last live turn that says or does something.
func (a *account) last() *turnAccount {
	for i := len(a.turns) - 1; i >= 0; i-- {
		if !a.turns[i].trivial {
			return &a.turns[i]
		}
	}
	if len(a.turns) > 0 {
		return &a.turns[len(a.turns)-1]
	}
	return nil
}

// touched reports whether the session changed anything.
func (a *account) touched() bool { return len(a.edits) > 0 || a.writes > 0 || a.commits > 0 }
