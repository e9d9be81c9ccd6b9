package tenant

import (
	"errors"
	"strconv"
	"strings"
	"time"
)

// How long a key opens yet after another took its place: Overlap where nobody says
// otherwise, LongestOverlap at most.
const (
	Overlap        = 7 * 24 * time.Hour
	LongestOverlap = 90 * 24 * time.Hour
)

var errOverlap = errors.New("write it as 2h, 36h, 90m or 7d, from 0 (it ends now) to 90d")

// ParseOverlap reads how long a key opens yet: Go's durations, to the second, and whole
// days of 24 hours ("7d"); "" is Overlap.
func ParseOverlap(text string) (time.Duration, error) {
	if text == "" {
		return Overlap, nil
	}
	var d time.Duration
	if days, ok := strings.CutSuffix(text, "d"); ok {
		n, err := strconv.ParseUint(days, 10, 16)
		if err != nil {
			return 0, errOverlap
		}
		d = time.Duration(n) * 24 * time.Hour
	} else {
		var err error
		if d, err = time.ParseDuration(text); err != nil {
			return 0, errOverlap
		}
	}
	if d < 0 || d > LongestOverlap || d%time.Second != 0 {
		return 0, errOverlap
	}
	return d, nil
}
