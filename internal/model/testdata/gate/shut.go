package gate

import (
	"context"
	"encoding/json"

	"prism/internal/model"
	"prism/internal/model/batch"
	"prism/internal/redact"
)

// Each line with "want" tries to get raw text past the gate, and must not compile.
func raw(ctx context.Context, c model.Client, transcript string, bytes []byte) {
	_ = model.Request{System: transcript}                              // want
	_ = model.Request{Blocks: []model.Block{{Text: transcript}}}       // want
	_ = model.Block{Text: redact.Text(transcript)}                     // want
	_ = model.Block{Text: redact.Text{transcript}}                     // want
	_ = model.Block{Text: redact.Literal(transcript)}                  // want
	_ = model.Block{Text: redact.Literal("see " + transcript)}         // want
	_ = model.Block{Text: redact.Literal(string(bytes))}               // want
	_ = model.Block{Text: struct{ s string }{transcript}}              // want
	_, _ = c.Complete(ctx, transcript)                                 // want
	_, _ = c.Complete(ctx, model.Request{System: json.Marshaler(nil)}) // want
	_ = batch.Item{ID: "a", Request: transcript}                       // want
	_ = batch.Item{Request: model.Request{System: transcript}}         // want
}
