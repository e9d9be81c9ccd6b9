package keeper_test

import (
	"context"
	"errors"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"prism/internal/library"
	"prism/internal/server/keeper"
	"prism/internal/server/servertest"
	"prism/internal/store"
	"prism/internal/trap"
)

var quiet = servertest.Quiet()

func TestKeeper(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var mu sync.Mutex // over what the keeper's goroutine shares with this one
		var fail error
		updates := 0
		var takes time.Duration // by an update
		list := []store.Session{servertest.Counted("a", "ada", true)}
		k := keeper.New(func(context.Context, func(int64, int64)) (*library.Library, error) {
			mu.Lock()
			took := takes
			mu.Unlock()
			time.Sleep(took)
			mu.Lock()
			defer mu.Unlock()
			updates++
			return servertest.Shelf(t, list...), fail
		}, time.Now, quiet)
		ctx, cancel := context.WithCancel(t.Context())
		done := make(chan struct{})
		go func() { k.Run(ctx, time.Hour); close(done) }()
		synctest.Wait()
		if updates != 1 || k.Library() == nil || !k.State().Settled {
			t.Fatalf("%d updates, %+v", updates, k.State())
		}
		first, _ := k.Since(0)
		// What is new is told, once.
		mu.Lock()
		list = append(list, servertest.Counted("b", "bob", false))
		takes = time.Second // so that all of the burst comes during one update
		mu.Unlock()
		for range 5 {
			k.Touch()
		}
		time.Sleep(10 * time.Second)
		synctest.Wait()
		mu.Lock()
		takes = 0
		mu.Unlock()
		if updates > 3 || !k.State().Settled {
			t.Errorf("%d updates for a burst", updates)
		}
		news, _ := k.Since(first[len(first)-1].Number)
		if len(news) == 0 || news[0].Session != "b" || !strings.HasPrefix(news[0].Kind, "session.") {
			t.Errorf("told %+v", news)
		}
		if again, _ := k.Since(news[len(news)-1].Number); len(again) > 0 {
			t.Errorf("told again %+v", again)
		}
		if lost, _ := k.Since(99); len(lost) != 1 || lost[0].Kind != "lost" {
			t.Errorf("of another process: %+v", lost)
		}
		// An update that fails is tried again, and what there was is answered meanwhile.
		mu.Lock()
		fail = errors.New("disk")
		mu.Unlock()
		k.Touch()
		synctest.Wait()
		if k.State().Settled || !k.State().Failed || k.Library() == nil {
			t.Errorf("after a failure: %+v", k.State())
		}
		mu.Lock()
		fail = nil
		mu.Unlock()
		time.Sleep(10 * time.Second)
		synctest.Wait()
		if !k.State().Settled {
			t.Errorf("not tried again: %+v", k.State())
		}
		cancel()
		<-done
	})
}

// Who waits for an update, which another one has to end before, is told that this gets on.
func TestAdvance(t *testing.T) {
	lib := servertest.Shelf(t)
	begun, hold := make(chan struct{}, 2), make(chan struct{})
	k := keeper.New(func(context.Context, func(int64, int64)) (*library.Library, error) {
		begun <- struct{}{}
		<-hold
		return lib, nil
	}, time.Now, quiet)
	done := make(chan error, 2)
	go func() { done <- k.Do(t.Context(), nil) }()
	<-begun
	told := make(chan struct{}, 1)
	go func() {
		done <- k.Do(t.Context(), func() {
			select {
			case told <- struct{}{}:
			default:
			}
		})
	}()
	for heard := false; !heard; {
		k.Advance()
		select {
		case <-told:
			heard = true
		case <-time.After(time.Millisecond):
		}
	}
	close(hold)
	for range 2 {
		if err := <-done; err != nil {
			t.Error(err)
		}
	}
	for len(told) > 0 {
		<-told
	}
	if k.Advance(); len(told) > 0 {
		t.Error("somebody is told who waits no more")
	}
}

// A panic in an update is a failure of that update: what there was is answered, and the next
// one is made.
func TestAPanicIsAFailure(t *testing.T) {
	panics := false
	k := keeper.New(func(context.Context, func(int64, int64)) (*library.Library, error) {
		if panics {
			panic("of words")
		}
		return servertest.Shelf(t, servertest.Counted("a", "ada", true)), nil
	}, time.Now, quiet)
	for range 2 {
		panics = false
		if err := k.Do(t.Context(), nil); err != nil || k.State().Failed {
			t.Fatalf("%v, %+v", err, k.State())
		}
		panics = true
		var p *trap.Panic
		if err := k.Do(t.Context(), nil); !errors.As(err, &p) || !k.State().Failed || k.Library() == nil {
			t.Fatalf("%v, %+v", err, k.State())
		}
	}
}
