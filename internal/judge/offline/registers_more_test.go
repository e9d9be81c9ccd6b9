package offline

// moreRegisters are of the same form as registers, by another hand: words that were
// written down before any of them was tried.
func moreRegisters() []register {
	return []register{
		{"en", "Card saves itself on every render instead of on click, fix this bug", "does Card need useCallback here?", []string{
			"this makes no sense, it is as broken as it was", "just as broken as before", "it's exactly as bad as before", "we're back to square one", "back where we started", "no better than before",
			"that solved nothing", "you fixed nothing", "the bug is back", "bug's still alive", "same old problem", "the issue persists", "error's still coming up", "still reproduces", "still reproducible here",
			"I can still reproduce it", "can still repro", "it regressed again", "it still saves on render", "nothing got better", "things got worse", "it's a mess now", "this is getting ridiculous", "seriously? again?", "oh come on", "are you kidding me", "really? still?",
			"you're not listening", "read what I wrote", "that's not what I asked for", "this is useless", "I'm so tired of this", "how hard can it be", "why is it so hard to fix one bug", "what a waste of time", "absolutely not fixed", "not even a little bit fixed",
			"you keep making the same mistake", "you are making it worse", "I'm getting frustrated", "this is frustrating", "getting annoyed now", "third time lucky? no.", "same crap again", "argh", "wtf is this", "unbelievable", "ok now the whole page is blank", "now everything is broken",
			"nope", "nope, nada", "no change at all", "zero difference", "didn't do anything", "didn't change a thing", "hasn't made a difference", "the fix doesn't fix it", "your fix isn't one",
		}, []string{
			"stop, forget about this bug", "forget about the bug", "forget this bug", "give up on this ticket", "let's give up on this", "I'm giving up on this one", "abandon this", "abandon ship", "let's not do this", "let's not bother", "don't bother with it",
			"I changed my mind, leave it", "changed my mind, not needed", "we decided against it", "we're not going to do this after all", "this isn't needed after all", "turns out we don't need it", "no need for this anymore", "it's not important",
			"I'll ask a colleague instead", "I'll have someone else look at it", "someone else will do it", "I'd better do this by hand", "let me do it myself", "I'll revert and do it by hand",
			"enough, let's stop", "stopping here", "I'm done with this", "I'm done, this goes nowhere", "let's call it off", "call it off", "abort", "abort this", "discard it", "throw it away", "throw that away, we won't do it",
			"maybe later", "later", "some other time", "tomorrow then", "let's continue tomorrow", "will continue tomorrow", "I'll continue this tomorrow", "to be continued tomorrow", "remind me next week", "moving this to the backlog", "back to the backlog with it", "put it in the backlog", "let's defer this", "deferring this", "on hold for now", "put this on hold", "we'll circle back", "let's circle back to this later", "I'll get back to this", "I'll get back to it after lunch", "not worth the effort", "too much hassle, leave it", "this isn't worth it",
		}, []string{
			"why is the first render as slow as the second?", "can the card be as wide as it was before?", "what happens on abort of the request?", "how do I cancel the timer here?", "where are errors logged?", "is there a later version of react we could use?", "what does discard do here?", "does stop mean the timer?", "which one is better than before?",
			"is the backlog size configurable?", "what does a failed fetch return?", "how often does it retry tomorrow's job?", "does it continue on error?", "should the hook return null on fail?", "who calls this again?",
		}},
		{"de", "Beim Speichern stürzt das Programm ab. Behebe den Fehler bitte.", "In welcher Datei steht das?", []string{
			"genauso kaputt wie vorher", "es ist so kaputt wie zuvor", "wir sind wieder am Anfang", "das hat nichts gebracht", "keine Änderung", "der Absturz ist wieder da", "lässt sich immer noch reproduzieren", "stürzt weiterhin ab", "jetzt ist alles kaputt", "das ist ja noch schlimmer", "langsam nervt es", "du hörst nicht zu", "das habe ich nicht verlangt", "echt jetzt?", "willst du mich veräppeln", "so ein Mist", "das ist doch Unsinn", "hat sich nichts geändert",
		}, []string{
			"vergiss den Bug", "lass den Bug", "lassen wir das", "wir lassen das sein", "ich gebe auf", "das brauchen wir doch nicht", "hat sich erledigt, brauchen wir nicht mehr", "ich frage lieber einen Kollegen", "brich ab", "abbrechen", "hör auf damit", "später vielleicht", "machen wir morgen weiter", "mache ich morgen weiter", "kommt ins Backlog", "stellen wir zurück", "lohnt sich nicht", "nicht so wichtig, lass es",
		}, []string{"wie kann man den Timer abbrechen?", "ist das genauso schnell wie vorher?", "was passiert beim Abbruch?", "wann läuft der Job morgen?"}},
		{"fr", "L'application plante à l'enregistrement. Corrige ce bug s'il te plaît.", "C'est dans quel fichier ?", []string{
			"aussi cassé qu'avant", "retour à la case départ", "ça n'a servi à rien", "aucun changement", "le bug est revenu", "toujours reproductible", "ça plante toujours", "c'est pire", "tu ne m'écoutes pas", "sérieusement ?", "c'est pénible", "rien n'a changé", "maintenant tout est cassé", "tu te moques de moi",
		}, []string{
			"oublie ce bug", "on oublie ce bug", "j'abandonne", "on arrête les frais", "on n'en a plus besoin", "finalement non, laisse", "je demanderai à un collègue", "annule", "arrête", "plus tard peut-être", "on continue demain", "je continuerai demain", "on met ça au backlog", "ça ne vaut pas la peine", "ça n'en vaut pas la peine",
		}, []string{"comment annuler le minuteur ?", "est-ce aussi rapide qu'avant ?", "que se passe-t-il à l'arrêt ?"}},
		{"es", "La aplicación se cae al guardar. Arregla este error por favor.", "¿En qué archivo está eso?", []string{
			"igual de roto que antes", "volvemos al principio", "no sirvió de nada", "ningún cambio", "el error ha vuelto", "se sigue cayendo", "es peor ahora", "no me escuchas", "eso no es lo que pedí", "¿en serio?", "qué pesadilla", "no cambió nada", "ahora todo está roto",
		}, []string{
			"olvida este error", "olvídate de este bug", "me rindo", "lo dejo", "al final no lo necesitamos", "ya no hace falta", "se lo pregunto a un compañero", "cancela", "para", "quizá más tarde", "seguimos mañana", "mañana sigo", "al backlog", "no vale la pena",
		}, []string{"¿cómo se cancela el temporizador?", "¿es igual de rápido que antes?"}},
		{"pt", "O aplicativo trava ao salvar. Corrija esse bug por favor.", "Em que arquivo está isso?", []string{
			"tão quebrado quanto antes", "voltamos à estaca zero", "não adiantou nada", "nenhuma mudança", "o erro voltou", "continua travando", "ficou pior", "você não me ouve", "não foi isso que eu pedi", "sério?", "nada mudou", "agora está tudo quebrado",
		}, []string{
			"esquece esse bug", "desisto", "no fim não precisamos", "vou perguntar a um colega", "cancela", "pare", "talvez mais tarde", "continuamos amanhã", "continuo amanhã", "vai pro backlog", "não vale a pena",
		}, []string{"como cancelar o temporizador?", "é tão rápido quanto antes?"}},
		{"it", "L'app si blocca al salvataggio. Correggi questo bug per favore.", "In quale file si trova?", []string{
			"rotto come prima", "siamo al punto di partenza", "non è servito a niente", "nessun cambiamento", "l'errore è tornato", "si blocca ancora", "adesso è peggio", "non mi ascolti", "non è quello che ho chiesto", "sul serio?", "non è cambiato nulla",
		}, []string{
			"dimentica questo bug", "mi arrendo", "alla fine non serve", "non serve più", "chiedo a un collega", "annulla", "basta così, lascia stare", "magari più tardi", "continuiamo domani", "continuo domani", "mettilo nel backlog", "non ne vale la pena",
		}, []string{"come si annulla il timer?", "è veloce come prima?"}},
		{"ru", "Приложение падает при сохранении. Исправь эту ошибку, пожалуйста.", "В каком файле это находится?", []string{
			"так же сломано, как и было", "вернулись к началу", "толку никакого", "без изменений", "ошибка вернулась", "всё так же падает", "стало хуже", "ты меня не слушаешь", "я не об этом просил", "серьёзно?", "ничего не изменилось", "теперь всё сломано",
		}, []string{
			"забудь про этот баг", "сдаюсь", "в итоге не нужно", "уже не нужно", "спрошу коллегу", "отмена", "стоп, хватит", "может, позже", "продолжим завтра", "продолжу завтра", "в бэклог", "не стоит того",
		}, []string{"как отменить таймер?", "это так же быстро, как раньше?"}},
		{"ja", "保存するとアプリが落ちます。このバグを直してください。", "それはどのファイルにありますか？", []string{
			"前と同じくらい壊れている", "振り出しに戻った", "意味がなかった", "何も変わっていない", "バグが再発した", "まだ落ちる", "悪化した", "話を聞いてますか", "頼んだことと違います", "本気ですか", "全部壊れた",
		}, []string{
			"このバグは忘れてください", "諦めます", "結局いらないです", "同僚に聞きます", "キャンセルで", "やめて", "また後で", "明日続けます", "バックログに入れておいて", "そこまでする価値はない",
		}, []string{}},
		{"zh", "保存时应用崩溃。请修复这个错误。", "那在哪个文件里？", []string{
			"跟之前一样坏", "又回到原点了", "没用", "没有任何变化", "错误又回来了", "还是崩溃", "更糟了", "你没听我说", "这不是我要的", "认真的吗", "什么都没变", "现在全坏了",
		}, []string{
			"忘了这个bug吧", "我放弃了", "其实不需要了", "我去问同事", "取消", "别弄了", "以后再看", "明天继续", "放到待办里吧", "不值得",
		}, []string{"怎么取消定时器？"}},
		{"ko", "저장할 때 앱이 죽어요. 이 버그를 고쳐 주세요.", "그건 어느 파일에 있어요?", []string{
			"전이랑 똑같이 고장났어", "원점으로 돌아왔네", "소용없어", "변화가 없어요", "에러가 다시 났어", "아직도 죽어요", "더 나빠졌어", "내 말 안 듣네", "내가 부탁한 게 아니야", "아무것도 안 바뀌었어", "이제 다 망가졌어",
		}, []string{
			"이 버그는 잊어버려", "포기할게", "결국 필요 없어", "동료한테 물어볼게", "취소", "그만해", "나중에", "내일 계속할게", "백로그에 넣어줘", "그럴 가치가 없어",
		}, []string{"전이랑 똑같이 빨라요?"}},
	}
}
