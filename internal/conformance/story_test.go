package conformance

import (
	"strings"

	"prism/internal/transcript/claudetest"
)

// patch is one edit of a file.
type patch struct {
	file          string
	at            int
	before, after string
}

// exchange is a prompt and what the agent says to it.
type exchange struct{ ask, say string }

// story is a made-up project, with one piece of work of each intent.
type story struct {
	name, branch, code string

	test, green, red       string // runs the tests; what it prints when all pass, and when the bug's fail
	lint, lintClean        string
	build, built           string
	repro, wrong, right    string // shows the bug, and that it is gone
	bug, cause             string // a fault reported, and what the agent found
	look, looked           string // the file it looks at
	fix                    patch
	proof                  patch // the test that covers the fault; before is empty: a new file
	fixed                  string
	feature, built2        string // what is asked for, and the agent's closing word
	adds                   []patch
	refactor, restructured string
	moves                  []patch
	small, changed         string
	tweak                  patch
	question               exchange
	investigation          exchange
	review                 exchange
	plan, planned          string
	neutral                [3]exchange
	other                  exchange // a small question about something else
}

// say replaces what the agent closes with.
func apply(t *claudetest.Talk, p patch) {
	if p.before == "" && p.at == 0 {
		t.Write(p.file, p.after)
		return
	}
	t.Edit(p.file, p.at, p.before, p.after)
}

// patched asks for the bug to be mended and applies the fix, nothing more.
func (s *story) patched(t *claudetest.Talk) *claudetest.Talk {
	t.Ask(s.bug).Tell("I'll look at the code first.").Read(s.look, s.looked)
	t.Tell(s.cause)
	apply(t, s.fix)
	return t
}

// untested is a fix that nobody has checked.
func (s *story) untested(t *claudetest.Talk) *claudetest.Talk {
	return s.patched(t).Say(s.fixed)
}

// tested is a fix with a test that failed before it.
func (s *story) tested(t *claudetest.Talk) *claudetest.Talk {
	t.Ask(s.bug).Tell("I'll look at the code first.").Read(s.look, s.looked)
	t.Tell("A test first that shows it.")
	apply(t, s.proof)
	t.Fail(s.test, "Run the new test", 1, s.red, 6).Tell(s.cause)
	apply(t, s.fix)
	return t.Run(s.test, "Run the tests again", s.green, 7).Say(s.fixed + " The new test failed before the change and passes now.")
}

// work is a piece of work of an intent that has edits: what was asked, the edits and
// the closing word, no checks.
func (s *story) work(intent string, t *claudetest.Talk) *claudetest.Talk {
	switch intent {
	case "bug_fix":
		return s.untested(t)
	case "feature":
		t.Ask(s.feature)
		for _, p := range s.adds {
			apply(t, p)
		}
		return t.Say(s.built2)
	case "refactor":
		t.Ask(s.refactor).Read(s.look, s.looked)
		for _, p := range s.moves {
			apply(t, p)
		}
		return t.Say(s.restructured)
	case "small_change":
		t.Ask(s.small)
		apply(t, s.tweak)
		return t.Say(s.changed)
	case "question":
		return t.Ask(s.question.ask).Read(s.look, s.looked).Say(s.question.say)
	case "investigation":
		return t.Ask(s.investigation.ask).Read(s.look, s.looked).Grep(lastWord(s.look), s.look+":1: "+first(s.looked)).Say(s.investigation.say)
	case "review":
		return t.Ask(s.review.ask).Run("git diff main...HEAD", "See the change", "diff --git a/"+s.look+" b/"+s.look+"\n@@ -1,3 +1,4 @@\n+"+first(s.looked), 1).Read(s.look, s.looked).Say(s.review.say)
	case "plan":
		return t.Ask(s.plan).Read(s.look, s.looked).Say(s.planned)
	}
	panic("no work of intent " + intent)
}

