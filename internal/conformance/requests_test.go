package conformance

// requestCases hold a second hundred of requests in the manners of many writers, written
// down after those of mannerCases were mended and before it was looked at what the program
// makes of them, in November 2026: 58 of 120 failed. All of one kind have
// one form of answer and work, by which most of what was missed is known since.
func requestCases(b *book) {
	all := stories()
	n := 0
	asked := func(kind string, prompts ...string) {
		for _, p := range prompts {
			b.asked("requests", kind, all[(n*3+1)%len(all)], p)
			n++
		}
	}
	asked("question",
		"is %s still used by anybody?", "what's a good name for this in go terms", "how big can a message get before it is rejected?", "sorry, stupid question: what is a fixture", "which timezone are the timestamps in?",
		"do I have to restart for this to take effect?", "can we run this on arm?", "where does the 86400 come from", "woran erkenne ich, dass der Job fertig ist?", "est-ce que ce script est idempotent ?", "cuál de los dos se ejecuta primero", "この設定のデフォルト値は？", "默认端口是多少", "сколько соединений он держит?")
	asked("investigation",
		"the numbers in the weekly mail don't match the page. where do they part ways?", "memory of the worker creeps up 1% an hour. who holds on to it?", "our p99 is fine and the mean is terrible, explain that from the traces", "work out which of the last ten deploys introduced the slowdown", "three customers got the same invoice number, how could that happen",
		"check the dumps under dumps/ for what the threads were waiting on", "before we rewrite it: measure where the import spends its time", "can you dig out why %s is excluded from the bundle", "geh der Sache nach, warum nur sonntags Mails fehlen", "cherche d'où viennent ces requêtes en double", "averigua qué proceso bloquea la tabla", "夜間バッチが遅い原因を調査してほしい", "查一下是谁在凌晨删掉了这些记录", "выясни, почему тесты идут вдвое дольше")
	asked("review",
		"before I ask the team: would you approve this?", "please go through the diff like a picky maintainer would", "any security holes in %s?", "is this migration safe to run on a busy table", "tell me honestly what is bad about this design in code",
		"compare my branch with main and comment on it", "does the error handling in %s hold up?", "check my PR for leftovers", "kannst du drüberschauen, bevor ich merge?", "un avis sur cette branche avant que je merge ?", "échale un ojo a mi PR", "マージ前に見てもらえますか", "合并之前帮我看看这个改动", "глянь мой PR перед мержем")
	asked("plan",
		"how do we get rid of the monolith without stopping feature work? phases please", "I want to replace the search engine. give me options with effort and risk, then a recommendation", "sketch the data model and endpoints for subscriptions, we'll code it next week", "what has to be done, in which order, until we can drop python 3.8", "scope this out for me: bulk import for admins",
		"let's agree on an approach for %s before you write anything", "turn this idea into a spec: people can lend a parcel box to neighbours", "estimate and break down the move to kubernetes", "wie gehen wir das am besten an? erst Konzept, dann Code", "fais-moi une feuille de route pour passer à la v3", "propón cómo migrar a la nueva API, por fases", "まず設計案をまとめてください", "先列出步骤和风险，别动代码", "распиши по шагам, как нам перейти на новую версию")
	asked("bug_fix",
		"saving twice creates two rows", "dark mode: text is unreadable in the table header", "I get logged out every time the laptop wakes up", "ticket: 'cannot delete my account' - happens for users without an avatar", "our csv has the umlauts garbled since the upgrade", "the retry never kicks in, look at the log:\nattempt 1 failed\ngiving up",
		"expected 3 rows, got 2", "%s leaks a file handle per request", "seit gestern laden die Bilder nicht mehr", "quand je clique sur valider il ne se passe rien", "se queda colgado al cerrar", "o total não bate com a soma dos itens", "日付が一日ずれています", "列表里的金额都变成了 0", "после обновления пропали картинки", "de knop reageert niet op mobiel")
	asked("feature",
		"people keep asking for a way to undo a delete. give them one", "add a --watch mode to the cli", "slack notifications when a build fails, configurable per repo", "we're missing a health endpoint", "give the list endless scrolling", "teach the parser about comments", "a small admin page to edit the limits would save me a lot of time", "%s should also accept yaml",
		"ich hätte gern eine Vorschau vor dem Absenden", "il faudrait une page de statistiques", "necesitamos exportar a excel", "queria poder arrastar os cartões", "検索に履歴を付けたい", "需要支持微信登录", "нужна выгрузка в PDF", "er moet een zoekbalk bij")
	asked("refactor",
		"%s does parsing, validation and storage. one job each, please", "I'd like this readable again; same output", "these two services share 80% of their code, factor it out", "switch the tests to table driven style", "no more singletons: pass things in", "flatten the nesting in this function", "replace inheritance with composition here, tests must stay green", "put the sql behind a repository interface",
		"mach das mal lesbarer, ohne dass sich was ändert", "découpe cette fonction de 300 lignes", "separa la lógica de la vista", "quebra esse arquivo em módulos menores", "重複している処理をまとめてください", "把重复的代码抽出来", "разбей этот файл на части")
	asked("small_change",
		"sort the imports in %s", "typo in the error text, an s too many", "hide the beta badge", "default page size 50 please", "license year to 2027", "swap logo.png for logo-dark.png in the header", "lowercase the url slug constant", "uncomment line 30", "use https in the links of the footer",
		"Knopf bitte rechts statt links", "mets le délai à 10 secondes", "pon el título en negrita", "muda a cor do link para azul", "文言を「保存」にして", "标题改成“我的订单”", "убери лишнюю запятую", "maak de tekst iets groter")
}
