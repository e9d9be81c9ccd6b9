package offline

import (
	"strings"
	"testing"

	"prism/internal/fact"
)

// besideTheWork are prompts whose words of failure, praise or parting are not said of the work:
// they are supposed, quoted, said of a thing, or the name of one.
func besideTheWork() []string {
	return []string{
		"you always get this wrong value from the cache when the key has a slash, so escape it", "you always get this wrong value from the cache if the ttl is 0, guard against that", "add an omfg emoji to the list", "add a wtf reaction next to the omg one",
		"leave the task there if the queue is full", "leave it in the queue if the worker is busy", "let's roll with that name", "let's sleep on it: add sleep(1) before the retry",
		"let's sleep on failure: add time.sleep(1) in the except branch", "skip the row if it's broken", "drop it from the list when the count is 0", "drop the connection when the client is idle",
		"abort the request when the user navigates away", "never mind the trailing comma, the linter does that. Add a docstring", "stop the worker gracefully when ctrl-c is pressed", "give up after three retries",
		"forget the token on logout", "the button should say \"forget it\"", "rename the flag to --skip-it", "come back to the list after saving",
		"go back to the home page after the payment", "log \"still broken\" when the check fails twice", "ask the user to try again later when the API is down", "if nothing works, return the default",
		"put the entry back in the queue and try again later when the lock is held", "wenn der Schlüssel fehlt, brich ab", "vergiss den Token beim Abmelden", "lass den Eintrag stehen, wenn die Liste voll ist",
		"laisse la tâche dans la file si elle est pleine", "abandonne après trois essais", "oublie le jeton à la déconnexion", "deja la tarea ahí si la cola está llena",
		"abandona la petición después de tres intentos", "olvida el token al cerrar sesión", "esquece o token no logout", "desiste depois de três tentativas",
		"キューが一杯ならタスクはそのままにしておいて", "三回失敗したら諦めるようにして", "ログアウト時にトークンを忘れるようにして", "큐가 가득 차면 작업을 그대로 둬",
		"세 번 실패하면 포기하게 해줘", "如果队列满了就把任务留在那里", "重试三次后放弃", "退出时忘记令牌",
		"если очередь заполнена, оставь задачу там", "после трёх попыток сдавайся", "забудь токен при выходе", "lascia il task lì se la coda è piena",
		"dimentica il token al logout", "laat de taak staan als de wachtrij vol is", "geef het op na drie pogingen", "show a banner if it doesn't work",
		"show a banner when it doesn't work", "return null whenever it fails", "if it still fails after that, log it", "zeige ein Banner, wenn es nicht geht",
		"falls es nicht klappt, gib None zurück", "si ça ne marche pas, renvoie null", "si no funciona, devuelve null", "se não funcionar, devolve null",
		"se non funziona, restituisci null", "если не работает, верни null", "如果不行就返回空", "動かない場合はnullを返して",
		"실패하면 null을 반환해줘", "retry if it's still broken", "call it \"broken again\"", "leave a note in the readme",
		"leave it as a list, but sort it", "drop it into the utils folder", "skip this check for admins", "stop it from logging twice",
		"hold on to the last value", "cancel the timer on unmount", "kill the process after ten seconds", "let it go through the proxy",
		"put it aside in a temp file first",
	}
}

// askedAfterWork are questions and orders that name what was, or how one cancels something.
func askedAfterWork() []string {
	return []string{
		"how do I cancel a running import?", "実行中のジョブをキャンセルするにはどうすればいいですか？", "処理を中止するにはどうしたらいい？", "途中でやめるにはどうすればいいの",
		"キャンセルするにはどうすればいいですか", "실행 중인 작업을 취소하려면 어떻게 해야 하나요?", "중단하려면 어떻게 해", "작업을 그만두려면 어떻게 하나요",
		"和之前一样快吗", "和之前一样快吗？", "跟以前一样吗", "怎么取消正在运行的任务？",
		"现在还慢吗？", "wie breche ich einen laufenden Import ab?", "comment annuler un import en cours ?", "¿cómo cancelo una importación en curso?",
		"как отменить запущенный импорт?", "como cancelo uma importação em andamento?", "come annullo un import in corso?", "hoe annuleer ik een lopende import?",
		"is it as slow as before?", "does it still fail on windows or is that gone?", "is it as fast as before?", "same speed as before?",
		"does it behave the same as before", "和之前一样快", "和之前一样的格式输出", "前と同じ速さですか",
		"前と同じ形式で出力して", "前と同じですか", "前と同じくらい壊れていますか", "跟之前一样坏吗", "さっきと同じファイルに書いて", "이전과 똑같이 빠른가요",
		"전이랑 똑같은 형식으로 출력해줘", "이전과 똑같나요", "ist es so schnell wie vorher", "gleiches Format wie vorher",
		"c'est aussi rapide qu'avant ?", "même format qu'avant", "¿sigue igual de rápido?", "mismo formato que antes",
		"continua tão rápido quanto antes?", "так же быстро, как раньше?", "в том же формате, что и раньше", "è veloce come prima?",
		"even snel als eerst?", "does this still work when the cache is cold", "does the page still load if redis is down",
	}
}

