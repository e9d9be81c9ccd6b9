package claude

import "time"

// parseTime reads an ISO time, or milliseconds since 1970. Years before 2000 and
// after 2199 cannot be.
func parseTime(raw []byte, clock bool) (time.Time, bool) {
	var at time.Time
	if clock {
		ms, ok := count(raw)
		if !ok {
			return time.Time{}, false
		}
		at = time.UnixMilli(ms).UTC()
	} else if fast, ok := isoTime(raw); ok {
		at = fast
	} else {
		parsed, err := time.Parse(time.RFC3339Nano, string(raw))
		if err != nil {
			return time.Time{}, false
		}
		at = parsed.UTC()
	}
	if y := at.Year(); y < 2000 || y > 2199 {
		return time.Time{}, false
	}
	return at, true
}

// isoTime reads the client's own form, 2006-01-02T15:04:05.000Z.
func isoTime(b []byte) (time.Time, bool) {
	if len(b) != 24 || b[4] != '-' || b[7] != '-' || b[10] != 'T' || b[13] != ':' || b[16] != ':' || b[19] != '.' || b[23] != 'Z' {
		return time.Time{}, false
	}
	digits := func(from, to int) int {
		n := 0
		for _, ch := range b[from:to] {
			if ch < '0' || ch > '9' {
				return -1
			}
			n = n*10 + int(ch-'0')
		}
		return n
	}
	y, mo, day := digits(0, 4), digits(5, 7), digits(8, 10)
	h, mi, s, ms := digits(11, 13), digits(14, 16), digits(17, 19), digits(20, 23)
	if y < 0 || mo < 1 || mo > 12 || day < 1 || day > 31 || h < 0 || h > 23 || mi < 0 || mi > 59 || s < 0 || s > 59 || ms < 0 {
		return time.Time{}, false
	}
	at := time.Date(y, time.Month(mo), day, h, mi, s, ms*1e6, time.UTC)
	if at.Day() != day {
		return time.Time{}, false
	}
	return at, true
}
