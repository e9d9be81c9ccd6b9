package model

import (
	"strings"

	"prism/internal/fact"
	"prism/internal/price"
)

// DefaultModel judges unless another is named: the cheapest that takes a
// temperature, so that its answers are as steady as they can be.
const DefaultModel = "claude-haiku-4-5"

// Thinking says how a model is kept from thinking, which costs output tokens and
// makes answers less alike.
type Thinking string

// Ways of a model.
const (
	ThinkingAsked  Thinking = ""              // thinks only when asked: nothing is sent
	ThinkingOff    Thinking = "disabled"      // thinks unless told {"type":"disabled"}
	ThinkingLeast  Thinking = "between_tools" // has no "disabled"; this keeps it from thinking first
	ThinkingAlways Thinking = "always"        // cannot be stopped: low effort, and room for it
)

// Profile is what one model takes and gives.
type Profile struct {
	Model       string // canonical name; "" for an unknown model
	Temperature bool   // takes a temperature; the others answer 400 to one
	Thinking    Thinking
	Structured  bool // holds its answer to a JSON schema (output_config.format)
	Batch       bool // can be asked through the Message Batches API
	MaxOutput   int  // tokens of an answer, thinking included
	Context     int  // tokens of prompt and answer together
	CacheMin    int  // prompt tokens below which nothing is cached; 0 unknown
	// Headroom is added to a request's MaxTokens for thinking that cannot be
	// turned off: it counts as output.
	Headroom int
	// Completion names the field of an OpenAI-compatible request that bounds the
	// answer: "max_tokens", or "max_completion_tokens" for models that think.
	Completion string
}

// Output is the bound to send for an answer of at most n tokens.
func (p Profile) Output(n int) int {
	if n <= 0 {
		n = DefaultMaxTokens
	}
	n += p.Headroom
	if p.MaxOutput > 0 {
		n = min(n, p.MaxOutput)
	}
	return n
}

// thinkingRoom is what a thinking model may spend at low effort before it
// answers. Judging asks for little; an answer cut short is asked again anyway.
const thinkingRoom = 8000

// profiles are the models that the vendor documents, by canonical name
// (price.Canonical). Sources: the vendor's model pages and migration guides of
// 2026-10; docs/models.md has the table with its reasons.
var profiles = []Profile{
	{Model: "claude-fable-5-1", Thinking: ThinkingAlways, Structured: true, Batch: true, MaxOutput: 128_000, Context: 1_000_000, CacheMin: 512, Headroom: thinkingRoom},
	{Model: "claude-mythos-5-1", Thinking: ThinkingAlways, Structured: true, Batch: true, MaxOutput: 128_000, Context: 1_000_000, CacheMin: 512, Headroom: thinkingRoom},
	{Model: "claude-fable-5", Thinking: ThinkingAlways, Structured: true, Batch: true, MaxOutput: 128_000, Context: 1_000_000, CacheMin: 512, Headroom: thinkingRoom},
	{Model: "claude-mythos-5", Thinking: ThinkingAlways, Structured: true, Batch: true, MaxOutput: 128_000, Context: 1_000_000, CacheMin: 512, Headroom: thinkingRoom},
	{Model: "claude-opus-5-5", Thinking: ThinkingAlways, Structured: true, Batch: true, MaxOutput: 128_000, Context: 1_000_000, CacheMin: 512, Headroom: thinkingRoom},
	{Model: "claude-opus-5", Thinking: ThinkingOff, Structured: true, Batch: true, MaxOutput: 128_000, Context: 1_000_000, CacheMin: 512},
	{Model: "claude-opus-4-8", Structured: true, Batch: true, MaxOutput: 128_000, Context: 1_000_000, CacheMin: 1024},
	{Model: "claude-opus-4-7", Structured: true, Batch: true, MaxOutput: 128_000, Context: 1_000_000, CacheMin: 2048},
	{Model: "claude-opus-4-6", Temperature: true, Structured: true, Batch: true, MaxOutput: 128_000, Context: 1_000_000, CacheMin: 4096},
	{Model: "claude-opus-4-5", Temperature: true, Structured: true, Batch: true, MaxOutput: 64_000, Context: 200_000, CacheMin: 4096},
	{Model: "claude-opus-4-1", Temperature: true, Batch: true, MaxOutput: 32_000, Context: 200_000, CacheMin: 1024},
	{Model: "claude-opus-4", Temperature: true, Batch: true, MaxOutput: 32_000, Context: 200_000, CacheMin: 1024},
	{Model: "claude-sonnet-5-5", Thinking: ThinkingLeast, Structured: true, Batch: true, MaxOutput: 128_000, Context: 1_000_000, CacheMin: 512},
	{Model: "claude-sonnet-5", Thinking: ThinkingOff, Structured: true, Batch: true, MaxOutput: 128_000, Context: 1_000_000, CacheMin: 1024},
	{Model: "claude-sonnet-4-6", Temperature: true, Structured: true, Batch: true, MaxOutput: 128_000, Context: 1_000_000, CacheMin: 1024},
	{Model: "claude-sonnet-4-5", Temperature: true, Structured: true, Batch: true, MaxOutput: 64_000, Context: 200_000, CacheMin: 1024},
	{Model: "claude-sonnet-4", Temperature: true, Batch: true, MaxOutput: 64_000, Context: 200_000, CacheMin: 1024},
	{Model: "claude-haiku-5-5", Thinking: ThinkingOff, Structured: true, Batch: true, MaxOutput: 128_000, Context: 1_000_000, CacheMin: 512},
	{Model: "claude-haiku-4-5", Temperature: true, Structured: true, Batch: true, MaxOutput: 64_000, Context: 200_000, CacheMin: 4096},
}

