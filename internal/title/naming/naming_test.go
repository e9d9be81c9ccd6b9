package naming

import (
	"strings"
	"testing"
)

// What a person would call an address: the request's or issue's number, words at its
// end, else the host; never what may be a key.
func TestNamesOfAddresses(t *testing.T) {
	for in, want := range map[string]string{
		"https://forge.example/r/t/pulls/7":                         "PR 7",
		"https://forge.example/r/t/pull-requests/7/diff":            "PR 7",
		"https://forge.example/r/t/_git/t/pullrequest/7":            "PR 7",
		"https://forge.example/r/t/-/merge_requests/7":              "MR 7",
		"https://tracker.example/browse/TIDE-7":                     "TIDE-7",
		"https://forge.example/r/t/commit/0123456789abcdef01234567": "commit 0123456",
		"https://forge.example/r/t/commit/0123":                     "commit 0123",
		"https://forge.example/r/t/actions/runs/12345678901234":     "CI run",
		"https://forge.example/r/t/issues/":                         "issues",
		"https://forge.example/r/t/issues/x1y2z3x4y5z6x7y8z9":       "forge.example",
		"https://www.tides.example/":                                "tides.example",
		"https://robin@tides.example/":                              "tides.example",
		"https://tides.example/how-to-read-tides":                   "how-to-read-tides",
		"https://tides.example/read-tides/42":                       "read-tides 42",
		"https://tides.example/read-tides/42/":                      "read-tides 42",
		"https://tides.example/42":                                  "tides.example",
		"https://tides.example/read-tides/20260302":                 "tides.example",
		"https://tides.example/%E6%BD%AE%E6%B1%90":                  "潮汐",
		"https://tides.example/a?key=read-tides":                    "tides.example",
		"https://tides.example/read-tides#key":                      "read-tides",
		"https://tides.example/AbCdEfGh":                            "tides.example",
		"https://tides.example/Read-Tides":                          "Read-Tides",
		"https://tides.example/README":                              "README",
		"https://tides.example/tides12345":                          "tides.example",
		"https://tides.example/incomprehensibilities":               "tides.example",
		"https://tides.example/ab":                                  "tides.example",
		"https://tides.example/a+b+c":                               "tides.example",
		"see:https://tides.example/read-tides":                      "see:read-tides",
		"https://tides.example":                                     "tides.example",
	} {
		if got := Of(in); got != want {
			t.Errorf("%s is called %q, want %q", in, got, want)
		}
	}
}

// What a person would call a path: its last element, where it is long or begins at a
// root; what is no path stays, and so does what is short.
func TestNamesOfPaths(t *testing.T) {
	for in, want := range map[string]string{
		"/srv/tides/chart/axis.go": "axis.go", "~/work/tides/axis.go": "axis.go", "@src/tides/axis.go": "axis.go", "./src/tides/axis.go": "axis.go", "../src/tides/axis.go": "axis.go",
		`C:\tides\axis.go`: "axis.go", `\\host\tides\axis.go`: `\\host\tides\axis.go`, "/srv/tides": "/srv/tides", "/srv/tides-of-the-north-sea": "tides-of-the-north-sea", "/srv/tides:84": "tides:84",
		"src/axis.go": "src/axis.go", "and/or": "and/or", "a/b/c/d/e/f/g/h/i/j/k/l/m/n/o/p/q/r/s/t": "a/b/c/d/e/f/g/h/i/j/k/l/m/n/o/p/q/r/s/t", "the/long/way/to/the/chart/of/tides/axis.go": "axis.go",
		"/": "/", "//": "//", "/axis": "/axis", "/srv/tides/" + strings.Repeat("k", 70): "…", "/srv/tides/" + strings.Repeat("k", 60): strings.Repeat("k", 60),
		"(/srv/tides/axis.go)": "(axis.go)", "'/srv/tides/axis.go',": "'axis.go',", "/srv/tides/.env": ".env", "打开/srv/tides/潮汐": "打开潮汐", "/srv/tides/axis.go打开": "axis.go打开", "/srv/tides/axis.go 打开": "axis.go 打开",
	} {
		if got := Of(in); got != want {
			t.Errorf("%s is called %q, want %q", in, got, want)
		}
	}
	for in, want := range map[string]string{"PR https://f.example/r/t/pull/7 now": "PR 7 now", "the MR https://f.example/r/t/-/merge_requests/7": "the MR 7", "issue https://f.example/r/t/issues/7": "issue 7", "fix https://f.example/r/t/issues/7": "fix issue 7"} {
		if got := Of(in); got != want {
			t.Errorf("%q: %q, want %q", in, got, want)
		}
	}
}

func TestNamed(t *testing.T) {
	for in, want := range map[string]string{
		"Review https://forge.example/robin/tideline/pull/12 today":               "Review PR 12 today",
		"Fix https://forge.example/robin/tideline/issues/4, please":               "Fix issue 4, please",
		"PR https://forge.example/robin/tideline/pull/12":                         "PR 12",
		"See https://tracker.example/team/issue/TIDE-41/cache-the-tables":         "See TIDE-41 (cache the tables)",
		"Why did https://forge.example/r/t/actions/runs/9988/job/12 fail":         "Why did CI run fail",
		"Clone https://forge.example/robin/tideline.git":                          "Clone tideline",
		"Read https://docs.example/how-to-cache?key=1#top":                        "Read how-to-cache",
		"Post to https://hooks.example/services/T01/B02/XkTq9fJ2LmPzR8sWvB3nYc5D": "Post to hooks.example",
		"Try https://robin:pass@db.example:8080/":                                 "Try db.example:8080",
		"Open http://localhost:3001":                                              "Open localhost:3001",
		"Fix /home/robin/code/tideline/internal/cache.go:84 and /etc/hosts":       "Fix cache.go:84 and /etc/hosts",
		"Read @docs/plans/2026/cache.md and/or src/a.go":                          "Read cache.md and/or src/a.go",
		`Read C:\Users\robin\Desktop\tides.xlsx`:                                  "Read tides.xlsx",
		`读取C:\Users\robin\潮汐.docx文件`:                                              "读取潮汐.docx文件",
		"Rules/Skills/Instructions stay":                                          "Rules/Skills/Instructions stay",
		"a very/long/relative/path/that/goes/deep/cache_test.go":                  "a cache_test.go",
		"": "",
	} {
		if got := Of(in); got != want {
			t.Errorf("Of(%q) = %q, want %q", in, got, want)
		}
	}
}