// takeNothing are prompts after which nobody has said that the fix is good.
func takeNothing() []string {
	return []string{
		"let's roll with that name", "the name is fine, use it", "good name, take it", "a good first step would be to log it",
		"let's sleep on it", "let's roll with that name", "we'll go with that colour", "ok cool, how do I run it?",
		"write \"works for me\" into the changelog", "if that works, tell me", "does it work now?", "should work now, right?",
		"is that fixed?", "it works on my machine but not on the server", "I hope it works", "thanks, I'll try it later",
		"danke, ich probiere es später", "merci, je testerai plus tard", "gracias, lo pruebo luego", "ありがとう、後で試します",
		"고마워요, 나중에 해볼게요", "谢谢，我稍后试试", "спасибо, попробую позже", "grazie, lo provo dopo",
		"obrigado, testo depois", "bedankt, ik probeer het later", "thanks anyway", "ok",
		"hm, ok", "funktioniert das jetzt?", "ça marche maintenant ?", "直りましたか",
		"고쳐졌나요", "修好了吗", "これで直るはずですか", "이제 되나요",
		"现在可以了吗",
	}
}

// takeIt are prompts that say that it is.
func takeIt() []string {
	return []string{
		"yes!!", "yes!", "yesss!!", "ja!!",
		"oui !", "sí!", "はい！", "да!",
		"nice, works", "直りました", "고쳐졌어요", "修好了",
		"it works when the cart is empty now", "works now when I open it empty", "no crash any more", "läuft jetzt",
		"ça marche", "funciona", "動きました、ありがとう", "잘 됩니다",
		"可以了，谢谢", "работает, спасибо",
	}
}

// complain are prompts that say that it is not, in words that stand close to the above.
func complain() []string {
	return []string{
		"you always get this wrong", "you always get this wrong again and again", "wtf", "omg it's still broken",
		"wtf is this", "if I press save it still crashes", "when I press save nothing happens", "和之前一样",
		"和之前一样，没变化", "前と同じ", "前と同じです", "전이랑 똑같아",
		"this doesn't work at all, if you ask me", "you broke the wtf out of it, still crashing", "the damn thing still crashes",
	}
}

// TestWhatIsSaidOfTheWork: the same words complain, praise and drop, or do not, by where they
// stand: behind "if", in quotation marks, before what they belong to.
func TestWhatIsSaidOfTheWork(t *testing.T) {
	b := newBench(t)
	tested := func() *talk {
		return new(talk).Ask("add a small cache to the price lookup, with a test").Edit("src/price.py", 4).Edit("tests/test_price.py", 9).Run("pytest -q", "4 passed in 0.1s").Say("The lookup is cached and tested.")
	}
	fixed := func() *talk {
		return new(talk).Ask("fix the crash when the cart is empty").Edit("src/cart.py", 3).Say("I guard against empty carts now. Done.")
	}
	for _, p := range besideTheWork() {
		if v := b.verdict(tested().Ask(p).Edit("src/price.py", 2).Say("I changed it.")); v.Signal != fact.NoSignal {
			t.Errorf("%q: %s", p, v.Signal)
		}
	}
	for _, p := range askedAfterWork() {
		if v := b.verdict(tested().Ask(p).Say("It is in src/price.py.")); v.Signal != fact.NoSignal {
			t.Errorf("%q: %s", p, v.Signal)
		}
	}
	for _, p := range takeNothing() {
		if v := b.verdict(fixed().Ask(p).Say("Noted.")); v.GoalComplete {
			t.Errorf("%q takes the fix as good", p)
		}
	}
	for _, p := range takeIt() {
		if v := b.verdict(fixed().Ask(p).Say("Noted.")); !v.GoalComplete || v.Signal != fact.NoSignal {
			t.Errorf("%q takes nothing as good: %s", p, v.Signal)
		}
	}
	for _, p := range complain() {
		if v := b.verdict(fixed().Ask(p).Edit("src/cart.py", 2).Say("I changed it.")); v.Signal != fact.Frustration && v.Signal != fact.UnresolvedError {
			t.Errorf("%q: %s", p, v.Signal)
		}
	}
}

