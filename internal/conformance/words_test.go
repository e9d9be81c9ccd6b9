package conformance

// tongue is a human language: what a person and an agent say in it about one fix.
type tongue struct {
	code               string // ISO 639-1
	bug, fixed, sorry  string
	halfway, yes       string
	neutral            [2]exchange
	frustrated         []string
	dropped            []string
	neverMind          string // which of dropped says no more than that
	accepted           []string
	thanks             []string // which accept nothing in particular
	deliver, delivered string
	question           exchange
	gotIt              []string
	refactor, done     string
	shift              []string // announces another task
}

func tongues() []*tongue {
	return []*tongue{
		{
			code: "de", bug: "Beim Speichern wird das Datum um einen Tag verschoben. Bitte behebe den Fehler in %s.", fixed: "Das Datum wird jetzt in der Zeitzone des Depots gespeichert.", sorry: "Entschuldige. Ich habe noch eine Stelle angepasst, bitte versuche es noch einmal.",
			halfway: "Das ist ein erster Schritt; als Nächstes würde ich die Aufrufer ansehen.", yes: "In Ordnung, ich lasse es so.",
			neutral:    [2]exchange{{"In welcher Datei steht noch mal die Tabelle der Depots?", "In depot/table.go."}, {"Und welche Version von Go brauchen wir mindestens?", "1.22."}},
			frustrated: []string{"Das funktioniert immer noch nicht.", "Geht nicht, gleicher Fehler wie vorher!", "Mist, immer noch kaputt"},
			dropped:    []string{"Lass es gut sein, ich mache das später.", "Vergiss es.", "Überspring das, versuchen wir etwas anderes."}, neverMind: "Vergiss es.",
			accepted: []string{"Super, jetzt funktioniert es, danke!", "Passt, der Fehler ist weg.", "Perfekt, läuft jetzt."},
			thanks:   []string{"ok, trotzdem danke", "Danke."}, deliver: "Bitte committen und pushen.", delivered: "Committet und gepusht.",
			question: exchange{"Was ist der Unterschied zwischen einem Mutex und einem Channel? Nur erklären bitte.", "Ein Mutex schützt gemeinsamen Zustand, ein Channel übergibt Werte zwischen Goroutinen. Wo nur ein Zähler geschützt wird, ist der Mutex einfacher."},
			gotIt:    []string{"Alles klar, danke", "Verstanden.", "Ah, das ergibt Sinn"}, refactor: "Zerlege die lange Funktion in %s in kleinere, das Verhalten muss gleich bleiben.", done: "Die Funktion ist in drei kleinere zerlegt.",
			shift: []string{"Andere Frage:", "Neue Aufgabe:", "Jetzt etwas ganz anderes:", "Themenwechsel:"},
		},
		{
			code: "fr", bug: "La date est décalée d'un jour à l'enregistrement. Corrige ce bug dans %s s'il te plaît.", fixed: "La date est maintenant enregistrée dans le fuseau du dépôt.", sorry: "Désolé. J'ai ajusté un autre endroit, réessaie.",
			halfway: "C'est une première étape ; ensuite je regarderais les appelants.", yes: "D'accord, je laisse comme ça.",
			neutral:    [2]exchange{{"Dans quel fichier se trouve la table des dépôts ?", "Dans depot/table.go."}, {"Et quelle version de Go nous faut-il au minimum ?", "1.22."}},
			frustrated: []string{"Ça ne marche toujours pas.", "Non, toujours la même erreur !", "C'est toujours cassé, c'est pénible"},
			dropped:    []string{"Laisse tomber.", "On verra ça plus tard, j'y reviendrai.", "Essayons plutôt autre chose."}, neverMind: "Laisse tomber.",
			accepted: []string{"Parfait, ça marche maintenant, merci !", "Super, l'erreur a disparu.", "C'est bon, ça fonctionne."},
			thanks:   []string{"ok, merci quand même", "Merci."}, deliver: "Fais le commit et pousse, s'il te plaît.", delivered: "Commité et poussé.",
			question: exchange{"Quelle est la différence entre un mutex et un canal ? Explique seulement.", "Un mutex protège un état partagé, un canal transmet des valeurs entre goroutines. Pour un simple compteur, le mutex est plus simple."},
			gotIt:    []string{"Compris, merci", "D'accord, je comprends mieux.", "Ah oui, c'est logique"}, refactor: "Refactorise la longue fonction de %s en fonctions plus petites, sans changer le comportement.", done: "La fonction est découpée en trois.",
			shift: []string{"Autre question :", "Nouvelle tâche :", "Passons à autre chose :", "Changement de sujet :"},
		},
		{
			code: "es", bug: "Al guardar, la fecha se desplaza un día. Arregla el error en %s, por favor.", fixed: "La fecha se guarda ahora en la zona horaria del depósito.", sorry: "Perdona. He ajustado otro sitio, inténtalo otra vez.",
			halfway: "Es un primer paso; después miraría quién lo llama.", yes: "De acuerdo, lo dejo así.",
			neutral:    [2]exchange{{"¿En qué archivo estaba la tabla de depósitos?", "En depot/table.go."}, {"¿Y qué versión de Go necesitamos como mínimo?", "1.22."}},
			frustrated: []string{"Sigue sin funcionar.", "No, el mismo error de antes.", "Uf, todavía está roto"},
			dropped:    []string{"Déjalo, lo haré más tarde.", "Olvídalo.", "Mejor probemos otra cosa."}, neverMind: "Olvídalo.",
			accepted: []string{"¡Perfecto, ahora funciona, gracias!", "Genial, el error ha desaparecido.", "Ya funciona bien."},
			thanks:   []string{"vale, gracias de todos modos", "Gracias."}, deliver: "Haz commit y push, por favor.", delivered: "Commit hecho y enviado.",
			question: exchange{"¿Cuál es la diferencia entre un mutex y un canal? Solo explícamelo.", "Un mutex protege un estado compartido, un canal pasa valores entre goroutines. Para un contador, el mutex es más sencillo."},
			gotIt:    []string{"Entendido, gracias", "Ah, tiene sentido.", "Vale, ya lo entiendo"}, refactor: "Refactoriza la función larga de %s en otras más pequeñas, sin cambiar el comportamiento.", done: "La función está dividida en tres.",
			shift: []string{"Otra pregunta:", "Nueva tarea:", "Cambiando de tema:", "Ahora algo distinto:"},
		},
		{
			code: "pt", bug: "Ao salvar, a data é deslocada em um dia. Por favor corrija o erro em %s.", fixed: "A data agora é gravada no fuso do depósito.", sorry: "Desculpe. Ajustei mais um lugar, tente de novo.",
			halfway: "É um primeiro passo; a seguir eu olharia quem chama.", yes: "Certo, deixo assim.",
			neutral:    [2]exchange{{"Em qual arquivo fica a tabela de depósitos?", "Em depot/table.go."}, {"E qual é a versão mínima do Go?", "1.22."}},
			frustrated: []string{"Ainda não funciona.", "Não, continua com o mesmo erro.", "Que droga, ainda está quebrado"},
			dropped:    []string{"Deixa pra lá.", "Esquece isso, volto a isso depois.", "Vamos tentar outra coisa."}, neverMind: "Deixa pra lá.",
			accepted: []string{"Perfeito, agora funciona, obrigado!", "Ótimo, o erro sumiu.", "Funcionou, valeu!"},
			thanks:   []string{"ok, obrigado mesmo assim", "Obrigado."}, deliver: "Faça o commit e o push, por favor.", delivered: "Commit e push feitos.",
			question: exchange{"Qual é a diferença entre um mutex e um canal? Só explique.", "Um mutex protege um estado compartilhado, um canal passa valores entre goroutines. Para um contador, o mutex é mais simples."},
			gotIt:    []string{"Entendi, obrigado", "Ah, faz sentido.", "Certo, ficou claro"}, refactor: "Refatore a função longa em %s em funções menores, sem mudar o comportamento.", done: "A função foi dividida em três.",
			shift: []string{"Outra pergunta:", "Nova tarefa:", "Mudando de assunto:", "Agora outra coisa:"},
		},
		{
			code: "it", bug: "Salvando, la data viene spostata di un giorno. Correggi l'errore in %s, per favore.", fixed: "La data ora viene salvata nel fuso del deposito.", sorry: "Scusa. Ho sistemato un altro punto, riprova.",
			halfway: "È un primo passo; poi guarderei chi la chiama.", yes: "Va bene, lascio così.",
			neutral:    [2]exchange{{"In quale file si trova la tabella dei depositi?", "In depot/table.go."}, {"E quale versione di Go serve come minimo?", "1.22."}},
			frustrated: []string{"Non funziona ancora.", "No, sempre lo stesso errore!", "Uffa, è ancora rotto"},
			dropped:    []string{"Lascia perdere.", "Ci torno più tardi, per ora saltalo.", "Proviamo qualcos'altro."}, neverMind: "Lascia perdere.",
			accepted: []string{"Perfetto, adesso funziona, grazie!", "Ottimo, l'errore è sparito.", "Ok, ora va bene, funziona."},
			thanks:   []string{"ok, grazie lo stesso", "Grazie."}, deliver: "Fai il commit e il push, per favore.", delivered: "Commit e push fatti.",
			question: exchange{"Qual è la differenza tra un mutex e un canale? Spiega soltanto.", "Un mutex protegge uno stato condiviso, un canale passa valori tra goroutine. Per un contatore il mutex è più semplice."},
			gotIt:    []string{"Capito, grazie", "Ah, ha senso.", "Ok, tutto chiaro"}, refactor: "Fai il refactoring della funzione lunga in %s in funzioni più piccole, senza cambiare il comportamento.", done: "La funzione è divisa in tre.",
			shift: []string{"Altra domanda:", "Nuovo compito:", "Cambiamo argomento:", "Ora tutt'altra cosa:"},
		},
		{
			code: "nl", bug: "Bij het opslaan verschuift de datum een dag. Los de fout op in %s, alsjeblieft.", fixed: "De datum wordt nu in de tijdzone van het depot opgeslagen.", sorry: "Sorry. Ik heb nog een plek aangepast, probeer het nog eens.",
			halfway: "Dit is een eerste stap; daarna zou ik naar de aanroepers kijken.", yes: "Goed, ik laat het zo.",
			neutral:    [2]exchange{{"In welk bestand staat de tabel met depots ook alweer?", "In depot/table.go."}, {"En welke Go-versie hebben we minimaal nodig?", "1.22."}},
			frustrated: []string{"Het werkt nog steeds niet.", "Nee, nog steeds dezelfde fout.", "Verdorie, het is nog altijd kapot"},
			dropped:    []string{"Laat maar.", "Sla dit over, ik kom er later op terug.", "Laten we iets anders proberen."}, neverMind: "Laat maar.",
			accepted: []string{"Top, nu werkt het, bedankt!", "Mooi, de fout is weg.", "Perfect, het werkt."},
			thanks:   []string{"oké, toch bedankt", "Bedankt."}, deliver: "Commit en push het maar.", delivered: "Gecommit en gepusht.",
			question: exchange{"Wat is het verschil tussen een mutex en een channel? Alleen uitleggen.", "Een mutex beschermt gedeelde toestand, een channel geeft waarden door tussen goroutines. Voor een teller is de mutex eenvoudiger."},
			gotIt:    []string{"Begrepen, bedankt", "Ah, dat is logisch.", "Oké, duidelijk"}, refactor: "Refactor de lange functie in %s naar kleinere functies, het gedrag moet gelijk blijven.", done: "De functie is in drieën gedeeld.",
			shift: []string{"Andere vraag:", "Nieuwe taak:", "Nu iets heel anders:", "Ander onderwerp:"},
		},
		{
			code: "ja", bug: "保存すると日付が1日ずれます。%s のバグを直してください。", fixed: "日付はデポのタイムゾーンで保存されるようになりました。", sorry: "申し訳ありません。もう一か所修正しました。もう一度お試しください。",
			halfway: "これは最初の一歩です。次は呼び出し元を確認します。", yes: "わかりました、このままにします。",
			neutral:    [2]exchange{{"デポのテーブルはどのファイルにありますか？", "depot/table.go にあります。"}, {"Goの最低バージョンは何ですか？", "1.22です。"}},
			frustrated: []string{"まだ動きません。", "同じエラーが出ます。直っていません。", "全然ダメです、まだ壊れています"},
			dropped:    []string{"もういいです。", "後でやります。今はスキップしてください。", "別の方法を試しましょう。"}, neverMind: "もういいです。",
			accepted: []string{"動きました、ありがとうございます！", "完璧です。エラーが消えました。", "直りました。"},
			thanks:   []string{"とりあえずありがとうございます", "ありがとう。"}, deliver: "コミットしてプッシュしてください。", delivered: "コミットしてプッシュしました。",
			question: exchange{"ミューテックスとチャネルの違いは何ですか？説明だけお願いします。", "ミューテックスは共有状態を守り、チャネルはゴルーチン間で値を渡します。カウンタだけならミューテックスの方が簡単です。"},
			gotIt:    []string{"なるほど、ありがとうございます", "わかりました。", "理解しました、助かりました"}, refactor: "%s の長い関数を小さな関数にリファクタリングしてください。動作は変えないでください。", done: "関数を三つに分けました。",
			shift: []string{"別の質問です。", "次のタスクです。", "話は変わりますが、", "別件ですが、"},
		},
		{
			code: "zh", bug: "保存时日期会偏移一天，请修复 %s 里的这个错误。", fixed: "现在日期按仓库的时区保存。", sorry: "抱歉。我又调整了一处，请再试一次。",
			halfway: "这是第一步，接下来我会看调用方。", yes: "好的，就先这样。",
			neutral:    [2]exchange{{"仓库的表在哪个文件里？", "在 depot/table.go 里。"}, {"最低需要哪个版本的 Go？", "1.22。"}},
			frustrated: []string{"还是不行。", "没用，还是同样的错误。", "怎么还是坏的，烦死了"},
			dropped:    []string{"算了。", "先跳过吧，以后再说。", "我们换个别的方法吧。"}, neverMind: "算了。",
			accepted: []string{"可以了，谢谢！", "完美，错误消失了。", "现在正常了。"},
			thanks:   []string{"好吧，还是谢谢你", "谢谢。"}, deliver: "请提交并推送。", delivered: "已提交并推送。",
			question: exchange{"互斥锁和通道有什么区别？只解释一下。", "互斥锁保护共享状态，通道在协程之间传递值。如果只是一个计数器，用互斥锁更简单。"},
			gotIt:    []string{"明白了，谢谢", "懂了。", "原来如此，清楚了"}, refactor: "请把 %s 里的长函数重构成几个小函数，行为保持不变。", done: "函数已拆成三个。",
			shift: []string{"另一个问题：", "新任务：", "换个话题：", "现在做另一件事："},
		},
		{
			code: "ko", bug: "저장할 때 날짜가 하루 밀립니다. %s 의 버그를 고쳐 주세요.", fixed: "이제 날짜가 창고의 시간대로 저장됩니다.", sorry: "죄송합니다. 한 곳을 더 수정했습니다. 다시 시도해 주세요.",
			halfway: "첫 단계입니다. 다음에는 호출하는 쪽을 보겠습니다.", yes: "알겠습니다. 그대로 두겠습니다.",
			neutral:    [2]exchange{{"창고 테이블은 어느 파일에 있나요?", "depot/table.go 에 있습니다."}, {"Go 최소 버전은 무엇인가요?", "1.22입니다."}},
			frustrated: []string{"아직도 안 돼요.", "똑같은 오류가 나요. 안 고쳐졌어요.", "여전히 작동하지 않습니다"},
			dropped:    []string{"됐어요, 그만둡시다.", "이건 건너뛰고 나중에 다시 할게요.", "다른 방법을 시도해 봅시다."}, neverMind: "됐어요, 그만둡시다.",
			accepted: []string{"이제 잘 됩니다, 감사합니다!", "완벽해요. 오류가 사라졌어요.", "해결됐습니다."},
			thanks:   []string{"그래도 감사합니다", "감사합니다."}, deliver: "커밋하고 푸시해 주세요.", delivered: "커밋하고 푸시했습니다.",
			question: exchange{"뮤텍스와 채널의 차이는 무엇인가요? 설명만 해 주세요.", "뮤텍스는 공유 상태를 보호하고 채널은 고루틴 사이에 값을 전달합니다. 카운터 하나라면 뮤텍스가 더 간단합니다."},
			gotIt:    []string{"이해했습니다, 감사합니다", "아, 그렇군요.", "알겠습니다, 도움이 됐어요"}, refactor: "%s 의 긴 함수를 작은 함수들로 리팩터링해 주세요. 동작은 그대로여야 합니다.", done: "함수를 세 개로 나누었습니다.",
			shift: []string{"다른 질문입니다.", "새 작업입니다.", "이제 다른 일을 합시다.", "화제를 바꿔서,"},
		},
		{
			code: "ru", bug: "При сохранении дата сдвигается на день. Исправь, пожалуйста, ошибку в %s.", fixed: "Теперь дата сохраняется в часовом поясе склада.", sorry: "Извини. Я поправил ещё одно место, попробуй снова.",
			halfway: "Это первый шаг; дальше я бы посмотрел, откуда это вызывается.", yes: "Хорошо, оставляю так.",
			neutral:    [2]exchange{{"В каком файле лежит таблица складов?", "В depot/table.go."}, {"А какая минимальная версия Go нам нужна?", "1.22."}},
			frustrated: []string{"Всё ещё не работает.", "Нет, та же самая ошибка.", "Блин, опять сломано"},
			dropped:    []string{"Ладно, забудь.", "Пропусти это, вернусь к этому позже.", "Давай попробуем что-нибудь другое."}, neverMind: "Ладно, забудь.",
			accepted: []string{"Отлично, теперь работает, спасибо!", "Супер, ошибка исчезла.", "Всё заработало."},
			thanks:   []string{"ладно, всё равно спасибо", "Спасибо."}, deliver: "Закоммить и запушь, пожалуйста.", delivered: "Закоммичено и запушено.",
			question: exchange{"В чём разница между мьютексом и каналом? Просто объясни.", "Мьютекс защищает общее состояние, канал передаёт значения между горутинами. Для счётчика мьютекс проще."},
			gotIt:    []string{"Понял, спасибо", "А, теперь понятно.", "Ясно, спасибо за объяснение"}, refactor: "Отрефактори длинную функцию в %s, разбей на маленькие, поведение менять нельзя.", done: "Функция разбита на три.",
			shift: []string{"Другой вопрос:", "Новая задача:", "Теперь о другом:", "Сменим тему:"},
		},
		{
			code: "pl", bug: "Przy zapisie data przesuwa się o jeden dzień. Napraw proszę błąd w %s.", fixed: "Data jest teraz zapisywana w strefie czasowej magazynu.", sorry: "Przepraszam. Poprawiłem jeszcze jedno miejsce, spróbuj ponownie.",
			halfway: "To pierwszy krok; potem sprawdziłbym, skąd to jest wywoływane.", yes: "Dobrze, zostawiam tak.",
			neutral:    [2]exchange{{"W którym pliku jest tabela magazynów?", "W depot/table.go."}, {"A jaka jest minimalna wersja Go?", "1.22."}},
			frustrated: []string{"Dalej nie działa.", "Nie, ten sam błąd co wcześniej.", "Nadal jest zepsute, ile można"},
			dropped:    []string{"Zostaw to, zrobię to później.", "Nieważne, pomiń to.", "Spróbujmy czegoś innego."}, neverMind: "Nieważne, pomiń to.",
			accepted: []string{"Super, teraz działa, dzięki!", "Świetnie, błąd zniknął.", "Działa, wszystko w porządku."},
			thanks:   []string{"ok, mimo wszystko dzięki", "Dzięki."}, deliver: "Zrób commit i push, proszę.", delivered: "Zrobione, commit i push.",
			question: exchange{"Jaka jest różnica między mutexem a kanałem? Tylko wyjaśnij.", "Mutex chroni wspólny stan, kanał przekazuje wartości między gorutynami. Dla licznika mutex jest prostszy."},
			gotIt:    []string{"Rozumiem, dzięki", "Aha, to ma sens.", "Jasne, dziękuję"}, refactor: "Zrefaktoryzuj długą funkcję w %s na mniejsze, zachowanie ma zostać takie samo.", done: "Funkcja jest podzielona na trzy.",
			shift: []string{"Inne pytanie:", "Nowe zadanie:", "Teraz coś innego:", "Zmiana tematu:"},
		},
		{
			code: "tr", bug: "Kaydederken tarih bir gün kayıyor. Lütfen %s içindeki hatayı düzelt.", fixed: "Tarih artık deponun saat diliminde kaydediliyor.", sorry: "Özür dilerim. Bir yeri daha düzelttim, lütfen tekrar dene.",
			halfway: "Bu ilk adım; sonra çağıran yerlere bakardım.", yes: "Tamam, böyle bırakıyorum.",
			neutral:    [2]exchange{{"Depo tablosu hangi dosyadaydı?", "depot/table.go dosyasında."}, {"En az hangi Go sürümü gerekiyor?", "1.22."}},
			frustrated: []string{"Hâlâ çalışmıyor.", "Hayır, yine aynı hata.", "Of, hâlâ bozuk"},
			dropped:    []string{"Boş ver.", "Bunu atla, sonra tekrar bakarım.", "Başka bir şey deneyelim."}, neverMind: "Boş ver.",
			accepted: []string{"Harika, şimdi çalışıyor, teşekkürler!", "Süper, hata gitti.", "Tamam, düzeldi."},
			thanks:   []string{"yine de teşekkürler", "Teşekkürler."}, deliver: "Commit at ve push'la lütfen.", delivered: "Commit atıldı ve push'landı.",
			question: exchange{"Mutex ile kanal arasındaki fark nedir? Sadece açıkla.", "Mutex paylaşılan durumu korur, kanal goroutine'ler arasında değer taşır. Tek bir sayaç için mutex daha basittir."},
			gotIt:    []string{"Anladım, teşekkürler", "Ha, mantıklı.", "Tamam, şimdi anladım"}, refactor: "%s içindeki uzun fonksiyonu davranışı değiştirmeden küçük fonksiyonlara böl, refactor et.", done: "Fonksiyon üçe bölündü.",
			shift: []string{"Başka bir soru:", "Yeni görev:", "Şimdi başka bir konu:", "Konuyu değiştirelim:"},
		},
		{
			code: "sv", bug: "När man sparar flyttas datumet en dag. Rätta felet i %s, tack.", fixed: "Datumet sparas nu i depåns tidszon.", sorry: "Förlåt. Jag har ändrat ett ställe till, försök igen.",
			halfway: "Det är ett första steg; sedan skulle jag titta på anropen.", yes: "Okej, jag låter det vara.",
			neutral:    [2]exchange{{"I vilken fil ligger tabellen med depåer?", "I depot/table.go."}, {"Och vilken Go-version behöver vi minst?", "1.22."}},
			frustrated: []string{"Det fungerar fortfarande inte.", "Nej, samma fel som förut.", "Fan, det är fortfarande trasigt"},
			dropped:    []string{"Strunta i det.", "Hoppa över det, jag återkommer till det senare.", "Låt oss prova något annat."}, neverMind: "Strunta i det.",
			accepted: []string{"Toppen, nu fungerar det, tack!", "Perfekt, felet är borta.", "Nu funkar det."},
			thanks:   []string{"okej, tack ändå", "Tack."}, deliver: "Committa och pusha, tack.", delivered: "Committat och pushat.",
			question: exchange{"Vad är skillnaden mellan en mutex och en kanal? Bara förklara.", "En mutex skyddar delat tillstånd, en kanal skickar värden mellan goroutiner. För en räknare är en mutex enklare."},
			gotIt:    []string{"Jag förstår, tack", "Okej, det låter vettigt.", "Aha, då är jag med"}, refactor: "Refaktorera den långa funktionen i %s till mindre, beteendet ska vara detsamma.", done: "Funktionen är delad i tre.",
			shift: []string{"En annan fråga:", "Ny uppgift:", "Nu något helt annat:", "Byt ämne:"},
		},
	}
}
