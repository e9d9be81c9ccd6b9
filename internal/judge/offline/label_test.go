package offline

import (
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"prism/internal/judge"
	"prism/internal/redact"
	"prism/internal/title"
	"prism/internal/title/plain"
)

// TestTitlesAndSummaries: what was wanted and what came of it, within their
// lengths, for every way in which a session is asked for.
func TestTitlesAndSummaries(t *testing.T) {
	b := newBench(t)
	long := "Please add paging to the list of all invoices of all tenants on the page of the accountants, since it blocks the browser for half a minute"
	for name, c := range map[string]struct {
		talk    *talk
		title   string   // the whole of it, or its beginning where it ends on an ellipsis
		summary []string // pieces that stand in it
	}{
		"a plan handed on": {new(talk).HandPlan("# Plan: Show the total in the header\n\n## Context\nIt is hidden.").Edit("header.tsx", 12).Say("The total is shown in the header."),
			"Show the total in the header", []string{"Show the total in the header", "The total is shown in the header"}},
		"a plan without the word": {new(talk).HandPlan("# Move invoices to their own service\n\n1. Extract the store.").Write("service.go", 40).Say("The invoices live in a service of their own."),
			"Move invoices to their own service", []string{"service of their own"}},
		"a plan in German": {new(talk).HandPlan("# Plan: Summe im Kopf anzeigen\n\n1. Einbauen.").Edit("header.tsx", 12).Say("Die Summe steht jetzt im Kopf."),
			"Summe im Kopf anzeigen", []string{"Die Summe steht jetzt im Kopf"}},
		"a command with words": {new(talk).Command("/review-pr", "12 with care").Run("gh pr diff 12", "+x").Say("Request changes: the error of Parse is dropped."),
			"Review PR 12 with care", []string{"Request changes"}},
		"a command of a plugin": {new(talk).Command("/gsd:plan-phase", "3 billing").Say("The phase is planned in four steps."), "Plan phase 3 billing", nil},
		"polite words":          {new(talk).Ask("could you please rename the flag to --quiet in main.go? thanks").Edit("main.go", 1).Say("Renamed."), "Rename the flag to --quiet in main.go", nil},
		"a greeting before":     {new(talk).Ask("hi").Say("Hello!").Ask("add a search box to the invoice table").Edit("table.tsx", 30).Say("Added the search box."), "Add a search box to the invoice table", []string{"search box"}},
		"German":                {new(talk).Ask("Bitte füge eine Suche in die Tabelle ein.").Edit("table.tsx", 30).Say("Die Suche ist eingebaut."), "Füge eine Suche in die Tabelle ein", []string{"table.tsx changed"}},
		"Spanish":               {new(talk).Ask("Por favor añade una búsqueda a la tabla de facturas").Edit("table.tsx", 30).Say("He añadido la búsqueda."), "Añade una búsqueda a la tabla de facturas", nil},
		"Russian":               {new(talk).Ask("добавь проверку адреса в форму заказа").Edit("form.tsx", 30).Say("Готово: проверка добавлена."), "Добавь проверку адреса в форму заказа", nil},
		"Chinese":               {new(talk).Ask("修复登录页面的错误提示").Edit("login.tsx", 3).Say("已修复登录页面的错误提示。"), "修复登录页面的错误提示", nil},
		"Korean":                {new(talk).Ask("로그인 화면의 오류 메시지를 고쳐줘").Edit("login.tsx", 3).Say("오류 메시지를 고쳤습니다."), "로그인 화면의 오류 메시지를 고쳐줘", nil},
		"a command alone":       {new(talk).Ask("gt doctor").Run("gt doctor", "ok").Say("All checks of the doctor are green."), "gt doctor", nil},
		"a command with flags":  {new(talk).Ask("Run curl -fsSL install.sh").Run("curl -fsSL install.sh | bash", "ok").Say("The tool is installed."), "Run curl -fsSL install.sh", nil},
		"where to work":         {new(talk).Ask("we work in the folder gauges. add a cache to the reader of gauge files").Edit("r.go", 9).Say("The reader has a cache."), "Add a cache to the reader of gauge files", nil},
		"pasted output before":  {new(talk).Ask("error: cannot find module 'left-pad'\nfix the build of the web package").Edit("package.json", 1).Say("The build works again."), "Fix the build of the web package", nil},
		"an address before":     {new(talk).Ask("https://forge.example/robin/tideline/pull/12 address the review feedback").Edit("a.go", 2).Say("All comments are answered."), "Address the review feedback (PR 12)", nil},
		"a path before":         {new(talk).Ask("/home/robin/code/tideline/docs/tides.md explain how the tables are cached").Say("They are cached for an hour, because the gauge reports hourly."), "Explain how the tables are cached (tides.md)", nil},
		"a file, then the goal": {new(talk).Ask("/home/robin/docs/tides.xlsx").Say("What shall I do with it?").Ask("build a page that shows the table of tides").Edit("page.tsx", 50).Say("The page shows the table."), "Build a page that shows the table of tides", nil},
		"reading first":         {new(talk).Ask("Read the code in src. Then add a dark theme to the settings page.").Edit("settings.tsx", 30).Say("The settings have a dark theme."), "Add a dark theme to the settings page", nil},
		"a role first":          {new(talk).Ask("You are an expert in databases. Migrate the invoices table to integer cents.").Edit("migrate.sql", 30).Say("The table holds cents now."), "Migrate the invoices table to integer cents", nil},
		"how to work, last":     {new(talk).Ask("Please make the nightly export of the tide tables faster, and tell me what you changed. Do not touch the tests.").Edit("export.go", 9).Say("The export reads in batches now."), "Make the nightly export of the tide tables faster", nil},
		"a goal that is no ask": {new(talk).Ask("The export of tide tables writes empty files since Monday. Find out why, don't change anything yet.").Read("export.go").Say("Root cause: the batch size is zero."), "The export of tide tables writes empty files since Monday", []string{"batch size is zero"}},
		"only yes":              {new(talk).Ask("yes").Edit("cache.go", 9).Run("git commit -am 'cache: keep tide tables for an hour'", "[main 1a2b3c4] x").Say("Committed."), "Cache: keep tide tables for an hour", nil},
		"only a number":         {new(talk).Ask("1").Edit("cache.go", 9).Edit("cache_test.go", 9).Call("Bash", "go test ./..."), "Change cache.go and cache_test.go", nil},
		"only a mark":           {new(talk).Ask("?").Edit("cache.go", 9).Say("The cache keeps tide tables for an hour now."), "The cache keeps tide tables for an hour now", nil},
		"a word to the agent":   {new(talk).Ask("Claude, write a parser for gauge files").Edit("gauge.go", 90).Say("The parser reads gauge files."), "Write a parser for gauge files", nil},
		"a question":            {new(talk).Ask("How are the tide tables cached?").Read("cache.go").Say("In memory, for an hour."), "How are the tide tables cached?", nil},
		"the client's command":  {new(talk).Command("/init", "").Write("CLAUDE.md", 60).Say("Created CLAUDE.md with the commands and the layout."), "Write a CLAUDE.md for the repository", nil},
		"words of a command":    {new(talk).Command("/go", "add a search box to the invoice table").Edit("table.tsx", 30).Say("Added the search box."), "Add a search box to the invoice table", nil},
		"a plan in Korean":      {new(talk).HandPlan("# 검색창 추가 계획 — 청구서 표\n\n1. 추가.").Edit("t.tsx", 9).Say("검색창을 추가했습니다."), "검색창 추가 계획 — 청구서 표", nil},
		"a plan with no title":  {new(talk).HandPlan("# Plan\n\nCache the tide tables for an hour.").Edit("cache.go", 9).Say("The tables are cached."), "Cache the tide tables for an hour", nil},
		"a nod first":           {new(talk).Ask("the gauge files lie in data/gauges, right? Let's speed up the parser of gauge files.").Edit("parse.go", 9).Say("The parser reads in blocks."), "Speed up the parser of gauge files", nil},
		"please at the end":     {new(talk).Ask("Rebase the branch cache-tables onto main please").Run("git rebase main", "ok").Say("Rebased."), "Rebase the branch cache-tables onto main", nil},
		"a lettered answer":     {new(talk).Ask("B) add an end date to the bookings table").Edit("t.sql", 9).Say("The table has an end date."), "Add an end date to the bookings table", nil},
		"a log before":          {new(talk).Ask("[gauge] reading station 4\n12:04:11 GET /tides 500\nthe reader of gauges stops after an hour").Edit("r.go", 3).Say("It reconnects now."), "The reader of gauges stops after an hour", nil},
		"not what we want":      {new(talk).Ask("We should not show empty tide tables in the list").Edit("l.tsx", 3).Say("Empty ones are left out."), "We should not show empty tide tables in the list", nil},
		"Thai":                  {new(talk).Ask("เพิ่มช่องค้นหาในตารางใบแจ้งหนี้").Edit("t.tsx", 9).Say("เพิ่มช่องค้นหาแล้ว"), "เพิ่มช่องค้นหาในตารางใบแจ้งหนี้", nil},
		"what came before":      {new(talk).Ask("ok so the tests are green now, next thing: we need rate limiting on the public pages").Edit("l.go", 9).Say("The pages are limited."), "Rate limiting on the public pages", nil},
		"an error in a fence":   {new(talk).Ask("I'm getting this when I deploy:\n\n```\nError: cannot reach the gauge at port 5432\n```\nworks fine here").Edit("l.go", 9).Say("The port is open."), "Error: cannot reach the gauge at port 5432", nil},
		"two files before":      {new(talk).Ask("@src/api/gauges.py @tests/test_gauges.py the offset is added twice, fix it").Edit("gauges.py", 1).Say("It is added once."), "The offset is added twice, fix it (gauges.py)", nil},
		"means and end":         {new(talk).Ask("Use the brainstorming skill. I want to build a tide clock for the kitchen.").Say("Here are three ways to build it."), "Build a tide clock for the kitchen", nil},
		"an option":             {new(talk).Ask("As discussed, let's go with option 2. Implement the retries of the gauge reader with a growing pause.").Edit("r.go", 9).Say("Retries wait longer each time."), "Implement retries of gauge reader with growing pause", nil},
		"French":                {new(talk).Ask("bonjour, j'aimerais que tu ajoutes un export sur la page des marées").Edit("p.tsx", 9).Say("L'export est en place."), "Ajoutes un export sur la page des marées", nil},
		"a plan of sections":    {new(talk).HandPlan("# Implementation Plan\n\n## Overview\n\nAdd a tide clock to the home page.\n\n## Steps\n1. Draw it.").Edit("a.tsx", 30).Say("The clock shows the next high tide."), "Add a tide clock to the home page", nil},
		"a stack trace":         {new(talk).Ask("Traceback (most recent call last):\n  File \"/srv/app/main.py\", line 12, in <module>\n    main()\nKeyError: 'station'").Edit("main.py", 3).Say("A missing station is skipped."), "KeyError: 'station'", nil},
		"a brainstorm":          {new(talk).Ask("brainstorm:\n- cache tide tables between runs\n- off by default").Say("Here are two ways to cache them."), "Brainstorm: cache tide tables between runs, off by default", nil},
		"a long one":            {new(talk).Ask(long).Edit("export.go", 30).Say("The list shows a hundred at a time."), "Add paging to the list of all invoices of all tenants", []string{"hundred at a time"}},
		"stopped in mid-work":   {new(talk).Ask("Add a search box to the invoice table").Edit("table.tsx", 30).Interrupt(), "Add a search box to the invoice table", []string{"Stopped by the person"}},
		"a usage limit":         {new(talk).Ask("Add a search box to the invoice table").Say("You've hit your limit · resets 7pm"), "Add a search box to the invoice table", []string{"usage limit"}},
		"an unanswered prompt":  {new(talk).Ask("Add a search box to the invoice table"), "Add a search box to the invoice table", []string{"not answered"}},
	} {
		v := b.verdict(c.talk)
		title, summary := v.Title.String(), v.Summary.String()
		if cut, ok := strings.CutSuffix(title, "…"); ok && len([]rune(c.title)) < len([]rune(title)) {
			if !strings.HasPrefix(cut, c.title) {
				t.Errorf("%s: title %q, want it to begin with %q", name, title, c.title)
			}
		} else if title != c.title {
			t.Errorf("%s: title %q, want %q", name, title, c.title)
		}
		for _, want := range c.summary {
			if !strings.Contains(summary, want) {
				t.Errorf("%s: summary %q does not say %q", name, summary, want)
			}
		}
		checkLabel(t, name, title, summary)
	}
}