// TestFineForNow: what is fine for now, and looked at again another time, is put off.
func TestFineForNow(t *testing.T) {
	b := newBench(t)
	for _, p := range []string{
		"あとでまた見ます、今はいいです || この部分はどう動いていますか？",
		"今はいいです、また今度 || この部分はどう動いていますか？",
		"今日はここまでにします || この関数はどこですか？",
		"또 나중에 볼게요, 지금은 됐어요 || 이 함수는 어디에 있나요?",
		"지금은 괜찮아요, 나중에 다시 볼게요 || 이 함수는 어디에 있나요?",
		"以后再看吧，现在不用了 || 这个函数在哪里？",
		"先这样吧，回头再弄 || 这个函数在哪里？",
		"I'll look again later, fine for now || where is the function?",
		"it's fine for now, I'll come back to it || where is the function?",
		"ich schaue später nochmal, passt erstmal || wo steht die Funktion?",
		"je regarderai plus tard, ça ira pour l'instant || où est la fonction ?",
		"lo miro luego, por ahora está bien || ¿dónde está la función?",
		"vejo depois, por agora está bom || onde está a função?",
		"потом посмотрю, пока так сойдёт || где эта функция?",
		"guardo dopo, per ora va bene così || dov'è la funzione?",
		"ik kijk later wel, voor nu is het goed || waar staat de functie?",
	} {
		said, asked, _ := strings.Cut(p, " || ")
		k := new(talk).Ask("fix the crash when the cart is empty").Edit("src/cart.py", 3).Say("I guard against empty carts now.").Ask(said).Say("Okay.").Ask(asked).Say("In src/cart.py.")
		if v := b.verdict(k); v.GoalComplete || v.Signal != fact.Abandoned {
			t.Errorf("%q: %s, complete: %v", said, v.Signal, v.GoalComplete)
		}
	}
}

// TestACheer: a yes that is called out takes as good what was said to be done, and is an
// answer where the agent asked.
func TestACheer(t *testing.T) {
	b := newBench(t)
	for said, want := range map[string]bool{"Done.": true, "I guard against empty carts now. Done. Shall I commit it?": false, "There are two ways.": false} {
		k := new(talk).Ask("fix the crash when the cart is empty").Edit("src/cart.py", 3).Say(said).Ask("yes!!").Say("Okay.")
		if v := b.verdict(k); v.GoalComplete != want {
			t.Errorf("yes after %q: complete %v", said, v.GoalComplete)
		}
	}
}

// TestProgramsThatEndOnAnError: a command that ended on an error that nobody caught, in the
// words of its runtime, and was left so.
func TestProgramsThatEndOnAnError(t *testing.T) {
	b := newBench(t)
	for command, out := range map[string]string{
		"node scripts/import.js":    "TypeError: Cannot read properties of undefined (reading 'id')\n    at load (/srv/scripts/import.js:20:14)\nNode.js v22.1.0",
		"ruby scripts/import.rb":    "import.rb:3:in `load': undefined method `id' for nil (NoMethodError)",
		"cargo run":                 "thread 'main' panicked at src/main.rs:4:5:\nindex out of bounds",
		"java -jar app.jar":         "Exception in thread \"main\" java.lang.NullPointerException\n\tat App.main(App.java:3)",
		"elixir scripts/import.exs": "** (KeyError) key :id not found",
		"python scripts/import.py":  "requests.exceptions.ConnectionError: no route",
	} {
		k := new(talk).Ask("entries are lost when the process is killed, the log does not flush. Fix").Edit("src/wal.go", 3).Fails(command, out).Say("I have changed the flush.").
			Ask("how expensive is a flush on SSDs?").Say("Some milliseconds.")
		if v := b.verdict(k); v.Signal != fact.UnresolvedError {
			t.Errorf("%s: %s", command, v.Signal)
		}
	}
}

// TestFarewells: who goes away when all is green drops nothing; who does so while it is red, or
// names the work, puts it off.
func TestFarewells(t *testing.T) {
	b := newBench(t)
	for _, p := range []string{"see you tomorrow", "gotta run, see you tomorrow", "calling it a day", "i will be back next week", "ok, lunch now, talk later", "bis später", "à demain", "je reviens plus tard",
		"hasta mañana", "nos vemos luego", "até amanhã", "por hoje é só", "a domani", "tot morgen", "до завтра", "내일 봐요", "明天见"} {
		k := new(talk).Ask("fix the crash when the cart is empty").Edit("src/cart.py", 3).Run("pytest -q", "4 passed in 0.1s").Say("Empty carts are guarded.").Ask(p).Say("OK.")
		if v := b.verdict(k); !v.GoalComplete || v.Signal != fact.NoSignal {
			t.Errorf("%q: %s, complete: %v", p, v.Signal, v.GoalComplete)
		}
	}
	for _, p := range []string{"lets drop this for now", "call it a day, this can wait until next sprint", "I'll come back to it tomorrow"} {
		k := new(talk).Ask("fix the crash when the cart is empty").Edit("src/cart.py", 3).Run("pytest -q", "4 passed in 0.1s").Say("Empty carts are guarded.").Ask(p).Say("OK.")
		if v := b.verdict(k); v.Signal != fact.Abandoned {
			t.Errorf("%q: %s", p, v.Signal)
		}
	}
}
