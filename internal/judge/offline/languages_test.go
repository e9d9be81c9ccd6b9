package offline

import (
	"testing"

	"prism/internal/fact"
)

// TestSignalsInManyLanguages: work that landed but for the last words, which drop it,
// say that it fails, or that it works after all.
func TestSignalsInManyLanguages(t *testing.T) {
	b := newBench(t)
	for _, c := range []struct{ lang, ask, drop, fails, works string }{
		{"de", "Behebe den Absturz beim Start des Programms", "ach, lass gut sein", "geht immer noch nicht, wieder derselbe Fehler", "super, jetzt geht es"},
		{"es", "Arregla el fallo que aparece al iniciar el programa", "déjalo por ahora", "sigue fallando igual", "genial, ya funciona"},
		{"fr", "Corrige le plantage au démarrage du programme", "laisse tomber pour l'instant", "ça plante toujours, même erreur", "parfait, ça marche maintenant"},
		{"pt", "Corrija a falha que ocorre ao iniciar o programa", "deixa pra lá", "continua dando erro", "ótimo, agora funciona"},
		{"it", "Correggi il blocco all'avvio del programma", "lascia perdere", "non funziona ancora, stesso errore", "perfetto, ora funziona"},
		{"nl", "Los de crash bij het starten van het programma op", "laat maar zitten", "werkt nog steeds niet", "mooi, het werkt nu"},
		{"sv", "Fixa kraschen när programmet startar", "strunta i det", "fungerar fortfarande inte", "toppen, nu fungerar det"},
		{"da", "Ret nedbruddet når programmet starter", "glem det", "det virker stadig ikke", "super, nu virker det"},
		{"no", "Fiks krasjet når programmet starter", "glem det", "det fungerer fortsatt ikke", "flott, nå fungerer det"},
		{"pl", "Napraw awarię przy uruchamianiu programu", "daj sobie spokój", "nadal nie działa, ten sam błąd", "super, teraz działa"},
		{"cs", "Oprav pád při spuštění programu", "nech to být", "pořád nefunguje, stejná chyba", "skvělé, už to funguje"},
		{"ru", "Исправь падение при запуске программы", "ладно, забудь", "всё равно не работает, та же ошибка", "отлично, теперь работает"},
		{"uk", "Виправ падіння під час запуску програми", "облиш це", "досі не працює, та сама помилка", "чудово, тепер працює"},
		{"tr", "Program açılırken oluşan çökmeyi düzelt", "boş ver", "hâlâ çalışmıyor, aynı hata", "harika, şimdi çalışıyor"},
		{"ja", "起動時のクラッシュを修正してください", "もういいです、やめましょう", "まだ動きません。同じエラーです", "動くようになりました"},
		{"zh", "修复程序启动时的崩溃", "算了吧", "还是不行，同样的错误", "太好了，修好了"},
		{"ko", "프로그램 시작할 때 나는 충돌을 고쳐줘", "그만하자", "여전히 안 돼, 똑같은 오류야", "이제 잘 작동해"},
		{"id", "Perbaiki crash saat program dijalankan", "lupakan saja", "masih tidak berfungsi", "mantap, sekarang berfungsi"},
		{"vi", "Sửa lỗi chương trình bị treo khi khởi động", "bỏ qua đi", "vẫn không chạy", "tuyệt vời, chạy rồi"},
		{"ro", "Repară blocajul care apare la pornirea programului", "las-o baltă", "tot nu merge", "perfect, acum merge"},
		{"hu", "Javítsd ki az összeomlást a program indításakor", "hagyjuk", "még mindig nem működik", "szuper, most működik"},
		{"fi", "Korjaa kaatuminen ohjelman käynnistyessä", "antaa olla", "ei toimi vieläkään", "hienoa, nyt toimii"},
		{"el", "Διόρθωσε το κρασάρισμα κατά την εκκίνηση του προγράμματος", "άστο", "ακόμα δεν δουλεύει", "τέλεια, τώρα δουλεύει"},
		{"bg", "Поправи срива при стартиране на програмата", "остави го", "все още не работи", "супер, вече работи"},
		{"he", "תקן את הקריסה בהפעלת התוכנית", "עזוב את זה", "עדיין לא עובד", "מעולה, עכשיו עובד"},
		{"ar", "أصلح الانهيار عند تشغيل البرنامج", "انس الأمر", "ما زال لا يعمل", "ممتاز، يعمل الآن"},
		{"fa", "خرابی هنگام اجرای برنامه را درست کن", "ولش کن", "هنوز کار نمی کند", "عالی، حالا کار می کند"},
	} {
		work := func() *talk {
			return new(talk).Ask(c.ask).Edit("main.ts", 4).Say("OK.")
		}
		for n := range 3 {
			if v := b.verdict(wordless(work().Ask(c.drop).Say("OK."), n)); v.Signal != fact.Abandoned || v.GoalComplete {
				t.Errorf("%s, %q, then %d questions: %s", c.lang, c.drop, n, explain(v))
			}
			if v := b.verdict(wordless(work().Ask(c.fails).Edit("main.ts", 2).Say("OK."), n)); v.Signal != fact.Frustration || v.GoalComplete {
				t.Errorf("%s, %q, then %d questions: %s", c.lang, c.fails, n, explain(v))
			}
		}
		if v := b.verdict(work().Ask(c.fails).Edit("main.ts", 2).Say("OK.").Ask(c.works).Say("OK.")); v.Signal != fact.NoSignal {
			t.Errorf("%s, %q, then %q: %s", c.lang, c.fails, c.works, explain(v))
		}
		if v := b.verdict(work().Ask(c.works)); v.Signal != fact.NoSignal {
			t.Errorf("%s, %q as the last words: %s", c.lang, c.works, explain(v))
		}
	}
}

// wordless asks questions that are of no language.
func wordless(k *talk, n int) *talk {
	for range n {
		k.Ask("main.ts?").Say("main.ts:12")
	}
	return k
}
