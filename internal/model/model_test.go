package model

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"prism/internal/price"
	"prism/internal/redact"
)

func TestProfiles(t *testing.T) {
	seen := map[string]bool{}
	for _, p := range profiles {
		if seen[p.Model] || price.Canonical(p.Model) != p.Model {
			t.Errorf("%s stands twice or is no canonical name", p.Model)
		}
		seen[p.Model] = true
		if p.MaxOutput < 32_000 || p.Context < 200_000 || p.CacheMin < 512 || (p.Thinking == ThinkingAlways) != (p.Headroom > 0) {
			t.Errorf("%+v", p)
		}
		if p.Temperature && p.Thinking != ThinkingAsked {
			t.Errorf("%s thinks and takes a temperature", p.Model)
		}
	}
	prices, err := price.Bundled()
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range prices.Models() {
		if !seen[name] && strings.HasPrefix(name, "claude-") && !strings.HasPrefix(name, "claude-3") && ProfileOf(name).Temperature {
			t.Errorf("%s has a price, no profile, and a temperature", name)
		}
	}
	if !ProfileOf(DefaultModel).Temperature || !ProfileOf(DefaultModel).Structured || !ProfileOf(DefaultModel).Batch {
		t.Error("the default model cannot do what the judge wants")
	}
}

func TestProfileOf(t *testing.T) {
	for name, want := range map[string]string{
		"claude-haiku-4-5-20251001":                   "claude-haiku-4-5 true max_tokens",
		"us.anthropic.claude-haiku-4-5-20251001-v1:0": "claude-haiku-4-5 true max_tokens",
		"claude-sonnet-4-5@20250929":                  "claude-sonnet-4-5 true max_tokens",
		"anthropic/claude-opus-5.5":                   "claude-opus-5-5 false max_tokens",
		"claude-haiku-7":                              " false max_tokens",
		"gpt-5-mini":                                  " false max_completion_tokens",
		"gpt-5.6":                                     " false max_completion_tokens",
		"openai/o4-mini":                              " false max_completion_tokens",
		"gpt-4o":                                      " true max_tokens",
		"gpt-oss:20b":                                 " true max_tokens",
		"olmo2":                                       " true max_tokens",
		"qwen3:8b":                                    " true max_tokens",
		"":                                            " true max_tokens",
	} {
		p := ProfileOf(name)
		if got := fmt.Sprint(p.Model, " ", p.Temperature, " ", p.Completion); got != want {
			t.Errorf("ProfileOf(%q) = %q, want %q", name, got, want)
		}
	}
	if p := ProfileOf("claude-opus-5-5"); p.Output(300) != 8300 || p.Output(0) != DefaultMaxTokens+8000 || p.Output(1<<30) != p.MaxOutput {
		t.Errorf("%d %d %d", p.Output(300), p.Output(0), p.Output(1<<30))
	}
}

func TestCeiling(t *testing.T) {
	r := Request{Model: DefaultModel, System: redact.Restore(strings.Repeat("s", 4000)), Blocks: []Block{{Text: redact.Restore(strings.Repeat("t", 8000))}}, MaxTokens: 500}
	if c := Ceiling(r); c.Input < 12000 || c.Input > 14000 || c.Output != 500 || c.CacheWrite() != 0 {
		t.Errorf("%+v", c)
	}
	r.Blocks[0].Cache = true
	if c := Ceiling(r); c.Input != 0 || c.CacheWrite5m < 12000 {
		t.Errorf("of a cached prompt %+v", c)
	}
	r.Model = "claude-opus-5-5"
	if c := Ceiling(r); c.Output != 8500 {
		t.Errorf("of a model that thinks %+v", c)
	}
}

