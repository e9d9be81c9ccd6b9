package original

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"net/http"
	"strings"
	"time"

	"prism/internal/content"
	"prism/internal/transcript"
	"prism/internal/transcript/telemetry"
)

// kinds are the observations, by the last part of their addresses, and the events that
// they become.
func kinds() map[string]string {
	return map[string]string{
		"input-origin": "input_origin", "queued-input": "queued_input", "stop-context": "stop_context",
		"turn-interrupt": telemetry.PluginInterrupt, "session-end": telemetry.PluginEnd,
	}
}

// seen is an observation: what is always the same of it, and all fields.
type seen struct {
	Adapter  text    `json:"adapter_event_id"`
	Event    text    `json:"client_event_id"`
	Source   text    `json:"source_session_id"`
	Session  text    `json:"session_id"`
	Tool     text    `json:"tool_session_id"`
	Host     text    `json:"host_prompt_id"`
	Target   text    `json:"target_host_prompt_id"`
	Last     text    `json:"last_active_host_prompt_id"`
	Version  text    `json:"host_version"`
	Observed instant `json:"observed_at"`
}

// first is the first that is not empty.
func first(list ...text) string {
	for _, t := range list {
		if t != "" {
			return string(t)
		}
	}
	return ""
}

// mostFields is how many fields of an observation are kept.
const mostFields = 64

// observed makes an event of what a hook saw. Of the fields only those are kept that
// can hold no prose: ids, words, numbers, yes and no.
func (c *Capture) observed(name string, raw []byte) (*telemetry.Event, *seen, error) {
	b := &seen{}
	fields := map[string]json.RawMessage{}
	if err := decode(raw, b); err != nil {
		return nil, nil, err
	}
	if err := decode(raw, &fields); err != nil {
		return nil, nil, err
	}
	session, prompt := first(b.Source, b.Session, b.Tool), first(b.Target, b.Host, b.Last)
	switch {
	case !isName(session):
		return nil, nil, refuse("invalid_session_id")
	case prompt != "" && !isPrompt(prompt):
		return nil, nil, refuse("invalid_host_prompt_id")
	}
	e := &telemetry.Event{Time: c.stamp(b.Observed), Name: name, Session: session, Prompt: prompt}
	if v := string(b.Version); isWord(v) {
		e.Version = v
	}
	for key, raw := range fields {
		if !isWord(key) || len(e.Attrs) == mostFields {
			continue
		}
		var s text
		var n whole
		_, _ = s.UnmarshalJSON(raw), n.UnmarshalJSON(raw) // neither ever fails
		v := telemetry.Value{Text: string(s)}
		switch plain := string(raw); {
		case plain == "true", plain == "false":
			v = telemetry.Value{Kind: telemetry.Bool}
			if plain == "true" {
				v.Int = 1
			}
		case s != "" && (isWord(string(s)) || isUUID(string(s)) || isHex(string(s))):
		case n.ok && s == "":
			v = telemetry.Value{Kind: telemetry.Int, Int: n.n}
		default:
			continue
		}
		e.Attrs = append(e.Attrs, telemetry.Attr{Key: key, Value: v})
	}
	return e, b, nil
}

// isUUID reports whether a text has the form of a UUID.
func isUUID(s string) bool {
	if len(s) != 36 {
		return false
	}
	for i := range len(s) {
		if dash := i == 8 || i == 13 || i == 18 || i == 23; dash != (s[i] == '-') || !dash && !strings.Contains("0123456789abcdefABCDEF", s[i:i+1]) {
			return false
		}
	}
	return true
}

// observation is POST /v1/host-observations/{kind}. What it is answered with is not
// known; this has the form of what is answered to evidence.
func (c *Capture) observation(r *http.Request, from Caller, raw []byte) (reply, error) {
	name, known := kinds()[r.PathValue("kind")]
	if !known {
		return reply{}, &refusal{http.StatusNotFound, "unsupported_observation"}
	}
	e, b, err := c.observed(name, raw)
	if err != nil {
		return reply{}, err
	}
	if _, err := c.keep(r.Context(), from, e); err != nil {
		return reply{}, err
	}
	ack := map[string]any{"ack_version": 1, "status": "accepted"}
	if isID(string(b.Adapter), 128) {
		ack["adapter_event_id"] = b.Adapter
	}
	return reply{http.StatusAccepted, ack}, nil
}

// promptEvidence is POST /v1/prompt-evidence: one agent wrote to another.
func (c *Capture) promptEvidence(r *http.Request, from Caller, raw []byte) (reply, error) {
	e, b, err := c.observed("prompt_evidence", raw)
	if err != nil {
		return reply{}, err
	}
	if !isPrompt(string(b.Event)) {
		return reply{}, refuse("invalid_client_event_id")
	}
	if _, err := c.keep(r.Context(), from, e); err != nil {
		return reply{}, err
	}
	return reply{http.StatusOK, map[string]any{
		"ack_version": 1, "client_event_id": b.Event, "status": "accepted",
		"occurrence_id": named("evidence", from.Tenant, from.Person, e.Session, string(b.Event)),
	}}, nil
}

// gitVersion is the form of git evidence that is taken.
const gitVersion = "git-evidence/v1"

// mostCommits is how many commits one piece of evidence may tell of.
const mostCommits = 512

// gitBody is POST /v1/git-evidence, as much of it as is kept.
type gitBody struct {
	Schema   text    `json:"schema_version"`
	ID       text    `json:"event_id"`
	Type     text    `json:"event_type"`
	Observed instant `json:"observed_at"`
	Session  text    `json:"session_id"`
	Event    text    `json:"client_event_id"`
	Diff     struct {
		Base     text `json:"base_head"`
		Head     text `json:"head"`
		Ancestry text `json:"ancestry"`
		Coverage text `json:"coverage"`
		Commits  []struct {
			SHA     text  `json:"commit_sha"`
			Added   whole `json:"added_lines"`
			Deleted whole `json:"deleted_lines"`
		} `json:"commits"`
	} `json:"diff"`
}

