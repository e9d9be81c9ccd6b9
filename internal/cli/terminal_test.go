package cli

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode"

	"prism/internal/cli/job"
	"prism/internal/demo"
)

// Whatever name a folder, a file, an argument or a variable has: what is printed moves
// no cursor, sets no title and turns no line round.
func TestNothingPrintedActsOnATerminal(t *testing.T) {
	const odd = "x\x1b]0;owned\a\u202ey\u009b2J\rz"
	top := t.TempDir()
	dir := filepath.Join(top, odd)
	if err := os.MkdirAll(filepath.Join(dir, "empty"), 0o700); err != nil {
		t.Skip("no such names here: ", err)
	}
	if _, err := demo.Unpack(dir); err != nil {
		t.Fatal(err)
	}
	broken := filepath.Join(dir, odd+".jsonl")
	for path, text := range map[string]string{broken: "no transcript\n", filepath.Join(dir, ".prism.toml"): "a = [\n", filepath.Join(dir, "note"): "text\n"} {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	t.Chdir(dir)
	env := map[string]string{"HOME": dir, "PRISM_HOME": filepath.Join(dir, "kept"), "CLAUDE_CONFIG_DIR": dir, "USER": odd, "PATH": "", "TERM": odd}
	look := func(args []string, set string) {
		var list []string
		for k, v := range env {
			list = append(list, k+"="+v)
		}
		if set != "" {
			list = append(list, set)
		}
		var out, errOut bytes.Buffer
		run(context.Background(), job.NewProgram(list, strings.NewReader(odd+"\n"), &out, &errOut), args)
		for what, text := range map[string]string{"output": out.String(), "notes": errOut.String()} {
			i := strings.IndexFunc(text, func(r rune) bool {
				return r != '\n' && r != '\t' && r != 0x200d && (unicode.IsControl(r) || unicode.Is(unicode.Cf, r))
			})
			if i >= 0 {
				t.Errorf("%q %q: %s acts: %q", args, set, what, text[max(0, i-60):min(len(text), i+60)])
			}
		}
	}
	for _, args := range [][]string{
		{"score"}, {"score", dir}, {"score", odd}, {"score", filepath.Join(dir, "empty")}, {"score", broken}, {"score", dir, "--json"},
		{"score", "--by", odd}, {"score", "--judge", odd}, {"score", "--tz", odd}, {"score", "--since", odd}, {"score", "--repo", odd}, {"score", "--search", odd},
		{"score", "--db", dir}, {"score", "--db", broken}, {"score", "--verbose"}, {"score", "--" + odd}, {"score", "--db", filepath.Join(broken, odd)},
		{"sessions", dir}, {"sessions", dir, "--csv"}, {"sessions", dir, "--json"}, {"sessions", "--columns", odd}, {"sessions", dir, "--repo", odd}, {"sessions", dir, "--sort", odd},
		{"show", odd}, {"show", odd, dir}, {"show", "0", dir}, {"report", dir}, {"report", dir, "--since", "2020-01-01", "-o", odd}, {"report", dir, "-o", filepath.Join(odd, odd)},
		{"report", dir, "--since", "2020-01-01", "-o", dir}, {"report", dir, "--since", "2020-01-01", "-o", filepath.Join(dir, odd+".md")},
		{"doctor"}, {"doctor", dir}, {"doctor", "--json"}, {"doctor", odd}, {"doctor", "--db", odd},
		{"forget", odd}, {"forget", dir}, {"forget", dir, "--yes"}, {"forget", "--all", odd}, {"forget", "--all"},
		{"judge", "export", dir, "-o", dir}, {"judge", "export", dir, "--format", odd}, {"judge", "import", odd, dir}, {"judge", "import", broken, dir}, {"judge", dir, "--judge", "openai", "--base-url", odd, "--model", odd},
		{"redact", odd}, {"redact", "note"}, {"redact", dir}, {"redact", "-"}, {"title", odd, odd}, {"label", odd, odd}, {"eval", "--gold", odd, dir}, {"eval", "--gold", broken, dir}, {"eval", "--gold", dir, odd},
		{"calibrate", odd}, {"config"}, {"config", "--json"}, {"config", "get", odd}, {"config", "set", odd, odd}, {"config", "set", "tz", odd}, {"config", "set", "opt_out", odd}, {"config"}, {"config", "get", "opt_out"}, {"config", "unset", odd}, {"config", odd},
		{odd}, {"help", odd}, {"completion", odd}, {"__complete", "show", ""}, {"__complete", "score", "--by", ""}, {"__complete", "config", "get", ""},
	} {
		look(args, "")
	}
	for _, key := range []string{"PRISM_DB", "PRISM_PATHS", "PRISM_JUDGE", "PRISM_PRICES", "PRISM_TZ", "PRISM_OPT_OUT", "PRISM_MODEL", "PRISM_INCLUDE_OPEN", "CLAUDE_CONFIG_DIR", "PRISM_HOME"} {
		look([]string{"doctor"}, key+"="+odd)
		look([]string{"score"}, key+"="+odd)
		look([]string{"config"}, key+"="+odd)
	}
}
