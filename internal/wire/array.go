package wire

import (
	"bytes"
	"io"
)

// Array writes values as one JSON array, as Write would write a slice of them, and
// holds none of them.
type Array struct {
	w   io.Writer
	buf bytes.Buffer
	n   int
}

// NewArray begins an array.
func NewArray(w io.Writer) *Array { return &Array{w: w} }

// Add writes one value.
func (a *Array) Add(v any) error {
	a.buf.Reset()
	if a.n == 0 {
		a.buf.WriteString("[\n  ")
	} else {
		a.buf.WriteString(",\n  ")
	}
	a.n++
	if err := encode(&a.buf, v, "  "); err != nil {
		return err
	}
	_, err := a.w.Write(bytes.TrimSuffix(a.buf.Bytes(), []byte("\n")))
	return err
}

// Close ends the array.
func (a *Array) Close() error {
	end := "\n]\n"
	if a.n == 0 {
		end = "[]\n"
	}
	_, err := io.WriteString(a.w, end)
	return err
}
