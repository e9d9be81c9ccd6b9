package server_test

import (
	"context"
	"fmt"
	"iter"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"prism/internal/conversation"
	"prism/internal/library"
	"prism/internal/server/keeper"
	"prism/internal/server/servertest"
	"prism/internal/store"
	"prism/internal/tenant"
	"prism/internal/yield"
)

// dated is a store in memory whose days have digests, as those of a store on disk, and
// that counts the days whose figures were read.
type dated struct {
	library.Engine
	read *atomic.Int64
}

// Days implements library.Engine.
func (d dated) Days(ctx context.Context, scope store.Scope, f store.Filter, known func(int64, uint64) bool) iter.Seq2[store.Day, error] {
	return func(next func(store.Day, error) bool) {
		for day, err := range d.Engine.Days(ctx, scope, f, known) {
			day.Digest = uint64(day.Number)
			if day.Known = known(day.Number, day.Digest); day.Known {
				day.Figures = nil
			} else {
				d.read.Add(1)
			}
			if !next(day, err) {
				return
			}
		}
	}
}

// The first request of each page of figures finds what days came to, once that was worked
// out beforehand. Where a page asks for another breakdown, web.Kinds does not say so.
func TestWarmPages(t *testing.T) {
	var list []store.Session
	for day := 1; day <= 20; day++ {
		s := servertest.Counted(fmt.Sprintf("5e5510e0000000%02d", day), "adaperson", day%2 == 0)
		s.Ended = s.Ended.AddDate(0, 0, -day)
		s.Started = s.Ended.Add(-time.Minute)
		list = append(list, s)
	}
	lib := servertest.Shelf(t, list...)
	read := new(atomic.Int64)
	lib.Store = dated{lib.Store, read}
	tn := of(t)
	tn.Keeper = keeper.New(func(context.Context, func(int64, int64)) (*library.Library, error) { return lib, nil }, func() time.Time { return noon.Add(time.Hour) }, quiet)
	words := false
	tn.Practised = func([]conversation.Turn) [7]int { words = true; return [7]int{} }
	warm := make(chan struct{})
	go func() { // it waits for the first update
		defer close(warm)
		tn.Warm(t.Context(), new(yield.Way))
	}()
	if err := tn.Keeper.Do(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	<-warm
	if read.Load() < 20 || !words {
		t.Fatalf("only %d days were read, words: %v", read.Load(), words)
	}
	w := newWorld(t)
	w.tenants["acmetenant"] = tn
	key := w.key(t, "acmetenant", "adaperson", tenant.Owner, tenant.Read)
	for _, path := range []string{"/", "/?unit=day", "/speed", "/tokens", "/prompts", "/trivia"} {
		before := read.Load()
		status, text := w.told(call{"GET", path, key, "", ""})
		if status != http.StatusOK || !strings.Contains(text, "<main") {
			t.Errorf("%s: %d %.200s", path, status, text)
		}
		cold := path == "/?unit=day" // a trend that was asked for is another breakdown
		if n := read.Load() - before; (n > 0) != cold {
			t.Errorf("%s read %d days", path, n)
		}
	}
}

// A panic over what is worked out beforehand does not end the server.
func TestWarmPanics(t *testing.T) {
	lib := servertest.Shelf(t, servertest.Counted("5e5510e000000001", "adaperson", true))
	tn := of(t)
	tn.Keeper = keeper.New(func(context.Context, func(int64, int64)) (*library.Library, error) { return lib, nil }, func() time.Time { return noon.Add(time.Hour) }, quiet)
	if err := tn.Keeper.Do(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	asked := false
	tn.Practised = func([]conversation.Turn) [7]int { asked = true; panic("of words") }
	tn.Warm(t.Context(), new(yield.Way))
	if !asked {
		t.Error("nothing panicked")
	}
}
