package claude

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"prism/internal/transcript"
	"prism/internal/transcript/telemetry"
)

// What the original's plugin tells is put into the words of the client's own events
// before any line is made of it, and only what these do not tell: the plugin has the
// client send its telemetry to the same place, so that nearly all of it comes twice.

// interrupted is an event of ours: the person stopped the agent.
const interrupted = "interrupted"

const (
	// again is how soon the same request without an id of its own is the same one, sent
	// twice: nobody types a prompt twice in that time.
	again = 5 * time.Second
	// sameWords is how far apart two clocks may tell the same words of a prompt, and
	// sameTime a prompt of which one of both does not tell the words.
	sameWords = time.Hour
	sameTime  = 30 * time.Second
	// opening is how many bytes of a prompt are compared: the plugin cuts long ones, and
	// a secret that it cut is hidden otherwise.
	opening = 200
	// sameClear is how far apart two events may tell of one /clear.
	sameClear = time.Minute
	// most is how many prompts of the client's are compared with one of the plugin's: a
	// hostile sender's cost no more time than others.
	most = 256
	// least is the least time between two events of which one follows from the other.
	least = time.Millisecond
)

// joining is a list of events that the plugin's are joined with.
type joining struct {
	out     []telemetry.Event // the client's own in the order of their times, completed; and what is added
	n       int               // how many are the client's own
	own     []telemetry.Event // the plugin's, in the order of their times
	told    *transcript.Told
	prompts []asked        // in the order of their times, once they are known
	named   map[string]int // their names → which
}

// asked is a prompt and what the client's events tell of its turn.
type asked struct {
	at        time.Time
	prompt    string   // the client's own id
	names     []string // by which the plugin's responses call it
	told      bool     // by a transcript
	latest    time.Time
	costs     bool // a request that answers
	says      bool // an answer's words
	responded bool
}

// The plugin has three kinds of names for a prompt.
const (
	byServerID = "id "
	byEventID  = "event "
	byClientID = "prompt "
)

// withPlugin joins what the plugin tells with what the client does.
func withPlugin(list []telemetry.Event, told *transcript.Told) []telemetry.Event {
	j := &joining{told: told}
	for i := range list {
		if list[i].Origin == telemetry.Plugin {
			j.own = append(j.own, list[i])
		} else {
			j.out = append(j.out, list[i])
		}
	}
	if len(j.own) == 0 {
		return list
	}
	j.n = len(j.out)
	j.askings()
	j.turns()
	j.responses()
	j.interrupts()
	j.ends()
	slices.SortStableFunc(j.out, func(a, b telemetry.Event) int {
		return cmp.Or(a.Time.Compare(b.Time), cmp.Compare(a.Sequence, b.Sequence))
	})
	return j.out
}

// clients are the client's own events of prompts, until one of the plugin's is joined
// with them: their places in the order of their times.
type clients struct {
	byID    map[string]int
	byWords map[string][]int // "" of which the words are not told
	all     []int
	joined  map[int]bool
}

// askings joins the plugin's prompts with the client's.
func (j *joining) askings() {
	c := &clients{map[string]int{}, map[string][]int{}, nil, map[int]bool{}}
	for i := range j.out {
		if e := &j.out[i]; e.Name == "user_prompt" {
			words := start(spoken(e))
			c.all, c.byWords[words] = append(c.all, i), append(c.byWords[words], i)
			if _, is := c.byID[e.Prompt]; !is && e.Prompt != "" {
				c.byID[e.Prompt] = i
			}
		}
	}
	seen := map[string]bool{}
	var last *telemetry.Event // of the plugin's without an id
	for i := range j.own {
		e := &j.own[i]
		if e.Name != telemetry.PluginPrompt || seen[cmp.Or(e.Str("event_id"), e.Prompt)] {
			continue
		}
		if id := cmp.Or(e.Str("event_id"), e.Prompt); id != "" {
			seen[id] = true
		} else if last != nil && same(e, last) {
			continue
		} else {
			last = e
		}
		at := j.client(c, e)
		if at < 0 {
			at = len(j.out)
			j.out = append(j.out, telemetry.Event{Time: e.Time, Name: "user_prompt", Session: e.Session, Prompt: e.Prompt, Sequence: -1, Version: e.Version, Origin: telemetry.Plugin, Attrs: kept(e, "prompt", "cwd", "branch")})
		} else {
			c.joined[at] = true
			complete(&j.out[at], e)
		}
		j.asked(&j.out[at], byServerID+e.Str("id"), byEventID+e.Str("event_id"))
	}
	for _, i := range c.all {
		if !c.joined[i] {
			j.asked(&j.out[i])
		}
	}
	slices.SortStableFunc(j.prompts, func(a, b asked) int { return a.at.Compare(b.at) })
	j.named = map[string]int{}
	for k := range j.prompts {
		for _, name := range j.prompts[k].names {
			if _, is := j.named[name]; !is {
				j.named[name] = k
			}
		}
	}
}

