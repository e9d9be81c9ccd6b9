package eval

import "sort"

// Folds gives each row a fold so that rows of one group are never parted: the
// largest groups first, each to the fold with the fewest rows so far; of equal
// ones by name. The same rows give the same folds.
func Folds(groups []string, k int) []int {
	count := map[string]int{}
	for _, g := range groups {
		count[g]++
	}
	names := make([]string, 0, len(count))
	for g := range count {
		names = append(names, g)
	}
	sort.Slice(names, func(a, b int) bool {
		if count[names[a]] != count[names[b]] {
			return count[names[a]] > count[names[b]]
		}
		return names[a] < names[b]
	})
	load := make([]int, k)
	at := map[string]int{}
	for _, g := range names {
		best := 0
		for f := range load {
			if load[f] < load[best] {
				best = f
			}
		}
		at[g] = best
		load[best] += count[g]
	}
	out := make([]int, len(groups))
	for i, g := range groups {
		out[i] = at[g]
	}
	return out
}
