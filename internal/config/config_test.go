package config

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func write(t *testing.T, path, text string) string {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestPrecedence(t *testing.T) {
	dir := t.TempDir()
	user := write(t, filepath.Join(dir, "config.toml"), "tz = \"Europe/Berlin\"\ninclude_open = true\npaths = [\"a\", \"b\"]\n")
	project := write(t, filepath.Join(dir, ".prism.toml"), "tz = \"Asia/Tokyo\"\n")
	env := map[string]string{}
	flags := map[string]string{}
	load := func() *Config {
		t.Helper()
		c, err := Load(Sources{UserFile: user, ProjectFile: project, Env: func(k string) string { return env[k] }, Flags: flags})
		if err != nil {
			t.Fatal(err)
		}
		return c
	}
	check := func(key, want, layer string) {
		t.Helper()
		v, err := load().Get(key)
		if err != nil {
			t.Fatal(err)
		}
		if v.String() != want || v.Origin.Layer != layer {
			t.Errorf("%s = %q from %s, want %q from %s", key, v.String(), v.Origin, want, layer)
		}
	}
	check("judge", "offline", "default")
	check("include_open", "true", "user")
	check("paths", "a,b", "user")
	check("tz", "Asia/Tokyo", "project")
	env["PRISM_TZ"] = "UTC"
	check("tz", "UTC", "env")
	flags["tz"] = "Local"
	check("tz", "Local", "flag")
	env["PRISM_INCLUDE_OPEN"] = "0"
	check("include_open", "false", "env")
}

func TestRefused(t *testing.T) {
	for _, c := range []struct{ name, file, text, says string }{
		{"misspelt", "config.toml", "timezone_ = 1\n", "unknown key"},
		{"near", "config.toml", "include-open = true\n", `did you mean "include_open"?`},
		{"wrong type", "config.toml", "include_open = \"yes\"\n", "wants true or false"},
		{"wrong zone", "config.toml", "tz = \"Mars/Olympus\"\n", "unknown time zone"},
		{"wrong judge", "config.toml", "judge = \"oracle\"\n", "unknown judge"},
		{"an editor of the web", "config.toml", "editor = \"https://elsewhere.example/{path}\"\n", "leads to no editor"},
		{"an editor that is run", "config.toml", "editor = \"javascript://%0aalert(1)//{path}\"\n", "leads to no editor"},
		{"an editor in other letters", "config.toml", "editor = \"JavaScript://{path}\"\n", "no link to an editor"},
		{"an editor of no file", "config.toml", "editor = \"vscode://file\"\n", "no link to an editor"},
		{"an editor that is a command", "config.toml", "editor = \"vim {path}\"\n", "no link to an editor"},
		{"an editor from a project", ".prism.toml", "editor = \"vscode://file/{path}\"\n", "not by a project"},
		{"broken", "config.toml", "tz = \n", "config.toml:1"},
		{"a table", "config.toml", "[tz]\na = 1\n", "wants a string"},
		{"from a project", ".prism.toml", "tz = \"Asia/Tokyo\"\ndb = \"/etc/passwd\"\n", "not by a project"},
		{"judge from a project", ".prism.toml", "judge = \"offline\"\n", "not by a project"},
	} {
		t.Run(c.name, func(t *testing.T) {
			file := write(t, filepath.Join(t.TempDir(), c.file), c.text)
			if c.file == ".prism.toml" {
				refusedFromProject(t, file, c.says)
				return
			}
			if _, err := Load(Sources{UserFile: file}); err == nil || !strings.Contains(err.Error(), c.says) {
				t.Errorf("error %v, want one that says %q", err, c.says)
			}
		})
	}
}

func TestEditors(t *testing.T) {
	for _, link := range []string{"", "vscode://file/{path}:{line}", "idea://open?file={path}&line={line}", "vscode-insiders://file/{path}", "subl://open?url=file://{path}&line={line}"} {
		file := write(t, filepath.Join(t.TempDir(), "config.toml"), "editor = \""+link+"\"\n")
		if c, err := Load(Sources{UserFile: file}); err != nil || c.Text("editor") != link {
			t.Errorf("%s: %v", link, err)
		}
	}
}

// refusedFromProject wants a project's file left out as a whole, with a reason.
func refusedFromProject(t *testing.T, file, says string) {
	t.Helper()
	c, err := Load(Sources{ProjectFile: file})
	if err != nil {
		t.Fatalf("a project's file stops the run: %v", err)
	}
	if err := c.LeftOut(); err == nil || !strings.Contains(err.Error(), says) || !strings.Contains(err.Error(), file) {
		t.Errorf("left out because of %v, want a reason that says %q and names %s", err, says, file)
	}
	for _, v := range c.Values() {
		if v.Origin.Layer != "default" {
			t.Errorf("%s was taken from it", v.Key)
		}
	}
}

func TestSetKeepsTheRest(t *testing.T) {
	file := write(t, filepath.Join(t.TempDir(), "deep", "config.toml"), "# my settings\ntz = \"UTC\" # home\npaths = [\n  \"a\",\n  \"b\",\n]\njudge = \"offline\"")
	steps := []struct{ key, value string }{{"tz", "Europe/Berlin"}, {"paths", "~/c, d"}, {"include_open", "true"}, {"tz", "UTC"}}
	for _, s := range steps {
		if _, err := Set(file, s.key, s.value); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	want := "# my settings\ntz = \"UTC\"\npaths = [\"~/c\", \"d\"]\njudge = \"offline\"\ninclude_open = true\n"
	if string(got) != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if _, err := Load(Sources{UserFile: file}); err != nil {
		t.Error(err)
	}
	for _, s := range []struct{ key, value string }{{"tz", "Mars"}, {"nope", "1"}, {"include_open", "perhaps"}} {
		if _, err := Set(file, s.key, s.value); err == nil {
			t.Errorf("Set(%s, %s) was taken", s.key, s.value)
		}
	}
}

func TestProjectFileStopsAtTheRepository(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, ".prism.toml"), "")
	inner := filepath.Join(dir, "repo", "sub")
	write(t, filepath.Join(inner, "x"), "")
	if got := ProjectFile(inner); got != filepath.Join(dir, ".prism.toml") {
		t.Errorf("got %q", got)
	}
	write(t, filepath.Join(dir, "repo", ".git", "HEAD"), "")
	if got := ProjectFile(inner); got != "" {
		t.Errorf("looked above the repository: %q", got)
	}
}

func TestNearest(t *testing.T) {
	names := []string{"score", "sessions", "show", "report", "title"}
	for in, want := range map[string]string{"scor": "score", "socre": "score", "session": "sessions", "shwo": "show", "xyz": "", "reprot": "report", "tit": "title", "shot": "show", "root": "", "nope": ""} {
		if got := Nearest(in, names); got != want {
			t.Errorf("Nearest(%q) = %q, want %q", in, got, want)
		}
	}
}
