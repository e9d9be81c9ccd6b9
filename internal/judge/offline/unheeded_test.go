package offline

import (
	"strings"
	"testing"

	"prism/internal/fact"
)

// An order that was only answered in words keeps its intent and is not complete: what was
// wanted is told by the order, not by what came of it.
func TestOrdersAnsweredInWords(t *testing.T) {
	b := newBench(t)
	answers := map[string]string{
		"advice":   "To do that you would open the file that holds this part and adapt it there. First look at how the current version builds its output, then put the new piece next to it and keep the rest as it is. After that run the project and look at the result.",
		"commands": "You can do this with the following commands:\n\n```bash\nship --to origin\nship --all\n```\n\nReplace origin with the address that you use.",
	}
	for intent, orders := range map[fact.Intent]string{
		fact.Feature: `Add a price filter to the catalogue
			can you add a price filter to the catalogue?
			I want a button that copies the order number
			build a status page for the workers
			给目录页加一个价格筛选
			请给订单页加上复制按钮
			实现一个状态页面
			कैटलॉग पेज पर फ़िल्टर जोड़ो
			एक स्टेटस पेज बनाओ
			catalogue page par filter jod do
			füge dem Katalog einen Preisfilter hinzu
			ajoute un filtre de prix au catalogue
			añade un filtro de precio al catálogo
			добавь фильтр по цене в каталог
			カタログに価格フィルターを追加して
			카탈로그에 가격 필터를 추가해줘
			kataloğa fiyat filtresi ekle`,
		fact.BugFix: `fix the price filter
			the filter doesn't work, fix it
			please repair the catalogue page
			修复目录页的错误
			फ़िल्टर ठीक करो
			filter theek kar do
			behebe den Fehler im Katalog
			corrige el error del catálogo
			почини фильтр
			フィルターを直して`,
		fact.Refactor: `optimise the catalogue page
			refactor the filter module
			simplify the price code
			优化目录页
			重构筛选模块
			कैटलॉग को ऑप्टिमाइज़ करो
			optimiere die Katalogseite
			optimise la page du catalogue
			カタログページを最適化して`,
		fact.SmallChange: `push this to the remote
			commit and push
			can you push it to my repo
			deploy this to staging
			merge this branch into main
			upload the build to the bucket
			把代码推送到远程仓库
			将项目部署到服务器
			कोड को पुश करो
			ise remote par push karo
			push das auf den Server
			sube esto al repositorio
			запушь в репозиторий
			これをリモートにプッシュして
			rename the filter to PriceFilter
			make the filter sticky
			speed up the catalogue page
			polish the filter form
			美化目录页
			start the worker`,
	} {
		for order := range strings.Lines(orders) {
			for how, answer := range answers {
				if how == "commands" && intent != fact.SmallChange {
					continue
				}
				order = strings.TrimSpace(order)
				v := b.verdict(new(talk).Ask(order).Say(answer))
				if v.Intent != intent || v.GoalComplete || v.Confidence >= 0.5 {
					t.Errorf("%q, answered by %s: %s", order, how, explain(v))
				}
			}
		}
	}
}

// Who asks how something is done, wants code or a text to be given, or had it tried, ordered
// nothing that is missing.
func TestWordsThatAreWhatWasWanted(t *testing.T) {
	b := newBench(t)
	const advice = "You would open the file that holds this part and adapt it there; after that run the project and look at the result."
	const given = "Here it is, shorter:\n\n```go\nfunc total(lines []line) (sum int) {\n\tfor _, l := range lines {\n\t\tsum += l.price\n\t}\n\treturn sum\n}\n```"
	for name, k := range map[string]*talk{
		"how to add":          new(talk).Ask("how do I add a price filter to the catalogue?").Say(advice),
		"how to push":         new(talk).Ask("how can I push this to the remote").Say(advice),
		"what is best":        new(talk).Ask("what is the best way to optimise a page?").Say(advice),
		"how to, in Chinese":  new(talk).Ask("怎么给目录页加价格筛选？").Say(advice),
		"how to, in Hindi":    new(talk).Ask("कैटलॉग पेज पर फ़िल्टर कैसे जोड़ें?").Say(advice),
		"explain":             new(talk).Ask("explain how to deploy this").Say(advice),
		"whether":             new(talk).Ask("should I use a price filter here?").Say(advice),
		"code that was given": new(talk).Ask("simplify this function:\n```go\nfunc total(lines []line) int { sum := 0; for i := 0; i < len(lines); i++ { sum = sum + lines[i].price }; return sum }\n```").Say(given),
		"taken as good":       new(talk).Ask("push this to the remote").Say(advice).Ask("that worked, thanks").Say("Glad to hear it."),
	} {
		if v := b.verdict(k); v.Intent != fact.Question || !v.GoalComplete {
			t.Errorf("%s: %s", name, explain(v))
		}
	}
	for _, order := range []string{"rephrase this sentence: the boats are white", "fix the grammar: he go to sea", "make this shorter: the sea is very calm tonight", "shorten this text: the sea is calm", "change the tone of this paragraph to formal", "convert this json to yaml: {\"a\": 1}", "把这句话改得礼貌一点", "kürze diesen Satz"} {
		v := b.verdict(new(talk).Ask(order).Say("Here it is:\n\nThe boats lie white in the calm of the evening.\n\nTell me if you would like it otherwise."))
		if !v.GoalComplete {
			t.Errorf("%q was answered by what it wanted: %s", order, explain(v))
		}
	}
	pushed := new(talk).Ask("push this to the remote").Run("git push origin main", "1a2b3c4..9f8e7d6  main -> main").Say("Pushed to origin/main.")
	if v := b.verdict(pushed); v.Intent != fact.SmallChange || !v.GoalComplete {
		t.Errorf("an order that was carried out: %s", explain(v))
	}
}
