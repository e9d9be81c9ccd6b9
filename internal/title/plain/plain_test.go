package plain

import "testing"

func TestPlain(t *testing.T) {
	for in, want := range map[string]string{
		"## **Fix** the `cache`:": "Fix the cache", "1. Add tests": "Add tests", "0.4.3 release notes": "0.4.3 release notes", "✅ Done!": "Done!", "【任务】：修复登录": "修复登录",
		"see [the plan](docs/plan.md) first": "see the plan first", "os.Args[0]": "os.Args[0]", "fix\x00the\tbug\u200b\ufeff": "fix the bug", "\ufeff": "", "- ": "", "": "",
		"می\u200cخواهم": "می\u200cخواهم", "> quoted": "quoted", "2)": "2)",
	} {
		if got := Of(in); got != want {
			t.Errorf("plain(%q) = %q, want %q", in, got, want)
		}
	}
}
