package offline

import (
	"testing"

	"prism/internal/fact"
)

// TestGoAheads: a plan is taken as good in the idioms of each language, and nothing of them
// is heard as a complaint.
func TestGoAheads(t *testing.T) {
	b := newBench(t)
	for _, c := range []struct {
		ask, plan string
		words     []string
	}{
		{"propose a migration plan, no code yet", "# Plan\n1. Schema and tables\n2. Dual writes for a week\n3. Backfill with a batch job", []string{
			"perfect, let's run with it", "great, let's roll with that", "good, off we go", "sounds like a plan, let's do it", "lovely, go for it", "all right, full steam ahead", "you have my blessing", "green light from me", "that's the way to go", "I'm sold, let's start", "works for me, go ahead", "thumbs up, proceed", "yep, that's the plan", "let's go down that road then"}},
		{"schlage einen Migrationsplan vor, ohne Code", "# Plan\n1. Schema und Tabellen\n2. Eine Woche doppelt schreiben\n3. Altdaten nachziehen", []string{
			"perfekt, so machen wir's", "super, dann mal los", "passt, leg los", "gut, genau so", "einverstanden, los geht's", "grünes Licht von mir", "prima, damit gehen wir", "ok, ran an den Speck", "abgemacht", "so sei es"}},
		{"propose un plan de migration, sans coder", "# Plan\n1. Schéma et tables\n2. Double écriture une semaine\n3. Reprise des données", []string{
			"parfait, on part là-dessus", "parfait, partons là-dessus", "super, on y va", "top, allons-y", "d'accord, on fait comme ça", "ça me va, fonce", "nickel, c'est parti", "ok pour moi, vas-y", "ça roule", "je valide", "feu vert", "banco", "adjugé, on part comme ça"}},
		{"propón un plan de migración, sin código", "# Plan\n1. Esquema y tablas\n2. Doble escritura una semana\n3. Carga de datos", []string{
			"perfecto, vamos con eso", "genial, adelante", "me parece bien, dale", "vale, tiramos por ahí", "de acuerdo, manos a la obra", "luz verde", "así lo hacemos", "venga, a por ello", "hecho, vamos"}},
		{"proponi un piano di migrazione, senza codice", "# Piano\n1. Schema e tabelle\n2. Doppia scrittura per una settimana\n3. Recupero dati", []string{
			"perfetto, andiamo con questo", "ottimo, procediamo così", "va bene, vai", "ci sto, partiamo", "d'accordo, facciamo così", "via libera", "affare fatto", "mi piace, si parte"}},
		{"proponha um plano de migração, sem código", "# Plano\n1. Esquema e tabelas\n2. Escrita dupla por uma semana\n3. Carga dos dados", []string{
			"perfeito, vamos nessa", "ótimo, pode seguir", "fechado, manda ver", "beleza, bora", "combinado, vamos assim", "sinal verde", "por mim tudo certo, siga", "aprovado, mãos à obra"}},
		{"stel een migratieplan voor, zonder code", "# Plan\n1. Schema en tabellen\n2. Een week dubbel schrijven\n3. Data inhalen", []string{
			"perfect, zo doen we het", "prima, ga ervoor", "akkoord, aan de slag", "goed, daar gaan we voor", "groen licht", "top, laten we beginnen", "afgesproken", "mooi, we gaan ervoor"}},
		{"предложи план миграции, без кода", "# План\n1. Схема и таблицы\n2. Неделя двойной записи\n3. Перенос данных", []string{
			"отлично, поехали", "хорошо, так и делаем", "согласен, вперёд", "годится, приступай", "договорились", "добро, действуй", "даю зелёный свет", "по рукам"}},
		{"zaproponuj plan migracji, bez kodu", "# Plan\n1. Schemat i tabele\n2. Tydzień podwójnego zapisu\n3. Przeniesienie danych", []string{
			"super, jedziemy z tym", "świetnie, działamy", "zgoda, do dzieła", "zielone światło", "tak robimy", "pasuje, lecimy"}},
		{"移行計画を提案して。コードはまだ書かないで", "# 計画\n1. スキーマ\n2. 二重書き込み\n3. 移行", []string{"完璧です、それで行きましょう", "いいですね、進めてください", "了解、それでお願いします", "その方針で", "承認します", "じゃあそれで"}},
		{"提出一个迁移方案，先不写代码", "# 方案\n1. 表结构\n2. 双写一周\n3. 回填数据", []string{"很好，就这么办", "可以，开始吧", "没问题，按这个来", "同意，开干", "就按这个方案走", "行，就这样"}},
		{"마이그레이션 계획을 제안해 줘, 코드는 아직 쓰지 말고", "# 계획\n1. 스키마\n2. 이중 쓰기\n3. 이전", []string{"완벽해, 그렇게 가자", "좋아요, 진행해 주세요", "오케이, 그대로 해줘", "찬성이야, 시작하자", "그걸로 가자", "승인합니다"}},
	} {
		for _, words := range c.words {
			v := b.verdict(new(talk).Ask(c.ask).Read("db.ts").Say(c.plan).Ask(words))
			if v.Signal != fact.NoSignal || !v.GoalComplete {
				t.Errorf("%q: %s complete %v", words, v.Signal, v.GoalComplete)
			}
		}
	}
}

// TestNoGoAheads: a request that begins like one of them says nothing of what was done.
func TestNoGoAheads(t *testing.T) {
	b := newBench(t)
	for _, words := range []string{"let's run with this flag enabled", "let's run with that input: 3, 4, 5"} {
		v := b.verdict(new(talk).Ask("Card saves itself on every render instead of on click, fix this bug").Read("card.ts").Edit("card.ts", 3).Say("OK.").Ask(words).Say("OK."))
		if v.Basis != fact.Silent {
			t.Errorf("%q: %s complete %v", words, v.Basis, v.GoalComplete)
		}
	}
}
