package tracker

import (
	"strings"
	"unicode/utf8"
)

// book holds the tables of words. They are our own lists of what people say to
// agents, by language; a language that is missing loses cues, not the words,
// names and files that most of the decision rests on.
type book struct {
	stop  map[uint32]bool
	words *lexicon
}

func newBook() *book {
	b := &book{stop: make(map[uint32]bool, 2048), words: newLexicon()}
	for _, t := range []struct {
		of    voice
		lines string
	}{
		{goesOn, followWords}, {accepts, acceptWords}, {pointsBack, backWords}, {saysWrong, wrongWords}, {asksChore, choreWords},
		{turnsAway, freshWords}, {wishes, wishWords}, {handsReview, reviewWords}, {agentReplies, replyWords}, {agentStarts, startWords},
		{asksNicely, politeWords}, {asksDocs, docsWords}, {asksTests, testWords}, {ourWork, ourWords}, {agentWaits, waitWords},
	} {
		b.words.add(t.of, t.lines)
	}
	for _, w := range strings.Fields(stopWords) {
		if r, _ := utf8.DecodeRuneInString(w); spaceless(r) {
			pairs(w, 0, func(h uint32, _ float32) { b.stop[h] = true })
			continue
		}
		b.stop[stem(w)] = true
	}
	return b
}

