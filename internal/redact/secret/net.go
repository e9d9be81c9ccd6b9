package secret

import (
	"net/netip"
	"strings"

	"prism/internal/redact/chars"
	"prism/internal/redact/given"
)

// ipv4 hides an address, but not a version, a mask or the own machine. It is
// called for each digit, dot, digit.
func (s *scan) ipv4(r *rule, from, to int) {
	text := s.text
	start := chars.RunBack(text, from+1, 4, chars.Digit)
	if start == from+1 || from+1-start > 3 || (chars.IsAt(text, start-1, chars.Dot|chars.Word|chars.Dash) || chars.InWord(text, start)) && !(chars.IsAt(text, start-1, chars.Dash) && !chars.IsAt(text, start-2, chars.Alnum)) {
		return
	}
	end := start
	var octets [4]int
	for i := range octets {
		if i > 0 {
			if !chars.IsAt(text, end, chars.Dot) {
				return
			}
			end++
		}
		next := chars.Run(text, end, 4, chars.Digit)
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
	if chars.IsAt(text, end, chars.Word) || chars.WordAt(text, end) || chars.IsAt(text, end, chars.Dot|chars.Dash|chars.Plus) && chars.IsAt(text, end+1, chars.Alnum) {
		// An address with a name behind it: 10.0.0.5.nip.io, 10-20.
		if !chars.IsAt(text, end, chars.Dash) || !chars.IsAt(text, end+1, chars.Digit) {
			return
		}
	}
	switch {
	case octets[0] == 127, octets[0] == 0, octets[0] == 255, octets == [4]int{1, 0, 0, 0}:
		return
	case octets[1] == 0 && octets[2] == 0 && octets[3] == 0 && !chars.IsAt(text, end, chars.Slash):
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
	if chars.IsAt(before, len(before)-1, chars.Blank|chars.Comma) && chars.IsAt(before, len(strings.TrimRight(before, " ,\t"))-1, chars.Digit) && chars.IsAt(text, chars.Run(text, end, 3, chars.Blank|chars.Comma|chars.Dash), chars.Digit|chars.Dot) {
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
		if lead, ok := strings.CutSuffix(trimmed, word); ok && !chars.IsAt(lead, len(lead)-1, chars.Alpha) {
			return true
		}
	}
	trimmed = strings.TrimRight(trimmed, marks+"v")
	if given.AnyOf(strings.HasSuffix, trimmed, given.Versions()) {
		return true
	}

	if before == "v" || given.AnyOf(strings.HasSuffix, before, given.VersionMarks()) || strings.Contains(before, "bump ") || strings.Contains(before, "upgrade") {
		return true
	}
	// chrome/120.0.0.0, but not http://10.0.0.5 or /10.0.0.5.
	return len(before) > 1 && before[len(before)-1] == '/' && chars.Is(before[len(before)-2], chars.Alnum)
}

// addressed reports whether what stands round four small numbers makes them an
// address after all.
func addressed(before, behind string) bool {
	if strings.HasSuffix(before, "//") || strings.HasSuffix(before, "@") || strings.HasPrefix(behind, "/") {
		return true
	}
	if len(behind) > 2 && behind[0] == ':' && chars.Is(behind[1], chars.Digit) && chars.Is(behind[2], chars.Digit) {
		return true
	}
	return given.AnyOf(strings.Contains, before, given.Addresses())
}

// ipv6 hides an address in full or shortened form. Two colons also stand in
// names of C++, Rust and Perl: what surrounds them must be hexadecimal.
func (s *scan) ipv6(r *rule, from, to int) {
	text := s.text
	const group = chars.Hexa | chars.Colon
	start := chars.RunBack(text, from, 40, group)
	end := chars.Run(text, from, 40, group)
	if i := strings.LastIndexByte(text[start:end], ':'); i >= 0 && end < len(text) && text[end] == '.' {
		// An IPv4 address in the last place.
		end = chars.Run(text, end, 16, chars.Digit|chars.Dot)
		end = start + len(strings.TrimRight(text[start:end], "."))
	}
	if end-start < 6 || chars.IsAt(text, start-1, chars.Word|chars.Dot|chars.Dash|chars.Colon) || chars.InWord(text, start) || chars.IsAt(text, end, chars.Word|chars.Dash|chars.Colon) || chars.WordAt(text, end) {
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
	if strings.Count(address, ":") < 3 && !given.AnyOf(strings.HasPrefix, strings.ToLower(address), given.IPv6Starts()) || chars.Count(address, chars.Digit) == 0 {
		return
	}
	s.add(r, start, start+len(address))
}

// mac hides the address of a network interface. It is called for "mac", "ether"
// and the like: six pairs alone are also a hash's fingerprint.
func (s *scan) mac(r *rule, from, to int) {
	text := s.text
	last := chars.Run(text, to, 16, chars.Alpha|chars.Space|chars.Colon|chars.Equals|chars.Quote|chars.Underscore)
	for i := to; i <= last; i++ {
		if !chars.IsAt(text, i-1, chars.Alnum) && macAt(text, i) {
			s.add(r, i, i+macLen)
			return
		}
	}
}

const macLen = len("00:1a:2b:3c:4d:5e")

// macAt reports whether six pairs, and no more, stand at text[i:].
func macAt(text string, i int) bool {
	for k := range macLen {
		set := chars.Hexa
		if k%3 == 2 {
			set = chars.Colon | chars.Dash
		}
		if !chars.IsAt(text, i+k, set) {
			return false
		}
	}
	return !chars.IsAt(text, i+macLen, chars.Hexa|chars.Colon)
}
