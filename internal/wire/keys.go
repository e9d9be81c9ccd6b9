package wire

import (
	"time"

	"prism/internal/tenant"
)

// Key is a key of a server as it is told: without what opens.
type Key struct {
	ID        string   `json:"id" doc:"the visible part"`
	Tenant    string   `json:"tenant"`
	Person    string   `json:"person" doc:"whose it is; empty: nobody's"`
	Role      string   `json:"role"`
	Scopes    []string `json:"scopes"`
	Name      string   `json:"name" doc:"what it is for"`
	CreatedAt *string  `json:"created_at"`
	ExpiresAt *string  `json:"expires_at"`
	RevokedAt *string  `json:"revoked_at"`
	Valid     bool     `json:"valid" doc:"it opens something now"`
	Requests  int64    `json:"requests" doc:"at most so many a minute; 0: any number"`
	Bytes     int64    `json:"bytes" doc:"at most so many a minute; 0: any number"`
}

// MadeKey is a key with its text, which is told this once.
type MadeKey struct {
	Text string `json:"key" doc:"what opens"`
	Key
}

// FromKey is the wire form of a key.
func FromKey(k *tenant.Key, now time.Time) Key {
	out := Key{k.ID, k.Tenant, k.Person, string(k.Role), make([]string, len(k.Scopes)), k.Name, Instant(k.Created), Instant(k.Expires), Instant(k.Revoked), k.Valid(now), k.Requests, k.Bytes}
	for i, s := range k.Scopes {
		out.Scopes[i] = string(s)
	}
	return out
}

// Entry is a line of the audit log.
type Entry struct {
	At     *string `json:"at"`
	Who    string  `json:"who" doc:"id of a key, or the person at the server's command line"`
	Did    string  `json:"did"`
	Tenant string  `json:"tenant"`
	Person string  `json:"person" doc:"whom it is about; empty: nobody"`
	What   string  `json:"what"`
}

// FromEntry is the wire form of a line of the audit log.
func FromEntry(e *tenant.Entry) Entry {
	return Entry{Instant(e.At), e.Who, e.Did, e.Tenant, e.Person, e.What}
}