// stopWords say nothing of what a task is about: function words, and what every
// task with an agent is made of.
const stopWords = `
the and for are but not you all any can had her was one our out day get has him his how man new now old see two way who boy did its let put say she too use
this that with have from they will would there their what about which when make like time just know take into year your good some could them than then look only come over think also back after use work first well even want because these give most should here where does done very really still need needs please sure thanks thank okay yes yeah lets again must each every both same such other another more much many few being been were may might shall while until since without within between through during before above below under off own why yet let's don't doesn't didn't isn't aren't can't won't i'm i've i'd it's that's what's there's
file files code line lines run running test tests testing check checks add adding added update updated change changed changes fix fixed fixing implement implemented create created make making write written read show use used using set remove removed build function functions method project repo repository branch commit push pull merge request review done now next step steps task tasks issue issues error errors problem work working works tool tools user users agent session claude want current currently existing following plan context details summary result results output input true false null none todo note example correct correctly properly complete completed successfully instead already different specific several
der die das und ist nicht ein eine einen einem einer mit für auf von dem den des zu im in es ich du er sie wir ihr auch aber oder wenn dann noch nur schon mal bitte kann kannst soll sollen wird werden wurde haben hat habe sind war wie was wo warum hier jetzt mach machen bei aus nach über unter vor zum zur alle alles mehr sehr
que de la el los las un una unos unas y o en por para con sin sobre como más pero este esta estos estas ese esa eso esto lo le les se su sus mi tu nos hay ser está están son fue hacer haz puede puedes quiero también ahora ya muy todo todos cuando donde porque si no sí del al
les des est une dans pour que qui sur pas plus avec tout faire fait par mais vous nous ils elle sont ses son leur cette ces ceux aux donc car comme très peux peut être avoir était aussi maintenant je tu il on le la ne se sa ce du au et ou où
não uma umas uns com para por mais mas este esta isso isto aquele ele ela você nós eles são foi ser estar fazer faça pode quero também agora já muito tudo todos quando onde porque sim dos das nos nas pelo pela
il lo la le un di da in con su tra fra ma se mi ti ci vi si nei nelle negli degli dello della hai ho ha abbiamo essere fatto fare anche ancora poi quindi così allora dopo prima senza ogni nostro mio tuo suo loro
che non una uno gli per con sono questo questa quello quella come anche più della delle dei degli nel nella sul sulla alla alle dal dalla ora adesso fare fai puoi voglio tutto tutti quando dove perché sì è
это как что для или если есть при все всё его она они мне нас вас так уже еще ещё надо нужно можно чтобы когда где тут там был была были быть сделай сделать давай теперь только также очень почему потому этот эта эти того
het een van niet dat zijn voor met ook maar naar deze dit wat waar kan moet nog wel heeft worden ik je jij hij zij wij de en of als dan nu al er om te aan uit over geen mijn jouw ons onze alle alles graag kun kunnen wil willen maak maken doe doen bestand bestanden fout toevoegen wijzigen aanpassen verwijderen
jest nie się dla jak jego czy tak tego oraz może już tylko aby żeby sie moze juz zeby ale lub gdy kiedy gdzie tam tu był była było być mi nas was wszystko wszystkie jeszcze teraz bardzo dlaczego ten ta te tej tym na w z do od po pod przed przy bez jako które który która zrób zrobić trzeba można chcę proszę plik pliki kod projekt błąd błędy dodać dodaj utwórz zmienić zmień usuń sprawdź napraw
jak je není pro ale když kde tam tady byl byla bylo být mi nás vás všechno ještě teď velmi proč ten ta to na do od po při bez jako který která jsem jsi jsme prosím soubor soubory kód projekt chyba přidej vytvoř změň smaž zkontroluj oprav
este sunt pentru care cum din sau dar mai acest această acum unde când fost face fac vreau poți trebuie fișier fișiere cod proiect eroare adaugă creează schimbă șterge verifică
datei dateien projekt fehler hinzufügen ändern änderung geändert erstellen erstellt löschen prüfen prüfe anpassen schritt aufgabe
archivo archivos fichero código proyecto prueba pruebas cambio cambios agregar agrega añadir añade crear crea eliminar elimina actualizar actualiza revisar revisa verificar paso tarea resumen
fichier fichiers projet erreur ajouter ajoute créer créé modifier modifié supprimer vérifier étape tâche résumé
arquivo arquivos projeto erro adicionar adicione criar alterar remover verificar verifique etapa tarefa resumo atualizar
codice progetto errore aggiungere aggiungi creare modificare rimuovere verificare passo riepilogo
файл файла файлы код кода проект проекта ошибка ошибки добавить добавь добавил создать создал изменить изменения удалить проверить проверка исправить исправил шаг задача
bir için ile olarak çok daha gibi ama var yok şimdi bunu icin cok simdi ve bu şu o ben sen biz siz mi mı mu mü ne nasıl neden nerede kadar sonra önce her tüm bana beni bunun şey de da ki ise veya en yap yapar yapalım olsun olan olması lütfen dosya dosyayı dosyalar kod proje hata ekle oluştur değiştir sil kontrol düzelt
yang dan untuk dengan dari ini itu tidak bisa juga akan sudah saya kamu kita ada jika atau pada dalam lebih buat tolong
của là và các cho không được trong một này với có người những để đã khi cũng như vào thì còn đến từ nếu tôi bạn mình hãy làm gì nào sau trước theo trên đang sẽ phải rồi đây đó bị mà cần muốn lại nhé đi giúp thêm sửa tạo file chạy kiểm tra
cua khong duoc trong mot nay voi nguoi nhung khi cung nhu vao con den neu toi ban minh hay lam sau truoc theo tren dang phai roi day can muon lai nhe giup them sua tao chay kiem tra cac cho gio chung
що як для або якщо при все його вона вони мені нас вас так вже ще треба можна щоб коли тут там був була були зроби тепер тільки дуже чому цей ця це ці файл файли код проект помилка додати створити змінити видалити перевірити
på och att det som för med inte ett den har kan ska jag vi du till från eller när vad hur må ikke jeg af til og hvad
في من على إلى هذا هذه التي الذي أن كان مع عن ما هو هي كل تم لا نعم ملف الملف المشروع خطأ إضافة
文件 代码 项目 修改 添加 删除 创建 使用 问题 错误 现在 需要 可以 进行 这个 那个 一个 功能 实现 测试 运行 完成 检查 更新 内容 以下 如果 没有 所有 已经 我们 你的 我的 执行 确认 继续 生成 查看 方式 步骤 总结 建议 是否 直接 当前 请 信息 说明 处理 支持 包含
確認 修正 追加 変更 実装 作成 使用 問題 必要 場合 以下 現在 設定 対応 完了 実行 削除 更新 内容 結果 機能 情報 手順 説明 概要 処理 関連 ファイル コード エラー テスト プロジェクト
현재 파일 구조 파악 확인 수정 추가 코드 프로 관련 해서 있는 있습 하는 같은 이제 지금 그리 내용 설정 변경 삭제 생성 작성 사용 문제 오류 에러 부분 기능 다시 해당 위해 대한 통해 모두 완료 진행 실행 작업 필요 결과 다음 이미 합니 됩니 했습 하겠 되어 경우 방법 정보 테스
`

