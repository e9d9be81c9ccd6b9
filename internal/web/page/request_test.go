package page

import (
	"testing"

	"prism/internal/fact"
)

// Namesakes that stand beside each other are told apart; alone, a repository has its name.
func TestRepositoriesBesideEachOther(t *testing.T) {
	in := func(key string) *fact.Session {
		return &fact.Session{Repo: fact.Repo{Key: key, Name: "web"}}
	}
	shop, blog := in("/home/ada/shop/web"), in("/home/ada/blog/web")
	r := new(Request)
	if got := r.RepoOf(shop); got != "web" {
		t.Errorf("alone it is %q", got)
	}
	r.Beside([]*fact.Session{shop, blog})
	if a, b := r.RepoOf(shop), r.RepoOf(blog); a != "shop/web" || b != "blog/web" {
		t.Errorf("%q beside %q", a, b)
	}
	if got := r.RepoOf(new(fact.Session)); got != "" {
		t.Errorf("none is %q", got)
	}
}
