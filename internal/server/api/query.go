package api

import (
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/danielgtaylor/huma/v2"
)

// Unasked says what is wrong with a query: that it has parameters which an operation does
// not know, and which it does. Empty: nothing. Left in silence, `?repos=shop` would be
// answered with everything, and whoever asked would take it for the shop's.
func Unasked(query url.Values, known ...string) string {
	unknown := make([]string, 0, len(query))
	for name := range query {
		if !slices.Contains(known, name) {
			unknown = append(unknown, name)
		}
	}
	if len(unknown) == 0 {
		return ""
	}
	slices.Sort(unknown)
	takes := "this operation takes none."
	if len(known) > 0 {
		takes = "those that there are: " + strings.Join(known, ", ") + "."
	}
	if name := repeatable(unknown); name != "" {
		return "There is no parameter " + name + "; " + takes
	}
	return "There is a parameter that is not known; " + takes
}

// mostRepeated is the longest name that is repeated to whoever sent it, in bytes.
const mostRepeated = 32

// repeatable is the first name that may be repeated: what was sent may be a secret in the
// wrong place, and answers are kept in logs on the way. Small letters with a few joints are
// what names of parameters are made of.
func repeatable(names []string) string {
	for _, name := range names {
		if name != "" && len(name) <= mostRepeated && strings.Trim(name, "abcdefghijklmnopqrstuvwxyz_-") == "" {
			return name
		}
	}
	return ""
}

// queryOf are the names of what an operation takes in its query, in the order in which
// the OpenAPI file has them.
func queryOf(op *huma.Operation) []string {
	var list []string
	for _, p := range op.Parameters {
		if p.In == "query" {
			list = append(list, p.Name)
		}
	}
	return list
}

// known turns away who asks for what an operation does not know.
func known(a huma.API) func(huma.Context, func(huma.Context)) {
	return func(ctx huma.Context, next func(huma.Context)) {
		at := ctx.URL()
		if text := Unasked(at.Query(), queryOf(ctx.Operation())...); text != "" {
			// Who went away misses nothing.
			_ = huma.WriteErr(a, ctx, http.StatusUnprocessableEntity, text)
			return
		}
		next(ctx)
	}
}