const followWords = `
and, also, now, then, but, so, ok, okay, great, nice, good, perfect, thanks, thank you, cool, hmm, hm, wait, actually, still, no, nope, not, yes, yeah, yep, yea, sure, again, retry, try again, continue, go on, go ahead, keep going, proceed, do it, do that, do this, why, what about, how about, instead, one more, same, it, it's, its, that, that's, these, those, they, looks, works, lgtm, let's also, can you also, could you also, please also, right, alright, awesome, excellent, sounds good, well, oh, ah, yup, correct, exactly, true, fine, agreed, first, second, after that, next, finally, lastly, last, remaining, rest, undo, revert, rerun, redo, or, if so, in that case, because, since, are you, did you, have you, do you, you, will it, does it, does this, does that, is it, is this, is that, was it, what is that, what's that, where is it, which, should we, should i, shouldn't, wouldn't, isn't, hold on, stop, and also, now that, on that note, as for, regarding, let's do, let's go, let me, i think, i see, i still, i don't, i meant, i mean, maybe, just, only, also please, yet, status, explain, more, push, commit
und, auch, jetzt, nun, dann, aber, gut, super, danke, nein, ja, weiter, mach weiter, noch, nochmal, immer noch, warum, das ist, das war, das hat, das geht, das sieht, das funktioniert, es ist, es geht, es fehlt, bitte auch, statt, stattdessen, also, okay, passt, genau, richtig, oder, sonst, als nächstes, wieso, mach, prima, klasse, stimmt, doch, warte, nur
et, aussi, maintenant, ensuite, puis, mais, d'accord, merci, non, oui, continuez, encore, toujours, pourquoi, ça, c'est, alors, donc, parfait, super, ok, bien, attends, plutôt, vas-y, ou, il manque, elle, en fait
y, también, tambien, ahora, luego, pero, vale, gracias, sí, si, continua, continúa, sigue, aún, aun, todavía, todavia, por qué, porque, eso, esto, entonces, perfecto, bien, bueno, listo, dale, espera, o, en realidad, otra vez, además, ademas, pues, claro, correcto
e, também, tambem, agora, depois, mas, obrigado, obrigada, não, nao, sim, continue, continua, ainda, por que, isso, então, entao, perfeito, certo, beleza, pode, tá, ok, ou, espera, de novo, além, ótimo
anche, ora, adesso, poi, ma, grazie, ancora, perché, questo, quello, va bene, perfetto, allora, ok, sì, procedi, aspetta, invece, bene, esatto, non
и, также, теперь, потом, но, а, ок, окей, хорошо, спасибо, нет, да, продолжай, продолжи, дальше, ещё, еще, опять, снова, почему, это, давай, так, ладно, отлично, супер, погоди, или, не, всё равно, тогда, значит, а также, затем
ook, nu, dan, maar, en nu, en dan, en ook, oké, bedankt, nee, ja, ga door, nog, weer, waarom, dat, dus
także, też, teraz, ale, dzięki, nie, tak, kontynuuj, dalej, jeszcze, znowu, dlaczego, to, dobrze, więc
ve, şimdi, ama, tamam, evet, hayır, devam, peki, neden, bu, o zaman, ayrıca
dan, juga, sekarang, tapi, lanjut, ya, tidak, oke
继续, 然后, 接着, 还有, 现在, 好的, 好., 好了, 好吧, 可以., 可以了, 可以的, 是的, 对., 对的, 对了, 不对, 不是, 不, 但是, 但, 再, 另外, 为什么, 这样, 这里, 这些, 这不, 这还, 那, 谢谢, 重新, 仍然, 还是, 还, 嗯, 行., 行吧, 下一步, 没有, 我觉得, 怎么还, 你刚, 你说, 你确定, 同时, 以上, 所以, 并且, 它
続け, つづけ, 次, それ, これ, その, あと, また, はい, いいえ, ありがとう, でも, なぜ, じゃあ, では, まだ, もう, うん, いい, 了解, ok, そう, なるほど, ただ, 追加, 同じ, ちなみに, さっき, やっぱ, 今の., だから, あれ
계속, 그리고, 그럼, 이제, 네., 응., 예., 아니, 좋아, 감사, 고마워, 왜., 다시, 아직, 또., 그런데, 근데, 이거, 그거, 진행, 오케이, 그러면, 그래, 이건, 그건, 이게, 그게, 여기, 거기, 추가로, 맞아, 아., 어., 음., 지금
`