func (c *Capture) gitEvidence(r *http.Request, from Caller, raw []byte) (reply, error) {
	var b gitBody
	if err := decode(raw, &b); err != nil {
		return reply{}, err
	}
	switch {
	case b.Schema != gitVersion:
		return reply{}, refuse("unsupported_schema_version")
	case !isUUID(string(b.ID)):
		return reply{}, refuse("invalid_event_id")
	case !isName(string(b.Session)):
		return reply{}, refuse("invalid_session_id")
	case len(b.Diff.Commits) > mostCommits:
		return reply{}, refuse("too_many_commits")
	}
	e := &telemetry.Event{Time: c.stamp(b.Observed), Name: "git_evidence", Session: string(b.Session)}
	put(e, "event_id", string(b.ID))
	for _, x := range [][2]string{{"base_head", string(b.Diff.Base)}, {"head", string(b.Diff.Head)}} {
		if isHex(x[1]) {
			put(e, x[0], x[1])
		}
	}
	for _, x := range [][2]string{{"event_type", string(b.Type)}, {"ancestry", string(b.Diff.Ancestry)}, {"coverage", string(b.Diff.Coverage)}} {
		if isWord(x[1]) {
			put(e, x[0], x[1])
		}
	}
	if isUUID(string(b.Event)) {
		put(e, "client_event_id", string(b.Event))
	}
	var added, deleted int64
	commits := make([]string, 0, len(b.Diff.Commits))
	for _, x := range b.Diff.Commits {
		if isHex(string(x.SHA)) {
			commits = append(commits, string(x.SHA))
			added, deleted = added+x.Added.n, deleted+x.Deleted.n
		}
	}
	put(e, "commits", strings.Join(commits, " "))
	for key, n := range map[string]int64{"added_lines": added, "deleted_lines": deleted} {
		e.Attrs = append(e.Attrs, telemetry.Attr{Key: key, Value: telemetry.Value{Kind: telemetry.Int, Int: n}})
	}
	digest, err := digestOf(raw)
	if err != nil {
		return reply{}, err
	}
	put(e, "digest", digest)
	was, err := c.known(r.Context(), from, e.Session, string(b.ID))
	if err != nil {
		return reply{}, err
	}
	told := map[string]any{"event_id": b.ID, "schema_version": gitVersion, "status": "accepted"}
	switch was {
	case "":
		_, err = c.keep(r.Context(), from, e)
		return reply{http.StatusAccepted, told}, err
	case digest:
		told["duplicate"] = true
		return reply{http.StatusOK, told}, nil
	}
	return reply{}, &refusal{http.StatusConflict, "event_conflict"}
}

// digestOf tells two bodies apart that do not say the same, however they are written.
func digestOf(raw []byte) (string, error) {
	var all any
	if json.Unmarshal(raw, &all) != nil {
		return "", refuse("invalid_json")
	}
	same, err := json.Marshal(all)
	if err != nil {
		return "", err
	}
	h := sha256.Sum256(same)
	return hex.EncodeToString(h[:]), nil
}

// Events are the files of events that are kept of a tenant.
type Events interface {
	// FileAt finds a file of a person's; false: there is none.
	FileAt(ctx context.Context, person, path string) (content.File, bool, error)
	// FilesOf are those of a kind of a person's that came, or grew, since a time, the
	// latest first.
	FilesOf(ctx context.Context, person string, kind content.Kind, since time.Time) ([]content.File, error)
	// OpenFile reads a file from its beginning.
	OpenFile(ctx context.Context, f *content.File) io.ReadCloser
}

// mostLook is how many bytes of a session's events are looked through for one that may
// have come before.
const mostLook = 64 << 20

// known is the digest of git evidence that came before under an id; "": none did.
func (c *Capture) known(ctx context.Context, from Caller, session, id string) (digest string, err error) {
	wait := time.NewTimer(patience)
	defer wait.Stop()
	select {
	case c.look <- struct{}{}:
		defer func() { <-c.look }()
	case <-wait.C:
		return "", errBusy
	case <-ctx.Done():
		return "", errBusy
	}
	kept, err := c.Kept(ctx, from.Tenant)
	if err != nil {
		return "", err
	}
	f, found, err := kept.FileAt(ctx, from.Person, pathOf(session))
	if err != nil || !found {
		return "", err
	}
	err = each(ctx, kept, &f, mostLook, func(e *telemetry.Event) bool {
		if e.Name == "git_evidence" && e.Origin == telemetry.Plugin && e.Str("event_id") == id {
			digest = e.Str("digest")
		}
		return digest == ""
	})
	return digest, err
}

// longest is the longest line that is looked at, in bytes.
const longest = 8 << 20

// each reads a file's events until yield says no. A line that is none is passed over.
func each(ctx context.Context, kept Events, f *content.File, most int64, yield func(*telemetry.Event) bool) error {
	in := kept.OpenFile(ctx, f)
	defer in.Close() //nolint:errcheck // read only
	lines := transcript.NewReaderSize(64<<10, longest)
	lines.Reset(io.LimitReader(in, most))
	for {
		line, err := lines.Next()
		switch {
		case errors.Is(err, io.EOF), errors.Is(err, fs.ErrNotExist):
			return nil
		case err != nil:
			return err
		}
		if e, err := telemetry.Parse(line.Data); err == nil && !yield(&e) {
			return nil
		}
	}
}
