package importtest

// room says what one folder of Go may do.
type room struct {
	rooms   []string // rooms it may import, beside the standard library
	modules []string // modules of others it may import
	inTests []string // rooms that only its tests may import
	pure    bool     // values in, values out: no file, network, SQL, process or clock
	clock   bool     // may ask what time it is; all others are handed a time
	spawns  bool     // may start goroutines, and waits for each
	suite   bool     // tests that several rooms share: held to what tests are held to
	restore bool     // may call redact.Restore: it reads back what was redacted before
}

// Modules that rooms share.
const (
	cobra        = "github.com/spf13/cobra"
	pflag        = "github.com/spf13/pflag"
	lipgloss     = "charm.land/lipgloss/v2"
	colorprofile = "github.com/charmbracelet/colorprofile"
	xterm        = "golang.org/x/term"
	toml         = "github.com/BurntSushi/toml"
	xdg          = "github.com/adrg/xdg"
	sqlite       = "modernc.org/sqlite"
	ansi         = "github.com/charmbracelet/x/ansi"
	anthropic    = "github.com/anthropics/anthropic-sdk-go"
	aws          = "github.com/aws/aws-sdk-go-v2"
	oauth2       = "golang.org/x/oauth2"
	goose        = "github.com/pressly/goose/v3"
)

// testModules may be imported by the tests of every room.
var testModules = []string{
	"github.com/google/go-cmp",
	"github.com/rogpeppe/go-internal",
	"go.uber.org/goleak",
	"pgregory.net/rapid",
}

