package importtest

// rule says what one folder of Go may do.
type rule struct {
	imports []string // packages it may import, beside the standard library
	modules []string // modules of others it may import
	inTests []string // packages that only its tests may import
	pure    bool     // values in, values out: no file, network, SQL, process or clock
	clock   bool     // may ask what time it is; all others are handed a time
	spawns  bool     // may start goroutines, and waits for each
	files   string   // why it may open files by itself; all others do it through package disk
	suite   bool     // tests that several packages share: held to what tests are held to
	restore bool     // may call redact.Restore: it reads back what was redacted before
}

// Modules that packages share.
const (
	cobra        = "github.com/spf13/cobra"
	pflag        = "github.com/spf13/pflag"
	colorprofile = "github.com/charmbracelet/colorprofile"
	xterm        = "golang.org/x/term"
	toml         = "github.com/BurntSushi/toml"
	xdg          = "github.com/adrg/xdg"
	sqlite       = "modernc.org/sqlite"
	libc         = "modernc.org/libc"
	ansi         = "github.com/charmbracelet/x/ansi"
	anthropic    = "github.com/anthropics/anthropic-sdk-go"
	aws          = "github.com/aws/aws-sdk-go-v2"
	oauth2       = "golang.org/x/oauth2"
	gooidc       = "github.com/coreos/go-oidc/v3"
	goose        = "github.com/pressly/goose/v3"
	pgx          = "github.com/jackc/pgx/v5"
	zstd         = "github.com/klauspost/compress"
	huma         = "github.com/danielgtaylor/huma/v2"
	fsnotify     = "github.com/fsnotify/fsnotify"
	pdata        = "go.opentelemetry.io/collector/pdata"
	grpc         = "google.golang.org/grpc"
	genproto     = "google.golang.org/genproto/googleapis/rpc"
	protobuf     = "google.golang.org/protobuf"
	riverqueue   = "github.com/riverqueue/river"
	xtext        = "golang.org/x/text"
	mcpsdk       = "github.com/modelcontextprotocol/go-sdk"
)

// testModules may be imported by the tests of every package.
var testModules = []string{
	"github.com/google/go-cmp",
	"github.com/rogpeppe/go-internal",
	"go.uber.org/goleak",
	"pgregory.net/rapid",
}

