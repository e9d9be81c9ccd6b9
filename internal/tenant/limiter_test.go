package tenant_test

import (
	"fmt"
	"testing"
	"time"

	"prism/internal/tenant"
)

func TestLimiterCountsRequests(t *testing.T) {
	var l tenant.Limiter
	now := time.Unix(1_700_000_000, 0)
	most := tenant.Limits{Requests: 60}
	for i := range 60 {
		if wait := l.Admit("a", most, now); wait > 0 {
			t.Fatalf("request %d waits %v", i, wait)
		}
	}
	if wait := l.Admit("a", most, now); wait != time.Second {
		t.Errorf("one too many waits %v", wait)
	}
	if l.Admit("b", most, now) > 0 || l.Admit("a", tenant.Limits{}, now) > 0 {
		t.Error("another key waits, or one without a limit")
	}
	if wait := l.Admit("a", most, now.Add(500*time.Millisecond)); wait != 500*time.Millisecond {
		t.Errorf("half a second later it waits %v", wait)
	}
	taken := 0
	for s := range 600 { // ten a second ask
		if l.Admit("a", most, now.Add(time.Second+time.Duration(s)*100*time.Millisecond)) == 0 {
			taken++
		}
	}
	if taken != 60 {
		t.Errorf("%d are taken in a minute", taken)
	}
}

func TestLimiterCountsBytes(t *testing.T) {
	var l tenant.Limiter
	now := time.Unix(1_700_000_000, 0)
	most := tenant.Limits{Bytes: 1000}
	if l.Admit("a", most, now) > 0 {
		t.Fatal("the first waits")
	}
	l.Charge("a", most, 3000, now) // came, and is paid for afterwards
	if wait := l.Admit("a", most, now); wait < 2*time.Minute || wait > 2*time.Minute+time.Second {
		t.Errorf("waits %v", wait)
	}
	if wait := l.Admit("a", most, now.Add(2*time.Minute+time.Second)); wait > 0 {
		t.Errorf("still waits %v", wait)
	}
}

func TestLimiterIsBounded(t *testing.T) {
	var l tenant.Limiter
	now := time.Unix(1_700_000_000, 0)
	for i := range 50_000 {
		l.Admit(fmt.Sprint(i), tenant.Limits{Requests: 1}, now)
	}
	if n := tenant.Remembered(&l); n > 10_000 {
		t.Errorf("%d keys", n)
	}
}
