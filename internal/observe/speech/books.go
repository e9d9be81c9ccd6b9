package speech

import (
	"sync"

	"prism/internal/lexicon"
)

// books are the phrases, read once however many ask: nobody changes them, and that takes
// a twentieth of a second and some megabytes.
var books = sync.OnceValue(func() Reader {
	person, agent := lexicon.Compile("person", SenseNames()), lexicon.Compile("agent", SenseNames())
	asking, skip := lexicon.Compile("asking", PracticeNames()), lexicon.Compile("skip", skipped())
	fault, stance := lexicon.Compile("fault", faultNames()), lexicon.Compile("stance", stances())
	answer := lexicon.Compile("answer", []string{ableTo: "can", denied: "not", learns: "learn"})
	report := lexicon.Compile("report", []string{wished: "wished", negated: "negated", dead: "dead", whenSo: "when",
		verb: "verb", is: "is", odd: "odd", trigger: "trigger", norm: "norm", link: "link", insteads: "instead", copula: "copula"})
	aside := lexicon.Compile("aside", asideNames())
	rest := lexicon.Compile("rest", []string{restSaid: "said", restLeft: "left", restPlace: "place", restBeside: "beside", restRefuse: "refuse", restJudges: "judges",
		restUntouched: "untouched", restYet: "yet", restBefore: "before", restFact: "fact", restOffer: "offer", restRemainder: "remainder"})
	turkish, ruled := lexicon.Speaking("tr"), lexicon.Speaking("en", "de", "fr", "es", "pt", "it", "nl", "ru", "zh", "ja", "ko")
	stop := map[string]bool{}
	for w := range lexicon.Words("stop") {
		stop[w] = true
	}
	return Reader{stop: stop, rest: rest, ruled: ruled, Person: person, Agent: agent, Asking: asking, skip: skip, fault: fault, stance: stance, answer: answer, report: report, aside: aside, turkish: turkish,
		article: lexicon.NewList("article"), inverts: lexicon.NewList("inverts"), follows: lexicon.NewList("inverted"), same: lexicon.NewList("same"), finite: lexicon.NewList("finite"), inquires: lexicon.NewList("inquires")}
})

// New returns a reader of what people and agents say; it is for one at a time.
func New() *Reader {
	r := books()
	return &r
}
