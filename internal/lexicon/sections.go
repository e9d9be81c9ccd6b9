package lexicon

// sections are the lists that a file may hold. What one is for stands where it is
// compiled.
var sections = []string{
	// Words by themselves, between blanks. What they are for:
	"word.common", // telling languages apart: function words, and what people often write to an agent
	"word.trade",  // likewise: English words that people of every language borrow
	"word.letter", // likewise: letters that few languages have
	"word.stop",   // saying nothing of what a task is about
	"word.line",   // announcing the number of a line

	// How a prompt, or the answer to it, sounds to the tracker.
	"shift.follow", "shift.accept", "shift.back", "shift.wrong", "shift.chore", "shift.fresh", "shift.turn", "shift.head", "shift.lead", "shift.same", "shift.broke", "shift.item", "shift.propose", "shift.wish", "shift.review",
	"shift.polite", "shift.docs", "shift.tests", "shift.ours", "shift.reply", "shift.start", "shift.anew", "shift.link", "shift.wait", "shift.quit", "shift.quit_for", "shift.awhile", "shift.instead",
	"shift.apart", "shift.apart_end", "shift.done",

	// What a person's prompt says to the offline judge, and what may stand before it.
	"person.accept", "person.thanks", "person.complain", "person.swear", "person.abandon", "person.resume",
	"person.assent", "person.deliver", "person.undo", "person.question", "person.ask_fix", "person.broken",
	"person.ask_add", "person.ask_refactor", "person.ask_review", "person.ask_plan", "person.ask_investigate",
	"person.ask_small", "person.ask_run", "person.ask_test", "person.put_off", "person.correct", "person.farewell",
	"person.greet", "person.negation", "person.feedback", "person.ask_cause", "person.endorse", "person.defer",
	"person.failing", "person.switch", "person.ambient",
	"skip.preamble",
	"skip.indefinite",   // makes the next word any of its kind
	"skip.sequel",       // joins what is asked to what was asked before it
	"skip.tests",        // only says that tests are spoken of
	"skip.replaces",     // orders that something take the place of another thing, or another place
	"skip.stays",        // says of something that it is to be as it was
	"skip.keep",         // says that behaviour is to stay as it is
	"skip.undone",       // an agent's word that a part of the work is not done
	"skip.extra",        // says beside such a word that nobody asked for that part
	"skip.nod",          // takes something as good or as heard, beside other words of a nod
	"skip.subject",      // what a nod may speak of: "the plan", "your points"
	"skip.verdict",      // asks for a verdict: whether something may be merged, released
	"skip.ruling",       // gives a verdict on a change
	"skip.leave",        // begins a question of what one may or needs to do: "can I"
	"skip.hold",         // says that nothing is to be changed
	"skip.opinion",      // asks what one thinks of something
	"skip.change",       // names a change that can be reviewed
	"skip.cause",        // asks for a cause
	"skip.verb_is_last", // where a clause ends on it, what it says or asks for stands at its end
	"skip.verb_last",    // with it at its head, a clause has what it asks for at its end
	"skip.orders",       // orders something new, where a clause begins with it
	"skip.shape",        // says that code is to get another shape: a package of its own, pieces
	"skip.steps",        // asks for the steps of a work, not the work
	"skip.gets",         // orders that something be brought to a state, where a text begins with it
	"skip.green",        // says of tests that they pass
	"skip.again",        // says that an answer was none to what was asked
	"skip.plan",         // only says that a heading is a plan's
	"skip.coda",         // may follow a phrase that is a clause by itself
	"skip.decline",      // says no to an offer
	"skip.all",          // names all of the work: who says no to it wants none of it
	"skip.as_is",        // says that nothing is to be changed
	"skip.join",         // begins the next clause without a sign before it
	"skip.preposed",     // begins a clause with what its verb is done to, in Chinese
	"skip.alters",       // orders, at the head of a clause, that something be made otherwise
	"skip.text",         // is made of words: what is ordered of it can be given in the talk

	// Words by which a person says how the work stands, whatever phrase they make.
	"stance.good", "stance.bad", "stance.poor", "stance.wrong", "stance.fault", "stance.gone", "stance.stays", "stance.still", "stance.yet",
	"stance.not", "stance.no_more", "stance.effect", "stance.now", "stance.unreal", "stance.regret", "stance.but",
	"stance.stop", "stance.object", "stance.need", "stance.lead", "stance.polite", "stance.tell", "stance.ack", "stance.reply", "stance.asks", "stance.why", "stance.own",
	"stance.tried",     // that the work was tried
	"stance.confirmed", // that its writer looked, and what follows is so
	"stance.retracts",  // that what its writer found wrong was a mistake of his own
	"stance.right",     // of what was tried, that it is as it should be

	// What tells that words of praise or complaint are not said of the work: a wish, what
	// leads to words that a prompt only speaks about, an order to write or to show
	// something, and an order to leave something be.
	"aside.wish", "aside.about", "aside.writes", "aside.forbids",
	"aside.if",        // only supposes what follows
	"aside.when",      // likewise, where it follows what is to be done then
	"aside.case",      // what stands before it is only supposed
	"aside.meanwhile", // so for now only
	"aside.to_try",    // that one has yet to try it
	"aside.away",      // that one goes away for a while, or ends the day
	"aside.is",        // joins what is spoken of to what it is
	"aside.this",      // points at the thing that the next word names
	"aside.part",      // names a part of the work that one may take without the rest
	"aside.spells",    // says that a text follows behind a colon
	"aside.label",     // names a thing that holds a text
	"aside.tests",     // asks for tests along with the work
	"aside.pull",      // asks for a pull request
	"aside.pull_not",  // before such words: that none is asked for, or not yet
	"aside.takes",     // that its writer will do something
	"aside.alone",     // that one does it without the agent
	"aside.self",      // says of what follows that its writer does it
	"aside.other",     // whom anger is for, where it is somebody else than the agent
	"aside.cry",       // a cry that may be the name of something: "a wtf reaction"

	// What an agent leaves of the work, beside skip.undone; a plan that is refused; a verdict.
	"rest.offer",                 // begins an offer to do more
	"rest.remainder",             // of a question: goes on with what is left of the order
	"rest.said",                  // in so many words
	"rest.left",                  // of a part that was asked for; a word by itself only where its clause ends
	"rest.place",                 // names a part by its place: "the second one"
	"rest.beside",                // says that nobody asked for it, beside skip.extra
	"rest.refuse",                // says of what was offered that it is not wanted
	"rest.judges",                // gives a verdict on something
	"rest.untouched", "rest.yet", // that something was not changed, and that this is so for now
	"rest.before", // that the agent must know something before it goes on
	"rest.fact",   // at the head of a question: asks for something that only the person knows

	// Words by which an agent says that it cannot tell.
	"answer.can", "answer.not", "answer.learn",

	// What an agent's answer says to it.
	"agent.says_done", "agent.says_verified", "agent.says_cause", "agent.says_not_done", "agent.says_blocked",
	"agent.says_fail", "agent.says_sorry", "agent.says_ask", "agent.says_offer", "agent.says_you_test",
	"agent.says_next", "agent.says_plan", "agent.says_gave_up", "agent.says_red", "agent.says_excuse",
	"agent.says_unknown", "agent.says_needs", "agent.says_found", "agent.says_no", "agent.says_shut", "agent.says_mistook",

	// What tells a fault that is only stated from a wish: how something shall be, or that
	// it is not there yet; that something does not do what it does otherwise, or nothing; and
	// when or where that is seen. Beside them the finite verbs of what a thing does and of what
	// it is, words that find something odd, words that say when or where, how it should be, and
	// in place of what; of the verbs of what it is, those that tell nothing of what it does.
	"report.wished", "report.negated", "report.dead", "report.when",
	"report.verb", "report.is", "report.odd", "report.trigger", "report.norm", "report.link", "report.instead", "report.copula",

	// What kind of check a reported fault is one of, and that something is wrong with it.
	"fault.build", "fault.lint", "fault.types", "fault.any", "fault.trouble",

	// How a person asks: what the checks of prompting practice are read from.
	"asking.limit", "asking.place", "asking.want", "asking.verify", "asking.cause", "asking.think", "asking.example",
	"asking.wide", "asking.nothing",

	// Parts of sentences that are compared letter for letter, in lower case: see List.
	// Of titles: what may be left out, or must not be torn off.
	"list.finite",                   // ends finite verbs of what a thing does, and no order
	"list.tail",                     // a polite word at the end
	"list.tag",                      // at the end of what only asks for assent: "…, right?"
	"list.leads_on",                 // never ends a phrase
	"list.joins",                    // joins one clause or thing to the next
	"list.linked",                   // likewise, where it cannot stand first
	"list.telling",                  // tells something of the name before it: "notes.md doesn't say …"
	"list.short",                    // is written with a full stop that ends no sentence
	"list.numbered",                 // has a number behind it, and a full stop behind that ends a sentence
	"list.plan",                     // says of a heading only that it is a plan's, or a part of one
	"list.secret",                   // names a secret, be it as a part of a word
	"list.at",                       // stands between a thing and its place
	"list.spare", "list.determiner", // words that a headline does without
	"list.hangs",                 // at the end of a cut sentence: nothing without what follows
	"list.part_of",               // takes a part of what is named behind it: "any of the"
	"list.dative",                // for whom something is, behind a verb: "make me a chart"
	"list.turns",                 // before a verb: what was told of is to be otherwise
	"list.yonder",                // at the end: points at the place that was told of
	"list.exists",                // says only that there is what a clause then tells of
	"list.purpose",               // what something is for follows, in a clause of its own
	"list.clause",                // begins a clause that says more of the word before it
	"list.shall",                 // says how something is to be
	"list.subject",               // begins a clause behind a comma: "I'm"
	"list.adjunct",               // begins what only adds to a clause that is whole without it
	"list.front",                 // begins a clause that needs another behind it: "after …"
	"list.open",                  // needs more than the next word or two: "allow", "between"
	"list.having",                // says only that there is the trouble that it names: "we get"
	"list.trouble",               // a trouble, in a word
	"list.leads_up",              // ends a clause that leads up to the main one behind it
	"list.checked",               // of the agent: tells of checks, or that all is done, and nothing of the work
	"list.aside",                 // of the agent: speaks of what was there before, or was not touched
	"list.past",                  // a verb of what was done, and behind a blank the same of what is to be done
	"list.amid",                  // before a verb of what the person is doing: "I'm"
	"list.onward",                // ends a clause that another goes on from
	"list.minor",                 // what is done by the way of a change, and tells nothing of it: "import"
	"list.undone",                // says of a list, or of a point of it, that it is not what was done now: "reverted"
	"list.you",                   // speaks to the person, and not of the work
	"list.judges",                // a verb that says of a thing how it is, and ends a clause on it before
	"list.we_ask",                // asks, of ourselves, whether something can be
	"list.follows",               // before a trouble that is told elsewhere: "this error"
	"list.certain",               // before a trouble that is named: "the following errors"
	"list.closer",                // at the end: asks only to see to what was told
	"list.did",                   // before what an agent says it has done
	"list.does",                  // a verb that only leads to one that asks: "do Add …"
	"list.source", "list.target", // what something was, and what it is to be
	// How a request is put last in a long sentence, and what it is put behind.
	"list.glance", "list.condition", "list.asks", "list.check", "list.place", "list.looks", "list.effort", "list.and", "list.next",
	"list.noticed", "list.that", "list.is", // "I just noticed an issue that …"
	"list.shows", "list.pull", // "this is PR 12"
	"list.points",                     // among the first words: points back, beside title.pronoun
	"list.not", "list.but", "list.so", // as the first word
	"list.use", "list.helper", // "use the review skill"
	"list.verb",               // is a verb of a request, though a flag follows it
	"list.said", "list.doing", // words, and endings of words, of speech and of no command
	// How a question is asked without its mark, and what is spoken of.
	"list.article", "list.inverts", "list.inverted", "list.same",
	"list.inquires", // ends a question without its mark
	// What an answer numbers its parts by (with a capital letter), and what leads to a list.
	"list.phase", "list.here",
	"list.because", // the cause follows
	// At the head of an answer: that it came to an end, all, what came of all, and that
	// something is open.
	"list.closed", "list.all", "list.closes", "list.left_open",
	// What a heading or a label calls a verdict or a conclusion, what only a heading of a
	// review calls so, and how a sentence begins that gives one.
	"list.verdict", "list.recommends", "list.overall",
	// What a complaint calls a kind of check, be it as a part of a word.
	"list.build", "list.compile", "list.lint", "list.types",
	// What a program's line that reports an error begins with.
	"list.error",

	// How sentences begin, for titles and summaries: a request and what stands before
	// it; then what shows that a sentence is not the one that says what is wanted;
	// then the agent's.
	"title.request", "title.filler", "title.call",
	"title.instruction", "title.preparation", "title.continuation", "title.background",
	"title.announcement", "title.conclusion", "title.courtesy",
	"title.wrong",                  // in a heading: under it stands how things were
	"title.pronoun", "title.empty", // words that alone tell nothing of a goal
	"title.definite", // behind a verb: what was spoken of before, "the fix"
}
