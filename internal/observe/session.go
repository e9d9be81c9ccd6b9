package observe

import (
	"iter"
	"slices"
	"sort"
	"strings"
	"sync"

	"prism/internal/conversation"
	"prism/internal/observe/output"
	"prism/internal/observe/speech"
	"prism/internal/shell"
	"prism/internal/shell/inline"
	"prism/internal/transcript"
)

// Session is what happened in a session, in the terms that verdicts are given
// in: what was asked, what was done, what came back, how it ends. Everything
// that judges reads it; nothing else reads the draft's prose.
type Session struct {
	Draft     *conversation.Draft
	Turns     []Turn           // of the live turns, in order
	Languages speech.Languages // languages heard, for the person's and the agent's words

	Edits          []Place // edits that were carried out, plan files left out
	Checks         []Check // tests, builds, linters, runs, in order
	Tries          []Place // other commands that may show how things behave: unknown ones, requests
	Plans          []Place // plans shown for approval
	Changes        []change
	done           []float64 // by weight, of the first n changes
	LastCommit     int       // order of the last commit or push; −1 none
	LastPush       int       // order of the last push; −1 none
	FailedDelivery int       // order of the last commit, push or pull request that failed; −1 none
	LastChange     int       // order of the last event that changed code; −1 none
	Thrown         int       // order of the command that threw away most of what was edited, with nothing edited after it; −1 none
	ThrownBy       Place     // that command
	gone           map[int]bool
	removals       []removal
	LastWork       int                // likewise, but for what changes no behaviour: documents beside code, formatting
	order          int                // number of events
	typed          *conversation.Mark // the command that the person ran last

	Files              map[string]int
	languages          map[string]int
	Added, Removed     int
	CodeLines          int // of these, in files of a programming language
	Created            int
	PlanEdits          int
	Reads, Searches    int
	Web, Tasks         int
	todos, skills      int
	Shell              int
	rejects, saidNo    int
	aborts             int
	errors             int
	Commits, Pushes    int
	Pulls, undos       int
	Installs, Runs     int
	writes             int
	asksAnswered       int
	Interrupts         int
	failures           int
	CommitsAfterChange bool

	End         Ending
	FailedCheck FailedCheck
	Undone      Undone

	topic *Topic        // nil until it is asked for
	about *speech.Parts // likewise
}

// Place is where something happened.
type Place struct {
	Order int
	Turn  int // index in the draft's turns
	Step  *conversation.Step
}

// Turn is one live turn.
type Turn struct {
	Index   int // in the draft's turns
	Raw     *conversation.Turn
	Prompt  speech.Message // what the person wrote
	Remarks speech.Message // what the person said in refusals, approvals and answers
	Closing *conversation.Say
	Answer  speech.Message // what the agent said last in this turn

	Edits, Checks, Rejects, Interrupts, Failures, Steps int
	Changes                                             int // edits, and steps that write otherwise
	Errors                                              int
	lastCheck                                           int // index in Session.Checks, −1 none
	askedQuestion                                       bool
	Delivered                                           bool        // commit, push or pull request went through
	DeliveryFailed                                      bool        // one of these failed
	Pasted                                              int         // lines of the prompt that are output of something that failed
	AsksAgain                                           bool        // says that the answer was none to what was asked
	Faults                                              shell.Class // kinds of checks that the prompt reports the failure of
	Trivial                                             bool        // says and does nothing: "exit", "clear"
	First                                               bool        // nothing had been done before it that it could complain of
}

// Read observes a draft.
func (r *Reader) Read(d *conversation.Draft) *Session {
	a := &Session{Draft: d, LastChange: -1, LastCommit: -1, LastPush: -1, FailedDelivery: -1, Thrown: -1, Files: map[string]int{}, languages: map[string]int{}}
	a.Languages = r.Spoken(d)
	live := conversation.Living(d.Turns)
	a.Turns = make([]Turn, 0, min(len(live), heardFirst+heardLast))
	for n, i := range live {
		if n < heardFirst || n >= len(live)-heardLast {
			r.readTurn(a, i)
			continue
		}
		unheard := Turn{Index: i, Raw: &d.Turns[i], lastCheck: -1}
		r.happenings(a, &unheard)
	}
	a.settleThrown()
	a.LastWork = a.lastWork()
	a.done = a.addUp()
	a.End = ends(a)
	a.FailedCheck = r.findFailedCheck(a)
	a.Undone = r.findUndone(a)
	return a
}

