package learn

import "sort"

// AUC is the probability that a row that is true scores above one that is
// false, ties counting half. It is NaN-free: 0.5 where one side is empty.
func AUC(score []float64, truth []bool) float64 {
	order := make([]int, len(score))
	for i := range order {
		order[i] = i
	}
	sort.SliceStable(order, func(a, b int) bool { return score[order[a]] < score[order[b]] })
	pos, neg, sum := 0.0, 0.0, 0.0
	for i := 0; i < len(order); {
		j := i
		for j < len(order) && score[order[j]] == score[order[i]] {
			j++
		}
		rank := float64(i+j+1) / 2 // mean rank from 1 of the tied run
		for ; i < j; i++ {
			if truth[order[i]] {
				pos++
				sum += rank
			} else {
				neg++
			}
		}
	}
	if pos == 0 || neg == 0 {
		return 0.5
	}
	return (sum - pos*(pos+1)/2) / (pos * neg)
}
