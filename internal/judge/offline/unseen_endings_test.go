package offline

// endingsOfOthers are sessions told by what was asked, what ran last and what is left.
func endingsOfOthers() []ofOthers {
	jr := " FAIL  test/pay.test.js\n  ● refund\n    TypeError: x is undefined\nTests:       1 failed, 3 passed, 4 total"
	feat := func() *talk {
		return new(talk).Ask("add a refund endpoint, with a test").Edit("src/pay.js", 12).Edit("test/pay.test.js", 15)
	}
	red := func(cmd, out, say string) *talk {
		return feat().Fails(cmd, "connect ECONNREFUSED\n"+out).Say("The endpoint and its test are in; the test could not run because the database is down.").Ask("it's up now, run it again").Fails(cmd, out).Say(say)
	}
	look := func(cmd string) *talk {
		return new(talk).Ask("why is the importer so slow? only look, change nothing").Read("imp.rs").Run(cmd, "some numbers 42 %").Say("The importer parses each line twice; the second pass is 60 % of the time. I changed nothing.")
	}
	return []ofOthers{
		// Advice taken for later.
		{"E01", new(talk).Ask("our nightly build takes 50 minutes, why? do not touch anything").Read("ci.yml").Run("grep -n cache ci.yml", "").Say("**Cause:** no cache is configured, so every run downloads all 1.2 GB of dependencies again; that is 31 of the 50 minutes.").Ask("ugh, of course. ok, I'll add the cache tomorrow").Say("Good plan. Key it by the lock file."), "investigation question", "y", "none"},
		{"E02", new(talk).Ask("what makes the memory grow in the worker? just investigate").Read("worker.py").Say("The cause: every job appends to `history`, which nothing trims. After 10,000 jobs that is 400 MB.").Ask("haha classic. will fix that next week").Say("Sure."), "investigation question", "y", "none"},
		{"E03", new(talk).Ask("find out why the tests are flaky on CI, no changes please").Run("gh run view 12 --log | grep FAIL", "FAIL clock test").Say("The cause is the clock test: it compares wall time across midnight UTC and fails when the run starts at 23:59.").Ask("nice find, I'll rewrite it when I'm back from vacation").Say("Enjoy."), "investigation question", "y", "none"},
		{"E04", new(talk).Ask("wieso braucht die Abfrage 8 Sekunden? nur schauen, nichts ändern").Run("psql -c 'explain analyze select 1'", "Seq Scan on orders").Say("Die Ursache: auf `customer_id` fehlt ein Index, deshalb läuft ein Seq Scan über 4 Mio. Zeilen.").Ask("ah logisch. bau ich am Montag ein").Say("Gut."), "investigation question", "y", "none"},
		{"E05", new(talk).Ask("pourquoi la page d'accueil charge 6 Mo ? ne change rien").Run("ls -la public", "hero.png 5.1M").Say("La cause : `hero.png` pèse 5,1 Mo et n'est pas compressée.").Ask("ok merci, je la compresserai ce week-end").Say("Parfait."), "investigation question", "y", "none"},
		{"E06", new(talk).Ask("is it safe to run two schedulers side by side?").Read("sched.go").Say("No. Both would take the same job: the lock is per process. You would need a lock in the database.").Ask("got it, will move the lock to postgres some day").Say("That is the way."), "question investigation", "y", "none"},
		{"E07", new(talk).Ask("por qué se duplica el evento? solo investiga").Read("bus.ts").Say("La causa: el componente se suscribe en cada render y nunca se da de baja, por eso llegan dos eventos.").Ask("jaja vale, lo arreglo el finde").Say("Perfecto."), "investigation question", "y", "none"},
		{"E08", new(talk).Ask("which of our crates pulls in openssl? don't change anything").Run("cargo tree -i openssl", "openssl v0.10\n└── native-tls").Say("It comes in through `reqwest` with its default features: `reqwest → native-tls → openssl`. With `rustls-tls` it goes away.").Ask("cool, I'll switch it in the next release").Say("👍"), "investigation question", "y", "none"},
		{"E10", new(talk).Ask("investigate why the CSV has 3 rows too few. no edits").Run("wc -l a.csv", "97").Say("Three rows have a line break inside a quoted field and are dropped by the reader's split on newline. That explains the difference exactly.").Ask("thx! gonna redo the reader on sunday").Say("Have fun."), "investigation question", "y", "none"},
		// An offer behind an answer.
		{"F01", new(talk).Ask("can the timeout be set by an env var or is it hardcoded?").Run("grep -n timeout main.go", "12: timeout := 30").Say("It is hardcoded: `main.go:12` sets 30 seconds. An env var would be one line. Want me to add it?"), "question", "y", "none"},
		{"F02", new(talk).Ask("¿dónde se define el límite de subida?").Run("grep -rn maxBody src", "src/app.ts:9").Say("En `src/app.ts:9`, con 10 MB. ¿Quieres que lo suba?"), "question", "y", "none"},
		{"F03", new(talk).Ask("wird das Passwort gehasht gespeichert?").Read("user.rb").Say("Ja, mit bcrypt, Kosten 12 (`user.rb:8`). Soll ich auf Argon2 umstellen?"), "question", "y", "none"},
		{"F04", new(talk).Ask("est-ce que le cache est partagé entre les workers ?").Read("cache.py").Say("Non, chaque worker a le sien : c'est un simple dictionnaire en mémoire. Tu veux que je le passe sur Redis ?"), "question", "y", "none"},
		{"F05", new(talk).Ask("o cliente faz retry sozinho?").Read("client.go").Say("Não: qualquer erro volta direto (`client.go:40`). Quer que eu adicione?"), "question", "y", "none"},
		{"F06", new(talk).Ask("is the session cookie httponly?").Read("app.js").Say("No, it is not: `httpOnly` is set to false in `app.js:14`. Should I change that?"), "question", "y", "none"},
		{"F07", new(talk).Ask("i log vengono ruotati?").Read("logrotate.conf").Say("No, non c'è nessuna rotazione: il file cresce senza limite. Vuoi che la configuri?"), "question", "y", "none"},
		{"F08", new(talk).Ask("does the CLI read a config file?").Run("grep -rn viper .", "").Say("No. All settings come from flags; there is no config file. Would you like one? I can add `~/.tool.toml`."), "question", "y", "none"},
		{"F09", new(talk).Ask("このAPIはページングに対応していますか？").Read("api.ts").Say("いいえ、対応していません。常に全件を返します（api.ts:22）。追加しましょうか？"), "question", "y", "none"},
		{"F10", new(talk).Ask("which server is this for?").Say("I can't tell from here. Which environment do you mean, staging or production?"), "question", "n", "none"},
		{"F11", new(talk).Ask("how does login work here?").Say("Do you mean the admin login or the customer login?"), "question", "n", "none"},
		// A red test at the end.
		{"G01", red("npx vitest run", " FAIL  test/pay.test.js > refund\nTypeError: x is undefined\n Test Files  1 failed (1)\n      Tests  1 failed | 3 passed (4)", "The connection works now, but the refund test still breaks: the order has no payment in the fixture."), "feature", "n", "unresolved_error"},
		{"G02", red("pytest -q", "F...\n1 failed, 3 passed in 0.50s", "Die Verbindung steht jetzt, der Test schlägt aber weiter fehl, weil der Bestellung die Zahlung fehlt."), "feature", "n", "unresolved_error"},
		{"G03", red("vendor/bin/phpunit", "FAILURES!\nTests: 4, Assertions: 9, Failures: 1.", "La connexion passe, mais le test échoue encore : la commande n'a pas de paiement."), "feature", "n", "unresolved_error"},
		{"G04", red("bundle exec rspec", "4 examples, 1 failure", "La conexión funciona, pero la prueba sigue fallando porque falta el pago."), "feature", "n", "unresolved_error"},
		{"G05", red("cargo test", "test result: FAILED. 3 passed; 1 failed; 0 ignored; 0 measured; 0 filtered out", "接続はできましたが、テストはまだ失敗します。注文に支払いがありません。"), "feature", "n", "unresolved_error"},
		{"G06", red("dotnet test", "Failed!  - Failed:     1, Passed:     3, Skipped:     0, Total:     4, Duration: 80 ms", "Теперь база доступна, но тест всё ещё падает: у заказа нет платежа."), "feature", "n", "unresolved_error"},
		{"G07", red("./gradlew test", "PayTest > refund FAILED\n    java.lang.NullPointerException\n4 tests completed, 1 failed\nBUILD FAILED in 6s", "A conexão funciona, mas o teste continua quebrando porque o pedido não tem pagamento."), "feature", "n", "unresolved_error"},
		{"G08", red("npx jest", jr, "Połączenie działa, ale test nadal nie przechodzi, bo zamówienie nie ma płatności."), "feature", "n", "unresolved_error"},
		{"G09", red("mix test", "4 tests, 1 failure", "Bağlantı tamam, ancak test hâlâ başarısız: siparişte ödeme yok."), "feature", "n", "unresolved_error"},
		{"G10", red("mvn -q test", "[ERROR] Tests run: 4, Failures: 1, Errors: 0, Skipped: 0\n[INFO] BUILD FAILURE", "连接正常了，但测试仍然失败：订单里没有付款。"), "feature", "n", "unresolved_error"},
		{"G11", red("npx mocha", "  3 passing (20ms)\n  1 failing", "Koneksinya sudah bisa, tapi tesnya masih gagal karena pesanan tidak punya pembayaran."), "feature", "n", "unresolved_error"},
		{"G12", red("ctest", "75% tests passed, 1 tests failed out of 4", "The database answers now. The order in the fixture has no payment, and `refund()` needs one."), "feature", "n", "unresolved_error"},
		{"G13", red("swift test", "Executed 4 tests, with 1 failure (0 unexpected) in 0.1 seconds", "연결은 되지만 테스트는 아직 실패합니다. 주문에 결제가 없습니다."), "feature", "n", "unresolved_error"},
		{"G14", red("deno test", "FAILED | 3 passed | 1 failed (12ms)", "Spojení funguje, ale test pořád padá: objednávka nemá platbu."), "feature", "n", "unresolved_error"},
		{"G15", red("bun test", " 3 pass\n 1 fail\nRan 4 tests across 1 files. [40.00ms]", "De verbinding werkt, maar de test faalt nog: de order heeft geen betaling."), "feature", "n", "unresolved_error"},
		{"G16", red("go test ./...", "--- FAIL: TestRefund (0.00s)\nFAIL\nFAIL\tshop/pay\t0.02s\nFAIL", "Kết nối ổn rồi, nhưng bài test chưa qua vì đơn hàng không có thanh toán."), "feature", "n", "unresolved_error"},
		{"G17", red("npx playwright test", "  1 failed\n    [chromium] › pay.spec.ts:3:1 › refund\n  3 passed (4.0s)", "Die Datenbank ist da. Es fehlt noch die Zahlung in der Fixture."), "feature", "n", "unresolved_error"},
		// Faults of data.
		{"H01", new(talk).Ask("load sales.csv and tell me the mean basket per month").Run("head sales.csv", "a,b").Write("an.py", 9).Run("python an.py", "1 20\n2 31").Say("Mean basket: January 20, February 31.").Ask("check whether there are broken rows or wrong currencies too").Run("grep -c EUR sales.csv", "312").Say("312 rows are in EUR; no broken row found."), "", "", "none"},
		{"H02", new(talk).Ask("how many users signed up in May?").Run("psql -c 'select 1'", "412").Say("412 users signed up in May.").Ask("do some of them have an invalid e-mail or a missing country?").Run("psql -c 'select 2'", "7").Say("Seven have no country; all e-mails are valid."), "", "y", "none"},
		{"H03", new(talk).Ask("lies die Messwerte ein und gib mir den Median je Station").Write("m.py", 9).Run("python m.py", "A 3\nB 4").Say("Median: A 3, B 4.").Ask("schau auch, ob es doppelte Zeilen oder falsche Zeitstempel gibt").Run("sort -u m.csv | wc -l", "90").Say("Zehn Zeilen sind doppelt, alle Zeitstempel stimmen."), "", "", "none"},
		{"H04", new(talk).Ask("count the orders per warehouse").Run("python c.py", "N 12\nS 9").Say("North 12, south 9.").Ask("also look for duplicates and rows with the wrong date format").Run("python d.py", "2").Say("Two duplicates, none with another format."), "", "", "none"},
		{"H05", new(talk).Ask("résume les réponses du sondage par tranche d'âge").Run("python s.py", "18-25: 40").Say("18-25 : 40 réponses, 26-40 : 71.").Ask("regarde aussi s'il y a des âges faux ou des lignes en double").Run("python t.py", "3").Say("Trois âges sont négatifs, aucun doublon."), "", "", "none"},
		{"H06", new(talk).Ask("agrupa las ventas por tienda").Run("python v.py", "1: 30").Say("Tienda 1: 30, tienda 2: 44.").Ask("mira si hay importes erróneos o fechas inválidas").Run("python w.py", "0").Say("Ninguno."), "", "", "none"},
		{"H07", new(talk).Ask("parse the access log and list the top ten URLs").Run("awk '{print $7}' access.log | sort | uniq -c | sort -rn | head", "90 /").Say("Top: `/` with 90 hits.").Ask("which of them fail with a 500?").Run("grep ' 500 ' access.log | wc -l", "4").Say("Only `/pay`, four times."), "", "", "none"},
		{"H08", new(talk).Ask("plot the temperature series").Write("p.py", 14).Run("python p.py", "saved plot.png").Say("`plot.png` shows the series.").Ask("mark the broken sensors in red").Edit("p.py", 4).Run("python p.py", "saved plot.png").Say("Broken sensors are red now."), "", "", "none"},
		{"H09", new(talk).Ask("carica le misure e dammi la media giornaliera").Run("python m.py", "1: 4").Say("Media: 4 il primo giorno, 5 il secondo.").Ask("controlla anche se ci sono righe sbagliate o date in formato errato").Run("python n.py", "1").Say("Una riga ha la data rovesciata."), "", "", "none"},
		{"H10", new(talk).Ask("how many tickets are open per team?").Run("python t.py", "A 4").Say("A has 4, B has 9.").Ask("check for tickets assigned to the wrong team as well").Run("python u.py", "1").Say("One ticket of B names a component of A."), "", "", "none"},
		{"H11", new(talk).Ask("how many tickets are open per team?").Run("python t.py", "A 4").Say("A has 4, B has 9.").Ask("that's wrong, A has 12").Read("t.py").Say("Let me look at the filter."), "", "n", "frustration"},
		// Swaps that keep what there was.
		{"I01", new(talk).Ask("Swap the hand-written retry loop in `sync` for our `Backoff` helper. Timing must stay as it is.").Edit("sync/loop.go", 12).Edit("sync/client.go", 5).Run("go test ./...", "ok  \tapp/sync\t0.4s").Say("The loop uses `Backoff`; timings are unchanged and the tests pass."), "refactor", "y", "none"},
		{"I02", new(talk).Ask("Replace moment by date-fns in the reports module, output must be identical. run the tests afterwards").Edit("reports/a.ts", 6).Edit("reports/b.ts", 8).Run("npm test", "Tests:       20 passed, 20 total").Say("No import of moment is left; all 20 tests pass."), "refactor", "y", "none"},
		{"I03", new(talk).Ask("Ersetze die String-IDs im Paket order durch unseren Typ OrderId. Das Verhalten und das JSON dürfen sich nicht ändern.").Edit("order/A.java", 12).Edit("order/B.java", 9).Run("mvn test", "[INFO] Tests run: 40, Failures: 0, Errors: 0, Skipped: 0\n[INFO] BUILD SUCCESS").Say("Alle IDs sind jetzt `OrderId`; die Tests laufen durch."), "refactor", "y", "none"},
		{"I04", new(talk).Ask("use the shared Duration type instead of raw ints in scheduler/, the API has to remain the same").Edit("scheduler/a.rs", 12).Edit("scheduler/b.rs", 7).Run("cargo test", "test result: ok. 31 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out").Say("Done, the API is the same, 31 tests pass."), "refactor", "y", "none"},
		{"I05", new(talk).Ask("Move the three duplicated price calculations into one function. No change in results, please.").Edit("price.py", 12).Edit("cart.py", 4).Edit("quote.py", 4).Run("pytest", "==== 18 passed in 0.5s ====").Say("All three call `net_price()` now; 18 tests pass."), "refactor", "y", "none"},
		{"I06", new(talk).Ask("remplace les tableaux associatifs par l'objet Money dans facturation, l'API publique ne doit pas bouger").Edit("fact/a.php", 12).Edit("fact/b.php", 9).Run("vendor/bin/phpunit", "OK (33 tests, 80 assertions)").Say("Tout passe par `Money` ; les 33 tests sont verts."), "refactor", "y", "none"},
		{"I07", new(talk).Ask("sustituye los callbacks por async/await en el módulo pagos sin cambiar el comportamiento").Edit("pagos/a.js", 14).Edit("pagos/b.js", 8).Run("npx jest", "Tests:       20 passed, 20 total").Say("Ya no quedan callbacks; las 20 pruebas pasan."), "refactor", "y", "none"},
		{"I08", new(talk).Ask("Convert the class components in settings/ to function components; nothing visible may change").Edit("settings/A.tsx", 22).Edit("settings/B.tsx", 18).Run("npx tsc --noEmit && npx jest", "Tests:       9 passed, 9 total").Say("All converted; types and tests pass."), "refactor", "y", "none"},
		{"I09", new(talk).Ask("replace the logo with the new one").Edit("src/Logo.svg", 3).Say("The new logo is in."), "small_change", "y", "none"},
		{"I10", new(talk).Ask("replace \"Sign in\" by \"Log in\" on all pages").Edit("src/a.vue", 1).Edit("src/b.vue", 1).Say("Replaced on both pages."), "small_change", "y", "none"},
		// No goal.
		{"J01", new(talk).Ask("hi").Say("Hello! What can I do for you?").Ask("sorry wrong terminal").Say("No worries."), "none", "", "none"},
		{"J02", new(talk).Ask("hello").Say("Hi! What are we working on?").Ask("nevermind, wrong tab").Say("All right."), "none", "", "none"},
		{"J03", new(talk).Ask("hallo").Say("Hallo! Was liegt an?").Ask("ach, falsches Fenster").Say("Kein Problem."), "none", "", "none"},
		{"J04", new(talk).Ask("yo").Say("Hey! What's up?").Ask("oops wrong chat").Say("No problem!"), "none", "", "none"},
		{"J05", new(talk).Ask("nvm, wrong window").Say("No problem."), "none", "", "none"},
		{"J06", new(talk).Ask("salut").Say("Salut ! Que puis-je faire ?").Ask("oups, mauvaise fenêtre").Say("Pas de souci."), "none", "", "none"},
		{"J07", new(talk).Ask("hola").Say("¡Hola!").Ask("perdón, ventana equivocada").Say("Sin problema."), "none", "", "none"},
		{"J08", new(talk).Ask("hey there").Say("Hi!").Ask("nah nothing, forget it").Say("OK!"), "none", "", "none"},
		{"J09", new(talk).Ask("test").Say("Works! How can I help?").Ask("just testing, never mind").Say("OK."), "none", "", "none"},
		{"J10", new(talk).Ask("wrong session, ignore this").Say("Okay."), "none", "", "none"},
		// Measuring.
		{"K01", look("perf stat -e cycles ./target/release/imp data.csv"), "", "y", "none"},
		{"K02", look("strace -c -f ./bin/imp data.csv"), "", "y", "none"},
		{"K03", look("ltrace -c ./bin/imp data.csv"), "", "y", "none"},
		{"K04", look("hyperfine -w 3 './bin/imp data.csv'"), "", "y", "none"},
		{"K05", look("/usr/bin/time -v ./bin/imp data.csv"), "", "y", "none"},
		{"K06", look("tcpdump -i lo -c 20 port 5432"), "", "y", "none"},
		{"K07", look("valgrind --tool=callgrind ./bin/imp data.csv"), "", "y", "none"},
		{"K08", look("py-spy record -o /tmp/p.svg -- python imp.py"), "", "y", "none"},
		{"K09", look("perf record -g -o /tmp/p.data ./imp x && perf report -i /tmp/p.data --stdio | head"), "", "y", "none"},
		{"K10", look("time ./target/release/imp --rows 1000"), "", "y", "none"},
		// Parts named as open.
		{"L01", new(talk).Ask("build a budget app: accounts, import, charts, dark mode, settings page").Write("app.py", 60).Say("Accounts and import work. Still missing are the charts, dark mode and the settings page. Shall I go on with the charts?"), "feature", "n", "none"},
		{"L02", new(talk).Ask("make a quiz game with timer, highscore and three categories").Write("quiz.js", 60).Run("node --check quiz.js", "").Say("The timer runs and one category is in. The highscore and the other two categories come after that. Should I continue?"), "feature", "n", "none"},
		{"L03", new(talk).Ask("Baue eine Verwaltung mit Login, Rollen und Export").Write("app.rb", 60).Say("Login und Rollen stehen. Offen ist noch der Export. Soll ich weitermachen?"), "feature", "n", "none"},
		{"L04", new(talk).Ask("write the CLI with init, add, list and sync").Write("cli.go", 60).Run("go test ./...", "ok  \tapp\t0.4s").Say("`init`, `add` and `list` work and are tested. `sync` remains to be written. OK to do that next?"), "feature", "n", "none"},
		{"L05", new(talk).Ask("crea una tienda con carrito, pagos y panel").Write("app.js", 60).Say("El carrito funciona. Faltan los pagos y el panel. ¿Sigo?"), "feature", "n", "none"},
		{"L06", new(talk).Ask("make a chat with rooms, typing indicator, file upload and emoji").Write("chat.ts", 70).Run("npm test", "Tests:       9 passed, 9 total").Say("Rooms and the typing indicator work, tests pass. To do: file upload and emoji. Which one first?"), "feature", "n", "none"},
		{"L07", new(talk).Ask("fais un blog avec articles, commentaires et recherche").Write("blog.py", 60).Run("pytest", "==== 8 passed in 0.5s ====").Say("Articles et commentaires fonctionnent. Il reste la recherche. Je continue ?"), "feature", "n", "none"},
		{"L08", new(talk).Ask("add filters for price, colour and size, with tests").Edit("f.ts", 30).Run("npm test", "Tests:       9 passed, 9 total").Say("Price and colour are filtered, tests pass. Size is next on the list. Go ahead?"), "feature", "n", "none"},
		{"L10", new(talk).Ask("add filters for price and colour, with tests").Edit("f.ts", 30).Run("npm test", "Tests:       9 passed, 9 total").Say("Price and colour are filtered, and all tests pass. A next step could be a filter by size. Interested?"), "feature", "y", "none"},
	}
}