// checked is the same with the project's tests passing after the last change.
func (s *story) checked(intent string, t *claudetest.Talk) *claudetest.Talk {
	switch intent {
	case "bug_fix":
		return s.tested(t)
	case "feature":
		t.Ask(s.feature)
		for _, p := range s.adds {
			apply(t, p)
		}
		return t.Run(s.test, "Run all tests", s.green, 9).Say(s.built2 + " All tests pass.")
	case "refactor":
		t.Ask(s.refactor).Read(s.look, s.looked)
		for _, p := range s.moves {
			apply(t, p)
		}
		return t.Run(s.test, "Run all tests", s.green, 9).Say(s.restructured + " All tests pass as before.")
	}
	return s.work(intent, t)
}

// ask adds neutral questions, each with its answer.
func (s *story) ask(t *claudetest.Talk, n int) *claudetest.Talk {
	for _, q := range s.neutral[:n] {
		t.Ask(q.ask).Say(q.say)
	}
	return t
}

func lastWord(path string) string {
	_, name, ok := strings.Cut(path, "/")
	if !ok {
		return path
	}
	return name
}

func first(text string) string { line, _, _ := strings.Cut(text, "\n"); return line }

func stories() []*story {
	return []*story{parcels(), invoices(), kanban(), logship(), lending(), recipes(), clinic(), tickets()}
}

