package main

import (
	"time"

	"prism/internal/transcript/claudetest"
)

// larkspur is a made-up pipeline in Python that counts birds.
func larkspur() []*claudetest.Talk {
	const cwd = "/home/robin/code/larkspur"
	const opus, sonnet = "claude-opus-5-5", "claude-sonnet-5-5"
	var all []*claudetest.Talk
	add := func(t *claudetest.Talk) { all = append(all, t) }

	// An investigation that states its cause.
	add(claudetest.Begin("larkspur slow import", cwd, "main", opus, "2026-10-09T06:50:00Z").
		Ask("Since last Friday the nightly import takes four hours instead of twenty minutes. Find out why, don't change anything yet. The log is logs/import.log, the code is larkspur/importer.py.").
		Run("tail -5 logs/import.log", "Look at the end of the log", "02:11:04 read 2026-10-02.csv rows=18211\n02:11:09 species lookup 18211 queries 4981.2s\n03:34:10 read 2026-10-03.csv rows=17904", 1).
		Read("larkspur/importer.py", "def load(path, db):\n    for row in read(path):\n        species = db.one('select id from species where name = ?', row.name)\n        db.insert('sighting', species=species.id, at=row.at, n=row.n)").
		Run("git log --oneline -5 -- larkspur/importer.py", "Who changed it", "5e0c1aa importer: look species up in the database\n18cc0d4 importer: keep species in a dict", 1).
		Say("Root cause: commit 5e0c1aa (last Friday) replaced the dictionary of species by one query per row. 18,211 rows mean 18,211 queries, and `species.name` has no index, so each scans the table: 4,981 s for one file, as the log shows. Either bring the dictionary back or add an index on species(name).").
		Ask("That explains it, great find. I'll take it to the team").
		Say("An index alone would bring it to about a minute; the dictionary is faster still.").
		Ask("write me two sentences about it for the team chat").
		Say("Since 2 October the import asks the database once per row for the species (commit 5e0c1aa), 18,211 times a file, without an index. Bringing the dictionary back makes it twenty minutes again; an index on species(name) is the smaller change."))

	// A review with a verdict.
	add(claudetest.Begin("larkspur review", cwd, "main", opus, "2026-10-14T10:20:00Z").
		Ask("Review the diff of branch feat/dedupe against main. I want to know whether it can be merged, with concrete changes if not.").
		Run("git diff main...feat/dedupe --stat && git diff main...feat/dedupe", "Show the diff", " larkspur/dedupe.py      | 41 +++++++++\n tests/test_dedupe.py    | 18 +++++\n 2 files changed, 59 insertions(+)\n+def same(a, b):\n+    return a.species == b.species and abs(a.at - b.at) < 60", 1).
		Run("pytest -q tests/test_dedupe.py", "Run its tests", "4 passed in 0.21s", 4).
		Say("Verdict: request changes. 1. `same` compares only species and time: two observers who count the same flock in two places are merged; compare the place too. 2. `dedupe` sorts in place and so changes its caller's list; copy it. 3. There is no test for observations exactly 60 s apart. The rest reads well; with these three it can be merged.").
		Ask("is point 1 really a problem? the data has no places before 2020").
		Say("Yes: `same` runs on all data, and 94 % of it is from 2020 on. For older rows the place is empty on both sides and compares equal, so nothing changes for them.").
		Ask("agreed, I'll pass that on").
		Say("Good."))

	// /clear in the middle of the work, same files within ten minutes: one session.
	first := claudetest.Begin("larkspur export", cwd, "feat/export", sonnet, "2026-10-21T13:00:00Z").
		Ask("Write larkspur/export.py: export all sightings of a month as CSV with the columns species, count, place, day. Add a command `larkspur export --month 2026-09` and tests with pytest.").
		Write("larkspur/export.py", "import csv\n\n\ndef export_month(db, month, out):\n    writer = csv.writer(out)\n    writer.writerow(['species', 'count', 'place', 'day'])\n    for row in db.sightings(month):\n        writer.writerow([row.species, row.n, row.place, row.at.date()])\n").
		Write("tests/test_export.py", "from larkspur.export import export_month\n\n\ndef test_header(db, tmp_path):\n    out = tmp_path / 'out.csv'\n    with out.open('w') as f:\n        export_month(db, '2026-09', f)\n    assert out.read_text().startswith('species,count,place,day')\n").
		Fail("pytest -q tests/test_export.py", "Run the test", 1, "E       AttributeError: 'Database' object has no attribute 'sightings'\n1 failed in 0.34s", 4).
		Say("The export is written; the test fails because `Database` has no `sightings` yet.")
	add(first)
	add(claudetest.Begin("larkspur export again", cwd, "feat/export", sonnet, "2026-10-21T13:05:30Z").
		Cleared().
		Ask("tests/test_export.py fails: 'Database' object has no attribute 'sightings'. Use db.query in larkspur/export.py instead and make the test pass.").
		Read("larkspur/export.py", "import csv\n\n\ndef export_month(db, month, out):\n    writer = csv.writer(out)").
		Edit("larkspur/export.py", 7, "    for row in db.sightings(month):", "    for row in db.query('select * from sighting where month = ? order by at', month):").
		Edit("tests/test_export.py", 8, "    assert out.read_text().startswith('species,count,place,day')", "    lines = out.read_text().splitlines()\n    assert lines[0] == 'species,count,place,day'\n    assert len(lines) == 1 + len(db.rows)").
		Edit("larkspur/cli.py", 40, "", "@main.command()\n@click.option('--month', required=True)\ndef export(month):\n    \"\"\"Write a month of sightings as CSV to standard output.\"\"\"\n    export_month(open_db(), month, sys.stdout)\n").
		Run("pytest -q", "Run all tests", "38 passed in 2.91s", 6).
		Say("All 38 tests pass: the export reads through `db.query`, and `larkspur export --month 2026-09` writes the CSV.").
		Ask("works for me, commit").
		Run("git add -A && git commit -m 'export: a month as CSV'", "Commit", "[feat/export a41de07] export: a month as CSV\n 3 files changed, 24 insertions(+)\n create mode 100644 larkspur/export.py\n create mode 100644 tests/test_export.py", 1).
		Say("Committed as a41de07."))

	// A plan, accepted in so many words.
	add(claudetest.Begin("larkspur plan", cwd, "main", opus, "2026-10-29T08:00:00Z").
		Ask("We want to accept sightings by e-mail. Write a plan: how mails come in, how they are parsed, what happens with mails that cannot be read. No code. Put it into docs/mail.md.").
		Read("docs/architecture.md", "# Architecture\n\nFiles come in through `larkspur import`, one CSV a day.").
		Write("docs/mail.md", "# Sightings by e-mail\n\n1. A mailbox is polled every five minutes (IMAP, read only).\n2. The subject names the place, each line of the body one species and a count.\n3. A mail that cannot be read goes to the folder `unread` and its sender gets an answer that says which line.\n4. Nothing is imported twice: the message id is kept.\n\nOpen: who answers questions of observers?\n").
		Say("The plan is in docs/mail.md: polling by IMAP, one line per species, unreadable mails answered with the line that failed, message ids against duplicates. One question is open: who answers the observers?").
		Ask("The volunteers' list answers them. I'm happy with the plan, let's build it like that next week.").
		Edit("docs/mail.md", 8, "Open: who answers questions of observers?", "Questions of observers go to the volunteers' list.").
		Say("Noted in docs/mail.md. The plan is settled."))

	// A bug fix that ends red.
	add(claudetest.Begin("larkspur timezone", cwd, "fix/dst", sonnet, "2026-11-03T17:00:00Z").
		Ask("Sightings from the night of the clock change (25 October) are off by an hour. Fix it in larkspur/times.py, test with pytest.").
		Read("larkspur/times.py", "def local(ts):\n    return ts + timedelta(hours=1)").
		Edit("larkspur/times.py", 1, "def local(ts):\n    return ts + timedelta(hours=1)", "def local(ts):\n    return ts.astimezone(ZoneInfo('Europe/London'))").
		Fail("pytest -q tests/test_times.py", "Run the tests", 1, "FAILED tests/test_times.py::test_clock_change - assert 1 == 2\nFAILED tests/test_times.py::test_naive - ValueError: naive datetime\n2 failed, 5 passed in 0.40s", 5).
		Tell("Naive timestamps need a zone first.").
		Edit("larkspur/times.py", 1, "def local(ts):\n    return ts.astimezone(ZoneInfo('Europe/London'))", "def local(ts):\n    if ts.tzinfo is None:\n        ts = ts.replace(tzinfo=UTC)\n    return ts.astimezone(ZoneInfo('Europe/London'))").
		Fail("pytest -q tests/test_times.py", "Run the tests again", 1, "FAILED tests/test_times.py::test_clock_change - assert 1 == 2\n1 failed, 6 passed in 0.38s", 5).
		Say("One test is still failing: test_clock_change expects two hours between 00:30 and 01:30, and I get one. I am not sure which of the two is right.").
		Wait(3*time.Minute).
		Ask("the test is right, the result is still wrong").
		Fail("pytest -q tests/test_times.py -k clock_change -vv", "Look closer", 1, "E       assert 1 == 2\nE        +  where 1 = hours(datetime(2026, 10, 25, 0, 30), datetime(2026, 10, 25, 1, 30))\n1 failed in 0.31s", 4).
		Interrupt())

	// A small tool, asked for precisely and shown to run.
	add(claudetest.Begin("larkspur lint", cwd, "chore/ruff", sonnet, "2026-11-12T09:30:00Z").
		Ask("Bump ruff to 0.9 in pyproject.toml and fix what the new version complains about, nothing else. `ruff check` must be clean and the tests green.").
		Edit("pyproject.toml", 31, "ruff = \"^0.6\"", "ruff = \"^0.9\"").
		Fail("ruff check", "Check", 1, "larkspur/cli.py:3:1: F401 `os` imported but unused\nFound 1 error.", 2).
		Edit("larkspur/cli.py", 3, "import os\n", "").
		Run("ruff check && pytest -q", "Check and test", "All checks passed!\n38 passed in 2.88s", 7).
		Say("ruff is at 0.9; it complained about one unused import, which is gone. `ruff check` is clean and all 38 tests pass.").
		Ask("perfect, merge it").
		Run("git commit -qam 'ruff 0.9' && git checkout -q main && git merge --ff-only chore/ruff", "Commit and merge", "Updating a41de07..f3390c2\nFast-forward\n larkspur/cli.py | 1 -\n pyproject.toml  | 2 +-", 2).
		Say("Merged into main."))
	return all
}
