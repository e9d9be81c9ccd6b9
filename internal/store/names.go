package store

import "prism/internal/fact"

// IntentNames are what a Filter's Intents may ask for, as people write them.
func IntentNames() []string { return append(named(fact.Intents), string(fact.IntentNone)) }

// StateNames are what a Filter's State may ask for.
func StateNames() []string {
	return named([]fact.State{fact.Closed, fact.Provisional, fact.Open})
}

// ExclusionNames are what a Filter's Excluded may ask for.
func ExclusionNames() []string {
	return append([]string{string(AnyExclusion)}, named(fact.Exclusions)...)
}

// ShortfallNames are what a Filter's Below may ask for.
func ShortfallNames() []string { return named(fact.Shortfalls) }

// OrderNames are what an Order's By may ask for.
func OrderNames() []string { return named(OrderKeys()) }

func named[T ~string](list []T) []string {
	names := make([]string, len(list))
	for i, x := range list {
		names[i] = string(x)
	}
	return names
}