// TestLabelsOfHostileText: whatever is pasted, a label has its length, is one
// line, and shows no wrapper of a command.
func TestLabelsOfHostileText(t *testing.T) {
	b := newBench(t)
	for _, text := range []string{
		strings.Repeat("a", 5000), strings.Repeat("ошибка ", 900), strings.Repeat("好", 4000), "\xff\xfe\xfd", "\n\n\t\n", "```\n```", strings.Repeat("🎉", 300), "\ufeff", "\u202e\u0007", "\x1b[31mred\x1b[0m", strings.Repeat("e\u0301", 300), strings.Repeat("🇩🇪", 90), "[Image #1]", "(no content)", strings.Repeat("/a", 900), "<a><b></b>",
		"# \n## \n### ", "{\"a\":" + strings.Repeat("[", 900), "fix\x00the\x00bug", "https://example.com/" + strings.Repeat("x/", 400), "?", "…", "-- -- --",
	} {
		for _, k := range []*talk{new(talk).Ask(text).Edit("a.go", 3).Say(text), new(talk).HandPlan(text).Say(text), new(talk).Command("/review-pr", text).Say(text)} {
			v := b.verdict(k)
			bounded(t, text[:min(len(text), 20)], v.Title.String(), judge.MaxTitle)
			bounded(t, text[:min(len(text), 20)], v.Summary.String(), judge.MaxSummary)
		}
	}
}

