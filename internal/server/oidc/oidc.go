// Package oidc lets people sign in whom an identity provider vouches for (OpenID
// Connect: the code flow with PKCE).
//
// Nouns: a Provider is one identity provider as it is set up; a Ticket is what a browser
// keeps between going there and coming back; a Person is who came back. Promises: who
// comes back without the ticket of the way there, late, or with a token for somebody
// else gets nothing; neither a token nor a secret is kept or told. Refusals: it knows no
// tenant's people and makes no sessions: package server does.
package oidc

import (
	"context"
	"crypto/aes"
	"crypto/cipher"
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"
	"time"

	gooidc "github.com/coreos/go-oidc/v3/oidc"
	"golang.org/x/oauth2"

	"prism/internal/tenant"
)

// Back is the path to which a provider sends people back.
const Back = "/signin/oidc/back"

// Config is how a provider is set up: the file of `prism serve --oidc FILE`.
type Config struct {
	Name   string `json:"name"`   // as people are shown it
	Issuer string `json:"issuer"` // its address
	Client string `json:"client"` // by which it knows this server
	Secret string `json:"secret"` // by which this server shows who it is; empty: by PKCE alone
	URL    string `json:"url"`    // under which people reach this server
	Tenant string `json:"tenant"` // whose people these are

	// PersonClaim says who it is by the tenant's own names; empty: email, which must be
	// verified.
	PersonClaim string `json:"person_claim"`
	// RoleClaim holds what Roles maps to roles; empty: groups.
	RoleClaim string `json:"role_claim"`
	// Roles maps values of RoleClaim; of several the one that sees most counts. Empty:
	// roles are those that the tenant gave its people.
	Roles  map[string]tenant.Role `json:"roles"`
	Scopes []string               `json:"scopes"` // to ask for beside openid; empty: email, profile
}

// Parse reads a Config as it stands in a file.
func Parse(text []byte) (c Config, err error) {
	d := json.NewDecoder(strings.NewReader(string(text)))
	d.DisallowUnknownFields()
	if err := d.Decode(&c); err != nil {
		return c, fmt.Errorf("it does not read: %w", err)
	}
	c.PersonClaim, c.RoleClaim = or(c.PersonClaim, "email"), or(c.RoleClaim, "groups")
	c.Name, c.Tenant = or(c.Name, "your organisation"), or(c.Tenant, tenant.Local)
	if len(c.Scopes) == 0 {
		c.Scopes = []string{"email", "profile"}
	}
	return c, c.check()
}

func or(text, other string) string {
	if text == "" {
		return other
	}
	return text
}

func (c *Config) check() error {
	for name, text := range map[string]string{"issuer": c.Issuer, "url": c.URL} {
		at, err := url.Parse(text)
		if err != nil || at.Host == "" || at.RawQuery != "" || at.Fragment != "" || at.Scheme != "https" && !loopback(at) {
			return fmt.Errorf("%s is no https address", name)
		}
	}
	if c.Client == "" {
		return errors.New("client is missing")
	}
	for value, role := range c.Roles {
		if !slices.Contains(tenant.Roles(), role) {
			return fmt.Errorf("roles: %q is mapped to none of member, lead, admin", value)
		}
	}
	return tenant.CheckName(c.Tenant)
}

func loopback(at *url.URL) bool {
	name := at.Hostname()
	return at.Scheme == "http" && (name == "localhost" || name == "127.0.0.1" || name == "::1")
}

// patience bounds one request to a provider.
const patience = 10 * time.Second

// Provider is one that was set up. It is safe for concurrent use.
type Provider struct {
	Config
	now    func() time.Time
	client *http.Client
	seal   cipher.AEAD

	mu    sync.Mutex
	found *gooidc.Provider // once it was asked how it is spoken to
}

// New sets a provider up; it is not asked anything before somebody comes.
func New(c Config, now func() time.Time) (*Provider, error) {
	// Tickets hold over processes that share a secret, and else over this one.
	key := sha256.Sum256([]byte("prism ticket\x00" + or(c.Secret, rand.Text())))
	block, err := aes.NewCipher(key[:])
	if err != nil {
		return nil, fmt.Errorf("tickets: %w", err)
	}
	seal, err := cipher.NewGCMWithRandomNonce(block)
	if err != nil {
		return nil, fmt.Errorf("tickets: %w", err)
	}
	return &Provider{Config: c, now: now, client: &http.Client{Timeout: patience}, seal: seal}, nil
}

// asked is the provider with what it says of itself.
func (p *Provider) asked(ctx context.Context) (*gooidc.Provider, *oauth2.Config, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.found == nil {
		// Its keys are fetched again later, when this request is over.
		found, err := gooidc.NewProvider(p.through(context.WithoutCancel(ctx)), p.Issuer)
		if on := (*url.Error)(nil); errors.As(err, &on) {
			return nil, nil, fmt.Errorf("ask the provider: %w", on)
		}
		if err != nil {
			// What it answered stands in the error, whatever and however long that is.
			return nil, nil, errors.New("ask the provider: what it answers is no description of itself, or one of another issuer")
		}
		p.found = found
	}
	return p.found, &oauth2.Config{ClientID: p.Client, ClientSecret: p.Secret, Endpoint: p.found.Endpoint(),
		RedirectURL: strings.TrimSuffix(p.URL, "/") + Back, Scopes: append([]string{gooidc.ScopeOpenID}, p.Scopes...)}, nil
}