// rooms is the allow-list. Data flows one way: files, source, transcript,
// session, judge and rework, fact, store, score, cli. A room that is not in it
// fails, so whoever adds one says here what it may know.
var rooms = map[string]room{
	"cmd/prism": {rooms: []string{"cli"}},

	// The leaves: what everything else speaks in.
	"redact":            {pure: true, inTests: []string{"redact/redacttest"}},
	"redact/redacttest": {suite: true},             // secrets to plant, of every kind
	"redact/rules/gen":  {modules: []string{toml}}, // a program: writes the rule data
	"fact":              {rooms: []string{"redact"}, pure: true},
	"price":             {rooms: []string{"fact"}, pure: true},
	"lang":              {rooms: []string{"fact"}, pure: true},
	"learn":             {pure: true}, // fitting, calibration, measures
	"worktree":          {pure: true}, // paths of worktrees inside a repository

	// The way in.
	"transcript":        {rooms: []string{"fact", "redact"}, pure: true},
	"transcript/claude": {rooms: []string{"transcript", "fact"}, pure: true},
	"source":            {rooms: []string{"transcript", "fact", "worktree"}, inTests: []string{"transcript/claude"}, spawns: true},

	// The pure middle.
	"prompt":            {rooms: []string{"lang"}, pure: true}, // a prompt taken apart: own words, references
	"session":           {rooms: []string{"transcript", "fact", "lang", "worktree"}, pure: true, inTests: []string{"transcript/claude"}},
	"judge":             {rooms: []string{"session", "transcript", "fact", "redact"}, pure: true},
	"judge/offline":     {rooms: []string{"judge", "session", "transcript", "fact", "lang", "learn", "prompt", "redact"}, pure: true, inTests: []string{"transcript/claude"}},
	"tracker":           {rooms: []string{"session", "transcript", "learn"}, pure: true, inTests: []string{"transcript/claude"}}, // the offline topic-shift tracker
	"tracker/fit":       {rooms: []string{"tracker", "eval", "eval/corpus", "eval/refit", "learn", "session", "fact"}},           // a program: writes its weights
	"rework":            {rooms: []string{"session", "fact", "redact", "worktree"}, pure: true},
	"score":             {rooms: []string{"fact", "redact"}, pure: true},
	"eval":              {rooms: []string{"learn", "fact"}, pure: true},
	"eval/corpus":       {rooms: []string{"eval", "session", "transcript", "transcript/claude", "fact"}},                              // labelled transcripts, each alone
	"eval/refit":        {rooms: []string{"eval", "eval/corpus", "judge/offline", "tracker", "session", "fact"}},                      // judge and tracker without what they are measured on
	"judge/offline/fit": {rooms: []string{"eval", "eval/corpus", "eval/refit", "judge", "judge/offline", "learn", "session", "fact"}}, // a program: writes the weights

	// The way out, behind the gate: takes nothing but redacted text.
	"model":           {rooms: []string{"price", "redact", "fact"}, inTests: []string{"model/modeltest"}, clock: true},
	"model/anthropic": {rooms: []string{"model", "model/batch", "model/trip", "redact", "fact"}, modules: []string{anthropic}, inTests: []string{"model/modeltest"}, clock: true, spawns: true},
	"model/openai":    {rooms: []string{"model", "model/batch", "model/trip", "redact", "fact"}, inTests: []string{"model/modeltest"}, clock: true, spawns: true},
	"model/batch":     {rooms: []string{"model", "transcript", "redact", "fact"}, inTests: []string{"model/modeltest"}, clock: true}, // one answer for many requests, read line by line
	"model/trip":      {rooms: []string{"model", "redact", "fact"}, inTests: []string{"model/modeltest"}, clock: true},               // one HTTP round trip, bounded
	"model/modeltest": {rooms: []string{"model", "redact", "fact"}, suite: true},                                                     // a model that is played back

	"model/bedrock":   {rooms: []string{"model", "model/anthropic", "redact", "fact"}, modules: []string{anthropic, aws}, inTests: []string{"model/modeltest"}},
	"model/vertex":    {rooms: []string{"model", "model/anthropic", "redact", "fact"}, modules: []string{anthropic, oauth2}, inTests: []string{"model/modeltest"}},
	"model/claudecli": {rooms: []string{"model", "redact", "fact"}, inTests: []string{"model/modeltest"}, clock: true, spawns: true}, // asks through the person's own client
	"model/runner":    {rooms: []string{"model", "redact", "fact"}, inTests: []string{"model/modeltest"}, clock: true, spawns: true}, // many questions side by side, within a budget
	"judge/llm":       {rooms: []string{"judge", "model", "session", "transcript", "fact", "lang", "redact"}, inTests: []string{"model/modeltest", "price", "tracker", "transcript/claude"}},

	// What is kept.
	"store": {rooms: []string{"fact", "redact"}, modules: []string{goose}},
	// sqlite asks the clock only to give up waiting for a lock.
	"store/sqlite":    {rooms: []string{"store", "store/codec", "fact", "redact"}, modules: []string{sqlite, goose}, inTests: []string{"store/storetest"}, restore: true, clock: true},
	"store/sqlite1":   {rooms: []string{"store", "fact", "redact"}, modules: []string{sqlite, goose}, restore: true, clock: true}, // goes with the old ports
	"store/codec":     {rooms: []string{"fact", "redact"}, restore: true},
	"store/memory":    {rooms: []string{"store", "fact"}, inTests: []string{"store/storetest"}},
	"store/storetest": {rooms: []string{"store", "score", "fact", "redact"}, suite: true},

	// What ties it together.
	"pipeline": {
		rooms:   []string{"source", "transcript", "transcript/claude", "session", "judge", "rework", "price", "lang", "store", "fact", "redact"},
		inTests: []string{"demo", "judge/offline", "redact/redacttest", "score", "store/sqlite1"},
		clock:   true,
		spawns:  true,
	},
	"config":    {rooms: []string{"fact"}, modules: []string{toml, xdg}},
	"demo":      {},
	"demo/make": {rooms: []string{"demo"}}, // a program: writes the sample transcripts
	"term":      {modules: []string{lipgloss, colorprofile, xterm, ansi}},
	"phrase":    {rooms: []string{"score", "fact"}, pure: true},                     // facts in words and figures, for screen and report
	"report":    {rooms: []string{"phrase", "score", "fact", "redact"}, pure: true}, // Markdown and HTML to mail
	"wire":      {rooms: []string{"score", "fact", "redact"}, pure: true},           // the JSON that others read: neither facts nor rows
	"cli": {
		rooms:   []string{"*"},
		modules: []string{cobra, pflag, lipgloss, colorprofile, xterm},
		clock:   true,
		spawns:  true,
	},
	"importtest": {},
}

// refusedNames are no rooms: they say nothing about what is inside.
var refusedNames = []string{"util", "utils", "common", "helpers", "helper", "types", "models", "model_types", "manager", "misc", "shared", "base", "core", "lib", "global", "errors", "time", "strings", "http", "sql", "json", "testutil"}