// parcels is a Go service that tracks parcels.
func parcels() *story {
	return &story{
		name: "parcels", branch: "fix/eta", code: "go",
		test: "go test ./...", green: "ok  \texample.org/parcels/internal/eta\t0.012s\nok  \texample.org/parcels/internal/api\t0.044s\n?   \texample.org/parcels/cmd/parcels\t[no test files]",
		red:  "--- FAIL: TestEstimateOverMidnight (0.00s)\n    eta_test.go:31: Estimate() = 2026-10-12, want 2026-10-13\nFAIL\nFAIL\texample.org/parcels/internal/eta\t0.010s\nok  \texample.org/parcels/internal/api\t0.041s\nFAIL",
		lint: "golangci-lint run ./...", lintClean: "0 issues.",
		build: "go build ./...", built: "",
		repro: "go run ./cmd/parcels eta --at 23:50 DE-1044", wrong: "DE-1044 arrives 2026-10-12 (in 15m)", right: "DE-1044 arrives 2026-10-13 (in 15m)",
		bug:    "A parcel that is scanned at ten to midnight shows the wrong delivery day: the estimate says today although it arrives a quarter of an hour later. It is in internal/eta/estimate.go, please fix it.",
		cause:  "Found it: the estimate adds the minutes but takes the day from the scan, so midnight never moves it on.",
		look:   "internal/eta/estimate.go",
		looked: "package eta\n\n// Estimate says on which day a parcel arrives.\nfunc Estimate(scan time.Time, travel time.Duration) time.Time {\n\tarrival := scan.Add(travel)\n\treturn time.Date(scan.Year(), scan.Month(), scan.Day(), 0, 0, 0, 0, arrival.Location())\n}",
		fix:    patch{"internal/eta/estimate.go", 6, "\treturn time.Date(scan.Year(), scan.Month(), scan.Day(), 0, 0, 0, 0, arrival.Location())", "\ty, m, d := arrival.Date()\n\treturn time.Date(y, m, d, 0, 0, 0, 0, arrival.Location())"},
		proof:  patch{"internal/eta/eta_test.go", 24, "}", "}\n\nfunc TestEstimateOverMidnight(t *testing.T) {\n\tscan := time.Date(2026, 10, 12, 23, 50, 0, 0, time.UTC)\n\tif got := Estimate(scan, 15*time.Minute); got.Day() != 13 {\n\t\tt.Errorf(\"Estimate() = %s, want 2026-10-13\", got.Format(time.DateOnly))\n\t}\n}"},
		fixed:  "The estimate now takes the day from the arrival instead of the scan.",

		feature: "Add an endpoint GET /parcels/{id}/history to the API that returns all scans of a parcel as JSON, newest first, with tests.",
		adds: []patch{
			{"internal/api/history.go", 0, "", "package api\n\nimport (\n\t\"encoding/json\"\n\t\"net/http\"\n\t\"slices\"\n)\n\n// history answers with the scans of a parcel, newest first.\nfunc (s *Server) history(w http.ResponseWriter, r *http.Request) {\n\tscans, err := s.store.Scans(r.Context(), r.PathValue(\"id\"))\n\tif err != nil {\n\t\thttp.Error(w, err.Error(), http.StatusNotFound)\n\t\treturn\n\t}\n\tslices.Reverse(scans)\n\tw.Header().Set(\"Content-Type\", \"application/json\")\n\t_ = json.NewEncoder(w).Encode(scans)\n}\n"},
			{"internal/api/history_test.go", 0, "", "package api\n\nimport (\n\t\"net/http/httptest\"\n\t\"testing\"\n)\n\nfunc TestHistoryIsNewestFirst(t *testing.T) {\n\tw := httptest.NewRecorder()\n\tnewServer(twoScans).history(w, httptest.NewRequest(\"GET\", \"/parcels/DE-1/history\", nil))\n\tif w.Code != 200 {\n\t\tt.Fatalf(\"status %d\", w.Code)\n\t}\n}\n"},
			{"internal/api/server.go", 33, "\tmux.HandleFunc(\"GET /parcels/{id}\", s.parcel)", "\tmux.HandleFunc(\"GET /parcels/{id}\", s.parcel)\n\tmux.HandleFunc(\"GET /parcels/{id}/history\", s.history)"},
		},
		built2:       "The endpoint GET /parcels/{id}/history is in: handler in internal/api/history.go, route registered, and a test for the order.",
		refactor:     "Refactor internal/api/server.go: the handlers all repeat the same error answer. Pull it out into one helper, behaviour must stay as it is.",
		moves:        []patch{{"internal/api/server.go", 52, "\tif err != nil {\n\t\thttp.Error(w, err.Error(), http.StatusInternalServerError)\n\t\treturn\n\t}", "\tif s.failed(w, err) {\n\t\treturn\n\t}"}, {"internal/api/failed.go", 0, "", "package api\n\nimport \"net/http\"\n\n// failed answers with an error where there is one.\nfunc (s *Server) failed(w http.ResponseWriter, err error) bool {\n\tif err == nil {\n\t\treturn false\n\t}\n\thttp.Error(w, err.Error(), http.StatusInternalServerError)\n\treturn true\n}\n"}},
		restructured: "The error answer now lives in Server.failed and the handlers call it.",
		small:        "In README.md rename the environment variable PARCEL_PORT to PARCELS_PORT.",
		tweak:        patch{"README.md", 18, "Set `PARCEL_PORT` to listen elsewhere.", "Set `PARCELS_PORT` to listen elsewhere."},
		changed:      "README.md now says PARCELS_PORT.",
		question:     exchange{"How does the estimator know the time zone of the depot? I only want to understand it, don't change anything.", "It doesn't look it up itself: the scan's time already carries the depot's location, because `store.Scans` loads it with `time.LoadLocation` from the depot row. Everything after that keeps the location."},
		investigation: exchange{"Memory of the api process grows by about 40 MB a day. Find out why, without changing code yet.",
			"Root cause: `Server.cache` in internal/api/server.go is a plain map keyed by parcel id that is written on every request and never evicted. At roughly 9,000 new parcels a day and 4.5 KB an entry that is the 40 MB a day you see. Bounding the map, or an expiry of a day, would stop it."},
		review: exchange{"Please review the branch feat/labels against main before I merge it.",
			"Verdict: request changes.\n\n1. internal/label/print.go:41 ignores the error of `w.Flush()`; a full disk yields an empty label.\n2. The loop in `Batch` opens one file per label and closes none of them until the end.\n3. Minor: `labelWidth` is declared twice.\n\nWith 1 and 2 mended this can be merged."},
		plan:    "Make a plan for moving the scans from the JSON file to Postgres. No code yet, I want to see the steps first.",
		planned: "Plan:\n\n1. Schema: table scans(parcel_id, at, depot), index on (parcel_id, at).\n2. A `store/postgres` package behind the existing Store interface.\n3. A one-off import command that reads the JSON file.\n4. Switch by configuration, JSON stays the default for one release.\n5. Tests against a container in CI.\n\nStep 3 is the risky one, because the file holds duplicates.",
		neutral: [3]exchange{
			{"Which package holds the depot table again?", "That is internal/depot; the table itself is in depot/table.go."},
			{"And what does the flag --at of the command expect, UTC or local time?", "Local time of the depot, in the form HH:MM."},
			{"How many depots do we have in the test data?", "Seven, in testdata/depots.json."},
		},
		other: exchange{"What's the shortcut to reopen a closed tab in Firefox?", "Ctrl+Shift+T."},
	}
}