// rules is the allow-list. Data flows one way: files, source, transcript,
// conversation, digest, link, judge and rework, fact, store, score, cli. A package that is not in it
// fails, so whoever adds one says here what it may know.
var rules = map[string]rule{
	"cmd/prism":      {imports: []string{"cli", "heap"}},
	"cmd/prism-hook": {imports: []string{"hook"}},

	// The leaves: what everything else speaks in.
	"redact":                  {imports: []string{"redact/secret"}, pure: true, inTests: []string{"redact/redacttest"}},
	"redact/secret":           {imports: []string{"redact/chars", "redact/decode", "redact/given", "redact/keyword"}, pure: true}, // finds what must not leave a text; the gate alone asks it
	"redact/given":            {imports: []string{"redact/chars"}, pure: true},                                                    // how a text gives a value to a name, and whether it is a secret
	"redact/keyword":          {imports: []string{"redact/chars"}, pure: true},                                                    // all of a set of keywords in one pass
	"redact/chars":            {pure: true},                                                                                       // sets of bytes and runs of them
	"redact/decode":           {pure: true},                                                                                       // base64, hexadecimal, references: is it text
	"redact/lines":            {imports: []string{"jsoncursor", "redact"}, pure: true, inTests: []string{"redact/redacttest"}},    // lines of JSON through the gate
	"redact/redacttest":       {suite: true},                                                                                      // secrets to plant, of every kind
	"redact/secret/rules/gen": {modules: []string{toml}},                                                                          // a program: writes the rule data
	"fact":                    {imports: []string{"redact"}, pure: true},
	"price":                   {imports: []string{"fact"}, pure: true},
	"lexicon":                 {pure: true}, // what people and agents say, by language, and how it is found
	"lang":                    {imports: []string{"lexicon", "fact"}, pure: true},
	"learn":                   {pure: true},                                                                                     // fitting, calibration, measures
	"build":                   {pure: true},                                                                                     // which build of Prism is running
	"heap":                    {files: "which pages are the program's own, the kernel tells by a file of its own", clock: true}, // how the collector and the kernel give memory to a program of this kind
	"folders":                 {modules: []string{xdg}},
	"disk":                    {files: "it is the one that does it"},                                           // files of others opened, files named by a person written
	"worktree":                {pure: true},                                                                    // paths by their spelling
	"jsoncursor":              {pure: true},                                                                    // JSON of others, walked over and not built
	"jsonc":                   {pure: true},                                                                    // JSON with comments, changed value by value
	"setup":                   {imports: []string{"jsonc"}, pure: true},                                        // what stands in a client's settings
	"hash":                    {pure: true},                                                                    // the stable hash behind every key
	"shell/inline":            {imports: []string{"shell"}, pure: true},                                        // what a program in a command line does
	"shell/looks":             {pure: true},                                                                    // which programs only look, by what they are called with
	"shell/sed":               {pure: true},                                                                    // what a call of sed writes and deletes
	"shell":                   {imports: []string{"lang", "worktree", "shell/looks", "shell/sed"}, pure: true}, // what a command line does

	// The way in.
	"transcript":                {imports: []string{"jsoncursor", "fact", "redact"}, pure: true},
	"transcript/telemetry":      {imports: []string{"jsoncursor"}, pure: true}, // the form in which events are kept
	"transcript/claude":         {imports: []string{"transcript", "transcript/telemetry", "transcript/telemetry", "jsoncursor", "shell", "fact"}, pure: true},
	"transcript/claudetest":     {pure: true},                                                                // transcripts written by hand, line for line
	"transcript/transcripttest": {imports: []string{"transcript", "transcript/claude", "fact"}, suite: true}, // Records written by hand
	"source":                    {imports: []string{"content", "disk", "transcript", "trap", "fact", "worktree"}, inTests: []string{"transcript/claude"}, spawns: true},

	"content/factfile": {imports: []string{"conversation", "digest", "fact", "redact", "store/codec", "transcript"}, inTests: []string{"lang"}, pure: true, restore: true},                                                                                   // what was made of a conversation, in its place
	"content/frame":    {imports: []string{"content"}, pure: true},                                                                                                                                                                                           // how content travels
	"uplink":           {imports: []string{"content", "content/frame", "disk", "jsoncursor", "redact", "redact/lines", "source", "spool"}, inTests: []string{"long", "transcript", "transcript/claude"}, modules: []string{zstd}, clock: true, spawns: true}, // what sends it
	"tenant":           {imports: []string{"redact"}, pure: true},                                                                                                                                                                                            // who may do what on a server
	"content":          {pure: true},                                                                                                                                                                                                                         // what senders have, kept as files of lines
	"room":             {},                                                                                                                                                                                                                                   // memory, shared out among those who send
	"writer":           {imports: []string{"content"}, clock: true, spawns: true},                                                                                                                                                                            // what many sent at once, committed together
	"collector":        {clock: true, spawns: true},                                                                                                                                                                                                          // an endpoint that takes OTLP over HTTP
	"trace":            {imports: []string{"collector"}, modules: []string{pdata}, clock: true, spawns: true},                                                                                                                                                // what a server spends its time on
	"trace/tracetest":  {modules: []string{pdata}, spawns: true},                                                                                                                                                                                             // an endpoint for tests
	"evaluation":       {imports: []string{"collector", "fact", "library", "store"}, inTests: []string{"redact", "store/memory"}, modules: []string{pdata}, clock: true, spawns: true},                                                                       // verdicts to an observability backend
	"otlp":             {imports: []string{"content", "redact", "room", "transcript/telemetry"}, modules: []string{pdata, grpc, genproto, protobuf, zstd}, clock: true, spawns: true},                                                                        // telemetry over HTTP and gRPC
	"yield":            {clock: true},                                                                                                                                                                                                                        // who reads goes before who sends

	// The pure middle.
	"prompt":                    {imports: []string{"lang", "lexicon"}, pure: true}, // a prompt taken apart: own words, references
	"conversation":              {imports: []string{"transcript", "shell", "shell/inline", "hash", "fact", "lang"}, pure: true, inTests: []string{"transcript/transcripttest"}},
	"digest":                    {imports: []string{"conversation", "transcript", "shell", "hash", "fact", "lang", "worktree"}, pure: true, inTests: []string{"transcript/transcripttest"}},
	"link":                      {imports: []string{"digest", "conversation", "transcript", "hash", "fact", "worktree"}, pure: true, inTests: []string{"transcript/transcripttest", "transcript/claude", "source", "tracker"}},
	"judge":                     {imports: []string{"conversation", "shell", "transcript", "fact", "redact"}, pure: true},
	"wording":                   {imports: []string{"lexicon"}, pure: true},                                                                                                                                                                                                                      // what a text is after by its words, learnt from texts written for it
	"wording/fit":               {imports: []string{"observe/speech", "wording"}, inTests: []string{"long"}},                                                                                                                                                                                     // a program: writes its weights
	"observe/sentence":          {pure: true},                                                                                                                                                                                                                                                    // where the sentences of a text stand
	"observe/speech":            {imports: []string{"observe/output", "observe/sentence", "wording", "lexicon", "conversation", "shell", "transcript", "lang"}, pure: true},                                                                                                                      // what people and agents say
	"observe/output":            {imports: []string{"lexicon", "conversation", "shell", "transcript"}, pure: true},                                                                                                                                                                               // what programs print
	"observe":                   {imports: []string{"lexicon", "observe/output", "observe/speech", "conversation", "shell", "shell/inline", "transcript", "worktree"}, pure: true, inTests: []string{"fact", "transcript/claude"}},                                                               // what can be seen in a session, no opinion
	"title":                     {imports: []string{"lexicon", "observe", "observe/output", "observe/speech", "judge", "shell", "transcript", "fact", "title/fit", "title/listed", "title/naming", "title/plain", "title/printed", "title/work"}, pure: true, inTests: []string{"conversation"}}, // titles and summaries
	"title/fit":                 {imports: []string{"lexicon", "judge", "observe", "observe/output", "title/naming"}, pure: true},                                                                                                                                                                // a sentence in the room of a title
	"title/naming":              {imports: []string{"lexicon", "observe"}, pure: true},                                                                                                                                                                                                           // what a person would call an address or a path
	"title/listed":              {imports: []string{"title/fit", "title/plain"}, pure: true},                                                                                                                                                                                                     // what an answer lists that was done
	"title/plain":               {imports: []string{"observe", "title/fit"}, pure: true},                                                                                                                                                                                                         // a sentence without its markup
	"title/work":                {imports: []string{"conversation", "observe", "shell", "title/fit", "title/plain"}, pure: true},                                                                                                                                                                 // files, commits and pull requests of a session
	"title/printed":             {imports: []string{"observe", "observe/output"}, pure: true},                                                                                                                                                                                                    // what a program wrote, told from speech
	"practice":                  {imports: []string{"observe", "observe/output", "observe/speech", "judge", "conversation", "transcript", "fact", "prompt"}, pure: true},                                                                                                                         // the seven checks of prompting practice
	"judge/offline":             {imports: []string{"lexicon", "observe", "observe/output", "observe/speech", "practice", "title", "judge", "judge/offline/intent", "judge/offline/quote", "judge/offline/signal", "conversation", "shell", "transcript", "fact", "learn", "prompt"}, pure: true, inTests: []string{"title/plain", "long", "judge/offline/offlinetest", "redact", "transcript/claude", "eval/corpus", "locale"}},
	"judge/offline/intent":      {imports: []string{"wording", "observe", "observe/output", "observe/speech", "conversation", "shell", "transcript", "fact", "learn"}, pure: true, inTests: []string{"judge/offline/offlinetest"}},                       // what a session set out to do
	"judge/offline/quote":       {imports: []string{"lang", "observe", "observe/output", "observe/speech", "title", "judge", "conversation", "shell", "transcript"}, pure: true},                                                                         // the words that show something
	"judge/offline/signal":      {imports: []string{"lexicon", "observe", "observe/output", "observe/speech", "judge", "judge/offline/intent", "judge/offline/quote", "judge/offline/shows", "conversation", "shell", "transcript", "fact"}, pure: true}, // what failed at the end, what put it right, what proves the work
	"judge/offline/shows":       {imports: []string{"shell"}, pure: true},                                                                                                                                                                                // what the text of a command says of what it shows
	"judge/offline/offlinetest": {imports: []string{"conversation", "transcript", "transcript/claude"}, suite: true},                                                                                                                                     // sessions written by hand
	"tracker":                   {imports: []string{"lexicon", "lang", "conversation", "shell", "transcript", "learn"}, pure: true, inTests: []string{"transcript/claude"}},                                                                              // the offline topic-shift tracker
	"tracker/fit":               {imports: []string{"tracker", "eval", "eval/corpus", "eval/refit", "learn", "conversation", "fact"}},                                                                                                                    // a program: writes its weights
	"rework":                    {imports: []string{"digest", "fact", "redact", "worktree"}, pure: true, inTests: []string{"shell"}},
	"score":                     {imports: []string{"fact", "redact"}, pure: true},
	"eval":                      {imports: []string{"learn", "fact"}, pure: true},
	"eval/corpus":               {imports: []string{"disk", "eval", "conversation", "digest", "link", "transcript", "transcript/claude", "fact"}}, // labelled transcripts, each alone
	"eval/refit":                {imports: []string{"eval", "eval/corpus", "judge/offline", "tracker", "conversation", "fact"}},                   // judge and tracker without what they are measured on
	"judge/offline/fit":         {imports: []string{"eval", "eval/corpus", "eval/refit", "judge", "judge/offline", "learn", "fact"}},              // a program: writes the weights

	// The way out, behind the gate: takes nothing but redacted text.
	"model":           {imports: []string{"price", "redact", "fact"}, inTests: []string{"model/modeltest"}, clock: true},
	"model/anthropic": {imports: []string{"model", "model/batch", "model/trip", "redact", "fact"}, modules: []string{anthropic}, inTests: []string{"model/modeltest"}, clock: true, spawns: true},
	"model/openai":    {imports: []string{"model", "model/batch", "model/trip", "redact", "fact"}, inTests: []string{"model/modeltest"}, clock: true, spawns: true},
	"model/batch":     {imports: []string{"model", "transcript", "redact", "fact"}, inTests: []string{"model/modeltest"}, clock: true}, // one answer for many requests, read line by line
	"model/trip":      {imports: []string{"model", "redact", "fact"}, inTests: []string{"model/modeltest"}, clock: true},               // one HTTP round trip, bounded
	"model/modeltest": {imports: []string{"model", "redact", "fact"}, suite: true},                                                     // a model that is played back

	"model/bedrock":     {imports: []string{"model", "model/anthropic", "redact", "fact"}, modules: []string{anthropic, aws}, inTests: []string{"model/modeltest"}},
	"model/vertex":      {imports: []string{"model", "model/anthropic", "redact", "fact"}, modules: []string{anthropic, oauth2}, inTests: []string{"model/modeltest"}},
	"model/claudecli":   {imports: []string{"disk", "model", "redact", "fact"}, inTests: []string{"model/modeltest"}, clock: true, spawns: true}, // asks through the person's own client
	"model/runner":      {imports: []string{"model", "redact", "fact"}, inTests: []string{"model/modeltest"}, clock: true, spawns: true},         // many questions side by side, within a budget
	"judge/llm":         {imports: []string{"judge", "judge/llm/neutral", "learn", "model", "observe", "observe/output", "conversation", "digest", "shell", "transcript", "fact", "lang", "redact"}, inTests: []string{"long", "model/modeltest", "price", "tracker", "transcript/claude"}},
	"judge/llm/neutral": {pure: true}, // text that is taken for no structure

	// What is kept.
	"store":           {imports: []string{"fact", "redact"}, modules: []string{goose}},
	"store/rows":      {imports: []string{"content", "queue", "store", "store/asking", "store/codec", "store/control", "store/jobs", "store/sent", "store/statement", "store/typed", "fact", "redact", "hash"}, restore: true}, // what SQL engines have in common
	"store/statement": {imports: []string{"queue", "store", "trap"}, spawns: true},                                                                                                                                             // how SQL is asked
	"store/sent":      {imports: []string{"content", "queue", "store", "store/statement", "fact"}, modules: []string{zstd}},                                                                                                    // files of lines that senders sent
	"store/asking":    {imports: []string{"store/statement", "fact"}},                                                                                                                                                          // what a judge costs, and who asks what
	"store/typed":     {imports: []string{"store", "store/statement", "fact", "redact"}, restore: true},                                                                                                                        // what people typed of sessions
	"store/control":   {imports: []string{"tenant", "store/statement", "fact"}},                                                                                                                                                // what stands above tenants
	"store/jobs":      {imports: []string{"queue", "store/statement", "fact"}},                                                                                                                                                 // work that waits in a table
	// sqlite asks the clock only to give up waiting for a lock.
	"store/sqlite":    {imports: []string{"disk", "queue", "store", "store/jobs", "store/pagesum", "store/rows", "store/statement", "fact", "redact"}, modules: []string{sqlite, goose}, inTests: []string{"long", "content", "score", "store/codec", "store/storetest", "tenant"}, restore: true, clock: true},
	"store/postgres":  {imports: []string{"queue", "queue/river", "store", "store/rows", "store/statement"}, modules: []string{pgx, goose}, inTests: []string{"long", "content", "fact", "pgtest", "redact", "score", "store/storetest", "tenant"}},
	"store/pagesum":   {modules: []string{sqlite, libc}, inTests: []string{"long"}}, // checksums of SQLite's pages
	"store/codec":     {imports: []string{"fact", "redact"}, restore: true},
	"long":            {suite: true},                                                    // how much a test is to do
	"pgtest":          {imports: []string{"long"}, modules: []string{pgx}, suite: true}, // a real PostgreSQL for tests
	"store/memory":    {imports: []string{"store", "fact"}, inTests: []string{"long", "store/storetest"}},
	"store/storetest": {imports: []string{"long", "content", "tenant", "store", "store/rows", "store/sent", "score", "fact", "redact"}, suite: true},

	// Work that waits, and who does it.
	"trap":            {}, // errors of panics
	"queue":           {imports: []string{"trap"}, clock: true, spawns: true},
	"queue/lease":     {imports: []string{"queue"}, inTests: []string{"long", "queue/queuetest", "store/sqlite"}, clock: true, spawns: true},
	"queue/river":     {imports: []string{"queue", "fact"}, modules: []string{riverqueue, pgx}, inTests: []string{"long", "pgtest", "queue/queuetest", "store/postgres"}, clock: true},
	"server/worker":   {imports: []string{"queue", "hash"}, inTests: []string{"queue/queuetest", "queue/lease", "store/sqlite"}, clock: true, spawns: true},
	"queue/queuetest": {imports: []string{"queue", "content", "long"}, suite: true},

	// What ties it together.
	"pipeline/nearby": {imports: []string{"store"}},                                                     // marks of conversations, held for as long as none are saved
	"pipeline/shelf":  {imports: []string{"conversation"}},                                              // conversations that were read again
	"pipeline/alone":  {imports: []string{"fact", "pipeline", "source", "store", "trap"}, spawns: true}, // transcripts read one by one
	"pipeline/optout": {imports: []string{"disk", "redact", "source"}},                                  // whose sessions are left alone, and what that rests on
	"pipeline": {
		imports: []string{"content", "content/factfile", "disk", "source", "transcript", "transcript/claude", "jsoncursor", "conversation", "digest", "link", "judge", "observe", "pipeline/nearby", "pipeline/optout", "pipeline/shelf", "rework", "price", "lang", "store", "trap", "fact", "redact"},
		inTests: []string{"pipeline/alone", "long", "demo", "judge/offline", "pgtest", "transcript/telemetry", "redact/lines", "redact/redacttest", "score", "store/memory", "store/postgres", "store/rows", "store/sqlite"},
		clock:   true,
		spawns:  true,
	},
	"status":       {pure: true},                                                                                                                                                                                    // how sessions stand, as prism-hook reads it
	"hook":         {imports: []string{"fact", "jsoncursor", "folders", "spool", "status", "build"}, files: "its log is its own, in a folder of its own, and is appended to, and so is what it reads", clock: true}, // all of prism-hook: see small_test.go
	"spool":        {files: "its files are its own, in a folder of its own, and are appended to", clock: true},                                                                                                      // what prism-hook leaves until it is sent
	"config":       {imports: []string{"disk", "fact"}, modules: []string{toml}},
	"demo":         {imports: []string{"disk"}},
	"demo/make":    {imports: []string{"demo", "transcript/claudetest"}},                                                                                                                         // a program: writes the sample transcripts
	"demo/library": {},                                                                                                                                                                           // a program: writes a made-up library of any size
	"loadgen":      {imports: []string{"content", "content/frame", "otlp", "redact", "redact/lines", "store/sqlite", "writer"}, modules: []string{pdata, grpc, zstd}, clock: true, spawns: true}, // a program: sends made-up telemetry and transcripts, and measures
	"term":         {modules: []string{colorprofile, xterm, ansi}},
	"phrase":       {imports: []string{"score", "judge", "fact"}, inTests: []string{"redact"}, pure: true}, // facts in words and figures, for screen and report
	"locale":       {modules: []string{xtext}, pure: true},                                                 // languages and regions that pages speak by
	"report":       {imports: []string{"locale", "phrase", "score", "fact", "redact"}, pure: true},         // Markdown and HTML to mail
	"wire":         {imports: []string{"score", "fact", "redact", "tenant"}, pure: true},                   // the JSON that others read: neither facts nor rows
	// The program: cli and its folders alone pick engines, dialects and judges.
	"cli":          {imports: []string{"conversation", "content/factfile", "cli/open", "delivery", "server/original", "status", "mcp", "cli/live", "server/oidc", "cli/admin", "collector", "trace", "evaluation", "tenant", "content", "otlp", "server/api", "server/worker", "server/access", "server/health", "server/ingest", "server/keeper", "yield", "uplink", "writer", "server", "watch", "library", "timeline", "cli/job", "cli/view", "cli/judgerun", "cli/measure", "cli/doctor", "cli/install", "build", "config", "demo", "fact", "judge", "phrase", "queue", "redact", "report", "score", "store", "store/rows", "store/sqlite", "term", "wire", "link", "pipeline", "spool"}, inTests: []string{"long", "content/frame", "model/modeltest", "pgtest", "trace/tracetest", "redact/redacttest", "store/postgres", "transcript"}, modules: []string{cobra, pflag}, spawns: true},
	"cli/admin":    {imports: []string{"cli/job", "queue", "tenant", "term", "wire", "redact"}, modules: []string{cobra, pflag}},                                                                                                                                                                                                                                                                                                                                                                                                                                                  // tenants, their people, keys and policies
	"cli/job":      {imports: []string{"pipeline/optout", "yield", "content/factfile", "status", "queue/river", "tenant", "uplink", "library", "build", "config", "conversation", "demo", "disk", "fact", "folders", "judge/offline", "phrase", "pipeline", "price", "queue", "queue/lease", "redact", "score", "source", "store", "store/memory", "store/postgres", "store/rows", "store/sent", "store/sqlite", "term", "tracker", "transcript", "transcript/claude", "trap", "wire", "content", "writer", "spool"}, modules: []string{cobra, pflag}, clock: true, spawns: true}, // one run: streams, flags, settings, what was read
	"cli/view":     {imports: []string{"content", "cli/job", "config", "conversation", "fact", "judge", "phrase", "redact", "score", "store", "term", "transcript", "wire"}, inTests: []string{"library", "timeline", "config", "store/memory"}},                                                                                                                                                                                                                                                                                                                                  // what a person sees
	"cli/judgerun": {imports: []string{"pipeline/alone", "config", "link", "library", "cli/job", "cli/view", "conversation", "digest", "disk", "fact", "judge", "judge/llm", "learn", "model", "model/anthropic", "model/batch", "model/bedrock", "model/claudecli", "model/openai", "model/runner", "model/vertex", "phrase", "pipeline", "price", "redact", "store", "store/memory", "store/rows", "term", "tracker", "wire"}, modules: []string{cobra}, spawns: true},                                                                                                          // asking a model
	"cli/measure":  {imports: []string{"pipeline/alone", "library", "cli/job", "cli/judgerun", "cli/view", "conversation", "eval", "eval/corpus", "eval/refit", "fact", "judge", "judge/llm", "judge/offline", "learn", "phrase", "pipeline", "redact", "store", "store/memory", "store/rows", "term", "tracker", "wire"}, modules: []string{cobra}},                                                                                                                                                                                                                              // eval and calibrate
	"cli/install":  {imports: []string{"cli/job", "disk", "setup", "term", "uplink", "folders"}, modules: []string{cobra}},                                                                                                                                                                                                                                                                                                                                                                                                                                                        // prism setup
	"cli/open":     {imports: []string{"cli/job", "disk"}, modules: []string{cobra}, clock: true, spawns: true},
	"cli/live":     {inTests: []string{"redact", "status"}, imports: []string{"timeline", "score", "judge", "cli/job", "cli/view", "fact", "phrase", "store", "term", "watch", "wire"}, modules: []string{cobra}, clock: true, spawns: true},
	"cli/doctor":   {imports: []string{"status", "build", "cli/job", "disk", "model", "phrase", "source", "term", "wire", "folders", "setup", "spool", "uplink"}, modules: []string{cobra}},
	"library":      {imports: []string{"conversation", "fact", "link", "redact", "rework", "score", "store"}, inTests: []string{"store/memory"}},     // what is asked of sessions once they are made
	"timeline":     {imports: []string{"conversation", "fact", "phrase", "redact", "rework", "shell", "transcript", "wire", "worktree"}, pure: true}, // the turns of a session in words
	"server": { // what is served: kept up to date, and answered
		imports: []string{"delivery", "server/original", "tenant", "content", "conversation", "fact", "judge", "library", "locale", "mcp", "queue", "redact", "score", "server/access", "server/api", "server/classic", "server/ingest", "server/keeper", "server/oidc", "store", "timeline", "trap", "web", "web/page", "web/session", "web/settings", "wire", "yield"}, inTests: []string{"server/servertest", "digest", "content/frame", "otlp", "store/memory", "transcript"},
		clock: true, spawns: true,
	},
	"server/servertest": {imports: []string{"fact", "library", "redact", "server/access", "store", "store/memory", "tenant"}, suite: true},                                                                                                    // what tests of a server set up alike
	"server/access":     {imports: []string{"server/api", "store", "tenant"}, inTests: []string{"server/servertest"}},                                                                                                                         // who asks, what they may, how much of it
	"server/ingest":     {imports: []string{"content", "content/factfile", "content/frame", "redact", "redact/lines", "room", "server/access", "store", "tenant"}, modules: []string{zstd}, inTests: []string{"digest", "fact"}, clock: true}, // what senders push
	"server/keeper":     {imports: []string{"fact", "library", "store", "trap"}, inTests: []string{"server/servertest", "redact", "store/memory"}, clock: true},                                                                               // a tenant's sessions, kept up to date
	"server/health":     {imports: []string{"queue", "server/access", "store", "tenant", "wire"}, inTests: []string{"server/servertest"}},                                                                                                     // how a server stands
	"server/oidc":       {imports: []string{"tenant"}, modules: []string{gooidc, oauth2}},                                                                                                                                                     // people for whom an identity provider vouches
	"server/classic":    {imports: []string{"fact", "phrase", "report", "score", "store", "web", "web/page", "wire"}, inTests: []string{"redact"}},                                                                                            // the original's published endpoints
	"server/api":        {imports: []string{"build", "fact", "judge", "queue", "score", "store", "tenant", "web", "web/page", "wire"}, modules: []string{huma}},                                                                               // what programs ask
	"mcp":               {imports: []string{"build", "fact", "judge", "phrase", "report", "score", "store", "term", "wire"}, inTests: []string{"redact"}, modules: []string{mcpsdk}},                                                          // what agents ask about their own record
	"delivery":          {imports: []string{"locale", "report"}, clock: true},                                                                                                                                                                 // reports by mail and to webhooks
	"watch":             {modules: []string{fsnotify}, clock: true},                                                                                                                                                                           // files that change
	"server/original":   {imports: []string{"content", "fact", "price", "redact", "score", "server/classic", "store", "transcript", "transcript/telemetry", "wire"}, clock: true},                                                             // what the original's plugin asks; it waits for room
	"web": { // pages that a browser shows
		imports: []string{"fact", "locale", "phrase", "report", "score", "store", "tenant", "web/chart", "web/page", "web/session", "web/settings", "wire"},
		inTests: []string{"content", "long", "demo", "judge", "judge/offline", "queue", "pipeline", "price", "redact", "source", "store/memory", "transcript", "transcript/claude"},
	},
	"web/page":     {imports: []string{"fact", "judge", "locale", "phrase", "score", "store", "tenant", "wire"}},              // what all pages are made of
	"web/chart":    {imports: []string{"locale", "score", "web/page"}},                                                        // what changes over time, as SVG
	"web/session":  {imports: []string{"content", "fact", "judge", "locale", "phrase", "score", "store", "web/page", "wire"}}, // the pages of one session
	"web/settings": {imports: []string{"locale", "phrase", "queue", "tenant", "web/page"}},                                    // who administers, and how pages speak
	"conformance":  {inTests: []string{"long", "cli", "transcript/claudetest"}},                                               // made-up sessions held against the published algorithm
	"e2e":          {inTests: []string{"pgtest", "uplink"}},                                                                   // the real client, the plugin and a server
	"growth": { // made-up libraries of many of one thing, and what each takes to be read
		inTests: []string{"long", "conversation", "fact", "judge", "judge/offline", "pipeline", "price", "redact", "source", "store", "store/codec", "store/memory", "tracker", "transcript", "transcript/claude", "transcript/claudetest"},
	},
	"importtest": {},
}

// refusedNames are no packages: they say nothing about what is inside.
var refusedNames = []string{"util", "utils", "common", "helpers", "helper", "types", "models", "model_types", "manager", "misc", "shared", "base", "core", "lib", "global", "errors", "time", "strings", "http", "sql", "json", "testutil"}
