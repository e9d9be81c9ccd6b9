package offline

import (
	"context"
	_ "embed"
	"encoding/json"
	"fmt"
	"math"
	"path"
	"slices"
	"strings"

	"prism/internal/learn"
	"prism/internal/session"
	"prism/internal/transcript"
)

// trackerJSON holds the fitted weights; the command of model.json makes it too.
//
//go:embed tracker.json
var trackerJSON []byte

// Tracker finds topic shifts without a model of language: by the words, names
// and files that a prompt and its work share with the session so far, and by
// the phrases with which people go on or turn to something else. It looks at
// nothing else: no client version, slug, id, folder, context size, no clock.
type Tracker struct {
	model    TrackerModel
	judge    *Judge
	shifts   []shiftFeature
	ordinary map[uint32]bool // words that everybody uses
}

// TrackerModel is what was learned of topic shifts.
type TrackerModel struct {
	Shift     learn.Logistic `json:"shift"`
	Threshold float64        `json:"threshold"` // a turn whose probability is above it opens a session
	Ordinary  []string       `json:"ordinary"`  // words of many authors: sharing them says nothing
}

// shiftFeature is a number by which a shift is told.
type shiftFeature struct {
	name  string
	value func(p *pair) float64
	why   string // said of a shift that it speaks for
}

// profile is what a turn says and touches.
type profile struct {
	prompt  []uint32 // distinct words of the prompt, ordinary ones left out
	names   []uint32 // distinct names in it: paths, identifiers, words with digits or capitals inside
	said    []uint32 // words of prompt, plan and closing answer
	files   []uint32 // files touched, by their last two elements
	dirs    []uint32
	edited  []uint32
	heard   speech
	turn    *session.Turn
	words   int
	asked   bool // the agent's last words are a question
	planned bool // ends on a plan shown
	gone    bool // work was committed, pushed or sent
	steps   int
	looks   int // reads and searches before the first edit
	urls    []uint32
	done    bool // the closing words say that the work is done
}

// past is the session so far.
type past struct {
	prompt, names, said, files, dirs, edited, urls map[uint32]bool
	turns                                          int
	last                                           *profile
}

func newPast() *past {
	return &past{prompt: map[uint32]bool{}, names: map[uint32]bool{}, said: map[uint32]bool{}, files: map[uint32]bool{}, dirs: map[uint32]bool{}, edited: map[uint32]bool{}, urls: map[uint32]bool{}}
}

func (p *past) take(t *profile) {
	for _, m := range []struct {
		dst map[uint32]bool
		src []uint32
	}{{p.prompt, t.prompt}, {p.names, t.names}, {p.said, t.said}, {p.files, t.files}, {p.dirs, t.dirs}, {p.edited, t.edited}, {p.urls, t.urls}} {
		for _, w := range m.src {
			m.dst[w] = true
		}
	}
	p.turns++
	if p.last == nil || t.words > 0 || t.steps > 0 {
		p.last = t
	}
}

// pair is a turn and the session so far.
type pair struct {
	before *past
	now    *profile
	next   []profile // the turns that follow, a few
	rare   *rarity
}

// rarity weighs words by how few turns of a conversation say them.
type rarity struct {
	turns float64
	in    map[uint32]int
}

func rarityOf(ps []profile) *rarity {
	r := &rarity{turns: float64(len(ps)), in: map[uint32]int{}}
	for i := range ps {
		for _, w := range ps[i].said {
			r.in[w]++
		}
	}
	return r
}

// weight is 0 for a word that every turn says.
func (r *rarity) weight(w uint32) float64 {
	return math.Log((r.turns + 1) / float64(r.in[w]+1))
}

// overlap is like the function of that name, with rare words weighing more.
func (p *pair) overlap(words []uint32, in map[uint32]bool) float64 {
	both, all := 0.0, 0.5
	for _, w := range words {
		x := p.rare.weight(w)
		all += x
		if in[w] {
			both += x
		}
	}
	return both / all
}

