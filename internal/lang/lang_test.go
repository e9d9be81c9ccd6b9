package lang

import (
	"strings"
	"testing"
	"unicode/utf8"
)

func TestOfFile(t *testing.T) {
	for path, want := range map[string]string{
		"cmd/prism/main.go":                "go",
		"go.mod":                           "go",
		"src/App.tsx":                      "typescript",
		"src/index.MJS":                    "javascript",
		`C:\work\tool\setup.ps1`:           "powershell",
		"lib/x.py":                         "python",
		"notes/Analysis.ipynb":             "python",
		"src/lib.rs":                       "rust",
		"README.md":                        "markdown",
		"docs/page.mdx":                    "markdown",
		"run.sh":                           "shell",
		".zshrc":                           "shell",
		".github/workflows/ci.yml":         "yaml",
		"package.json":                     "json",
		"data.jsonl":                       "json",
		"index.html":                       "html",
		"a.css":                            "css",
		"a.scss":                           "scss",
		"views/home.blade.php":             "php",
		"Main.kt":                          "kotlin",
		"A.java":                           "java",
		"q.sql":                            "sql",
		"init.lua":                         "lua",
		"flake.nix":                        "nix",
		"core.cljs":                        "clojure",
		"paper.tex":                        "latex",
		"Makefile":                         "makefile",
		"build/rules.mk":                   "makefile",
		"hypr/hyprland.conf":               "conf",
		".env.local":                       "conf",
		"zellij/config.kdl":                "kdl",
		"Gemfile":                          "ruby",
		"deploy/Dockerfile.dev":            "dockerfile",
		"values.yaml.gotmpl":               "yaml",
		"old/app.py.bak":                   "python",
		"main.tf":                          "hcl",
		"":                                 "",
		"LICENSE":                          "",
		"picture.png":                      "",
		"notes.txt":                        "",
		"x.bak.bak.bak.bak":                "",
		"dir/":                             "",
		"trailing.":                        "",
		strings.Repeat("a", 300) + ".go":   "",
		"weird\x00name.go":                 "go",
		"folder.go/file":                   "",
		"prompt\\with\\backslashes.ts":     "typescript",
		"CMakeLists.txt":                   "cmake",
		"internal/store/migrations/1.sql ": "sql",
	} {
		if got := OfFile(path); got != want {
			t.Errorf("OfFile(%q) = %q, want %q", path, got, want)
		}
	}
}

