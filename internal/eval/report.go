package eval

import (
	"math"
	"slices"
	"strings"

	"prism/internal/fact"
)

// Schema names the form of a Report.
const Schema = "prism.eval/1"

// Method says what a figure was measured on.
type Method string

// Fitted: on what the model may have seen. The others: never.
const (
	Fitted         Method = "fitted"
	CrossValidated Method = "cross_validated" // conversations left out
	LeftOut        Method = "left_out"        // projects or persons left out
)

// Item is one labelled conversation with what was predicted of it.
type Item struct {
	Gold      Gold
	Floors    []bool // of each gold session: did it pass the substance floor
	Predicted []Predicted
	// Cluster names the original conversation: pieces and splices of one share
	// it, and resampling takes all or none. "" stands for the conversation's id.
	Cluster string
}

// Predicted is what a judge said of one session.
type Predicted struct {
	First, Last int // turn numbers, from 1
	Intent      fact.Intent
	Complete    bool
	Confidence  float64
	Signal      fact.FailureSignal
	Language    string
	// Unjudged says that the judge gave no verdict: below a model's floor, pending,
	// in error. Such a session is counted, and left out of the judge's figures.
	Unjudged bool
}

// Pair is a gold session and the predicted one that it is compared with.
type Pair struct {
	Item      *Item
	Gold      *GoldSession
	Floor     bool
	Predicted *Predicted // nil where nothing was predicted of its turns
}

// Pairs compares each gold session with the predicted one that holds most of its
// turns; of equals, the later.
func (it *Item) Pairs() []Pair {
	out := make([]Pair, 0, len(it.Gold.Sessions))
	for i := range it.Gold.Sessions {
		g := &it.Gold.Sessions[i]
		p := Pair{Item: it, Gold: g, Floor: i < len(it.Floors) && it.Floors[i]}
		most := 0
		for k := range it.Predicted {
			q := &it.Predicted[k]
			if n := min(g.Last, q.Last) - max(g.First, q.First) + 1; n > 0 && n >= most {
				most, p.Predicted = n, q
			}
		}
		out = append(out, p)
	}
	return out
}

// Report is the measurement in the form of the contract. A figure that cannot be
// told (nothing to divide by) is null.
type Report struct {
	Schema    string                `json:"schema"`
	Method    Method                `json:"method"`
	Sessions  int                   `json:"sessions"`
	Landed    int                   `json:"landed"`   // by the labels
	Unjudged  int                   `json:"unjudged"` // sessions without a verdict of the judge
	Boundary  BoundaryFigures       `json:"boundary"`
	Intent    IntentFigures         `json:"intent"`
	Goal      GoalFigures           `json:"goal"`
	Signal    SignalFigures         `json:"failure_signal"`
	Language  LanguageFigures       `json:"language"`
	Score     ScoreFigures          `json:"score"`
	Intervals map[string][2]*Figure `json:"intervals"`
}

// Figure is a number; NaN is written as null.
type Figure float64

// MarshalJSON implements json.Marshaler.
func (f Figure) MarshalJSON() ([]byte, error) {
	if math.IsNaN(float64(f)) || math.IsInf(float64(f), 0) {
		return []byte("null"), nil
	}
	return appendFloat(nil, float64(f)), nil
}

// BoundaryFigures measure topic shifts: a boundary hits only at the exact turn.
type BoundaryFigures struct {
	Precision Figure `json:"precision"`
	Recall    Figure `json:"recall"`
	F1        Figure `json:"f1"`
	Hits      int    `json:"hits"`
	False     int    `json:"false"`
	Missed    int    `json:"missed"`
	FalsePer  Figure `json:"false_per_100_turns"`
}

// IntentFigures measure intents.
type IntentFigures struct {
	Accuracy  Figure    `json:"accuracy"`
	MacroF1   Figure    `json:"macro_f1"`
	Confusion Confusion `json:"confusion"`
}