// invoices is a Python job that reads invoices.
func invoices() *story {
	return &story{
		name: "invoices", branch: "main", code: "python",
		test: "pytest -q", green: "..............................                                           [100%]\n30 passed in 1.84s",
		red:  "....F.........................                                           [100%]\n=================================== FAILURES ===================================\n_________________________ test_total_with_thousands ___________________________\n\n    def test_total_with_thousands():\n>       assert parse_total(\"1.234,50\") == Decimal(\"1234.50\")\nE       AssertionError: assert Decimal('1.234') == Decimal('1234.50')\n\ntests/test_totals.py:19: AssertionError\n=========================== short test summary info ============================\nFAILED tests/test_totals.py::test_total_with_thousands - AssertionError\n1 failed, 29 passed in 1.91s",
		lint: "ruff check .", lintClean: "All checks passed!",
		build: "python -m compileall -q invoices", built: "",
		repro: "python -m invoices.read samples/bauhaus.pdf", wrong: "bauhaus.pdf: total 1.23 EUR", right: "bauhaus.pdf: total 1234.50 EUR",
		bug:    "The importer reads \"1.234,50\" on German invoices as one euro twenty-three. Can you fix parse_total in invoices/totals.py?",
		cause:  "parse_total hands the text to Decimal after cutting at the comma, so the dot is taken for the decimal point.",
		look:   "invoices/totals.py",
		looked: "from decimal import Decimal\n\n\ndef parse_total(text):\n    return Decimal(text.split(\",\")[0])\n",
		fix:    patch{"invoices/totals.py", 5, "    return Decimal(text.split(\",\")[0])", "    if \",\" in text:\n        text = text.replace(\".\", \"\").replace(\",\", \".\")\n    return Decimal(text)"},
		proof:  patch{"tests/test_totals.py", 14, "    assert parse_total(\"12,00\") == Decimal(\"12.00\")", "    assert parse_total(\"12,00\") == Decimal(\"12.00\")\n\n\ndef test_total_with_thousands():\n    assert parse_total(\"1.234,50\") == Decimal(\"1234.50\")"},
		fixed:  "parse_total now drops the thousands dots and reads the comma as the decimal point.",

		feature: "We need CSV export: `python -m invoices.export --month 2026-09` should write one row per invoice (number, date, vendor, total). Please add it together with tests.",
		adds: []patch{
			{"invoices/export.py", 0, "", "import argparse\nimport csv\nimport sys\n\nfrom invoices.store import by_month\n\nCOLUMNS = [\"number\", \"date\", \"vendor\", \"total\"]\n\n\ndef export(month, out):\n    writer = csv.writer(out)\n    writer.writerow(COLUMNS)\n    for inv in by_month(month):\n        writer.writerow([inv.number, inv.date.isoformat(), inv.vendor, inv.total])\n\n\nif __name__ == \"__main__\":\n    parser = argparse.ArgumentParser()\n    parser.add_argument(\"--month\", required=True)\n    export(parser.parse_args().month, sys.stdout)\n"},
			{"tests/test_export.py", 0, "", "import io\n\nfrom invoices.export import COLUMNS, export\n\n\ndef test_export_writes_header_and_rows(september):\n    out = io.StringIO()\n    export(\"2026-09\", out)\n    rows = out.getvalue().splitlines()\n    assert rows[0] == \",\".join(COLUMNS)\n    assert len(rows) == 3\n"},
		},
		built2:       "The export is in invoices/export.py: header, one row per invoice, month by --month. Tests are in tests/test_export.py.",
		refactor:     "Split the 300 line function read_pdf in invoices/read.py into smaller functions. It should do exactly what it does now.",
		moves:        []patch{{"invoices/read.py", 40, "    lines = []\n    for page in pdf.pages:\n        for raw in page.extract_text().split(\"\\n\"):\n            lines.append(raw.strip())", "    lines = page_lines(pdf)"}, {"invoices/read.py", 12, "", "def page_lines(pdf):\n    return [raw.strip() for page in pdf.pages for raw in page.extract_text().split(\"\\n\")]\n\n"}},
		restructured: "read_pdf is now five functions: page_lines, find_vendor, find_number, find_total and read_pdf, which calls them.",
		small:        "Bump the minimum version of pdfplumber to 0.11 in pyproject.toml please.",
		tweak:        patch{"pyproject.toml", 14, "    \"pdfplumber>=0.10\",", "    \"pdfplumber>=0.11\","},
		changed:      "pdfplumber is at >=0.11 in pyproject.toml.",
		question:     exchange{"why do we use Decimal for the totals and not float?", "Floats cannot represent most decimal fractions exactly: 0.1 + 0.2 is 0.30000000000000004. Sums over thousands of invoices would drift by cents. Decimal keeps exactly the digits that stand on the invoice."},
		investigation: exchange{"the import of the September batch took 3 hours, normally 10 minutes. can you find out what happened? logs are in logs/import-2026-09.log",
			"The cause is the vendor lookup: since the 4th, vendors.csv has 81,000 rows instead of 900, and `find_vendor` reads the whole file for every line of every page. 1,420 invoices × about 60 lines × 81,000 rows explains the three hours almost exactly. Loading the file once would bring it back to minutes."},
		review: exchange{"take a look at PR #48 (branch ocr-fallback) and tell me if it can go in",
			"I would not merge it yet:\n\n- `ocr()` writes its temporary images to the working directory and leaves them there.\n- No timeout around tesseract: one broken PDF blocks the whole batch.\n- tests only cover the happy path.\n\nThe approach itself is right. Fix the first two and it is good to go."},
		plan:    "I'd like invoices to be read by several workers at once. Write me a plan of how we'd get there, don't implement anything.",
		planned: "Here is the plan:\n\n1. Make read_pdf free of module state (the vendor cache moves into an object).\n2. A queue table in SQLite: path, state, attempts.\n3. Worker process that takes one row at a time, `--workers N` starts N of them.\n4. Totals report only after the queue is empty.\n5. Tests: two workers never take the same row.\n\nRoughly two days of work, step 1 first because everything rests on it.",
		neutral: [3]exchange{
			{"where do the sample pdfs live?", "In samples/, eleven of them; samples/README.md says which vendor each is from."},
			{"which Python do we need at least?", "3.11, by requires-python in pyproject.toml."},
			{"and how do I run only the tests of one file?", "pytest tests/test_totals.py runs only that file."},
		},
		other: exchange{"what is the capital of Kazakhstan?", "Astana."},
	}
}

