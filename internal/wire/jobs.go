package wire

import (
	"time"

	"prism/internal/queue"
)

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

// FromJobs is the wire form of a list of jobs.
func FromJobs(list []queue.Job, now time.Time) Jobs {
	out := Jobs{Schema: JobsSchema, Jobs: make([]Job, len(list))}
	var d queue.Depth
	for i := range list {
		j := &list[i]
		d.Count(j, now)
		out.Jobs[i] = Job{
			Tenant: j.Tenant, ID: j.ID, Kind: string(j.Kind), Key: j.Key, State: j.State.String(),
			Attempt: j.Attempt, Due: j.Due.UTC(), Made: j.Made.UTC(), Reason: j.Reason,
		}
	}
	out.Waiting, out.Running, out.Dead = d.Waiting, d.Running, d.Dead
	return out
}
