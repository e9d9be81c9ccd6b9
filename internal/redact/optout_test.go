package redact

import (
	"strings"
	"testing"
)

func TestOptOutPatterns(t *testing.T) {
	o, err := NewOptOut([]string{"acme*"}, []string{"Alice@Mail.test", "bob"}, []string{"secret-*", "work/client", "/srv/private", "~/notes/**", `C:\Code\Hidden`})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name string
		s    Subject
		want string
	}{
		{"nothing known", Subject{}, ""},
		{"tenant", Subject{Tenant: "ACME-eu"}, "tenant acme*"},
		{"other tenant", Subject{Tenant: "notacme"}, ""},
		{"person in another case", Subject{Person: "alice@mail.test"}, "person Alice@Mail.test"},
		{"person by part of the name", Subject{Person: "bobby"}, ""},
		{"last element", Subject{Repository: "/home/x/secret-plans"}, "repository secret-*"},
		{"name alone", Subject{Repository: "secret-plans"}, "repository secret-*"},
		{"element in the middle", Subject{Repository: "/home/secret-x/open"}, ""},
		{"end of the path", Subject{Repository: "/a/Work/Client"}, "repository work/client"},
		{"below the end of the path", Subject{Repository: "/a/work/client/sub"}, ""},
		{"absolute", Subject{Repository: "/srv/private"}, "repository /srv/private"},
		{"below absolute", Subject{Repository: "/srv/private/a/b"}, "repository /srv/private"},
		{"beside absolute", Subject{Repository: "/srv/private2"}, ""},
		{"home", Subject{Repository: "/home/x/notes/a"}, "repository ~/notes/**"},
		{"not in a home", Subject{Repository: "/notes/a"}, ""},
		{"windows", Subject{Repository: `c:\code\hidden\x`}, `repository C:\Code\Hidden`},
	} {
		because, out := o.Match(c.s)
		if because != c.want || out != (c.want != "") {
			t.Errorf("%s: %q %v, want %q", c.name, because, out, c.want)
		}
	}
	if !(OptOut{}).IsZero() || o.IsZero() {
		t.Error("IsZero is wrong")
	}
	if _, err := NewOptOut(nil, nil, []string{"a[b"}); err == nil {
		t.Error("a broken pattern is taken")
	}
}

