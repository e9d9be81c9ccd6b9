package tenant

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"prism/internal/redact"
)

// Person is somebody whom a tenant knows.
type Person struct {
	Name    string
	Role    Role // of all their keys, too
	Groups  []string
	Created time.Time
}

// Group is people of a tenant whose figures are looked at together.
type Group struct {
	Name   string
	People []string
}

// MaxName bounds the name of a person, a group or a key, in bytes.
const MaxName = 100

// CheckLabel reports what is wrong with the name of a person, a group or a key: a
// person's stands in the paths of what is theirs.
func CheckLabel(name string) error {
	if name == "" || !shown(name) || strings.ContainsAny(name, `/\`) {
		return fmt.Errorf("a name is one line of 1 to %d bytes, without slashes", MaxName)
	}
	return nil
}

// shown reports whether a text is one short line of letters that are seen.
func shown(text string) bool {
	hidden := func(r rune) bool { return !unicode.IsGraphic(r) || unicode.Is(unicode.Cf, r) }
	return len(text) <= MaxName && strings.TrimSpace(text) == text && utf8.ValidString(text) && !strings.ContainsFunc(text, hidden)
}

// Subject is what an OptOut is about.
type Subject string

// The subjects.
const (
	OfTenant     Subject = "tenant"
	OfPerson     Subject = "person"
	OfRepository Subject = "repository"
)

// Subjects are all there are.
func Subjects() []Subject { return []Subject{OfTenant, OfPerson, OfRepository} }

// OptOut is what nobody looks at: nothing of it is taken, read or judged.
type OptOut struct {
	Of Subject
	// Pattern is of names, as the setting opt_out has them; of a tenant it is empty.
	Pattern string
	Since   time.Time
}

// Check reports what is wrong with an opt-out.
func (o *OptOut) Check() error {
	switch {
	case !slices.Contains(Subjects(), o.Of):
		return errors.New("an opt-out is of a tenant, a person or a repository")
	case (o.Of == OfTenant) != (o.Pattern == ""):
		return errors.New("an opt-out of a person or a repository names it, one of a tenant does not")
	case len(o.Pattern) > 4*MaxName || strings.ContainsFunc(o.Pattern, unicode.IsControl) || !utf8.ValidString(o.Pattern):
		return errors.New("this is no pattern of names")
	}
	_, err := Gate([]OptOut{*o})
	return err
}

// everybody is a pattern that matches whatever somebody is called.
const everybody = "**"

// Gate tells whom and what opt-outs leave alone; a tenant's is of all its people.
func Gate(list []OptOut) (redact.OptOut, error) {
	var persons, repositories []string
	for _, o := range list {
		switch o.Of {
		case OfTenant:
			persons = append(persons, everybody)
		case OfPerson:
			persons = append(persons, o.Pattern)
		case OfRepository:
			repositories = append(repositories, o.Pattern)
		}
	}
	return redact.NewOptOut(nil, persons, repositories)
}

// Rotated is a key that takes the place of another: it opens the same, and has a text of
// its own. Where the other one was to end, it does, too.
func (k *Key) Rotated(id, hash string, now time.Time) Key {
	next := *k
	next.ID, next.Hash, next.Created, next.Revoked = id, hash, now, time.Time{}
	return next
}
