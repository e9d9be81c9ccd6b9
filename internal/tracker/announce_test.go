package tracker

import (
	"strings"
	"testing"

	"prism/internal/conversation"
	"prism/internal/lexicon"
)

// What announces that a prompt turns to something else, and what only sounds so.
func TestAnnounced(t *testing.T) {
	b := newBook()
	for how, prompts := range map[announcement]string{
		byHeading: `New task: give the settings page a dark palette
			ok, new task. The mailer needs a retry
			Here is a new task for you: sort the archive by year
			Great, thanks! Another topic – our cookie banner
			Perfect. Unrelated question: does zsh keep its history?
			Different topic: cookies
			Okay that is done. Completely separate: the disk of the build box is full
			Totally separate: the mailer needs a retry
			quick q about something else. in postgres, is timestamptz stored with the zone?
			diff topic: the footer is gone
			by the way, another topic: the archive
			Förresten annan sak helt, min ssh-nyckel funkar inte
			kurze Frage zu was anderem: wie schneide ich ein mp4
			petite question sur autre chose : comment couper un mp4
			por cierto, otra cosa: falta el pie de página
			кстати, другой вопрос: куда пропал подвал
			trouwens iets anders: de voettekst is weg
			Not related: the archive
			Ganz unabhängig davon: die Fußzeile fehlt
			Merci. Sans aucun rapport : le pied de page a disparu
			Gracias. Nada que ver: falta el pie de página
			Niente a che vedere: manca il piè di pagina
			Nada a ver: falta o rodapé
			Los daarvan: de voettekst is weg
			Совершенно отдельно: пропал подвал
			separate issue - the footer is gone on phones
			Something different: print the labels
			A completely separate issue: the footer is gone
			Eine ganz andere Frage: hält zsh seinen Verlauf?
			En helt annan sak: sidfoten saknas
			Una cuestión totalmente distinta: ¿guarda zsh su historial?
			Zupełnie inna sprawa: brakuje stopki
			Neue Aufgabe: die Fußzeile fehlt
			Gut. Andere Frage: hält zsh seinen Verlauf?
			Jetzt eine andere Sache: die Fußzeile
			Autre chose : le pied de page a disparu
			Nouvelle tâche : traduire la notice
			Otra cosa: falta el pie de página
			Otra pregunta: ¿guarda zsh su historial?
			Outra coisa: falta o rodapé
			Altra cosa: manca il piè di pagina
			Iets anders: de voettekst is weg
			新任务：翻译说明书
			好的。另一个问题：页脚不见了
			新しいタスク：説明書を翻訳
			別の質問です。フッターはどこですか
			새 작업: 설명서를 번역해 줘
			Другой вопрос: где хранится история?
			Inna sprawa: brakuje stopki
			Yeni görev: altbilgi eksik
			new task: write a short README section about backups
			新任务：在README里写一小段备份说明
			새 작업: README에 백업 설명 짧게 써줘
			новая задача: напиши в README короткий раздел про бэкапы
			inne zadanie: napisz w README krótką sekcję o backupach
			việc khác: thêm một dòng vào tài liệu
			Ny uppgift: sidfoten saknas
			مهمة جديدة: ترجم الدليل`,
		bySaying: `let's switch over to the invoice mails
			Now something else: the footer is gone
			ok, let's switch to another topic. Cookies
			Moving on to something different. The mailer needs a retry
			Alright, switching gears: the archive
			On another note, can you sort the archive by year?
			Let's put this aside and look at the mailer
			That works. Let's change the subject: cookies
			Unrelated to this, the mailer needs a retry
			Lass uns das Thema wechseln. Die Fußzeile fehlt
			Jetzt etwas ganz anderes: die Fußzeile fehlt
			Passons à autre chose. Le pied de page a disparu
			Changeons de sujet : les cookies
			Cambiando de tema, falta el pie de página
			Mudando de assunto: falta o rodapé
			Cambiamo argomento: manca il piè di pagina
			Nu iets heel anders: de voettekst
			話は変わりますが、フッターがありません
			別件ですが、フッターがありません
			换个话题，页脚不见了
			다른 얘기인데, 바닥글이 사라졌어
			Сменим тему. Где хранится история?
			Zmieńmy temat: brakuje stopki
			Konuyu değiştirelim. Altbilgi eksik
			şimdi farklı bir iş: bir satır ekle
			giờ làm việc khác nhé, thêm một dòng về kênh chat
			Nu något helt annat: sidfoten saknas`,
		unannounced: `let's move on to the docs for this
			new task: update the docs
			làm việc với tệp khác
			let's switch to the simpler variant
			Create a new task: buy milk, and show it on the board
			the new task form is broken
			add another topic to the menu
			New task: do it in the same file, too
			Next task on the list: the footer
			Now something else in this same file: rename the helper
			New task from the plan: phase 2
			Neue Aufgabe aus der Liste: die Fußzeile
			新任务：清单上的下一项
			it does something completely different on phones
			another question?
			keep the two lists completely separate
			the two are not related: one is a name
			the menu should be totally separate: its own file
			is there another question in the form
			could you move on
			rename NewTask to OpenTask
			the task is new: look at it
			let's switch to tabs
			c'est autre chose que prévu`,
	} {
		for prompt := range strings.Lines(prompts) {
			prompt = strings.TrimSpace(prompt)
			if got := b.read(&conversation.Turn{Prompt: prompt}, &lexicon.Text{}).announced; got != how {
				t.Errorf("%s: %d, want %d", prompt, got, how)
			}
		}
	}
}

// An announced shift cuts whatever the weights say, unless it goes on with the words of
// the session; a task of its own behind closed work does, too.
func TestRules(t *testing.T) {
	thanks := turn("perfect, thanks", "You're welcome.")
	tests := []struct {
		name string
		last []conversation.Turn
		want bool
	}{
		{"announced", []conversation.Turn{turn("New task: the newsletter needs an unsubscribe link", "Looking at it.")}, true},
		{"said", []conversation.Turn{turn("Let's change the subject. The newsletter needs an unsubscribe link", "Looking at it.")}, true},
		{"announced in vain", []conversation.Turn{turn("Different question: which invoice totals does sumLines round?", "Those of each invoice.")}, false},
		{"closed, then another", []conversation.Turn{thanks, turn("The newsletter needs an unsubscribe link in its footer", "Added the link to the newsletter template.")}, true},
		{"closed, then the same", []conversation.Turn{thanks, turn("sumLines should also round the invoice totals to cents", "Rounded.")}, false},
		{"closed, then a nod", []conversation.Turn{thanks, turn("and nothing else to do here?", "No.")}, false},
		{"not closed", []conversation.Turn{turn("now what?", "Nothing is left."), turn("ok", "")}, false},
	}
	for _, tt := range tests {
		turns := append(invoices(), tt.last...)
		shifts, err := tracker(t).Shifts(t.Context(), turns)
		if err != nil {
			t.Fatal(err)
		}
		got := len(shifts) > 0 && shifts[len(shifts)-1].Turn == len(turns)-1
		if got != tt.want {
			t.Errorf("%s: %v, want %v (%+v)", tt.name, got, tt.want, shifts)
		}
	}
}
