package tracker

import (
	"strings"

	"prism/internal/conversation"
	"prism/internal/lexicon"
	"prism/internal/shell"
	"prism/internal/transcript"
)

// Bounds of what is read of a turn: enough to tell what it is about, little
// enough that the whole costs less than reading the file did.
const (
	askBytes  = 3 << 10
	sayHead   = 320
	lastHead  = 1200
	lastTail  = 400
	maxSays   = 5
	maxSteps  = 60
	askTerms  = 220
	workTerms = 400
	maxPlaces = 60
)

// profile is a turn as the tracker sees it: sets of terms and places, and cues.
type profile struct {
	ask    []int32 // terms of the prompt
	work   []int32 // terms of the agent's texts, patterns and file names
	files  []int32 // numbers of files, each once
	dirs   []int32
	edits  []int32 // those of files that were edited
	kinds  []int32 // languages in which files were edited
	cues   cues
	prompt string

	steps     int // calls
	looks     int // calls that only look, before the first change
	edited    int // edits carried out
	agents    int // subagents sent out
	firstEdit bool
	answered  bool // the agent said or did something
	asked     bool // the last text ends in a question
	stopped   bool // interrupted by the person
	commits   bool
	pushes    bool
	planned   bool // ends on a plan that waits, or was refused
	planText  string
	lists     bool // the prompt or the answer has a numbered list
	failed    bool // an API error ended it
	endsOnAct bool // ends on a call, without a closing text
	todos     bool // a new list of things to do was begun
	reply     bool // the agent opens with words of a reply
	start     bool // the agent opens like one who sets out
	waits     bool // the agent ends by asking for something it needs
	offers    bool // the agent ends with an offer that needs no answer
}

// profiler makes profiles of the turns of one conversation.
type profiler struct {
	book   *book
	terms  *vocabulary
	places *vocabulary
	words  lexicon.Text
	lists  int32
}

func (p *profiler) list(v *vocabulary, most int) list {
	p.lists++
	return list{v: v, stamp: p.lists, left: most}
}

func (p *profiler) profile(t *conversation.Turn) profile {
	pr := profile{cues: p.book.read(t, &p.words), prompt: strings.TrimSpace(t.Prompt)}
	ask := p.list(p.terms, askTerms)
	text := t.Prompt
	if t.Plan != "" {
		text = t.Plan
	}
	ask.text(clip(text, askBytes))
	pr.ask = ask.terms
	pr.lists = numbered(clip(t.Prompt, askBytes))

	work := p.list(p.terms, workTerms)
	p.says(t, &pr, &work)
	p.steps(t, &pr, &work)
	pr.work = work.terms

	for i := range t.Marks {
		switch t.Marks[i].Kind {
		case conversation.MarkInterrupt:
			pr.stopped = true
		case conversation.MarkFailure:
			pr.failed = true
		}
	}
	return pr
}

func (p *profiler) says(t *conversation.Turn, pr *profile, work *list) {
	n := len(t.Says)
	if n == 0 {
		return
	}
	pr.answered = true
	starts, _ := p.book.find(&p.words, clip(t.Says[0].Text, 60))
	pr.reply, pr.start = starts.Has(agentReplies), starts.Has(agentStarts)
	last := t.Says[n-1].Text
	pr.lists = pr.lists || numbered(clip(last, askBytes))
	work.text(clip(last, lastHead))
	if len(last) > lastHead {
		work.text(tail(last, min(lastTail, len(last)-lastHead)))
	}
	for i := 0; i < min(n-1, maxSays); i++ {
		work.text(clip(t.Says[i].Text, sayHead))
	}
	end := strings.TrimRight(tail(last, 300), " \n`*_)\"")
	pr.asked = asks(end)
	pr.waits = p.book.has(&p.words, end, agentWaits) || questions(tail(end, 160))
	_, offered := p.book.offers.All(&p.words, lexicon.Every)
	pr.offers = offered != 0
	pr.endsOnAct = len(t.Steps) > 0 && t.Steps[len(t.Steps)-1].Seq > t.Says[n-1].Seq
}

