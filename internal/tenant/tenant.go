// Package tenant says who may do what on a server: tenants, their people, and the keys
// by which these are known.
//
// Nouns: a Tenant is a company's, or a machine's, own part of a server; its Policy says
// what it takes and how long that is kept; a Person is known in it, in Groups; an OptOut
// leaves somebody or something alone; a Key opens some of one tenant to whoever shows
// it; a Role says how much of it; a Limiter holds a key to its Limits. Promises: a key is
// shown once, and kept as a hash; a mistyped one is told without a look at what is kept.
// Refusals: it keeps nothing and asks nobody.
package tenant

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"regexp"
	"slices"
	"strings"
	"time"
)

// Local is the tenant of the machine that a server runs on.
const Local = "local"

// Tenant is one.
type Tenant struct {
	Name    string
	Created time.Time
	Policy
}

// Account is all that is asked of a tenant while it is served.
type Account struct {
	Tenant
	OptOuts []OptOut
}

// names are what tenants may be called: they stand in file names and in every row.
const names = `^[a-z0-9][a-z0-9-]{0,47}$`

// CheckName reports what is wrong with a tenant's name.
func CheckName(name string) error {
	if ok, err := regexp.MatchString(names, name); err != nil || !ok {
		return errors.New("a tenant's name has small letters, figures and dashes, 48 at most")
	}
	return nil
}

// Scope is something that a key may do.
type Scope string

// The scopes.
const (
	Ingest Scope = "ingest" // send content
	Read   Scope = "read"   // ask, and say what a session is called and whether its verdict is right
	Admin  Scope = "admin"  // keys and policy
)

// Scopes are all there are.
func Scopes() []Scope { return []Scope{Ingest, Read, Admin} }

// Role is how much of a tenant is seen.
type Role string

// The roles.
const (
	Member Role = "member" // one's own sessions
	Lead   Role = "lead"   // figures of five people and more, no session but their own
	Owner  Role = "admin"  // all
)

// Roles are all there are.
func Roles() []Role { return []Role{Member, Lead, Owner} }

// Key is what is kept of a key.
type Key struct {
	ID      string // its visible part
	Hash    string // of the whole, SHA-256
	Tenant  string
	Person  string // whose it is; empty: nobody's, and who sends says whose content it is
	Role    Role   // empty, of one that is to be made: the person's, and of nobody's admin
	Scopes  []Scope
	Name    string // what it is for
	Created time.Time
	Expires time.Time // zero: never
	Revoked time.Time // zero: it is not
	Limits
}

// Limits bound what comes with one key in a minute; 0: nothing does.
type Limits struct {
	Requests int64
	Bytes    int64
}

// May reports whether a key may do something now.
func (k *Key) May(s Scope, now time.Time) bool { return k.Valid(now) && slices.Contains(k.Scopes, s) }

// Valid reports whether a key opens anything now.
func (k *Key) Valid(now time.Time) bool {
	return k.Revoked.IsZero() && (k.Expires.IsZero() || now.Before(k.Expires))
}

// ErrRole says that a key was to have another role than its person.
var ErrRole = errors.New("all keys of a person have the person's role: change that, or leave the key's out")

// Trusted is how long a process may go by a key that it has looked up: one that is revoked
// opens nothing within a second. Ended is how long after that what came by it is kept, or
// never will be.
const (
	Trusted = 500 * time.Millisecond
	Ended   = 2 * Trusted
)

// Check reports what is wrong with a key that is to be made.
func (k *Key) Check(now time.Time) error {
	switch {
	case k.Person != "" && CheckLabel(k.Person) != nil:
		return CheckLabel(k.Person)
	case k.Name != "" && CheckLabel(k.Name) != nil:
		return CheckLabel(k.Name)
	case len(k.Scopes) == 0 || slices.ContainsFunc(k.Scopes, func(s Scope) bool { return !slices.Contains(Scopes(), s) }):
		return errors.New("a key may do some of ingest, read, admin")
	case k.Role != "" && !slices.Contains(Roles(), k.Role):
		return errors.New("there are the roles member, lead, admin")
	case k.Role == Member && k.Person == "":
		return errors.New("a member's key is somebody's: say whose")
	case !k.Expires.IsZero() && !k.Expires.After(now):
		return errors.New("the key would have ended before it was made")
	case k.Requests < 0 || k.Bytes < 0:
		return errors.New("a limit is 0, for none, or more")
	}
	return nil
}

// The form of a key: prism_ID_SECRET_CHECK, of 256 random bits.
const (
	opening    = "prism_"
	idBytes    = 5
	secretSize = 32
	checkSize  = 6
)

// NewSecret makes a key's text of random bytes, with its visible part and its hash.
func NewSecret(random io.Reader) (text, id, hash string, err error) {
	raw := make([]byte, idBytes+secretSize)
	if _, err := io.ReadFull(random, raw); err != nil {
		return "", "", "", fmt.Errorf("make a key: %w", err)
	}
	id = hex.EncodeToString(raw[:idBytes])
	text = opening + id + "_" + strings.ReplaceAll(base64.RawURLEncoding.EncodeToString(raw[idBytes:]), "_", ".")
	text += "_" + check(text)
	return text, id, hashOf(text), nil
}

// ErrForm says that a text is no key.
var ErrForm = errors.New("this is no key of Prism's; a letter may be wrong")

// Parse takes a key's text apart: a mistyped one is told by its last part.
func Parse(text string) (id, hash string, err error) {
	parts := strings.Split(text, "_")
	if len(parts) != 4 || parts[0]+"_" != opening || len(parts[1]) != 2*idBytes || len(text) > 200 || parts[3] != check(strings.TrimSuffix(text, "_"+parts[3])) {
		return "", "", ErrForm
	}
	return parts[1], hashOf(text), nil
}

func check(text string) string {
	return fmt.Sprintf("%08x", crc32.ChecksumIEEE([]byte(text)))[:checkSize]
}

func hashOf(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:])
}

// Vouched is what stands before a person's name where an identity provider vouches for
// them, in the place of a key's visible part.
const Vouched = "oidc:"

// Entry is one line of the audit log: what somebody with power did.
type Entry struct {
	At     time.Time
	Who    string // the id of a key, or Vouched with a name, or the person at the server's own command line
	Did    string
	Tenant string
	Person string // whom it is about; empty: nobody
	What   string // no secret, nothing of content, and nobody's name
}