// ProfileOf returns what is known of a model. An unknown one gets what harms
// least: a Claude model no temperature (newer ones refuse it), a request for
// structured output that falls back by itself, and room to think; a reasoning
// model of OpenAI no temperature; any other temperature 0, and a context that
// common local servers have.
func ProfileOf(model string) Profile {
	name := price.Canonical(model)
	for _, p := range profiles {
		if p.Model == name {
			p.Completion = "max_tokens"
			return p
		}
	}
	switch {
	case strings.HasPrefix(name, "claude-"):
		return Profile{Thinking: ThinkingAlways, Structured: true, MaxOutput: 32_000, Context: 200_000, Headroom: thinkingRoom, Completion: "max_tokens"}
	case reasoning(name):
		return Profile{Thinking: ThinkingAlways, Structured: true, MaxOutput: 32_000, Context: 128_000, Headroom: thinkingRoom, Completion: "max_completion_tokens"}
	}
	return Profile{Temperature: true, Structured: true, MaxOutput: 8192, Context: 32_768, Completion: "max_tokens"}
}

// reasoning tells OpenAI's models that think before they answer: the o series,
// and gpt from 5 on.
func reasoning(name string) bool {
	if len(name) >= 2 && name[0] == 'o' && name[1] >= '1' && name[1] <= '9' {
		return len(name) == 2 || name[2] == '-'
	}
	rest, ok := strings.CutPrefix(name, "gpt-")
	if !ok || rest == "" || rest[0] < '5' || rest[0] > '9' {
		return false
	}
	return !strings.Contains(rest, "chat") && !strings.Contains(rest, "oss")
}

// promptOverhead is what servers add around the text of a request: roles, the
// framing of the messages, the instruction that comes with a schema.
const promptOverhead = 1000

// Ceiling is the most that a request can cost in tokens: no tokenizer in use
// makes more tokens than its text has bytes, and the answer is bounded. It is
// three to four times what English and code need; a budget that must not be
// passed is reserved by it.
func Ceiling(r Request) fact.Tokens {
	n := int64(promptOverhead + len(r.System.String()) + 2*len(r.Schema))
	cached := r.CacheSystem
	for _, b := range r.Blocks {
		n += int64(len(b.Text.String()))
		cached = cached || b.Cache
	}
	t := fact.Tokens{Output: int64(ProfileOf(r.Model).Output(r.MaxTokens))}
	if cached { // writing to the cache is the dearest way to read a prompt
		t.CacheWrite5m = n
	} else {
		t.Input = n
	}
	return t
}
