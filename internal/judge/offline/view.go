package offline

import (
	"prism/internal/judge/offline/signal"
	"prism/internal/observe"
)

// view is what features, criteria and sentences look at.
type view struct{ *signal.View }

func newView(a *observe.Session, intent []float64) *view { return &view{signal.New(a, intent)} }
