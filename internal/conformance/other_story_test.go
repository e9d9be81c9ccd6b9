package conformance

// otherStories are the projects of the cases of a second author, who wrote from the
// published texts alone, without having seen the rules, their words or other cases.
func otherStories() []*story {
	return []*story{ledger(), droid(), atlas(), pulse(), shopfront(), nimbus(), fleet(), bastion()}
}

// ledger keeps books in Python and Django.
func ledger() *story {
	return &story{
		name: "ledger", branch: "vat-rounding", code: "python",
		test: "python manage.py test", green: "Found 58 test(s).\nSystem check identified no issues (0 silenced).\n..........................................................\n----------------------------------------------------------------------\nRan 58 tests in 3.402s\n\nOK",
		red:  "Found 58 test(s).\n......F...................................................\n======================================================================\nFAIL: test_half_cent_rounds_up (books.tests.test_vat.VatTest)\n----------------------------------------------------------------------\nTraceback (most recent call last):\n  File \"/app/books/tests/test_vat.py\", line 44, in test_half_cent_rounds_up\n    self.assertEqual(vat(Decimal('10.03'), 19), Decimal('1.91'))\nAssertionError: Decimal('1.90') != Decimal('1.91')\n\n----------------------------------------------------------------------\nRan 58 tests in 3.377s\n\nFAILED (failures=1)",
		lint: "ruff check .", lintClean: "All checks passed!",
		build: "python -m compileall -q books", built: "",
		repro: "python manage.py vat 10.03 19", wrong: "1.90", right: "1.91",
		bug:    "vat is a cent too low on some invoices, e.g. 10.03 at 19% gives 1.90 but accounting says it has to be 1.91. code is in books/vat.py. can you fix that",
		cause:  "quantize() is called without a rounding mode, so Decimal uses banker's rounding.",
		look:   "books/vat.py",
		looked: "from decimal import Decimal\n\n\ndef vat(net, rate):\n    return (net * rate / 100).quantize(Decimal('0.01'))",
		fix:    patch{"books/vat.py", 5, "    return (net * rate / 100).quantize(Decimal('0.01'))", "    return (net * rate / 100).quantize(Decimal('0.01'), rounding=ROUND_HALF_UP)"},
		proof:  patch{"books/tests/test_vat.py", 41, "        pass", "    def test_half_cent_rounds_up(self):\n        self.assertEqual(vat(Decimal('10.03'), 19), Decimal('1.91'))"},
		fixed:  "`vat()` now rounds half up (`ROUND_HALF_UP`), which is what accounting expects.",

		feature: "we need a CSV export of the journal: management command `export_journal --year 2026`, columns date, account, debit, credit, text. please add tests too",
		adds: []patch{
			{"books/management/commands/export_journal.py", 0, "", "import csv\n\nfrom django.core.management.base import BaseCommand\n\nfrom books.models import Entry\n\n\nclass Command(BaseCommand):\n    def add_arguments(self, parser):\n        parser.add_argument('--year', type=int, required=True)\n\n    def handle(self, *args, year, **options):\n        out = csv.writer(self.stdout)\n        out.writerow(['date', 'account', 'debit', 'credit', 'text'])\n        for e in Entry.objects.filter(date__year=year).order_by('date', 'id'):\n            out.writerow([e.date, e.account, e.debit, e.credit, e.text])\n"},
			{"books/tests/test_export.py", 0, "", "from io import StringIO\n\nfrom django.core.management import call_command\nfrom django.test import TestCase\n\n\nclass ExportTest(TestCase):\n    fixtures = ['journal.json']\n\n    def test_only_the_year(self):\n        out = StringIO()\n        call_command('export_journal', year=2026, stdout=out)\n        self.assertEqual(len(out.getvalue().splitlines()), 13)\n"},
		},
		built2:       "Done. `export_journal --year` writes the five columns in order of date, and `test_export.py` checks the header and that only the year's entries are written.",
		refactor:     "refactor books/reports.py: the three report functions share the same query with small differences, pull that into one helper. output has to stay the same",
		moves:        []patch{{"books/reports.py", 30, "    rows = Entry.objects.filter(date__year=year).values('account').annotate(s=Sum('debit'))\n    rows = rows.exclude(account__startswith='9')\n    return {r['account']: r['s'] for r in rows}", "    return sums(year, 'debit')"}, {"books/sums.py", 0, "", "from django.db.models import Sum\n\nfrom books.models import Entry\n\n\ndef sums(year, field):\n    rows = Entry.objects.filter(date__year=year).values('account').annotate(s=Sum(field))\n    rows = rows.exclude(account__startswith='9')\n    return {r['account']: r['s'] for r in rows}\n"}},
		restructured: "The shared query is `sums()` in books/sums.py and all three reports use it.",
		small:        "set PAGE_SIZE to 50 in ledger/settings.py",
		tweak:        patch{"ledger/settings.py", 88, "PAGE_SIZE = 25", "PAGE_SIZE = 50"},
		changed:      "`PAGE_SIZE` is now 50.",
		question:     exchange{"what's the difference between select_related and prefetch_related again?", "`select_related` follows foreign keys in the same SQL query with a join; `prefetch_related` runs one more query per relation and joins in Python. Use the first for single objects, the second for many-to-many and reverse relations."},
		investigation: exchange{"the monthly closing takes 40 minutes since the upgrade to django 5. find out why please, dont change code",
			"The cause is a missing index. Migration 0041 recreated `books_entry` to add the `text` column's collation, and the composite index on (account, date) was not recreated with it. `EXPLAIN` shows a sequential scan over 4.1 million rows for each of the 212 accounts. Adding the index back would bring the closing to roughly the old two minutes."},
		review: exchange{"pls review the diff on this branch before I open the PR",
			"**Verdict: request changes.**\n\n1. `vat.py`: the rate is an int in one place and a Decimal in the other; normalise it.\n2. `migrations/0042`: not reversible, add a reverse operation.\n3. Tests look good.\n\nThe first one must be fixed before merging."},
		plan:    "I want multi-currency support in the ledger. Come up with a plan, don't write code yet",
		planned: "## Plan\n\n1. `currency` on Account, default EUR\n2. `rate` on Entry, filled from the ECB table on the day\n3. Reports sum in the base currency\n4. Closing posts exchange differences\n5. Tests with two currencies\n\nI'd do 1 and 2 in one PR and 3 to 5 in another.",
		neutral: [3]exchange{
			{"which database does the CI use?", "PostgreSQL 15, see .github/workflows/ci.yml."},
			{"is Entry.text nullable?", "No, it is a CharField with an empty default."},
			{"how many migrations do we have by now?", "42."},
		},
		other: exchange{"btw how tall is the Eiffel tower", "330 metres with the antenna."},
	}
}