// ahead is the overlap of what the turns from now on say or touch with the past.
func (p *pair) ahead(of func(*profile) []uint32, in map[uint32]bool) float64 {
	n, both := 0, 0
	for i := -1; i < len(p.next) && i < lookAhead; i++ {
		t := p.now
		if i >= 0 {
			t = &p.next[i]
		}
		words := of(t)
		n += len(words)
		both += shared(words, in)
	}
	if n == 0 {
		return 0
	}
	return float64(both) / float64(n)
}

// lookAhead is how many turns after the one at hand are looked at.
const lookAhead = 3

// near is the overlap of two sorted sets, by the smaller.
func near(a, b []uint32) float64 {
	if len(a) == 0 || len(b) == 0 {
		return 0
	}
	n := 0
	for i, j := 0, 0; i < len(a) && j < len(b); {
		switch {
		case a[i] == b[j]:
			n++
			i++
			j++
		case a[i] < b[j]:
			i++
		default:
			j++
		}
	}
	return float64(n) / float64(min(len(a), len(b)))
}

func overlap(words []uint32, in map[uint32]bool) float64 {
	if len(words) == 0 {
		return 0
	}
	n := 0
	for _, w := range words {
		if in[w] {
			n++
		}
	}
	return float64(n) / float64(len(words))
}

func shared(words []uint32, in map[uint32]bool) int {
	n := 0
	for _, w := range words {
		if in[w] {
			n++
		}
	}
	return n
}

