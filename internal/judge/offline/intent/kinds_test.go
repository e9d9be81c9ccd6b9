package intent

import (
	"strings"
	"testing"

	"prism/internal/fact"
)

// toldOfSettings are reports of what is out of order whose repair is in a file of settings.
// None is from a transcript.
const toldOfSettings = `
  nginx keeps restarting since this morning, exit 1
  the backup container gets killed every night around 3, code 137
  wildcard cert for the intranet ran out, certbot timer never fires
  grafana shows no data for node-3
  redis container keeps getting OOMKilled
  dns for git.lan stopped resolving, pihole conf
  sensor 4 reports 10 seconds late, the others are fine. poller.toml
  prod is down after the deploy, customers are waiting, check the shop namespace
  der mailserver nimmt seit gestern keine verbindungen an, port 587
  der zähler von kunde 7 hängt eine stunde hinterher, rest stimmt
  el job de facturas muere cada noche con exit 137
  la prod répond 502 depuis le déploiement de 7h, clients bloqués
  login 500 terus sejak update tadi pagi, cek namespace auth
  график температуры запаздывает на 10 минут, остальные ок
  ödeme servisi sürekli yeniden başlıyor, exit code 1
  デプロイ後からAPIが502を返す`

// setToWish are wishes for another setting.
const setToWish = `
  set the delay to 30 and retry to 3
  raise the memory limit of the worker to 1g
  please rename the service to api-v2 in the deploy file
  use port 8443 instead of 443
  bitte den port auf 8443 ändern`

// TestFaultInSettings: a fault is one whether a program or its settings are mended.
func TestFaultInSettings(t *testing.T) {
	b := newDesk()
	for _, c := range []struct {
		prompts string
		bug     bool
	}{{toldOfSettings, true}, {setToWish, false}} {
		for p := range strings.SplitSeq(strings.TrimSpace(c.prompts), "\n") {
			p = strings.TrimSpace(p)
			if got := b.told(new(talk).Ask(p).Read("app.yml").Swap("app.yml", "delay: 0", "delay: 30").Say("Done.")); (got == fact.BugFix) != c.bug {
				t.Errorf("%q: %q, want a bug: %v", p, got, c.bug)
			}
		}
	}
}

// TestWordOfAPage: another word on a page is a small change, not a repair, though it should
// be that word.
func TestWordOfAPage(t *testing.T) {
	const prompt = "tiny thing: the footer says 'Teh shop', should be 'The shop' there"
	for file, bug := range map[string]bool{"src/locales/en.json": false, "deploy/footer.yml": true} {
		if got := newDesk().told(new(talk).Ask(prompt).Read(file).Swap(file, "a: 0", "a: 1").Say("Done.")); (got == fact.BugFix) != bug {
			t.Errorf("%s: %q, want a bug: %v", file, got, bug)
		}
	}
}

// told is the intent that a talk states.
func (b desk) told(k *talk) fact.Intent {
	r := b.words.Reader()
	defer b.words.Return(r)
	return stated(r.Reader, requestOf(r.Reader, r.Read(k.Draft())))
}

// TestWorkWithoutFiles: commands that keep a machine or a history are work, and programs
// that were run to answer a question make it a search; to look is neither.
func TestWorkWithoutFiles(t *testing.T) {
	b := newDesk()
	run := func(prompt string, commands ...string) *talk {
		k := new(talk).Ask(prompt)
		for _, c := range commands {
			k.Run(c, "ok")
		}
		return k.Say("It is so now.")
	}
	for _, c := range []struct {
		k    *talk
		want fact.Intent
	}{
		{run("disk 97% on /, free something up. dont touch /data", "df -h", "docker image prune -af"), fact.SmallChange},
		{run("root partition almost full, clean it up please", "df -h", "docker image prune -af"), fact.SmallChange},
		{run("le disque est plein, fais de la place", "docker system prune -f"), fact.SmallChange},
		{run("starte nginx neu", "sudo systemctl restart nginx"), fact.SmallChange},
		{run("I just did git reset --hard HEAD~3 and hadn't pushed. can you get it back?", "git reflog", "git reset --hard 9d0c"), fact.SmallChange},
		{run("borré la rama sin querer, se puede recuperar?", "git reflog", "git branch tarifas 9d0c"), fact.SmallChange},
		{run("the shop is down, 502 everywhere", "kubectl get pods", "kubectl rollout undo deploy/shop"), fact.BugFix},
		{run("how full is the disk?", "df -h"), fact.Question},
		{run("sensor drift or weather? readings.csv, march", "python drift.py", "python drift.py --march"), fact.Investigation},
		{run("ist der ausreißer am 3. echt oder ein messfehler? daten in runs.csv", "python a.py", "python b.py"), fact.Investigation},
		{run("what does --march do?", "python drift.py --help"), fact.Question},
	} {
		if got := b.told(c.k); got != c.want {
			t.Errorf("%q: %q, want %q", c.k.Recs[0].Text, got, c.want)
		}
	}
}

// TestSpecification: a design that is written down is a plan, in whatever words it is ordered;
// a manual is none.
func TestSpecification(t *testing.T) {
	b := newDesk()
	for p, want := range map[string]bool{
		"write a spec in docs/stores.md: data model, transfers, permissions. no code": true,
		"draft an rfc for the new queue in docs/stores.md":                            true,
		"schreib eine spezifikation für mandanten nach docs/stores.md, kein code":     true,
		"scrivi una spec in docs/stores.md: modello dati, permessi. niente codice":    true,
		"écris une spec dans docs/stores.md : modèle, droits. pas de code":            true,
		"escribe una especificación en docs/stores.md, sin código":                    true,
		"napisz specyfikację w docs/stores.md, bez kodu":                              true,
		"напиши спецификацию в docs/stores.md, без кода":                              true,
		"write docs/stores.md: how to install on debian":                              false,
		"document the install steps in docs/stores.md":                                false,
	} {
		got := b.told(new(talk).Ask(p).Write("docs/stores.md", 20).Say("It is in docs/stores.md."))
		if (got == fact.Plan) != want {
			t.Errorf("%q: %q, want a plan: %v", p, got, want)
		}
	}
	r := Reading{stated: fact.Plan, docs: true}
	likely := make([]float64, len(fact.Intents))
	for i, k := range fact.Intents {
		if k == fact.Feature {
			likely[i] = 1
		}
	}
	for i, k := range fact.Intents {
		if k == fact.Plan && r.AsStated(likely)[i] != 1 {
			t.Error("a specification taken for a feature stays one")
		}
	}
}

// TestPlanOnTheWay: a plan that is approved and built in the turn that asked for it was the
// way to what was wanted, whatever is asked behind it.
func TestPlanOnTheWay(t *testing.T) {
	b := newDesk()
	for _, p := range []string{
		"make a plan for offline maps, we want to download per region",
		"maak een plan voor offline kaarten",
		"mach einen plan für mehrere mandanten",
	} {
		build := func(k *talk) *talk {
			return k.Write("store.go", 20).Write("store_test.go", 8).Run("go test ./...", allGreen).Say("All of the plan is built.")
		}
		if got := b.told(build(new(talk).Ask(p).Approved("## Maps\n1. a\n2. b")).Ask("and if the disk is full?").Say("Then it stops.")); got != fact.Feature {
			t.Errorf("%q: %q, want %q", p, got, fact.Feature)
		}
		if got := b.told(build(new(talk).Ask(p).Approved("## Maps\n1. a\n2. b").Say("Shall I?").Ask("the first part"))); got == fact.Feature {
			t.Errorf("%q, built later: %q", p, got)
		}
	}
}