const acceptWords = `
yes, y, yep, yeah, yup, ok, okay, k, sure, go, go ahead, go on, continue, proceed, do it, please do, sounds good, looks good, lgtm, approved, perfect, great, thanks, thank you, nice, good, fine, correct, right, right on, no, n, nope, both, all, first, all of them, let's go, ship it, done, stop, wait, retry, again, try again, fix, fix it, agreed, i agree, exactly, cool, awesome, either, implement, apply, resume, keep going, next
ja, nein, ok, gut, weiter, mach weiter, mach das, mach es, ausführen, leg los, danke, genau, passt, beide, alle, los, einverstanden
oui, non, d'accord, vas-y, allez-y, exécute, execute, lance, fais-le, continue, merci, parfait, ok, tous, les deux
sí, si, no, vale, dale, continua, continúa, sigue, ejecuta, ejecútalo, gracias, perfecto, ambos, todos, adelante, procede, hazlo, listo
sim, não, nao, ok, continue, continua, pode, pode fazer, execute, executa, faça, faz, obrigado, perfeito, ambos, todos, vai, manda
sì, si, no, va bene, procedi, esegui, continua, grazie, perfetto, tutti, vai, fallo
да, нет, ок, хорошо, давай, продолжай, дальше, спасибо, делай, выполни, выполняй, запускай, приступай, все, оба, согласен, окей
tak, nie, dobrze, dalej, dzięki, kontynuuj
evet, hayır, tamam, devam, devam et, teşekkürler
继续, 好., 好的, 好了, 好吧, 可以, 是., 是的, 对., 对的, 不., 不用, 不要, 行., 嗯, 谢谢, 开始, 执行, 确认, 同意, 全部, 没问题
はい, いいえ, うん, ok, おけ, 実行, 了解, 続け, お願い, ありがとう, いいよ, やって, 進めて, 両方, 全部
네., 응., 예., 아니, 좋아, 실행, 계속, 진행, 고마워, 감사, 그래, 오케이, 해줘, 전부, 둘다, ㅇㅇ, ㅇㅋ
`

const backWords = `
it, this, that, them, these, those, they, its, above, same, again, previous, earlier, before, you just, you did, you made, you said, you mentioned, as well, too, also, still, instead, the other, the rest, the first, the second, the last
es, dies, diese, dieses, das, davon, damit, dabei, dort, oben, gleiche, nochmal, wieder, auch, noch, stattdessen, die anderen
ça, cela, ceci, celui, celle, ceux, dessus, même, encore, aussi, autre
eso, esto, esta, este, ello, mismo, otra vez, también, además, aquí, ahí, lo
isso, isto, ele, ela, mesmo, de novo, também, aqui, aí
questo, questa, quello, stesso, ancora, anche, lo, qui
это, этот, эта, эти, его, её, ее, их, там, тут, то же, снова, также, тоже, ещё, еще, так
这个, 这些, 这, 那个, 那, 它, 上面, 刚才, 之前, 以上, 同样, 也
これ, それ, あれ, この, その, さっき, 上記, 同じ, 先ほど, も
이거, 그거, 이것, 그것, 이걸, 그걸, 이건, 위의, 방금, 아까, 같은, 도
`