func shiftFeatures() []shiftFeature {
	opens := func(p *pair, cs ...class) float64 {
		for _, c := range cs {
			if p.now.heard.opening[c] > 0 {
				return 1
			}
		}
		return 0
	}
	return []shiftFeature{
		{"plan_handed", func(p *pair) float64 { return truth(p.now.turn.Origin == transcript.PlanHand) }, "a plan of its own"},
		{"plan_foreign", func(p *pair) float64 {
			return truth(p.now.turn.Origin == transcript.PlanHand) * (1 - overlap(p.now.said, p.before.said))
		}, "a plan about something else"},
		{"words_shared", func(p *pair) float64 { return overlap(p.now.prompt, p.before.said) }, ""},
		{"words_new", func(p *pair) float64 {
			return log1p(len(p.now.prompt) - shared(p.now.prompt, p.before.said))
		}, "words that did not come up before"},
		{"prompt_shared", func(p *pair) float64 { return overlap(p.now.prompt, p.before.prompt) }, ""},
		{"any_shared", func(p *pair) float64 { return truth(shared(p.now.prompt, p.before.said) > 0) }, ""},
		{"names_shared", func(p *pair) float64 { return overlap(p.now.names, p.before.said) }, ""},
		{"names_new", func(p *pair) float64 { return log1p(len(p.now.names) - shared(p.now.names, p.before.said)) }, "names that did not come up before"},
		{"work_shared", func(p *pair) float64 { return overlap(p.now.said, p.before.said) }, ""},
		{"files_shared", func(p *pair) float64 { return overlap(p.now.files, p.before.files) }, ""},
		{"files_any", func(p *pair) float64 { return truth(shared(p.now.files, p.before.files) > 0) }, ""},
		{"files_new", func(p *pair) float64 { return log1p(len(p.now.files) - shared(p.now.files, p.before.files)) }, "files that were not touched before"},
		{"files_all_new", func(p *pair) float64 {
			return truth(len(p.now.files) > 0 && len(p.before.files) > 0 && shared(p.now.files, p.before.files) == 0)
		}, "only files that were not touched before"},
		{"edited_shared", func(p *pair) float64 { return overlap(p.now.edited, p.before.files) }, ""},
		{"edited_new", func(p *pair) float64 {
			return truth(len(p.now.edited) > 0 && shared(p.now.edited, p.before.files) == 0)
		}, "edits elsewhere"},
		{"dirs_shared", func(p *pair) float64 { return overlap(p.now.dirs, p.before.dirs) }, ""},
		{"words", func(p *pair) float64 { return log1p(p.now.words) }, "a request at length"},
		{"brief", func(p *pair) float64 { return truth(p.now.words <= 5) }, ""},
		{"short", func(p *pair) float64 { return truth(p.now.words <= 12) }, ""},
		{"no_steps", func(p *pair) float64 { return truth(p.now.steps == 0) }, ""},
		{"command", func(p *pair) float64 { return truth(p.now.turn.Command != "") }, "a command of its own"},
		{"delivers", func(p *pair) float64 {
			return truth(p.now.heard.opening[deliver] > 0 && p.now.words <= 25 || commandDelivers(p.now.turn.Command))
		}, ""},
		{"continues", func(p *pair) float64 { return opens(p, resume) * truth(p.now.words <= 15) }, ""},
		{"assents", func(p *pair) float64 { return opens(p, assent) }, ""},
		{"accepts", func(p *pair) float64 { return opens(p, accept, thanks) }, ""},
		{"complains", func(p *pair) float64 { return opens(p, complain, swear) }, ""},
		{"corrects", func(p *pair) float64 { return opens(p, correct) }, ""},
		{"undoes", func(p *pair) float64 { return opens(p, undo) }, ""},
		{"farewell", func(p *pair) float64 { return opens(p, farewell) * truth(p.now.words <= 4) }, ""},
		{"links", func(p *pair) float64 { return opens(p, link) }, ""},
		{"turns_away", func(p *pair) float64 { return opens(p, turnAway) }, "words of turning to something else"},
		{"points", func(p *pair) float64 { return truth(p.now.heard.opening[pointer] > 0) }, ""},
		{"feedback", func(p *pair) float64 { return truth(p.now.heard.count[feedback] > 0) }, ""},
		{"question", func(p *pair) float64 { return truth(p.now.heard.question) }, ""},
		{"request", func(p *pair) float64 { return truth(leadsRequest(&p.now.heard)) }, "a request of its own"},
		{"images", func(p *pair) float64 { return truth(p.now.turn.Images > 0) }, ""},
		{"before_asked", func(p *pair) float64 { return truth(p.before.last.asked) }, ""},
		{"answers_question", func(p *pair) float64 {
			return truth(p.before.last.asked && p.now.words <= 12)
		}, ""},
		{"before_gone", func(p *pair) float64 { return truth(p.before.last.gone) }, "the work before had been committed"},
		{"before_planned", func(p *pair) float64 { return truth(p.before.last.planned) }, ""},
		{"before_cut", func(p *pair) float64 {
			return truth(len(p.before.last.turn.Marks) > 0 && p.before.last.turn.Marks[len(p.before.last.turn.Marks)-1].Kind == session.MarkInterrupt)
		}, ""},
		{"before_turns", func(p *pair) float64 { return log1p(p.before.turns) }, ""},
		{"queued", func(p *pair) float64 { return truth(p.now.turn.Origin == transcript.Queued) }, ""},
		{"rare_prompt", func(p *pair) float64 { return p.overlap(p.now.prompt, p.before.said) }, ""},
		{"rare_said", func(p *pair) float64 { return p.overlap(p.now.said, p.before.said) }, ""},
		{"rare_names", func(p *pair) float64 { return p.overlap(p.now.names, p.before.said) }, ""},
		{"rare_ahead", func(p *pair) float64 {
			sum := p.overlap(p.now.said, p.before.said)
			for i := 0; i < len(p.next) && i < lookAhead; i++ {
				sum = math.Max(sum, p.overlap(p.next[i].said, p.before.said))
			}
			return sum
		}, ""},
		{"rare_last", func(p *pair) float64 {
			in := make(map[uint32]bool, len(p.before.last.said))
			for _, w := range p.before.last.said {
				in[w] = true
			}
			return p.overlap(p.now.said, in)
		}, ""},
		{"last_words", func(p *pair) float64 { return near(p.now.prompt, p.before.last.said) }, ""},
		{"last_said", func(p *pair) float64 { return near(p.now.said, p.before.last.said) }, ""},
		{"last_files", func(p *pair) float64 { return near(p.now.files, p.before.last.files) }, ""},
		{"ahead_files", func(p *pair) float64 {
			return p.ahead(func(t *profile) []uint32 { return t.files }, p.before.files)
		}, ""},
		{"ahead_said", func(p *pair) float64 {
			return p.ahead(func(t *profile) []uint32 { return t.said }, p.before.said)
		}, ""},
		{"ahead_edited", func(p *pair) float64 {
			return p.ahead(func(t *profile) []uint32 { return t.edited }, p.before.files)
		}, ""},
		{"ahead_none", func(p *pair) float64 { return truth(len(p.next) == 0) }, ""},
		{"looks", func(p *pair) float64 { return log1p(p.now.looks) }, "the agent had to look around first"},
		{"url_new", func(p *pair) float64 { return truth(len(p.now.urls) > shared(p.now.urls, p.before.urls)) }, "an address that did not come up before"},
		{"url_known", func(p *pair) float64 { return truth(shared(p.now.urls, p.before.urls) > 0) }, ""},
		{"before_done", func(p *pair) float64 { return truth(p.before.last.done) }, ""},
		{"before_no_steps", func(p *pair) float64 { return truth(p.before.last.steps == 0) }, ""},
		{"small_talk", func(p *pair) float64 { return truth(p.now.words <= 8 && p.now.steps <= 2) }, ""},
		{"foreign_request", func(p *pair) float64 {
			return truth(p.now.words > 5) * (1 - overlap(p.now.prompt, p.before.said)) * (1 - overlap(p.now.files, p.before.files))
		}, "neither its words nor its files came up before"},
	}
}

