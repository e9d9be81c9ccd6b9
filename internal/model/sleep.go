package model

import (
	"context"
	"time"
)

// Sleep waits for d, or until ctx ends, whose error it then returns. Whoever
// waits takes a function of this form, so that tests do not.
func Sleep(ctx context.Context, d time.Duration) error {
	if err := ctx.Err(); err != nil || d <= 0 {
		return err
	}
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
