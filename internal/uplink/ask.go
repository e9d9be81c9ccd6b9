package uplink

import (
	"context"
	"errors"
	"net/http"
	"time"
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
	before := now()
	got, err := c.send(ctx, havePath, haveType, "", []byte(nothing))
	if at, err := http.ParseTime(got.header.Get("Date")); err == nil {
		// It tells whole seconds, and took a moment to answer.
		here := before.Add(now().Sub(before) / 2)
		ahead, known = at.Add(time.Second/2).Sub(here).Round(time.Second), true
	}
	if err != nil {
		return ahead, known, err
	}
	list, err := c.read(&got)
	if err == nil && len(list) > 0 || errors.Is(err, ErrRefused) {
		err = ErrServer // none of ours refuses that
	}
	return ahead, known, err
}