func (j *joining) asked(e *telemetry.Event, names ...string) {
	names = append(names, byClientID+e.Prompt)
	j.prompts = append(j.prompts, asked{at: e.Time, latest: e.Time, prompt: e.Prompt, names: names, told: isTold(e, j.told)})
}

// client finds the client's own event of a prompt of the plugin's: by its id, else by
// its words, else by its time. −1: there is none.
func (j *joining) client(c *clients, e *telemetry.Event) int {
	if i, is := c.byID[e.Prompt]; is && !c.joined[i] {
		return i
	}
	words := start(e.Str("prompt"))
	if words == "" {
		return j.nearest(c, c.all, e, sameTime)
	}
	if i := j.nearest(c, c.byWords[words], e, sameWords); i >= 0 {
		return i
	}
	return j.nearest(c, c.byWords[""], e, sameTime)
}

// nearest is the one of some of the client's prompts whose time is nearest.
func (j *joining) nearest(c *clients, of []int, e *telemetry.Event, within time.Duration) int {
	from, _ := slices.BinarySearchFunc(of, e.Time.Add(-within), func(i int, t time.Time) int { return j.out[i].Time.Compare(t) })
	best, far := -1, within
	for _, i := range of[from:min(from+most, len(of))] {
		p := &j.out[i]
		if c.joined[i] || e.Prompt != "" && p.Prompt != "" {
			continue // two ids that are not the same are two prompts
		}
		if d := p.Time.Sub(e.Time).Abs(); d < far {
			best, far = i, d
		}
	}
	return best
}

// turns notes what the client's events tell of each prompt's turn: by its id where both
// name it, as a request goes on after a prompt that waits; else by its time.
func (j *joining) turns() {
	for i := range j.n {
		c := &j.out[i]
		if c.Str("agent_id") != "" {
			continue
		}
		k, is := j.named[byClientID+c.Prompt]
		if !is || c.Prompt == "" {
			if k = j.before(c.Time); k < 0 || c.Prompt != "" && j.prompts[k].prompt != "" {
				continue
			}
		}
		p := &j.prompts[k]
		p.latest = later(p.latest, c.Time)
		p.costs = p.costs || c.Name == "api_request" && answers(c.Str("query_source"))
		p.says = p.says || c.Name == "assistant_response" && c.Str("response") != "" && c.Str("response") != redacted
	}
}

// before is the last prompt at a time; −1: there is none.
func (j *joining) before(t time.Time) int {
	k, _ := slices.BinarySearchFunc(j.prompts, t, func(p asked, t time.Time) int {
		if p.at.After(t) {
			return 1
		}
		return -1
	})
	return k - 1
}

// prompt finds the prompt of which an event of the plugin's tells, and whether it names
// it.
func (j *joining) prompt(e *telemetry.Event) (k int, named bool) {
	for _, name := range [...][2]string{{byServerID, e.Str("prompt_id")}, {byEventID, e.Str("event_id")}, {byClientID, e.Prompt}} {
		if k, is := j.named[name[0]+name[1]]; is && name[1] != "" {
			return k, true
		}
	}
	return j.before(e.Time), false
}

// responses adds how turns ended, each once: its tokens where no request of the turn is
// told, its words where no answer is.
func (j *joining) responses() {
	seen := map[string]bool{}
	var last *telemetry.Event
	for i := range j.own {
		e := &j.own[i]
		if e.Name != telemetry.PluginResponse {
			continue
		}
		id := cmp.Or(e.Str("operation_id"), e.Str("prompt_id"), e.Str("event_id"))
		if seen[id] || id == "" && last != nil && same(e, last) {
			continue
		}
		if id == "" {
			last = e
		} else {
			seen[id] = true
		}
		j.response(e)
	}
}

