package web

import (
	"encoding/json"
	"net/http"

	"prism/internal/store"
)

// found is one session that the command palette offers.
type found struct {
	Title string `json:"title"`
	To    string `json:"to"`
	Hint  string `json:"hint"`
}

// paletteRows is how many sessions the command palette offers.
const paletteRows = 8

// findPart answers the command palette: the latest sessions with some words in their
// titles or summaries, as JSON.
func findPart(r *request) (answer, error) {
	list, err := r.lib.First(r.Context(), store.Filter{Now: r.lib.Now(), IncludeOpen: true, IncludeAutomated: true}, r.query.words(), store.Order{}, paletteRows)
	if err != nil {
		return answer{}, err
	}
	out := []found{}
	for _, s := range list {
		x := rowOf(r, s)
		hint := x.Standing.Word + " · " + x.Day
		if x.Repo != "" {
			hint = x.Repo + " · " + hint
		}
		out = append(out, found{x.Title, "/sessions/" + s.ID, hint})
	}
	return answer{body: func(w http.ResponseWriter) error {
		w.Header().Set("Content-Type", "application/json")
		w.Header().Set("Cache-Control", "no-store")
		return json.NewEncoder(w).Encode(out)
	}}, nil
}
