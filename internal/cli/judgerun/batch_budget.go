package judgerun

import (
	"cmp"
	"slices"
	"time"

	"prism/internal/fact"
	"prism/internal/model"
	"prism/internal/model/batch"
)

// batchBudget holds what a run hands in under the person's cap. A question is booked at
// the most that it can cost until its answer tells what it did cost, as for
// requests that are sent one by one.
type batchBudget struct {
	limit  float64 // USD; 0: no cap
	price  func(model string, at time.Time, t fact.Tokens) (usd float64, ok bool)
	booked map[string]float64 // by question
}

// spare is what is not booked.
func (w *batchBudget) spare() float64 {
	left := w.limit
	for _, usd := range w.booked {
		left -= usd
	}
	return left
}

// fits books as many of the items as the cap has room for and returns them, those
// first that come last for a session.
func (w *batchBudget) fits(items []batch.Item, at time.Time) []batch.Item {
	slices.SortFunc(items, func(a, b batch.Item) int { return cmp.Compare(a.ID, b.ID) })
	if w.limit <= 0 {
		return items
	}
	left := w.spare()
	var out []batch.Item
	for _, it := range items {
		most, ok := w.price(it.Request.Model, at, model.Ceiling(it.Request))
		if most /= 2; !ok || most > left { // a batch takes half
			continue
		}
		left -= most
		w.booked[it.ID] = most
		out = append(out, it)
	}
	return out
}

// charged replaces what was booked for a question by what it cost; nil: nobody
// knows, so the most stays.
func (w *batchBudget) charged(id string, usd *float64) {
	if _, ours := w.booked[id]; ours && usd != nil {
		w.booked[id] = *usd
	}
}
