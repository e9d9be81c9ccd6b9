package sqlite

import (
	"prism/internal/fact"
	"prism/internal/store"
)

// The documents of the facts: for each a writer and a reader, side by side.

func putSession(w *writer, s *fact.Session) {
	w.texts(1, s.Aliases)
	nested(w, 2, s.Parts, putPart)
	w.texts(3, s.Conversations)
	w.text(4, s.FirstTurnUUID)
	w.text(5, s.LastTurnUUID)
	w.text(6, string(s.OpenedBy))
	w.text(7, string(s.ClosedBy))
	w.int(8, int64(s.Turns))
	w.int(9, int64(s.Floor.Turns))
	w.int(10, int64(s.Floor.NetLines))
	w.int(11, int64(s.Floor.Added))
	w.int(12, int64(s.Floor.Removed))
	w.int(13, int64(s.Floor.MutatingCalls))
	nested(w, 14, s.Usage, putUsage)
	w.float(15, s.Rework.Share)
	w.int(16, int64(s.Rework.Owned))
	w.int(17, int64(s.Rework.Undone))
	nested(w, 18, s.Rework.By, putRework)
	w.texts(19, s.Pulls)
	start := w.begin(20)
	putVerdict(w, &s.Verdict)
	w.end(start)
	w.text(21, s.ID)
	w.text(22, s.Agent)
	w.text(23, s.Person)
	w.text(24, s.Repo.Key)
	w.text(25, s.Repo.Name)
	w.text(26, s.Branch)
	w.text(27, s.Model)
	w.time(28, s.Started)
	w.time(29, s.Ended)
	w.text(30, string(s.State))
	w.bool(31, s.Automated)
	w.bool(32, s.SourceGone)
	w.bool(33, s.Floor.Passed)
	w.bool(34, s.Rework.Reworked)
	w.money(35, s.Cost)
	w.text(36, s.Languages.Code)
	w.text(37, s.Languages.Prompt)
}

func getSession(r *reader, s *fact.Session) {
	for r.next() {
		switch r.field {
		case 1:
			s.Aliases = append(s.Aliases, r.text())
		case 2:
			add(r, &s.Parts, getPart)
		case 3:
			s.Conversations = append(s.Conversations, r.text())
		case 4:
			s.FirstTurnUUID = r.text()
		case 5:
			s.LastTurnUUID = r.text()
		case 6:
			s.OpenedBy = fact.Boundary(r.text())
		case 7:
			s.ClosedBy = fact.Boundary(r.text())
		case 8:
			s.Turns = r.int()
		case 9:
			s.Floor.Turns = r.int()
		case 10:
			s.Floor.NetLines = r.int()
		case 11:
			s.Floor.Added = r.int()
		case 12:
			s.Floor.Removed = r.int()
		case 13:
			s.Floor.MutatingCalls = r.int()
		case 14:
			add(r, &s.Usage, getUsage)
		case 15:
			s.Rework.Share = r.float()
		case 16:
			s.Rework.Owned = r.int()
		case 17:
			s.Rework.Undone = r.int()
		case 18:
			add(r, &s.Rework.By, getRework)
		case 19:
			s.Pulls = append(s.Pulls, r.text())
		case 20:
			into(r, &s.Verdict, getVerdict)
		case 21:
			s.ID = r.text()
		case 22:
			s.Agent = r.text()
		case 23:
			s.Person = r.text()
		case 24:
			s.Repo.Key = r.text()
		case 25:
			s.Repo.Name = r.text()
		case 26:
			s.Branch = r.text()
		case 27:
			s.Model = r.text()
		case 28:
			s.Started = r.time()
		case 29:
			s.Ended = r.time()
		case 30:
			s.State = fact.State(r.text())
		case 31:
			s.Automated = r.bool()
		case 32:
			s.SourceGone = r.bool()
		case 33:
			s.Floor.Passed = r.bool()
		case 34:
			s.Rework.Reworked = r.bool()
		case 35:
			s.Cost = r.money()
		case 36:
			s.Languages.Code = r.text()
		case 37:
			s.Languages.Prompt = r.text()
		}
	}
}

func putPart(w *writer, p *fact.Part) {
	w.text(1, p.Conversation)
	w.text(2, p.File)
	w.int(3, int64(p.First))
	w.int(4, int64(p.Last))
	w.text(5, p.FirstUUID)
	w.text(6, p.LastUUID)
}

func getPart(r *reader, p *fact.Part) {
	for r.next() {
		switch r.field {
		case 1:
			p.Conversation = r.text()
		case 2:
			p.File = r.text()
		case 3:
			p.First = r.int()
		case 4:
			p.Last = r.int()
		case 5:
			p.FirstUUID = r.text()
		case 6:
			p.LastUUID = r.text()
		}
	}
}

func putUsage(w *writer, u *fact.ModelUsage) {
	w.text(1, u.Model)
	w.int(2, int64(u.Requests))
	putTokens(w, 3, &u.Tokens)
	w.money(4, u.Cost)
	putTokens(w, 5, &u.Nested)
	w.money(6, u.NestedCost)
}

