package main

import (
	"time"

	"prism/internal/transcript/claudetest"
)

// tideline is a made-up HTTP service in Go that serves tide tables.
func tideline() []*claudetest.Talk {
	const cwd = "/home/robin/code/tideline"
	const opus, sonnet = "claude-opus-5-5", "claude-sonnet-5-5"
	var all []*claudetest.Talk
	add := func(t *claudetest.Talk) { all = append(all, t) }

	// A bug fix as it should be: cause, fix, a test that was red and is green, thanks.
	add(claudetest.Begin("tideline panic", cwd, "fix/empty-station", opus, "2026-10-06T08:12:00Z").
		Ask("GET /tides/ (no station in the path) panics with index out of range in internal/tide/station.go. Find out why, fix the cause and not just the symptom, and add a test that fails without the fix.").
		Tell("I'll look at the handler and at how the station is parsed.").
		Read("internal/tide/station.go", "package tide\n\nimport \"strings\"\n\n// ParseStation takes the station out of a request path.\nfunc ParseStation(path string) (string, error) {\n\tparts := strings.Split(strings.Trim(path, \"/\"), \"/\")\n\treturn strings.ToUpper(parts[1]), nil\n}").
		Grep("ParseStation", "internal/api/handler.go:41:\tid, err := tide.ParseStation(r.URL.Path)", "internal/tide/station.go:6:func ParseStation(path string) (string, error) {").
		Write("internal/tide/station_test.go", "package tide\n\nimport \"testing\"\n\nfunc TestParseStationWithoutStation(t *testing.T) {\n\tfor _, path := range []string{\"/tides/\", \"/tides\", \"/\", \"\"} {\n\t\tif _, err := ParseStation(path); err == nil {\n\t\t\tt.Errorf(\"ParseStation(%q): no error\", path)\n\t\t}\n\t}\n}\n").
		Fail("go test ./internal/tide", "Run the new test", 1, "--- FAIL: TestParseStationWithoutStation (0.00s)\npanic: runtime error: index out of range [1] with length 1\nFAIL\texample.org/tideline/internal/tide\t0.004s", 6).
		Edit("internal/tide/station.go", 7, "\tparts := strings.Split(strings.Trim(path, \"/\"), \"/\")\n\treturn strings.ToUpper(parts[1]), nil", "\tparts := strings.Split(strings.Trim(path, \"/\"), \"/\")\n\tif len(parts) < 2 || parts[1] == \"\" {\n\t\treturn \"\", ErrNoStation\n\t}\n\treturn strings.ToUpper(parts[1]), nil").
		Edit("internal/tide/station.go", 4, "", "\n// ErrNoStation says that a path names no station.\nvar ErrNoStation = errors.New(\"no station in the path\")").
		Edit("internal/api/handler.go", 42, "\tif err != nil {\n\t\tpanic(err)\n\t}", "\tif errors.Is(err, tide.ErrNoStation) {\n\t\thttp.Error(w, \"name a station: /tides/STATION\", http.StatusBadRequest)\n\t\treturn\n\t}").
		Run("go test ./...", "Run all tests", "ok  \texample.org/tideline/internal/api\t0.031s\nok  \texample.org/tideline/internal/tide\t0.004s", 11).
		Say("Fixed. `strings.Split` of \"/tides/\" has one part, and `ParseStation` took the second without looking. It now returns `ErrNoStation`, the handler answers 400, and the new test fails without the change. All tests pass.").
		Ask("works, thanks. commit it please").
		Run("git add -A && git commit -m 'tide: answer 400 when the path names no station'", "Commit the fix", "[fix/empty-station 41c09be] tide: answer 400 when the path names no station\n 3 files changed, 27 insertions(+), 4 deletions(-)\n create mode 100644 internal/tide/station_test.go", 2).
		Say("Committed as 41c09be."))

	// Below the floor: one short question, nothing changed.
	add(claudetest.Begin("tideline quick question", cwd, "main", sonnet, "2026-10-08T15:02:00Z").
		Ask("what was the flag to run only one go test again?").
		Say("`go test -run 'TestName' ./path` runs the tests whose name matches the expression."))

	// A question in German, accepted.
	add(claudetest.Begin("tideline kontext", cwd, "main", sonnet, "2026-10-13T07:30:00Z").
		Ask("Warum bricht der Abruf der Pegeldaten nicht ab, wenn der Client die Verbindung schließt? Wir geben doch r.Context() weiter. Bitte nur erklären, nichts ändern.").
		Read("internal/gauge/client.go", "package gauge\n\nfunc (c *Client) Fetch(ctx context.Context, id string) (*Series, error) {\n\treq, err := http.NewRequest(\"GET\", c.url(id), nil)\n\tif err != nil {\n\t\treturn nil, err\n\t}\n\tresp, err := c.http.Do(req)").
		Say("`Fetch` nimmt den Kontext zwar entgegen, baut die Anfrage aber mit `http.NewRequest`. Die Anfrage kennt den Kontext also gar nicht. Mit `http.NewRequestWithContext(ctx, …)` würde sie abbrechen, sobald der Client geht.").
		Ask("Und würde ein Timeout am http.Client dasselbe bewirken?").
		Say("Nein: ein Timeout begrenzt nur die Dauer. Es merkt nicht, dass der Client gegangen ist, und läuft bis zum Ende der Frist weiter.").
		Ask("Danke, das ist klar. Das merke ich mir für das nächste Ticket.").
		Say("Gern."))

	// Planned in one conversation, handed on with cleared context, built in the next:
	// one session.
	const plan = "# Cache tide tables in memory\n\n1. Package `internal/cache`: a map with expiry, safe for concurrent use.\n2. The handler asks the cache first; misses go to the gauge client.\n3. Expiry 10 minutes, by flag.\n4. Tests for hit, miss and expiry."
	planning := claudetest.Begin("tideline cache plan", cwd, "feat/cache", opus, "2026-10-20T09:00:00Z").
		Ask("Every request goes to the gauge service, and it is slow. Make a plan for an in-memory cache of tide tables. Don't write code yet, I want to see the plan first.").
		Read("internal/api/handler.go", "package api\n\nfunc (h *Handler) tides(w http.ResponseWriter, r *http.Request) {\n\tseries, err := h.gauge.Fetch(r.Context(), id)").
		HandOver(plan)
	add(planning)
	add(claudetest.Begin("tideline cache build", cwd, "feat/cache", opus, "2026-10-20T09:04:00Z").
		Plan(plan, "/home/robin/.claude/"+planning.File()).
		Write("internal/cache/cache.go", "package cache\n\n// Cache keeps tide tables for a while.\ntype Cache struct {\n\tmu    sync.Mutex\n\tttl   time.Duration\n\tnow   func() time.Time\n\titems map[string]item\n}\n\ntype item struct {\n\tseries *gauge.Series\n\tuntil  time.Time\n}\n\n// Get returns the series of a station while it is fresh.\nfunc (c *Cache) Get(station string) (*gauge.Series, bool) {\n\tc.mu.Lock()\n\tdefer c.mu.Unlock()\n\tit, ok := c.items[station]\n\tif !ok || c.now().After(it.until) {\n\t\treturn nil, false\n\t}\n\treturn it.series, true\n}\n\n// Put keeps a series for the time to live.\nfunc (c *Cache) Put(station string, s *gauge.Series) {\n\tc.mu.Lock()\n\tdefer c.mu.Unlock()\n\tc.items[station] = item{series: s, until: c.now().Add(c.ttl)}\n}\n").
		Write("internal/cache/cache_test.go", "package cache\n\nfunc TestHitMissExpiry(t *testing.T) {\n\tnow := time.Unix(0, 0)\n\tc := New(10*time.Minute, func() time.Time { return now })\n\tif _, ok := c.Get(\"HULL\"); ok {\n\t\tt.Fatal(\"hit in an empty cache\")\n\t}\n\tc.Put(\"HULL\", series)\n\tnow = now.Add(11 * time.Minute)\n\tif _, ok := c.Get(\"HULL\"); ok {\n\t\tt.Fatal(\"hit after expiry\")\n\t}\n}\n").
		Edit("internal/api/handler.go", 48, "\tseries, err := h.gauge.Fetch(r.Context(), id)", "\tseries, ok := h.cache.Get(id)\n\tif !ok {\n\t\tseries, err = h.gauge.Fetch(r.Context(), id)\n\t\tif err == nil {\n\t\t\th.cache.Put(id, series)\n\t\t}\n\t}").
		Run("go test ./... && go vet ./...", "Test and vet", "ok  \texample.org/tideline/internal/api\t0.034s\nok  \texample.org/tideline/internal/cache\t0.003s\nok  \texample.org/tideline/internal/tide\t0.004s", 14).
		Say("The cache is in: package `internal/cache` with tests for hit, miss and expiry, the handler asks it first, and `-cache-ttl` sets the time. All tests pass.").
		Ask("looks good, push it and open a PR").
		Run("git add -A && git commit -qm 'api: cache tide tables' && git push -u origin feat/cache && gh pr create --fill", "Push and open a pull request", "branch 'feat/cache' set up to track 'origin/feat/cache'.\nhttps://git.example/robin/tideline/pull/31", 5).
		Pull("robin/tideline", 31).
		Say("Pushed; the pull request is https://git.example/robin/tideline/pull/31."))

	// Two days later the cache turns out wrong: this session takes its lines out again.
	add(claudetest.Begin("tideline stale", cwd, "fix/stale-tides", opus, "2026-10-22T13:20:00Z").
		Ask("Harbour masters report stale tides after a storm surge warning: the in-memory cache serves ten minutes old data. Take the cache out again, tables must always be fresh. Make sure the tests pass.").
		Read("internal/api/handler.go", "package api\n\n\tseries, ok := h.cache.Get(id)\n\tif !ok {\n\t\tseries, err = h.gauge.Fetch(r.Context(), id)").
		Edit("internal/api/handler.go", 48, "\tseries, ok := h.cache.Get(id)\n\tif !ok {\n\t\tseries, err = h.gauge.Fetch(r.Context(), id)\n\t\tif err == nil {\n\t\t\th.cache.Put(id, series)\n\t\t}\n\t}", "\tseries, err := h.gauge.Fetch(r.Context(), id)").
		Edit("internal/cache/cache.go", 4, "\tmu    sync.Mutex\n\tttl   time.Duration\n\tnow   func() time.Time\n\titems map[string]item\n}\n\ntype item struct {\n\tseries *gauge.Series\n\tuntil  time.Time\n}\n\n// Get returns the series of a station while it is fresh.\nfunc (c *Cache) Get(station string) (*gauge.Series, bool) {\n\tc.mu.Lock()\n\tdefer c.mu.Unlock()\n\tit, ok := c.items[station]\n\tif !ok || c.now().After(it.until) {\n\t\treturn nil, false\n\t}\n\treturn it.series, true\n}\n\n// Put keeps a series for the time to live.\nfunc (c *Cache) Put(station string, s *gauge.Series) {\n\tc.mu.Lock()\n\tdefer c.mu.Unlock()\n\tc.items[station] = item{series: s, until: c.now().Add(c.ttl)}\n}", "").
		Run("git rm -q -r internal/cache && go test ./...", "Remove the package and test", "ok  \texample.org/tideline/internal/api\t0.029s\nok  \texample.org/tideline/internal/tide\t0.004s", 10).
		Say("The cache is gone: every request asks the gauge service again, and package `internal/cache` is removed. All tests pass.").
		Ask("good, commit and push").
		Run("git commit -qam 'api: always ask the gauge service' && git push", "Commit and push", "To git.example:robin/tideline.git\n   9d1e2f0..c77ab10  fix/stale-tides -> fix/stale-tides", 4).
		Say("Committed and pushed."))

	// One conversation, two goals: the second prompt of the second goal opens a session.
	add(claudetest.Begin("tideline two goals", cwd, "main", sonnet, "2026-11-05T10:00:00Z").
		Ask("In README.md the example still says `tideline serve -p 80`. The flag is called --port now, correct it.").
		Edit("README.md", 22, "tideline serve -p 80", "tideline serve --port 80").
		Say("Changed in README.md; that was the only place.").
		Ask("perfect, thank you").
		Say("You're welcome.").
		Wait(35*time.Minute).
		Ask("Something else entirely: our nightly backup job on the database host has been failing since Tuesday with 'no space left on device'. Look at ops/backup.sh and find the reason.").
		Read("ops/backup.sh", "#!/bin/sh\nset -eu\nout=/var/backups/tideline-$(date +%F).sql\npg_dump tideline > \"$out\"\ngzip -k \"$out\"\nfind /var/backups -name '*.gz' -mtime +14 -delete").
		Run("grep -c . ops/backup.log; tail -3 ops/backup.log", "Look at the log", "412\n2026-11-03 02:10 pg_dump: error: could not write: No space left on device\n2026-11-04 02:10 pg_dump: error: could not write: No space left on device", 1).
		Say("Root cause: `gzip -k` keeps the uncompressed dump, and the clean-up only deletes `*.gz`. So one plain `.sql` file per day stays for ever; after about a year the disk is full. Dropping `-k` and deleting the old `.sql` files solves it.").
		Ask("ah of course. makes sense, I'll tell ops").
		Say("Good. Deleting /var/backups/*.sql gives them room at once."))

	// Machine run: read and billed, not counted.
	nightly := claudetest.Begin("tideline nightly", cwd, "main", sonnet, "2026-11-09T02:00:00Z")
	nightly.Entry, nightly.Source = "sdk-cli", "sdk"
	add(nightly.
		Ask("List the exported functions without a doc comment as Markdown and write them to reports/undocumented.md.").
		Grep("^func [A-Z]", "internal/api/handler.go:77:func Paginate(w http.ResponseWriter, r *http.Request) {").
		Write("reports/undocumented.md", "- internal/api/handler.go:77 Paginate\n").
		Say("One of them, written to reports/undocumented.md."))

	// No goal to be told.
	add(claudetest.Begin("tideline hello", cwd, "main", sonnet, "2026-11-10T18:45:00Z").
		Ask("hi").Say("Hello! What would you like to work on?").
		Ask("hm").Say("Take your time.").
		Ask("test").Say("I'm here. Tell me what you would like to do."))
	return all
}
