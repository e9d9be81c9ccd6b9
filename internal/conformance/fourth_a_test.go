package conformance

var fourthACases = []fourthCase{
	// The floor and its three limbs.
	{"one question", "n=1; s0.turns=1; s0.floor.passed=false; s0.floor.mutating_calls=0; s0.floor.net_lines=0; s0.excluded_by=below_floor; s0.counted=false; score=null; score.crushed=0; score.excluded.below_floor=1", `
> what does SIGPIPE mean?
< It is raised when a process writes to a pipe nobody reads.`},
	{"three turns", "s0.floor.passed=true; s0.turns=3; s0.floor.mutating_calls=0", `
> How does the borrow checker treat slices?
< A slice borrows the whole vector.
> And two disjoint halves of it?
< split_at_mut hands out both.
> Is that unsafe inside?
< Yes, one unsafe block in the library.`},
	{"two turns without a change", "s0.floor.passed=false; s0.turns=2", `
> Where is the tenant id set?
$ grep -rn tenant_id src
| src/ctx.ts:4: tenant_id
< In src/ctx.ts, line 4.
> and who reads it?
< Only the audit logger.`},
	{"one write", "s0.floor.passed=true; s0.floor.net_lines=3; s0.floor.mutating_calls=1; s0.turns=1", `
> Add a .editorconfig with two-space indents
w .editorconfig
+root = true
+[*]
+indent_size = 2
< Added.`},
	{"net deletion counts by size", "s0.floor.net_lines=-12|12; s0.floor.passed=true", `
> delete the dead branch in parse()
e src/parse.c
*-12 dead
< Deleted.`},
	{"rejected edit", "s0.floor.passed=false; s0.floor.mutating_calls=0; s0.floor.net_lines=0", `
> change the port to 8081
e config/app.yml
-port: 8080
+port: 8081
!reject
`},
	{"rejected with words stays one turn", "s0.turns=1; s0.floor.mutating_calls=1; s0.floor.net_lines=1", `
> put the feature behind a flag
e flags.yml
+beta: true
!reject call it preview, not beta
e flags.yml
+preview: true
< The flag is called preview.`},
	{"failed edit", "s0.floor.mutating_calls=0; s0.floor.net_lines=0", `
> rename foo to bar
e a.py
-foo
+bar
!err
| String to replace not found in file.
< The text was not there.`},
	{"failed shell", "s0.floor.mutating_calls=0; s0.floor.passed=false", `
> install the package
$ npm install nosuchpkg
| npm ERR! 404
!1
< It does not exist in the registry.`},
	{"call without a result", "s0.floor.mutating_calls=0", `
> create the folder
$ mkdir -p data
!none
`},
	{"plan files are no lines", "s0.floor.net_lines=0", `
> plan the cache layer
w /home/dev/.claude/plans/happy-blue-fox.md
*40 plan
plan # Cache\n1. in-process LRU\n2. redis
!ok
< Starting.`},
	{"identical lines added and removed", "s0.floor.net_lines=0; s0.floor.mutating_calls=1; s0.floor.passed=true", `
> reword the greeting
e hello.txt
-hi
+hello
< Reworded.`},
	{"edits sum up", "s0.floor.net_lines=5; s0.floor.mutating_calls=2", `
> add two helpers
e h.js
+a
+b
+c
e h.js
-x
+d
+e
+f
< Added.`},
	{"subagent edits count", "s0.floor.passed=true; s0.turns=1", `
> have an agent write the seed file
T Task {"subagent_type":"general-purpose","prompt":"write seed","description":"seed"}
| done
side on
w seed.sql
*11 seed
side off
< The seed file is written.`},
	{"rewound turns are left out of the floor", "s0.floor.turns=2; s0.floor.mutating_calls=0; s0.floor.passed=false; s0.tokens.output=200", `
> hello world in zig?
< See below.
mark base
> write it to a file
w hello.zig
*20 z
< Written.
rewind base
> never mind the file, just show me the shortest form
< const std = @import("std"); and so on.`},
	{"built-in commands are no turns", "s0.turns=1", `
> Which Node version do we target?
< 22, see .nvmrc.
cmd /cost
stdout Total cost: $0.02
cmd /model opus
stdout Set model to opus`},
	{"skills are turns", "s0.turns=2", `
skill /deploy-check staging
< Staging is healthy.
skill /deploy-check prod
< Production is healthy.`},
	{"queued messages are turns", "s0.turns=2", `
> run the whole suite
$ npm test
| 412 passing
queue and the e2e ones too
< All green.`},
	{"hook text and notifications are none", "s0.turns=1", `
> lint the docs
$ vale docs
| 0 errors
user {"origin":{"kind":"task-notification"}} <task-notification>\n<status>completed</status></task-notification>
< Clean.
> Stop hook feedback: run the formatter
< Formatter has run.`},
	{"compaction is no turn and no boundary", "n=1; s0.turns=2; s0.closed_by=none", `
> make the importer idempotent
w importer/run.py
*12 i
< Done.
compact the importer was made idempotent
> now cover it with a test
w importer/test_run.py
*12 t
$ pytest importer
| 3 passed in 0.10s
< 3 passed.`},
	{"an answer to a question is no turn", "s0.turns=1", `
> add auth
ask Which provider? => Keycloak
e auth.ts
*12 a
< Keycloak it is.`},

	// State, /clear, merges.
	{"open now", "s0.state=open; s0.counted=false; s0.excluded_by=open; score=null; score.excluded.open=1", `
= a at=now-5m
> add a health endpoint
w health.go
*14 h
< Added.`},
	{"open but asked for", "[--include-open] s0.state=open; s0.counted=true; score.counted=1", `
= a at=now-5m
> add a readiness endpoint
w ready.go
*14 r
< Added.`},
	{"an hour old is provisional", "s0.state=provisional; s0.closed_by=none; s0.counted=true; score.provisional=1", `
= a at=now-60m
> bump the timeout to 30 s
e client.go
-Timeout: 10
+Timeout: 30
< Bumped.`},
	{"clear at the head closes the one before", "n=2; s0.state=closed; s0.closed_by=clear; s1.state=provisional", `
= a
> Explain the ledger schema
< Accounts, entries, postings.
> which table is the biggest?
< postings.
= b at=2026-09-14T11:00:00Z
clear
> why is the deploy job queued for so long?
< All runners are busy.`},
	{"clear in mid-file", "n=2; s0.closed_by=clear; s0.state=closed; s1.turns=1", `
= a version=1.0.60
> add an index on orders.customer_id
w db/009_index.sql
*4 q
< Added.
clear
@ +40m
> convert the logo to webp
$ cwebp logo.png -o logo.webp
< Converted.`},
	{"clear with nobody before it", "n=1; s0.closed_by=none", `
= a
clear
> print the first ten primes in awk
< Here is the one-liner.`},
	{"clear in another folder closes nothing here", "n=2; s0.closed_by=none; s1.closed_by=none", `
= a cwd=/home/dev/shop
> tidy the imports
e a.py
-import os
+import sys
< Tidied.
= b cwd=/home/dev/site at=2026-09-14T10:00:00Z
clear
> add a favicon
w favicon.svg
*3 f
< Added.`},
	{"merged: same file within ten minutes", "n=1; s0.aliases.len>=1; s0.turns=2; s0.closed_by=none", `
= a
> speed up the tokenizer
e lex/token.rs
*12 t
< Faster by 20 %.
= b at=2026-09-14T09:06:00Z
clear
> the tokenizer now drops the last rune
e lex/token.rs
-let end = n - 1;
+let end = n;
< Fixed.`},
	{"not merged after eleven minutes", "n=2; s0.closed_by=clear", `
= a
> make the lexer accept tabs
e lex/tabs.rs
*12 t
< It does.
= b at=2026-09-14T09:02:00Z
clear
@ 2026-09-14T09:14:00Z
> the lexer counts columns wrongly after a tab
e lex/tabs.rs
-col += 1
+col += 8
< Right now.`},
	{"not merged: other files", "n=2", `
= a
> add a footer
w ui/footer.vue
*12 f
< Added.
= b at=2026-09-14T09:04:00Z
clear
> add a header
w ui/header.vue
*12 h
< Added.`},
	{"half of the smaller set is enough", "n=1", `
= a
> split the validator
e v/a.ts
*6 a
e v/b.ts
*6 b
e v/c.ts
*6 c
< Split.
= b at=2026-09-14T09:05:00Z
clear
> tighten the validator's messages
e v/a.ts
*3 a2
e v/z.ts
*3 z
< Tightened.`},
	{"less than half is not", "n=2", `
= a
> build the importer screens
e s/one.ts
*6 a
e s/two.ts
*6 b
e s/three.ts
*6 c
< Built.
= b at=2026-09-14T09:05:00Z
clear
> build the exporter screens
e s/one.ts
*3 q
e s/four.ts
*3 r
e s/five.ts
*3 s
< Built.`},
	{"read files where a side edited none", "n=1", `
= a
> where is the leak in pool.go?
r net/pool.go
| package net
< Conn is never returned on error.
= b at=2026-09-14T09:03:00Z
clear
> return the conn on error
e net/pool.go
-return err
+p.put(c); return err
< Returned.`},
	{"no files on either side", "n=2; s0.closed_by=clear", `
= a
> what's the capital of the ERP schema, so to speak: which table is central?
< documents.
= b at=2026-09-14T09:03:00Z
clear
> and which one has most indexes?
< documents as well.`},
	{"merges chain", "n=1; s0.turns=3; s0.aliases.len=2", `
= a
> draft the parser
w p/parse.ml
*14 a
< Drafted.
= b at=2026-09-14T09:05:00Z
clear
> let the parser recover from errors
e p/parse.ml
*4 b
< It recovers.
= c at=2026-09-14T09:11:00Z
clear
> print positions in the parser's errors
e p/parse.ml
*4 c
< Printed.`},
	{"conversations side by side are not merged", "n=2", `
= a
> rework the poller
e poll/loop.go
*12 a
< Reworked.
= b at=2026-09-14T09:00:30Z
> rename the poller's metrics
e poll/loop.go
*3 b
< Renamed.
= a at=2026-09-14T09:02:00Z
> and log its errors
e poll/loop.go
*3 c
< Logged.`},
	{"another repository is not merged", "n=2", `
= a cwd=/home/dev/one
> add a licence header
e main.go
+// licence
< Added.
= b cwd=/home/dev/two at=2026-09-14T09:03:00Z
clear
> put a licence header on main.go
e main.go
+// licence
< Added.`},
	{"without clear no merge", "n=2; s0.closed_by=none", `
= a
> teach the CLI colours
e cli/color.go
*12 a
< Taught.
= b at=2026-09-14T09:05:00Z
> respect NO_COLOR in the CLI
e cli/color.go
*3 b
< Respected.`},
	{"plan accepted with cleared context goes on", "n=1; s0.turns=2", `
= a
> plan how to cache avatars
plan # Avatars\n1. put them on the CDN\n2. purge on upload
!cleared
= b at=2026-09-14T09:02:00Z
handed # Avatars\n1. put them on the CDN\n2. purge on upload
e avatars/cdn.ts
*15 c
$ npm test
| 18 passing
< Built as planned, 18 tests pass.`},
	{"plan with another text does not go on", "n=2", `
= a
> plan the new billing
plan # Billing\n1. invoices\n2. dunning
!cleared
= b at=2026-09-14T09:02:00Z
handed # Search\n1. index\n2. query
w search.ts
*15 c
< Built.`},
	{"continuation by transcript path", "n=1; s0.turns=2", `
= a
> plan the settings page
plan # Settings page\n- tabs
!cleared
= b at=2026-09-14T09:05:00Z
handed # Settings\n- tabs\n\nIf you need specific details from before exiting plan mode, read the full transcript at: /home/dev/.claude/projects/-home-dev-app/${a}.jsonl
w settings.tsx
*15 s
< Built.`},
	{"resume in a new file with copied lines", "n=1; s0.turns=1; score.tokens.output=100; score.tokens.input=200", `
= a
> add retries to the mailer
e mail.rb
*12 m
= b at=2026-09-14T12:00:00Z
copy keep a
< Retries are in.`},
	{"fork copies do not count twice", "score.tokens.output=150; score.tokens.total=450", `
= a
> outline the talk
< Three parts.
> make it four
< Four parts.
= b at=2026-09-14T12:00:00Z
copy fork a
> try five instead
< Five parts.`},

	// Automated runs.
	{"an SDK run", "s0.excluded_by=automated; s0.counted=false; score.excluded.automated=1; score.counted=0; score.tokens.output=100", `
= a entry=sdk-cli
sdk Summarise the diff
w sum.md
*12 s
< Summarised.`},
	{"an SDK run, asked for", "[--include-automated] s0.counted=true; score.counted=1", `
= a entry=sdk-py
sdk write the release notes
w notes.md
*12 s
< Written.`},

	// Finished work stays finished.
	{"a small question hit by an API error", "s0.goal_complete=true; s0.failure_signal=none", `
> The date picker is off by one day in UTC-5, fix it and prove it with a test
e date.ts
-d.getDate()
+d.getUTCDate()
$ npx vitest run date.test.ts
| Tests  4 passed (4)
< Fixed, the test that failed before passes.
> perfect, commit it
$ git commit -am "date picker: use UTC day"
| [main 8c1d2e3] date picker: use UTC day\n 1 file changed
< Committed.
> what is the weather API limit again?
apierror API Error: 529 overloaded_error`},
	{"escape with nothing pending", "s0.goal_complete=true", `
> Rename the env var DB_URL to DATABASE_URL
e env.go
-DB_URL
+DATABASE_URL
$ go test ./...
| ok  	app/env	0.01s
< Renamed.
> commit
$ git commit -am "env: rename"
| [main 1a2b3c4] env: rename
< Committed.
esc`},
	{"clear after an applied edit", "s0.goal_complete=true; s0.closed_by=clear", `
= a
> change the button label to "Save draft"
e ui/save.vue
-Save
+Save draft
< The label reads "Save draft".
= b at=2026-09-14T15:00:00Z
clear
> which Go version does CI use?
< 1.24.`},

	// Rework.
	{"git revert of its commit", "s0.rework.share=1; s0.crushed=false; s1.rework.share=0", `
= a
> switch the cache to LFU
e cache/lfu.go
*12 lfu
$ git commit -am "cache: LFU"
| [main 5e6f7a8] cache: LFU\n 1 file changed, 12 insertions(+)
< Committed.
= b at=2026-09-15T10:00:00Z
> hit rates dropped, back out the LFU commit
$ git revert --no-edit 5e6f7a8
| [main 9b8c7d6] Revert "cache: LFU"\n 1 file changed, 12 deletions(-)
< Reverted.`},
	{"git revert after a month", "s0.rework.share=1", `
= a
> enable HTTP/3
e srv/h3.go
*12 h3
$ git commit -am "srv: HTTP/3"
| [main 77aa88b] srv: HTTP/3
< Enabled.
= b at=2026-10-20T10:00:00Z
> revert the HTTP/3 commit
$ git revert 77aa88b --no-edit
| [main 1111aaa] Revert "srv: HTTP/3"
< Reverted.`},
	{"revert HEAD", "s0.rework.share=1", `
= a
> add a beta banner
e banner.tsx
*4 bb
$ git commit -am "beta banner"
| [main abc1234] beta banner
< Done.
= b at=2026-09-14T14:00:00Z
> undo the last commit with a revert
$ git revert --no-edit HEAD
| [main def5678] Revert "beta banner"
< Reverted.`},
	{"revert a range", "s0.rework.share=1; s1.rework.share=1", `
= a
> parse INI files
e ini.go
*8 i
$ git commit -am "ini"
| [main aaa1111] ini
< Done.
= b at=2026-09-14T12:00:00Z
> parse YAML files
e yaml.go
*8 y
$ git commit -am "yaml"
| [main bbb2222] yaml
< Done.
= c at=2026-09-14T16:00:00Z
> take both formats out again
$ git revert --no-edit aaa1111^..bbb2222
| [main ccc3333] Revert "yaml"\n[main ddd4444] Revert "ini"
< Both are reverted.`},
	{"another repository does not rework", "s0.rework.share=0", `
= a cwd=/home/dev/x
> add a cache
e c.go
*9 c
< Added.
= b cwd=/home/dev/y at=2026-09-14T13:00:00Z
> drop the cache
e c.go
*-9 c
< Dropped.`},
	{"lines rewritten next day", "s0.rework.share>=0.5; s0.crushed=false; s0.rework.by.len=1", `
= a
> build the summary view
w view.jsx
*12 first
< Built.
= b at=2026-09-15T09:00:00Z
> I don't like the summary view, do it over
e view.jsx
*-12 first
*12 second
< Rewritten.`},
	{"rewritten after five days is growth", "s0.rework.share<0.5", `
= a
> build the report header
w head.jsx
*12 first
< Built.
= b at=2026-09-19T09:00:00Z
> redesign the report header
e head.jsx
*-12 first
*12 second
< Redesigned.`},
	{"four lines reworded are none", "s0.crushed=true", `
= a
> replace the tagline block by the one of the campaign
w tag.html
*4 first
< Replaced.
> great, thank you
< Welcome.
= b at=2026-09-14T12:00:00Z
> reword the tagline block
e tag.html
*-4 first
*4 second
< Reworded.`},
	{"the file removed", "s0.rework.share=1", `
= a
> add an experimental sampler
w lab/sampler.py
*20 s
< Added.
= b at=2026-09-25T12:00:00Z
> the sampler was a dead end, delete it
$ rm lab/sampler.py
< Deleted.`},
	{"git rm", "s0.rework.share=1", `
= a
> add a shim for old browsers
w shim.js
*20 s
$ git add shim.js && git commit -m shim
| [main 4444bbb] shim
< Added.
= b at=2026-09-16T12:00:00Z
> we no longer need the shim
$ git rm shim.js
| rm 'shim.js'
< Removed.`},
	{"checkout of an older state", "s0.rework.share=1", `
= a
> inline the SVG icons
e icons.tsx
*14 i
$ git commit -am "inline icons"
| [main 6666ccc] inline icons
< Inlined.
= b at=2026-09-14T18:00:00Z
> put icons.tsx back to how it was before that commit
$ git checkout 6666ccc~1 -- icons.tsx
< Restored.`},
	{"removed by itself is no rework", "s0.rework.share=0", `
> try a trie for the dictionary
w trie.go
*30 t
< Built.
> no, too slow. take it out
$ rm trie.go
< Out.
> use a sorted slice
w dict.go
*12 d
< Done.`},
	{"a merged part does not rework its own", "n=1; s0.rework.share=0", `
= a
> generate the client
w gen/client.py
*20 first
< Generated.
= b at=2026-09-14T09:05:00Z
clear
> generate the client with type hints
e gen/client.py
*-20 first
*20 second
< Generated again.`},

	// Commit close.
	{"a commit closes at the end of its turn", "[--commit-boundary] n=2; s0.closed_by=commit; s0.state=closed; s0.turns=2; s1.turns=1", `
> add a tooltip to the chart
e chart.ts
*12 c
< Added.
> commit
$ git commit -am "chart: tooltip"
| [main 1212abc] chart: tooltip\n 1 file changed, 12 insertions(+)
< Committed.
> make the legend clickable
e legend.ts
*12 l
< Clickable.`},
	{"off by default", "n=1", `
> add a tooltip to the map
e map.ts
*12 c
$ git commit -am "map: tooltip"
| [main 1313abc] map: tooltip\n 1 file changed, 12 insertions(+)
< Added and committed.
> the tooltip should follow the pointer
e map.ts
*2 p
< It follows.`},
	{"a failed commit closes nothing", "[--commit-boundary] n=1", `
> sort the imports in map.ts
e map.ts
*3 c
$ git commit -am "imports"
| error: gpg failed to sign the data
!128
< Signing failed.
> try again without signing
< Shall I really skip it?`},

	// Tokens.
	{"repeated lines of one answer count once", "score.tokens.output=70; score.tokens.input=9; s0.tokens.output=70", `
usage 9 30 0 0
> tell me about CRDTs
< First part.
usage 9 70 0 0
<< Second part.`},
	{"the same line twice", "score.tokens.output=50; score.tokens.input=100; s0.turns=1", `
> tell me about Merkle trees
< They hash pairs.
again`},
	{"the four kinds", "score.tokens.input=1; score.tokens.output=2; score.tokens.cache_write=4; score.tokens.cache_read=8; score.tokens.total=15", `
usage 1 2 4 8
> and B-trees?
< They branch.`},
	{"cost of a priced model", "score.cost_usd=18; s0.cost_usd=18", `
model claude-sonnet-4-6
usage 1000000 1000000 0 0
> essay on monads
< Long essay.`},
	{"a model without a price", "score.cost_unpriced_models.len=1; score.cost_unpriced_models.0=local-llm-7b; score.cost_usd=3", `
model claude-sonnet-4-6
usage 1000000 0 0 0
> a question for two models
< The first answer.
model local-llm-7b
< The second answer.`},
	{"synthetic answers are no usage", "score.tokens.total=150", `
> hi, can you list the open ports?
< Yes: 22 and 443.
apierror No response requested.`},
	{"nested progress counts", "score.tokens.output=75; score.tokens.nested=35", `
> delegate the search
< Delegated.
put {"type":"progress","data":{"type":"agent_progress","message":{"type":"assistant","requestId":"req_n1","uuid":"11111111-2222-4333-8444-555555555555","timestamp":"2026-09-14T09:01:00.000Z","message":{"id":"msg_n1","role":"assistant","type":"message","model":"claude-sonnet-4-6","content":[{"type":"text","text":"found"}],"usage":{"input_tokens":10,"output_tokens":25,"cache_creation_input_tokens":0,"cache_read_input_tokens":0}}},"prompt":"search"},"toolUseID":"t1","parentToolUseID":"t1"}`},
	{"a fraction is unreadable", "score.tokens.output=50; n=1", `
> first question of the day: what is DNSSEC?
< It signs records.
put {"type":"assistant","requestId":"req_f1","message":{"id":"msg_f1","role":"assistant","type":"message","model":"claude-sonnet-4-6","content":[{"type":"text","text":"odd"}],"usage":{"input_tokens":10.5,"output_tokens":"many","cache_creation_input_tokens":0,"cache_read_input_tokens":0}}}`},
	{"a broken line is counted and skipped", "n=1; s0.turns=2; score.input.lines>=4", `
> list three sorting algorithms
< Merge, heap, radix.
broken {"type":"user","message":{"role":"us
> which is stable?
< Merge and radix.`},

	// Languages and titles.
	{"code language by edits", "s0.languages.code=rust; s0.languages.prompt=en", `
> Please add error context to the config loader and explain the choice of crate
e src/config.rs
*14 r
e README.md
*2 m
< Added with anyhow.`},
	{"german prompts", "s0.languages.prompt=de; s0.languages.code=python", `
> Bitte ergänze in der Auswertung eine Spalte für den Median und schreibe die Werte gerundet in die Tabelle
w auswertung.py
*14 p
< Ergänzt.`},
	{"spanish prompts, no code", "s0.languages.prompt=es; s0.languages.code=none", `
> ¿Puedes explicarme qué diferencia hay entre un proceso y un hilo en el sistema operativo?
< Un proceso tiene su propia memoria; los hilos la comparten.`},
	{"japanese prompts", "s0.languages.prompt=ja; s0.languages.code=typescript", `
> ログイン画面にパスワード表示の切り替えボタンを追加してください
w login.tsx
*14 l
< 追加しました。`},
	{"a typed title stands", "s0.title=Ledger clean-up", `
> tidy up the ledger module a bit, the imports are a mess and the naming too
e ledger.kt
*12 l
title Ledger clean-up
aititle Tidying imports
< Tidied.`},
	{"the last custom title wins", "s0.title=Second name", `
title First name
> split the ledger module
e ledger2.kt
*12 l
title Second name
< Split.`},

	// Score.
	{"one of one", "score=100; score.crushed=1; score.counted=1; score.letter=A+; score.interval.1=100; score.interval.0>=20; score.interval.0<=21", `
> rename the workflow file to ci.yml
$ git mv .github/workflows/build.yml .github/workflows/ci.yml
< Renamed.
> thanks, that works
< Good.`},
	{"no session of that day", "[--since 2030-01-01] n=0; score=null; score.counted=0", `
> rename the job to nightly
e ci.yml
-name: x
+name: nightly
< Renamed.
> thanks
< Welcome.`},
	{"weeks start on Monday", "[|--by week] score.trend.len=2; score.counted=2", `
= a at=2026-09-13T21:00:00Z
> set the log level to warn
e log.yml
-info
+warn
< Set.
> great, that's it
< Good.
= b cwd=/home/dev/other at=2026-09-14T01:00:00Z
> set the port to 99
e port.yml
-98
+99
< Set.
> great, that's all
< Good.`},
	{"the same in Honolulu is one week", "[--tz Pacific/Honolulu] score.trend.len=1", `
= a at=2026-09-13T21:00:00Z
> set the colour to teal
e css.yml
-red
+teal
< Set.
= b cwd=/home/dev/other at=2026-09-14T01:00:00Z
> set the size to 9
e size.yml
-8
+9
< Set.`},
	{"groups by repository", "[|--by repo] score.groups.repo.len=2; score.groups.repo.0.counted=1; score.groups.repo.1.counted=1", `
= a cwd=/home/dev/alpha
> set a to 1
e a.yml
-a: 0
+a: 1
< Set.
= b cwd=/home/dev/beta at=2026-09-14T12:00:00Z
> set b to 1
e b.yml
-b: 0
+b: 1
< Set.`},
	{"until a day includes it", "[--until 2026-09-14] n=1; score.counted=1", `
> set c to 1
e c.yml
-c: 0
+c: 1
< Set.`},
	{"below the floor is left out of both sides", "score.counted=1; score.excluded.below_floor=1; score.exclusion_rate=0.5", `
= a cwd=/home/dev/alpha
> set d to 1
e d.yml
-d: 0
+d: 1
< Set.
= b cwd=/home/dev/beta at=2026-09-14T12:00:00Z
> what is a monoid?
< A set with an associative operation and a unit.`},
	{"chat has no intent", "s0.intent=none; s0.judge_status=no_intent; s0.goal_complete=false; score.excluded.no_intent=1", `
> hello there
< Hello!
> nice weather today
< It is.
> good night
< Good night.`},
	{"crush weight is the median", "score.crush_weight=450", `
> update the year in the footer
e foot.html
-2025
+2026
< Updated.
> thanks, perfect
< You're welcome.`},
	{"median seconds to crush", "score.speed.time_to_crush_s>=20; score.speed.time_to_crush_s<=120; s0.crushed=true", `
> update the year in the header
e head.html
-2025
+2026
< Updated.
> perfect, thank you
< You're welcome.`},
}
