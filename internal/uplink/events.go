package uplink

import (
	"context"
	"encoding/json"
	"strconv"

	"prism/internal/spool"
)

// Scope is the instrumentation scope of the log records that hooks become; by it a
// server tells them from the client's own.
const Scope = "prism.hook"

// The part of OTLP's JSON that events need (OTLP 1.7, "JSON Protobuf Encoding").
type (
	logs struct {
		Resource []resourceLogs `json:"resourceLogs"`
	}
	resourceLogs struct {
		Resource struct {
			Attributes []attribute `json:"attributes"`
		} `json:"resource"`
		Scope []scopeLogs `json:"scopeLogs"`
	}
	scopeLogs struct {
		Scope struct {
			Name string `json:"name"`
		} `json:"scope"`
		Records []logRecord `json:"logRecords"`
	}
	logRecord struct {
		Time       string      `json:"timeUnixNano"`
		Event      string      `json:"eventName"`
		Attributes []attribute `json:"attributes"`
	}
	attribute struct {
		Key   string `json:"key"`
		Value struct {
			Text string `json:"stringValue"`
		} `json:"value"`
	}
)

func attributeOf(key, value string) attribute {
	a := attribute{Key: key}
	a.Value.Text = value
	return a
}

// eventsAtOnce is how many events a request carries: an eighth of what a server takes.
const eventsAtOnce = 2000

// events sends events as log records. A server that has them already keeps each once.
func (c *Client) events(ctx context.Context, list []spool.Record) error {
	for len(list) > 0 {
		part := list[:min(len(list), eventsAtOnce)]
		list = list[len(part):]
		body, err := json.Marshal(logsOf(part))
		if err != nil {
			return err
		}
		if _, err := c.post(ctx, "/v1/logs", "application/json", "", body); err != nil {
			return err
		}
	}
	return nil
}

func logsOf(list []spool.Record) logs {
	s := scopeLogs{Records: make([]logRecord, len(list))}
	s.Scope.Name = Scope
	for i := range list {
		r := &list[i]
		out := &s.Records[i]
		out.Time, out.Event = strconv.FormatInt(r.Time().UnixNano(), 10), "claude_code."+r.Event
		for _, a := range [...]attribute{
			attributeOf("session.id", r.Session), attributeOf("prompt.id", r.Prompt), attributeOf("agent_id", r.Agent),
			attributeOf("source", r.Source), attributeOf("reason", r.Reason), attributeOf("trigger", r.Trigger), attributeOf("client_pid", r.Client),
		} {
			if a.Value.Text != "" {
				out.Attributes = append(out.Attributes, a)
			}
		}
	}
	l := resourceLogs{Scope: []scopeLogs{s}}
	l.Resource.Attributes = []attribute{attributeOf("service.name", "claude-code")}
	return logs{[]resourceLogs{l}}
}