const wrongWords = `
still, doesn't work, does not work, not working, didn't work, did not work, isn't working, won't work, wrong, incorrect, broken again, same error, same issue, same problem, now i get, now it, now there, getting this, i get this, i got this, it fails, failing, fails, failed, not fixed, no longer, instead of, should have, shouldn't, why did you, you removed, you broke, you forgot, missing, not what, that's not, revert, undo, no change, nothing happens, i don't see, i dont see, don't see any, i'm not seeing, not seeing, i haven't seen, would have expected, i expected, i'd expect, not appear, doesn't appear, doesn't show, not showing, seems incorrect, i'm confused, didn't happen, doesn't happen, not what i
immer noch, funktioniert nicht, geht nicht, klappt nicht, falsch, fehlt, kaputt, gleicher fehler, zurück, ich sehe nicht, sehe ich nicht, ich sehe kein, wird nicht angezeigt, erscheint nicht, passiert nichts
toujours, ne marche pas, ne fonctionne pas, faux, manque, même erreur, encore, je ne vois pas, n'apparaît pas, ne s'affiche pas
sigue sin, sigue, no funciona, no sirve, mal, falta, mismo error, todavía, aún, no veo, no aparece, no se ve, no me sale
ainda, não funciona, nao funciona, não funcionou, errado, falta, mesmo erro, não vejo, nao vejo, não aparece, nao aparece
non funziona, ancora, sbagliato, manca, stesso errore, non vedo, non appare, non si vede
не работает, всё ещё, все еще, до сих пор, неправильно, не то, та же ошибка, опять, не хватает, по-прежнему, не вижу, не появляется, не отображается, не видно
还是, 仍然, 不对, 不行, 没有效果, 错了, 报错, 没变, 失败, 不能用, 还不能, 还没有, 没有变化, 没有生效, 没有反应, 看不到, 没看到, 没反应, 不显示
まだ, 動かない, 違う, 間違, 失敗, おかしい, 直って, 同じエラー, できない, 見えない, 表示されない, 出ない, 出てこない
아직도, 여전히, 안돼, 안 돼, 안되, 틀렸, 잘못, 같은 에러, 똑같, 안나, 안 나, 안 보, 안보, 안 떠, 안떠
`

const choreWords = `
commit, commits, committed, push, pushed, pr, prs, pull request, pull-request, merge, merged, rebase, squash, amend, stage, unstage, cherry-pick, git tag, create a tag, tag it, tag the, release, publish, deploy, ci, lint, linter, linting, run the tests, run tests, run test, rerun, changelog, conflict, conflicts, commit message, commit-push, commit-push-pr, ship, checks, pipeline, simplify, push it, gh
committe, committen, commite, pushe, pushen, mergen, einchecken, veröffentliche, freigeben
commite, committer, pousse, fusionne, publie, déploie
haz commit, sube, subir, fusiona, publica, despliega, comitea
comita, comitar, faz commit, suba, sobe, publique, faça o commit
fai commit, committa, pusha, pubblica
коммит, закоммить, закоммит, запушь, пуш, запуш, смержи, мерж, ребейз, задеплой, релиз
提交, 推送, 合并, 发布, 部署
コミット, プッシュ, マージ, リリース, デプロイ, プルリク
커밋, 푸시, 머지, 배포, 릴리즈, 풀리퀘
`