func getUsage(r *reader, u *fact.ModelUsage) {
	for r.next() {
		switch r.field {
		case 1:
			u.Model = r.text()
		case 2:
			u.Requests = r.int()
		case 3:
			into(r, &u.Tokens, getTokens)
		case 4:
			u.Cost = r.money()
		case 5:
			into(r, &u.Nested, getTokens)
		case 6:
			u.NestedCost = r.money()
		}
	}
}

func putTokens(w *writer, field int, t *fact.Tokens) {
	if *t == (fact.Tokens{}) {
		return
	}
	start := w.begin(field)
	w.int(1, t.Input)
	w.int(2, t.Output)
	w.int(3, t.CacheWrite5m)
	w.int(4, t.CacheWrite1h)
	w.int(5, t.CacheRead)
	w.end(start)
}

func getTokens(r *reader, t *fact.Tokens) {
	for r.next() {
		switch r.field {
		case 1:
			t.Input = r.int64()
		case 2:
			t.Output = r.int64()
		case 3:
			t.CacheWrite5m = r.int64()
		case 4:
			t.CacheWrite1h = r.int64()
		case 5:
			t.CacheRead = r.int64()
		}
	}
}

func putRework(w *writer, b *fact.ReworkBy) {
	w.text(1, b.Session)
	w.int(2, int64(b.Lines))
	w.texts(3, b.Files)
	w.prose(4, b.Sample)
	w.text(5, b.Kind)
}

func getRework(r *reader, b *fact.ReworkBy) {
	for r.next() {
		switch r.field {
		case 1:
			b.Session = r.text()
		case 2:
			b.Lines = r.int()
		case 3:
			b.Files = append(b.Files, r.text())
		case 4:
			b.Sample = r.prose()
		case 5:
			b.Kind = r.text()
		}
	}
}

func putVerdict(w *writer, v *fact.Verdict) {
	w.text(1, v.Reason)
	w.bool(2, v.Fallback)
	w.text(3, string(v.Basis))
	w.text(4, string(v.Signal))
	nested(w, 5, v.Criteria, putCriterion)
	nested(w, 6, v.Evidence, putEvidence)
	nested(w, 7, v.Reasons, putReason)
	w.prose(8, v.Advice)
	start := w.begin(9)
	putRubric(w, &v.Rubric)
	w.end(start)
	w.prose(10, v.Title)
	w.prose(11, v.Summary)
	w.text(12, string(v.TitleStage))
	w.text(13, v.Judge)
	w.text(14, v.Version)
	w.text(15, v.Model)
	w.time(16, v.At)
	w.text(17, string(v.Status))
	w.text(18, string(v.Intent))
	w.bool(19, v.GoalComplete)
	w.float(20, v.Confidence)
	nested(w, 21, v.Calls, putCall)
	w.text(22, v.Languages.Code)
	w.text(23, v.Languages.Prompt)
}

func getVerdict(r *reader, v *fact.Verdict) {
	for r.next() {
		switch r.field {
		case 1:
			v.Reason = r.text()
		case 2:
			v.Fallback = r.bool()
		case 3:
			v.Basis = fact.Basis(r.text())
		case 4:
			v.Signal = fact.FailureSignal(r.text())
		case 5:
			add(r, &v.Criteria, getCriterion)
		case 6:
			add(r, &v.Evidence, getEvidence)
		case 7:
			add(r, &v.Reasons, getReason)
		case 8:
			v.Advice = r.prose()
		case 9:
			into(r, &v.Rubric, getRubric)
		case 10:
			v.Title = r.prose()
		case 11:
			v.Summary = r.prose()
		case 12:
			v.TitleStage = fact.TitleStage(r.text())
		case 13:
			v.Judge = r.text()
		case 14:
			v.Version = r.text()
		case 15:
			v.Model = r.text()
		case 16:
			v.At = r.time()
		case 17:
			v.Status = fact.JudgeStatus(r.text())
		case 18:
			v.Intent = fact.Intent(r.text())
		case 19:
			v.GoalComplete = r.bool()
		case 20:
			v.Confidence = r.float()
		case 21:
			add(r, &v.Calls, getCall)
		case 22:
			v.Languages.Code = r.text()
		case 23:
			v.Languages.Prompt = r.text()
		}
	}
}

func putRubric(w *writer, b *fact.Rubric) {
	w.text(1, string(b.GoalExplicit))
	w.text(2, string(b.ScopeBounded))
	w.text(3, string(b.ReferencesConcrete))
	w.text(4, string(b.ContextSufficient))
	w.text(5, string(b.VerificationRequested))
	w.text(6, string(b.RootCauseOriented))
	w.text(7, string(b.PlanFirst))
	w.text(8, b.Letter)
}

