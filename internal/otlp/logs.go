package otlp

import (
	"errors"
	"strconv"
	"strings"
	"time"

	"go.opentelemetry.io/collector/pdata/pcommon"
	"go.opentelemetry.io/collector/pdata/plog/plogotlp"

	"prism/internal/content"
	"prism/internal/redact"
	"prism/internal/transcript/telemetry"
)

// The client's names: the prefix of what a record's body and a scope are called.
const (
	scopePrefix = "com.anthropic.claude_code"
	service     = "claude-code"
	// hookScope is the scope of what Prism's own hooks tell.
	hookScope = "prism.hook"
)

// maxLine bounds one event: the client cuts its texts at 60 kB each.
const maxLine = 1 << 20

var errTooDeep = errors.New("values nest too deep")

// record is what a log record says, in the form that every decoder fills.
type record struct {
	time, observed uint64 // Unix nanoseconds; 0: not told
	event, body    string
	attrs          []telemetry.Attr
}

// origin is what holds for all records of a scope.
type origin struct {
	service, version string
	person           string // what the resource says of who sends
	scope            string
}

// batch collects the events of one request.
type batch struct {
	gate   *redact.Redactor
	person string // by the key; "": as the records say
	now    time.Time

	files map[fileKey]*file
	order []*file
	event telemetry.Event // the one at hand
	line  []byte          // its line
	total int64
	out   outcome
}

type fileKey struct{ person, session string }

// file is what came of one session, as pieces that are not too large.
type file struct {
	fileKey
	pieces [][]byte
	events []int64 // in each piece
}

func newBatch(gate *redact.Redactor, person string, now time.Time) *batch {
	return &batch{gate: gate, person: person, now: now, files: make(map[fileKey]*file)}
}

// decode reads a body and adds each of its records.
func (b *batch) decode(form encoding, body []byte) error {
	req := plogotlp.NewExportRequest()
	var err error
	if form == inJSON {
		err = req.UnmarshalJSON(body)
	} else if shallow(body) {
		err = req.UnmarshalProto(body)
	} else {
		err = errTooDeep
	}
	if err != nil {
		return err
	}
	var rec record
	for _, resource := range req.Logs().ResourceLogs().All() {
		var from origin
		for key, v := range resource.Resource().Attributes().All() {
			from.resource(key, v.AsString())
		}
		for _, scope := range resource.ScopeLogs().All() {
			from.scope = scope.Scope().Name()
			for _, l := range scope.LogRecords().All() {
				rec.time, rec.observed = uint64(l.Timestamp()), uint64(l.ObservedTimestamp())
				rec.event, rec.body = l.EventName(), ""
				if l.Body().Type() == pcommon.ValueTypeStr {
					rec.body = l.Body().Str()
				}
				rec.attrs = rec.attrs[:0]
				for key, v := range l.Attributes().All() {
					rec.attrs = append(rec.attrs, telemetry.Attr{Key: key, Value: flat(v)})
				}
				b.add(&from, &rec)
			}
		}
	}
	return nil
}

// flat is a value as an event keeps it: what nests becomes its JSON.
func flat(v pcommon.Value) telemetry.Value {
	switch v.Type() {
	case pcommon.ValueTypeInt:
		return telemetry.Value{Kind: telemetry.Int, Int: v.Int()}
	case pcommon.ValueTypeDouble:
		return telemetry.Value{Kind: telemetry.Double, Float: v.Double()}
	case pcommon.ValueTypeBool:
		if v.Bool() {
			return telemetry.Value{Kind: telemetry.Bool, Int: 1}
		}
		return telemetry.Value{Kind: telemetry.Bool}
	case pcommon.ValueTypeStr:
		return telemetry.Value{Text: v.Str()}
	}
	return telemetry.Value{Text: v.AsString()}
}

// resource takes one attribute of a resource.
func (o *origin) resource(key, value string) {
	switch key {
	case "service.name":
		o.service = value
	case "service.version":
		o.version = value
	case "user.email", "user.account_uuid", "user.id":
		o.person = named(o.person, key, value)
	}
}

// named is the better of two names for a person: an address before an account before
// a device. have carries its rank as a first letter.
func named(have, key, value string) string {
	if value == "" || len(value) >= content.MaxPerson {
		return have
	}
	rank := "c"
	switch key {
	case "user.email":
		rank = "a"
	case "user.account_uuid":
		rank = "b"
	}
	if have == "" || rank < have[:1] {
		return rank + value
	}
	return have
}