const freshWords = `
new task, next pr, another pr, another pull request, another ticket, next thing, one other thing, another project, next task, another task, different task, new topic, different topic, another topic, different question, another question, unrelated question, unrelated to this, unrelated:, on an unrelated, separate issue, separate thing, move on to, moving on, new feature, another feature, new bug, another bug, another issue, another problem, next one, next issue, next problem, next ticket, next item, next topic, next bug, next feature, next up, now let's work on, something else, other thing, another thing, forget that, forget about, change of subject, on another note, quick question, side question, different thing
neue aufgabe, nächste aufgabe, nächstes problem, nächstes thema, anderes thema, andere frage, neues thema, etwas anderes, neues feature, vergiss
nouvelle tâche, prochaine tâche, prochain problème, autre chose, autre sujet, autre question, changement de sujet, nouveau sujet
nueva tarea, otra tarea, otra cosa, otro tema, otra pregunta, cambiando de tema, siguiente tarea, siguiente problema, nueva funcionalidad
nova tarefa, outra tarefa, outra coisa, outro assunto, outra pergunta, mudando de assunto, próxima tarefa
nuovo compito, altra cosa, altro argomento, altra domanda, cambiamo argomento
новая задача, другая задача, другая тема, другой вопрос, следующая задача, следующая проблема, новая тема
新任务, 另一个问题, 另一个任务, 换个话题, 别的问题, 下一个任务, 下一个问题, 新的需求, 新需求
別の話, 別件, 話は変わ, 新しいタスク, 次のタスク, 次の問題, 次の課題, 別のタスク, 別の質問
새로운 작업, 다른 작업, 다른 질문, 다른 얘기, 다음 작업, 다음 문제, 다른 문제
`

const wishWords = `
i want, i'd like, i would like, i need, we need, we want, i'm working on, i am working on, help me, let's work on, let's build, let's create, let's add, let's implement, let's review, let's look at, look at, look into, take a look, have a look, investigate, review the, analyze, analyse, explore, implement, create a, build a, add a, write a, design a, refactor, read the, you are, your task, our goal, the goal
ich möchte, ich will, ich brauche, wir brauchen, hilf mir, erstelle, schau dir, analysiere, implementiere
je veux, je voudrais, j'aimerais, aide-moi, crée, analyse, regarde, il faut
quiero, necesito, ayúdame, ayudame, crea, analiza, revisa, me gustaría
quero, preciso, me ajude, crie, analise, revise, gostaria
voglio, vorrei, aiutami, crea, analizza, ho bisogno
хочу, нужно, надо, помоги, создай, проанализируй, посмотри, сделай
我想, 我要, 我需要, 帮我, 请帮, 分析, 创建, 实现, 你是
したい, してほしい, 作って, 調べて, 教えて, 欲しい, 分析, 実装
하고 싶, 만들어, 추가해, 분석해, 도와, 알려, 구현해
`

// politeWords ask for something nicely, as some people do with every prompt.
const politeWords = `
can you, could you, would you, can we, could we, please, pls, plz
kannst du, könntest du, können sie, könnten wir, können wir, bitte
peux-tu, pouvez-vous, pourrais-tu, s'il te plaît, s'il vous plaît, stp, svp, est-ce que tu peux
puedes, podrías, podrias, puede, podemos, por favor
pode, poderia, podemos, por favor, você consegue
puoi, potresti, possiamo, per favore, per piacere
можешь, можете, мог бы, пожалуйста, можно
możesz, proszę, lütfen, misin, tolong, bisa
请, 麻烦, 能不能, 可以帮, 能否, 可不可以
お願い, ください, もらえ, くれ, 確認して
해줘, 해주세요, 확인해, 부탁
`

const reviewWords = `
review comment, review comments, review feedback, reviewer, pr feedback, pr comment, pr comments, copilot, coderabbit, bugbot, address the, feedback, findings, high severity, medium severity, low severity, p1, p2, nit, reviews
`