func TestRetryAfter(t *testing.T) {
	now := time.Date(2026, 11, 1, 12, 0, 0, 0, time.UTC)
	for _, tc := range []struct {
		header map[string]string
		want   time.Duration
	}{
		{nil, 0},
		{map[string]string{"Retry-After": "7"}, 7 * time.Second},
		{map[string]string{"Retry-After": " 1.5 "}, 1500 * time.Millisecond},
		{map[string]string{"Retry-After-Ms": "250", "Retry-After": "7"}, 250 * time.Millisecond},
		{map[string]string{"Retry-After-Ms": "soon", "Retry-After": "7"}, 7 * time.Second},
		{map[string]string{"Retry-After": "Sun, 01 Nov 2026 12:00:30 GMT"}, 30 * time.Second},
		{map[string]string{"Retry-After": "Sun, 01 Nov 2026 12:00:30 GMT", "Date": "Sun, 01 Nov 2026 12:00:20 GMT"}, 10 * time.Second},
		{map[string]string{"Retry-After": "Sun, 01 Nov 2026 11:00:00 GMT"}, 0},
		{map[string]string{"Retry-After": "-5"}, 0},
		{map[string]string{"Retry-After": "later"}, 0},
		{map[string]string{"Retry-After": "1e300"}, 365 * 24 * time.Hour},
		{map[string]string{"Retry-After": "NaN"}, 0},
	} {
		h := http.Header{}
		for k, v := range tc.header {
			h.Set(k, v)
		}
		if got := RetryAfter(h, now); got != tc.want {
			t.Errorf("%v: %v, want %v", tc.header, got, tc.want)
		}
	}
}

func TestDropped(t *testing.T) {
	live, cancel := context.WithCancel(t.Context())
	defer cancel()
	gone, cancelGone := context.WithCancel(t.Context())
	cancelGone()
	for name, tc := range map[string]struct {
		ctx   context.Context
		err   error
		class Class
		bill  bool
	}{
		"refused":           {live, &net.OpError{Op: "dial", Err: syscall.ECONNREFUSED}, Retryable, false},
		"refused elsewhere": {live, &net.OpError{Op: "dial", Addr: &net.TCPAddr{IP: net.IPv4(192, 0, 2, 1), Port: 443}, Err: syscall.ECONNREFUSED}, Retryable, false},
		"refused here":      {live, &url.Error{Op: "Post", Err: &net.OpError{Op: "dial", Addr: &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 11434}, Err: os.NewSyscallError("connect", syscall.ECONNREFUSED)}}, Unavailable, false},
		"refused here, six": {live, &net.OpError{Op: "dial", Addr: &net.TCPAddr{IP: net.IPv6loopback, Port: 11434}, Err: os.NewSyscallError("connectex", syscall.Errno(10061))}, Unavailable, false},
		"dropped here":      {live, &net.OpError{Op: "read", Addr: &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 11434}, Err: syscall.ECONNRESET}, Retryable, true},
		"name":              {live, &net.DNSError{Err: "no such host", Name: "user:password@host"}, Retryable, false},
		"reset":             {live, &net.OpError{Op: "read", Err: syscall.ECONNRESET}, Retryable, true},
		"cut":               {live, fmt.Errorf("read: %w", io.ErrUnexpectedEOF), Retryable, true},
		"timeout":           {live, context.DeadlineExceeded, Retryable, true},
		"unknown":           {live, errors.New("TLS: secret words"), Retryable, true},
		"canceled":          {gone, context.Canceled, Canceled, true},
	} {
		e := Dropped(tc.ctx, tc.err, true)
		if e.Class != tc.class || e.Billable != tc.bill || e.Message == "" {
			t.Errorf("%s: %+v", name, e)
		}
		if s := fmt.Sprint(e, e.Err); strings.Contains(s, "secret") || strings.Contains(s, "password") {
			t.Errorf("%s: %s", name, s)
		}
	}
}

func TestClassOf(t *testing.T) {
	for err, want := range map[error]Class{
		nil: "", errors.New("x"): BadRequest, context.Canceled: Canceled, context.DeadlineExceeded: Retryable,
		&Error{Class: TooLong}: TooLong, fmt.Errorf("session: %w", error(&Error{Class: Budget})): Budget,
	} {
		if got := ClassOf(err); got != want {
			t.Errorf("ClassOf(%v) = %q, want %q", err, got, want)
		}
	}
	for c, want := range map[Class]bool{Retryable: false, Unavailable: true, Budget: true, Canceled: true, BadRequest: false, TooLong: false} {
		if c.Stops() != want {
			t.Errorf("%s.Stops() = %v", c, !want)
		}
	}
	e := &Error{Message: "the server failed", Status: 500, RequestID: "req_1"}
	if got := e.Error(); got != "model: the server failed (HTTP 500) [req_1]" {
		t.Error(got)
	}
}

