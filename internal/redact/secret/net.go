package secret

import (
	"net/netip"
	"strings"
)

// ipv4 hides an address, but not a version, a mask or the own machine. It is
// called for each digit, dot, digit.
func (s *scan) ipv4(r *rule, from, to int) {
	text := s.text
	start := runBack(text, from+1, 4, digit)
	if start == from+1 || from+1-start > 3 || (isAt(text, start-1, dot|word|dash) || inWord(text, start)) && !(isAt(text, start-1, dash) && !isAt(text, start-2, alnum)) {
		return
	}
	end := start
	var octets [4]int
	for i := range octets {
		if i > 0 {
			if !isAt(text, end, dot) {
				return
			}
			end++
		}
		next := run(text, end, 4, digit)
		if next == end || next-end > 3 || next-end > 1 && text[end] == '0' {
			return
		}
		for _, c := range []byte(text[end:next]) {
			octets[i] = octets[i]*10 + int(c-'0')
		}
		if octets[i] > 255 {
			return
		}
		end = next
	}
	if isAt(text, end, word) || wordAt(text, end) || isAt(text, end, dot|dash|plus) && isAt(text, end+1, alnum) {
		// An address with a name behind it: 10.0.0.5.nip.io, 10-20.
		if !isAt(text, end, dash) || !isAt(text, end+1, digit) {
			return
		}
	}
	switch {
	case octets[0] == 127, octets[0] == 0, octets[0] == 255, octets == [4]int{1, 0, 0, 0}:
		return
	case octets[1] == 0 && octets[2] == 0 && octets[3] == 0 && !isAt(text, end, slash):
		return
	}
	before := strings.ToLower(text[max(0, start-24):start])
	if versioned(before) {
		return
	}
	// The names of things in X.509 and SNMP: 2.5.29.19, 1.3.6.1.
	if octets[0] < 3 && octets[1] < 40 && !addressed(before, text[end:min(len(text), end+8)]) {
		return
	}
	if octets[0] < 20 && octets[1] < 20 && octets[2] < 20 && octets[3] < 20 && octets[0] != 10 && !addressed(before, text[end:min(len(text), end+8)]) {
		return
	}
	// Four numbers among other numbers are the path of a drawing.
	if isAt(before, len(before)-1, blank|comma) && isAt(before, len(strings.TrimRight(before, " ,\t"))-1, digit) && isAt(text, run(text, end, 3, blank|comma|dash), digit|dot) {
		return
	}
	s.add(r, start, end)
}

// versioned reports whether what stands before four numbers makes them a
// version.
func versioned(before string) bool {
	const marks = " \t\"'`:=("
	trimmed := strings.TrimRight(before, marks)
	for _, word := range []string{"ver", "ver.", "rev"} {
		// By themselves: "server" and "over" end alike.
		if lead, ok := strings.CutSuffix(trimmed, word); ok && !isAt(lead, len(lead)-1, alpha) {
			return true
		}
	}
	trimmed = strings.TrimRight(trimmed, marks+"v")
	if anyOf(strings.HasSuffix, trimmed, versions()) {
		return true
	}

	if before == "v" || anyOf(strings.HasSuffix, before, versionMarks()) || strings.Contains(before, "bump ") || strings.Contains(before, "upgrade") {
		return true
	}
	// chrome/120.0.0.0, but not http://10.0.0.5 or /10.0.0.5.
	return len(before) > 1 && before[len(before)-1] == '/' && is(before[len(before)-2], alnum)
}

// addressed reports whether what stands round four small numbers makes them an
// address after all.
func addressed(before, behind string) bool {
	if strings.HasSuffix(before, "//") || strings.HasSuffix(before, "@") || strings.HasPrefix(behind, "/") {
		return true
	}
	if len(behind) > 2 && behind[0] == ':' && is(behind[1], digit) && is(behind[2], digit) {
		return true
	}
	return anyOf(strings.Contains, before, addresses())
}

// ipv6 hides an address in full or shortened form. Two colons also stand in
// names of C++, Rust and Perl: what surrounds them must be hexadecimal.
func (s *scan) ipv6(r *rule, from, to int) {
	text := s.text
	const group = hexa | colon
	start := runBack(text, from, 40, group)
	end := run(text, from, 40, group)
	if i := strings.LastIndexByte(text[start:end], ':'); i >= 0 && end < len(text) && text[end] == '.' {
		// An IPv4 address in the last place.
		end = run(text, end, 16, digit|dot)
		end = start + len(strings.TrimRight(text[start:end], "."))
	}
	if end-start < 6 || isAt(text, start-1, word|dot|dash|colon) || inWord(text, start) || isAt(text, end, word|dash|colon) || wordAt(text, end) {
		return
	}
	address := strings.TrimRight(text[start:end], ":")
	if strings.HasSuffix(text[start:end], "::") {
		address += "::"
	}
	ip, err := netip.ParseAddr(address)
	if err != nil || ip.IsLoopback() || ip.IsUnspecified() || ip.IsMulticast() {
		return
	}
	// A module path such as a::b::c or a time has no digits and colons like
	// these, and a shortened address has at least three groups or a known start.
	if strings.Count(address, ":") < 3 && !anyOf(strings.HasPrefix, strings.ToLower(address), ipv6Starts()) || count(address, digit) == 0 {
		return
	}
	s.add(r, start, start+len(address))
}

// mac hides the address of a network interface. It is called for "mac", "ether"
// and the like: six pairs alone are also a hash's fingerprint.
func (s *scan) mac(r *rule, from, to int) {
	text := s.text
	last := run(text, to, 16, alpha|space|colon|equals|quote|underscore)
	for i := to; i <= last; i++ {
		if !isAt(text, i-1, alnum) && macAt(text, i) {
			s.add(r, i, i+macLen)
			return
		}
	}
}

const macLen = len("00:1a:2b:3c:4d:5e")

// macAt reports whether six pairs, and no more, stand at text[i:].
func macAt(text string, i int) bool {
	for k := range macLen {
		set := hexa
		if k%3 == 2 {
			set = colon | dash
		}
		if !isAt(text, i+k, set) {
			return false
		}
	}
	return !isAt(text, i+macLen, hexa|colon)
}