// Of a session of very many turns the words of the first and of the last are heard, of
// those between only what was done counts: some twenty times what the longest real
// ones have, and little enough that no session takes more memory than a file of it.
const heardFirst, heardLast = 500, 1500

// readTurn adds one live turn.
func (r *Reader) readTurn(a *Session, index int) {
	t := &a.Draft.Turns[index]
	a.Turns = append(a.Turns, Turn{Index: index, Raw: t, lastCheck: -1, First: len(a.Turns) == 0})
	ta := &a.Turns[len(a.Turns)-1]
	if t.Origin != transcript.PlanHand {
		ta.Faults, ta.AsksAgain = r.Hear(t.Prompt, !ta.First, a.Languages, &ta.Prompt)
		if ta.First {
			a.Languages |= r.HearFirst(t.Prompt, a.Languages, &ta.Prompt)
		}
		if ta.Pasted = output.CountErrors(t.Prompt); ta.Pasted == 0 && ta.Faults == 0 && !ta.First {
			r.Weigh(t.Prompt, &ta.Prompt, speech.Before{About: r.about(a), Wanted: a.WantsToKnow(len(a.Turns) - 2)})
		}
		if ta.Prompt.Cheer && a.claimsDone(len(a.Turns)-2) {
			ta.Prompt.Cheered()
		}
	}
	if before := spoken(a, len(a.Turns)-1); before >= 0 && a.Turns[before].asksOrOffers() {
		r.Declines(t.Prompt, a.Languages, r.about(a), &ta.Prompt)
	}
	a.pastedRun(ta)
	r.happenings(a, ta)
	if ta.Closing != nil {
		r.HearAnswer(ta.Closing.Text, a.Languages, &ta.Answer)
	}
	ta.Trivial = t.Origin != transcript.PlanHand && (len(r.events) == 0 && (t.Command != "" && len(a.Turns) > 1 || empty(t.Prompt) && t.Images == 0 && t.Command == "") ||
		ta.Steps == 0 && ta.Prompt.Words <= 4 && (ta.Prompt.Any(speech.Farewell) && !ta.Prompt.Any(speech.Accept, speech.Endorse) || ta.Prompt.Any(speech.Greet) && !speech.AsksWork(&ta.Prompt) || ta.Prompt.Words == 0 && !ta.Prompt.Any(speech.Accept, speech.Complain) && t.Images == 0 && t.Command == ""))
}

// asksOrOffers reports whether a turn's answer ends on a question or an offer.
func (t *Turn) asksOrOffers() bool {
	return t.Answer.Question || t.Answer.Closing[speech.SaysOffer] > 0
}

// about are the words that tell what a session is about, by the first prompt before the last
// that asks for something, or that anything was done for: a greeting or a command of the
// client tells nothing. nil where there is none.
func (r *Reader) about(a *Session) *speech.Parts {
	for i := 0; i < len(a.Turns)-1 && a.about == nil; i++ {
		t := &a.Turns[i]
		if !t.Trivial && (t.Steps > 0 || t.Raw.Command == "" && speech.AsksWork(&t.Prompt)) {
			a.about = r.NewSubject(t.Prompt.Text)
		}
	}
	return a.about
}