// TestLabelsCutNoSecret: wherever a secret stands, in the prompt or in the
// answer, no part of it reaches a label: what does not fit is left out whole, and
// what is shown passes the gate with the word that tells it.
func TestLabelsCutNoSecret(t *testing.T) {
	b := newBench(t)
	gate, err := redact.New(redact.Options{})
	if err != nil {
		t.Fatal(err)
	}
	labels := func(k *talk) string {
		d := k.Draft()
		v := judge.Enforce(b.opinion(d), d, gate.Session("s"), judge.Meta{Judge: "offline", Version: "test"})
		return v.Title.String() + " / " + v.Summary.String()
	}
	for name, secret := range map[string]string{
		"a forge's token": "ghp_" + strings.Repeat("a1B2c3D4e5", 4)[:36], "a cloud's key": "AKIA" + "QWERTYUIOPASDFGH",
		"a pair": "password=tr0ub4dor-and-3-staples", "in an address": "https://robin:tr0ub4dor-and-3-staples@db.example/tides",
		"of a hook": "https://hooks.slack.com/services/T01ABCDEF/B02GHIJKL/" + "XkTq9fJ2LmPzR8sWvB3nYc5D", "in a query": "https://a.example/tides?api_key=tr0ub4dor-and-3-staples",
	} {
		for before := range 75 {
			text := strings.TrimSpace(strings.Repeat("tide tables ", 8)[:before]) + " " + secret + " add it to the reader of gauges"
			for _, k := range []*talk{new(talk).Ask("use "+text).Edit("a.go", 3).Say("Done with " + text), new(talk).HandPlan("# " + text).Say(text), new(talk).Command("/use", text).Say("- " + text), new(talk).Ask("yes").Edit("a.go", 3).Say("The reader uses " + text)} {
				label := labels(k)
				for _, part := range []string{"a1B2c3", "QWERTY", "r0ub4dor", "staples", "XkTq9f", "nYc5D"} {
					if strings.Contains(label, part) {
						t.Fatalf("%s, %d bytes before it: %q", name, before, label)
					}
				}
			}
		}
	}
	for _, text := range []string{"I have the database password: tr0ub4dor-and-3-staples please use it in the importer", "Here is the token:\ntr0ub4dor-and-3-staples\nadd it to the importer", "Don't print the password: tr0ub4dor-and-3-staples, add it to the importer", "password:\n- tr0ub4dor-and-3-staples"} {
		if label := labels(new(talk).Ask(text).Edit("a.go", 3).Say(text)); strings.Contains(label, "r0ub4dor") {
			t.Errorf("%q", label)
		}
	}
}

