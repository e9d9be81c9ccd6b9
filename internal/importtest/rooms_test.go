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
// conversation, digest, link, judge and rework, fact, store, score, cli. A room that is not in it
// fails, so whoever adds one says here what it may know.
var rooms = map[string]room{
	"cmd/prism":      {rooms: []string{"cli"}},
	"cmd/prism-hook": {rooms: []string{"hook"}},

	// The leaves: what everything else speaks in.
	"redact":                  {rooms: []string{"redact/secret"}, pure: true, inTests: []string{"redact/redacttest"}},
	"redact/secret":           {pure: true},              // finds what must not leave a text; the gate alone asks it
	"redact/redacttest":       {suite: true},             // secrets to plant, of every kind
	"redact/secret/rules/gen": {modules: []string{toml}}, // a program: writes the rule data
	"fact":                    {rooms: []string{"redact"}, pure: true},
	"price":                   {rooms: []string{"fact"}, pure: true},
	"lexicon":                 {pure: true}, // what people and agents say, by language, and how it is found
	"lang":                    {rooms: []string{"lexicon", "fact"}, pure: true},
	"learn":                   {pure: true}, // fitting, calibration, measures
	"build":                   {pure: true}, // which build of Prism is running
	"folders":                 {modules: []string{xdg}},
	"worktree":                {pure: true},                                      // paths by their spelling
	"jsoncursor":              {pure: true},                                      // JSON of others, walked over and not built
	"hash":                    {pure: true},                                      // the stable hash behind every key
	"shell":                   {rooms: []string{"lang", "worktree"}, pure: true}, // what a command line does

	// The way in.
	"transcript":                {rooms: []string{"jsoncursor", "fact", "redact"}, pure: true},
	"transcript/claude":         {rooms: []string{"transcript", "jsoncursor", "shell", "fact"}, pure: true},
	"transcript/transcripttest": {rooms: []string{"transcript", "transcript/claude", "fact"}, suite: true}, // Records written by hand
	"source":                    {rooms: []string{"transcript", "fact", "worktree"}, inTests: []string{"transcript/claude"}, spawns: true},

	// The pure middle.
	"prompt":            {rooms: []string{"lang", "lexicon"}, pure: true}, // a prompt taken apart: own words, references
	"conversation":      {rooms: []string{"transcript", "shell", "hash", "fact", "lang"}, pure: true, inTests: []string{"transcript/transcripttest"}},
	"digest":            {rooms: []string{"conversation", "transcript", "shell", "hash", "fact", "lang", "worktree"}, pure: true, inTests: []string{"transcript/transcripttest"}},
	"link":              {rooms: []string{"digest", "conversation", "transcript", "hash", "fact", "worktree"}, pure: true, inTests: []string{"transcript/transcripttest", "transcript/claude", "source", "tracker"}},
	"judge":             {rooms: []string{"conversation", "transcript", "fact", "redact"}, pure: true},
	"observe":           {rooms: []string{"lexicon", "conversation", "shell", "transcript", "lang"}, pure: true, inTests: []string{"transcript/claude"}}, // what can be seen in a session, no opinion
	"title":             {rooms: []string{"lexicon", "observe", "judge", "shell", "transcript", "fact"}, pure: true, inTests: []string{"conversation"}},  // titles and summaries
	"judge/offline":     {rooms: []string{"lexicon", "observe", "title", "judge", "conversation", "shell", "transcript", "fact", "learn", "prompt"}, pure: true, inTests: []string{"redact", "transcript/claude"}},
	"tracker":           {rooms: []string{"lexicon", "conversation", "shell", "transcript", "learn"}, pure: true, inTests: []string{"transcript/claude"}}, // the offline topic-shift tracker
	"tracker/fit":       {rooms: []string{"tracker", "eval", "eval/corpus", "eval/refit", "learn", "conversation", "fact"}},                               // a program: writes its weights
	"rework":            {rooms: []string{"digest", "fact", "redact", "worktree"}, pure: true, inTests: []string{"shell"}},
	"score":             {rooms: []string{"fact", "redact"}, pure: true},
	"eval":              {rooms: []string{"learn", "fact"}, pure: true},
	"eval/corpus":       {rooms: []string{"eval", "conversation", "digest", "link", "transcript", "transcript/claude", "fact"}}, // labelled transcripts, each alone
	"eval/refit":        {rooms: []string{"eval", "eval/corpus", "judge/offline", "tracker", "conversation", "fact"}},           // judge and tracker without what they are measured on
	"judge/offline/fit": {rooms: []string{"eval", "eval/corpus", "eval/refit", "judge", "judge/offline", "learn", "fact"}},      // a program: writes the weights

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
	"judge/llm":       {rooms: []string{"judge", "model", "observe", "conversation", "digest", "shell", "transcript", "fact", "lang", "redact"}, inTests: []string{"model/modeltest", "price", "tracker", "transcript/claude"}},

	// What is kept.
	"store": {rooms: []string{"fact", "redact"}, modules: []string{goose}},
	// sqlite asks the clock only to give up waiting for a lock.
	"store/sqlite":    {rooms: []string{"store", "store/codec", "fact", "redact"}, modules: []string{sqlite, goose}, inTests: []string{"score", "store/storetest"}, restore: true, clock: true},
	"store/codec":     {rooms: []string{"fact", "redact"}, restore: true},
	"store/memory":    {rooms: []string{"store", "fact"}, inTests: []string{"store/storetest"}},
	"store/storetest": {rooms: []string{"store", "score", "fact", "redact"}, suite: true},

	// What ties it together.
	"pipeline": {
		rooms:   []string{"source", "transcript", "transcript/claude", "jsoncursor", "conversation", "digest", "link", "judge", "rework", "price", "lang", "store", "fact", "redact"},
		inTests: []string{"demo", "judge/offline", "redact/redacttest", "score", "store/memory", "store/sqlite"},
		clock:   true,
		spawns:  true,
	},
	"hook":         {rooms: []string{"jsoncursor", "folders", "build"}}, // all of prism-hook: see small_test.go
	"config":       {rooms: []string{"fact"}, modules: []string{toml}},
	"demo":         {},
	"demo/make":    {rooms: []string{"demo"}}, // a program: writes the sample transcripts
	"demo/library": {},                        // a program: writes a made-up library of any size
	"term":         {modules: []string{colorprofile, xterm, ansi}},
	"phrase":       {rooms: []string{"score", "fact"}, pure: true},                     // facts in words and figures, for screen and report
	"report":       {rooms: []string{"phrase", "score", "fact", "redact"}, pure: true}, // Markdown and HTML to mail
	"wire":         {rooms: []string{"score", "fact", "redact"}, pure: true},           // the JSON that others read: neither facts nor rows
	"cli": {
		rooms:   []string{"*"},
		modules: []string{cobra, pflag},
		clock:   true,
		spawns:  true,
	},
	"importtest": {},
}

// refusedNames are no rooms: they say nothing about what is inside.
var refusedNames = []string{"util", "utils", "common", "helpers", "helper", "types", "models", "model_types", "manager", "misc", "shared", "base", "core", "lib", "global", "errors", "time", "strings", "http", "sql", "json", "testutil"}
