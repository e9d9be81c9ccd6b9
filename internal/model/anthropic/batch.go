package anthropic

import (
	"context"
	"encoding/json"
	"errors"
	"iter"
	"net/http"
	"time"

	sdk "github.com/anthropics/anthropic-sdk-go"
	"github.com/anthropics/anthropic-sdk-go/option"
	"github.com/anthropics/anthropic-sdk-go/packages/param"

	"prism/internal/model"
	"prism/internal/model/batch"
	"prism/internal/model/trip"
)

// Batches keeps batches at Anthropic, at half price. It is a batch.Service.
type Batches struct{ c *Client }

// bulkTimeout bounds the sending of a batch and the reading of its results, which
// may be hundreds of MB.
const bulkTimeout = 30 * time.Minute

// Batches returns the client's batch service. Clouds have none of this form.
func (c *Client) Batches() *Batches { return &Batches{c} }

// Submit implements batch.Service. A connection that ends after the batch went
// out leaves it open whether it was taken: the error is Billable then, and
// batch.Adopt finds out.
func (b *Batches) Submit(ctx context.Context, items []batch.Item) (string, error) {
	reqs := make([]sdk.MessageBatchNewParamsRequest, 0, len(items))
	for _, it := range items {
		if err := batch.CheckID(it.ID); err != nil {
			return "", &model.Error{Class: model.BadRequest, Message: "a request has an id that the API does not take"}
		}
		body, err := encode(it.Request)
		if err != nil {
			return "", err
		}
		reqs = append(reqs, sdk.MessageBatchNewParamsRequest{
			CustomID: it.ID,
			Params:   param.Override[sdk.MessageBatchNewParamsRequestParams](body),
		})
	}
	tctx, rec := trip.With(ctx)
	mb, err := b.c.api.Batches.New(tctx, sdk.MessageBatchNewParams{Requests: reqs}, option.WithRequestTimeout(bulkTimeout))
	if err != nil {
		return "", classed(failure(ctx, rec, err))
	}
	if mb == nil || model.CleanID(mb.ID) == "" {
		return "", rec.Failure(ctx, nil)
	}
	return mb.ID, nil
}

// Status implements batch.Service.
func (b *Batches) Status(ctx context.Context, id string) (batch.Status, error) {
	tctx, rec := trip.With(ctx)
	mb, err := b.c.api.Batches.Get(tctx, id, sdk.MessageBatchGetParams{})
	if err != nil {
		return batch.Status{}, gone(classed(failure(ctx, rec, err)))
	}
	if mb == nil || mb.ID == "" {
		return batch.Status{}, rec.Failure(ctx, nil)
	}
	return status(*mb), nil
}

func status(mb sdk.MessageBatch) batch.Status {
	n := mb.RequestCounts
	return batch.Status{
		ID: model.CleanID(mb.ID), Created: mb.CreatedAt, Expires: mb.ExpiresAt,
		Ended:      mb.ProcessingStatus == sdk.MessageBatchProcessingStatusEnded,
		Canceling:  mb.ProcessingStatus == sdk.MessageBatchProcessingStatusCanceling,
		Processing: small(n.Processing), Succeeded: small(n.Succeeded), Errored: small(n.Errored), Canceled: small(n.Canceled), Expired: small(n.Expired),
	}
}

func small(n int64) int { return int(min(max(0, n), 1<<30)) }

// Results implements batch.Service.
func (b *Batches) Results(ctx context.Context, id string) iter.Seq2[batch.Answer, error] {
	return func(yield func(batch.Answer, error) bool) {
		tctx, rec := trip.With(ctx)
		stream := b.c.api.Batches.ResultsStreaming(tctx, id, sdk.MessageBatchResultsParams{}, option.WithRequestTimeout(bulkTimeout))
		defer func() { _ = stream.Close() }()
		for stream.Next() {
			if a, ok := answer(stream.Current()); ok && !yield(a, nil) {
				return
			}
		}
		if err := stream.Err(); err != nil {
			yield(batch.Answer{}, gone(classed(failure(ctx, rec, err))))
		}
	}
}

// Cancel implements batch.Service.
func (b *Batches) Cancel(ctx context.Context, id string) error {
	tctx, rec := trip.With(ctx)
	if _, err := b.c.api.Batches.Cancel(tctx, id, sdk.MessageBatchCancelParams{}); err != nil {
		return gone(classed(failure(ctx, rec, err)))
	}
	return nil
}

