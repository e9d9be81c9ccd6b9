package tracker

import (
	"context"
	"testing"

	"prism/internal/conversation"
)

// A task of its own opens a session though nothing announces it; one that shares words or
// files, points back, or answers what the agent asked does not.
func TestOwnTask(t *testing.T) {
	tr, err := Default()
	if err != nil {
		t.Fatal(err)
	}
	first := turn("The invoice list ignores the chosen currency, please correct that", "Corrected: the list respects the currency.", "/p/shop/invoices/list.go")
	asked := turn("The invoice list ignores the chosen currency, please correct that", "Which currency shall be the default?", "/p/shop/invoices/list.go")
	offered := turn("The invoice list ignores the chosen currency, please correct that", "Corrected. Let me know if you want anything else!", "/p/shop/invoices/list.go")
	fresh := turn("Write a Lua plug-in that colours brackets by their depth", "The plug-in colours brackets.", "/p/nvim/lua/brackets.lua")
	for name, c := range map[string]struct {
		turns []conversation.Turn
		cut   bool
	}{
		"other words, answer and folder": {[]conversation.Turn{first, fresh}, true},
		"behind an offer":                {[]conversation.Turn{offered, fresh}, true},
		"behind a question":              {[]conversation.Turn{asked, fresh}, false},
		"another file in the folder":     {[]conversation.Turn{first, turn("decimals come out rounded upwards on leap days", "Half-even rounding now.", "/p/shop/invoices/round.go")}, true},
		"few words, and nothing shared":  {[]conversation.Turn{first, turn("colour nested brackets softly", "Brackets are tinted.", "/p/nvim/lua/brackets.lua")}, true},
		"another language in the folder": {[]conversation.Turn{first, turn("the ringtone fades away on earpieces", "It keeps its volume.", "/p/shop/invoices/ringtone.swift")}, true},
		"a document in the folder":       {[]conversation.Turn{first, turn("the ringtone fades away on earpieces", "It keeps its volume.", "/p/shop/invoices/ringtone.md")}, false},
		"a page and its script":          {[]conversation.Turn{turn("The invoice list ignores the chosen currency, please correct that", "Corrected: the list respects the currency.", "/p/shop/invoices/list.html"), turn("the ringtone fades away on earpieces", "It keeps its volume.", "/p/shop/invoices/ringtone.ts")}, false},
		"a chore elsewhere":              {[]conversation.Turn{first, landed("shrink container layers and stage everything else", "Staged.")}, false},
		"a name of a chore, built":       {[]conversation.Turn{first, turn("shrink the container layers, multi stage build", "Two stages now.", "/p/box/Dockerfile")}, true},
		"a question answered in a file":  {[]conversation.Turn{first, turn("which ringtone fades on older earpieces?", "The marimba one.", "/p/nvim/lua/brackets.lua")}, false},
		"a follow-up":                    {[]conversation.Turn{first, turn("and write a Lua plug-in that colours brackets by their depth", "The plug-in colours brackets.", "/p/nvim/lua/brackets.lua")}, false},
		"the same file":                  {[]conversation.Turn{first, turn("Write a helper that pads numbers with leading zeroes everywhere", "A helper pads them.", "/p/shop/invoices/list.go")}, false},
		"tests":                          {[]conversation.Turn{first, turn("cover rounding with table tests for yen and dinar", "Tests added.", "/p/shop/test/round_test.go")}, false},
		"shared words":                   {[]conversation.Turn{first, turn("Write a Lua plug-in that shows the invoice currency in brackets", "The plug-in shows it.", "/p/nvim/lua/brackets.lua")}, false},
		"the next step of the plan":      {[]conversation.Turn{first, turn("Let's move on to the next step of the plan: overdue notices by mail", "The notices go out by mail now.", "/p/nvim/mail/notice.go")}, false},
		"a step by its number":           {[]conversation.Turn{first, turn("Let's move on to step 3: overdue notices by mail", "The notices go out by mail now.", "/p/nvim/mail/notice.go")}, false},
		"long, in no words of a task":    {[]conversation.Turn{turn("which branches are stale by now?", "None is."), turn("amy the accountant: a realistic estimate of salaries, machines, months, office rent, insurance", "An estimate of 4 million.", "/p/books/estimate.ods")}, true},
		"long, and nothing done":         {[]conversation.Turn{turn("which branches are stale by now?", "None is."), turn("amy the accountant: a realistic estimate of salaries, machines, months, office rent, insurance", "That is for her to say.")}, false},
		"long, and it is praise":         {[]conversation.Turn{turn("which branches are stale by now?", "None is."), turn("amy the accountant: a realistic estimate of salaries, machines, months, office rent, insurance, brilliant", "Noted.", "/p/books/estimate.ods")}, false},
		"a line of output":               {[]conversation.Turn{turn("which branches are stale by now?", "None is."), turn("ActiveRecord::StatementInvalid: PG::UndefinedColumn: ERROR: column users.locale absent, migrations pending, schema outdated", "Migrated.", "/p/db/schema.rb")}, false},
		"long, and a fault of the work":  {[]conversation.Turn{first, turn("decimals of the invoice currency come out rounded upwards whenever somebody books by telephone from abroad", "Half-even rounding now.", "/p/shop/invoices/round.go")}, false},
		"a polite question":              {[]conversation.Turn{turn("which branches are stale by now?", "None is."), turn("listen, could you tint nested brackets and mute the ringtone of my earpiece?", "Brackets are tinted; the ringtone is mute.")}, true},
		"a polite question, same folder": {[]conversation.Turn{turn("a landing page for the bakery", "The page stands.", "/p/web/index.html"), turn("could you please make headings bolder, footers darker, captions italic and margins wider?", "Bolder, darker, italic and wider.", "/p/web/style.css")}, false},
		"behind a word that closed it":   {[]conversation.Turn{first, turn("ok good to know", "Good."), turn("ok now tint nested brackets in neovim by their depth pls", "Tinted.", "/p/nvim/lua/brackets.lua")}, true},
		"behind a word that dropped it":  {[]conversation.Turn{first, turn("ok never mind, drop it", "Fine."), turn("ok now tint nested brackets in neovim by their depth pls", "Tinted.", "/p/nvim/lua/brackets.lua")}, false},
		"described in a pull request":    {[]conversation.Turn{first, turn("ok perfect, thanks", "Good."), turn("give me another pull request description, two sentences", "Currency is respected. Nothing else changed.")}, false},
		"a word of a chore, a task":      {[]conversation.Turn{first, turn("ok perfect, thanks", "Good."), turn("Write the press release of the theatre about its summer festival tickets", "Written.", "/p/press/summer.md")}, true},
		"wrong, and the service failed":  {[]conversation.Turn{first, failing("still wrong, earpieces tint their ringtone brackets on leap days")}, false},
		"too short":                      {[]conversation.Turn{first, turn("colour brackets", "The plug-in colours brackets.", "/p/nvim/lua/brackets.lua")}, false},
	} {
		got, err := tr.Shifts(context.Background(), c.turns)
		if err != nil {
			t.Fatal(err)
		}
		if (len(got) == 1) != c.cut {
			t.Errorf("%s: %v, want a cut: %v", name, got, c.cut)
		}
	}
}

// failing is a last prompt that the service failed on.
func failing(prompt string) conversation.Turn {
	t := turn(prompt, "API Error: 529 overloaded")
	t.Marks = []conversation.Mark{{Kind: conversation.MarkFailure, Text: "API Error: 529 overloaded"}}
	t.Says, t.Steps = nil, nil
	return t
}
