package fact

// Intent is what the person wanted overall from a session.
type Intent string

// The eight intents of the published algorithm, and none. Spelling: gold guide.
const (
	IntentNone    Intent = "none"
	Question      Intent = "question"
	Investigation Intent = "investigation"
	Review        Intent = "review"
	Plan          Intent = "plan"
	SmallChange   Intent = "small_change"
	BugFix        Intent = "bug_fix"
	Feature       Intent = "feature"
	Refactor      Intent = "refactor"
)

// Intents lists the eight intents in the order in which they are shown.
var Intents = []Intent{Question, Investigation, Review, Plan, SmallChange, BugFix, Feature, Refactor}

// Basis says what a goal verdict rests on.
type Basis string

// Explicit: the person or the output says so. Silent: neither, the session just ends.
const (
	Explicit Basis = "explicit"
	Silent   Basis = "silent"
)

// FailureSignal is a sign in the last turns that forces "not complete".
type FailureSignal string

// The failure signals of the published algorithm, spelled as in the gold guide.
const (
	NoSignal        FailureSignal = "none"
	UnresolvedError FailureSignal = "unresolved_error"
	Frustration     FailureSignal = "frustration"
	Abandoned       FailureSignal = "abandoned"
	Loop            FailureSignal = "loop"
)

// JudgeStatus says whether a judge committed to a verdict. Only JudgeOK counts.
type JudgeStatus string

// The closed set of judge states.
const (
	JudgeOK         JudgeStatus = "ok"
	JudgeNoIntent   JudgeStatus = "no_intent"
	JudgePending    JudgeStatus = "pending"
	JudgeError      JudgeStatus = "error"
	JudgeUngrounded JudgeStatus = "ungrounded"
	JudgeOptedOut   JudgeStatus = "opted_out"
)

// State is where a session stands in its life.
type State string

// Closed: ended by a boundary. Provisional: at the end of a record, counts,
// judged again if it grows. Open: provisional and its last event is young.
const (
	Closed      State = "closed"
	Provisional State = "provisional"
	Open        State = "open"
)

// Boundary is what closed (or opened) a session.
type Boundary string

// The boundaries. Time is none of them.
const (
	NoBoundary Boundary = "none"
	Clear      Boundary = "clear"
	TopicShift Boundary = "topic_shift"
	Commit     Boundary = "commit"
)

// Exclusion is why a session is not counted; a session has one, the first that holds.
type Exclusion string

// The exclusions, in the order in which they are tested.
const (
	NotExcluded       Exclusion = ""
	ExcludeFloor      Exclusion = "below_floor"
	ExcludeNoIntent   Exclusion = "no_intent"
	ExcludeAutomated  Exclusion = "automated"
	ExcludePending    Exclusion = "pending"
	ExcludeError      Exclusion = "error"
	ExcludeUngrounded Exclusion = "ungrounded"
	ExcludeOptedOut   Exclusion = "opted_out"
	ExcludeOpen       Exclusion = "open"
)

// Exclusions lists the exclusions in the order in which they are tested and shown.
var Exclusions = []Exclusion{ExcludeFloor, ExcludeNoIntent, ExcludeAutomated, ExcludePending, ExcludeError, ExcludeUngrounded, ExcludeOptedOut, ExcludeOpen}
