package redact

import "testing"

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
