package intent

import (
	"slices"
	"testing"

	"prism/internal/fact"
)

// TestBuildsOrAsksFirst: who orders something with tests wants it, though the agent asks
// before it starts; a plan in front of the work that was done is not what was wanted.
func TestBuildsOrAsksFirst(t *testing.T) {
	b := newDesk()
	for _, c := range []struct {
		name string
		k    *talk
		want fact.Intent
	}{
		{"asks first", new(talk).Ask("implement password reset by mail and write the tests").Say("Before I start: does the link last an hour or a day?"), fact.Feature},
		{"asks first in Korean", new(talk).Ask("메일로 비밀번호 재설정 구현하고 테스트도 작성해줘").Say("시작하기 전에: 링크 만료는 한 시간인가요, 하루인가요?"), fact.Feature},
		{"asks first in Turkish", new(talk).Ask("mail ile şifre sıfırlamayı yap ve testlerini yaz").Say("Başlamadan önce: bağlantı bir saat sonra mı bir gün sonra mı sona ersin?"), fact.Feature},
		{"answers", new(talk).Ask("how would I add a test for that?").Say("With a table. Shall I?"), fact.Question},
	} {
		r := b.words.Reader()
		if got := stated(r.Reader, requestOf(r.Reader, r.Read(c.k.Draft()))); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
		b.words.Return(r)
	}
	likely := func(i fact.Intent) []float64 {
		p := make([]float64, len(fact.Intents))
		p[slices.Index(fact.Intents, i)] = 1
		return p
	}
	for _, c := range []struct {
		name         string
		r            Reading
		likely, want fact.Intent
	}{
		{"planned first, then built", Reading{stated: fact.Feature, brief: true}, fact.Plan, fact.Feature},
		{"planned, nothing built", Reading{stated: fact.Feature, brief: true, untouched: true}, fact.Plan, fact.Plan},
		{"asks before it starts", Reading{stated: fact.Feature, untouched: true}, fact.Question, fact.Feature},
		{"a question with work behind it", Reading{stated: fact.Feature}, fact.Question, fact.Question},
	} {
		got := c.r.AsStated(likely(c.likely))
		if got[slices.Index(fact.Intents, c.want)] != 1 {
			t.Errorf("%s: %v, want %s", c.name, got, c.want)
		}
	}
	// A plan that was carried out is a fix only where a fault was told of.
	p := likely(fact.Plan)
	p[slices.Index(fact.Intents, fact.BugFix)], p[slices.Index(fact.Intents, fact.Feature)] = 0.4, 0.3
	for ails, want := range map[bool]fact.Intent{false: fact.Feature, true: fact.BugFix} {
		r := Reading{built: true, ails: ails}
		if got := r.AsStated(p); got[slices.Index(fact.Intents, want)] != 1 {
			t.Errorf("a carried-out plan, fault %v: %v, want %s", ails, got, want)
		}
	}
}
