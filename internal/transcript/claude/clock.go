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
	if day > 28 {
		at := time.Date(y, time.Month(mo), day, h, mi, s, ms*1e6, time.UTC)
		return at, at.Day() == day
	}
	return time.Unix(int64(days(y, mo, day)*86400+h*3600+mi*60+s), int64(ms)*1e6).UTC(), true
}

// days is how many days lie between 1970 and a day of the Gregorian calendar: each line
// has a time, and most have the first 28 days of a month, which each month has.
func days(y, mo, day int) int {
	if mo <= 2 { // years that begin in March end on the day that some have and some have not
		y, mo = y-1, mo+12
	}
	return 365*y + y/4 - y/100 + y/400 + (153*(mo-3)+2)/5 + day - 1 - 719468
}