func leadsRequest(s *speech) bool {
	for _, c := range []class{askFix, askAdd, askRefactor, askReview, askPlan, askInvestigate, askSmall} {
		if s.leads[c] > 0 {
			return true
		}
	}
	return false
}

// profiles reads the turns of a conversation.
func (t *Tracker) profiles(turns []session.Turn) []profile {
	r := t.judge.readers.Get().(*reader)
	defer t.judge.readers.Put(r)
	speaks := r.tongues(&session.Draft{Turns: turns})
	out := make([]profile, len(turns))
	for i := range turns {
		t.profile(r, &turns[i], speaks, &out[i])
	}
	return out
}

// Limits on the words of one turn.
const (
	promptWords = 220
	planWords   = 160
	answerWords = 160
)

func (t *Tracker) profile(r *reader, turn *session.Turn, speaks tongues, p *profile) {
	p.turn = turn
	if turn.Origin != transcript.PlanHand {
		r.listen(r.person, turn.Prompt, speaks, &p.heard)
	}
	p.words = p.heard.words
	p.prompt, p.names = t.words(r, turn.Prompt, promptWords, p.prompt, p.names)
	if turn.Command != "" {
		p.prompt, p.names = t.words(r, turn.Command, 8, p.prompt, p.names)
	}
	p.said = append(p.said, p.prompt...)
	p.urls = addresses(clipBytes(turn.Prompt, 4000), nil)
	if turn.Plan != "" {
		p.said, _ = t.words(r, turn.Plan, planWords, p.said, nil)
		p.words = max(p.words, 40)
	}
	if n := len(turn.Says); n > 0 {
		last := &turn.Says[n-1]
		p.said, _ = t.words(r, last.Text, answerWords, p.said, nil)
		p.asked = asks(last.Text)
		var told speech
		r.listen(r.agent, last.Text, speaks, &told)
		p.done = told.any(saysDone, saysVerified)
		if n > 1 {
			p.said, _ = t.words(r, turn.Says[0].Text, answerWords/4, p.said, nil)
		}
	}
	for i := range turn.Steps {
		s := &turn.Steps[i]
		p.steps++
		if len(p.edited) == 0 && i < 60 {
			if d := deedOf(s); d == deedRead || d == deedSearch || d == deedTask {
				p.looks++
			}
		}
		switch deedOf(s) {
		case deedEdit:
			name := s.Target
			if s.Edit != nil {
				name = s.Edit.File
				if s.Edit.Plan {
					continue
				}
			}
			p.file(name)
			p.edited = append(p.edited, fileKey(name))
		case deedRead:
			p.file(s.Target)
		case deedPlan:
			p.planned = !s.PlanApproved
		case deedShell:
			if s.CarriedOut() && s.Class.Has(session.ClassCommit|session.ClassPush|session.ClassPull) {
				p.gone = true
			}
		case deedSearch, deedTask:
			if i < 40 {
				p.said, _ = t.words(r, s.Target, 24, p.said, nil)
			}
		}
	}
	for _, w := range []*[]uint32{&p.urls, &p.prompt, &p.names, &p.said, &p.files, &p.dirs, &p.edited} {
		slices.Sort(*w)
		*w = slices.Compact(*w)
	}
}

