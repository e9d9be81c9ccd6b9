package sqlite

import (
	"time"

	"github.com/go-faster/jx"

	"prism/internal/fact"
	"prism/internal/redact"
)

// doc writes the JSON documents that stand beside the columns: what no query
// filters by. Zero values are left out. The names in it are the store's own and
// do not follow those of the program's JSON output.
type doc struct{ e jx.Encoder }

func (d *doc) text(name, v string) {
	if v != "" {
		d.e.FieldStart(name)
		d.e.Str(v)
	}
}

func (d *doc) prose(name string, v redact.Text) { d.text(name, v.String()) }

func (d *doc) int(name string, v int64) {
	if v != 0 {
		d.e.FieldStart(name)
		d.e.Int64(v)
	}
}

func (d *doc) float(name string, v float64) {
	if v != 0 {
		d.e.FieldStart(name)
		d.e.Float64(v)
	}
}

func (d *doc) money(name string, v *float64) {
	if v != nil {
		d.e.FieldStart(name)
		d.e.Float64(*v)
	}
}

func (d *doc) bool(name string, v bool) {
	if v {
		d.e.FieldStart(name)
		d.e.Bool(v)
	}
}

func (d *doc) time(name string, v time.Time) {
	if !v.IsZero() {
		d.e.FieldStart(name)
		d.e.Int64(v.UnixMicro())
	}
}

func (d *doc) strings(name string, list []string) {
	if len(list) > 0 {
		d.e.FieldStart(name)
		d.stringArray(list)
	}
}

func (d *doc) stringArray(list []string) {
	d.e.ArrStart()
	for _, s := range list {
		d.e.Str(s)
	}
	d.e.ArrEnd()
}

func (d *doc) counts(name string, m map[string]int) {
	if len(m) > 0 {
		d.e.FieldStart(name)
		d.e.ObjStart()
		for k, v := range m {
			d.e.FieldStart(k)
			d.e.Int(v)
		}
		d.e.ObjEnd()
	}
}

// list writes an array of objects.
func list[T any](d *doc, name string, items []T, fields func(*doc, *T)) {
	if len(items) == 0 {
		return
	}
	d.e.FieldStart(name)
	array(d, items, fields)
}

func array[T any](d *doc, items []T, fields func(*doc, *T)) {
	d.e.ArrStart()
	for i := range items {
		d.e.ObjStart()
		fields(d, &items[i])
		d.e.ObjEnd()
	}
	d.e.ArrEnd()
}

// object writes the document of v and hands it out as a string.
func object[T any](d *doc, v *T, fields func(*doc, *T)) string {
	d.e.Reset()
	d.e.ObjStart()
	fields(d, v)
	d.e.ObjEnd()
	return string(d.e.Bytes())
}

func sessionFields(d *doc, s *fact.Session) {
	d.strings("aliases", s.Aliases)
	list(d, "parts", s.Parts, partFields)
	d.strings("conversations", s.Conversations)
	d.text("first_uuid", s.FirstTurnUUID)
	d.text("last_uuid", s.LastTurnUUID)
	d.text("opened_by", string(s.OpenedBy))
	d.text("closed_by", string(s.ClosedBy))
	d.int("turns", int64(s.Turns))
	d.int("floor_turns", int64(s.Floor.Turns))
	d.int("net_lines", int64(s.Floor.NetLines))
	d.int("added", int64(s.Floor.Added))
	d.int("removed", int64(s.Floor.Removed))
	d.int("mutating", int64(s.Floor.MutatingCalls))
	list(d, "usage", s.Usage, usageFields)
	d.float("share", s.Rework.Share)
	d.int("owned", int64(s.Rework.Owned))
	d.int("undone", int64(s.Rework.Undone))
	list(d, "reworked_by", s.Rework.By, reworkFields)
	d.strings("pulls", s.Pulls)
	d.e.FieldStart("verdict")
	d.e.ObjStart()
	verdictFields(d, &s.Verdict)
	d.e.ObjEnd()
}

