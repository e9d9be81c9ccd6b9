package fact

// Tokens counts tokens by kind. All counts are ≥ 0.
type Tokens struct {
	Input        int64 // uncached input
	Output       int64 // thinking included
	CacheWrite5m int64
	CacheWrite1h int64
	CacheRead    int64
}

// CacheWrite is all tokens written to a cache.
func (t Tokens) CacheWrite() int64 { return t.CacheWrite5m + t.CacheWrite1h }

// Total is the sum of all kinds.
func (t Tokens) Total() int64 { return t.Input + t.Output + t.CacheWrite() + t.CacheRead }

// Prompt is what the request carried in: input and both caches (the prompt
// length that price tiers depend on).
func (t Tokens) Prompt() int64 { return t.Input + t.CacheWrite() + t.CacheRead }

// Plus returns the sum of t and u.
func (t Tokens) Plus(u Tokens) Tokens {
	return Tokens{t.Input + u.Input, t.Output + u.Output, t.CacheWrite5m + u.CacheWrite5m, t.CacheWrite1h + u.CacheWrite1h, t.CacheRead + u.CacheRead}
}

// ModelUsage is what one model spent in a session. Nested is the part of it that is
// known only from progress lines of old clients: it was billed like the rest.
type ModelUsage struct {
	Model      string
	Requests   int
	Tokens     Tokens
	Cost       *float64 // USD; nil when the price is unknown
	Nested     Tokens   // of Tokens
	NestedCost *float64 // of Cost
	// Began counts the requests of which only the beginning of the answer was counted: more
	// output was written, and paid for, than Tokens and Cost say.
	Began int
}

// Unpriced reports whether the model took tokens at a price that is not known.
func (u *ModelUsage) Unpriced() bool { return u.Cost == nil && u.Tokens.Total() > 0 }