func (p *profile) file(name string) {
	if name == "" || !strings.ContainsAny(name, "/\\.") {
		return
	}
	p.files = append(p.files, fileKey(name))
	p.dirs = append(p.dirs, hash32(path.Dir(strings.ReplaceAll(name, "\\", "/"))))
}

// fileKey names a file by its last two elements: enough to know it again when
// it is given absolute here and relative there.
func fileKey(name string) uint32 {
	name = strings.ReplaceAll(name, "\\", "/")
	dir, base := path.Split(name)
	return hash32(path.Base(dir) + "/" + base)
}

// words adds the hashes of a text's words that not everybody uses, and of those
// that are names.
func (t *Tracker) words(r *reader, text string, limit int, words, names []uint32) (all, named []uint32) {
	for _, tok := range r.sc.scan(clipBytes(text, 10*limit), limit) {
		h := hash32(tok.word)
		if len(tok.word) < 3 || t.ordinary[h] {
			continue
		}
		words = append(words, h)
		if isName(text[tok.start:tok.end]) {
			names = append(names, h)
		}
	}
	return words, names
}

// addresses adds what a text points at by web address or issue number.
func addresses(text string, dst []uint32) []uint32 {
	for len(dst) < 8 {
		i := strings.Index(text, "://")
		if i < 0 {
			break
		}
		text = text[i+3:]
		end := strings.IndexAny(text, " \n\t)\"'>]")
		if end < 0 {
			end = len(text)
		}
		dst = append(dst, hash32(strings.TrimRight(text[:end], "/.,")))
		text = text[end:]
	}
	return dst
}

// isName reports whether a word is written as a name of code: with a capital
// or a digit inside.
func isName(w string) bool {
	for i := 1; i < len(w); i++ {
		if c := w[i]; '0' <= c && c <= '9' || 'A' <= c && c <= 'Z' && 'a' <= w[i-1] && w[i-1] <= 'z' {
			return true
		}
	}
	return false
}

func hash32(s string) uint32 {
	h := uint32(2166136261)
	for i := range len(s) {
		h = (h ^ uint32(s[i])) * 16777619
	}
	return h
}

// NewTracker returns a tracker with a model of its own.
func NewTracker(m TrackerModel) (*Tracker, error) {
	t, err := untrainedTracker(m.Ordinary)
	if err != nil {
		return nil, err
	}
	if err := m.Shift.Check(t.names()); err != nil {
		return nil, fmt.Errorf("offline tracker: %w", err)
	}
	t.model = m
	return t, nil
}

// DefaultTracker returns the tracker with the embedded model.
func DefaultTracker() (*Tracker, error) {
	var m TrackerModel
	if err := json.Unmarshal(trackerJSON, &m); err != nil {
		return nil, fmt.Errorf("offline tracker: embedded model: %w", err)
	}
	return NewTracker(m)
}

func untrainedTracker(ordinary []string) (*Tracker, error) {
	j, err := Untrained()
	if err != nil {
		return nil, err
	}
	t := &Tracker{judge: j, shifts: shiftFeatures(), ordinary: make(map[uint32]bool, len(ordinary))}
	for _, w := range ordinary {
		t.ordinary[hash32(w)] = true
	}
	return t, nil
}

