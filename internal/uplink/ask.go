package uplink

import (
	"bytes"
	"context"
	"crypto/tls"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"time"

	"prism/internal/content/frame"
)

// askTime bounds the question whether a server is there.
const askTime = 5 * time.Second

// Ask asks a server once, with nothing of anybody in the question, whether it is there
// and lets this key send. ahead is by how much its clock is ahead of now's, to a second
// (below 0: behind); known says that it told its time, which it does with a refusal, too.
// The error is what stands in the way.
func (c *Client) Ask(ctx context.Context, now func() time.Time) (ahead time.Duration, known bool, err error) {
	ctx, cancel := context.WithTimeout(ctx, askTime)
	defer cancel()
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, c.base.JoinPath("/api/v1/content/have").String(), bytes.NewReader([]byte(`{"paths":[]}`)))
	if err != nil {
		return 0, false, err
	}
	r.Header.Set("Content-Type", "application/json")
	if c.key != "" {
		r.Header.Set("Authorization", "Bearer "+c.key)
	}
	before := now()
	answer, err := c.http.Do(r)
	if bad := (*tls.CertificateVerificationError)(nil); errors.As(err, &bad) {
		return 0, false, fmt.Errorf("%w: %w", ErrCertificate, bad.Err)
	}
	if err != nil {
		return 0, false, fmt.Errorf("the server at %s does not answer: %w", c.base.Host, cause(err))
	}
	defer answer.Body.Close() //nolint:errcheck // read only
	if at, err := http.ParseTime(answer.Header.Get("Date")); err == nil {
		// It tells whole seconds, and took a moment to answer.
		here := before.Add(now().Sub(before) / 2)
		ahead, known = at.Add(time.Second/2).Sub(here).Round(time.Second), true
	}
	data, err := io.ReadAll(io.LimitReader(answer.Body, answerMost))
	var got frame.Receipts
	switch code := answer.StatusCode; {
	case err != nil:
		return ahead, known, fmt.Errorf("the server's answer did not come whole: %w", err)
	case code == http.StatusOK && json.Unmarshal(data, &got) == nil && len(got.Receipts) == 0:
		return ahead, known, nil
	case code == http.StatusUnauthorized || code == http.StatusForbidden:
		return ahead, known, fmt.Errorf("%w: %s", ErrKey, told(data))
	case code == http.StatusTooManyRequests || code >= http.StatusInternalServerError:
		return ahead, known, fmt.Errorf("the server at %s cannot take it now (%d): %s", c.base.Host, code, told(data))
	}
	return ahead, known, ErrServer
}
