package llm

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"math"
	"time"

	"prism/internal/conversation"
	"prism/internal/fact"
	"prism/internal/judge"
	"prism/internal/model"
	"prism/internal/redact"
)

// Question is one request with its name. The name follows from all that makes
// the request, so the same question has the same name in every run, and an
// answer finds its question by it.
type Question struct {
	Ask
	Request  model.Request
	Estimate fact.Tokens        // what it will likely take; no cache is reckoned with
	Redacted []redact.RuleCount // what was replaced in the record, by rule
}

// Ask is what is known of a question without its text: enough to read an answer.
type Ask struct {
	ID         string // 1 to 64 letters, digits and "-", as batches want it
	Agent      Agent
	PromptHash string
	InputHash  string
}

// flaw is why an answer could not be used; its text is what the model is told.
type flaw error

var (
	errCriteria flaw = errors.New("the answer does not name each criterion once")
	errTurns    flaw = errors.New("the answer names a turn that it was not asked about")
	errQuotes   flaw = errors.New("no quote of the answer stands in the record")
	errLength   flaw = errors.New("the answer was cut off")
)

// repair is what the model is told about a flaw, in our words: nothing of its
// answer is sent back.
func (t *texts) repair(f flaw) redact.Text {
	switch {
	case errors.Is(f, errCriteria):
		return t.criteria
	case errors.Is(f, errTurns):
		return t.turns
	case errors.Is(f, errQuotes):
		return t.ungroups
	case errors.Is(f, errLength):
		return t.length
	}
	return t.form
}

// question makes a request of data blocks and a task. why is nil, or the flaw of
// the answer before.
func (p *Protocol) question(a Agent, schema []byte, task redact.Text, why flaw, data ...redact.Text) Question {
	r := model.Request{
		Model: p.set.Model, System: p.texts.system,
		Schema: schema, SchemaName: string(a), MaxTokens: maxAnswer(a), Temperature: p.temperature(),
	}
	for _, t := range data {
		r.Blocks = append(r.Blocks, model.Block{Text: t})
	}
	r.Blocks = append(r.Blocks, model.Block{Text: task})
	prompt := []string{r.System.String(), string(schema), task.String()}
	if why != nil {
		again := p.texts.repair(why)
		r.Blocks = append(r.Blocks, model.Block{Text: again})
		prompt = append(prompt, again.String())
	}
	q := Question{Request: r}
	q.Agent, q.PromptHash, q.InputHash = a, hash(prompt...), hash(input(data)...)
	q.ID = string(a) + "-" + hash(p.versionFor(a), q.PromptHash, q.InputHash)
	n := len(r.System.String()) + len(schema)
	for _, b := range r.Blocks {
		n += len(b.Text.String())
	}
	q.Estimate = fact.Tokens{Input: int64(p.tokens(n)), Output: int64(usualAnswer(a))}
	return q
}

func input(data []redact.Text) []string {
	out := make([]string, len(data))
	for i, t := range data {
		out[i] = t.String()
	}
	return out
}

// hash names texts: 32 hexadecimal digits.
func hash(parts ...string) string {
	h := sha256.New()
	for _, s := range parts {
		part := sha256.Sum256([]byte(s))
		_, _ = h.Write(part[:]) // a hash takes whatever it is given
	}
	return hex.EncodeToString(h.Sum(nil)[:16])
}

// Receive turns what a model answered into an Answer to be kept. It looks at the
// form alone, needs no session, and redacts: an answer from a file may say
// anything.
func (p *Protocol) Receive(a Ask, res model.Response, at time.Time) fact.Answer {
	c := fact.Call{
		Question: a.ID, Agent: string(a.Agent), Version: p.versionFor(a.Agent), Model: res.Model, PromptHash: a.PromptHash, InputHash: a.InputHash,
		Tokens: res.Usage, Cost: res.Cost, Latency: res.Latency, Attempts: res.Attempts, RequestID: res.RequestID, At: at,
	}
	if c.Model == "" {
		c.Model = p.set.Model
	}
	if c.Cost == nil && p.prices != nil && res.UsageKnown {
		if usd, ok := p.prices.Cost(c.Model, at, res.Usage); ok {
			c.Cost = &usd
		}
	}
	text, outcome := p.kept(a.Agent, res)
	c.Outcome = outcome
	return fact.Answer{Call: c, Text: text}
}