func (t *Tracker) names() []string {
	out := make([]string, len(t.shifts))
	for i := range t.shifts {
		out[i] = t.shifts[i].name
	}
	return out
}

func (t *Tracker) row(p *pair) []float64 {
	x := make([]float64, len(t.shifts))
	for i := range t.shifts {
		x[i] = t.shifts[i].value(p)
	}
	return x
}

// Shifts implements session.Tracker. It never fails.
func (t *Tracker) Shifts(_ context.Context, turns []session.Turn) ([]session.Shift, error) {
	if len(turns) < 2 {
		return nil, nil
	}
	return t.shiftsOf(t.profiles(turns)), nil
}

func (t *Tracker) shiftsOf(ps []profile) []session.Shift {
	var out []session.Shift
	before, rare := newPast(), rarityOf(ps)
	for i := range ps {
		p := &ps[i]
		if p.turn.Abandoned {
			continue
		}
		if before.turns > 0 {
			x := t.row(&pair{before, p, ps[i+1:], rare})
			if prob := t.model.Shift.Probability(x); prob > t.model.Threshold {
				out = append(out, session.Shift{Turn: i, Probability: prob, Why: t.why(x)})
				before = newPast()
			}
		}
		before.take(p)
	}
	return out
}

// why names the strongest reason for a shift.
func (t *Tracker) why(x []float64) string {
	best, text := 0.0, "other words and other work than before"
	for i := range t.shifts {
		if part := t.model.Shift.Part(i, x[i]); part > best && t.shifts[i].why != "" && x[i] > 0 {
			best, text = part, t.shifts[i].why
		}
	}
	return text
}

// ShiftRow is a conversation with the turns that open a session, for a fit.
type ShiftRow struct {
	Turns  []session.Turn
	Opens  map[int]bool // indexes ≥ 1
	Weight float64
}

// FitTracker learns topic shifts from labelled conversations. ordinary are words
// that say nothing of a topic.
func FitTracker(rows []ShiftRow, ordinary []string) (TrackerModel, error) {
	m := TrackerModel{Ordinary: ordinary, Threshold: trackerThreshold}
	t, err := untrainedTracker(ordinary)
	if err != nil {
		return m, err
	}
	fit := learn.Rows{Features: t.names()}
	for _, r := range rows {
		ps := t.profiles(r.Turns)
		before, rare := newPast(), rarityOf(ps)
		for i := range ps {
			if ps[i].turn.Abandoned {
				continue
			}
			if before.turns > 0 {
				fit.X = append(fit.X, t.row(&pair{before, &ps[i], ps[i+1:], rare}))
				fit.Y = append(fit.Y, truth(r.Opens[i]))
				fit.W = append(fit.W, r.Weight)
			}
			if r.Opens[i] {
				before = newPast()
			}
			before.take(&ps[i])
		}
	}
	if m.Shift, err = learn.FitLogistic(fit, trackerL2, nil); err != nil {
		return m, fmt.Errorf("tracker: %w", err)
	}
	return m, nil
}

// Penalty and threshold of the embedded tracker; docs/accuracy.md tells what
// else was tried.
const (
	trackerL2        = 1.5
	trackerThreshold = 0.40
	ordinaryGroups   = 9 // projects or persons that use a word for it to say nothing
)

// Ordinary returns the words of some labelled sessions that many projects and
// people use.
func Ordinary(rows []Labelled) []string {
	groups := map[string]map[string]bool{}
	for i := range rows {
		for _, words := range [][]string{rows[i].Case.asked, rows[i].Case.told} {
			for _, w := range words {
				if groups[w] == nil {
					groups[w] = map[string]bool{}
				}
				groups[w][rows[i].Group] = true
			}
		}
	}
	var out []string
	for w, g := range groups {
		if len(g) >= ordinaryGroups {
			out = append(out, w)
		}
	}
	slices.Sort(out)
	return out
}