func (p *Provider) through(ctx context.Context) context.Context {
	return gooidc.ClientContext(ctx, p.client)
}

// Ticket is what a browser keeps between going to a provider and coming back, sealed.
type Ticket string

// Away is how long somebody may be at a provider.
const Away = 10 * time.Minute

// attempt is what a Ticket holds.
type attempt struct {
	State, Nonce, Verifier string
	Until                  time.Time
}

// Begin says where a browser goes to sign in, and what it keeps meanwhile.
func (p *Provider) Begin(ctx context.Context) (to string, ticket Ticket, err error) {
	_, conf, err := p.asked(ctx)
	if err != nil {
		return "", "", err
	}
	a := attempt{rand.Text(), rand.Text(), oauth2.GenerateVerifier(), p.now().Add(Away)}
	raw, err := json.Marshal(a)
	if err != nil {
		return "", "", fmt.Errorf("make a ticket: %w", err)
	}
	sealed := base64.RawURLEncoding.EncodeToString(p.seal.Seal(nil, nil, raw, nil)) //nolint:gosec // it draws its nonce itself
	return conf.AuthCodeURL(a.State, gooidc.Nonce(a.Nonce), oauth2.S256ChallengeOption(a.Verifier)), Ticket(sealed), nil
}

// open reads a ticket, which must be one of ours and not too old.
func (p *Provider) open(t Ticket) (a attempt, err error) {
	sealed, err := base64.RawURLEncoding.DecodeString(string(t))
	if err != nil {
		return a, errTicket
	}
	raw, err := p.seal.Open(nil, nil, sealed, nil)
	if err != nil || json.Unmarshal(raw, &a) != nil || !p.now().Before(a.Until) {
		return a, errTicket
	}
	return a, nil
}

// errTicket says that nobody went there for this browser, or too long ago.
var errTicket = errors.New("there is no ticket of this sign-in")

// Person is who came back.
type Person struct {
	Name string
	// Role is what the provider's claims say; empty: nothing, the tenant does.
	Role tenant.Role
}

// End tells who came back with a code, and with a state that must be the ticket's. The
// error tells nothing that the provider said.
func (p *Provider) End(ctx context.Context, t Ticket, state, code string) (Person, error) {
	a, err := p.open(t)
	if err != nil {
		return Person{}, err
	}
	if subtle.ConstantTimeCompare([]byte(a.State), []byte(state)) != 1 || code == "" {
		return Person{}, errTicket
	}
	found, conf, err := p.asked(ctx)
	if err != nil {
		return Person{}, err
	}
	token, err := conf.Exchange(p.through(ctx), code, oauth2.VerifierOption(a.Verifier))
	if err != nil {
		return Person{}, errors.New("the provider does not take the code")
	}
	raw, _ := token.Extra("id_token").(string)
	id, err := found.VerifierContext(p.through(ctx), &gooidc.Config{ClientID: p.Client, Now: p.now}).Verify(p.through(ctx), raw)
	if err != nil {
		return Person{}, errors.New("the provider's token does not hold")
	}
	if subtle.ConstantTimeCompare([]byte(a.Nonce), []byte(id.Nonce)) != 1 {
		return Person{}, errors.New("the provider's token is of another sign-in")
	}
	claims := map[string]any{}
	if err := id.Claims(&claims); err != nil {
		return Person{}, errors.New("the provider's claims do not read")
	}
	return p.person(claims)
}

// person is who some claims are about.
func (p *Provider) person(claims map[string]any) (Person, error) {
	name, _ := claims[p.PersonClaim].(string)
	if verified, _ := claims["email_verified"].(bool); name == "" || p.PersonClaim == "email" && !verified {
		return Person{}, fmt.Errorf("the provider does not say who it is: the claim %s is missing, or not verified", p.PersonClaim)
	}
	out := Person{Name: name}
	if len(p.Roles) == 0 {
		return out, nil
	}
	out.Role = tenant.Member
	for _, value := range values(claims[p.RoleClaim]) {
		if role, ok := p.Roles[value]; ok && slices.Index(tenant.Roles(), role) > slices.Index(tenant.Roles(), out.Role) {
			out.Role = role
		}
	}
	return out, nil
}

// values are those of a claim that is a text or a list of them.
func values(claim any) (out []string) {
	switch c := claim.(type) {
	case string:
		return []string{c}
	case []any:
		for _, x := range c {
			if text, ok := x.(string); ok {
				out = append(out, text)
			}
		}
	}
	return out
}
