package shell

import (
	"fmt"
	"strings"
	"testing"
)

// What commands delete: files, lines by what they say, or so many lines.
func TestDeletions(t *testing.T) {
	for line, want := range map[string]string{
		"rm a.go":                               "/src/a.go",
		"rm -rf build lib/x":                    "/src/build /src/lib/x",
		"rm -- -odd":                            "/src/-odd",
		"sudo rm -f /src/a.go":                  "/src/a.go",
		"cd web && rm a.ts":                     "/src/web/a.ts",
		"git rm -r old/":                        "/src/old",
		"git rm --cached a.go":                  "",
		"git rm -n a.go":                        "",
		"unlink a.go":                           "/src/a.go",
		"trash a.go":                            "/src/a.go",
		"rm $TMP/x":                             "",
		"rm .":                                  "",
		"rm *":                                  "",
		"echo rm a.go":                          "",
		"grep -v x a.go":                        "",
		"sed -i '3d' a.go":                      "/src/a.go 1",
		"sed -i 3,7d a.go":                      "/src/a.go 5",
		"sed -i '3,+2d' a.go":                   "/src/a.go 3",
		"sed -i '$d' a.go":                      "/src/a.go 1",
		"sed -i '3,$d' a.go":                    "/src/a.go many",
		"sed -i '/start/,/end/d' a.go":          "/src/a.go many",
		"sed -i '/debug/d' a.go b.go":           "/src/a.go /src/b.go 3",
		"sed -i '' '/debug/d' a.go":             "/src/a.go 3",
		"sed -i.bak -e 1d -e 5d a.go":           "/src/a.go 2",
		"sed -i '1d;5d' a.go":                   "/src/a.go 2",
		"sed -i '/^print(\"x\")$/d' a.py":       "/src/a.py =print(\"x\")",
		`sed -i '/^a\.b = 1$/d' a.py`:           "/src/a.py =a.b = 1",
		"sed --in-place --expression=2d a.go":   "/src/a.go 1",
		"sed '/debug/d' a.go":                   "",
		"sed -n -i p a.go":                      "",
		"sed -i '/^$/d' a.go":                   "",
		"sed -i '/keep/!d' a.go":                "",
		"sed -i 's/a/d/' a.go":                  "",
		"sed -i 's/a/b/;3d' a.go":               "",
		"find . -name x -exec sed -i 1d {} \\;": "",
		"find lib -name '*.gen.go' -delete":     "/src/lib/**/*.gen.go",
		"find lib gen -type f -delete":          "/src/lib /src/gen",
		"find ./lib -name x.go -exec rm {} +":   "/src/lib/**/x.go",
		"find -name x.go -type f -delete":       "/src/**/x.go",
		"find lib -mtime +30 -delete":           "",
		"find lib ! -name x.go -delete":         "",
		"find lib -name x.go":                   "",
		"find . -delete":                        "",
		"rm lib/*.go":                           "/src/lib/*.go",
	} {
		var got []string
		for _, u := range Undos(line, "/src") {
			got = append(got, u.Paths...)
			for _, l := range u.Lines {
				got = append(got, "="+l)
			}
			switch {
			case u.Count == ManyLines:
				got = append(got, "many")
			case u.Count > 0:
				got = append(got, fmt.Sprint(u.Count))
			}
			if u.Kind != "delete" || !TakesBack(commandClass(line), line) {
				t.Errorf("%s: kind %s, class %s", line, u.Kind, commandClass(line).names())
			}
		}
		if s := strings.Join(got, " "); s != want {
			t.Errorf("%s: %q, want %q", line, s, want)
		}
	}
}