func getRubric(r *reader, b *fact.Rubric) {
	for r.next() {
		switch r.field {
		case 1:
			b.GoalExplicit = fact.Mark(r.text())
		case 2:
			b.ScopeBounded = fact.Mark(r.text())
		case 3:
			b.ReferencesConcrete = fact.Mark(r.text())
		case 4:
			b.ContextSufficient = fact.Mark(r.text())
		case 5:
			b.VerificationRequested = fact.Mark(r.text())
		case 6:
			b.RootCauseOriented = fact.Mark(r.text())
		case 7:
			b.PlanFirst = fact.Mark(r.text())
		case 8:
			b.Letter = r.text()
		}
	}
}

func putCriterion(w *writer, c *fact.Criterion) {
	w.text(1, c.Name)
	w.bool(2, c.Met)
	if c.Evidence != nil {
		start := w.begin(3)
		putEvidence(w, c.Evidence)
		w.end(start)
	}
}

func getCriterion(r *reader, c *fact.Criterion) {
	for r.next() {
		switch r.field {
		case 1:
			c.Name = r.text()
		case 2:
			c.Met = r.bool()
		case 3:
			c.Evidence = new(fact.Evidence)
			into(r, c.Evidence, getEvidence)
		}
	}
}

func putEvidence(w *writer, e *fact.Evidence) {
	w.text(1, e.UUID)
	w.int(2, int64(e.Turn))
	w.int(3, int64(e.Line))
	w.prose(4, e.Quote)
}

func getEvidence(r *reader, e *fact.Evidence) {
	for r.next() {
		switch r.field {
		case 1:
			e.UUID = r.text()
		case 2:
			e.Turn = r.int()
		case 3:
			e.Line = r.int()
		case 4:
			e.Quote = r.prose()
		}
	}
}

func putReason(w *writer, e *fact.Reason) {
	w.bool(1, e.For)
	w.float(2, e.Weight)
	w.prose(3, e.Text)
	w.int(4, int64(e.Turn))
}

func getReason(r *reader, e *fact.Reason) {
	for r.next() {
		switch r.field {
		case 1:
			e.For = r.bool()
		case 2:
			e.Weight = r.float()
		case 3:
			e.Text = r.prose()
		case 4:
			e.Turn = r.int()
		}
	}
}

// putReading writes what a view holds beside its sessions.
func putReading(w *writer, v *fact.Reading) {
	in := &v.Input
	w.int(1, int64(in.Files))
	w.int(2, int64(in.Conversations))
	w.int(3, int64(in.Lines))
	w.int(4, in.Bytes)
	w.counts(5, in.Skipped)
	w.counts(6, in.UnknownTypes)
	nested(w, 7, in.Troubles, putTrouble)
	nested(w, 8, v.Outside, putOutside)
}

func getReading(r *reader, v *fact.Reading) {
	in := &v.Input
	for r.next() {
		switch r.field {
		case 1:
			in.Files = r.int()
		case 2:
			in.Conversations = r.int()
		case 3:
			in.Lines = r.int()
		case 4:
			in.Bytes = r.int64()
		case 5:
			r.count(&in.Skipped)
		case 6:
			r.count(&in.UnknownTypes)
		case 7:
			add(r, &in.Troubles, getTrouble)
		case 8:
			add(r, &v.Outside, getOutside)
		}
	}
}

func putTrouble(w *writer, t *fact.Trouble) {
	w.text(1, t.File)
	w.int(2, int64(t.Line))
	w.text(3, t.Reason)
}

func getTrouble(r *reader, t *fact.Trouble) {
	for r.next() {
		switch r.field {
		case 1:
			t.File = r.text()
		case 2:
			t.Line = r.int()
		case 3:
			t.Reason = r.text()
		}
	}
}

func putOutside(w *writer, o *fact.OutsideUsage) {
	w.time(1, o.Time)
	w.text(2, o.Conversation)
	w.text(3, o.Repo.Key)
	w.text(4, o.Repo.Name)
	start := w.begin(5)
	putUsage(w, &o.Usage)
	w.end(start)
}

func getOutside(r *reader, o *fact.OutsideUsage) {
	for r.next() {
		switch r.field {
		case 1:
			o.Time = r.time()
		case 2:
			o.Conversation = r.text()
		case 3:
			o.Repo.Key = r.text()
		case 4:
			o.Repo.Name = r.text()
		case 5:
			into(r, &o.Usage, getUsage)
		}
	}
}

// putCounts writes what a unit holds beside its columns.
func putCounts(w *writer, c *store.Counts) {
	w.counts(1, c.Skipped)
	w.counts(2, c.UnknownTypes)
	nested(w, 3, c.Troubles, putTrouble)
}

func getCounts(r *reader, c *store.Counts) {
	for r.next() {
		switch r.field {
		case 1:
			r.count(&c.Skipped)
		case 2:
			r.count(&c.UnknownTypes)
		case 3:
			add(r, &c.Troubles, getTrouble)
		}
	}
}

// putFiles writes the files that a verdict was said of.
func putFiles(w *writer, files *[]string) { w.texts(1, *files) }

func getFiles(r *reader, files *[]string) {
	for r.next() {
		if r.field == 1 {
			*files = append(*files, r.text())
		}
	}
}
