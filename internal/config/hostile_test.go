package config

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"prism/internal/disk"
)

// What a stranger may leave in a repository: each is left out before it is parsed, so
// that it costs no more than its bytes, and no run ends by it.
func TestHostileProjectFiles(t *testing.T) {
	for name, c := range map[string]struct{ text, says string }{
		"nested tables":    {"a = " + strings.Repeat("{a=", 8000) + "1" + strings.Repeat("}", 8000), "nested deeper"},
		"nested lists":     {"a = " + strings.Repeat("[", 30000), "nested deeper"},
		"across lines":     {"a = " + strings.Repeat("[\n", 20), "line 17: nested deeper"},
		"dotted key":       {strings.Repeat("a.", 17) + "a = 1", "nested deeper"},
		"quoted dotted":    {strings.Repeat(`"a".`, 17) + "a = 1", "nested deeper"},
		"dotted header":    {"[" + strings.Repeat("a.", 17) + "a]", "nested deeper"},
		"list of tables":   {"[[" + strings.Repeat("a.", 17) + "a]]", "nested deeper"},
		"a header's key":   {"[" + strings.Repeat("a.", 9) + "a]\n" + strings.Repeat("b.", 9) + "b = 1", "nested deeper"},
		"keys in tables":   {strings.Repeat("a.b = {", 10) + strings.Repeat("}", 10), "nested deeper"},
		"behind a string":  {"a = \"]]\\\"\"\nb = " + strings.Repeat("[", 17), "nested deeper"},
		"behind long ones": {"a = \"\"\"\n[\"\"\"\"\"\nb = '''\n'''''\nc = " + strings.Repeat("[", 17), "nested deeper"},
		"huge":             {strings.Repeat("[", 10<<20), "holds more than 65536 bytes"},
	} {
		t.Run(name, func(t *testing.T) {
			file := write(t, filepath.Join(t.TempDir(), ".prism.toml"), c.text)
			refusedFromProject(t, file, c.says)
			if _, err := Load(Sources{UserFile: file}); err == nil {
				t.Error("of one's own it is no error")
			}
			if _, err := Set(file, "tz", "UTC"); err == nil {
				t.Error("it was edited")
			}
		})
	}
}

// What only looks deep is read.
func TestStringsAndCommentsAreNoStructure(t *testing.T) {
	deep := strings.Repeat("[{a.", 40)
	text := "# " + deep + "\n" +
		"tz = \"UTC\" # " + deep + "\n" +
		"[a.b.c]\nd = [[[[1.5, 2.5], [1.5]]]]\n" +
		"e = \"" + deep + "\"\nf = '" + deep + "'\ng = \"\"\"\n" + deep + "\\\"\"\"\"\nh = '''\n" + deep + "'''\n" +
		"i.j.k.l = [1, 2]\n" + strings.Repeat("[[m.n]]\no = 1\n", 40)
	list, err := scan([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	headers := 0
	for i, st := range list {
		if i > 0 && st.from != list[i-1].to {
			t.Errorf("bytes %d to %d belong to no statement", list[i-1].to, st.from)
		}
		if st.header {
			headers++
		}
	}
	if headers != 41 || list[len(list)-1].to != len(text) {
		t.Errorf("%d headers, end %d of %d", headers, list[len(list)-1].to, len(text))
	}
}

func TestProjectFileThatIsNone(t *testing.T) {
	for name, to := range map[string]string{"a device": "/dev/zero", "a link to nothing": "nowhere", "a folder": "."} {
		file := filepath.Join(t.TempDir(), ".prism.toml")
		if err := os.Symlink(to, file); err != nil {
			t.Skip("no links here: ", err)
		}
		if got := ProjectFile(filepath.Dir(file)); got != file {
			t.Errorf("%s: found %q", name, got)
		}
		refusedFromProject(t, file, name)
		if _, err := Load(Sources{UserFile: file}); err == nil {
			t.Errorf("%s: of one's own it is no error", name)
		}
	}
}

// Editing touches statements, never text that looks like one.
func TestSetEditsNoText(t *testing.T) {
	const head = "model = \"\"\"\ntz = \"in a string\"\n\"\"\"\nopt_out = [\n  \"tz = x\",\n  '''\ntz = 1''',\n]\n"
	for _, c := range []struct{ name, before, after string }{
		{"not there", head, head + "tz = \"UTC\"\n"},
		{"there", head + "'tz' = \"Local\" # mine\n# end\n", head + "tz = \"UTC\"\n# end\n"},
		{"before a table", head + "[x]\ntz = 1\n", head + "tz = \"UTC\"\n[x]\ntz = 1\n"},
		{"no end of line", "judge = \"offline\"", "judge = \"offline\"\ntz = \"UTC\"\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			file := write(t, filepath.Join(t.TempDir(), "config.toml"), c.before)
			if _, err := Set(file, "tz", "UTC"); err != nil {
				t.Fatal(err)
			}
			got, err := disk.Read(file, disk.SmallFile)
			if err != nil || string(got) != c.after {
				t.Errorf("%v, got\n%s\nwant\n%s", err, got, c.after)
			}
		})
	}
	file := write(t, filepath.Join(t.TempDir(), "config.toml"), head)
	if was, err := Unset(file, "tz"); was || err != nil {
		t.Errorf("unset found one: %v, %v", was, err)
	}
	table := write(t, filepath.Join(t.TempDir(), "config.toml"), "[tz]\na = 1\n")
	if _, err := Set(table, "tz", "UTC"); err == nil {
		t.Error("a table was turned into a value")
	}
}