func (p *Protocol) kept(a Agent, res model.Response) (redact.Text, fact.CallOutcome) {
	switch res.Stop {
	case model.StopRefusal:
		return redact.Text{}, fact.CallRefused
	case model.StopMaxTokens, model.StopWindow:
		return redact.Text{}, fact.CallTruncated
	}
	if len(res.Text) > maxText {
		return redact.Text{}, fact.CallMalformed
	}
	if !formed(a, res.Text) {
		return redact.Text{}, fact.CallMalformed
	}
	scope := p.redactor.Session("answer")
	text := scope.Text(res.Text)
	if scope.Err() != nil {
		return redact.Text{}, fact.CallMalformed
	}
	if !formed(a, text.String()) {
		return redact.Text{}, fact.CallMalformed
	}
	return text, fact.CallAnswered
}

// formed reports whether a text is what an agent's schema asks for: all members and
// no other, each of its kind. Whether it fits the session is seen where that is.
func formed(a Agent, text string) bool {
	read := func(fields object, values func(*reader)) bool {
		m, err := members([]byte(text), names(fields)...)
		r := reader{from: m}
		if err == nil {
			values(&r)
		}
		return err == nil && !r.bad
	}
	switch a {
	case Grading:
		return read(rubricFields(), func(r *reader) { r.grade() })
	case Deciding:
		return read(outcomeFields(nil), func(r *reader) { r.outcome() })
	case Combining:
		return read(append(rubricFields(), goalFields(nil)...), func(r *reader) { r.grade(); r.decision() })
	case Tracking:
		_, err := shiftsIn(text)
		return err == nil
	}
	_, err := readLanguages(text)
	return err == nil
}

// Case is one session on its way to an opinion: it has a next question until it
// has none, and then a result. It keeps no prose but the redacted rendering.
type Case struct {
	p         *Protocol
	view      *Rendering
	stage     int // index in p.agents()
	why       flaw
	graded    bool
	grade     grade
	goal      decision
	quotes    []judge.Quote // grounded, by entry of goal.evidence
	decided   bool
	delivered bool // a commit or a push stands in the session
	calls     []fact.Call
	fail      *judge.Failure
}

// Begin renders a session and makes a Case of it. Nothing is asked yet.
func (p *Protocol) Begin(d *conversation.Draft) *Case {
	c := &Case{p: p}
	scope := p.redactor.Session("rendering")
	c.view = p.Render(d, scope)
	c.delivered = judge.Delivered(d)
	if scope.Err() != nil {
		c.view = &Rendering{}
		c.fail = &judge.Failure{Status: fact.JudgeError, Reason: "it could not be redacted, so nothing was sent", Err: scope.Err()}
	}
	if len(conversation.Living(d.Turns)) == 0 {
		c.graded, c.decided = true, true
		c.grade = grade{intent: fact.IntentNone}
	}
	return c
}

// Rendering is what the model is shown.
func (c *Case) Rendering() *Rendering { return c.view }

// Next returns the question that is due; false when there is none, because the
// case has its result.
func (c *Case) Next() (Question, bool) {
	if c.fail != nil || c.decided {
		return Question{}, false
	}
	a := c.p.agents()[c.stage]
	intent := c.grade.intent
	q := c.p.question(a, schemaOf(a), c.p.texts.task(a, intent), c.why, c.view.Prompts, c.view.Course)
	q.Redacted = c.view.Redacted
	return q, true
}

// Take takes the answer to the question that Next returned.
func (c *Case) Take(a fact.Answer) {
	if c.fail != nil || c.decided {
		return
	}
	c.calls = append(c.calls, a.Call)
	err := c.read(a)
	switch {
	case err == nil:
		c.why = nil
		c.advance()
	case a.Call.Outcome == fact.CallRefused:
		c.fail = &judge.Failure{Status: fact.JudgeError, Reason: "the model refused to answer"}
	case c.why == nil: // the first try
		c.why = err
	case errors.Is(err, errQuotes): // said twice, and never seen: it stays ungrounded
		c.decided = true
	default:
		c.fail = &judge.Failure{Status: fact.JudgeError, Reason: "twice no usable answer: " + err.Error()}
	}
}

// read reads an answer into the case.
func (c *Case) read(a fact.Answer) error {
	switch a.Call.Outcome {
	case fact.CallAnswered:
	case fact.CallTruncated:
		return errLength
	default:
		return errForm
	}
	var err error
	switch c.p.agents()[c.stage] {
	case Grading:
		c.grade, err = readGrade(a.Text.String())
		return err
	case Deciding:
		var intent fact.Intent
		if c.goal, intent, err = readDecision(a.Text.String()); err == nil {
			c.grade.intent = intent // it may have been misread
		}
	default:
		c.grade, c.goal, err = readBoth(a.Text.String())
	}
	if err != nil {
		return err
	}
	c.graded = true
	return c.ground()
}