func TestOfText(t *testing.T) {
	for _, c := range []struct{ want, text string }{
		{"en", "Please fix the failing test in the parser and tell me why it broke."},
		{"en", "can you look at this"},
		{"en", "rename the flag"},
		{"en", "fix tests"},
		{"en", "why does `für` appear here?"},
		{"de", "Der Knopf auf der Startseite tut nichts, schau bitte mal nach."},
		{"de", "mach mal den commit und push"},
		{"de", "Warum schlägt der Build fehl?\n```\nerror: the file is not there and this is the log of it\n```"},
		{"es", "¿Puedes revisar por qué falla la prueba del servidor?"},
		{"es", "haz que el menú se vea bien en el móvil"},
		{"fr", "Le bouton d'envoi ne marche pas, peux-tu corriger ça ?"},
		{"fr", "c'est bon, on peut livrer"},
		{"pt", "Não está a funcionar, você pode ver o que é?"},
		{"pt", "faça o deploy do projeto para mim"},
		{"it", "Il pulsante non funziona, puoi sistemarlo? Grazie"},
		{"nl", "Kun je even kijken waarom de test niet werkt?"},
		{"sv", "Kan du kolla varför det inte fungerar när jag sparar?"},
		{"da", "Kan du lige se hvorfor det ikke virker, når jeg gemmer noget?"},
		{"no", "Hvorfor fungerer ikke dette når jeg lagrer noe?"},
		{"fi", "Miksi testi ei mene läpi, voitko korjata sen nyt?"},
		{"pl", "Dlaczego ten test nie przechodzi? Możesz to naprawić?"},
		{"cs", "Proč ten test neprochází? Můžeš to prosím opravit?"},
		{"ro", "De ce nu merge testul? Poți să îl repari și să rulezi tot?"},
		{"hu", "Miért nem működik ez a teszt? Kérlek, javítsd ki, ha lehet."},
		{"tr", "Bu test neden geçmiyor? Lütfen düzeltir misin, çok yavaş."},
		{"id", "Kenapa tes ini tidak jalan? Tolong perbaiki dan jalankan lagi."},
		{"vi", "Tại sao bài kiểm tra này không chạy được? Hãy sửa giúp tôi."},
		{"ru", "Почему тест не проходит? Исправь, пожалуйста."},
		{"ru", "объясни этот код"},
		{"uk", "Чому тест не проходить? Виправ, будь ласка, і перевір."},
		{"bg", "Защо тестът не минава? Моля, поправи го, трябва да е бързо."},
		{"el", "Γιατί δεν περνάει το τεστ; Διόρθωσέ το."},
		{"he", "למה הבדיקה נכשלת? תקן בבקשה"},
		{"ar", "لماذا يفشل الاختبار؟ أصلحه من فضلك"},
		{"fa", "چرا این تست کار نمی‌کند؟ لطفاً درستش کن"},
		{"hi", "यह परीक्षण क्यों विफल हो रहा है? ठीक करो"},
		{"hi", "bhai yeh button kaam nahi kar raha hai, isko theek karo"},
		{"th", "ทำไมการทดสอบนี้ไม่ผ่าน ช่วยแก้ให้หน่อย"},
		{"ja", "このテストが失敗する理由を調べてください"},
		{"ja", "README.md を更新して、commit と push をお願いします"},
		{"zh", "请修复这个 bug 并运行 tests"},
		{"zh", "为什么登录页面打不开?"},
		{"ko", "이 테스트가 왜 실패하는지 확인해 줘"},
		{"vi", "toi khong hieu, ban giup toi sua loi nay duoc khong"},
		{"fr", "règle ce problème proprement : Server Error: Cannot find module './a.js'"},
		{"en", "allow running e2e by external agent"},
		{"pt", "estou falando da tela de login"},
		{"pt", "voce consegue trocar a cor do botao? nao ficou bom"},
		{"es", "agrega un boton rojo en la pagina"},
		{"fr", "ca ne marche pas, le meme probleme"},
		{"it", "non funziona"},
		{"tr", "bu degil, simdi duzelt lutfen"},
		{"pl", "czy mozesz to sprawdzic, bo nie dziala"},
		{"vi", "ban dang chay tren may nao"},
		{"ru", "объясни, зачем нам это"},
		{"ru", "съезжает кнопка"},
		{"en", "execute the tests once"},
		{"", "dir"},
		{"", ""},
		{"", "y"},
		{"", "commit"},
		{"", "src/main.go:12 http://example.org/a/b --flag SNAKE_CASE camelCase"},
		{"", "/gsd:plan-phase 3"},
		{"", "12345 +++ ---"},
		{"", "\xff\xfe\x00"},
	} {
		if got := OfText(c.text); got != c.want {
			t.Errorf("OfText(%q) = %q, want %q", c.text, got, c.want)
		}
	}
}

// A long paste in another language does not outvote what the person wrote.
func TestVotesPaste(t *testing.T) {
	paste := strings.Repeat("This is the description of the function and of what it returns to you.\n", 60)
	if got := OfText("Kannst du das bitte übersetzen und mir sagen, was daran nicht stimmt?\n\n" + paste); got != "de" {
		t.Errorf("one prompt with a paste: %q, want de", got)
	}
	if got := OfText("Why does the German text say this?\n\n" + strings.Repeat("This is what you get, and it is wrong.\n", 9) + "Danke"); got != "en" {
		t.Errorf("English with a German word: %q, want en", got)
	}
	var v Votes
	v.Add(paste)
	v.Add("das geht so nicht, mach es bitte neu")
	v.Add("und jetzt noch die Tests dazu, dann ist es gut")
	if got := v.Language(); got != "de" {
		t.Errorf("three prompts, one a paste: %q, want de", got)
	}
}

func FuzzOfText(f *testing.F) {
	for _, s := range []string{"fix the test", "```\n", "`a", "漢字かな", "l'", "'''", "\xc3(", strings.Repeat("x", 700)} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if got := OfText(s); got != "" && len(got) != 2 {
			t.Errorf("OfText(%q) = %q", s, got)
		}
		if got := OfFile(s); !utf8.ValidString(got) {
			t.Errorf("OfFile(%q) = %q", s, got)
		}
	})
}

func TestOfFence(t *testing.T) {
	for info, want := range map[string]string{
		"ts": "typescript", "TypeScript": "typescript", "python": "python", "py": "python", "c++": "cpp", "c": "c", "golang": "go", "go": "go",
		"sh": "shell", "console": "shell", "json": "json", "css": "css", "": "", "text": "", "output": "", "d": "", "plaintext": "",
	} {
		if got := OfFence(info); got != want {
			t.Errorf("OfFence(%q) = %q, want %q", info, got, want)
		}
	}
}

func TestIsProduct(t *testing.T) {
	for word, want := range map[string]bool{"Next.js": true, "node.js": true, "next.config.js": false, "src/node.js/x.js": false, "main.js": false} {
		if got := IsProduct(word); got != want {
			t.Errorf("IsProduct(%q) = %t", word, got)
		}
	}
}
