package output

import "strings"

// formVerdict reads lines by which single runners tell how a run went, where they count in a
// way of their own or not at all.
func formVerdict(line string) lineSign {
	switch line[0] {
	case 'A':
		if begins(line, "All tests successful", "All ok, ") && !begins(line, "All ok, 0 ") { // prove, tinytest
			return strongPass
		}
	case 'F':
		switch {
		case begins(line, "FAIL: ") && len(line) > 6 && (line[6] < '0' || line[6] > '9'): // automake, testament, unittest
			return strongFail
		case begins(line, "Failed files:"): // hurl
			if n, ok := countAfter(line[len("Failed files"):]); ok && n > 0 {
				return countFail
			}
		case begins(line, "Finished ") && strings.HasSuffix(line, " successful."): // odin
			return strongPass
		}
	case 'P':
		if begins(line, "PASS: ") && len(line) > 6 && (line[6] < '0' || line[6] > '9') {
			return itemPass
		}
	case 'R':
		switch {
		case line == "Result: PASS": // prove
			return strongPass
		case begins(line, "Result: FAIL"):
			return strongFail
		case begins(line, "Ran ") && strings.Contains(line, " results as expected"): // ert
			if _, rest, _ := strings.Cut(line, " as expected"); strings.Contains(rest, "unexpected") && !strings.HasPrefix(rest, ", 0 unexpected") {
				return countFail
			}
			return strongPass
		}
	case 'T':
		switch {
		case begins(line, "Test Summary:") && strings.Contains(line, "|"): // julia: the heads of columns that count anything
			heads := strings.Fields(line)
			switch {
			case hasField(heads, "Fail"), hasField(heads, "Error"):
				return strongFail
			case hasField(heads, "Pass"):
				return strongPass
			}
		case begins(line, "Test suite ") && strings.HasSuffix(line, ": FAIL"): // cabal
			return strongFail
		}
	case '[':
		switch {
		case begins(line, "[OK] "): // nim
			return itemPass
		case begins(line, "[FAILED] "):
			return strongFail
		}
	case '0', '1', '2', '3', '4', '5', '6', '7', '8', '9':
		return shareVerdict(line)
	}
	return noSign
}

func hasField(fields []string, want string) bool {
	for _, f := range fields {
		if f == want {
			return true
		}
	}
	return false
}

// shareVerdict reads a count of some among all: "0 of 1 test suites (…) passed.", "1/12
// modules FAILED unittests".
func shareVerdict(line string) lineSign {
	at := 0
	for at < len(line) && line[at] >= '0' && line[at] <= '9' {
		at++
	}
	n, ok := number(line[:at])
	if !ok {
		return noSign
	}
	rest, of := strings.CutPrefix(line[at:], " of ")
	if !of {
		if rest, of = strings.CutPrefix(line[at:], "/"); !of {
			return noSign
		}
	}
	at = 0
	for at < len(rest) && rest[at] >= '0' && rest[at] <= '9' {
		at++
	}
	all, ok := number(rest[:at])
	said := strings.TrimRight(rest[at:], ". ")
	switch {
	case !ok || all == 0:
	case strings.HasSuffix(said, " passed") && n < all && ofKind(strings.TrimSuffix(said, " passed")):
		return countFail
	case strings.Contains(said, " FAILED") && n > 0:
		return countFail
	}
	return noSign
}

// ofKind reports whether what stands between a count and "passed" says what was counted, and
// names nothing: " test suites (0 of 1 test cases)", and not " cart_test".
func ofKind(told string) bool {
	told, _, _ = strings.Cut(told, "(")
	for word := range strings.FieldsSeq(told) {
		switch strings.TrimSuffix(word, "s") {
		case "test", "suite", "case", "spec", "check", "assertion", "example", "module", "scenario", "file", "step", "unittest":
		default:
			return false
		}
	}
	return true
}
