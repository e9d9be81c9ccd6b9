package output

import "testing"

// TestPasted: an error that a prompt brings without a word of its own, as a stack of calls or
// a line in any language, and prompts that only speak of one.
func TestPasted(t *testing.T) {
	for _, text := range []string{
		"java.lang.NullPointerException\n\tat app.Ledger.post(Ledger.java:31)\n\tat app.Main.main(Main.java:9)",
		"System.InvalidOperationException\n   at Shop.Cart.Total() in /src/Cart.cs:line 31",
		"KeyError\n  File \"cart.py\", line 9, in total", "RangeError\n    at total (/srv/cart.js:12:9)",
		"jetzt kommt: Fehler: SQLSTATE[42S02]: Base table or view not found", "Fehler: ORA-00942: table or view does not exist", "Erreur : connexion refusée (connection refused)",
		"Error: la tabla no existe: undefined column `id`", "Errore: TypeError: x is not a function", "erro: ECONNREFUSED 127.0.0.1:5432", "Fout: permission denied (publickey)",
		"Ошибка: connection refused: 127.0.0.1", "エラー: TypeError: x is undefined", "错误: Cannot find module './cart'", "오류: ENOENT: no such file or directory", "Błąd: relation \"carts\" not found: 42P01",
		"now I get: fatal: SQLSTATE[HY000]: General error",
	} {
		if len(Errors(text, false, false)) == 0 {
			t.Errorf("brings an error: %q", text)
		}
	}
	for _, text := range []string{
		"document when a NullPointerException is thrown", "add a handler for KeyError", "catch the TypeError in cart.ts and show a message", "Fehler: bitte rot darstellen", "rename the heading to Fehler: Details",
		"the list of errors should be sorted", "- at home (later)\n- at work (today)", "Erreur : mets ce libellé en gras", "错误: 这个标签改成红色", "which error code does the API send?",
	} {
		if got := Errors(text, false, false); len(got) > 0 {
			t.Errorf("only speaks of one: %q: %v", text, got)
		}
	}
}
