package price

import "strings"

// Canonical returns the name under which the table knows a model: without what
// vendors, clouds and clients put around it.
//
//	claude-opus-4-6[1m]                               claude-opus-4-6
//	claude-opus-4-5-20251101                          claude-opus-4-5
//	eu.anthropic.claude-sonnet-4-5-20250929-v1:0      claude-sonnet-4-5   (Bedrock)
//	claude-sonnet-4-5@20250929                        claude-sonnet-4-5   (Vertex)
//	anthropic/claude-opus-4.5                         claude-opus-4-5     (gateways)
//	arn:aws:bedrock:…:inference-profile/us.anthropic… (as its last part)
//
// Other vendors' names keep their dots; only the wrapping goes.
func Canonical(id string) string {
	id = strings.ToLower(strings.TrimSpace(id))
	if i := strings.IndexByte(id, '['); i > 0 && strings.HasSuffix(id, "]") {
		id = id[:i] // [1m]: the context window, not the price
	}
	if i := strings.LastIndexByte(id, '/'); i >= 0 {
		id = id[i+1:]
	}
	if i := strings.LastIndex(id, "anthropic."); i >= 0 && (i == 0 || id[i-1] == '.') {
		id = id[i+len("anthropic."):]
	}
	if i := strings.IndexByte(id, '@'); i > 0 {
		id = id[:i]
	}
	id = cutVersion(id)
	id = strings.TrimSuffix(id, "-latest")
	if i := strings.LastIndexByte(id, '-'); i > 0 && len(id)-i == 9 && digits(id[i+1:]) {
		id = id[:i] // -YYYYMMDD
	}
	if !strings.HasPrefix(id, "claude-") {
		return id
	}
	id = strings.ReplaceAll(id, ".", "-")
	// The API's own aliases of the first Claude 4 models.
	switch id {
	case "claude-opus-4-0":
		return "claude-opus-4"
	case "claude-sonnet-4-0":
		return "claude-sonnet-4"
	}
	return id
}

// cutVersion removes Bedrock's "-v1:0" or "-v2".
func cutVersion(id string) string {
	i := strings.LastIndex(id, "-v")
	if i <= 0 {
		return id
	}
	major, minor, has := strings.Cut(id[i+2:], ":")
	if digits(major) && (!has || digits(minor)) && strings.HasPrefix(id, "claude-") {
		return id[:i]
	}
	return id
}

func digits(s string) bool {
	for i := range len(s) {
		if s[i] < '0' || s[i] > '9' {
			return false
		}
	}
	return s != ""
}
