package digest

import (
	"testing"

	"prism/internal/conversation"
	"prism/internal/shell"
	"prism/internal/transcript"
)

// votesOf gathers the votes of one turn: its prompt, its last answer, commands.
func votesOf(prompt, answer string, commands ...string) []CodeVote {
	var v codeVotes
	for _, c := range commands {
		v.command(&conversation.Step{Kind: transcript.CallShell, Tool: "Bash", Target: c, Class: shell.ParseLine(c).Class()})
	}
	v.named(&conversation.Turn{Prompt: prompt, Says: []conversation.Say{{Text: answer}}})
	return v.list
}

func TestLanguageOfTalkAndCommands(t *testing.T) {
	for _, c := range []struct {
		name, prompt, answer string
		commands             []string
		want                 string
	}{
		{"code in the question", "what does this return?\n```lua\nreturn f:read()\n```", "A string.", nil, "lua"},
		{"code in the answer", "convert the old directives", "Here:\n```css\n@import \"x\";\n```", nil, "css"},
		{"an unclosed fence", "what is this\n```rust\nfn main", "", nil, "rust"},
		{"a fence of output", "why?\n```\npanic\n```", "Because.\n```text\nx\n```", nil, "none"},
		{"commands to type are no work in shell", "how do I undo a stash", "So:\n```bash\ngit stash pop\n```\nor\n```sh\ngit stash apply\n```", nil, "none"},
		{"a file that is named", "what do main.rs and lib.rs do?", "", nil, "rust"},
		{"a product is no script", "is Next.js better than Node.js with Vue.js?", "Next.js is.", nil, "none"},
		{"a document in mere talk", "where does CLAUDE.md belong? And README.md, NOTES.md?", "CLAUDE.md belongs to the root.", nil, "none"},
		{"documents that are moved", "put the agents in order", "Moved a.md and b.md.", []string{"mv a.md b.md c.md docs/"}, "markdown"},
		{"folders listed and work committed", "push it", "", []string{"ls -la", "git status", "git add .", "git commit -m x", "git push", "git log -1", "pwd"}, "none"},
		{"work in the shell", "clean the machine", "", []string{"brew uninstall x", "rm -rf ~/x", "launchctl remove x", "defaults delete x", "mkdir y", "chmod +x y"}, "shell"},
		{"a long look around", "what is only here?", "", []string{"ls", "ls", "ls", "ls", "ls", "ls", "ls", "ls", "ls", "ls", "ls", "ls", "ls"}, "shell"},
		{"a database asked", "how many rows are there", "", []string{"psql -c 'select 1'", "sqlite3 a.db .tables"}, "sql"},
		{"a tool chain", "does it build", "", []string{"cargo build", "cargo test"}, "rust"},
	} {
		if got, _ := mostWorked(votesOf(c.prompt, c.answer, c.commands...)); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}

func TestLanguageMostEdited(t *testing.T) {
	for _, c := range []struct {
		name  string
		votes []CodeVote
		want  string
	}{
		{"nothing", nil, "none"},
		{"code with its notes", []CodeVote{{Language: "markdown", Edits: 2, Lines: 40}, {Language: "go", Edits: 2, Lines: 40}}, "go"},
		{"a script written at once, many small notes", []CodeVote{{Language: "markdown", Edits: 9, Lines: 160}, {Language: "javascript", Edits: 1, Lines: 280}}, "javascript"},
		{"a long document with a short script", []CodeVote{{Language: "markdown", Edits: 5, Lines: 2000}, {Language: "python", Edits: 3, Lines: 200}}, "markdown"},
		{"a generated file counts no more than a long edit", []CodeVote{{Language: "json", Edits: 1, Lines: 90000}, {Language: "typescript", Edits: 3, Lines: 90}}, "typescript"},
		{"a workflow alone", []CodeVote{{Language: "yaml", Edits: 1, Lines: 3}}, "yaml"},
		{"equal votes", []CodeVote{{Language: "rust", Edits: 1, Lines: 1}, {Language: "c", Edits: 1, Lines: 1}}, "c"},
	} {
		if got, _ := mostWorked(c.votes); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}

// A language is told as close where another was worked in half as much.
func TestLanguagesClose(t *testing.T) {
	edited := func(language string, lines int) CodeVote { return CodeVote{Language: language, Edits: 1, Lines: lines} }
	for _, c := range []struct {
		votes []CodeVote
		want  string
		near  bool
	}{
		{nil, "none", false},
		{[]CodeVote{edited("go", 100)}, "go", false},
		{[]CodeVote{edited("go", 100), edited("css", 80)}, "go", true},
		{[]CodeVote{edited("css", 80), edited("go", 100)}, "go", true},
		{[]CodeVote{edited("go", 100), edited("css", 8)}, "go", false},
		{[]CodeVote{edited("go", 100), edited("markdown", 160)}, "go", true}, // a document counts half
		{[]CodeVote{edited("go", 100), edited("markdown", 90)}, "go", false},
		{[]CodeVote{{Language: "go", Named: 2}, {Language: "css", Named: 1}}, "go", false}, // the second is nothing by itself
	} {
		if got, near := mostWorked(c.votes); got != c.want || near != c.near {
			t.Errorf("%+v: %s, close %t", c.votes, got, near)
		}
	}
}
