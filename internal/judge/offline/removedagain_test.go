package offline

import (
	"slices"
	"testing"

	"prism/internal/fact"
)

// TestRemovedAgain: who has the file removed that was made for him takes nothing as good,
// whatever the words, and it was undone; what was there before, was run, or was taken as
// good by then is not.
func TestRemovedAgain(t *testing.T) {
	b := newBench(t)
	for _, c := range []struct{ ask, word string }{
		{"write a file about harbours in docs", "delete that file"},
		{"write a file about harbours in docs", "please remove docs/harbours.md"},
		{"add a page on harbours to docs", "now get rid of that page"},
		{"add a page on harbours to docs", "can you delete it?"},
		{"Schreib eine Datei über Häfen in docs", "lösch die Datei"},
		{"Écris un fichier sur les ports dans docs", "supprime ce fichier"},
		{"Escribe un archivo sobre puertos en docs", "borra ese archivo"},
		{"Scrivi un file sui porti in docs", "cancella quel file"},
		{"Напиши файл о гаванях в docs", "удали этот файл"},
		{"在 docs 里写一个关于港口的文件", "删掉那个文件"},
		{"docs에 항구에 대한 파일을 써줘", "그 파일 지워줘"},
		{"docs に港についてのファイルを書いて", "そのファイルを消して"},
	} {
		for _, command := range []string{"rm docs/harbours.md", "git rm -f docs/harbours.md", "cd docs && rm harbours.md", "rm docs/harbours.md 2>/dev/null && ls docs", "rm -v docs/harbours.md 2>&1", "rm docs/harbours.md && echo 'docs -> gone'", "rm -v docs/harbours.md > /tmp/removed.txt", "rm docs/harbours.md && echo removed >> clean.log"} {
			k := new(talk).Ask(c.ask).Write("docs/harbours.md", 12).Say("Done, I created docs/harbours.md.").Ask(c.word).Run(command, "").Say("Done, docs/harbours.md has been deleted.")
			v := b.verdict(k)
			if v.GoalComplete || v.Basis != fact.Explicit {
				t.Errorf("%q, %s: %s", c.word, command, explain(v))
			}
			for _, x := range v.Criteria {
				if x.Name == "not_undone" && x.Met {
					t.Errorf("%q: it was undone", c.word)
				}
			}
		}
	}
	if v := b.verdict(new(talk).Ask("write a file about harbours in docs").Write("/w/cli/.worktrees/3/docs/harbours.md", 12).Say("Done.").Ask("delete that file").Run("rm /w/cli/.worktrees/3/docs/harbours.md", "").Say("Deleted.")); v.GoalComplete {
		t.Errorf("in a worktree: %s", explain(v))
	}
	ask, word := "write a file about harbours in docs", "delete the old file"
	for name, k := range map[string]*talk{
		"another file":          new(talk).Ask(ask).Write("docs/harbours.md", 12).Say("Done.").Ask(word).Run("rm docs/ports.md", "").Say("Deleted."),
		"one of two":            new(talk).Ask(ask).Write("docs/harbours.md", 12).Write("docs/quays.md", 12).Say("Done.").Ask("delete docs/quays.md, one is enough").Run("rm docs/quays.md", "").Say("Deleted."),
		"written anew":          new(talk).Ask(ask).Write("docs/harbours.md", 12).Say("Done.").Ask("delete it and write it in German").Run("rm docs/harbours.md", "").Write("docs/haefen.md", 12).Say("Done."),
		"moved":                 new(talk).Ask(ask).Write("docs/harbours.md", 12).Say("Done.").Ask("move it to guide").Run("mv docs/harbours.md guide/harbours.md", "").Say("Moved."),
		"appended":              new(talk).Ask(ask).Write("docs/harbours.md", 12).Say("Done.").Ask("append it to the guide instead").Run("cat docs/harbours.md >> GUIDE.md && rm docs/harbours.md", "").Say("Appended."),
		"another in its place":  new(talk).Ask(ask).Write("docs/harbours.md", 12).Say("Done.").Ask("delete it, a line in the guide is enough").Run("echo 'Harbours: see the map.' >> GUIDE.md && rm docs/harbours.md", "").Say("Done."),
		"the folder was copied": new(talk).Ask(ask).Write("docs/harbours.md", 12).Say("Done.").Ask("put it into the guide").Run("cp docs/* guide/ && rm -r docs", "").Say("It is in the guide now."),
		"zipped":                new(talk).Ask(ask).Write("docs/harbours.md", 12).Say("Done.").Ask("zip it up").Run("zip out.zip docs/harbours.md && rm docs/harbours.md", "").Say("Zipped."),
		"copied":                new(talk).Ask(ask).Write("docs/harbours.md", 12).Say("Done.").Ask("put it into the guide").Run("cp docs/harbours.md guide/harbours.md && rm docs/harbours.md 2>/dev/null", "").Say("It is in the guide now."),
		"a script was run":      new(talk).Ask("add a column to the table with a script").Write("column.py", 12).Run("python3 column.py", "1 column added").Say("Done, the column is there.").Ask("now delete the script").Run("rm column.py", "").Say("Deleted."),
	} {
		if v := b.verdict(k); slices.ContainsFunc(v.Criteria, func(x fact.Criterion) bool { return x.Name == "not_undone" && !x.Met }) {
			t.Errorf("%s: %s", name, explain(v))
		}
	}
}