// questions reports whether a text has a question mark.
func questions(text string) bool {
	return strings.IndexByte(text, '?') >= 0 || strings.Contains(text, "\uff1f")
}

// numbered reports whether a text has lines that begin with the numbers one and two.
func numbered(text string) bool {
	n := 0
	for line := range strings.SplitSeq(text, "\n") {
		line = strings.TrimLeft(line, " \t*#")
		if len(line) > 2 && line[0] == byte('1'+n) && (line[1] == '.' || line[1] == ')' || line[1] == ':') {
			if n++; n == 2 {
				return true
			}
		}
	}
	return false
}

func (p *profiler) steps(t *conversation.Turn, pr *profile, work *list) {
	pr.steps = len(t.Steps) + t.Omitted.Calls
	if pr.steps > 0 {
		pr.answered = true
	}
	if len(t.Says) == 0 {
		pr.endsOnAct = pr.steps > 0
	}
	files, dirs, edits, kinds := p.list(p.places, maxPlaces), p.list(p.places, maxPlaces), p.list(p.places, maxPlaces), p.list(p.places, maxPlaces)
	acted := false
	for i := range t.Steps {
		s := &t.Steps[i]
		pr.commits = pr.commits || s.Commits
		pr.pushes = pr.pushes || s.Pushes
		switch s.Kind {
		case transcript.CallTodo, transcript.CallList:
			pr.todos = true
			work.text(clip(s.Target, 120))
		case transcript.CallTask:
			pr.agents++
			work.text(clip(s.Target, 120))
		case transcript.CallAsk:
			work.text(clip(s.Target, 240))
		case transcript.CallPlan:
			pr.planned = !s.PlanApproved
			if s.PlanText != "" {
				pr.planText = s.PlanText
				work.text(clip(s.PlanText, askBytes))
			}
		}
		if s.Edit != nil && !s.Edit.Plan && s.CarriedOut() {
			if pr.edited == 0 && !acted {
				pr.firstEdit = true
			}
			pr.edited++
			acted = true
			if pl, ok := placeOf(s.Edit.File); ok {
				edits.add(pl.file, 1)
				dirs.add(pl.folder, 1)
				if k := kindOf(s.Edit.File); k != 0 {
					kinds.add(k, 1)
				}
				if files.fresh(pl.file, 1) {
					work.text(base(s.Edit.File))
				}
			}
			continue
		}
		if !acted && !s.Mutating {
			pr.looks++
		}
		if s.Mutating && s.Outcome != transcript.Rejected {
			acted = true
		}
		if s.Said != "" {
			work.text(clip(s.Said, 400))
		}
		if i >= maxSteps {
			continue
		}
		for _, f := range s.Files {
			if pl, ok := placeOf(f); ok {
				dirs.add(pl.folder, 1)
				if files.fresh(pl.file, 1) {
					work.text(base(f))
				}
			}
		}
		if s.Kind == transcript.CallSearch {
			work.text(clip(s.Target, 120))
		}
		if s.Class == shell.ClassRead && !strings.HasPrefix(s.Target, "git ") && !strings.HasPrefix(s.Target, "gh ") {
			command(work, clip(s.Target, 160))
		}
	}
	pr.files, pr.dirs, pr.edits, pr.kinds = files.terms, dirs.terms, edits.terms, kinds.terms
}

// command adds the words of a shell command; of a path only the last element,
// since where somebody keeps their work is in all of them.
func command(work *list, s string) {
	for word := range strings.FieldsSeq(s) {
		if strings.HasPrefix(word, "-") {
			continue
		}
		work.text(base(strings.TrimRight(word, `/\"')`)))
	}
}

func clip(s string, n int) string {
	if len(s) > n {
		return s[:n]
	}
	return s
}

func tail(s string, n int) string {
	if len(s) > n {
		return s[len(s)-n:]
	}
	return s
}