// droid is an app in Kotlin.
func droid() *story {
	return &story{
		name: "runlog", branch: "main", code: "kotlin",
		test: "./gradlew testDebugUnitTest", green: "> Task :app:testDebugUnitTest\n\nBUILD SUCCESSFUL in 21s\n34 actionable tasks: 6 executed, 28 up-to-date",
		red:  "> Task :app:testDebugUnitTest FAILED\n\nPaceTest > paceOfZeroDistance FAILED\n    java.lang.ArithmeticException at PaceTest.kt:19\n\n22 tests completed, 1 failed\n\nFAILURE: Build failed with an exception.\n\n* What went wrong:\nExecution failed for task ':app:testDebugUnitTest'.\n\nBUILD FAILED in 18s",
		lint: "./gradlew lint", lintClean: "> Task :app:lintDebug\nBUILD SUCCESSFUL in 33s",
		build: "./gradlew assembleDebug", built: "BUILD SUCCESSFUL in 41s",
		repro: "./gradlew -q pace --args='0 300'", wrong: "Exception in thread \"main\" java.lang.ArithmeticException: / by zero", right: "--:--",
		bug:    "App crashes with ArithmeticException: / by zero when I stop a run right after starting it (distance 0). Pace.kt I think. Please fix!",
		cause:  "pace() divides seconds by metres without looking whether any distance was covered.",
		look:   "app/src/main/java/org/example/runlog/Pace.kt",
		looked: "package org.example.runlog\n\nfun pace(metres: Int, seconds: Int): String {\n    val s = seconds * 1000 / metres\n    return \"%d:%02d\".format(s / 60, s % 60)\n}",
		fix:    patch{"app/src/main/java/org/example/runlog/Pace.kt", 4, "    val s = seconds * 1000 / metres", "    if (metres == 0) return \"--:--\"\n    val s = seconds * 1000 / metres"},
		proof:  patch{"app/src/test/java/org/example/runlog/PaceTest.kt", 16, "}", "\n    @Test\n    fun paceOfZeroDistance() {\n        assertEquals(\"--:--\", pace(0, 300))\n    }\n}"},
		fixed:  "A run without distance shows `--:--` instead of dividing by zero.",

		feature: "Add a weekly summary screen: total distance, total time and average pace per week, newest week first. Unit tests for the aggregation please.",
		adds: []patch{
			{"app/src/main/java/org/example/runlog/Weekly.kt", 0, "", "package org.example.runlog\n\ndata class Week(val monday: LocalDate, val metres: Int, val seconds: Int) {\n    val average get() = pace(metres, seconds)\n}\n\nfun weekly(runs: List<Run>): List<Week> =\n    runs.groupBy { it.day.with(DayOfWeek.MONDAY) }\n        .map { (monday, all) -> Week(monday, all.sumOf { it.metres }, all.sumOf { it.seconds }) }\n        .sortedByDescending { it.monday }\n"},
			{"app/src/main/java/org/example/runlog/WeeklyScreen.kt", 0, "", "package org.example.runlog\n\n@Composable\nfun WeeklyScreen(weeks: List<Week>) {\n    LazyColumn {\n        items(weeks) { w ->\n            Text(w.monday.toString())\n            Text(\"${w.metres / 1000.0} km  ${w.average}\")\n        }\n    }\n}\n"},
			{"app/src/test/java/org/example/runlog/WeeklyTest.kt", 0, "", "package org.example.runlog\n\nclass WeeklyTest {\n    @Test\n    fun newestFirst() {\n        val weeks = weekly(listOf(run(\"2026-10-05\"), run(\"2026-10-13\")))\n        assertEquals(LocalDate.parse(\"2026-10-12\"), weeks.first().monday)\n    }\n}\n"},
		},
		built2:       "The weekly summary is in: `weekly()` aggregates by Monday, `WeeklyScreen` lists newest first, and `WeeklyTest` covers the order.",
		refactor:     "Please migrate RunRepository from LiveData to Flow. Callers adjusted, but no change in what the screens show.",
		moves:        []patch{{"app/src/main/java/org/example/runlog/RunRepository.kt", 8, "    val runs: LiveData<List<Run>> = dao.all()", "    val runs: Flow<List<Run>> = dao.all()"}, {"app/src/main/java/org/example/runlog/ListScreen.kt", 14, "    val runs by repository.runs.observeAsState(emptyList())", "    val runs by repository.runs.collectAsState(emptyList())"}},
		restructured: "RunRepository exposes a Flow and the two screens collect it as state.",
		small:        "bump versionName to 2.4.1 and versionCode to 57",
		tweak:        patch{"app/build.gradle.kts", 14, "        versionCode = 56\n        versionName = \"2.4.0\"", "        versionCode = 57\n        versionName = \"2.4.1\""},
		changed:      "versionCode 57, versionName 2.4.1.",
		question:     exchange{"Why do we need remember {} around mutableStateOf in a composable?", "Because a composable runs again on every recomposition. Without `remember` the state object would be created anew each time and the value lost; `remember` keeps the instance for as long as the call stays in the composition."},
		investigation: exchange{"GPS stops recording after ~10 min with screen off on Samsung phones. Analyse why, no fix yet.",
			"Root cause: the recording runs in a plain coroutine of the ViewModel, not in a foreground service. Samsung's battery management freezes background processes after about ten minutes, and the log shows the last fix at 10:02 after the screen went off in all four reports. Pixel phones are only more lenient."},
		review: exchange{"Can you review SyncWorker.kt? I'm about to ship it.",
			"I'd hold it back for now.\n\n- **Retry**: `Result.failure()` on a timeout means the run is never uploaded. Return `Result.retry()`.\n- **Auth**: token is read once at construction.\n\nWith the first point fixed you can ship; the second can follow."},
		plan:    "How would we add sharing of runs with friends? Make a plan with milestones, nothing to code today.",
		planned: "Milestones:\n\nM1 – backend endpoint for a public link\nM2 – share sheet in the app\nM3 – friends list and feed\nM4 – privacy zones around home\n\nM1 and M2 are useful alone and about a week together.",
		neutral: [3]exchange{
			{"What's our minSdk?", "26."},
			{"Which Compose BOM are we on?", "2026.08.00."},
			{"Does Room run queries on the main thread?", "Not unless allowMainThreadQueries is set, and it isn't here."},
		},
		other: exchange{"What's 15 % of 260?", "39."},
	}
}

