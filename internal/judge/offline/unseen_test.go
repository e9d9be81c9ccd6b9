package offline

import (
	"strings"
	"testing"
)

// ofOthers is a session as people have it and what a reader says of it: the intents that fit,
// whether the goal landed ("y", "n"), and the signals that fit; "" where it is open.
type ofOthers struct {
	name          string
	talk          *talk
	intent        string
	landed, signs string
}

// TestSessionsOfOthers: what authors who know none of the words found wrong is right in other
// words, subjects and languages, and what only looks like it stays as it is.
func TestSessionsOfOthers(t *testing.T) {
	b := newBench(t)
	for _, list := range [][]ofOthers{repliesOfOthers(), endingsOfOthers(), othersAgain()} {
		for _, c := range list {
			v := b.verdict(c.talk)
			switch {
			case c.intent != "" && !strings.Contains(" "+c.intent+" ", " "+string(v.Intent)+" "):
				t.Errorf("%s: want intent %s: %s", c.name, c.intent, explain(v))
			case c.landed != "" && (c.landed == "y") != v.GoalComplete:
				t.Errorf("%s: want landed %s: %s", c.name, c.landed, explain(v))
			case c.signs != "" && !strings.Contains(" "+c.signs+" ", " "+string(v.Signal)+" "):
				t.Errorf("%s: want signal %s: %s", c.name, c.signs, explain(v))
			}
		}
	}
}

