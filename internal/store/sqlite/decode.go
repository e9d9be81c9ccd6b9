package sqlite

import (
	"fmt"
	"strconv"
	"time"

	"github.com/go-faster/jx"

	"prism/internal/fact"
	"prism/internal/redact"
	"prism/internal/store"
)

// A field reads one field of a document into v; it skips names it does not know.
type field[T any] func(d *jx.Decoder, key []byte, v *T) error

// parse reads a document written by object. What does not parse was damaged:
// nobody else writes here.
func parse[T any](d *jx.Decoder, text string, v *T, f field[T]) error {
	d.ResetBytes([]byte(text))
	if err := readObject(d, v, f); err != nil {
		return fmt.Errorf("%w: document: %w", store.ErrCorrupt, err)
	}
	return nil
}

// parseArray reads a document written by array.
func parseArray[T any](d *jx.Decoder, text string, list *[]T, f field[T]) error {
	d.ResetBytes([]byte(text))
	if err := readList(d, list, f); err != nil {
		return fmt.Errorf("%w: document: %w", store.ErrCorrupt, err)
	}
	return nil
}

func readObject[T any](d *jx.Decoder, v *T, f field[T]) error {
	return d.ObjBytes(func(d *jx.Decoder, key []byte) error { return f(d, key, v) })
}

func readList[T any](d *jx.Decoder, list *[]T, f field[T]) error {
	return d.Arr(func(d *jx.Decoder) error {
		var v T
		if err := readObject(d, &v, f); err != nil {
			return err
		}
		*list = append(*list, v)
		return nil
	})
}

func readText[S ~string](d *jx.Decoder, v *S) error {
	s, err := d.Str()
	*v = S(s)
	return err
}

func readProse(d *jx.Decoder, v *redact.Text) error {
	s, err := d.Str()
	*v = redact.Restore(s)
	return err
}

func readInt(d *jx.Decoder, v *int) error {
	n, err := d.Int64()
	*v = int(n)
	return err
}

// readFloat does not use the decoder's own Float64: that one rounds the last
// digit of long numbers, and what comes back must be what was saved.
func readFloat(d *jx.Decoder, v *float64) error {
	raw, err := d.Raw()
	if err != nil {
		return err
	}
	*v, err = strconv.ParseFloat(string(raw), 64)
	return err
}

func readMoney(d *jx.Decoder, v **float64) error {
	*v = new(float64)
	return readFloat(d, *v)
}

func readBool(d *jx.Decoder, v *bool) (err error) {
	*v, err = d.Bool()
	return err
}

func readTime(d *jx.Decoder, v *time.Time) error {
	n, err := d.Int64()
	*v = fromMicro(n)
	return err
}

func readStrings(d *jx.Decoder, list *[]string) error {
	return d.Arr(func(d *jx.Decoder) error {
		s, err := d.Str()
		*list = append(*list, s)
		return err
	})
}

func readCounts(d *jx.Decoder, m *map[string]int) error {
	*m = map[string]int{}
	return d.Obj(func(d *jx.Decoder, key string) error {
		n, err := d.Int64()
		(*m)[key] = int(n)
		return err
	})
}

func readTokens(d *jx.Decoder, t *fact.Tokens) error {
	into := [...]*int64{&t.Input, &t.Output, &t.CacheWrite5m, &t.CacheWrite1h, &t.CacheRead}
	i := 0
	return d.Arr(func(d *jx.Decoder) (err error) {
		if i == len(into) {
			return d.Skip()
		}
		*into[i], err = d.Int64()
		i++
		return err
	})
}

func sessionField(d *jx.Decoder, key []byte, s *fact.Session) error {
	switch string(key) {
	case "aliases":
		return readStrings(d, &s.Aliases)
	case "parts":
		return readList(d, &s.Parts, partField)
	case "conversations":
		return readStrings(d, &s.Conversations)
	case "first_uuid":
		return readText(d, &s.FirstTurnUUID)
	case "last_uuid":
		return readText(d, &s.LastTurnUUID)
	case "opened_by":
		return readText(d, &s.OpenedBy)
	case "closed_by":
		return readText(d, &s.ClosedBy)
	case "turns":
		return readInt(d, &s.Turns)
	case "floor_turns":
		return readInt(d, &s.Floor.Turns)
	case "net_lines":
		return readInt(d, &s.Floor.NetLines)
	case "added":
		return readInt(d, &s.Floor.Added)
	case "removed":
		return readInt(d, &s.Floor.Removed)
	case "mutating":
		return readInt(d, &s.Floor.MutatingCalls)
	case "usage":
		return readList(d, &s.Usage, usageField)
	case "share":
		return readFloat(d, &s.Rework.Share)
	case "owned":
		return readInt(d, &s.Rework.Owned)
	case "undone":
		return readInt(d, &s.Rework.Undone)
	case "reworked_by":
		return readList(d, &s.Rework.By, reworkField)
	case "pulls":
		return readStrings(d, &s.Pulls)
	case "verdict":
		return readObject(d, &s.Verdict, verdictField)
	}
	return d.Skip()
}