// add takes one record: it becomes an event of its session's file, or is rejected.
func (b *batch) add(from *origin, rec *record) {
	b.total++
	e := &b.event
	*e = telemetry.Event{Attrs: e.Attrs[:0], Version: from.version, Sequence: -1, Origin: telemetry.OTLP}
	if from.scope == hookScope {
		e.Origin = telemetry.Hook
	}
	if name, ok := strings.CutPrefix(rec.event, telemetry.Prefix); ok {
		e.Name = name
	} else if name, ok := strings.CutPrefix(rec.body, telemetry.Prefix); ok {
		e.Name = name
	}
	who, told := from.person, ""
	for i := range rec.attrs {
		a := &rec.attrs[i]
		switch a.Key {
		case "session.id":
			e.Session = str(&a.Value)
		case "prompt.id":
			e.Prompt = str(&a.Value)
		case "event.sequence":
			e.Sequence = whole(&a.Value)
		case "event.name":
			if name := strings.TrimPrefix(str(&a.Value), telemetry.Prefix); e.Name == "" && (from.service == service || strings.HasPrefix(from.scope, scopePrefix)) {
				e.Name = name
			}
		case "event.timestamp":
			told = str(&a.Value)
		case "app.version":
			if e.Version == "" {
				e.Version = str(&a.Value)
			}
		case "user.email", "user.account_uuid", "user.id":
			who = named(who, a.Key, str(&a.Value))
		case "user.account_id", "organization.id", "anthropic.custom_base_url", "terminal.type":
			// of the person and the machine, not of the session
		default:
			e.Attrs = append(e.Attrs, *a)
		}
	}
	e.Time = b.when(rec, told)
	switch {
	case e.Name == "" || len(e.Name) > 64 || !isWord(e.Name):
		b.out.reject(1, "only events of Claude Code are kept here; others are ignored")
		return
	case !isName(e.Session):
		b.out.reject(1, "an event without session.id belongs to no session")
		return
	}
	b.pass(e)
	b.line = append(e.AppendLine(b.line[:0]), '\n')
	if len(b.line) > maxLine {
		b.out.reject(1, "an event is larger than "+strconv.Itoa(maxLine)+" bytes")
		return
	}
	b.file(who, e.Session).add(b.line)
}

// when is the time of a record: the client's own, else when it was seen, else now.
func (b *batch) when(rec *record, told string) time.Time {
	for _, n := range []uint64{rec.time, rec.observed} {
		if n > 0 && n < 1<<62 {
			return time.Unix(0, int64(n)).UTC()
		}
	}
	if t, err := time.Parse(time.RFC3339Nano, told); err == nil && t.Year() > 1970 && t.Year() < 2200 {
		return t.UTC()
	}
	return b.now.UTC()
}

// file is the file of a session of a person's.
func (b *batch) file(who, session string) *file {
	person := b.person
	if person == "" && len(who) > 1 {
		person = strings.Map(func(r rune) rune {
			if r <= ' ' || r == 0x7f || r == '/' || r == 0xfffd {
				return '_'
			}
			return r
		}, who[1:])
	}
	if person == "" {
		person = "unknown"
	}
	key := fileKey{person, session}
	f := b.files[key]
	if f == nil {
		f = &file{fileKey: key}
		b.files[key], b.order = f, append(b.order, f)
	}
	return f
}

func (f *file) add(line []byte) {
	last := len(f.pieces) - 1
	if last < 0 || len(f.pieces[last])+len(line) > content.MaxData {
		f.pieces, f.events, last = append(f.pieces, nil), append(f.events, 0), last+1
	}
	f.pieces[last] = append(f.pieces[last], line...)
	f.events[last]++
}

// appends is what is to be kept, and how many events each holds.
func (b *batch) appends() (list []content.Append, events []int64) {
	for _, f := range b.order {
		for i, data := range f.pieces {
			list = append(list, content.Append{Person: f.person, Anyone: b.person == "", Path: content.EventsPath(f.session), Kind: content.Telemetry, Data: data, Modified: b.now})
			events = append(events, f.events[i])
		}
	}
	return list, events
}

// str is a value that should be a string.
func str(v *telemetry.Value) string {
	if v.Kind == telemetry.Int || v.Kind == telemetry.Text {
		return v.String()
	}
	return ""
}

// whole is a value that should be a number from 0; -1: it is none.
func whole(v *telemetry.Value) int64 {
	if n, ok := v.Whole(); ok {
		return n
	}
	return -1
}

// isName reports whether a text can name a file and an event: letters, digits and
// what stands between them.
func isName(s string) bool {
	if s == "" || len(s) > 128 || s[0] == '.' {
		return false
	}
	for i := range len(s) {
		if !isIDByte(s[i]) {
			return false
		}
	}
	return true
}

func isIDByte(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || c == '-' || c == '_' || c == '.'
}
