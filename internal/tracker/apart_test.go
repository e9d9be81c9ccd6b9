package tracker

import (
	"strings"
	"testing"

	"prism/internal/conversation"
	"prism/internal/lexicon"
)

// A prompt announces another goal by naming what it has nothing to do with, or by a new
// change behind acceptance; what was just done, a denial, a question and a pointing word
// are no such names.
func TestApart(t *testing.T) {
	b := newBook()
	for how, prompts := range map[announcement]string{
		byNaming: `unrelated to the importers, but the suite is red: run make check
			Unrelated to the import scripts: the footer is gone on phones
			not related to the mailer, can you sort the archive by year?
			ok, nothing to do with the mailer but the archive wants sorting by year
			Unabhängig von den Rechnungen: die Fußzeile fehlt
			hat nichts mit den Rechnungen zu tun, aber die Fußzeile fehlt
			Rien à voir avec les factures, mais le pied de page a disparu
			Nada que ver con las facturas, pero falta el pie de página
			Nada a ver com as faturas, mas falta o rodapé
			Niente a che vedere con le fatture, ma manca il piè di pagina
			los van de facturen: de voettekst is weg
			не связано со счетами, но пропал подвал
			niezależnie od faktur: brakuje stopki
			orelaterat till fakturorna, men sidfoten saknas
			請求書とは関係ないですが、フッターがありません
			跟发票无关，页脚不见了
			송장과는 상관없이, 바닥글이 사라졌어
			faturalarla ilgisi yok ama, altbilgi eksik`,
		byHeading: `random question: what is the capital of Mongolia?
			nice, brand new topic: the footer
			eine kurze Frage am Rande: wie heißt die Hauptstadt der Mongolei?
			pregunta rápida no relacionada: ¿cuál es la capital de Mongolia?
			domanda veloce non correlata: qual è la capitale della Mongolia?
			ちなみに関係ない質問：モンゴルの首都は？`,
		bySaying: `unrelated but can you sort the archive by year?
			let's do something unrelated now. The footer is gone`,
		unannounced: `this is unrelated but the tests fail
			this is unrelated to your change, but the tests fail
			unrelated to your changes, but CI is red
			unrelated to the fix, but two tests fail now
			unrelated to the PR, but the build is red
			the failure is not unrelated to the importers, look again
			not unrelated to the importers: the footer
			is it unrelated to the importers?
			unrelated to the importers?
			it's unrelated to the importers, look at the footer
			it is unrelated to the importers, look at the footer
			keep it independent from the importers, please
			unrelated to the importers that read the old format of the mailing lists the footer is gone
			great, new change. When a folder is made, begin to count at one
			Perfect! New change: the footer should stick
			thanks, that works. Next change - the labels in two columns
			Super, danke. Neue Änderung: die Fußzeile soll kleben
			Parfait. Nouvelle modification : le pied de page colle
			Perfecto. Nuevo cambio: el pie de página fijo
			Perfetto. Nuova modifica: il piè di pagina fisso
			Отлично! Новая правка: подвал должен прилипать
			完璧です。次の変更：フッターを固定
			太好了。新的改动：页脚固定
			완벽해. 새 변경: 바닥글 고정
			great job. New feature: sort the archive by year
			make a new change to the same file
			a new change to the same file: rename it
			great, a new change to the same file: rename it
			great, the new change works
			great. New change in the same file: rename it
			New change: the footer should stick
			not great. New change: back to the old footer
			no, new change: the old footer
			great, one more change: make it blue
			unabhängig von deiner Änderung: die Tests schlagen fehl
			rien à voir avec ta modification, mais les tests échouent
			indépendamment de la modification : les tests échouent
			この変更とは関係ないですが、テストが落ちます
			跟你的改动无关，测试失败了`,
	} {
		for prompt := range strings.Lines(prompts) {
			prompt = strings.TrimSpace(prompt)
			if got := b.read(&conversation.Turn{Prompt: prompt}, &lexicon.Text{}).announced; got != how {
				t.Errorf("%s: %d, want %d", prompt, got, how)
			}
		}
	}
}
