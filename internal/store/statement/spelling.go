package statement

import (
	"regexp"
	"strconv"
	"strings"
)

// A statement is written once, with its tenant. How an engine wants it is worked out
// from that.

var (
	placeholder = regexp.MustCompile(`@|\?\d*`)
	sameTenant  = regexp.MustCompile(`\b(?:\w+\.)?tenant = (?:@|\w+\.tenant) AND `)
	onlyTenant  = regexp.MustCompile(` WHERE (?:\w+\.)?tenant = @`)
	oneWriter   = strings.NewReplacer(" FOR UPDATE", "")
	tenantFirst = regexp.MustCompile(`\btenant, |@, `)
)

// Numbered writes a statement with arguments as $1, $2. Where it names the tenant,
// that is the first of them.
func Numbered(statement string) (text string, tenanted bool) {
	first := 1
	if tenanted = strings.Contains(statement, "@"); tenanted {
		first = 2
	}
	next := first
	text = placeholder.ReplaceAllStringFunc(statement, func(p string) string {
		switch {
		case p == "@":
			return "$1"
		case p == "?":
			next++
			return "$" + strconv.Itoa(next-1)
		}
		n, _ := strconv.Atoi(p[1:]) // digits
		return "$" + strconv.Itoa(first+n-1)
	})
	return strings.ReplaceAll(text, "instr(", "strpos("), tenanted
}

// Untenanted writes a statement for an engine whose tables have no tenant and which
// has one writer at a time.
func Untenanted(statement string) string {
	text := sameTenant.ReplaceAllString(statement, "")
	text = onlyTenant.ReplaceAllString(text, "")
	return oneWriter.Replace(tenantFirst.ReplaceAllString(text, ""))
}
