package uplink_test

import (
	"context"
	"errors"
	"net/http/httptest"
	"testing"
	"time"

	"prism/internal/uplink"
)

// Patience is about what a Client was told to wait, however long its sleep takes: it asks a
// server that is gone a few times, each after a longer wait, and no wait ends beyond it.
func TestPatienceCountsWaits(t *testing.T) {
	gone := httptest.NewServer(nil)
	gone.Close()
	c, err := uplink.NewClient(gone.URL, "prism_key", false)
	if err != nil {
		t.Fatal(err)
	}
	c.Patience, c.Pause = 100*time.Hour, time.Hour
	var waits []time.Duration
	var all time.Duration
	c.Sleep = func(_ context.Context, d time.Duration) error { waits, all = append(waits, d), all+d; return nil }
	if err := c.Reach(t.Context()); !errors.Is(err, uplink.ErrAway) || len(waits) != 0 {
		t.Errorf("whether it is there is asked for seconds: %v, %v", err, waits)
	}
	c.Pause = 10 * time.Millisecond
	if err := c.Reach(t.Context()); !errors.Is(err, uplink.ErrAway) {
		t.Errorf("%v", err)
	}
	if len(waits) < 6 || all > 5*time.Second || waits[4] < 8*waits[0]/2 {
		t.Errorf("%d waits, %s in all: %v", len(waits), all, waits)
	}
	for _, end := range []error{context.Canceled, errors.New("no sleep")} {
		ctx, cancel := context.WithCancelCause(t.Context())
		c.Sleep = func(context.Context, time.Duration) error {
			if errors.Is(end, context.Canceled) {
				cancel(end)
			}
			return end
		}
		if err := c.Reach(ctx); !errors.Is(err, end) {
			t.Errorf("%v in place of %v", err, end)
		}
		cancel(nil)
	}
}
