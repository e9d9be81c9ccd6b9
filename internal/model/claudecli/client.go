// Package claudecli asks Claude through the claude command line, for people who
// have a subscription and no key. Each question is a run of its own: in an empty
// folder, without tools, settings, hooks, servers or memory, and without leaving
// a transcript. Such runs are print runs ("sdk-cli"), which Prism excludes as
// automated should an old version record one.
package claudecli

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"prism/internal/disk"
	"prism/internal/fact"
	"prism/internal/model"
)

// DefaultTimeout bounds one run, the start of the command included.
const DefaultTimeout = 3 * time.Minute

// FolderPrefix begins the name of the folder that each run works in, so that
// what an old version records of it can be told by its cwd.
const FolderPrefix = "prism-judge-"

// Options say which command, and what of the environment it may see.
type Options struct {
	Command string   // "": claude, looked up in PATH
	Env     []string // the environment, "NAME=value"; only what the run needs is passed on
	TempDir string   // where the folders of runs are made; "": the system's
	Timeout time.Duration
}

// Client runs the command. It is a model.Client. It takes no temperature: the
// command has no way to set one.
type Client struct {
	command string
	env     []string
	temp    string
	timeout time.Duration

	mu   sync.Mutex
	less int // how many of the newer flags the command does not know
}

// New returns a client; it fails where there is no such command.
func New(o Options) (*Client, error) {
	name := o.Command
	if name == "" {
		name = "claude"
	}
	path, err := exec.LookPath(name)
	if err != nil {
		return nil, &model.Error{Class: model.Unavailable, Message: "the claude command was not found: install Claude Code, or name the command", Err: exec.ErrNotFound}
	}
	if path, err = filepath.Abs(path); err != nil {
		return nil, &model.Error{Class: model.Unavailable, Message: "the claude command was not found: install Claude Code, or name the command", Err: exec.ErrNotFound}
	}
	if o.Timeout <= 0 {
		o.Timeout = DefaultTimeout
	}
	return &Client{command: path, env: scrub(o.Env), temp: o.TempDir, timeout: o.Timeout}, nil
}

// flags are what isolates a run, by the age of the flags, oldest first. A
// command that does not know the newest is run without them.
var flags = [][]string{
	{"-p", "--output-format", "json"},
	{"--strict-mcp-config"},
	{"--setting-sources", "", "--tools", ""},
	{"--no-session-persistence"},
	{"--disable-slash-commands"},
}

// mustKnow is how many of the groups above a command must know: with fewer it
// would have tools, or a person's hooks and settings.
const mustKnow = 3

// Bounds of what is read of the command.
const (
	maxOut = 8 << 20
	maxErr = 16 << 10
)

// Complete implements model.Client.
func (c *Client) Complete(ctx context.Context, r model.Request) (model.Response, error) {
	for {
		c.mu.Lock()
		less := c.less
		c.mu.Unlock()
		res, unknown, err := c.run(ctx, r, less)
		if !unknown {
			return res, err
		}
		if len(flags)-less <= mustKnow {
			return model.Response{}, &model.Error{Class: model.Unavailable, Message: "this version of claude cannot run without a person's settings and tools: update it"}
		}
		c.mu.Lock()
		c.less = max(c.less, less+1)
		c.mu.Unlock()
	}
}

