package wire

import "time"

// JobsSchema names the form of Jobs.
const JobsSchema = "prism.jobs/1"

// Jobs is what waits to be done, for `prism jobs --json` and the API.
type Jobs struct {
	Schema  string `json:"schema"`
	Waiting int    `json:"waiting"`
	Running int    `json:"running"`
	Dead    int    `json:"dead"`
	Jobs    []Job  `json:"jobs"`
}

// Job is one of them.
type Job struct {
	Tenant  string    `json:"tenant"`
	ID      int64     `json:"id"`
	Kind    string    `json:"kind"`
	Key     string    `json:"key"`
	State   string    `json:"state"`
	Attempt int       `json:"attempt"`
	Due     time.Time `json:"due"`
	Made    time.Time `json:"made"`
	Reason  string    `json:"reason"` // why it failed last; quotes nothing
}