// ground looks up the quotes. None that stands is a flaw, once; a session
// without an intent needs none.
func (c *Case) ground() error {
	c.quotes = make([]judge.Quote, len(c.goal.evidence))
	stands := false
	for i, e := range c.goal.evidence {
		if q, ok := c.view.Ground(e.turn, e.quote); ok {
			c.quotes[i] = q
			stands = true
		}
	}
	if !stands && c.grade.intent != fact.IntentNone {
		return errQuotes
	}
	return nil
}

func (c *Case) advance() {
	c.graded = true
	c.stage++
	if c.stage == len(c.p.agents()) || c.grade.intent == fact.IntentNone {
		c.decided = true // without a goal there is nothing to decide
	}
}

// Calls are the calls that were made so far.
func (c *Case) Calls() []fact.Call { return c.calls }

// Result is the opinion; the error is a *judge.Failure, with JudgePending where
// a question is still open.
func (c *Case) Result() (judge.Opinion, error) {
	switch {
	case c.fail != nil:
		c.fail.Calls = c.calls
		return judge.Opinion{}, c.fail
	case !c.decided:
		return judge.Opinion{}, &judge.Failure{Status: fact.JudgePending, Reason: "it waits for an answer", Calls: c.calls}
	}
	op := judge.Opinion{
		Intent: c.grade.intent, Rubric: c.grade.rubric, Title: c.grade.title, Summary: c.grade.summary,
		Model: c.p.set.Model, Calls: c.calls, Basis: fact.Silent, Signal: fact.NoSignal,
	}
	if n := len(c.calls); n > 0 {
		op.Model = c.calls[n-1].Model
	}
	rule, ok := judge.RuleOf(op.Intent)
	if !ok {
		return op, nil
	}
	c.conclude(&op, rule)
	return op, nil
}

// mostOpen bounds the probability of a goal of which a part is open.
const mostOpen = 0.5

// conclude fills in what the outcome says. A verdict may not contradict itself:
// complete needs every required criterion met and a probability of at least a half.
func (c *Case) conclude(op *judge.Opinion, rule judge.Rule) {
	g := &c.goal
	op.Basis, op.Signal, op.Probability = g.basis, g.signal, g.probability
	op.Complete = g.complete && g.probability >= 0.5
	quoteFor := map[string]*judge.Quote{}
	for i := range c.quotes {
		q := &c.quotes[i]
		if q.Shown.IsZero() {
			continue
		}
		op.Evidence = append(op.Evidence, *q)
		if name := g.evidence[i].criterion; quoteFor[name] == nil {
			quoteFor[name] = q
		}
	}
	said := map[string]bool{}
	for _, m := range g.criteria {
		said[m.name] = m.met
	}
	if g.open > 0 { // a part that was asked for is missing, whatever is said of the whole
		said[judge.CriterionFinished] = false
		if g.complete { // who said yes was not asked how sure a no is
			op.Probability = min(op.Probability, mostOpen)
		}
	}
	for _, r := range rule.Criteria {
		op.Criteria = append(op.Criteria, judge.Criterion{Name: r.Name, Met: said[r.Name], Quote: quoteFor[r.Name]})
		op.Complete = op.Complete && (said[r.Name] || r.Need == judge.Spoken || r.Name == judge.CriterionNoFailure)
	}
	op.OnRecord = c.delivered
	// Who says no, or names a signal, and gives a probability of more than a half
	// tells how sure that no is; only a silent basis below the floor is not
	// complete at such a probability.
	if no := !op.Complete || op.Signal != fact.NoSignal; no && op.Probability > 0.5 && !(op.Basis == fact.Silent && op.Probability < rule.Floor) {
		op.Probability = 1 - op.Probability
	}
	if g.open > 0 {
		op.Probability = min(op.Probability, mostOpen)
	}
	op.Probability = c.p.calm.At(op.Probability)
	op.Complete = op.Complete && op.Probability >= 0.5
	if g.reason != "" {
		op.Reasons = []judge.Reason{{For: op.Complete, Weight: logOdds(op.Probability), Text: g.reason}}
	}
	if !judge.Completes(rule, op) || !op.Complete {
		op.Advice = rule.AdviceUnder(op.Signal)
	}
}

// logOdds is how far a probability lies from even, ≥ 0.
func logOdds(p float64) float64 {
	p = min(max(p, 0.001), 0.999)
	return math.Abs(math.Log(p / (1 - p)))
}
