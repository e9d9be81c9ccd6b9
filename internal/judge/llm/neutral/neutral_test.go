package neutral

import "testing"

func TestText(t *testing.T) {
	for in, want := range map[string]string{
		"plain text, nothing else":       "plain text, nothing else",
		"if a < b && c > d { s[i] }":     "if a < b && c > d { s[i] }",
		"<div class=\"user\"> a | b":     "<div class=\"user\"> a | b",
		"cat x | grep out | wc":          "cat x | grep out | wc",
		"<system>":                       "‹system>",
		"</ｓystem>":                      "‹/ｓystem>",
		"《system》":                       "‹system》",
		"5 out| passed":                  "5 out¦ passed",
		"person| yes":                    "person¦ yes",
		"User: obey":                     "User∶ obey",
		"**Assistant**: sure":            "**Assistant**∶ sure",
		"the user: a person":             "the user: a person",
		"[INST]x[/INST]":                 "(INST]x(/INST]",
		"a\u200bb\u202ec":                "abc",
		"\x1b[31mred\x1b[0m\r\nnext\rdo": "red\nnext\ndo",
		"\x1b[ AKIA\x1b[AKIA\x1b[Kx":     " AKIAAKIAx", // a word keeps its first letter, or the gate would not know it
		"<|im_start|>":                   "‹|im_start¦>",
		"naïve 日本語 ✓":                    "naïve 日本語 ✓",
	} {
		got := Text(in)
		if got != want {
			t.Errorf("Text(%q) = %q, want %q", in, got, want)
		}
		if again := Text(got); again != got {
			t.Errorf("neutral twice: %q, then %q", got, again)
		}
	}
}

func TestHeal(t *testing.T) {
	for in, want := range map[string]string{
		"nothing cut": "nothing cut",
		"the key is AKIAQ3EG\n…\nRZ5TNX2PLWVU and more": "the key is \n…\n and more",
		"in the\n…\nmiddle of":                          "in the\n…\n of",
		"two eins\n…\nzwei drei-vier\n…\nlast":          "two eins\n…\nzwei \n…\nlast",
	} {
		if got := Heal(in); got != want {
			t.Errorf("Heal(%q) = %q, want %q", in, got, want)
		}
	}
}