// atlas draws maps in C++.
func atlas() *story {
	return &story{
		name: "atlas", branch: "tiles", code: "cpp",
		test: "ctest --test-dir build --output-on-failure", green: "Test project /home/mara/code/atlas/build\n    Start 1: tile\n1/3 Test #1: tile .............................   Passed    0.02 sec\n    Start 2: proj\n2/3 Test #2: proj .............................   Passed    0.01 sec\n    Start 3: cache\n3/3 Test #3: cache ............................   Passed    0.11 sec\n\n100% tests passed, 0 tests failed out of 3\n\nTotal Test time (real) =   0.15 sec",
		red:  "Test project /home/mara/code/atlas/build\n1/3 Test #1: tile .............................***Failed    0.02 sec\ntile_test.cpp:51: FAILED:\n  CHECK( tileOf(180.0, 0.0, 3).x == 7 )\nwith expansion:\n  8 == 7\n\n67% tests passed, 1 tests failed out of 3\n\nThe following tests FAILED:\n\t  1 - tile (Failed)\nErrors while running CTest",
		lint: "clang-tidy src/tile.cpp", lintClean: "",
		build: "cmake --build build", built: "[100%] Built target atlas",
		repro: "./build/atlas tile 180 0 3", wrong: "8 4", right: "7 4",
		bug:    "At longitude exactly 180 the tile index is one beyond the last tile and the map is blank there. Bug must be in tileOf() in src/tile.cpp. Repair it please.",
		cause:  "tileOf scales the longitude to 0..2^z and floors; for 180 that is 2^z itself, which does not exist.",
		look:   "src/tile.cpp",
		looked: "Tile tileOf(double lon, double lat, int z) {\n  const int n = 1 << z;\n  const int x = static_cast<int>((lon + 180.0) / 360.0 * n);\n  return {x, yOf(lat, z)};\n}",
		fix:    patch{"src/tile.cpp", 3, "  const int x = static_cast<int>((lon + 180.0) / 360.0 * n);", "  const int x = std::min(n - 1, static_cast<int>((lon + 180.0) / 360.0 * n));"},
		proof:  patch{"tests/tile_test.cpp", 48, "", "TEST_CASE(\"the last meridian belongs to the last tile\") {\n  CHECK(tileOf(180.0, 0.0, 3).x == 7);\n}"},
		fixed:  "The index is clamped to the last tile of the zoom level now.",

		feature: "Implement an LRU cache for decoded tiles with a byte limit (src/cache.h), evicting the least recently used one. Include tests.",
		adds: []patch{
			{"src/cache.h", 0, "", "#pragma once\n#include <list>\n#include <unordered_map>\n\ntemplate <class K, class V>\nclass Cache {\n public:\n  explicit Cache(std::size_t limit) : limit_(limit) {}\n  V* get(const K& k) {\n    auto it = at_.find(k);\n    if (it == at_.end()) return nullptr;\n    all_.splice(all_.begin(), all_, it->second);\n    return &it->second->v;\n  }\n  void put(K k, V v, std::size_t bytes) {\n    all_.push_front({k, std::move(v), bytes});\n    at_[k] = all_.begin();\n    used_ += bytes;\n    while (used_ > limit_) drop();\n  }\n\n private:\n  struct Item { K k; V v; std::size_t bytes; };\n  void drop() {\n    used_ -= all_.back().bytes;\n    at_.erase(all_.back().k);\n    all_.pop_back();\n  }\n  std::size_t limit_, used_ = 0;\n  std::list<Item> all_;\n  std::unordered_map<K, typename std::list<Item>::iterator> at_;\n};\n"},
			{"tests/cache_test.cpp", 0, "", "#include \"cache.h\"\n#include <catch2/catch_test_macros.hpp>\n\nTEST_CASE(\"the least recently used goes first\") {\n  Cache<int, int> c(20);\n  c.put(1, 1, 10);\n  c.put(2, 2, 10);\n  c.get(1);\n  c.put(3, 3, 10);\n  CHECK(c.get(2) == nullptr);\n  CHECK(c.get(1) != nullptr);\n}\n"},
		},
		built2:       "cache.h has an LRU cache with a byte limit; cache_test.cpp covers eviction order and lookup.",
		refactor:     "Replace the raw owning pointers in src/layer.cpp by unique_ptr. Purely mechanical, behaviour unchanged.",
		moves:        []patch{{"src/layer.cpp", 12, "  Layer* child = new Layer(name);\n  children_.push_back(child);", "  children_.push_back(std::make_unique<Layer>(name));"}, {"src/layer.h", 21, "  std::vector<Layer*> children_;", "  std::vector<std::unique_ptr<Layer>> children_;"}},
		restructured: "Layer owns its children through unique_ptr; the destructor with the delete loop is gone.",
		small:        "change the default window title from \"atlas\" to \"Atlas Viewer\" in src/main.cpp",
		tweak:        patch{"src/main.cpp", 17, "  Window w(\"atlas\");", "  Window w(\"Atlas Viewer\");"},
		changed:      "Window title is \"Atlas Viewer\".",
		question:     exchange{"Is it ok to call std::filesystem functions from several threads at once?", "Yes, as long as they don't race on the same path: the functions keep no state of their own. Two threads creating and removing the same directory can of course see each other's changes."},
		investigation: exchange{"Scrolling stutters every couple of seconds. Profile it and tell me what's behind it.",
			"What's behind it is `Cache::trim`: it runs on the render thread every 2 s and frees up to 300 decoded tiles at once, 38 ms on average in perf. Everything else in the frame stays below 5 ms. So the stutter is the trim, not the network."},
		review: exchange{"I'd like a review of src/proj.cpp, focus on numerical problems",
			"Looks good overall, approve with nits:\n\n- `yOf` diverges near the poles; clamp the latitude to ±85.0511.\n- `std::log(std::tan(x))` could use `asinh(tan(x))`, which is more precise.\n\nNothing blocking once the clamp is in."},
		plan:    "Sketch how vector tiles could be supported next to raster tiles. A design document, no code.",
		planned: "# Vector tiles\n\n1. A `Source` interface with two implementations\n2. Decoding protobuf off the render thread\n3. Style as JSON, a subset only\n4. Labels last\n\nRisks: text rendering, memory. I suggest a spike for step 2.",
		neutral: [3]exchange{
			{"Which C++ standard is set in CMake?", "C++20."},
			{"Where does Catch2 come from?", "FetchContent in tests/CMakeLists.txt."},
			{"What does splice cost on a list?", "Constant time."},
		},
		other: exchange{"what's the tallest mountain in Africa?", "Kilimanjaro, 5,895 m."},
	}
}