// GoalFigures measure the verdict on every gold session that is not contested.
type GoalFigures struct {
	Accuracy    Figure          `json:"accuracy"`
	Balanced    Figure          `json:"balanced_accuracy"`
	Kappa       Figure          `json:"kappa"`
	AUC         Figure          `json:"auc"`
	ECE         Figure          `json:"ece"`
	Confusion   BinaryConfusion `json:"confusion"`
	Reliability []BinFigures    `json:"reliability"`
}

// BinaryConfusion counts verdicts; complete is the positive side.
type BinaryConfusion struct {
	TruePositive  int `json:"true_positive"`
	FalsePositive int `json:"false_positive"`
	TrueNegative  int `json:"true_negative"`
	FalseNegative int `json:"false_negative"`
}

// BinFigures is one bin of the reliability table.
type BinFigures struct {
	Lo        Figure `json:"lo"`
	Hi        Figure `json:"hi"`
	Sessions  int    `json:"sessions"`
	Predicted Figure `json:"predicted"`
	Observed  Figure `json:"observed"`
}

// SignalFigures measure failure signals: a prediction is right where it names
// the signal that gold names.
type SignalFigures struct {
	Precision Figure    `json:"precision"`
	Recall    Figure    `json:"recall"`
	Confusion Confusion `json:"confusion"`
}

// LanguageFigures measure the programming language.
type LanguageFigures struct {
	Accuracy Figure `json:"accuracy"`
}

// ScoreFigures compare the score over the gold sessions whose floor passes, on
// 0–100.
type ScoreFigures struct {
	Gold      Figure `json:"gold"`
	Predicted Figure `json:"predicted"`
	Error     Figure `json:"error"`
	Sessions  int    `json:"sessions"`
}

// Measure makes the report. resamples is how many bootstrap samples the
// intervals come from; 0 leaves them out.
func Measure(items []Item, method Method, resamples int) Report {
	tallies := make([]tally, len(items))
	for i := range items {
		tallies[i] = count(&items[i])
	}
	r := figures(tallies, method)
	if resamples > 0 {
		r.Intervals = bootstrap(items, tallies, resamples)
	}
	return r
}

// tally is what one conversation adds to the figures.
type tally struct {
	hits, wrong, missed, turns int
	sessions, landed, unjudged int
	intents                    [][2]string
	goal                       []goalRow
	signals                    [][2]string
	languages                  Binary // TP: right, FN: wrong
	floor, goldDone, predDone  int
}

type goalRow struct {
	gold, predicted bool
	p               float64
}

// Shifts are the turns at which a topic shift was missed, and those at which one
// was found that is none, ascending. The first turn of a conversation is no shift.
func (it *Item) Shifts() (missed, invented []int) {
	gold, pred := map[int]bool{1: true}, map[int]bool{1: true}
	for _, p := range it.Predicted {
		pred[p.First] = true
	}
	for _, g := range it.Gold.Sessions {
		if gold[g.First] = true; !pred[g.First] {
			missed = append(missed, g.First)
		}
	}
	for _, p := range it.Predicted {
		if !gold[p.First] {
			gold[p.First] = true // once
			invented = append(invented, p.First)
		}
	}
	slices.Sort(invented)
	return missed, invented
}

func count(it *Item) tally {
	var t tally
	missed, invented := it.Shifts()
	t.missed, t.wrong = len(missed), len(invented)
	t.hits = max(len(it.Gold.Sessions)-1, 0) - t.missed
	for _, g := range it.Gold.Sessions {
		t.turns = max(t.turns, g.Last)
	}
	for _, p := range it.Pairs() {
		t.sessions++
		if p.Gold.GoalComplete {
			t.landed++
		}
		q := p.Predicted
		if q == nil {
			q = &Predicted{Intent: fact.IntentNone, Signal: fact.NoSignal}
		}
		t.languages.Add(true, SameLanguage(p.Gold.Language, q.Language))
		if q.Unjudged {
			t.unjudged++
			continue
		}
		t.intents = append(t.intents, [2]string{string(p.Gold.Intent), string(q.Intent)})
		t.signals = append(t.signals, [2]string{string(p.Gold.Signal), string(q.Signal)})
		if !p.Gold.Contested {
			t.goal = append(t.goal, goalRow{p.Gold.GoalComplete, q.Complete, q.Confidence})
		}
		if p.Floor {
			t.floor++
			if p.Gold.GoalComplete {
				t.goldDone++
			}
			if q.Complete {
				t.predDone++
			}
		}
	}
	return t
}