// gone tells a batch that is not there any more from a service that is not:
// results are kept for 29 days, and a batch belongs to one workspace.
func gone(err error) error {
	var e *model.Error
	if errors.As(err, &e) && e.Status == http.StatusNotFound {
		return &model.Error{Class: model.BadRequest, Status: e.Status, RequestID: e.RequestID, Message: "no such batch with this key; results are kept for 29 days"}
	}
	return err
}

// recentPages bounds how far back Recent looks; a page has up to 100 batches.
const recentPages = 10

// Recent implements batch.Service.
func (b *Batches) Recent(ctx context.Context, since time.Time) ([]batch.Status, error) {
	var out []batch.Status
	query := sdk.MessageBatchListParams{Limit: sdk.Int(100)}
	for range recentPages {
		tctx, rec := trip.With(ctx)
		page, err := b.c.api.Batches.List(tctx, query)
		if err != nil {
			return nil, classed(failure(ctx, rec, err))
		}
		if page == nil || len(page.Data) == 0 {
			return out, nil
		}
		for _, mb := range page.Data {
			if mb.CreatedAt.Before(since) {
				return out, nil
			}
			out = append(out, status(mb))
		}
		last := page.Data[len(page.Data)-1].ID
		if !page.HasMore || last == "" {
			return out, nil
		}
		query.AfterID = sdk.String(last)
	}
	return out, nil
}

// Format is Anthropic's batch format. Requests of it are one per line:
// {"custom_id": …, "params": {…}}; answers are the lines of a batch's results.
type Format struct{}

// Line implements batch.Encoder.
func (Format) Line(it batch.Item) ([]byte, error) {
	body, err := encode(it.Request)
	if err != nil {
		return nil, err
	}
	return json.Marshal(struct {
		ID     string          `json:"custom_id"`
		Params json.RawMessage `json:"params"`
	}{it.ID, body})
}

// encode is the body of a request in a batch. Whether a server holds answers to
// a schema cannot be tried out in a batch, so the profile decides.
func encode(r model.Request) (json.RawMessage, error) {
	p, err := params(r, len(r.Schema) > 0 && model.ProfileOf(r.Model).Structured, true)
	if err != nil {
		return nil, err
	}
	body, err := json.Marshal(p)
	if err != nil {
		return nil, &model.Error{Class: model.BadRequest, Message: "the request cannot be written"}
	}
	return body, nil
}

// Answer implements batch.Decoder.
func (Format) Answer(line []byte) (batch.Answer, bool) {
	var head struct {
		ID     string `json:"custom_id"`
		Result struct {
			Type string `json:"type"`
		} `json:"result"`
	}
	if json.Unmarshal(line, &head) != nil || head.ID == "" || head.Result.Type == "" {
		return batch.Answer{}, false
	}
	var r sdk.MessageBatchIndividualResponse
	if json.Unmarshal(line, &r) != nil {
		return batch.Answer{}, false
	}
	r.CustomID = head.ID // spelled in another case, the SDK does not see it
	return answer(r)
}

// answer reads one result; false where it is none. An error of the server's side
// may pass, one of the request's will not; what expired or was canceled was
// never asked, and costs nothing.
func answer(r sdk.MessageBatchIndividualResponse) (batch.Answer, bool) {
	a := batch.Answer{ID: r.CustomID}
	switch r.Result.Type {
	case "succeeded":
		m := r.Result.Message
		res, ok := response(&m, model.Request{}, true)
		if !ok {
			a.Err = &model.Error{Class: model.Retryable, Message: "the answer in the batch is empty"}
			return a, true
		}
		if object, ok := model.Object(res.Text); ok { // asked in words, or by another tool
			res.Text = object
		}
		res.RequestID = model.CleanID(m.ID)
		a.Response = res
	case "errored":
		inner := r.Result.Error.Error
		reply := model.Reply{Type: inner.Type, Text: inner.Message, Status: statusOf(inner.Type)}
		a.Err = model.Failure(reply)
		a.Err.RequestID = model.CleanID(r.Result.Error.RequestID)
	case "expired":
		a.Err = &model.Error{Class: model.Retryable, Message: "the batch expired before the request was taken"}
	case "canceled":
		a.Err = &model.Error{Class: model.Retryable, Message: "the batch was canceled before the request was taken"}
	default:
		return batch.Answer{}, false
	}
	return a, true
}

// statusOf is the HTTP status that the API gives an error type outside batches.
func statusOf(kind string) int {
	switch kind {
	case "invalid_request_error":
		return 400
	case "authentication_error":
		return 401
	case "billing_error":
		return 402
	case "permission_error":
		return 403
	case "not_found_error":
		return 404
	case "request_too_large":
		return 413
	case "rate_limit_error":
		return 429
	case "overloaded_error":
		return 529
	case "timeout_error":
		return 504
	}
	return 500
}
