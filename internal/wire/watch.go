package wire

// WatchSchema names the version of Watched.
const WatchSchema = "prism.watch/1"

// Watched is what `prism watch --json` prints whenever something changed, on one line:
// the sessions that go on, in the order in which they began, and those that ended within
// half an hour, the latest first.
type Watched struct {
	Schema   string           `json:"schema"`
	At       *string          `json:"at"`
	Today    WatchedDay       `json:"today"`
	Sessions []WatchedSession `json:"sessions"`
}

// WatchedDay is the score of the sessions that ended today.
type WatchedDay struct {
	Score   *float64 `json:"score"`
	Crushed int      `json:"crushed"`
	Counted int      `json:"counted"`
	CostUSD *float64 `json:"cost_usd"`
}

// WatchedSession is a session with how it stands in words, what would make it crush, and
// its last turns.
type WatchedSession struct {
	Session
	Stands string `json:"stands"`
	Advice string `json:"advice"`
	Last   []Turn `json:"last_turns"`
}
