// Package price turns tokens into money: dated prices of models, by tiers of
// prompt length, kept as data. It is pure; a price that is not known is said to
// be unknown, never 0.
package price

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	_ "embed" // the bundled table
	"encoding/hex"
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"prism/internal/fact"
)

//go:embed prices.txt
var bundled []byte

// Table is a set of dated prices. It does not change once made and may be used
// by many goroutines.
type Table struct {
	models  map[string][]rate // by canonical id, sorted by from, then over
	version string
}

// rate is one price of a model, in USD per token.
type rate struct {
	from                                  time.Time // zero: from the beginning
	over                                  int64     // prompt tokens above which it holds
	input, output, write5m, write1h, read float64
}

// Synthetic is the model name that Claude Code writes on messages of its own;
// they cost nothing.
const Synthetic = "<synthetic>"

// Bundled returns the table in the program. An error means a broken build.
func Bundled() (*Table, error) {
	t, err := Load(bytes.NewReader(bundled))
	if err != nil {
		return nil, fmt.Errorf("bundled prices: %w", err)
	}
	return t, nil
}

// Limits on a price file, so that a wrong file is told and not swallowed.
const (
	maxFile  = 4 << 20
	maxPrice = 1e6 // USD per million tokens
)

// Load reads a table in the format that the head of the bundled prices.txt
// describes. An error names the line and what is wrong with it.
func Load(r io.Reader) (*Table, error) {
	file, err := io.ReadAll(io.LimitReader(r, maxFile+1))
	if err != nil {
		return nil, err
	}
	if len(file) > maxFile {
		return nil, fmt.Errorf("larger than %d bytes: this is no price file", maxFile)
	}
	t := &Table{models: make(map[string][]rate)}
	n, rates := 0, 0
	for line := range strings.SplitSeq(string(file), "\n") {
		n++
		line, _, _ := strings.Cut(line, "#")
		fields := strings.Fields(line)
		if len(fields) == 0 {
			continue
		}
		rates++
		if err := t.add(fields); err != nil {
			return nil, fmt.Errorf("line %d: %w", n, err)
		}
	}
	if rates == 0 {
		return nil, fmt.Errorf("no prices in it; a line is: %s", columns)
	}
	if err := t.finish(); err != nil {
		return nil, err
	}
	return t, nil
}

const columns = "model valid_from prompt_over input output write_5m write_1h read"

// add takes one line.
func (t *Table) add(f []string) error {
	if want := len(strings.Fields(columns)); len(f) != want {
		return fmt.Errorf("%d columns, want %d: %s", len(f), want, columns)
	}
	model := Canonical(f[0])
	if model == "" {
		return fmt.Errorf("model %q: no name", f[0])
	}
	var r rate
	if f[1] != "-" {
		from, err := time.Parse(time.DateOnly, f[1])
		if err != nil {
			return fmt.Errorf(`valid_from %q: want a day as 2026-01-31, or "-"`, f[1])
		}
		r.from = from
	}
	over, err := strconv.ParseInt(f[2], 10, 64)
	if err != nil || over < 0 {
		return fmt.Errorf("prompt_over %q: want a number of tokens, 0 or more", f[2])
	}
	r.over = over
	for i, to := range []*float64{&r.input, &r.output, &r.write5m, &r.write1h, &r.read} {
		usd, err := strconv.ParseFloat(f[3+i], 64)
		if err != nil || !(usd >= 0 && usd <= maxPrice) {
			return fmt.Errorf("%s %q: want USD per million tokens, 0 to %g", strings.Fields(columns)[3+i], f[3+i], maxPrice)
		}
		*to = usd / 1e6
	}
	for _, have := range t.models[model] {
		if have.from.Equal(r.from) && have.over == r.over {
			return fmt.Errorf("%s has two prices from %s over %d", model, f[1], over)
		}
	}
	t.models[model] = append(t.models[model], r)
	return nil
}

// finish sorts, checks that every date has a price for short prompts, and works
// out the version.
func (t *Table) finish() error {
	h := sha256.New()
	for _, model := range slices.Sorted(maps.Keys(t.models)) {
		rates := t.models[model]
		slices.SortFunc(rates, func(a, b rate) int { return cmp.Or(a.from.Compare(b.from), cmp.Compare(a.over, b.over)) })
		for i, r := range rates {
			if r.over > 0 && (i == 0 || !rates[i-1].from.Equal(r.from)) {
				return fmt.Errorf("%s: from %s a price over %d tokens and none over 0", model, day(r.from), r.over)
			}
			fmt.Fprintf(h, "%s %s %d %v %v %v %v %v\n", model, day(r.from), r.over, r.input, r.output, r.write5m, r.write1h, r.read)
		}
	}
	t.version = hex.EncodeToString(h.Sum(nil))[:12]
	return nil
}

func day(t time.Time) string {
	if t.IsZero() {
		return "-"
	}
	return t.Format(time.DateOnly)
}

// With returns a table in which the models that over names have over's prices,
// all others those of t.
func (t *Table) With(over *Table) *Table {
	out := &Table{models: maps.Clone(t.models)}
	maps.Copy(out.models, over.models)
	for m, r := range out.models {
		out.models[m] = slices.Clone(r)
	}
	if out.finish() != nil { // both were checked when they were made
		return over
	}
	return out
}

// Version is a hash of the prices in the table: costs stored under another one
// are to be worked out again.
func (t *Table) Version() string { return t.version }

// Models returns the canonical ids that have a price, sorted.
func (t *Table) Models() []string { return slices.Sorted(maps.Keys(t.models)) }

// Listed is a price of a model for prompts of any length that no other price is for,
// in USD per million tokens.
type Listed struct {
	Model                                 string
	From                                  time.Time // zero: from the beginning
	Input, Output, Write5m, Write1h, Read float64
}

// List returns the prices of a table for short prompts, by model, then time.
func (t *Table) List() (list []Listed) {
	million := func(x float64) float64 { return math.Round(x*1e12) / 1e6 } // as it was written
	for _, m := range t.Models() {
		for _, r := range t.models[m] {
			if r.over == 0 {
				list = append(list, Listed{m, r.from, million(r.input), million(r.output), million(r.write5m), million(r.write1h), million(r.read)})
			}
		}
	}
	return list
}

// Cost returns the USD of one request: of tokens spent by a model at a time.
// The tier is chosen by the request's own prompt length, so tokens of several
// requests may not be summed before. A zero time takes the first price. ok is
// false when the model has no price.
func (t *Table) Cost(model string, at time.Time, n fact.Tokens) (usd float64, ok bool) {
	if model == Synthetic {
		return 0, true
	}
	rates, ok := t.models[model]
	if !ok {
		if rates, ok = t.models[Canonical(model)]; !ok {
			return 0, false
		}
	}
	r := pick(rates, at, n.Prompt())
	usd = float64(n.Input)*r.input + float64(n.Output)*r.output +
		float64(n.CacheWrite5m)*r.write5m + float64(n.CacheWrite1h)*r.write1h + float64(n.CacheRead)*r.read
	if math.IsInf(usd, 0) || math.IsNaN(usd) {
		return 0, false
	}
	return usd, true
}

// pick returns the rate in force: of the last valid_from that is not after at,
// the highest tier below the prompt's length.
func pick(rates []rate, at time.Time, prompt int64) rate {
	from := rates[0].from
	for _, r := range rates {
		if !r.from.After(at) {
			from = r.from
		}
	}
	best := rates[0]
	for _, r := range rates {
		if r.from.Equal(from) && (r.over == 0 || prompt > r.over) {
			best = r
		}
	}
	return best
}
