// Package gate hands redacted text to a provider; all of it compiles.
package gate

import (
	"context"

	"prism/internal/model"
	"prism/internal/model/batch"
	"prism/internal/redact"
)

func redacted(ctx context.Context, c model.Client, t redact.Text) {
	r := model.Request{System: redact.Literal("constant"), Blocks: []model.Block{{Text: t}, {Text: t.Clip(3)}}}
	_, _ = c.Complete(ctx, r)
	_ = batch.Item{ID: "a", Request: r}
}