// replyWords open an agent's answer within one piece of work.
const replyWords = `
good, great, perfect, excellent, you're, you are right, you are correct, right, yes, yeah, yep, no, nope, done, committed, pushed, merged, got it, understood, that's, that makes sense, the, both, all, now, sure, of course, absolutely, exactly, correct, fair, agreed, ah, i see, sorry, apologies, i apologize, my mistake, fixed, updated, added, removed, renamed, reverted, based on, thanks, looks, it, this is, here's, here is, ok, okay, let me check, let me fix, let me commit, let me update, let me push, makes sense, confirmed, applied, nothing, there, two, three, short answer, noted, clean, found it, i was, i missed, i misread, i overlooked, still, interesting
du hast recht, sie haben recht, stimmt, fertig, erledigt, gut, ja, nein, verstanden, perfekt, guter punkt, gute frage, genau, alles klar, entschuldigung, klar, richtig
tu as raison, vous avez raison, c'est fait, fait, oui, non, compris, parfait, bonne question, exact, d'accord, désolé, bien vu, c'est
tienes razón, tiene razón, listo, hecho, sí, no, entendido, perfecto, buena pregunta, buen punto, exacto, claro, de acuerdo, perdón, correcto
você tem razão, tem razão, feito, pronto, sim, não, entendi, perfeito, boa pergunta, exato, certo, desculpe, claro, ótimo
hai ragione, fatto, sì, perfetto, capito, ottima domanda, esatto, certo, scusa, ottimo
вы правы, ты прав, ты права, готово, да, нет, понял, поняла, понятно, отлично, хорошо, хороший вопрос, исправил, извини, извините, верно, точно, ясно, принято
masz rację, gotowe, tak, nie, rozumiem, dobrze, haklısın, haklısınız, tamam, evet, hayır, anladım, je hebt gelijk, klaar, begrepen
你说得对, 您说得对, 完成, 已完成, 是的, 不是, 明白, 已提交, 抱歉, 好问题, 确实, 对, 没问题, 修复, 好的, 好, 收到, 可以, 理解
その通り, おっしゃる, ご指摘, 完了, はい, いいえ, 了解, 承知, すみません, 申し訳, なるほど, 良い質問, 修正, わかりました, 確かに, ありがとう, おう
맞습니다, 맞아요, 말씀하신, 완료, 네, 아니, 알겠습니다, 죄송, 좋은 질문, 좋습니다, 수정, 확인했, 이해했, 감사
`

// startWords open an agent's answer to what it has to find its way into.
const startWords = `
i'll start, i will start, i'll begin, i'll implement, i'll explore, i'll help, i can help, i'll review, i'll investigate, i'll analyze, i'll analyse, i'll look at, i'll look into, i'll conduct, i'll examine, i'll take a look, i'd be happy, i'll read, i'll first, i'll create, i'll search, i'll fetch, i'll research, let me start, let me begin, let me explore, let me first, let me investigate, let me understand, let me gather, let me find, let me get, let me take a look, let me read, let me fetch, let me search, let me examine, i need to understand, first, to start
ich beginne, ich werde zunächst, ich werde, lass mich zuerst, lassen sie mich, ich helfe, ich schaue, ich sehe mir, ich analysiere, zuerst, ich untersuche
je vais, je commence, laisse-moi, laissez-moi, commençons
voy a, comenzaré, empezaré, te ayudo, te ayudaré, déjame, dejame, primero, analizaré, exploraré
vou, começarei, deixe-me, primeiro, vamos começar, ajudo
inizio, comincio, ti aiuto, vado, lasciami, prima, esploro, analizzo
начну, сначала, помогу, давайте, давай, изучу, посмотрю, проанализирую, я помогу, я изучу
我来帮, 我将, 让我先, 我会先, 我先, 我来分析, 我来, 让我来, 首先, 让我
まず, 最初に, プロジェクト, 調査, では
먼저, 우선, 시작하겠, 살펴보겠, 도와드리, 프로젝트
`

// docsWords ask to write something down; by the guide, documentation of the work
// goes on with it.
const docsWords = `
documentation, documentations, docs, doc, readme, readme.md, claude.md, agents.md, changelog, document it, document this, document that, document the, document how, write up, write it down, note the, note that, docstring, docstrings, comments in, add comments, .md
dokumentation, dokumentiere, dokumentieren, doku, notiere
documente, documenter, la documentation, commentaires
documentación, documentacion, documenta, documentar, apunta
documentação, documentacao, documente, documentar, anote
documentazione, documenta, annota
документация, документацию, документации, задокументируй, опиши, запиши
dokumentacja, dokumentację, belge, dokümantasyon
文档, 记录, 说明文档, 注释
ドキュメント, 記録, 文書, 仕様書
문서, 기록, 정리해
`