// pulse counts visits in Elixir.
func pulse() *story {
	return &story{
		name: "pulse", branch: "fix-sessions", code: "elixir",
		test: "mix test", green: "Running ExUnit with seed: 184620, max_cases: 16\n\n.......................................\nFinished in 0.6 seconds (0.4s async, 0.2s sync)\n39 tests, 0 failures",
		red:  "Running ExUnit with seed: 184620, max_cases: 16\n\n  1) test a visit over midnight is one visit (Pulse.VisitTest)\n     test/pulse/visit_test.exs:40\n     Assertion with == failed\n     code:  assert count(visits) == 1\n     left:  2\n     right: 1\n\nFinished in 0.6 seconds (0.4s async, 0.2s sync)\n39 tests, 1 failure",
		lint: "mix credo --strict", lintClean: "Analysis took 0.5 seconds\n112 mods/funs, found no issues.",
		build: "mix compile --warnings-as-errors", built: "Compiling 1 file (.ex)\nGenerated pulse app",
		repro: "mix run scripts/midnight.exs", wrong: "visits: 2", right: "visits: 1",
		bug:    "A visit that lasts over midnight is counted as two. lib/pulse/visit.ex groups by date, that seems wrong to me; it should count by session id. Fix it.",
		cause:  "group_by uses {session, date} as key, so midnight splits the group.",
		look:   "lib/pulse/visit.ex",
		looked: "defmodule Pulse.Visit do\n  def count(hits) do\n    hits\n    |> Enum.group_by(&{&1.session, DateTime.to_date(&1.at)})\n    |> map_size()\n  end\nend",
		fix:    patch{"lib/pulse/visit.ex", 4, "    |> Enum.group_by(&{&1.session, DateTime.to_date(&1.at)})", "    |> Enum.group_by(& &1.session)"},
		proof:  patch{"test/pulse/visit_test.exs", 39, "", "  test \"a visit over midnight is one visit\" do\n    assert count([hit(~U[2026-10-12 23:59:00Z]), hit(~U[2026-10-13 00:01:00Z])]) == 1\n  end"},
		fixed:  "Visits are grouped by session only now.",

		feature: "Visitors' countries: add Pulse.Geo with lookup(ip) reading the MMDB file, store the country on each hit, and show a top ten on the dashboard. ExUnit tests, too.",
		adds: []patch{
			{"lib/pulse/geo.ex", 0, "", "defmodule Pulse.Geo do\n  @moduledoc \"Countries of addresses.\"\n\n  def lookup(ip) do\n    case MMDB.get(:geo, ip) do\n      {:ok, %{\"country\" => %{\"iso_code\" => code}}} -> code\n      _ -> nil\n    end\n  end\n\n  def top(hits, n \\\\ 10) do\n    hits\n    |> Enum.frequencies_by(& &1.country)\n    |> Enum.sort_by(&(-elem(&1, 1)))\n    |> Enum.take(n)\n  end\nend\n"},
			{"test/pulse/geo_test.exs", 0, "", "defmodule Pulse.GeoTest do\n  use ExUnit.Case, async: true\n\n  test \"top ten by hits\" do\n    hits = List.duplicate(%{country: \"DE\"}, 3) ++ [%{country: \"FR\"}]\n    assert Pulse.Geo.top(hits) == [{\"DE\", 3}, {\"FR\", 1}]\n  end\n\n  test \"unknown address\" do\n    assert Pulse.Geo.lookup(\"0.0.0.0\") == nil\n  end\nend\n"},
			{"lib/pulse_web/live/dashboard.ex", 31, "     |> assign(:visits, visits)", "     |> assign(:visits, visits)\n     |> assign(:countries, Pulse.Geo.top(hits))"},
		},
		built2:       "Countries are looked up on write, and the dashboard shows the top ten. Tests cover the ranking and unknown addresses.",
		refactor:     "Split lib/pulse/stats.ex (900 lines) into one module per report, keep the public functions as delegates so that nothing changes for callers",
		moves:        []patch{{"lib/pulse/stats.ex", 20, "  def bounce(hits) do\n    one = Enum.count(hits, &(&1.pages == 1))\n    one / max(1, length(hits))\n  end", "  defdelegate bounce(hits), to: Pulse.Stats.Bounce, as: :rate"}, {"lib/pulse/stats/bounce.ex", 0, "", "defmodule Pulse.Stats.Bounce do\n  def rate(hits) do\n    one = Enum.count(hits, &(&1.pages == 1))\n    one / max(1, length(hits))\n  end\nend\n"}},
		restructured: "Each report is a module under Pulse.Stats, and Pulse.Stats delegates.",
		small:        "rename the env var PULSE_SECRET to PULSE_SECRET_KEY in config/runtime.exs",
		tweak:        patch{"config/runtime.exs", 9, "  secret: System.fetch_env!(\"PULSE_SECRET\")", "  secret: System.fetch_env!(\"PULSE_SECRET_KEY\")"},
		changed:      "It reads PULSE_SECRET_KEY now.",
		question:     exchange{"what exactly happens when a GenServer.call times out, does the server still do the work?", "Yes. The caller exits after five seconds, but the message stays in the server's mailbox and is handled; its reply then arrives as a stray message that the caller ignores or, on old OTP versions, finds in its mailbox."},
		investigation: exchange{"memory of the node grows ~50MB per hour. pls investigate what holds it, only read access on prod",
			"It is the ETS table `:hits_buffer`. `:ets.info(:hits_buffer, :memory)` grew by 51 MB within the hour I watched, while the process heaps stayed level. The flush deletes by `{node, key}` since the cluster change, but the rows are still inserted under `key`, so nothing is ever removed. That accounts for the whole growth."},
		review: exchange{"review lib/pulse/ingest.ex, can this take 5k req/s?",
			"My verdict: no, not as it is. Every request goes through one GenServer (`Ingest.Buffer`), which tops out at about 1,800/s in your own benchmark. Use a partitioned ETS counter with `write_concurrency`. The parsing itself is fine."},
		plan:    "think through how to do GDPR deletion requests in pulse and lay out the steps, hold off on implementing",
		planned: "Steps:\n1. table `deletions` (visitor hash, requested_at)\n2. nightly job deletes hits and sessions by hash\n3. aggregates stay, they hold no person\n4. an endpoint for the form\n5. audit log, kept for three years\n\nOnly step 2 touches existing code.",
		neutral: [3]exchange{
			{"which OTP release runs in prod?", "OTP 27."},
			{"is the dashboard LiveView or dead view?", "LiveView, lib/pulse_web/live/dashboard.ex."},
			{"what's the default timeout of Task.await?", "5,000 ms."},
		},
		other: exchange{"who painted the girl with the pearl earring", "Johannes Vermeer."},
	}
}