func partFields(d *doc, p *fact.Part) {
	d.text("conversation", p.Conversation)
	d.text("file", p.File)
	d.int("first", int64(p.First))
	d.int("last", int64(p.Last))
	d.text("first_uuid", p.FirstUUID)
	d.text("last_uuid", p.LastUUID)
}

func usageFields(d *doc, u *fact.ModelUsage) {
	d.text("model", u.Model)
	d.int("requests", int64(u.Requests))
	d.tokens("tokens", u.Tokens)
	d.money("cost", u.Cost)
	d.tokens("nested", u.Nested)
	d.money("nested_cost", u.NestedCost)
}

// tokens are one array: input, output, cache write 5 m, cache write 1 h, cache read.
func (d *doc) tokens(name string, t fact.Tokens) {
	if t == (fact.Tokens{}) {
		return
	}
	d.e.FieldStart(name)
	d.e.ArrStart()
	for _, n := range [...]int64{t.Input, t.Output, t.CacheWrite5m, t.CacheWrite1h, t.CacheRead} {
		d.e.Int64(n)
	}
	d.e.ArrEnd()
}

func reworkFields(d *doc, r *fact.ReworkBy) {
	d.text("session", r.Session)
	d.int("lines", int64(r.Lines))
	d.strings("files", r.Files)
	d.prose("sample", r.Sample)
	d.text("kind", r.Kind)
}

// verdictFields leaves out what stands in columns: see verdictRow.
func verdictFields(d *doc, v *fact.Verdict) {
	d.text("reason", v.Reason)
	d.bool("fallback", v.Fallback)
	d.text("basis", string(v.Basis))
	d.text("signal", string(v.Signal))
	list(d, "criteria", v.Criteria, criterionFields)
	list(d, "evidence", v.Evidence, evidenceFields)
	list(d, "reasons", v.Reasons, reasonFields)
	d.prose("advice", v.Advice)
	d.text("goal_explicit", string(v.Rubric.GoalExplicit))
	d.text("scope_bounded", string(v.Rubric.ScopeBounded))
	d.text("references_concrete", string(v.Rubric.ReferencesConcrete))
	d.text("context_sufficient", string(v.Rubric.ContextSufficient))
	d.text("verification_requested", string(v.Rubric.VerificationRequested))
	d.text("root_cause_oriented", string(v.Rubric.RootCauseOriented))
	d.text("plan_first", string(v.Rubric.PlanFirst))
	d.text("letter", v.Rubric.Letter)
	d.prose("title", v.Title)
	d.prose("summary", v.Summary)
	d.text("title_stage", string(v.TitleStage))
}

func criterionFields(d *doc, c *fact.Criterion) {
	d.text("name", c.Name)
	d.bool("met", c.Met)
	if c.Evidence != nil {
		d.e.FieldStart("evidence")
		d.e.ObjStart()
		evidenceFields(d, c.Evidence)
		d.e.ObjEnd()
	}
}

func evidenceFields(d *doc, e *fact.Evidence) {
	d.text("uuid", e.UUID)
	d.int("turn", int64(e.Turn))
	d.int("line", int64(e.Line))
	d.prose("quote", e.Quote)
}

func reasonFields(d *doc, r *fact.Reason) {
	d.bool("for", r.For)
	d.float("weight", r.Weight)
	d.prose("text", r.Text)
	d.int("turn", int64(r.Turn))
}

func inputFields(d *doc, in *fact.Input) {
	d.int("files", int64(in.Files))
	d.int("conversations", int64(in.Conversations))
	d.int("lines", int64(in.Lines))
	d.int("bytes", in.Bytes)
	d.counts("skipped", in.Skipped)
	list(d, "troubles", in.Troubles, troubleFields)
	d.counts("unknown_types", in.UnknownTypes)
}

func troubleFields(d *doc, t *fact.Trouble) {
	d.text("file", t.File)
	d.int("line", int64(t.Line))
	d.text("reason", t.Reason)
}

func outsideFields(d *doc, o *fact.OutsideUsage) {
	d.time("time", o.Time)
	d.text("conversation", o.Conversation)
	d.text("repo_key", o.Repo.Key)
	d.text("repo_name", o.Repo.Name)
	usageFields(d, &o.Usage)
}