// testWords ask for tests.
const testWords = `
test, tests, unit test, unit tests, integration test, integration tests, e2e, regression test, test case, test cases, coverage, test it, test this, verify, spec, specs
teste, testen, testfall, testfälle
teste, tester, les tests
prueba, pruebas, probar, test
teste, testes, testar
testa, prova, i test
тест, тесты, тестов, тестами, протестируй, проверь
testy, przetestuj, testler
测试, 单测, 用例, 验证
テスト, 検証, 動作確認
테스트, 검증
`

// ourWords speak of what was done or said before in the same conversation.
const ourWords = `
recent changes, latest changes, the changes, our changes, your changes, these changes, this change, the change, that change, this session, so far, you mentioned, you proposed, your proposed, you suggested, your suggestion, your suggestions, you said, you just, you did, you made, you added, you wrote, you changed, we just, we did, we discussed, we talked, as discussed, as mentioned, as i said, i said, i told you, i asked, i meant, just now, just did, just made, just added, just implemented, figure this out, the above, above, previously, earlier, what we, that we, we have now, we now have, now that
die änderungen, deine änderungen, letzten änderungen, du hast, wir haben, wie besprochen, wie gesagt, gerade eben, eben, oben, bisher, vorhin, dein vorschlag
les changements, tes changements, dernières modifications, tu as, on a, nous avons, comme dit, ci-dessus, jusqu'ici, tout à l'heure, ta proposition
los cambios, tus cambios, últimos cambios, ultimos cambios, has hecho, hiciste, hemos hecho, dijiste, mencionaste, propusiste, hasta ahora, de arriba, te dije, te pedí, lo que hicimos
as mudanças, as alterações, as alteracoes, suas alterações, últimas alterações, você fez, voce fez, você disse, mencionou, sugeriu, fizemos, até agora, acima, eu disse, eu pedi
le modifiche, tue modifiche, ultime modifiche, hai fatto, abbiamo fatto, hai detto, hai proposto, finora, sopra, ho detto, ho chiesto
изменения, твои изменения, последние изменения, ты сделал, ты сделала, мы сделали, ты предложил, ты сказал, ты говорил, до сих пор, выше, только что, я сказал, я говорил, я просил, как обсуждали
刚才, 刚刚, 上面, 以上, 之前, 你说, 你刚, 你提, 你建议, 我们刚, 我说, 这次, 目前为止, 改动, 修改后
さっき, 先ほど, 上記, 今回, これまで, 提案, 言った, 言って, 変更した, 修正した, 今の
방금, 아까, 위에, 위의, 이번, 지금까지, 말한, 말했, 제안한, 수정한, 변경한
`

// waitWords end an answer that needs something of the person.
const waitWords = `
please share, please provide, please paste, please send, please let me know, please tell me, please confirm, please clarify, could you share, could you provide, could you clarify, can you share, can you provide, can you clarify, let me know what, let me know which, let me know how, let me know the, let me know if, let me know when, tell me what, tell me which, go ahead and, i need you to, once you, waiting for you, ready when you are, when you're ready, what would you like, which option, say the word, your call
bitte teile, bitte gib, bitte sag, sag mir, sag bescheid, lass mich wissen, soll ich, möchtest du, was möchtest
dis-moi, dites-moi, merci de, veuillez, souhaites-tu, souhaitez-vous, veux-tu
dime, indícame, indicame, avísame, por favor comparte, por favor proporciona, quieres que, qué prefieres
me diga, me avise, por favor compartilhe, por favor forneça, quer que, gostaria que
dimmi, fammi sapere, per favore, vuoi che
скажи, скажите, уточни, уточните, пришли, пришлите, дай знать, дайте знать, хочешь, хотите
请告诉我, 请提供, 请问, 请确认, 请说明, 告诉我, 您需要, 您想, 您希望, 需要我, 要不要
教えてください, 教えて, お知らせください, 提供してください, 共有してください, 確認してください, どちら, しますか, ましょうか
알려주세요, 알려 주세요, 말씀해, 제공해, 공유해, 확인해 주세요, 할까요, 드릴까요, 원하시
`
