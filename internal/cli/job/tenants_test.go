package job

import (
	"io"
	"path/filepath"
	"testing"

	"prism/internal/content"
	"prism/internal/tenant"
)

// A tenant is dropped and made again beside a server that runs: what the server takes from
// then on is in the new one's file, and nothing of the old one is there.
func TestTenantMadeAgain(t *testing.T) {
	dir := t.TempDir()
	p := NewProgram([]string{"HOME=" + dir}, nil, io.Discard, io.Discard)
	open := func() *Stores {
		s, err := p.OpenStores(t.Context(), filepath.Join(dir, "prism.db"), dir)
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	server, admin := open(), open()
	defer server.Close()
	again := func() {
		if err := admin.Control.AddTenant(t.Context(), tenant.Tenant{Name: "acme", Created: p.Now()}); err != nil {
			t.Fatal(err)
		}
	}
	take := func(path string) {
		db, err := server.Of(t.Context(), "acme")
		if err != nil {
			t.Fatal(err)
		}
		got, err := db.Ingest(t.Context(), []content.Append{{Person: "ada", Path: path, To: 3, Data: []byte("{}\n")}}, p.Now())
		if err != nil || got[0].Status != content.Taken {
			t.Fatalf("%+v, %v", got, err)
		}
	}
	again()
	take("old.jsonl")
	if err := admin.Drop(t.Context(), "acme"); err != nil {
		t.Fatal(err)
	}
	again()
	take("new.jsonl")
	if err := admin.Close(); err != nil {
		t.Fatal(err)
	}
	later := open()
	defer later.Close()
	db, err := later.Of(t.Context(), "acme")
	if err != nil {
		t.Fatal(err)
	}
	var paths []string
	for f, err := range db.Files(t.Context()) {
		if err != nil {
			t.Fatal(err)
		}
		paths = append(paths, f.Path)
	}
	if len(paths) != 1 || paths[0] != "new.jsonl" {
		t.Errorf("kept: %v", paths)
	}
}