func partField(d *jx.Decoder, key []byte, p *fact.Part) error {
	switch string(key) {
	case "conversation":
		return readText(d, &p.Conversation)
	case "file":
		return readText(d, &p.File)
	case "first":
		return readInt(d, &p.First)
	case "last":
		return readInt(d, &p.Last)
	case "first_uuid":
		return readText(d, &p.FirstUUID)
	case "last_uuid":
		return readText(d, &p.LastUUID)
	}
	return d.Skip()
}

func usageField(d *jx.Decoder, key []byte, u *fact.ModelUsage) error {
	switch string(key) {
	case "model":
		return readText(d, &u.Model)
	case "requests":
		return readInt(d, &u.Requests)
	case "tokens":
		return readTokens(d, &u.Tokens)
	case "cost":
		return readMoney(d, &u.Cost)
	case "nested":
		return readTokens(d, &u.Nested)
	case "nested_cost":
		return readMoney(d, &u.NestedCost)
	}
	return d.Skip()
}

func reworkField(d *jx.Decoder, key []byte, r *fact.ReworkBy) error {
	switch string(key) {
	case "session":
		return readText(d, &r.Session)
	case "lines":
		return readInt(d, &r.Lines)
	case "files":
		return readStrings(d, &r.Files)
	case "sample":
		return readProse(d, &r.Sample)
	case "kind":
		return readText(d, &r.Kind)
	}
	return d.Skip()
}

func verdictField(d *jx.Decoder, key []byte, v *fact.Verdict) error {
	switch string(key) {
	case "reason":
		return readText(d, &v.Reason)
	case "fallback":
		return readBool(d, &v.Fallback)
	case "basis":
		return readText(d, &v.Basis)
	case "signal":
		return readText(d, &v.Signal)
	case "criteria":
		return readList(d, &v.Criteria, criterionField)
	case "evidence":
		return readList(d, &v.Evidence, evidenceField)
	case "reasons":
		return readList(d, &v.Reasons, reasonField)
	case "advice":
		return readProse(d, &v.Advice)
	case "goal_explicit":
		return readText(d, &v.Rubric.GoalExplicit)
	case "scope_bounded":
		return readText(d, &v.Rubric.ScopeBounded)
	case "references_concrete":
		return readText(d, &v.Rubric.ReferencesConcrete)
	case "context_sufficient":
		return readText(d, &v.Rubric.ContextSufficient)
	case "verification_requested":
		return readText(d, &v.Rubric.VerificationRequested)
	case "root_cause_oriented":
		return readText(d, &v.Rubric.RootCauseOriented)
	case "plan_first":
		return readText(d, &v.Rubric.PlanFirst)
	case "letter":
		return readText(d, &v.Rubric.Letter)
	case "title":
		return readProse(d, &v.Title)
	case "summary":
		return readProse(d, &v.Summary)
	case "title_stage":
		return readText(d, &v.TitleStage)
	}
	return d.Skip()
}

func criterionField(d *jx.Decoder, key []byte, c *fact.Criterion) error {
	switch string(key) {
	case "name":
		return readText(d, &c.Name)
	case "met":
		return readBool(d, &c.Met)
	case "evidence":
		c.Evidence = new(fact.Evidence)
		return readObject(d, c.Evidence, evidenceField)
	}
	return d.Skip()
}

func evidenceField(d *jx.Decoder, key []byte, e *fact.Evidence) error {
	switch string(key) {
	case "uuid":
		return readText(d, &e.UUID)
	case "turn":
		return readInt(d, &e.Turn)
	case "line":
		return readInt(d, &e.Line)
	case "quote":
		return readProse(d, &e.Quote)
	}
	return d.Skip()
}

func reasonField(d *jx.Decoder, key []byte, r *fact.Reason) error {
	switch string(key) {
	case "for":
		return readBool(d, &r.For)
	case "weight":
		return readFloat(d, &r.Weight)
	case "text":
		return readProse(d, &r.Text)
	case "turn":
		return readInt(d, &r.Turn)
	}
	return d.Skip()
}

func inputField(d *jx.Decoder, key []byte, in *fact.Input) (err error) {
	switch string(key) {
	case "files":
		return readInt(d, &in.Files)
	case "conversations":
		return readInt(d, &in.Conversations)
	case "lines":
		return readInt(d, &in.Lines)
	case "bytes":
		in.Bytes, err = d.Int64()
		return err
	case "skipped":
		return readCounts(d, &in.Skipped)
	case "troubles":
		return readList(d, &in.Troubles, troubleField)
	case "unknown_types":
		return readCounts(d, &in.UnknownTypes)
	}
	return d.Skip()
}

func troubleField(d *jx.Decoder, key []byte, t *fact.Trouble) error {
	switch string(key) {
	case "file":
		return readText(d, &t.File)
	case "line":
		return readInt(d, &t.Line)
	case "reason":
		return readText(d, &t.Reason)
	}
	return d.Skip()
}

func outsideField(d *jx.Decoder, key []byte, o *fact.OutsideUsage) error {
	switch string(key) {
	case "time":
		return readTime(d, &o.Time)
	case "conversation":
		return readText(d, &o.Conversation)
	case "repo_key":
		return readText(d, &o.Repo.Key)
	case "repo_name":
		return readText(d, &o.Repo.Name)
	}
	return usageField(d, key, &o.Usage)
}

// fromMicro is the inverse of time.Time.UnixMicro, for the zero time too.
func fromMicro(n int64) time.Time { return time.UnixMicro(n).UTC() }