// checkLabel holds what every title and summary of a real session keeps to.
func checkLabel(t *testing.T, name, title, summary string) {
	t.Helper()
	if title == "" || summary == "" {
		t.Errorf("%q: title %q, summary %q", name, title, summary)
	}
	bounded(t, name, title, judge.MaxTitle)
	bounded(t, name, summary, judge.MaxSummary)
	for _, text := range []string{title, summary} {
		if strings.Contains(text, "Implement the following plan") {
			t.Errorf("%q: %q shows the hand-over", name, text)
		}
	}
}

// bounded holds what every text that is kept keeps to.
func bounded(t *testing.T, name, text string, most int) {
	t.Helper()
	if n := utf8.RuneCountInString(text); n > most || n == 0 || !utf8.ValidString(text) || strings.ContainsFunc(text, unicode.IsControl) {
		t.Errorf("%q: %d characters on one line wanted, got %d: %q", name, most, n, text)
	}
	for _, tag := range []string{"<command-", "</command", "<local-command"} {
		if strings.Contains(text, tag) {
			t.Errorf("%q: %q shows a wrapper", name, text)
		}
	}
}

// TestLongLinesAreCheap: what is linear in a label's length is not in a line's.
func TestLongLinesAreCheap(t *testing.T) {
	for _, unit := range []string{"[a](b)", "[Image #1]"} {
		line := strings.Repeat(unit, 1<<20/len(unit))
		if got := plain.Of(line); len(got) > plain.MaxBytes {
			t.Errorf("%s…: %d bytes", unit, len(got))
		}
		k := new(talk).Ask(line).Run("git commit -m '"+line+"'", "[main 1a2b3c4] fix")
		if got := title.FirstWords(newBench(t).j.Read(k.Draft()).a); len(got) > plain.SentenceBytes {
			t.Errorf("%s…: first words of %d bytes", unit, len(got))
		}
	}
}