// SameLanguage reports whether two names mean the same programming language.
func SameLanguage(gold, predicted string) bool {
	if predicted == "" {
		predicted = "none"
	}
	return strings.EqualFold(gold, predicted)
}

func figures(ts []tally, method Method) Report {
	r := Report{Schema: Schema, Method: method}
	var goal, boundary, signal, lang Binary
	var p []float64
	var truth []bool
	r.Intent.Confusion, r.Signal.Confusion = Confusion{}, Confusion{}
	floor, goldDone, predDone, turns := 0, 0, 0, 0
	for i := range ts {
		t := &ts[i]
		r.Sessions += t.sessions
		r.Landed += t.landed
		r.Unjudged += t.unjudged
		boundary.TP += t.hits
		boundary.FP += t.wrong
		boundary.FN += t.missed
		turns += t.turns
		for _, x := range t.intents {
			r.Intent.Confusion.Add(x[0], x[1])
		}
		for _, x := range t.signals {
			r.Signal.Confusion.Add(x[0], x[1])
			none := string(fact.NoSignal)
			switch {
			case x[1] != none && x[0] == x[1]:
				signal.TP++
			default:
				if x[1] != none {
					signal.FP++
				}
				if x[0] != none {
					signal.FN++
				}
			}
		}
		for _, x := range t.goal {
			goal.Add(x.gold, x.predicted)
			p = append(p, x.p)
			truth = append(truth, x.gold)
		}
		lang.TP += t.languages.TP
		lang.FN += t.languages.FN
		floor += t.floor
		goldDone += t.goldDone
		predDone += t.predDone
	}
	r.Boundary = BoundaryFigures{
		Precision: Figure(boundary.Precision()), Recall: Figure(boundary.Recall()), F1: Figure(boundary.F1()),
		Hits: boundary.TP, False: boundary.FP, Missed: boundary.FN, FalsePer: Figure(100 * ratio(boundary.FP, turns)),
	}
	r.Intent.Accuracy, r.Intent.MacroF1 = Figure(r.Intent.Confusion.Accuracy()), Figure(r.Intent.Confusion.MacroF1())
	bins := Reliability(p, truth)
	r.Goal = GoalFigures{
		Accuracy: Figure(goal.Accuracy()), Balanced: Figure(goal.Balanced()), Kappa: Figure(goal.Kappa()),
		AUC: Figure(AUC(p, truth)), ECE: Figure(ECE(bins)),
		Confusion: BinaryConfusion{goal.TP, goal.FP, goal.TN, goal.FN},
	}
	if goal.TP+goal.FN == 0 || goal.TN+goal.FP == 0 {
		r.Goal.AUC = Figure(math.NaN())
	}
	for _, b := range bins {
		r.Goal.Reliability = append(r.Goal.Reliability, BinFigures{Figure(b.Lo), Figure(b.Hi), b.N, Figure(b.Predicted), Figure(b.Observed)})
	}
	r.Signal.Precision, r.Signal.Recall = Figure(signal.Precision()), Figure(signal.Recall())
	r.Language.Accuracy = Figure(lang.Recall())
	g, q := 100*ratio(goldDone, floor), 100*ratio(predDone, floor)
	r.Score = ScoreFigures{Figure(g), Figure(q), Figure(q - g), floor}
	return r
}
