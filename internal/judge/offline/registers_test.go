package offline

import (
	"testing"

	"prism/internal/fact"
)

// registers are ways to say, curtly or politely, that the work does not work or is put
// off or dropped, and look-alikes that say neither, in the languages that are spoken most.
// ask is work to be done, look a neutral question after it.
type register struct {
	lang, ask, look          string
	fails, drops, noFailures []string
}

func registers() []register {
	return []register{
		{"en", "Card saves itself on every render instead of on click, fix this bug", "does Card need useCallback here?", []string{
			"why does this never work", "why does it never work with you", "how come it never works", "why does nothing ever work here", "why can't this just work", "why won't this work",
			"why doesn't this work", "why is this still not right", "this never works", "it just won't work", "nothing you do works", "nothing you try works", "you never get this right", "why do you never get it right",
			"why can it not just work for once", "can it ever work", "will this ever work", "does anything you write ever work", "unfortunately it still does not work", "I'm afraid this is still not fixed",
			"sorry but that did not help", "sadly the problem remains", "hmm doesnt wrk", "nope still brokn", "still doenst work", "its not workin", "still no workie", "still bust",
			"wow, broken again, impressive", "great, now it's even more broken", "congratulations, you broke it again", "oh wonderful, it crashes again", "brilliant, still nothing", "well that went well. still broken",
			"bruh still broken", "lol still not working", "omfg", "ffs it's still broken", "this is driving me up the wall", "I'm losing my mind here", "I've had it with this", "how is this still broken", "how is this not fixed yet",
			"I asked for this three times already", "we have been at this for hours", "this can't be that hard", "that's the fourth time now", "every time you touch it, it breaks", "you keep getting this wrong",
			"I can't believe it's still failing", "no improvement whatsoever", "zero progress", "I'd hoped this would work by now, it doesn't", "with respect, this is not working", "still exhibits the same behaviour",
		}, []string{
			"I'll look at it another day", "another day", "some other day", "not today", "lets just leave this ticket for now, I have a meeting, will pick it up another time", "leave the ticket for now", "let's leave this bug for now",
			"will pick it up another time", "I'll pick this up another time", "pick it up some other time", "leave this one for now, gotta run", "let's pick this up on Monday", "we can pick this up after the holidays",
			"let's come back to it next week", "will look at it next sprint", "I'll revisit this when I have time", "let's sleep on it", "out of time, leaving it here", "have to go, leave it", "let's pause this", "pausing this here",
			"let's put a pin in it", "put a pin in this for now", "parking this", "let it go for today", "I'm calling it a day", "calling it a night, this can wait", "that's enough for today, leave it as is", "I'll deal with this some other day",
			"no time for this now, another time", "not now, maybe some other time", "we'll get to it eventually, leave it", "this ticket can wait", "let's postpone this ticket", "let's shelve this ticket", "drop the ticket", "never mind this ticket",
			"I'd rather leave this for another time, if that's alright", "could we leave this for another day please", "please stop working on this", "please leave it for now", "thank you, but let's leave it", "nvm", "nah skip", "meh forget it",
			"ok whatever, leave it", "whatever, forget it", "I can't be bothered anymore", "cba, leave it", "screw it, I'll do it by hand", "fine, I'll do it myself then", "ugh I'll just write it myself", "let's bin it", "I'm out, forget it",
		}, []string{
			"why does the second example never work on Windows?", "does this work on Safari too?", "what does never mean in this type?", "which day does the other job run?", "can I leave this option for now in the file?",
			"what is the ticket number of this one?", "how does another date look in this format?", "where is the bug tracker configured?", "what happens to the card another user opens?", "why was it written that way?",
			"why didn't it work before?", "ok and why did it never work in the old version?", "if it's the third attempt, what does it log?", "this is the third time the column appears, why?",
			"it shouldn't be that hard to read, which part is the parser?", "I asked for this several times in the survey, how many answers are there?", "great, close this ticket",
		}},
		{"de", "Beim Speichern stürzt das Programm ab. Behebe den Fehler bitte.", "In welcher Datei steht das?", []string{
			"warum funktioniert das nie", "wieso klappt das nie", "warum geht das eigentlich nie", "wieso geht hier gar nichts", "kann das nicht einmal funktionieren", "das klappt einfach nicht", "das geht nie",
			"leider funktioniert es immer noch nicht", "tut mir leid, aber das hat nicht geholfen", "leider keine Besserung", "der Fehler besteht weiterhin", "geht immer noch nich", "funktioniert imemr noch nicht", "klappt nich", "geht ned",
			"na toll, schon wieder kaputt", "super, jetzt geht gar nichts mehr", "herzlichen Glückwunsch, wieder kaputt", "ganz toll, der gleiche Fehler", "boah, geht immer noch nicht", "alter, immer noch kaputt", "das ist doch zum Mäusemelken", "ich werd noch wahnsinnig",
			"das kann doch nicht so schwer sein", "wie oft denn noch", "ich hab die Nase voll", "das ist jetzt das vierte Mal", "stürzt nach wie vor ab", "null Fortschritt", "was soll der Mist",
		}, []string{
			"ich schaue es mir ein andermal an", "ein andermal", "nicht heute", "lassen wir das Ticket erstmal liegen", "lass das Ticket erst mal", "ich mache das an einem anderen Tag", "das machen wir ein anderes Mal", "nehmen wir uns nächste Woche wieder vor",
			"verschieben wir das auf morgen", "lass gut sein", "ich muss los, lassen wir es so", "das kann warten", "mach ich später selbst", "dann mach ich es eben selbst", "egal, vergiss es", "ach lass", "lassen wir es für heute", "Schluss für heute, ich mache morgen weiter", "legen wir es auf Eis",
			"bitte nicht weiter daran arbeiten", "wir brauchen das doch nicht mehr",
		}, []string{"warum heißt der Parameter so?", "an welchem Tag läuft der andere Job?", "geht das auch ohne den Parameter?", "was passiert, wenn nichts geht?", "warum läuft das nicht auf Windows?", "das ist das dritte Mal, dass die Spalte vorkommt, warum?"}},
		{"fr", "L'application plante à l'enregistrement. Corrige ce bug s'il te plaît.", "C'est dans quel fichier ?", []string{
			"pourquoi ça ne marche jamais", "pourquoi ça marche jamais", "ça ne marche jamais", "ça veut pas marcher", "rien ne marche", "malheureusement cela ne fonctionne toujours pas", "désolé mais ça n'a rien changé", "le problème est toujours là",
			"tjs pas", "ça marche tjrs pas", "ca marche toujour pas", "marche pas", "super, encore cassé", "bravo, maintenant plus rien ne marche", "génial, encore la même erreur", "c'est pas possible, encore cassé", "j'en ai marre", "ras le bol", "c'est n'importe quoi",
			"ça fait trois fois que je le dis", "combien de fois faut-il le dire", "c'est pourtant pas compliqué", "aucune amélioration", "ça plante encore", "tu m'as encore tout cassé",
		}, []string{
			"je regarderai ça un autre jour", "un autre jour", "une autre fois", "pas aujourd'hui", "on laisse ce ticket de côté pour l'instant", "laisse ce ticket pour le moment", "je reprendrai ça plus tard", "on verra ça une autre fois", "on reprendra la semaine prochaine",
			"laisse, je le ferai moi-même", "tant pis, laisse tomber", "bon, laisse", "on arrête là", "on met ça en pause", "ça peut attendre", "je dois y aller, laisse comme ça", "on abandonne", "plus besoin finalement", "remettons ça à demain",
		}, []string{"pourquoi ce paramètre s'appelle ainsi ?", "quel jour tourne l'autre tâche ?", "est-ce que ça marche aussi sous Windows ?", "pourquoi ça ne marche pas sous Windows ?"}},
		{"es", "La aplicación se cae al guardar. Arregla este error por favor.", "¿En qué archivo está eso?", []string{
			"por qué esto nunca funciona", "esto nunca funciona", "nunca funciona", "nada funciona", "no hay forma de que funcione", "lamentablemente sigue sin funcionar", "lo siento, pero no ha servido de nada", "el problema persiste", "sigue igual",
			"sige sin funcionar", "aun no funciona", "no funca", "no va", "genial, otra vez roto", "bravo, ahora no funciona nada", "qué bien, el mismo error de siempre", "estoy harto", "esto es desesperante", "ya van tres veces", "cuántas veces tengo que decirlo", "no puede ser tan difícil", "ninguna mejora", "joder, sigue fallando", "otra vez lo mismo",
		}, []string{
			"lo miro otro día", "otro día", "en otro momento", "hoy no", "dejemos este ticket por ahora", "deja este ticket de momento", "ya lo retomaré en otro momento", "lo retomamos la semana que viene", "lo vemos otro día", "déjalo estar", "déjalo por hoy", "da igual, olvídalo",
			"bah, déjalo", "ya lo hago yo", "lo dejamos aquí", "paremos aquí", "puede esperar", "lo dejo para mañana", "tengo que irme, déjalo así", "ya no hace falta", "lo aparcamos",
		}, []string{"¿por qué se llama así el parámetro?", "¿qué día corre el otro trabajo?", "¿funciona también en Windows?", "¿por qué no funciona en Windows?", "es la tercera vez que aparece la columna, ¿por qué?"}},
		{"it", "L'applicazione si blocca al salvataggio. Correggi questo bug per favore.", "In quale file si trova?", []string{
			"perché non funziona mai", "non funziona mai", "non va mai", "non c'è verso", "purtroppo continua a non funzionare", "mi dispiace ma non è servito a niente", "il problema persiste", "nn funziona", "ancora nn va", "non funzina ancora", "fantastico, di nuovo rotto", "complimenti, adesso non funziona più niente",
			"ma che bello, lo stesso errore di prima", "sono stufo", "che palle, ancora rotto", "è la terza volta", "quante volte devo dirlo", "non può essere così difficile", "nessun miglioramento", "si blocca ancora",
		}, []string{
			"lo guardo un altro giorno", "un altro giorno", "un'altra volta", "oggi no", "lasciamo stare questo ticket per ora", "lascia questo ticket per adesso", "lo riprendo un'altra volta", "lo riprendiamo la settimana prossima", "lascia perdere", "vabbè, lascia stare", "fa niente, lascia", "lo faccio io", "fermiamoci qui", "può aspettare", "rimandiamo a domani", "devo andare, lascia così", "non serve più",
		}, []string{"perché il parametro si chiama così?", "in quale giorno gira l'altro job?", "funziona anche su Windows?"}},
		{"pt", "O aplicativo trava ao salvar. Corrija este erro por favor.", "Em qual arquivo está isso?", []string{
			"por que isso nunca funciona", "isso nunca funciona", "nunca funciona", "nada funciona", "não tem jeito", "infelizmente ainda não funciona", "desculpe, mas não adiantou nada", "o problema persiste", "n funciona", "ainda n funciona", "nao ta funcionando", "ótimo, quebrou de novo", "parabéns, agora nada funciona", "que maravilha, o mesmo erro", "estou de saco cheio",
			"que saco, ainda quebrado", "já é a terceira vez", "quantas vezes preciso dizer", "não pode ser tão difícil", "nenhuma melhora", "continua travando", "tá de brincadeira",
		}, []string{
			"vejo isso outro dia", "outro dia", "outra hora", "hoje não", "vamos deixar este ticket por enquanto", "deixa esse ticket por agora", "retomo isso em outro momento", "retomamos na semana que vem", "deixa quieto", "deixa pra lá", "tanto faz, esquece", "eu mesmo faço", "vamos parar por aqui", "pode esperar", "fica para amanhã", "preciso ir, deixa assim", "não precisa mais",
		}, []string{"por que o parâmetro se chama assim?", "em que dia roda o outro job?", "isso funciona também no Windows?", "por que não funciona no Windows?", "é a terceira vez que a coluna aparece, por quê?"}},
		{"nl", "De app crasht bij het opslaan. Los deze bug op alsjeblieft.", "In welk bestand staat dat?", []string{
			"waarom werkt dit nooit", "dit werkt nooit", "helaas werkt het nog steeds niet", "sorry maar dat hielp niet", "het probleem blijft bestaan", "werkt nog stees niet", "doet het nog steeds nie", "fijn, weer kapot", "gefeliciteerd, nu werkt er niets meer", "lekker dan, weer dezelfde fout", "ik ben het zat", "dit is om gek van te worden", "dit is al de derde keer", "hoe vaak moet ik het nog zeggen",
			"zo moeilijk kan het niet zijn", "geen enkele verbetering", "crasht nog altijd", "wat een gedoe, nog steeds stuk",
		}, []string{
			"ik kijk er een andere dag naar", "een andere keer", "vandaag niet", "laat dit ticket voor nu liggen", "laat dit ticket maar even", "ik pak het een andere keer op", "we pakken dit volgende week weer op", "laat maar zitten", "laat maar", "maakt niet uit, vergeet het", "dan doe ik het zelf wel", "we stoppen hier", "dit kan wachten", "morgen weer verder, laat het zo", "ik moet weg, laat het zo", "niet meer nodig",
		}, []string{"waarom heet de parameter zo?", "op welke dag draait de andere job?", "werkt dit ook op Windows?", "waarom werkt dit niet op Windows?", "dit is de derde keer dat de kolom voorkomt, waarom?"}},
		{"ru", "Приложение падает при сохранении. Исправь эту ошибку, пожалуйста.", "В каком файле это находится?", []string{
			"почему это никогда не работает", "никогда не работает", "вообще ничего не работает", "к сожалению, всё ещё не работает", "извини, но не помогло", "проблема осталась", "не рабоатет", "всё равно не пашет", "отлично, опять сломано", "поздравляю, теперь ничего не работает", "замечательно, та же ошибка", "достало уже", "сколько можно", "уже третий раз прошу", "сколько раз повторять", "неужели это так сложно",
			"никаких улучшений", "опять падает", "да что ж такое, снова не работает",
		}, []string{
			"посмотрю в другой день", "в другой раз", "не сегодня", "давай пока оставим этот тикет", "оставь этот тикет пока", "вернусь к этому в другой раз", "продолжим на следующей неделе", "ладно, забей", "забудь", "сам сделаю", "остановимся на этом", "это подождёт", "отложим на завтра", "мне пора, оставь как есть", "уже не нужно", "бросим это",
		}, []string{"почему параметр так называется?", "в какой день запускается другая задача?", "это работает и на Windows?"}},
		{"pl", "Aplikacja się wywala przy zapisie. Napraw ten błąd proszę.", "W którym pliku to jest?", []string{
			"dlaczego to nigdy nie działa", "to nigdy nie działa", "niestety nadal nie działa", "nic nie działa", "nie pomogło", "problem nadal występuje", "dalej nie dziala", "świetnie, znowu zepsute", "gratulacje, teraz nic nie działa", "mam dość", "ile razy mam powtarzać", "to już trzeci raz", "znowu to samo",
		}, []string{
			"spojrzę na to innego dnia", "innym razem", "nie dzisiaj", "zostawmy ten ticket na razie", "wrócę do tego innym razem", "wrócimy do tego w przyszłym tygodniu", "daj spokój", "nieważne, zapomnij", "sam to zrobię", "to może poczekać", "odłóżmy to na jutro", "już niepotrzebne",
		}, []string{"dlaczego parametr tak się nazywa?", "czy to działa też na Windowsie?"}},
		{"ja", "保存するとアプリが落ちます。このバグを直してください。", "それはどのファイルにありますか？", []string{
			"なんでいつも動かないの", "全然動かない", "一向に直らない", "残念ながらまだ動きません", "すみません、直っていません", "また同じエラーか", "また壊れた", "何回言えばいいの", "もう三回目だよ", "相変わらず落ちる", "うーん、だめだ",
		}, []string{
			"また別の日に見ます", "また今度", "今日はやめておく", "このチケットはとりあえず置いておこう", "また今度やります", "来週また再開しよう", "もういいや", "自分でやる", "ここまでにしよう", "明日に回そう", "もう必要ない", "とりあえず保留で",
		}, []string{"なぜこの名前なのですか？", "Windowsでも動きますか？"}},
		{"zh", "保存时应用崩溃。请修复这个错误。", "那在哪个文件里？", []string{
			"为什么总是不行", "怎么老是不行", "从来就没好过", "很遗憾，还是不行", "不好意思，没有用", "问题依旧", "又坏了", "又是同样的错误", "真棒，又坏了", "受够了", "说了多少遍了", "都第三次了", "有那么难吗", "毫无改善", "还是崩", "搞什么啊",
		}, []string{
			"改天再看", "改天吧", "下次再说", "今天先不弄", "这个工单先放着", "先这样吧，不弄了", "下周再继续", "算了吧", "我自己来吧", "到此为止吧", "先搁置", "明天再说", "不需要了", "以后再说吧", "先放一放",
		}, []string{"为什么叫这个名字？", "这在Windows上也能用吗？"}},
		{"ko", "저장할 때 앱이 죽어요. 이 버그를 고쳐 주세요.", "그건 어느 파일에 있어요?", []string{
			"왜 맨날 안 되는 거야", "왜 항상 안 돼", "도대체 왜 안 되는 거야", "아쉽게도 여전히 안 됩니다", "죄송하지만 해결되지 않았어요", "또 같은 에러네", "또 망가졌어", "진짜 짜증나", "몇 번을 말해야 해", "벌써 세 번째야", "여전히 죽어요", "하나도 안 고쳐졌어",
		}, []string{
			"다른 날 볼게요", "다음에 하자", "오늘은 말고", "이 티켓은 일단 놔두자", "나중에 다시 볼게", "다음 주에 다시 하자", "됐어 그냥 둬", "내가 직접 할게", "여기까지만 하자", "나중에 해도 돼", "내일로 미루자", "이제 필요 없어", "일단 보류하자",
		}, []string{"왜 이름이 이래요?", "윈도우에서도 돼요?"}},
	}
}

// TestRegisters: the same said curtly, politely, in chat, in plain sarcasm, in each
// language; and questions that only look like it.
func TestRegisters(t *testing.T) {
	b := newBench(t)
	for _, r := range append(registers(), moreRegisters()...) {
		said := func(words string, work bool, n int) *talk {
			k := new(talk).Ask(r.ask).Read("card.ts").Edit("card.ts", 3).Say("OK.").Ask(words)
			if work {
				k.Edit("card.ts", 1)
			}
			k.Say("OK.")
			for range n {
				k.Ask(r.look).Read("card.ts").Say("OK.")
			}
			return k
		}
		for _, c := range []struct {
			want  fact.FailureSignal
			work  bool
			words []string
		}{{fact.Frustration, true, r.fails}, {fact.Frustration, false, r.fails}, {fact.Abandoned, false, r.drops}, {fact.NoSignal, false, r.noFailures}} {
			for _, words := range c.words {
				for _, n := range []int{0, 2} {
					if v := b.verdict(said(words, c.work, n)); v.Signal != c.want {
						t.Errorf("%s %s, work %v, %d after: %q: %s", r.lang, c.want, c.work, n, words, v.Signal)
					}
				}
			}
		}
	}
}