// kanban is a board in TypeScript and React.
func kanban() *story {
	return &story{
		name: "kanban", branch: "fix/drag", code: "typescript",
		test: "npx vitest run", green: " ✓ src/board/order.test.ts (9 tests) 12ms\n ✓ src/board/Board.test.tsx (14 tests) 203ms\n\n Test Files  2 passed (2)\n      Tests  23 passed (23)\n   Duration  1.41s",
		red:  " ❯ src/board/order.test.ts (9 tests | 1 failed) 14ms\n   × moveCard > keeps the order when a card is dropped below itself\n     → expected [ 'b', 'a', 'c' ] to deeply equal [ 'b', 'c', 'a' ]\n ✓ src/board/Board.test.tsx (14 tests) 199ms\n\n Test Files  1 failed | 1 passed (2)\n      Tests  1 failed | 22 passed (23)",
		lint: "npx eslint src", lintClean: "",
		build: "npx tsc --noEmit", built: "",
		repro: "npx tsx scripts/drop.ts a below c", wrong: "order: b a c", right: "order: b c a",
		bug:    "Dragging a card downwards inside its own column drops it one position too high. src/board/order.ts, moveCard. Fix please",
		cause:  "moveCard computes the target index before it removes the card; going down, everything below moves up by one.",
		look:   "src/board/order.ts",
		looked: "export function moveCard(ids: string[], from: number, to: number): string[] {\n  const out = [...ids];\n  const [card] = out.splice(from, 1);\n  out.splice(from < to ? to - 1 : to, 0, card);\n  return out;\n}",
		fix:    patch{"src/board/order.ts", 4, "  out.splice(from < to ? to - 1 : to, 0, card);", "  out.splice(to, 0, card);"},
		proof:  patch{"src/board/order.test.ts", 40, "});", "  it('keeps the order when a card is dropped below itself', () => {\n    expect(moveCard(['a', 'b', 'c'], 0, 2)).toEqual(['b', 'c', 'a']);\n  });\n});"},
		fixed:  "moveCard now inserts at the target index after the removal, without the extra step back.",

		feature: "Cards should have due dates. Add a date field to the card dialog, show it on the card, red when overdue, and write tests for the overdue logic.",
		adds: []patch{
			{"src/card/due.ts", 0, "", "export function isOverdue(due: string | undefined, now: Date): boolean {\n  if (!due) return false;\n  const end = new Date(due + 'T23:59:59');\n  return end.getTime() < now.getTime();\n}\n"},
			{"src/card/due.test.ts", 0, "", "import { describe, expect, it } from 'vitest';\nimport { isOverdue } from './due';\n\ndescribe('isOverdue', () => {\n  it('is false on the day itself', () => {\n    expect(isOverdue('2026-10-12', new Date('2026-10-12T20:00:00'))).toBe(false);\n  });\n  it('is true on the day after', () => {\n    expect(isOverdue('2026-10-12', new Date('2026-10-13T00:00:01'))).toBe(true);\n  });\n});\n"},
			{"src/card/CardDialog.tsx", 27, "      <textarea value={card.text} onChange={setText} />", "      <textarea value={card.text} onChange={setText} />\n      <input type=\"date\" value={card.due ?? ''} onChange={setDue} />"},
			{"src/card/Card.tsx", 12, "      <h3>{card.title}</h3>", "      <h3>{card.title}</h3>\n      {card.due && <time className={isOverdue(card.due, new Date()) ? 'overdue' : ''}>{card.due}</time>}"},
		},
		built2:       "Due dates are in: the dialog has a date field, the card shows the date and turns red when overdue, and isOverdue is tested.",
		refactor:     "Move all fetch calls out of the components into src/api.ts, no change in behaviour.",
		moves:        []patch{{"src/board/Board.tsx", 19, "    fetch('/api/boards/' + id).then((r) => r.json()).then(setBoard);", "    loadBoard(id).then(setBoard);"}, {"src/api.ts", 0, "", "import type { Board } from './types';\n\nexport async function loadBoard(id: string): Promise<Board> {\n  const r = await fetch('/api/boards/' + id);\n  return r.json();\n}\n\nexport async function saveCard(id: string, card: unknown): Promise<void> {\n  await fetch('/api/cards/' + id, { method: 'PUT', body: JSON.stringify(card) });\n}\n"}},
		restructured: "All fetch calls live in src/api.ts now, the components only call its functions.",
		small:        "Change the column header colour from #ddd to #eee in src/board/board.css",
		tweak:        patch{"src/board/board.css", 8, "  background: #ddd;", "  background: #eee;"},
		changed:      "The column header is #eee now.",
		question:     exchange{"What is the difference between useMemo and useCallback, and which one do we need for the filtered list?", "useMemo keeps a computed value, useCallback keeps a function. The filtered list is a value that is derived from cards and the query, so useMemo is the one; useCallback would only help for the handler that you pass down."},
		investigation: exchange{"The board flickers when a card is saved. Please investigate why and tell me what you find, no edits.",
			"Finding: the flicker comes from `key={card.updatedAt}` in Column.tsx line 33. Every save changes updatedAt, so React throws the element away and mounts a new one instead of updating it. With `key={card.id}` the element stays, and so does its transition."},
		review: exchange{"Review the diff in src/auth please, I want to know whether it is safe to ship.",
			"Not safe to ship as it is:\n\n**Blocking**: the token is written to localStorage, where any script on the page can read it; use the httpOnly cookie that the server already sets.\n**Should fix**: `refresh()` has no guard against running twice.\n**Nit**: unused import in login.tsx.\n\nOnce the token is out of localStorage I would approve."},
		plan:    "Please plan offline support for the board: what would we have to build and in which order? Plan only.",
		planned: "Proposed order:\n\n1. Service worker that caches the shell.\n2. Writes go to an outbox in IndexedDB first.\n3. Sync when online: outbox in order, last write wins per card.\n4. A banner while offline.\n5. Tests with a fake network.\n\nThe conflict rule in 3 is the decision I'd want from you before anything else.",
		neutral: [3]exchange{
			{"Is Board.tsx a server component or a client one?", "A client component; it has 'use client' at the top."},
			{"What does splice return again?", "An array with the removed elements."},
			{"Which Vite version are we on?", "5.4, according to package.json."},
		},
		other: exchange{"How do I pronounce 'Kubernetes'?", "koo-ber-NET-eez."},
	}
}