func TestObject(t *testing.T) {
	for text, want := range map[string]string{
		`{"a":1}`:                             `{"a":1}`,
		"```json\n{\"a\":{\"b\":\"}\"}}\n```": `{"a":{"b":"}"}}`,
		`Sure: {"a":1} and {"b":2}`:           `{"a":1}`,
		`<think>maybe {"a":0}</think>{"a":1}`: `{"a":1}`,
		`I mean {this} and {"a":"\"{"}`:       `{"a":"\"{"}`,
		`{"a":1`:                              "",
		"none":                                "",
		strings.Repeat("{", 10_000):           "",
		strings.Repeat(`{"`, 10_000):          "",
		`{"cut": "in the mid`:                 "",
		`[{"a":1}]`:                           `{"a":1}`,
	} {
		got, ok := Object(text)
		if got != want || ok != (want != "") {
			t.Errorf("Object(%.40q) = %q, want %q", text, got, want)
		}
	}
}

// Any object that a model writes is found, whatever surrounds it without braces.
func TestObjectIsFound(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in := map[string]any{"k": rapid.String().Draw(t, "value"), "n": rapid.Int().Draw(t, "n"), "l": []string{rapid.String().Draw(t, "item")}}
		b, err := json.Marshal(in)
		if err != nil {
			t.Fatal(err)
		}
		words := rapid.StringMatching(`[^{}<>]*`)
		if got, ok := Object(words.Draw(t, "before") + string(b) + words.Draw(t, "after")); !ok || got != string(b) {
			t.Fatalf("%q", got)
		}
	})
}

func TestStrict(t *testing.T) {
	for in, want := range map[string]string{
		`{"type":"object","properties":{"z":{"type":"number","minimum":0,"maximum":1},"a":{"type":"string","maxLength":60,"description":"d"}},"required":["z"],"additionalProperties":true}`: `{"type":"object","properties":{"z":{"type":"number"},"a":{"type":"string","description":"d"}},"required":["z","a"],"additionalProperties":false}`,
		`{"properties":{"minimum":{"type":"integer","minimum":3},"required":{"type":"array","maxItems":2,"items":{"type":"object","properties":{}}}}}`:                                       `{"properties":{"minimum":{"type":"integer"},"required":{"type":"array","items":{"type":"object","properties":{},"required":[],"additionalProperties":false}}},"required":["minimum","required"],"additionalProperties":false}`,
		`{"enum":["a",{"minimum":1}, null]}`:                                 `{"enum":["a",{"minimum":1},null]}`,
		`{"anyOf":[{"type":"null"},{"type":"string","pattern":"^x"}]}`:       `{"anyOf":[{"type":"null"},{"type":"string"}]}`,
		`{"$defs":{"maximum":{"type":"string","maxLength":3}},"$ref":"#/x"}`: `{"$defs":{"maximum":{"type":"string"}},"$ref":"#/x"}`,
	} {
		got, err := Strict(json.RawMessage(in))
		if err != nil {
			t.Errorf("%s: %v", in, err)
			continue
		}
		if d := cmp.Diff(want, string(got)); d != "" {
			t.Errorf("%s", d)
		}
		again, err := Strict(got)
		if err != nil || string(again) != string(got) {
			t.Errorf("not the same a second time: %s, %v", again, err)
		}
	}
	for _, bad := range []string{``, `{`, `{}{}`, `{"properties":[`, strings.Repeat(`{"items":`, 100)} {
		if got, err := Strict(json.RawMessage(bad)); err == nil {
			t.Errorf("Strict(%.20q) = %s", bad, got)
		}
	}
}

func TestNamesAndIDs(t *testing.T) {
	for in, ok := range map[string]bool{"req_01AbC-x.y:z": true, "a b": false, "ä": false, strings.Repeat("x", 129): false} {
		if (CleanID(in) != "") != ok {
			t.Errorf("CleanID(%.20q)", in)
		}
	}
	for in, ok := range map[string]bool{"hf.co/org/model:Q4_K_M@x": true, "my model [1m]": true, "<b>": false, "a\nb": false, strings.Repeat("x", 201): false} {
		if (Name(in) != "") != ok {
			t.Errorf("Name(%.20q)", in)
		}
	}
	if got := CutAnswer("a\xff" + strings.Repeat("é", MaxAnswer)); len(got) > MaxAnswer+8 || strings.Contains(got, "\xff") {
		t.Errorf("%d bytes", len(got))
	}
}

func FuzzObject(f *testing.F) {
	f.Add("x {\"a\":1} y")
	f.Fuzz(func(t *testing.T, s string) {
		if got, ok := Object(s); ok && !json.Valid([]byte(got)) {
			t.Errorf("%q", got)
		}
	})
}
