package shell

// toolChains are commands that belong to one language.
var toolChains = map[string]string{
	"go": "go", "gofmt": "go", "golangci-lint": "go", "cargo": "rust", "rustc": "rust", "rustup": "rust",
	"python": "python", "python3": "python", "pytest": "python", "pip": "python", "pip3": "python", "uv": "python", "poetry": "python", "ruff": "python", "mypy": "python",
	"node": "javascript", "tsc": "typescript", "tsx": "typescript", "ts-node": "typescript", "deno": "typescript",
	"javac": "java", "java": "java", "mvn": "java", "dotnet": "csharp", "php": "php", "composer": "php", "phpunit": "php",
	"ruby": "ruby", "bundle": "ruby", "rspec": "ruby", "rails": "ruby", "rake": "ruby", "swift": "swift", "xcodebuild": "swift",
	"flutter": "dart", "dart": "dart", "mix": "elixir", "elixir": "elixir", "cabal": "haskell", "stack": "haskell", "ghc": "haskell",
	"zig": "zig", "lua": "lua", "Rscript": "r", "julia": "julia", "clj": "clojure", "lein": "clojure", "terraform": "hcl", "tofu": "hcl",
	"psql": "sql", "sqlite3": "sql", "mysql": "sql", "duckdb": "sql", "sqlcmd": "sql", "kotlinc": "kotlin",
}

// toolChain is the language of the last command of a line that belongs to one,
// "shell" for a line of other commands.
func toolChain(parts []shellPart) string {
	chain := "shell"
	for _, p := range parts[:min(len(parts), 12)] {
		for _, w := range p.words {
			if isAssignment(w) {
				continue
			}
			if l, ok := toolChains[commandName(w)]; ok {
				chain = l
			}
			break
		}
	}
	return chain
}

// Stages are the classes of the commands at the end of the line that && joins, pipes with
// what they lead to: where one of them fails, those behind it did not run.
func (l Line) Stages() []Class {
	var stages []Class
	for _, p := range l.parts {
		if p.sub {
			continue
		}
		c := wordsClass(p.words, 0)
		switch n := len(stages); {
		case p.join == '|' && n > 0:
			stages[n-1] |= c
		case p.join == '&':
			stages = append(stages, c)
		default:
			stages = append(stages[:0], c)
		}
	}
	return stages
}