// WantsToKnow reports whether the last of the turns up to one in which anything was said ends
// on the agent's asking for what it must know, and offers and has changed nothing. Who asks
// whether what it did before is right, or starts it anew and asks what is to be seen, has its
// work looked at.
func (a *Session) WantsToKnow(turn int) bool {
	for ; turn >= 0; turn-- {
		if t := &a.Turns[turn]; !t.Trivial {
			asks := t.Answer.Question || t.askedQuestion || t.Answer.Closing[speech.SaysNeeds] > 0
			return asks && t.Changes == 0 && t.Answer.Closing[speech.SaysOffer] == 0 &&
				!(a.WorkedBefore(turn) && (t.Answer.Any(speech.SaysDone, speech.SaysVerified, speech.SaysYouTest) || t.operates()))
		}
	}
	return false
}

// operates reports whether a turn ran anything that does more than look: it restarts a server,
// or deploys.
func (t *Turn) operates() bool {
	return slices.ContainsFunc(t.Raw.Steps, func(s conversation.Step) bool {
		return (s.Mutating || s.Class.Has(shell.ClassRun)) && s.CarriedOut()
	})
}

// claimsDone reports whether the last of the turns up to one in which anything was said ends
// on that the work is done, and asks for nothing: a yes then is for the work.
func (a *Session) claimsDone(turn int) bool {
	for ; turn >= 0; turn-- {
		if t := &a.Turns[turn]; !t.Trivial {
			return t.Answer.Any(speech.SaysDone, speech.SaysVerified) && !t.Answer.Question && !t.Answer.Any(speech.SaysAsk, speech.SaysOffer, speech.SaysNotDone, speech.SaysGaveUp)
		}
	}
	return false
}

// happenings adds what was done and said in a turn after its prompt.
func (r *Reader) happenings(a *Session, ta *Turn) {
	r.events = Events(r.events[:0], ta.Raw, false)
	for _, e := range r.events {
		a.order++
		switch {
		case e.Say != nil:
			ta.Closing = e.Say
		case e.Mark != nil:
			a.mark(ta, e.Mark)
			a.ownRun(ta, e.Mark)
		default:
			r.step(a, ta, e)
		}
	}
}

// empty reports whether a prompt holds nothing, or the client's word for it.
func empty(prompt string) bool {
	p := strings.TrimSpace(prompt)
	return p == "" || p == "(no content)"
}

func (a *Session) mark(ta *Turn, m *conversation.Mark) {
	switch m.Kind {
	case conversation.MarkInterrupt:
		ta.Interrupts++
		a.Interrupts++
	case conversation.MarkFailure:
		ta.Failures++
		a.failures++
	}
}

// step adds one tool call.
func (r *Reader) step(a *Session, ta *Turn, e Event) {
	s := e.Step
	ta.Steps++
	at := Place{a.order, ta.Index, s}
	switch s.Outcome {
	case transcript.Rejected:
		a.rejects++
		ta.Rejects++
		if s.Said != "" {
			a.saidNo++
		}
	case transcript.Aborted:
		a.aborts++
	case transcript.Errored:
		a.errors++
		ta.Errors++
	}
	if s.Said != "" {
		r.Listen(r.Person, s.Said, a.Languages, &ta.Remarks)
	}
	switch e.kind {
	case transcript.CallEdit:
		a.edit(ta, at)
	case transcript.CallShell:
		a.shellStep(ta, at)
	case transcript.CallRead, transcript.CallWatch:
		a.Reads++
	case transcript.CallSearch, transcript.CallLookup:
		a.Searches++
	case transcript.CallWeb:
		a.Web++
	case transcript.CallTask:
		a.Tasks++
	case transcript.CallTodo, transcript.CallList, transcript.CallTick:
		a.todos++
	case transcript.CallSkill:
		a.skills++
	case transcript.CallAsk:
		ta.askedQuestion = s.Outcome != transcript.Done
		if s.Outcome == transcript.Done {
			a.asksAnswered++
		}
	case transcript.CallPlan:
		a.Plans = append(a.Plans, at)
	case transcript.CallOther:
		if s.Class.Has(shell.ClassPull) {
			a.pull(ta, s)
		} else if s.Mutating && s.CarriedOut() {
			a.writes++
			a.changed(0, 0, false)
			a.LastChange = a.order
		}
	}
	if s.Commits || s.Pushes {
		ta.Delivered = true
	}
}