// run is one run; unknown says that the command refused a flag.
func (c *Client) run(ctx context.Context, r model.Request, less int) (res model.Response, unknown bool, err error) {
	prompt := text(r)
	if prompt == "" {
		return res, false, &model.Error{Class: model.BadRequest, Message: "the request has no text"}
	}
	dir, err := os.MkdirTemp(c.temp, FolderPrefix)
	if err != nil {
		return res, false, &model.Error{Class: model.Unavailable, Message: "no folder for the claude command could be made"}
	}
	defer func() { _ = os.RemoveAll(dir) }()

	var args []string
	for _, group := range flags[:len(flags)-less] {
		args = append(args, group...)
	}
	if r.Model != "" {
		args = append(args, "--model", r.Model)
	}
	// In a file and not as an argument, which everybody on the machine can read.
	system := filepath.Join(dir, "system.txt")
	if !r.System.IsZero() {
		if err := disk.New(system, []byte(r.System.String())); err != nil {
			return res, false, &model.Error{Class: model.Unavailable, Message: "no file for the claude command could be written"}
		}
		args = append(args, "--system-prompt-file", system)
	}

	run, cancel := context.WithTimeout(ctx, c.timeout)
	defer cancel()
	out, errs := &limited{most: maxOut}, &limited{most: maxErr}
	cmd := exec.CommandContext(run, c.command, args...)
	cmd.Dir, cmd.Env = dir, append(append([]string(nil), c.env...), limits(r)...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = strings.NewReader(prompt), out, errs
	cmd.WaitDelay = 2 * time.Second // for pipes that a grandchild holds open
	group(cmd)
	start := time.Now()
	fault := cmd.Run()
	var exit *exec.ExitError
	switch {
	case run.Err() != nil:
		return res, false, model.Dropped(ctx, run.Err(), true)
	case fault != nil && !errors.As(fault, &exit) && !errors.Is(fault, exec.ErrWaitDelay):
		return res, false, &model.Error{Class: model.Unavailable, Message: "the claude command could not be started"}
	case fault != nil && bytes.Contains(errs.buf.Bytes(), []byte("unknown option")):
		return res, true, nil
	}
	res, e := decode(out.buf.Bytes(), r)
	if e != nil {
		return model.Response{}, false, e
	}
	res.Latency = time.Since(start)
	return res, false, nil
}

// opening stands before every prompt: one that began with "/" would be taken for
// a command and never reach the model.
const opening = "The material follows.\n\n"

// joiner is WORD JOINER, which nobody sees. Behind "@" it keeps the command from
// attaching the file that a transcript mentions, which would carry a file of
// this machine past the gate. A variable forbids that too, in versions that know
// it; this holds for all.
const joiner = "\u2060"

// text is the prompt: all blocks, and the schema in words. The command's own way
// to a schema is a tool that it asks for in a second request.
func text(r model.Request) string {
	var b strings.Builder
	for _, block := range r.Blocks {
		if block.Text.IsZero() {
			continue
		}
		if b.Len() > 0 {
			b.WriteString("\n\n")
		} else {
			b.WriteString(opening)
		}
		b.WriteString(strings.ReplaceAll(block.Text.String(), "@", "@"+joiner))
	}
	if b.Len() > 0 && len(r.Schema) > 0 {
		b.WriteString("\n\n" + model.Instruction(r.Schema))
	}
	return b.String()
}

// unjoin takes the joiners out of an answer that quotes the prompt.
func unjoin(answer string) string {
	return strings.NewReplacer("@"+joiner, "@", `@\u2060`, "@").Replace(answer)
}

// limited keeps the first bytes of a stream and lets the rest go.
type limited struct {
	buf  bytes.Buffer
	most int
}

// Write implements io.Writer.
func (l *limited) Write(p []byte) (int, error) {
	l.buf.Write(p[:min(len(p), l.most-l.buf.Len())])
	return len(p), nil
}

var _ io.Writer = (*limited)(nil)

// result is what is read of the command's JSON.
type result struct {
	Type    string   `json:"type"`
	Subtype string   `json:"subtype"`
	IsError bool     `json:"is_error"`
	Status  *int     `json:"api_error_status"`
	Result  *string  `json:"result"`
	Stop    string   `json:"stop_reason"`
	ID      string   `json:"uuid"`
	Cost    *float64 `json:"total_cost_usd"`
	Usage   *struct {
		Input  int64 `json:"input_tokens"`
		Output int64 `json:"output_tokens"`
		Read   int64 `json:"cache_read_input_tokens"`
		Write  int64 `json:"cache_creation_input_tokens"`
		Kinds  struct {
			W5m int64 `json:"ephemeral_5m_input_tokens"`
			W1h int64 `json:"ephemeral_1h_input_tokens"`
		} `json:"cache_creation"`
	} `json:"usage"`
	Models map[string]json.RawMessage `json:"modelUsage"`
}

// decode reads the result: the last line that is one, as notices may stand
// before it.
func decode(out []byte, r model.Request) (model.Response, *model.Error) {
	var in result
	found := false
	for _, line := range bytes.Split(bytes.TrimSpace(out), []byte("\n")) {
		var one result
		if json.Unmarshal(line, &one) == nil && one.Type == "result" {
			in, found = one, true
		}
	}
	if !found {
		return model.Response{}, &model.Error{Class: model.Retryable, Message: "the claude command gave no result", Billable: true}
	}
	if in.IsError || in.Result == nil {
		return model.Response{}, failure(in)
	}
	res := model.Response{Text: unjoin(model.CutAnswer(*in.Result)), Model: r.Model, Stop: model.StopEnd, RequestID: model.CleanID(in.ID)}
	switch in.Stop {
	case "max_tokens":
		res.Stop = model.StopMaxTokens
	case "refusal":
		res.Stop = model.StopRefusal
	case "model_context_window_exceeded":
		res.Stop = model.StopWindow
	}
	if len(r.Schema) > 0 {
		if object, ok := model.Object(res.Text); ok {
			res.Text = object
		}
	}
	if len(in.Models) == 1 {
		for name := range in.Models {
			if name = model.Name(name); name != "" {
				res.Model = name
			}
		}
	}
	if u := in.Usage; u != nil && u.Input+u.Output+u.Read+u.Write > 0 {
		res.UsageKnown = true
		res.Usage = fact.Tokens{Input: count(u.Input), Output: count(u.Output), CacheRead: count(u.Read), CacheWrite5m: count(u.Kinds.W5m), CacheWrite1h: count(u.Kinds.W1h)}
		if rest := count(u.Write) - res.Usage.CacheWrite(); rest > 0 {
			res.Usage.CacheWrite5m += rest
		}
	}
	if in.Cost != nil && *in.Cost >= 0 && *in.Cost < 1e6 {
		res.Cost = in.Cost
	}
	return res, nil
}

func count(n int64) int64 { return min(max(0, n), 1<<40) }

// failure classes what the command says. It tells its server's status; without
// one it did not get that far, which is mostly a missing login.
func failure(in result) *model.Error {
	said := ""
	if in.Result != nil {
		said = strings.ToLower(*in.Result)
	}
	says := func(words ...string) bool {
		for _, w := range words {
			if strings.Contains(said, w) {
				return true
			}
		}
		return false
	}
	switch {
	case says("/login", "not logged in", "invalid api key", "oauth token", "please run"):
		return &model.Error{Class: model.Unavailable, Message: "the claude command is not logged in: run claude once and log in"}
	case says("usage limit", "limit reached", "hit your limit"):
		return &model.Error{Class: model.Unavailable, Message: "the subscription's usage limit is reached"}
	case in.Status != nil && *in.Status > 0:
		e := model.Failure(model.Reply{Status: *in.Status, Text: said})
		e.RequestID = model.CleanID(in.ID)
		return e
	case says("prompt is too long"):
		return &model.Error{Class: model.TooLong, Message: "the prompt is longer than the model takes"}
	case in.Subtype == "error_max_turns":
		return &model.Error{Class: model.BadRequest, Message: "the claude command gave no answer in one turn", Billable: true}
	case says("timed out", "timeout", "connection", "network", "fetch failed", "econn", "unable to connect"):
		return &model.Error{Class: model.Retryable, Message: "the claude command could not reach its server"}
	}
	return &model.Error{Class: model.Retryable, Message: "the claude command failed", Billable: true}
}
