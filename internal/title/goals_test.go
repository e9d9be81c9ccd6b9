package title

import (
	"strings"
	"testing"

	"prism/internal/conversation"
	"prism/internal/fact"
	"prism/internal/judge"
)

// goal is the title of a session of one prompt, which was answered.
func goal(label func(judge.Opinion, ...conversation.Turn) (string, string), intent fact.Intent, prompt string) string {
	title, _ := label(op(intent, true, fact.NoSignal), turn(prompt, edit("a.go"), say("Done.")))
	return title
}

// Of several sentences that ask for something, the title is the one of the kind that
// the session was judged to be.
func TestTitleIsOfItsIntent(t *testing.T) {
	label := labels(t)
	asks := map[fact.Intent]string{
		fact.Plan:          "Plan the nightly export of open invoices",
		fact.Review:        "Review the binary parser of gauge rows",
		fact.Refactor:      "Refactor the nightly reader of tide tables",
		fact.BugFix:        "Fix the binary importer of gauge rows",
		fact.Feature:       "Add a search box to the table",
		fact.SmallChange:   "Rename the quiet flag of the printer",
		fact.Investigation: "Investigate the nightly load of the server",
		fact.Question:      "Why does the harbour clock stop at night?",
	}
	for want, before := range map[fact.Intent][]fact.Intent{
		fact.Plan:          {fact.Review, fact.Question, fact.Investigation, fact.Feature, fact.SmallChange},
		fact.Review:        {fact.Plan, fact.Question, fact.Investigation, fact.Feature},
		fact.Refactor:      {fact.Plan, fact.Review, fact.Question, fact.Investigation, fact.BugFix, fact.Feature},
		fact.BugFix:        {fact.Plan, fact.Review, fact.Question, fact.Investigation, fact.Refactor, fact.Feature, fact.SmallChange},
		fact.Feature:       {fact.Plan, fact.Review, fact.Question, fact.Investigation, fact.BugFix},
		fact.SmallChange:   {fact.Plan, fact.Review, fact.Question, fact.Investigation, fact.BugFix},
		fact.Investigation: {fact.Plan, fact.Review, fact.SmallChange},
		fact.Question:      {fact.Plan, fact.Review, fact.Investigation},
	} {
		for _, other := range before {
			first := strings.TrimSuffix(asks[other], "?")
			if got := goal(label, want, "I have the pages here. "+first+". "+asks[want]); got != asks[want] {
				t.Errorf("a %s after what asks for a %s: %q, want %q", want, other, got, asks[want])
			}
		}
	}
}

// What a person says around a request is no part of its title: greetings, courtesies,
// praise of what came before, how to work, what to read first, what is only asked to be
// confirmed, how things are.
func TestTitleIsTheRequestAlone(t *testing.T) {
	label := labels(t)
	const want = "Move the legend below the chart"
	for _, prompt := range []string{
		"move the legend below the chart",
		"Hey Claude, could you please move the legend below the chart? Thanks :)",
		"I want you to move the legend below the chart pls ^^",
		"Great. Next: move the legend below the chart, thank you ;)",
		"ok, now can we also move the legend below the chart?",
		"Yes please go ahead and move the legend below the chart!!",
		"Would you mind - move the legend below the chart :D",
		"Move the legend below the chart, s'il te plaît",
		"Task: move the legend below the chart.",
		"I am working on the pages of the harbour. Move the legend below the chart.",
		"We have a page for the harbour by now. Move the legend below the chart.",
		"Read the code in src first. Move the legend below the chart.",
		"So read the code in src first. Move the legend below the chart.",
		"Take a look at the pages of the harbour. Move the legend below the chart.",
		"Make sure that nothing else is changed. Move the legend below the chart.",
		"You are an expert in drawing. Move the legend below the chart.",
		"Use the drawing skill. Move the legend below the chart.",
		"Invoke the drawing agent. Move the legend below the chart.",
		"With the drawing plugin. Move the legend below the chart.",
		"Use the drawing MCP. Move the legend below the chart.",
		"The legend is above it, right? Move the legend below the chart.",
		"That is the old legend, correct? Move the legend below the chart.",
		"Move the legend below the chart. Run the tests when done.",
		"Move the legend below the chart. Also tell me about the axis.",
		"Move the legend below the chart. Because the axis covers it.",
		"Read the page, move the legend below the chart",
		"Move the legend below the chart. That is all.",
		"Take a look at this:\n- move the legend below the chart",
		"1. Move the legend below the chart\n2. Tell me",
		"## Move the legend below the chart\n\nIt is where nobody looks for it.",
		"[Image #1] Move the legend below the chart [Pasted text #1 +40 lines]",
		"<b>Move the legend below the chart",
		"Move the legend below the chart 🎉🎉",
		"> Move the legend below the chart",
		"Hallo! Move the legend below the chart, bitte",
		"hello there\n\n\nMove the legend below the chart",
		"$ make chart\nmake: nothing to be done\nMove the legend below the chart",
		"Move the legend below the chart\n$ make chart\nmake: nothing to be done",
	} {
		if got := goal(label, fact.SmallChange, prompt); got != want {
			t.Errorf("%q is titled %q", prompt, got)
		}
	}
	// What looks like such words and is what was asked for.
	for prompt, want := range map[string]string{
		"Can you not move the legend below the chart":                             "Can you not move the legend below the chart",
		"Kannst du nicht die Legende verschieben":                                 "Kannst du nicht die Legende verschieben",
		"great charts for everyone who sails":                                     "Great charts for everyone who sails",
		"now-playing badge in the header of the page":                             "Now-playing badge in the header of the page",
		"Use the new parser in the importer of gauge rows. It is fast.":           "Use the new parser in the importer of gauge rows",
		"Draw the axis of the chart to the right":                                 "Draw the axis of the chart to the right",
		"Die Legende steht oben, oder? Ändere die Farbe der Legende im Diagramm.": "Ändere die Farbe der Legende im Diagramm",
		"La leyenda está arriba, ¿verdad? Mueve la leyenda debajo del gráfico.":   "Mueve la leyenda debajo del gráfico",
		"Könntest du bitte die Legende unter das Diagramm schieben, danke!":       "Die Legende unter das Diagramm schieben",
		"Можешь, пожалуйста, перенести легенду под график":                        "Перенести легенду под график",
		"图例在上面对吧？请把图例移到图表下面":                                                      "把图例移到图表下面",
		"Brainstorm:\n- show tides beside the chart":                              "Brainstorm: show tides beside the chart",
		"The chart of the week has no legend since Monday. Find out why.":         "The chart of the week has no legend since Monday",
		"I got this: could you change the colour of the legend?":                  "Change the colour of the legend",
		"I have this:\n[chart] cannot load the legend of the week":                "[chart] cannot load the legend of the week",
		"I have this:\n[chart] loaded the legend\nMove the legend up":             "Move the legend up",
		"chart.go:12:4: undefined: legend\nFAIL chart [build failed]":             "chart.go:12:4: undefined: legend",
		"[chart] reading rows\n[chart] legend of the week not found\n[chart] ok":  "Legend of the week not found",
	} {
		if got := goal(label, fact.BugFix, prompt); got != want {
			t.Errorf("%q is titled %q, want %q", prompt, got, want)
		}
	}
}

