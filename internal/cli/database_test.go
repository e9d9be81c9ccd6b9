package cli

import (
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"prism/internal/pgtest"
)

// The store may be a database: every command answers as it does without a store, what
// a person typed is found again, and the password is told nowhere.
func TestDatabaseStore(t *testing.T) {
	t.Parallel()
	const secret = "s3cr3t-of-the-database"
	h := newHome(t)
	does := func(args ...string) string {
		t.Helper()
		code, out, said := h.does(t, args...)
		if code != 0 {
			t.Fatalf("prism %s: %d\n%s", strings.Join(args, " "), code, said)
		}
		if strings.Contains(out+said, secret) {
			t.Errorf("prism %s tells the password:\n%s%s", strings.Join(args, " "), out, said)
		}
		return out
	}
	score, sessions := does("score", "--json", "--no-store"), does("sessions", "--json", "--no-store")

	address, err := url.Parse(pgtest.Database(t))
	if err != nil {
		t.Fatal(err)
	}
	if address.User.String() == "postgres" { // one of ours lets everybody in
		address.User = url.UserPassword("postgres", secret)
	}
	h.env = append(h.env, "PRISM_DB="+address.String())
	for range 2 {
		if got := does("score", "--json"); got != score {
			t.Errorf("another score:\n%s\nwithout a store:\n%s", got, score)
		}
		if got := does("sessions", "--json"); got != sessions {
			t.Errorf("other sessions:\n%s", got)
		}
	}
	id, _, _ := strings.Cut(strings.Split(does("sessions", "--csv"), "\n")[1], ",")
	does("title", id, "hollyhock is mine")
	does("label", id, "--complete=true")
	if out := does("show", id[:10]); !strings.Contains(out, "hollyhock is mine") {
		t.Errorf("the title is not shown:\n%s", out)
	}
	does("config")
	does("config", "--json")
	if out := does("doctor"); !strings.Contains(out, strings.TrimPrefix(address.Path, "/")+"?") && !strings.Contains(out, address.Path) {
		t.Errorf("the doctor does not name the database:\n%s", out)
	}
	does("doctor", "--json")
	if out := does("config", "get", "db"); !strings.HasPrefix(out, "postgres://") {
		t.Errorf("the setting: %s", out)
	}
	does("forget", "--yes", id)
	if out := does("forget", "--yes", "--all"); !strings.Contains(out, "Forgotten") {
		t.Errorf("nothing forgotten:\n%s", out)
	}
	if _, err := os.Stat(filepath.Join(h.kept, "prism.db")); !os.IsNotExist(err) {
		t.Errorf("there is a file: %v", err)
	}
	h.env = append(h.env, "PRISM_DB=postgres://prism:"+secret+"@127.0.0.1:1/prism")
	if code, out, said := h.does(t, "score", "--json"); code != 1 || out != "" || strings.Contains(said, secret) || !strings.Contains(said, "cannot be reached") {
		t.Errorf("of a database that cannot be had: %d\n%s%s", code, out, said)
	}
}
