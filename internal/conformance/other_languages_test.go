package conformance

import "prism/internal/transcript/claudetest"

// speech is a language, and what its speakers say to their agents.
type speech struct {
	code          string
	bug, fixed    string
	frustrated    [3]string
	abandoned     [2]string
	accepted      [3]string
	weak          string // a bare thanks
	commit        string
	shift         string // announces another task and says which
	follow        string
	question      exchange
	investigation exchange
	review        exchange
	plan          exchange
	agreed        string
	small         exchange
	feature       string
	refactor      string
	open          string // an answer that is none, to investigation
}

// otherLanguages: the same rules in thirteen other languages.
func otherLanguages(b *book, all []*story) {
	for i, l := range speeches() {
		s := all[i%len(all)]
		fix := func() *claudetest.Talk {
			t := b.talk(s).Ask(l.bug).Read(s.look, s.looked)
			apply(t, s.fix)
			return t.Say(l.fixed)
		}
		tested := func() *claudetest.Talk {
			t := b.talk(s).Ask(l.bug).Read(s.look, s.looked)
			apply(t, s.proof)
			t.Fail(s.test, "Run the tests", 1, s.red, 5)
			apply(t, s.fix)
			return t.Run(s.test, "Run the tests", s.green, 5).Say(l.fixed)
		}
		in := "other languages/" + l.code + "/"
		b.add(in+"bug", fix(), intent("bug_fix"), missed(), last("language", func(s *session) string { return differ(s.Languages.Prompt, l.code) }))
		for j, w := range l.frustrated {
			t := fix().Ask(w).Edit(s.look, 4, "a", "b").Say(l.fixed)
			if j == 1 {
				t.Ask(l.question.ask).Say(l.question.say)
			}
			b.add(in+"frustrated/"+w, t, missed(), signal("frustration", "unresolved_error"))
		}
		for _, w := range l.abandoned {
			b.add(in+"abandoned/"+w, fix().Ask(w).Say("👍"), missed(), signal("abandoned", "frustration"))
		}
		for j, w := range l.accepted {
			t := fix().Ask(w)
			if j != 1 {
				t.Say("🎉")
			}
			b.add(in+"accepted/"+w, t, complete(), basis("explicit"))
		}
		b.add(in+"resolved", fix().Ask(l.frustrated[0]).Edit(s.look, 4, "a", "b").Say(l.fixed).Ask(l.accepted[0]).Say("🎉"), complete(), signal("none"))
		b.add(in+"weak", fix().Ask(l.frustrated[2]).Say("…").Ask(l.weak).Say("…"), missed())
		b.add(in+"commit", tested().Ask(l.commit).Run("git commit -am x", "Commit", "[main 1f2e3d4] x\n 2 files changed, 3 insertions(+)", 1).Say("1f2e3d4"), complete(), basis("explicit"), count(1))
		t := tested().Ask(l.accepted[0]).Say("👍").Ask(l.shift).Write("other/thing.md", lines(4, "x")).Say("👍")
		b.add(in+"shift", t, count(2))
		b.add(in+"follow", tested().Ask(l.follow).Edit(s.look, 4, "a", "b").Say("👍"), count(1))
		b.add(in+"question", b.talk(s).Ask(l.question.ask).Say(l.question.say), intent("question"))
		b.add(in+"investigation", b.talk(s).Ask(l.investigation.ask).Read(s.look, s.looked).Grep("x", s.look+":1: x").Say(l.investigation.say), intent("investigation"))
		b.add(in+"no answer", b.talk(s).Ask(l.investigation.ask).Read(s.look, s.looked).Grep("x", s.look+":1: x").Say(l.open), missed())
		b.add(in+"review", b.talk(s).Ask(l.review.ask).Run("git diff", "See", "diff --git a/x b/x\n+x", 1).Say(l.review.say), intent("review"))
		b.add(in+"plan", b.talk(s).Ask(l.plan.ask).Read(s.look, s.looked).Say(l.plan.say), intent("plan"))
		b.add(in+"plan agreed", b.talk(s).Ask(l.plan.ask).Read(s.look, s.looked).Say(l.plan.say).Ask(l.agreed).Say("👍"), complete(), basis("explicit"))
		b.add(in+"small change", b.talk(s).Ask(l.small.ask).Edit("config/app.toml", 3, "a = 1", "a = 2").Say(l.small.say), intent("small_change"))
		t = b.talk(s).Ask(l.feature)
		for _, p := range s.adds {
			apply(t, p)
		}
		b.add(in+"feature", t.Say("✅"), intent("feature"), missed())
		t = b.talk(s).Ask(l.refactor).Read(s.look, s.looked)
		for _, p := range s.moves {
			apply(t, p)
		}
		b.add(in+"refactor", t.Run(s.test, "Run the tests", s.green, 4).Say("✅"), intent("refactor"), complete())
	}
}

