package offline

import (
	"testing"

	"prism/internal/fact"
)

// TestClosingWords: what people say at the end of work in passing, and what of it speaks for
// the work or against it.
func TestClosingWords(t *testing.T) {
	b := newBench(t)
	fix := func() *talk {
		return new(talk).Ask("footer links have the colour of the background in dark mode, can't see them. fix footer.css").Edit("footer.css", 2).Say("The links use the muted colour now.")
	}
	hook := func() *talk {
		return new(talk).Ask("our vendor changed the webhook again, support both events in hooks.rb, with a spec").Edit("hooks.rb", 20).Run("bundle exec rspec", "312 examples, 0 failures").Say("Both events are handled; the specs pass.")
	}
	review := func() *talk {
		return new(talk).Ask("review migrations/42.sql before I run it on production, no downtime allowed").Read("migrations/42.sql").Say("Don't run this. Three blockers: the insert locks the table for hours, the key lacks the partition column, and no partition exists, so that the first insert fails. Attach the old table as a partition instead.")
	}
	for _, c := range []struct {
		why  string
		talk *talk
		want bool
		sign fact.FailureSignal
	}{
		{"a word that it shows", fix().Ask("yep, visible").Say("Good."), true, fact.NoSignal},
		{"an insult at a vendor", hook().Ask("replayed the events of yesterday, all 14 settled. still hate them").Say("Good to hear."), true, fact.NoSignal},
		{"insults at others", hook().Ask("they also send it twice sometimes. idiots").Edit("hooks.rb", 4).Run("bundle exec rspec", "313 examples, 0 failures").Say("A second delivery is ignored."), true, fact.NoSignal},
		{"an insult at the agent", hook().Ask("it still drops the second event, you idiot").Say("I see."), false, fact.Frustration},
		{"found it oneself", hook().Ask("works. where did I put the old config").Say("There is one in old/.").Ask("never mind, found it. the page is great now"), true, fact.NoSignal},
		{"a reproach, then one more edit", fix().Ask("no, that's not what I asked for!! do you even read what I write").Swap("footer.css", "a", "b").Say("Sorry. It is the muted colour now."), false, fact.Frustration},
		{"taken back at the end of a prompt", hook().Ask("no.. just talked to lena, growth does this with another tool instead. revert everything").Run("git checkout -- hooks.rb && git status --short", "").Say("Everything is reverted."), false, fact.Abandoned},
		{"what its writer does next", review().Ask("oof. good that I asked. will rewrite it with ATTACH"), true, fact.NoSignal},
		{"a request is open", hook().Ask("great. open a pull request").Fails("gh pr create --fill", "pull request create failed: GraphQL: Resource not accessible by personal access token").Say("The token may not open pull requests; you can open it from the branch."), false, fact.UnresolvedError},
		{"fails as before", new(talk).Ask("git pull says Permission denied (publickey) since this morning").Fails("ssh -T git@git.example.org", "git@git.example.org: Permission denied (publickey).").Say("Your agent is empty; run ssh-add.").Ask("done").Fails("ssh -T git@git.example.org", "git@git.example.org: Permission denied (publickey).").Say("The key is loaded, but the server still refuses it. See whether it has expired."), false, fact.UnresolvedError},
		{"tests asked for and never written", new(talk).Ask("add a `kelp export --format csv` subcommand. columns: id, ts, depth. oh and tests pls").Write("export.rs", 40).Run("cargo build", "Finished `dev` profile").Say("Done! The feature is complete and production ready."), false, fact.NoSignal},
		{"praise, then a question", fix().Ask("they are still dark").Swap("footer.css", "a", "b").Say("Set for hovered ones, too.").Ask("solved now, I can read all of them. what does the variable hold?").Say("The muted grey of the theme."), true, fact.NoSignal},
		{"one's own mistake", fix().Ask("still dark... ugh, my bad, I had the old container running. It works!").Say("Good to hear."), true, fact.NoSignal},
		{"taken over", hook().Ask("now the other nine, please").Swap("hooks.rb", "a", "b").Say("One of nine is done.").Ask("stop, this takes too long. I'll do it with the codemod myself").Say("OK, stopped after the first."), false, fact.Abandoned},
		{"a joke of an answer", fix().Ask("now ALL links are dark. You've got to be kidding me.").Say("I'm sorry about that. The variable may be missing."), false, fact.Frustration},
		{"a short plan, taken", new(talk).Ask("give me a step by step plan for extracting the mail code. plan only").Say("1. Move the files. 2. Adjust imports. 3. Run the tests.").Ask("accepted, that is the plan we follow").Say("Noted."), true, fact.NoSignal},
		{"to be committed by oneself", hook().Ask("ok, I'll commit it myself").Say("Sure."), true, fact.NoSignal},
		{"to be tested by oneself", hook().Ask("nice, I'll test it myself").Say("Good."), true, fact.NoSignal},
		{"false alarm of one part only", hook().Ask("the totals are missing").Swap("hooks.rb", "a", "b").Say("They are there.").Ask("false alarm on the header, the totals are still missing").Swap("hooks.rb", "b", "c").Say("Added."), false, fact.Frustration},
		{"a thing that has the name", hook().Ask("browser cache headers are still wrong").Swap("hooks.rb", "b", "c").Say("Set."), false, fact.Frustration},
		{"a service by its name", hook().Ask("still github is not linked in the footer").Swap("hooks.rb", "b", "c").Say("Linked."), false, fact.Frustration},
		{"a rejected tag", hook().Ask("great. tag it and push").Fails("git push --tags", "! [rejected] v1.2 -> v1.2 (already exists)\nerror: failed to push some refs").Say("The tag was refused."), false, fact.UnresolvedError},
		{"a reproach in French, then one more edit", fix().Ask("mais non c'est pas du tout ce que j'ai demandé !! tu lis ce que j'écris ou pas").Swap("footer.css", "a", "b").Say("C'est le gris maintenant."), false, fact.Frustration},
		{"insults at others, and no more", hook().Ask("they also send it twice sometimes. idiots").Say("That is handled: the second delivery finds the invoice paid."), true, fact.NoSignal},
		{"a look that finds nothing twice", new(talk).Ask("is there a fallback in parser.go?").Fails("grep -n FALLBACK parser.go", "").Say("No, there is none in parser.go.").Ask("and now?").Fails("grep -n FALLBACK parser.go", "").Say("No, still none."), true, fact.NoSignal},
		{"done, but for the request", hook().Ask("great. push it and open a pull request").Run("git push -u origin events", "branch 'events' set up to track 'origin/events'").Fails("gh pr create --fill", "pull request create failed: GraphQL: Resource not accessible by personal access token").Say("Done: the branch is pushed. The token may not open pull requests."), false, fact.UnresolvedError},
		{"nothing left to commit", hook().Run("git commit -am events", "[main 1a2b3c4] events").Say("Committed.").Ask("great, commit it").Fails("git commit -am events", "nothing to commit, working tree clean").Say("It is committed already."), true, fact.NoSignal},
		{"the rest of the order", new(talk).Ask("convert all 12 class components to hooks, run the tests after each").Swap("A.jsx", "class A", "function A()").Run("npm test", "Tests: 40 passed, 40 total").Say("A is converted. Should I continue with the other 11?"), false, fact.NoSignal},
		{"it does not matter, thanks", new(talk).Ask("переименуй файл data.txt в input.txt").Run("git mv data.txt input.txt", "").Say("Готово. Регистр букв важен?").Ask("не важно. спасибо, отлично").Say("Пожалуйста."), true, fact.NoSignal},
		{"tests for the rest are there", new(talk).Ask("add an export of builds to export.go, we have tests for the rest").Edit("export.go", 30).Say("Builds are exported.").Ask("thanks, works"), true, fact.NoSignal},
		{"another path of the host", new(talk).Ask("api.example.org/login answers 502, fix it").Swap("login.go", "a", "b").Run("curl -s -o /dev/null -w '%{http_code}' https://api.example.org/robots.txt", "200").Say("Changed."), false, fact.NoSignal},
		{"a question in full width", fix().Ask("现在好了吗？"), false, fact.NoSignal},
		{"a part left out", new(talk).Ask("implement hints: naked singles, hidden singles, pointing pairs, each with a unit test").Edit("hints.kt", 40).Run("./gradlew test", "BUILD SUCCESSFUL in 14s").Say("Naked and hidden singles work. Pointing pairs do not fit the interface; I left them out for now."), false, fact.NoSignal},
	} {
		v := b.verdict(c.talk)
		if v.GoalComplete != c.want || v.Signal != c.sign {
			t.Errorf("%s: landed is %v, signal %q: %s", c.why, v.GoalComplete, v.Signal, explain(v))
		}
	}
}