// repliesOfOthers are sessions that the last replies of the person, or of the agent, decide.
func repliesOfOthers() []ofOthers {
	return []ofOthers{
		// A bad report, answered by words.
		{"A01", new(talk).Ask("roll out the new mailer image to the QA cluster").Edit("k8s/mailer/qa.yaml", 1).Run("kubectl apply -f k8s/mailer/qa.yaml", "deployment.apps/mailer configured").Say("The QA cluster runs the new mailer image.").Ask("mailer is in CrashLoopBackOff??").Run("kubectl -n qa logs deploy/mailer | tail -3", "panic: missing SMTP_HOST").Say("The container panics because SMTP_HOST is not set in QA. I do not know which relay QA uses. Could you tell me the host? Then I add it and roll out again."), "", "n", ""},
		{"A02", new(talk).Ask("bump nginx to 1.27 on the edge boxes").Edit("ansible/edge.yml", 1).Run("ansible-playbook ansible/edge.yml", "PLAY RECAP\nedge1 : ok=5 changed=1 failed=0").Say("nginx 1.27 is installed on edge1.").Ask("the site returns 502 since then").Run("ssh edge1 tail -2 /var/log/nginx/error.log", "connect() failed (111: Connection refused) while connecting to upstream").Say("nginx cannot reach the upstream on port 9000. I have no access to the app host. Can you check whether php-fpm is running there?"), "", "n", ""},
		{"A03", new(talk).Ask("change the cron of the export to 03:00").Edit("deploy/cron.yaml", 1).Run("kubectl apply -f deploy/cron.yaml", "cronjob.batch/export configured").Say("The export now runs at 03:00.").Ask("it did not run last night").Run("kubectl get cronjob export", "NAME SCHEDULE SUSPEND ACTIVE\nexport 0 3 * * * True 0").Say("The job is suspended, so it never starts. I cannot see who suspended it. Shall I unsuspend it, or was that on purpose?"), "", "n", ""},
		{"A04", new(talk).Ask("setze das Image von portal auf 2.8.1 in der Abnahme").Edit("apps/portal/values.yaml", 1).Run("helm upgrade portal charts/portal", "Release \"portal\" has been upgraded.").Say("Die Abnahme läuft auf 2.8.1.").Ask("der pod startet dauernd neu").Run("kubectl logs deploy/portal --tail 3", "java.lang.OutOfMemoryError: Java heap space").Say("Der Pod läuft in den Speicher (OutOfMemoryError). Welches Limit ist in der Abnahme erlaubt? Sag mir den Wert, dann trage ich ihn ein."), "", "n", ""},
		{"A05", new(talk).Ask("set the log level of the billing worker to warn").Edit("config/worker.toml", 1).Say("The log level is now warn.").Ask("worker doesn't come up anymore").Run("journalctl -u worker -n 3", "toml: line 7: unexpected '='").Say("The file has a syntax error in line 7, which I did not touch. Did someone else edit it? Please send me the version that worked."), "", "n", ""},
		{"A06", new(talk).Ask("point the DNS of docs at the new load balancer").Edit("dns/zone.yaml", 1).Run("octodns-sync --doit", "1 total changes").Say("docs now points at the new load balancer.").Ask("getting ERR_CERT_COMMON_NAME_INVALID now").Run("openssl s_client -connect docs.acme.test:443 </dev/null | head -3", "subject=CN=lb.acme.test").Say("The certificate of the balancer only covers lb.acme.test. Who issues certificates here? With access to the issuer I can request one."), "", "n", ""},
		{"A07", new(talk).Ask("remets l'ancienne limite de débit à 50").Edit("conf/limits.yml", 1).Say("La limite est de nouveau à 50.").Ask("les requêtes prennent toujours des 429").Run("grep -n limit conf/*.yml", "conf/limits.yml:3: limit: 50").Say("La limite est bien à 50 dans le fichier. Avez-vous redéployé le service ? Pouvez-vous m'envoyer les logs ?"), "", "n", ""},
		{"A09", new(talk).Ask("enable gzip for the api").Edit("nginx/api.conf", 3).Run("nginx -t", "test is successful").Say("gzip is on.").Ask("response is still not compressed").Run("curl -sI https://api.acme.test | grep -i encoding", "").Say("No content-encoding comes back. There seems to be a CDN in front. Do you have access to its settings?"), "", "n", "frustration unresolved_error"},
		{"A10", new(talk).Ask("cambia la imagen del api a la 5.2 en pruebas").Edit("deploy/api.yaml", 1).Run("kubectl apply -f deploy/api.yaml", "deployment.apps/api configured").Say("Pruebas usa la 5.2.").Ask("los pods están en error").Run("kubectl describe pod api-1 | tail -2", "Failed to pull image: unauthorized").Say("El registro pide credenciales. ¿Me puedes dar el nombre del secreto que usan?"), "", "n", ""},
		{"A11", new(talk).Ask("roll out the new mailer image to the QA cluster").Edit("k8s/mailer/qa.yaml", 1).Run("kubectl apply -f k8s/mailer/qa.yaml", "deployment.apps/mailer configured").Say("The QA cluster runs the new mailer image.").Ask("mailer is in CrashLoopBackOff??").Run("kubectl -n qa logs deploy/mailer | tail -3", "panic: missing SMTP_HOST").Edit("k8s/mailer/qa.yaml", 2).Run("kubectl apply -f k8s/mailer/qa.yaml && kubectl rollout status deploy/mailer", "deployment \"mailer\" successfully rolled out").Say("SMTP_HOST was missing; it is set now and the rollout finished.").Ask("great, running now").Say("Good."), "", "y", ""},
		{"A12", new(talk).Ask("roll out the new mailer image to the QA cluster").Edit("k8s/mailer/qa.yaml", 1).Run("kubectl apply -f k8s/mailer/qa.yaml", "deployment.apps/mailer configured").Say("The QA cluster runs the new mailer image.").Ask("is the old pod gone?").Run("kubectl -n qa get pods", "mailer-2 1/1 Running 0 2m").Say("Yes, only the new pod runs."), "", "y", "none"},
		// Stops and asks.
		{"B01", new(talk).Ask("add an orders_by_region mart so that sales can slice revenue").Read("models/orders.sql").Write("models/marts/orders_by_region.sql", 12).Run("dbt show --select orders_by_region", "| n |\n| 0 |").Say("The model is written, but I paused here: no order has a region, so the mart would be empty. Either we join on the postcode table, or the shop fills the column. Which should I take?"), "", "n", ""},
		{"B02", new(talk).Ask("migrate the session store to redis").Edit("app/session.rb", 8).Say("I switched the adapter and stopped at the cleanup job: it lists all sessions, which redis cannot do cheaply. Do you want me to keep an index, or drop the job?"), "", "n", ""},
		{"B03", new(talk).Ask("Add CSV import for contacts").Edit("src/import.ts", 40).Say("The parser is in place. Before I go on I need a decision: should rows with an unknown country be skipped or should they abort the import? The writer depends on that."), "", "n", ""},
		{"B04", new(talk).Ask("füge einen Export als PDF hinzu").Edit("src/export.ts", 30).Say("Das Gerüst steht, weiter bin ich nicht gegangen: die Schriftart fehlt im Repository. Welche sollen wir nehmen? Ohne sie kann ich den Export nicht fertigstellen."), "", "n", ""},
		{"B05", new(talk).Ask("we need soft delete for invoices").Edit("app/models/invoice.rb", 9).Say("I added the column and the scope, and I stopped before the unique index: it would clash with 12 existing rows. How do you want to deal with them? The index has to wait for your answer."), "", "n", ""},
		{"B06", new(talk).Ask("rename the tenant column everywhere").Edit("db/schema.sql", 3).Say("I renamed it in the schema and then halted, because three stored procedures of another team use it. Should I change those too? I left them alone."), "", "n", ""},
		{"B07", new(talk).Ask("añade un filtro por fecha al listado").Edit("src/list.js", 14).Say("He añadido el filtro, pero me he detenido ahí: la API no devuelve la fecha. ¿Qué prefieres, cambiar la API o filtrar por id?"), "", "n", ""},
		{"B08", new(talk).Ask("ajoute la double authentification").Edit("src/auth.ts", 25).Say("J'ai ajouté le secret TOTP, mais je me suis arrêté là : il faut choisir où le stocker. Lequel veux-tu, la base ou le coffre ?"), "", "n", ""},
		{"B09", new(talk).Ask("upgrade the app to rails 8").Edit("Gemfile", 1).Run("bundle update rails", "Bundle updated!").Say("Rails 8 is installed. I have not gone further: the upgrade task wants to overwrite `config/application.rb`. Overwrite or merge by hand?"), "", "n", ""},
		{"B10", new(talk).Ask("build the weekly digest mail").Edit("mail/digest.py", 35).Say("I've got the query and the template done. I'm holding off on the scheduler until you tell me which time zone to use: UTC or the user's?"), "", "n", ""},
		{"B12", new(talk).Ask("update the copyright year in the footer").Edit("src/Footer.vue", 1).Say("Done, the footer says 2026. Which other pages do you want me to look at?"), "", "y", ""},
		// A check that passed before a complaint.
		{"C01", new(talk).Ask("users on android 9 get a blank map, please fix").Edit("src/Map.tsx", 4).Say("The tile layer needed a fallback; I added one.").Ask("QA says it still happens on android 9").Run("npm test -- map", "Tests: 8 passed, 8 total").Say("The map tests pass. So the fallback is probably not the cause; I could not reproduce it here. Do you have a log from the device?").Ask("no, I'll ask them").Say("Good, a stack trace would narrow it down."), "", "n", "frustration unresolved_error"},
		{"C02", new(talk).Ask("the export crashes for large files, fix it").Edit("export.py", 5).Say("I stream the rows now.").Ask("same crash").Run("pytest tests/test_export.py", "===== 12 passed in 1.20s =====").Say("All tests pass, so it does not seem to be the streaming. How big is the file?"), "", "n", "frustration unresolved_error"},
		{"C03", new(talk).Ask("Der Import hängt bei Umlauten, bitte beheben").Edit("import.go", 3).Say("Die Kodierung wird jetzt erkannt.").Ask("beim Kunden hängt er immer noch").Run("go test ./...", "ok  \tshop/import\t0.4s").Say("Die Tests laufen durch. Dann war die Kodierung wohl nicht die Ursache, nachstellen kann ich es hier nicht. Gibt es ein Log?").Ask("frag ich nach").Say("Danke."), "", "n", "frustration unresolved_error"},
		{"C04", new(talk).Ask("Firefoxでメニューが開かないので直して").Edit("src/menu.ts", 3).Say("pointerdown に変更しました。").Ask("まだ開かないそうです").Run("npx playwright test menu", "  5 passed (3.1s)").Say("Firefox の E2E は通っており、再現しませんでした。バージョンを教えていただけますか？").Ask("確認してみます").Say("お願いします。"), "", "n", "frustration unresolved_error"},
		{"C05", new(talk).Ask("fix the flaky avatar upload").Edit("upload.js", 4).Say("Retries are in.").Ask("reporter says the upload keeps failing for him").Run("npx vitest run upload", " Tests  6 passed (6)").Say("I can't reproduce this: all six tests pass. Please ask him for the network log."), "", "n", "frustration unresolved_error"},
		{"C06", new(talk).Ask("la page reste blanche sur Edge, corrige").Edit("src/app.js", 3).Say("J'ai ajouté le polyfill.").Ask("toujours blanche chez le client").Run("npx jest", "Tests:       20 passed, 20 total").Say("Les tests passent ; le polyfill n'est sans doute pas en cause, je n'arrive pas à reproduire. Une capture de la console ?").Ask("je demande").Say("Merci."), "", "n", "frustration unresolved_error"},
		{"C07", new(talk).Ask("la app se cierra al rotar la pantalla, arréglalo").Edit("Main.kt", 5).Say("Guardo el estado al rotar.").Ask("sigue cerrándose según los testers").Run("./gradlew test", "BUILD SUCCESSFUL in 12s").Say("Los tests pasan y no consigo reproducirlo. Puede que la causa sea otra. ¿Tienes el logcat?").Ask("no, lo pido").Say("Vale."), "", "n", "frustration unresolved_error"},
		{"C08", new(talk).Ask("the websocket drops every minute, fix").Edit("ws.go", 4).Run("go test ./...", "ok  \tapp/ws\t0.4s").Say("Pings are sent every 20 s; tests pass.").Ask("it still drops on staging").Run("go test ./ws -count=3", "ok  \tapp/ws\t1.2s").Say("The tests pass three times in a row. I was wrong about the ping: the proxy closes the connection. I can't see its settings.").Ask("ok I'll talk to ops").Say("Tell them about proxy_read_timeout."), "", "n", "frustration unresolved_error"},
		{"C09", new(talk).Ask("修一下登录后白屏的问题").Edit("src/login.ts", 3).Say("已修改跳转逻辑。").Ask("测试说还是会白屏").Run("npm test", "Tests:       9 passed, 9 total").Say("测试都通过了，看来不是跳转的原因，我这里无法复现。有控制台日志吗？").Ask("没有，我去问问").Say("好的。"), "", "n", "frustration unresolved_error"},
		{"C11", new(talk).Ask("fix the flaky avatar upload").Edit("upload.js", 4).Say("Retries are in.").Ask("it still fails for me").Edit("upload.js", 2).Run("npx vitest run upload", " Tests  6 passed (6)").Say("The retry had the wrong delay. All tests pass now."), "", "y", "none"},
		{"C12", new(talk).Ask("fix the flaky avatar upload").Edit("upload.js", 4).Say("Retries are in.").Ask("it still fails for me").Run("npx vitest run upload", " Tests  6 passed (6)").Say("It passes here. Did you reload the page?").Ask("oh, had a stale tab. works now").Say("Good."), "", "y", "none"},
		// Chat in Latin letters.
		{"D01", new(talk).Ask("bhai cart ka total galat aa raha hai, fix karo").Edit("cart.py", 3).Say("Ho gaya, rounding theek kar diya.").Ask("haan sahi aa raha hai ab").Say("Badhiya!"), "", "y", "none"},
		{"D02", new(talk).Ask("login page crash ho raha hai, theek kar do").Edit("login.py", 3).Say("Null check add kar diya.").Ask("mast, chal gaya").Say("Great."), "", "y", "none"},
		{"D03", new(talk).Ask("upload nahi ho raha, dekho").Edit("upload.py", 3).Say("Size limit badha di.").Ask("abhi bhi nahi ho raha").Read("upload.py").Say("Server restart kiya?"), "", "n", "frustration"},
		{"D04", new(talk).Ask("search slow hai, index laga do").Edit("db.sql", 2).Say("Index add kar diya.").Ask("theek hai bhai, shukriya").Say("Welcome."), "", "y", "none"},
		{"D05", new(talk).Ask("date format theek karo invoice mein").Edit("invoice.py", 3).Say("Ho gaya.").Ask("wahi error aa raha hai").Read("invoice.py").Say("Kaun sa error?"), "", "n", "frustration"},
		{"D07", new(talk).Ask("privet, ne rabotaet vhod na sajt, pochini").Edit("auth.py", 3).Say("Gotovo, kuka teper' stavitsya.").Ask("rabotaet, spasibo!").Say("Pozhalujsta."), "", "y", "none"},
		{"D08", new(talk).Ask("pochini eksport v csv, padaet").Edit("csv.py", 3).Say("Popravil kodirovku.").Ask("vse ravno padaet").Read("csv.py").Say("Kakoj fajl?"), "", "n", "frustration"},
		{"D09", new(talk).Ask("ftiakse to login, den doulevei").Edit("login.js", 3).Say("To eftiaxa.").Ask("doulevei tora, efxaristo").Say("Parakalo."), "", "y", "none"},
		{"D10", new(talk).Ask("to upload petaei error, ftiakse to").Edit("up.js", 3).Say("Etoimo.").Ask("akoma den doulevei").Read("up.js").Say("Ti vlepeis?"), "", "n", "frustration"},
		{"D11", new(talk).Ask("ya bro el login mesh sha8al, sala7o").Edit("login.js", 3).Say("Tamam, sala7to.").Ask("tamam sha8al delwa2ty shokran").Say("El 3afw."), "", "y", "none"},
		{"D12", new(talk).Ask("el upload byed rab error, shoofo").Edit("up.js", 3).Say("3adelto.").Ask("lessa mesh sha8al").Read("up.js").Say("Eh el error?"), "", "n", "frustration"},
		{"D13", new(talk).Ask("yaar yeh report mein total galat hai, sahi kar do").Edit("report.py", 4).Say("Kar diya, ab double count nahi hoga.").Ask("perfect bhai, ab theek aa gaya").Say("👍"), "", "y", "none"},
		{"D14", new(talk).Ask("button kaam nahi kar raha checkout pe").Edit("checkout.js", 4).Say("Handler laga diya.").Ask("nahi yaar, kuch nahi hua").Read("checkout.js").Say("Cache clear karo."), "", "n", "frustration"},
		{"D15", new(talk).Ask("ye API 500 de rahi hai, dekh ke theek karo").Edit("api.py", 4).Say("Fix kar diya.").Ask("ha ho gaya 👍").Say("Badhiya."), "", "y", "none"},
		{"D16", new(talk).Ask("login redirect loop theek karo").Edit("auth.py", 4).Say("Kar diya.").Ask("AttributeError: 'NoneType' object has no attribute 'id'").Edit("auth.py", 1).Say("Ek check reh gaya tha, laga diya.").Ask("haan ab khul raha hai dashboard").Say("Badhiya!"), "", "y", "none"},
		{"D17", new(talk).Ask("ispravi oshibku v korzine, summa ne shoditsya").Edit("cart.py", 4).Say("Ispravil.").Ask("ok teper normalno").Say("Otlichno."), "", "y", "none"},
		{"D18", new(talk).Ask("ne otkryvaetsya otchet").Edit("r.py", 4).Say("Gotovo.").Ask("ne pomoglo").Read("r.py").Say("Skin' log."), "", "n", "frustration"},
		{"D19", new(talk).Ask("mera fix chahiye: payment page load nahi hota").Edit("pay.js", 4).Say("Script defer kar di.").Ask("ab load ho raha hai, thanks bhai").Say("Welcome!"), "", "y", "none"},
		{"D20", new(talk).Ask("ceny pokazyvayutsya nepravilno, posmotri").Edit("price.js", 4).Say("Okruglenie ispravleno.").Ask("da, vse rabotaet, super").Say("Horosho."), "", "y", "none"},
	}
}