func TestIgnoreFile(t *testing.T) {
	const root = "/home/x/repo"
	for _, c := range []struct {
		name, file string
		repo, dir  string
		want       bool
	}{
		{"empty file", "", root, "", true},
		{"comments alone", "# nothing\n\n", root, "any/where", true},
		{"another repository", "", "/home/x/other", "", false},
		{"a folder whose name begins alike", "", "/home/x/repo2", "", false},
		{"star", "*", root, "", true},
		{"slash", "/", root, "a", true},
		{"a folder", "infra/\n", root, "infra", true},
		{"below a folder", "infra/\n", root, "infra/prod", true},
		{"the root beside a folder", "infra/\n", root, "", false},
		{"a name at any depth", "private", root, "a/b/private/c", true},
		{"anchored", "/private", root, "a/private", false},
		{"anchored in the middle", "a/private", root, "a/private/x", true},
		{"two stars", "**/keys", root, "a/b/keys", true},
		{"two stars in the middle", "a/**/z", root, "a/b/c/z", true},
		{"taken back", "apps/*\n!apps/open", root, "apps/open/src", false},
		{"not taken back", "apps/*\n!apps/open", root, "apps/closed", true},
		{"case", "Infra", root, "INFRA", true},
		{"absolute folder", "infra", root, root + "/infra", true},
		{"outside", "infra", root, "/tmp/infra", false},
		{"carriage returns", "infra\r\n", root, "infra", true},
		{"an escaped mark", `\#x`, root, "#x", true},
	} {
		o, err := OptOut{}.WithIgnoreFile(root, c.file)
		if err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		if _, got := o.Match(Subject{Repository: c.repo, Dir: c.dir}); got != c.want {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
	if _, err := (OptOut{}).WithIgnoreFile(root, "ok\na[b\n"); err == nil {
		t.Error("a broken line is taken")
	}
}

// What a pattern of the configuration means.
func TestOptOutForms(t *testing.T) {
	for _, c := range []struct {
		pattern, repository string
		want                bool
	}{
		{"app", "/src/app", true},
		{"app/", "/src/app", true},
		{"app", "/src/app/", true},
		{"app", "/src/app/web", false},
		{"a?p", "/src/app", true},
		{"a?p", "/src/aapp", false},
		{"[ab]pp", "/src/app", true},
		{"src/*", "/x/src/app", true},
		{"src/*", "/x/src/app/web", false},
		{"src/**", "/x/src/app/web", true},
		{"**", "/x", true},
		{"/src/*/web", "/src/app/web/deep", true},
		{"/src/*/web", "/x/src/app/web", false},
		{"/src/app", "/src", false},
		{"c:/work", "C:/Work/App", true},
		{"c:/work", "/c:/work", false},
		{"~/work", "/home/anna/work", true},
		{"~/work", "/Users/anna/work/app", true},
		{"~/work", "C:/Users/anna/work", true},
		{"~/work", "/home/anna/open/workshop", false},
		{"~/work", "/work/app", false},
		{"app", "", false},
		{" app ", "/src/app", true},
		{"  ", "/src/app", false},
	} {
		o, err := NewOptOut(nil, nil, []string{c.pattern})
		if err != nil {
			t.Fatal(err)
		}
		if _, out := o.Match(Subject{Repository: c.repository}); out != c.want {
			t.Errorf("%q and %q: %v, want %v", c.pattern, c.repository, out, c.want)
		}
	}
	for _, lists := range [][3][]string{{{"a["}, nil, nil}, {nil, {"a["}, nil}, {nil, nil, {"x/a["}}} {
		if _, err := NewOptOut(lists[0], lists[1], lists[2]); err == nil || !strings.Contains(err.Error(), "a[") {
			t.Errorf("%q: %v", lists, err)
		}
	}
	o, err := NewOptOut([]string{"acme"}, []string{"bob*"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range []Subject{{Tenant: "Acme"}, {Person: "BOB"}, {Person: "bobby"}, {Tenant: "x", Person: "bob"}} {
		if _, out := o.Match(s); !out {
			t.Errorf("%+v is let in", s)
		}
	}
	for _, s := range []Subject{{Tenant: "acmes"}, {Person: "ann"}, {Tenant: "bob", Person: "acme"}, {}} {
		if because, out := o.Match(s); out {
			t.Errorf("%+v is out: %s", s, because)
		}
	}
}

// The last line that matches decides; what lies below an ignored folder is ignored.
func TestIgnoreLines(t *testing.T) {
	for _, c := range []struct {
		name, file, dir string
		want            bool
	}{
		{"a byte order mark", "\uFEFFsecret", "secret", true},
		{"blanks at the end", "secret  \t", "secret", true},
		{"a comment behind", "secret # x", "secret", false},
		{"one character", "s?cret", "secret", true},
		{"a set", "[rs]ecret", "a/secret", true},
		{"star within an element", "sec*", "secret/a", true},
		{"star is not two elements", "/a/*/c", "a/b/b/c", false},
		{"star is one", "/a/*/c", "a/b/c", true},
		{"two stars are none too", "a/**/c", "a/c", true},
		{"below two stars", "a/**", "a/b/c", true},
		{"two stars alone, taken back", "**\n!open", "open/x", false},
		{"the root is not taken back by a folder", "**\n!open", "", true},
		{"taken back, then not", "*\n!open\nopen/x", "open/x/y", true},
		{"all that has a name, not the root", "*x*", "", false},
		{"the root by a star", "*", "", true},
		{"an anchored name below", "/a", "b/a", false},
		{"an anchored name", "/a", "a/b", true},
		{"from the root by two stars", "**/a", "a", true},
		{"dots of a path", "a", "./b/../a", true},
		{"above the root", "*", "../other", false},
		{"a drive", "*", "c:/other", false},
	} {
		o, err := OptOut{}.WithIgnoreFile("/repo/", c.file)
		if err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		because, got := o.Match(Subject{Repository: "/repo", Dir: c.dir})
		if got != c.want || got != (because == IgnoreFile) {
			t.Errorf("%s: %v %q, want %v", c.name, got, because, c.want)
		}
	}
	_, err := OptOut{}.WithIgnoreFile("/repo", "ok\n\na[b\n")
	if err == nil || !strings.Contains(err.Error(), "line 3") {
		t.Errorf("a broken line is not told: %v", err)
	}
	o, err := OptOut{}.WithIgnoreFile("/repo", "a")
	if err != nil || o.IsZero() {
		t.Errorf("an ignore file alone opts nobody out: %v", err)
	}
	if _, out := o.Match(Subject{Dir: "/repo/a"}); !out {
		t.Error("a folder without a repository is let in")
	}
}

func TestOptOutIsAValue(t *testing.T) {
	a, _ := OptOut{}.WithIgnoreFile("/a", "")
	b, _ := a.WithIgnoreFile("/b", "")
	c, _ := a.WithIgnoreFile("/c", "")
	if _, out := b.Match(Subject{Repository: "/c"}); out {
		t.Error("adding to one changes the other")
	}
	if _, out := c.Match(Subject{Repository: "/c"}); !out {
		t.Error("what was added is lost")
	}
}