// pull adds a call of a tool, and no command, that opens a pull request: it changes nothing.
func (a *Session) pull(ta *Turn, s *conversation.Step) {
	switch {
	case s.CarriedOut():
		a.Pulls++
		ta.Delivered = true
	case s.Outcome == transcript.Errored:
		a.FailedDelivery, ta.DeliveryFailed = a.order, true
	}
}

func (a *Session) edit(ta *Turn, at Place) {
	s := at.Step
	if !s.CarriedOut() {
		return
	}
	file, lines, code := s.Target, 0, 0
	if s.Edit != nil {
		file = s.Edit.File
		if s.Edit.Plan {
			a.PlanEdits++
			return
		}
		a.Added += s.Edit.Added
		a.Removed += s.Edit.Removed
		lines = s.Edit.Added + s.Edit.Removed
		if s.Edit.Created {
			a.Created++
		}
		if programming(s.Edit.Language) {
			code = lines
			a.CodeLines += lines
		}
		if s.Edit.Language != "" {
			a.languages[s.Edit.Language]++
		}
	}
	a.Files[file]++
	a.changed(lines, code, code == 0 && IsDocFile(file))
	ta.Edits++
	a.Edits = append(a.Edits, at)
	a.LastChange = a.order
	a.CommitsAfterChange = false
}

// changed notes that something was changed now.
func (a *Session) changed(lines, code int, light bool) {
	a.Turns[len(a.Turns)-1].Changes++
	a.Changes = append(a.Changes, change{a.order, len(a.Turns) - 1, weigh(lines), code, light})
}

func (a *Session) shellStep(ta *Turn, at Place) {
	s := at.Step
	w := s.Class
	a.Shell++
	done := s.CarriedOut()
	if w.Has(shell.ClassRun) && !w.Has(shell.Verifies) && inline.Writes(s.Target) {
		w = w&^shell.ClassRun | shell.ClassWrite // what makes a change is no check of it
	}
	if s.Outcome == transcript.Errored && a.CodeLines == 0 && w&Checks == shell.ClassRun && requests(s.Target) {
		w &^= shell.ClassRun // it runs nothing of the work's: a notice that nobody took
	}
	if w.Has(Checks) && s.Outcome != transcript.Rejected && !testsOld(s.Target) {
		v, line := output.ResultOf(s, w)
		weak := false
		if v == output.Unclear && w.Has(shell.ClassRun) && !w.Has(shell.ClassTest) && s.Outcome == transcript.Done {
			v, weak, line = output.Passed, true, output.ProgramLine(s.Output) // it ran, and nothing in its output tells of trouble
		}
		tests := shell.TestsOf(s.Target)
		if v == output.Failed && w.Has(shell.ClassTest) && w.Has(Checks&^shell.ClassTest|shell.ClassFormat) {
			var green string
			if w, green = stoppedAt(s, w); green != "" {
				a.Checks = append(a.Checks, Check{Place: at, Work: shell.ClassTest, Verdict: output.Passed, Line: green, tests: tests})
			}
		}
		if w.Has(Checks) {
			ta.lastCheck = len(a.Checks)
			ta.Checks++
			a.Checks = append(a.Checks, Check{Place: at, Work: w, Verdict: v, Weak: weak, Line: line, tests: tests})
		}
	}
	if !w.Has(Checks|shell.ClassWrite|shell.Delivers|shell.ClassInstall) && (w.Has(shell.ClassUnknown) || requests(s.Target) || shell.Measures(s.Target)) {
		a.Tries = append(a.Tries, at)
	}
	if w.Has(shell.ClassRun) {
		a.Runs++
	}
	if w.Has(shell.ClassInstall) {
		a.Installs++
	}
	if !done {
		if s.Outcome == transcript.Errored && w.Has(shell.Delivers) && !output.NothingLeft(s.Output) {
			a.FailedDelivery, ta.DeliveryFailed = a.order, true
		}
		return
	}
	if w.Has(shell.ClassCommit) || s.Commits {
		a.Commits++
		a.LastCommit = a.order
		a.CommitsAfterChange = true
		ta.Delivered = true
	}
	if w.Has(shell.ClassPush) || s.Pushes {
		a.Pushes++
		a.LastCommit, a.LastPush = a.order, a.order
		ta.Delivered = true
	}
	if w.Has(shell.ClassPull) {
		a.Pulls++
		ta.Delivered = true
	}
	a.remoteRun(ta, at)
	if undoes(s) {
		a.undos++
	}
	a.noteThrown(at)
	a.noteRemoved(at)
	if w.Has(shell.ClassWrite) || w.Has(shell.ClassFormat) && s.Mutating { // "gofmt -l" only looks
		a.writes++
		if !w.Has(shell.Delivers) && !shell.Leftovers(s.Target) {
			a.changed(a.rewrites(s.Target), 0, tidies(w))
			a.LastChange = a.order
			a.CommitsAfterChange = false
		}
	}
}