// A question is the goal of a session that was judged to be one, in any script, and only
// asked on the way to the goal of another.
func TestTitleOfAQuestion(t *testing.T) {
	label := labels(t)
	for _, c := range []struct {
		prompt          string
		question, other string
	}{
		{"Add a legend to the chart. What does the blue line of the chart mean?", "What does the blue line of the chart mean?", "Add a legend to the chart"},
		{"给图表添加图例。图表里的蓝线是什么意思？", "图表里的蓝线是什么意思？", "给图表添加图例"},
	} {
		if got := goal(label, fact.Question, "I have the pages here. "+c.prompt); got != c.question {
			t.Errorf("a question: %q, want %q", got, c.question)
		}
		if got := goal(label, fact.Feature, "I have the pages here. "+c.prompt); got != c.other {
			t.Errorf("a feature: %q, want %q", got, c.other)
		}
	}
}

// An address before a request moves behind it; one that is a part of the sentence, or
// all that was said, stays where it is.
func TestAddressBeforeTheRequest(t *testing.T) {
	label := labels(t)
	for prompt, want := range map[string]string{
		"https://forge.example/r/chart/pull/12 answer the comments on the axis": "Answer the comments on the axis (PR 12)",
		"@src/chart.go @src/axis.go draw the axis on the left":                  "Draw the axis on the left (@src/chart.go)",
		"http://localhost:4000/axis - draw the axis on the left":                "Draw the axis on the left (axis)",
		"~/chart/axis/left.go draw the axis on the left":                        "Draw the axis on the left (left.go)",
		"./src/axis/left.go, draw the axis on the left":                         "Draw the axis on the left (left.go)",
		`C:\work\axis.go draw the axis on the left`:                             "Draw the axis on the left (axis.go)",
		"file:///srv/axis.go draw the axis on the left":                         "Draw the axis on the left (axis.go)",
		"https://forge.example/r/chart/pull/12 and the axis of the other chart": "PR 12 and the axis of the other chart",
		"https://forge.example/r/chart/pull/12 or the axis of the other chart":  "PR 12 or the axis of the other chart",
		"https://forge.example/r/chart/pull/12 is open":                         "PR 12 is open",
		"axis.go draws the axis on the right of the chart":                      "axis.go draws the axis on the right of the chart",
		"https://forge.example/r/chart/pull/12 处理轴线上的评论请看看这里":                   "处理轴线上的评论请看看这里 (PR 12)",
	} {
		if got := goal(label, fact.SmallChange, prompt); got != want {
			t.Errorf("%q is titled %q, want %q", prompt, got, want)
		}
	}
}

// What follows a word that names a secret is not shown alone: the gate may know the
// secret by that word only.
func TestTitlesKeepSecretsWithTheirWord(t *testing.T) {
	label := labels(t)
	for _, word := range []string{"password", "Passphrase", "secret", "API token", "the key", "credentials", "bearer", "Passwort", "contraseña", "mot de passe", "senha", "пароль", "şifre", "密码", "パスワード", "비밀번호"} {
		for _, mark := range []string{":\n", ": ", ":\n- ", ":\n\n"} {
			prompt := "Here is the " + word + mark + "rusty anchor seventeen\nput it into the importer of gauges"
			title, summary := label(fixed, turn(prompt, edit("a.go"), say("I used the "+word+mark+"rusty anchor seventeen\nThe importer reads it now.")))
			for _, text := range []string{title, summary} {
				if strings.Contains(text, "anchor") && !strings.Contains(strings.ToLower(text), strings.ToLower(word)) {
					t.Errorf("%s%q: %q", word, mark, text)
				}
			}
		}
	}
}