// logship is a Rust program that ships logs.
func logship() *story {
	return &story{
		name: "logship", branch: "main", code: "rust",
		test: "cargo test", green: "running 18 tests\n..................\ntest result: ok. 18 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.08s",
		red:  "running 18 tests\n.............F....\nfailures:\n\n---- rotate::tests::keeps_the_last_line stdout ----\nthread 'rotate::tests::keeps_the_last_line' panicked at src/rotate.rs:88:9:\nassertion `left == right` failed\n  left: 2\n right: 3\n\ntest result: FAILED. 17 passed; 1 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.09s",
		lint: "cargo clippy --all-targets -- -D warnings", lintClean: "    Finished `dev` profile [unoptimized + debuginfo] target(s) in 2.31s",
		build: "cargo check", built: "    Finished `dev` profile [unoptimized + debuginfo] target(s) in 1.02s",
		repro: "printf 'a\\nb\\nc' | target/debug/logship --stdin --dry-run", wrong: "2 lines shipped", right: "3 lines shipped",
		bug:    "logship loses the last line of a file when it has no trailing newline. src/rotate.rs. That must not happen, please repair it.",
		cause:  "The reader only emits a line when it sees the newline; what is left in the buffer at the end of the file is dropped.",
		look:   "src/rotate.rs",
		looked: "pub fn lines(mut r: impl BufRead) -> Vec<String> {\n    let mut out = Vec::new();\n    let mut buf = String::new();\n    while r.read_line(&mut buf).unwrap_or(0) > 0 {\n        if buf.ends_with('\\n') {\n            out.push(std::mem::take(&mut buf));\n        }\n    }\n    out\n}",
		fix:    patch{"src/rotate.rs", 8, "    out\n}", "    if !buf.is_empty() {\n        out.push(buf);\n    }\n    out\n}"},
		proof:  patch{"src/rotate.rs", 80, "    use super::*;", "    use super::*;\n\n    #[test]\n    fn keeps_the_last_line() {\n        assert_eq!(lines(&b\"a\\nb\\nc\"[..]).len(), 3);\n    }"},
		fixed:  "What is left in the buffer at the end of the file is now shipped as the last line.",

		feature: "Implement a --since flag that only ships lines whose timestamp is younger than the given duration (10m, 2h, 3d). Unit tests for the parsing, too.",
		adds: []patch{
			{"src/since.rs", 0, "", "use std::time::Duration;\n\n/// Parses 10m, 2h or 3d.\npub fn parse(text: &str) -> Option<Duration> {\n    let (number, unit) = text.split_at(text.len().checked_sub(1)?);\n    let n: u64 = number.parse().ok()?;\n    let seconds = match unit {\n        \"m\" => 60,\n        \"h\" => 3600,\n        \"d\" => 86400,\n        _ => return None,\n    };\n    Some(Duration::from_secs(n * seconds))\n}\n\n#[cfg(test)]\nmod tests {\n    use super::*;\n\n    #[test]\n    fn parses_minutes_hours_days() {\n        assert_eq!(parse(\"10m\"), Some(Duration::from_secs(600)));\n        assert_eq!(parse(\"2h\"), Some(Duration::from_secs(7200)));\n        assert_eq!(parse(\"3d\"), Some(Duration::from_secs(259200)));\n        assert_eq!(parse(\"3w\"), None);\n    }\n}\n"},
			{"src/main.rs", 21, "    #[arg(long)]\n    stdin: bool,", "    #[arg(long)]\n    stdin: bool,\n\n    /// Only lines younger than this (10m, 2h, 3d).\n    #[arg(long, value_parser = since::parse)]\n    since: Option<Duration>,"},
		},
		built2:       "--since is implemented: src/since.rs parses 10m, 2h and 3d, main.rs drops older lines, and the parser has unit tests.",
		refactor:     "Please refactor the four copies of the retry loop in src/sink/*.rs into one generic function without changing what they do.",
		moves:        []patch{{"src/sink/http.rs", 30, "        for attempt in 0..5 {\n            match self.send(&batch) {\n                Ok(()) => return Ok(()),\n                Err(e) if attempt == 4 => return Err(e),\n                Err(_) => sleep(backoff(attempt)),\n            }\n        }", "        retry(5, || self.send(&batch))"}, {"src/sink/retry.rs", 0, "", "use std::thread::sleep;\n\n/// Calls f until it succeeds or the attempts are used up.\npub fn retry<T, E>(attempts: u32, mut f: impl FnMut() -> Result<T, E>) -> Result<T, E> {\n    let mut n = 0;\n    loop {\n        match f() {\n            Ok(v) => return Ok(v),\n            Err(e) if n + 1 == attempts => return Err(e),\n            Err(_) => sleep(super::backoff(n)),\n        }\n        n += 1;\n    }\n}\n"}},
		restructured: "The four retry loops are one function now, sink::retry, and every sink calls it.",
		small:        "Set the default batch size to 500 in config/default.toml.",
		tweak:        patch{"config/default.toml", 4, "batch_size = 200", "batch_size = 500"},
		changed:      "batch_size is 500 in config/default.toml.",
		question:     exchange{"Can you explain what `impl BufRead` in the signature of lines() buys us compared with &mut dyn BufRead?", "`impl BufRead` is resolved at compile time: one copy of the function per reader type, calls can be inlined, no vtable. `&mut dyn BufRead` is one copy and a virtual call per read. Here both would do; the generic form also lets the tests hand in a byte slice directly."},
		investigation: exchange{"Since 2.3 CPU load is at 100 % when the target host is down. Figure out what causes this. Don't fix it yet.",
			"Confirmed: since commit 3ce9d1a `backoff()` returns Duration::ZERO for attempt 0, and the outer loop in shipper.rs resets the attempt counter after each failure. So it always waits zero and spins. That explains the 100 % exactly while the host is down and at no other time."},
		review: exchange{"Could you review src/sink/kafka.rs? It's new and I'm unsure about the error handling.",
			"My review:\n\n* Line 58: `unwrap()` on the broker list; a typo in the configuration kills the process. Return the error.\n* Line 91: errors of `flush` are logged and then lost, so the offset advances although nothing was sent. That one must change.\n* Line 120: good, the backoff is right.\n\nChanges requested because of line 91."},
		plan:    "Draft a design for compressing the batches with zstd: format, negotiation with the server, roll-out. Just the design.",
		planned: "Design:\n\n1. Frame: one zstd frame per batch, header `Content-Encoding: zstd`.\n2. Negotiation: OPTIONS once per connection; no zstd in the answer means plain.\n3. Roll-out: off by default in 2.5, on in 2.6.\n4. Tests: round trip, old server, truncated frame.\n\nOpen point: the level. 3 is a good default by the benchmarks of the crate.",
		neutral: [3]exchange{
			{"Where is the backoff defined?", "In src/sink/mod.rs, function backoff."},
			{"What's the default of --interval?", "Five seconds."},
			{"Does the dry run open a connection?", "No, --dry-run stops before the sink is built."},
		},
		other: exchange{"Who wrote 'The Left Hand of Darkness'?", "Ursula K. Le Guin."},
	}
}
