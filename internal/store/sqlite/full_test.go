package sqlite

import (
	"bytes"
	"encoding/hex"
	"errors"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"testing"
	"time"

	"prism/internal/content"
	"prism/internal/store"
)

// TestFullWhileContentComes lets a file come to the size that it may have while content comes in: what
// does not fit is refused by the class that says so, all that was acknowledged is there
// and read, and where there is room again the same store goes on.
func TestFullWhileContentComes(t *testing.T) {
	path := filepath.Join(t.TempDir(), "prism.db")
	s, err := OpenDurable(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	limit := func(pages int) {
		t.Helper()
		// The connection that writes is one, so it holds for all that follows.
		if _, err := s.write.ExecContext(t.Context(), fmt.Sprintf(`PRAGMA max_page_count = %d`, pages)); err != nil {
			t.Fatal(err)
		}
	}
	var pages int
	if err := s.write.QueryRowContext(t.Context(), `PRAGMA page_count`).Scan(&pages); err != nil {
		t.Fatal(err)
	}
	limit(pages + 40)
	random := rand.New(rand.NewPCG(7, 7)) // what cannot be packed
	acknowledged := map[string]int64{}
	piece := func(i int) error {
		noise := make([]byte, 8<<10)
		for k := range noise {
			noise[k] = byte(random.Uint32())
		}
		line := fmt.Appendf(nil, "{\"x\":%q}\n", hex.EncodeToString(noise))
		a := content.Append{Person: "p", Path: fmt.Sprintf("projects/x/%d.jsonl", i%3), Generation: 1, Data: line, Modified: time.Unix(1, 0)}
		a.From = acknowledged[a.Path]
		a.To = a.From + int64(len(line))
		got, err := s.Ingest(t.Context(), []content.Append{a}, time.Unix(int64(i), 0))
		if err == nil {
			acknowledged[a.Path] = got[0].Have
		}
		return err
	}
	n, refused := 0, 0
	for ; n < 200 && refused < 5; n++ {
		switch err := piece(n); {
		case err == nil:
		case errors.Is(err, store.ErrFull) && store.Passing(err):
			refused++
			limitSaid(t, err)
		default:
			t.Fatal("not known for what it is: ", err)
		}
	}
	if refused < 5 || len(acknowledged) < 3 {
		t.Fatalf("%d refused of %d, %d files", refused, n, len(acknowledged))
	}
	holds := func() {
		t.Helper()
		for path, have := range acknowledged {
			got, err := s.Have(t.Context(), "p", []string{path})
			if err != nil || got[0].Have != have {
				t.Errorf("%s: %v, %d acknowledged (%v)", path, got, have, err)
			}
		}
	}
	holds()
	limit(1 << 20)
	for i := range 20 {
		if err := piece(n + i); err != nil {
			t.Fatal("there is room again: ", err)
		}
	}
	holds()
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if s, err = OpenDurable(t.Context(), path); err != nil {
		t.Fatal(err)
	}
	holds()
	var sound string
	if err := s.read.QueryRowContext(t.Context(), `PRAGMA integrity_check`).Scan(&sound); err != nil || sound != "ok" {
		t.Error(sound, err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
}

// limitSaid holds that an error says what to do, and its reason nothing of the place.
func limitSaid(t *testing.T, err error) {
	t.Helper()
	var e *store.Error
	if !errors.As(err, &e) || !bytes.Contains([]byte(e.Error()), []byte("free some space")) || e.Reason() != "keep content in store: no space left for the store" {
		t.Errorf("%v; reason %q", err, e.Reason())
	}
}