// testsOld reports whether a command takes an older state of the code out of git: what runs
// beside that tells of the old state, and not of what was changed.
func testsOld(command string) bool {
	away, _ := shell.Stashes(command)
	return away || strings.Contains(command, "git archive ") || strings.Contains(command, "git worktree add ")
}

// requests reports whether a command asks a server something.
func requests(command string) bool {
	for _, p := range []string{"curl ", "wget ", "http ", "grpcurl ", "psql ", "sqlite3 ", "redis-cli "} {
		if strings.HasPrefix(command, p) || strings.Contains(command, " "+p) {
			return true
		}
	}
	return false
}

// Checks are the classes of commands that tell how the work stands.
const Checks = shell.Verifies | shell.ClassRun

// Last returns the last live turn that says or does something.
func (a *Session) Last() *Turn {
	for i := len(a.Turns) - 1; i >= 0; i-- {
		if !a.Turns[i].Trivial {
			return &a.Turns[i]
		}
	}
	if len(a.Turns) > 0 {
		return &a.Turns[len(a.Turns)-1]
	}
	return nil
}

// At returns the live turn of an index in the draft's turns; nil where that one was left.
func (a *Session) At(index int) *Turn {
	i := sort.Search(len(a.Turns), func(i int) bool { return a.Turns[i].Index >= index })
	if i == len(a.Turns) || a.Turns[i].Index != index {
		return nil
	}
	return &a.Turns[i]
}

// Final returns the turn in which the record ends; an empty one where there is none.
func (a *Session) Final() *Turn {
	if a.End.Turn < 0 {
		return &Turn{Raw: &conversation.Turn{}, lastCheck: -1}
	}
	return &a.Turns[a.End.Turn]
}

// Steps are the calls of all turns, in order.
func (a *Session) Steps() iter.Seq[*conversation.Step] {
	return func(yield func(*conversation.Step) bool) {
		for i := range a.Turns {
			for k := range a.Turns[i].Raw.Steps {
				if !yield(&a.Turns[i].Raw.Steps[k]) {
					return
				}
			}
		}
	}
}

// Touched reports whether the session changed anything.
func (a *Session) Touched() bool { return len(a.Edits) > 0 || a.writes > 0 || a.Commits > 0 }

// Words are the phrases by which people and agents are understood, loaded. They
// are safe for concurrent use; each reading borrows a Reader.
type Words struct{ readers sync.Pool }

// Reader lends a reader; Return takes it back.
func (w *Words) Reader() *Reader {
	if r, ok := w.readers.Get().(*Reader); ok {
		return r
	}
	return NewWords().Reader()
}

// Return takes a reader back.
func (w *Words) Return(r *Reader) { w.readers.Put(r) }

// NewWords loads the phrases.
func NewWords() *Words {
	return &Words{readers: sync.Pool{New: func() any { return &Reader{Reader: speech.New()} }}}
}

// Reader reads one session at a time; it holds what that needs again and again.
type Reader struct {
	*speech.Reader
	events []Event
}