func speeches() []speech {
	return []speech{
		{code: "es",
			bug: "Al exportar el informe falta la última fila. Arréglalo por favor.", fixed: "Corregido: ahora también se escribe la última fila.",
			frustrated: [3]string{"sigue sin funcionar", "Nada, el mismo error de antes", "uf, esto no va"}, abandoned: [2]string{"déjalo, ya lo haré yo", "lo dejamos para otro día"},
			accepted: [3]string{"¡Perfecto, ya funciona! Gracias", "genial, arreglado", "Sí, ahora está bien"}, weak: "gracias igualmente", commit: "haz commit y push", shift: "Otra tarea distinta: escribe una guía de estilo para el equipo en other/thing.md", follow: "añade también una prueba para eso",
			question: exchange{"¿Qué diferencia hay entre let y const?", "`let` se puede reasignar; `const` no."}, investigation: exchange{"Averigua por qué la importación tarda tanto desde ayer, sin cambiar nada.", "La causa es el índice que falta en la tabla de pedidos: desde la migración de ayer cada búsqueda recorre la tabla entera."},
			review: exchange{"Revisa mis cambios antes de que abra el PR", "No lo fusionaría todavía: falta validar la entrada en `crear`. Con ese cambio, aprobado."}, plan: exchange{"Hazme un plan para migrar a PostgreSQL, todavía sin código", "1. Esquema\n2. Copia de datos\n3. Doble escritura\n4. Cambio"}, agreed: "me gusta, hagámoslo así",
			small: exchange{"cambia el puerto a 9090 en config/app.toml", "Listo, el puerto es 9090."}, feature: "Añade un comando para importar contactos desde un archivo CSV, con pruebas", refactor: "Refactoriza el módulo de informes: demasiada duplicación. El comportamiento no debe cambiar", open: "No he podido encontrar la causa. ¿Me puedes enviar el registro completo?"},
		{code: "de",
			bug: "Beim Export fehlt die letzte Zeile, bitte beheben.", fixed: "Behoben: Die letzte Zeile wird jetzt auch geschrieben.",
			frustrated: [3]string{"geht immer noch nicht", "Nein, derselbe Fehler wie vorher", "mann das nervt, nichts hat sich geändert"}, abandoned: [2]string{"lass gut sein, ich mach das selbst", "das verschieben wir auf nächste Woche"},
			accepted: [3]string{"Super, jetzt klappt's. Danke!", "läuft", "Ja, passt so"}, weak: "trotzdem danke", commit: "bitte committen und pushen", shift: "Ganz anderes Thema: schreib mir bitte einen Styleguide fürs Team nach other/thing.md", follow: "mach bitte noch einen Test dazu",
			question: exchange{"Was ist eigentlich der Unterschied zwischen let und const?", "`let` darf neu zugewiesen werden, `const` nicht."}, investigation: exchange{"Finde heraus, warum der Import seit gestern so lange dauert. Nichts ändern!", "Ursache ist der fehlende Index auf der Bestelltabelle: Seit der gestrigen Migration liest jede Suche die ganze Tabelle."},
			review: exchange{"Schau dir bitte meinen Diff an, kann das so rein?", "So noch nicht: In `anlegen` fehlt die Prüfung der Eingabe. Mit dieser Änderung kann es rein."}, plan: exchange{"Erstelle einen Plan für den Umstieg auf PostgreSQL, noch keinen Code", "1. Schema\n2. Datenübernahme\n3. Doppelt schreiben\n4. Umschalten"}, agreed: "klingt gut, so machen wir das",
			small: exchange{"setz den Port in config/app.toml auf 9090", "Der Port ist jetzt 9090."}, feature: "Baue einen Befehl ein, der Kontakte aus einer CSV-Datei importiert, mit Tests", refactor: "Bitte das Berichtsmodul aufräumen, viel zu viel doppelter Code. Verhalten muss gleich bleiben", open: "Ich konnte die Ursache nicht finden. Kannst du mir das vollständige Log schicken?"},
		{code: "fr",
			bug: "Il manque la dernière ligne dans l'export, corrige ça s'il te plaît.", fixed: "Corrigé : la dernière ligne est maintenant écrite elle aussi.",
			frustrated: [3]string{"ça ne marche toujours pas", "Non, toujours la même erreur", "pfff, rien n'a changé"}, abandoned: [2]string{"laisse tomber, je le ferai moi-même", "on verra ça plus tard"},
			accepted: [3]string{"Parfait, ça marche maintenant, merci !", "nickel", "Oui c'est bon"}, weak: "merci quand même", commit: "fais un commit et pousse-le", shift: "Rien à voir : rédige un guide de style pour l'équipe dans other/thing.md", follow: "ajoute aussi un test pour ça",
			question: exchange{"Quelle est la différence entre let et const ?", "`let` peut être réaffecté, `const` non."}, investigation: exchange{"Trouve pourquoi l'import est si lent depuis hier, sans rien modifier.", "La cause est l'index manquant sur la table des commandes : depuis la migration d'hier, chaque recherche parcourt toute la table."},
			review: exchange{"Peux-tu relire mes modifications avant que j'ouvre la PR ?", "Pas encore à fusionner : il manque la validation dans `creer`. Avec cette correction, j'approuve."}, plan: exchange{"Prépare un plan pour passer à PostgreSQL, pas de code pour l'instant", "1. Schéma\n2. Copie des données\n3. Double écriture\n4. Bascule"}, agreed: "ça me va, on part là-dessus",
			small: exchange{"mets le port à 9090 dans config/app.toml", "Le port est 9090."}, feature: "Ajoute une commande qui importe des contacts depuis un fichier CSV, avec des tests", refactor: "Refactorise le module des rapports, trop de duplication ; le comportement doit rester identique", open: "Je n'ai pas réussi à trouver la cause. Peux-tu m'envoyer le journal complet ?"},
		{code: "pt",
			bug: "Na exportação falta a última linha. Corrige isso, por favor.", fixed: "Corrigido: a última linha agora também é gravada.",
			frustrated: [3]string{"continua sem funcionar", "Não, o mesmo erro de antes", "aff, não mudou nada"}, abandoned: [2]string{"deixa pra lá, eu faço depois", "esquece, vamos deixar isso de lado"},
			accepted: [3]string{"Perfeito, agora funciona! Obrigado", "resolvido, valeu", "Sim, agora está certo"}, weak: "obrigado mesmo assim", commit: "faz o commit e o push", shift: "Outra tarefa, nada a ver com isso: escreve um guia de estilo para a equipe em other/thing.md", follow: "adiciona um teste para isso também",
			question: exchange{"Qual é a diferença entre let e const?", "`let` pode ser reatribuído; `const` não."}, investigation: exchange{"Descobre por que a importação está tão lenta desde ontem, sem mudar nada.", "A causa é o índice que falta na tabela de pedidos: desde a migração de ontem cada busca percorre a tabela inteira."},
			review: exchange{"Revisa minhas alterações antes de eu abrir o PR", "Ainda não aprovaria: falta validar a entrada em `criar`. Com essa mudança, aprovado."}, plan: exchange{"Monta um plano para migrar para PostgreSQL, ainda sem código", "1. Esquema\n2. Cópia dos dados\n3. Escrita dupla\n4. Troca"}, agreed: "gostei, vamos fazer assim",
			small: exchange{"muda a porta para 9090 em config/app.toml", "Pronto, a porta é 9090."}, feature: "Adiciona um comando que importa contatos de um arquivo CSV, com testes", refactor: "Refatora o módulo de relatórios, tem muita duplicação. O comportamento não pode mudar", open: "Não consegui encontrar a causa. Você pode me mandar o log completo?"},
		{code: "ru",
			bug: "При экспорте пропадает последняя строка, исправь пожалуйста.", fixed: "Исправлено: последняя строка теперь тоже записывается.",
			frustrated: [3]string{"всё равно не работает", "Нет, та же самая ошибка", "блин, ничего не изменилось"}, abandoned: [2]string{"ладно, забудь, сам сделаю", "давай отложим это"},
			accepted: [3]string{"Отлично, теперь работает, спасибо!", "всё заработало", "Да, теперь правильно"}, weak: "всё равно спасибо", commit: "закоммить и запушь", shift: "Новая задача, другая тема: напиши руководство по стилю для команды в other/thing.md", follow: "добавь ещё тест на это",
			question: exchange{"В чём разница между let и const?", "`let` можно переприсвоить, `const` нельзя."}, investigation: exchange{"Выясни, почему импорт со вчерашнего дня такой медленный. Ничего не меняй.", "Причина в отсутствующем индексе таблицы заказов: после вчерашней миграции каждый поиск читает всю таблицу."},
			review: exchange{"Посмотри мои изменения перед тем, как я открою PR", "Пока не одобряю: в `create` нет проверки ввода. После этого исправления можно сливать."}, plan: exchange{"Составь план перехода на PostgreSQL, пока без кода", "1. Схема\n2. Перенос данных\n3. Двойная запись\n4. Переключение"}, agreed: "отлично, так и сделаем",
			small: exchange{"поменяй порт на 9090 в config/app.toml", "Готово, порт 9090."}, feature: "Добавь команду, которая импортирует контакты из CSV-файла, с тестами", refactor: "Отрефактори модуль отчётов, слишком много дублирования. Поведение не должно измениться", open: "Не удалось найти причину. Можешь прислать полный лог?"},
		{code: "zh",
			bug: "导出的时候少了最后一行,请修复一下。", fixed: "已修复:现在最后一行也会写入。",
			frustrated: [3]string{"还是不行", "不对,还是同样的错误", "烦死了,一点变化都没有"}, abandoned: [2]string{"算了,我自己来吧", "这个先放一放,以后再说"},
			accepted: [3]string{"太好了,可以了,谢谢!", "没问题了", "对,现在正确了"}, weak: "还是谢谢你", commit: "提交并推送吧", shift: "新任务,跟刚才的无关:请在 other/thing.md 里写一份团队代码风格指南", follow: "再给它加一个测试",
			question: exchange{"let 和 const 有什么区别?", "`let` 可以重新赋值,`const` 不可以。"}, investigation: exchange{"查一下为什么从昨天开始导入这么慢,先不要改代码", "原因是订单表缺少索引:昨天迁移之后,每次查询都要扫描整张表。"},
			review: exchange{"帮我审查一下这次的改动,可以合并吗?", "暂时不要合并:`create` 没有校验输入。改好这一点就可以合并。"}, plan: exchange{"请制定一个迁移到 PostgreSQL 的计划,先不写代码", "1. 表结构\n2. 复制数据\n3. 双写\n4. 切换"}, agreed: "可以,就按这个方案做",
			small: exchange{"把 config/app.toml 里的端口改成 9090", "已改为 9090。"}, feature: "增加一个从 CSV 文件导入联系人的命令,并写测试", refactor: "重构报表模块,重复代码太多,行为要保持不变", open: "没能找到原因。能把完整的日志发给我吗?"},
		{code: "ja",
			bug: "エクスポートすると最後の行が抜けます。直してください。", fixed: "修正しました。最後の行も書き込まれるようになりました。",
			frustrated: [3]string{"まだ動きません", "だめです、同じエラーが出ます", "うーん、全然変わってない"}, abandoned: [2]string{"もういいです、自分でやります", "これは後回しにしましょう"},
			accepted: [3]string{"完璧です、動きました。ありがとう!", "直りました", "はい、これで大丈夫です"}, weak: "とりあえずありがとう", commit: "コミットしてプッシュしてください", shift: "別の作業です。other/thing.md にチームのスタイルガイドを書いてください", follow: "それのテストも追加して",
			question: exchange{"let と const の違いは何ですか?", "`let` は再代入でき、`const` はできません。"}, investigation: exchange{"昨日からインポートが遅い原因を調べてください。変更はしないで。", "原因は注文テーブルのインデックスの欠落です。昨日のマイグレーション以降、検索のたびに全件を読んでいます。"},
			review: exchange{"PRを出す前に変更をレビューしてください", "まだマージしないほうがよいです。`create` に入力チェックがありません。そこを直せば承認します。"}, plan: exchange{"PostgreSQLへの移行計画を立ててください。コードはまだ書かないで", "1. スキーマ\n2. データのコピー\n3. 二重書き込み\n4. 切り替え"}, agreed: "いいですね、その方針で進めましょう",
			small: exchange{"config/app.toml のポートを 9090 に変えて", "9090 に変更しました。"}, feature: "CSVファイルから連絡先を取り込むコマンドを追加して、テストも書いてください", refactor: "レポートモジュールをリファクタリングしてください。重複が多すぎます。動作は変えないで", open: "原因を特定できませんでした。完全なログを送っていただけますか?"},
		{code: "ko",
			bug: "내보내기할 때 마지막 줄이 빠져요. 고쳐 주세요.", fixed: "수정했습니다. 이제 마지막 줄도 기록됩니다.",
			frustrated: [3]string{"여전히 안 돼요", "아니요, 똑같은 에러가 나요", "아 진짜 하나도 안 바뀌었네"}, abandoned: [2]string{"됐어요, 제가 직접 할게요", "이건 나중에 하죠"},
			accepted: [3]string{"완벽해요, 이제 잘 됩니다. 감사합니다!", "해결됐어요", "네, 이제 맞아요"}, weak: "그래도 고마워요", commit: "커밋하고 푸시해 주세요", shift: "다른 작업입니다. other/thing.md 에 팀 스타일 가이드를 작성해 주세요", follow: "그거 테스트도 추가해 줘",
			question: exchange{"let과 const의 차이가 뭔가요?", "`let`은 다시 할당할 수 있고 `const`는 할 수 없습니다."}, investigation: exchange{"어제부터 가져오기가 왜 이렇게 느린지 알아봐 주세요. 코드는 바꾸지 말고요.", "원인은 주문 테이블의 인덱스 누락입니다. 어제 마이그레이션 이후 검색할 때마다 전체 테이블을 읽고 있습니다."},
			review: exchange{"PR 올리기 전에 변경 사항 리뷰해 주세요", "아직 병합하지 마세요. `create`에 입력 검증이 없습니다. 그것만 고치면 승인합니다."}, plan: exchange{"PostgreSQL로 옮기는 계획을 세워 주세요. 코드는 아직 쓰지 마세요", "1. 스키마\n2. 데이터 복사\n3. 이중 쓰기\n4. 전환"}, agreed: "좋아요, 그렇게 진행합시다",
			small: exchange{"config/app.toml 의 포트를 9090으로 바꿔줘", "9090으로 바꿨습니다."}, feature: "CSV 파일에서 연락처를 가져오는 명령을 추가하고 테스트도 작성해 주세요", refactor: "보고서 모듈을 리팩터링해 주세요. 중복이 너무 많아요. 동작은 그대로여야 합니다", open: "원인을 찾지 못했습니다. 전체 로그를 보내 주실 수 있나요?"},
		{code: "tr",
			bug: "Dışa aktarmada son satır eksik kalıyor, düzeltir misin?", fixed: "Düzeltildi: son satır da artık yazılıyor.",
			frustrated: [3]string{"hâlâ çalışmıyor", "Hayır, yine aynı hata", "of ya, hiçbir şey değişmedi"}, abandoned: [2]string{"boşver, kendim yaparım", "bunu sonraya bırakalım"},
			accepted: [3]string{"Harika, şimdi çalışıyor, teşekkürler!", "sorun çözüldü", "Evet, şimdi doğru"}, weak: "yine de teşekkürler", commit: "commit at ve pushla", shift: "Başka bir konu: other/thing.md dosyasına ekip için bir stil kılavuzu yaz", follow: "bunun için bir test de ekle",
			question: exchange{"let ile const arasındaki fark nedir?", "`let` yeniden atanabilir, `const` atanamaz."}, investigation: exchange{"İçe aktarma dünden beri neden bu kadar yavaş, araştırır mısın? Hiçbir şeyi değiştirme.", "Nedeni sipariş tablosundaki eksik indeks: dünkü geçişten beri her arama tüm tabloyu okuyor."},
			review: exchange{"PR açmadan önce değişikliklerimi inceler misin?", "Henüz birleştirmezdim: `create` içinde girdi kontrolü yok. Bu düzeltilince onaylarım."}, plan: exchange{"PostgreSQL'e geçiş için bir plan hazırla, henüz kod yazma", "1. Şema\n2. Veri kopyası\n3. Çift yazma\n4. Geçiş"}, agreed: "güzel, böyle yapalım",
			small: exchange{"config/app.toml içindeki portu 9090 yap", "Port artık 9090."}, feature: "CSV dosyasından kişileri içe aktaran bir komut ekle, testleriyle birlikte", refactor: "Rapor modülünü yeniden düzenle, çok fazla tekrar var. Davranış aynı kalmalı", open: "Nedenini bulamadım. Günlüğün tamamını gönderebilir misin?"},
		{code: "it",
			bug: "Nell'esportazione manca l'ultima riga, sistemalo per favore.", fixed: "Sistemato: ora viene scritta anche l'ultima riga.",
			frustrated: [3]string{"non funziona ancora", "No, sempre lo stesso errore", "uffa, non è cambiato niente"}, abandoned: [2]string{"lascia perdere, lo faccio io", "ci torniamo un'altra volta"},
			accepted: [3]string{"Perfetto, adesso funziona, grazie!", "risolto", "Sì, ora va bene"}, weak: "grazie lo stesso", commit: "fai il commit e il push", shift: "Tutt'altra cosa: scrivi una guida di stile per il team in other/thing.md", follow: "aggiungi anche un test per questo",
			question: exchange{"Che differenza c'è tra let e const?", "`let` si può riassegnare, `const` no."}, investigation: exchange{"Scopri perché l'importazione è così lenta da ieri, senza modificare nulla.", "La causa è l'indice mancante sulla tabella degli ordini: dalla migrazione di ieri ogni ricerca legge tutta la tabella."},
			review: exchange{"Puoi rivedere le mie modifiche prima che apra la PR?", "Non la unirei ancora: manca il controllo dell'input in `crea`. Con quella correzione, approvato."}, plan: exchange{"Prepara un piano per passare a PostgreSQL, per ora niente codice", "1. Schema\n2. Copia dei dati\n3. Doppia scrittura\n4. Passaggio"}, agreed: "mi piace, facciamo così",
			small: exchange{"imposta la porta a 9090 in config/app.toml", "La porta ora è 9090."}, feature: "Aggiungi un comando che importa i contatti da un file CSV, con i test", refactor: "Rifattorizza il modulo dei report, troppa duplicazione. Il comportamento deve restare uguale", open: "Non sono riuscito a trovare la causa. Mi puoi mandare il log completo?"},
		{code: "pl",
			bug: "W eksporcie brakuje ostatniego wiersza, napraw to proszę.", fixed: "Naprawione: ostatni wiersz też jest teraz zapisywany.",
			frustrated: [3]string{"dalej nie działa", "Nie, ciągle ten sam błąd", "ech, nic się nie zmieniło"}, abandoned: [2]string{"daj spokój, sam to zrobię", "zostawmy to na później"},
			accepted: [3]string{"Świetnie, teraz działa, dzięki!", "naprawione, super", "Tak, teraz jest dobrze"}, weak: "i tak dzięki", commit: "zrób commit i push", shift: "Inny temat: napisz przewodnik stylu dla zespołu w other/thing.md", follow: "dodaj do tego jeszcze test",
			question: exchange{"Jaka jest różnica między let a const?", "`let` można przypisać ponownie, `const` nie."}, investigation: exchange{"Sprawdź, dlaczego import jest od wczoraj taki wolny. Niczego nie zmieniaj.", "Przyczyną jest brak indeksu w tabeli zamówień: od wczorajszej migracji każde wyszukiwanie czyta całą tabelę."},
			review: exchange{"Przejrzyj moje zmiany, zanim otworzę PR", "Jeszcze bym tego nie scalał: w `create` brakuje walidacji. Po tej poprawce zatwierdzam."}, plan: exchange{"Przygotuj plan przejścia na PostgreSQL, na razie bez kodu", "1. Schemat\n2. Kopia danych\n3. Podwójny zapis\n4. Przełączenie"}, agreed: "super, róbmy to tak",
			small: exchange{"zmień port na 9090 w config/app.toml", "Port to teraz 9090."}, feature: "Dodaj polecenie importujące kontakty z pliku CSV, razem z testami", refactor: "Zrefaktoryzuj moduł raportów, za dużo powtórzeń. Zachowanie ma zostać takie samo", open: "Nie udało mi się znaleźć przyczyny. Możesz przesłać pełny log?"},
		{code: "nl",
			bug: "Bij het exporteren ontbreekt de laatste regel, kun je dat oplossen?", fixed: "Opgelost: de laatste regel wordt nu ook geschreven.",
			frustrated: [3]string{"werkt nog steeds niet", "Nee, dezelfde fout als eerst", "pff, er is niks veranderd"}, abandoned: [2]string{"laat maar, ik doe het zelf wel", "dit doen we later wel"},
			accepted: [3]string{"Top, nu werkt het, dankjewel!", "opgelost", "Ja, zo klopt het"}, weak: "toch bedankt", commit: "commit en push het maar", shift: "Iets heel anders: schrijf een stijlgids voor het team in other/thing.md", follow: "voeg er ook een test aan toe",
			question: exchange{"Wat is het verschil tussen let en const?", "`let` mag je opnieuw toewijzen, `const` niet."}, investigation: exchange{"Zoek uit waarom de import sinds gisteren zo traag is. Niets aanpassen.", "De oorzaak is de ontbrekende index op de bestellingentabel: sinds de migratie van gisteren leest elke zoekopdracht de hele tabel."},
			review: exchange{"Kun je mijn wijzigingen reviewen voordat ik de PR open?", "Ik zou het nog niet mergen: in `create` ontbreekt de controle van de invoer. Met die aanpassing akkoord."}, plan: exchange{"Maak een plan om over te stappen op PostgreSQL, nog geen code", "1. Schema\n2. Data kopiëren\n3. Dubbel schrijven\n4. Omschakelen"}, agreed: "klinkt goed, laten we het zo doen",
			small: exchange{"zet de poort op 9090 in config/app.toml", "De poort is nu 9090."}, feature: "Voeg een commando toe dat contacten uit een CSV-bestand importeert, met tests", refactor: "Refactor de rapportmodule, veel te veel dubbele code. Het gedrag moet gelijk blijven", open: "Ik heb de oorzaak niet kunnen vinden. Kun je het volledige log sturen?"},
		{code: "hi",
			bug: "एक्सपोर्ट करते समय आख़िरी पंक्ति छूट जाती है, कृपया ठीक करो।", fixed: "ठीक कर दिया: अब आख़िरी पंक्ति भी लिखी जाती है।",
			frustrated: [3]string{"अभी भी काम नहीं कर रहा है", "नहीं, वही error आ रहा है", "उफ़, कुछ भी नहीं बदला"}, abandoned: [2]string{"छोड़ो, मैं ख़ुद कर लूँगा", "इसे बाद में देखेंगे"},
			accepted: [3]string{"बहुत बढ़िया, अब काम कर रहा है, धन्यवाद!", "ठीक हो गया", "हाँ, अब सही है"}, weak: "फिर भी धन्यवाद", commit: "commit करके push कर दो", shift: "नया काम, इससे अलग: other/thing.md में टीम के लिए एक style guide लिखो", follow: "इसके लिए एक टेस्ट भी जोड़ो",
			question: exchange{"let और const में क्या अंतर है?", "`let` को दोबारा assign किया जा सकता है, `const` को नहीं।"}, investigation: exchange{"पता लगाओ कि कल से import इतना धीमा क्यों है। कुछ भी मत बदलना।", "कारण orders तालिका में index का न होना है: कल के migration के बाद हर खोज पूरी तालिका पढ़ती है।"},
			review: exchange{"PR खोलने से पहले मेरे बदलावों की समीक्षा करो", "अभी merge मत करो: `create` में input की जाँच नहीं है। यह ठीक करने के बाद approve है।"}, plan: exchange{"PostgreSQL पर जाने की योजना बनाओ, अभी कोड मत लिखना", "1. Schema\n2. डेटा की नक़ल\n3. दोहरा लेखन\n4. बदलाव"}, agreed: "बढ़िया, ऐसे ही करते हैं",
			small: exchange{"config/app.toml में port 9090 कर दो", "Port अब 9090 है।"}, feature: "CSV फ़ाइल से संपर्क import करने का एक command जोड़ो, टेस्ट के साथ", refactor: "रिपोर्ट मॉड्यूल को refactor करो, बहुत दोहराव है। व्यवहार वही रहना चाहिए", open: "मुझे कारण नहीं मिला। क्या तुम पूरा log भेज सकते हो?"},
	}
}