func (j *joining) response(e *telemetry.Event) {
	k, named := j.prompt(e)
	if k < 0 {
		return // of a prompt that nobody told: it may be one of a transcript
	}
	p := &j.prompts[k]
	if p.told || p.responded {
		return // what follows from a prompt that is told is, or will be
	}
	p.responded = true
	at := e.Time
	if took, ok := e.Get("elapsed_ms"); ok && named {
		if ms, ok := took.Whole(); ok && 0 <= ms && ms < longest.Milliseconds() {
			at = p.at.Add(time.Duration(ms) * time.Millisecond)
		}
	}
	at = later(at, p.latest.Add(least))
	if k+1 < len(j.prompts) && !at.Before(j.prompts[k+1].at) {
		at = later(p.latest, j.prompts[k+1].at.Add(-least))
	}
	add := func(name string, attrs []telemetry.Attr) {
		j.out = append(j.out, telemetry.Event{Time: at, Name: name, Session: e.Session, Prompt: p.prompt, Sequence: -1, Origin: telemetry.Plugin, Attrs: attrs})
	}
	if tokens := kept(e, "input_tokens", "output_tokens", "cache_read_tokens", "cache_creation_tokens"); !p.costs && len(tokens) > 0 {
		add("api_request", append(kept(e, "model"), tokens...))
	}
	if text := kept(e, "response"); !p.says && len(text) > 0 {
		add("assistant_response", append(kept(e, "model"), text...))
	}
	for i := max(j.n, len(j.out)-2); i < len(j.out); i++ {
		j.out[i].Sort()
	}
}

// longest is how long a turn may have taken.
const longest = 100 * 24 * time.Hour

// interrupts tells where the person stopped the agent, once in a turn.
func (j *joining) interrupts() {
	stopped := map[int]bool{}
	for i := range j.own {
		e := &j.own[i]
		if e.Name != telemetry.PluginInterrupt {
			continue
		}
		k, _ := j.prompt(e)
		if k < 0 || j.prompts[k].told || stopped[k] {
			continue
		}
		stopped[k] = true
		j.out = append(j.out, telemetry.Event{Time: later(e.Time, j.prompts[k].at.Add(least)), Name: interrupted, Session: e.Session, Prompt: j.prompts[k].prompt, Sequence: -1, Origin: telemetry.Plugin, Attrs: kept(e, "marker_kind")})
	}
}

// ends tells a /clear that ended the conversation, where the client does not.
func (j *joining) ends() {
	var clears []time.Time
	for i := range j.n {
		if c := &j.out[i]; c.Name == "user_prompt" && (c.Str("command_name") == "clear" || strings.TrimSpace(spoken(c)) == "/clear") {
			clears = append(clears, c.Time)
		}
	}
	for i := range j.own {
		e := &j.own[i]
		if e.Name != telemetry.PluginEnd || e.Str("reason") != "clear" {
			continue // but for /clear the goal goes on
		}
		from, _ := slices.BinarySearchFunc(clears, e.Time.Add(-sameClear), time.Time.Compare)
		if from < len(clears) && clears[from].Before(e.Time.Add(sameClear)) {
			continue
		}
		clears = slices.Insert(clears, from, e.Time)
		attr := func(key, text string) telemetry.Attr {
			return telemetry.Attr{Key: key, Value: telemetry.Value{Text: text}}
		}
		j.out = append(j.out, telemetry.Event{Time: e.Time, Name: "user_prompt", Session: e.Session, Sequence: -1, Version: e.Version, Origin: telemetry.Plugin,
			Attrs: []telemetry.Attr{attr("command_name", "clear"), attr("command_source", "builtin"), attr("prompt", "/clear")}})
	}
}

// same reports whether a request without an id of its own is one that was sent before.
func same(e, last *telemetry.Event) bool {
	return e.Time.Sub(last.Time) < again && slices.Equal(e.Attrs, last.Attrs)
}

// spoken is what a prompt's event says, "" where it does not tell.
func spoken(e *telemetry.Event) string {
	text := cmp.Or(e.Str("prompt"), e.Str("prompt_text"))
	if text == redacted {
		return ""
	}
	return text
}

func start(text string) string {
	text = strings.TrimSpace(text)
	return text[:min(len(text), opening)]
}

// complete adds to the client's own event of a prompt what only the plugin tells.
func complete(c, e *telemetry.Event) {
	add := []string{"cwd", "branch"}
	if spoken(c) == "" {
		add = append(add, "prompt")
	}
	c.Prompt = cmp.Or(c.Prompt, e.Prompt)
	c.Attrs = append(slices.Clone(c.Attrs), kept(e, add...)...)
	c.Sort() // of two of one name the later counts
}

// kept are those attributes of an event that have one of some names.
func kept(e *telemetry.Event, names ...string) []telemetry.Attr {
	var out []telemetry.Attr
	for _, a := range e.Attrs {
		if slices.Contains(names, a.Key) && a.String() != "" {
			out = append(out, a)
		}
	}
	return out
}

func later(a, b time.Time) time.Time {
	if b.After(a) {
		return b
	}
	return a
}
