// Package lang tells languages: of files by their name, of prose by its script
// and its commonest words. It is pure and small; where nothing tells, it
// answers "" and never guesses.
package lang

import "strings"

// OfFile returns the programming language of a file by its name, spelled in
// lower case as in the gold labels ("go", "typescript", "shell", …), or "" when
// the name does not tell. Path may be written with slashes or backslashes.
// Plain text, images, archives and data without syntax have no language.
func OfFile(path string) string {
	name := path
	if i := strings.LastIndexAny(name, `/\`); i >= 0 {
		name = name[i+1:]
	}
	name = strings.ToLower(strings.TrimSpace(name))
	// "conf.yaml.j2" and "app.py.bak" are what stands before their last ending;
	// three such endings are already absurd.
	for range 3 {
		if name == "" || len(name) > maxName {
			return ""
		}
		if l, ok := byName[name]; ok {
			return l
		}
		if l := byPrefix(name); l != "" {
			return l
		}
		dot := strings.LastIndexByte(name, '.')
		if dot < 0 {
			return ""
		}
		ext := name[dot+1:]
		if l, ok := byExtension[ext]; ok {
			return l
		}
		if !wrapping[ext] {
			return ""
		}
		name = name[:dot]
	}
	return ""
}

// maxName is the longest file name that file systems in use allow, in bytes.
const maxName = 255

// byPrefix knows names that carry their kind in front: Dockerfile.dev, .env.local.
func byPrefix(name string) string {
	for _, p := range prefixes {
		if strings.HasPrefix(name, p.prefix) {
			return p.language
		}
	}
	return ""
}

var prefixes = []struct{ prefix, language string }{
	{"dockerfile.", "dockerfile"},
	{"containerfile.", "dockerfile"},
	{"makefile.", "makefile"},
	{"jenkinsfile.", "groovy"},
	{".env.", "conf"},
	{".eslintrc.", "json"},
}

// wrapping endings say nothing of the content: templates, copies, samples.
var wrapping = map[string]bool{
	"tmpl": true, "tpl": true, "template": true, "j2": true, "jinja": true, "jinja2": true, "gotmpl": true,
	"bak": true, "orig": true, "old": true, "new": true, "example": true, "sample": true, "dist": true, "in": true,
	"default": true, "local": true, "disabled": true, "snap": true,
}

// byName holds whole file names in lower case.
var byName = map[string]string{
	"makefile": "makefile", "gnumakefile": "makefile", "justfile": "just", ".justfile": "just",
	"dockerfile": "dockerfile", "containerfile": "dockerfile",
	"cmakelists.txt": "cmake", "meson.build": "meson", "meson_options.txt": "meson",
	"jenkinsfile": "groovy",
	"gemfile":     "ruby", "rakefile": "ruby", "vagrantfile": "ruby", "podfile": "ruby", "fastfile": "ruby", "brewfile": "ruby",
	"build": "starlark", "build.bazel": "starlark", "workspace": "starlark", "workspace.bazel": "starlark",
	"module.bazel": "starlark", "tiltfile": "starlark", "buck": "starlark",
	"go.mod": "go", "go.sum": "go", "go.work": "go", "go.work.sum": "go",
	"requirements.txt": "python", "pipfile": "toml", "cargo.lock": "toml", "poetry.lock": "toml", "uv.lock": "toml",
	"yarn.lock": "yaml", ".clang-format": "yaml", ".prettierrc": "json", ".babelrc": "json", ".eslintrc": "json",
	".swcrc": "json", "composer.lock": "json", "flake.lock": "json", "bun.lock": "json",
	".bashrc": "shell", ".bash_profile": "shell", ".bash_aliases": "shell", ".profile": "shell", ".zshrc": "shell",
	".zshenv": "shell", ".zprofile": "shell", ".aliases": "shell", ".envrc": "shell", ".tmux.conf": "shell", "tmux.conf": "shell", "pkgbuild": "shell", "configure": "shell",
	".vimrc": "vim", ".gvimrc": "vim", ".emacs": "elisp",
	".env": "conf", ".editorconfig": "conf", ".npmrc": "conf", ".gitconfig": "conf", ".gitmodules": "conf",
	"caddyfile": "conf", "procfile": "conf", "config": "conf",
	"readme": "markdown",
}

// byExtension holds last extensions in lower case, without the dot.
var byExtension = map[string]string{
	"go": "go",
	"ts": "typescript", "tsx": "typescript", "mts": "typescript", "cts": "typescript",
	"js": "javascript", "jsx": "javascript", "mjs": "javascript", "cjs": "javascript",
	"vue": "vue", "svelte": "svelte", "astro": "astro", "coffee": "coffeescript",
	"py": "python", "pyi": "python", "pyw": "python", "pyx": "python", "ipynb": "python",
	"rs": "rust", "c": "c", "h": "c", "cc": "cpp", "cpp": "cpp", "cxx": "cpp", "hpp": "cpp", "hh": "cpp", "hxx": "cpp", "ino": "cpp",
	"cu": "cuda", "cuh": "cuda", "m": "objective-c", "mm": "objective-c", "swift": "swift",
	"java": "java", "kt": "kotlin", "kts": "kotlin", "scala": "scala", "sc": "scala", "groovy": "groovy", "gradle": "groovy",
	"clj": "clojure", "cljs": "clojure", "cljc": "clojure", "edn": "clojure", "bb": "clojure",
	"cs": "csharp", "csx": "csharp", "csproj": "xml", "fs": "fsharp", "fsx": "fsharp", "vb": "vb", "razor": "razor", "cshtml": "razor",
	"rb": "ruby", "rake": "ruby", "gemspec": "ruby", "erb": "erb", "php": "php", "phtml": "php",
	"pl": "perl", "pm": "perl", "t": "perl", "lua": "lua", "luau": "lua", "tcl": "tcl", "r": "r", "rmd": "markdown", "qmd": "markdown",
	"jl": "julia", "dart": "dart", "ex": "elixir", "exs": "elixir", "heex": "elixir", "erl": "erlang", "hrl": "erlang",
	"hs": "haskell", "lhs": "haskell", "elm": "elm", "purs": "purescript", "ml": "ocaml", "mli": "ocaml", "re": "reason",
	"lisp": "lisp", "lsp": "lisp", "el": "elisp", "scm": "scheme", "rkt": "racket", "fnl": "fennel",
	"zig": "zig", "nim": "nim", "d": "d", "cr": "crystal", "odin": "odin", "v": "verilog", "sv": "verilog", "vhd": "vhdl", "vhdl": "vhdl",
	"f90": "fortran", "f95": "fortran", "f": "fortran", "pas": "pascal", "adb": "ada", "ads": "ada", "cob": "cobol", "cbl": "cobol",
	"asm": "assembly", "s": "assembly", "wat": "webassembly", "sol": "solidity", "move": "move", "cairo": "cairo",
	"gd": "gdscript", "glsl": "glsl", "frag": "glsl", "vert": "glsl", "hlsl": "hlsl", "wgsl": "wgsl", "metal": "metal", "shader": "shaderlab",
	"sh": "shell", "bash": "shell", "zsh": "shell", "fish": "shell", "ksh": "shell", "bats": "shell", "command": "shell", "zsh-theme": "shell",
	"ps1": "powershell", "psm1": "powershell", "psd1": "powershell", "bat": "batch", "cmd": "batch", "ahk": "autohotkey",
	"applescript": "applescript", "scpt": "applescript", "vim": "vim", "awk": "awk", "sed": "sed",
	"nix": "nix", "kdl": "kdl", "hcl": "hcl", "tf": "hcl", "tfvars": "hcl", "bicep": "bicep", "rego": "rego", "cue": "cue", "dhall": "dhall", "jsonnet": "jsonnet", "libsonnet": "jsonnet",
	"star": "starlark", "bzl": "starlark", "cmake": "cmake", "mk": "makefile", "mak": "makefile", "just": "just", "dockerfile": "dockerfile",
	"html": "html", "htm": "html", "xhtml": "html", "hbs": "handlebars", "mustache": "handlebars", "ejs": "ejs", "pug": "pug", "liquid": "liquid", "twig": "twig", "haml": "haml", "slim": "slim", "templ": "templ", "njk": "nunjucks",
	"css": "css", "pcss": "css", "postcss": "css", "scss": "scss", "sass": "sass", "less": "less", "styl": "stylus", "tcss": "css",
	"md": "markdown", "mdx": "markdown", "markdown": "markdown", "mdc": "markdown", "rst": "rst", "adoc": "asciidoc", "asciidoc": "asciidoc", "org": "org",
	"tex": "latex", "sty": "latex", "cls": "latex", "bib": "latex", "ltx": "latex", "typ": "typst",
	"json": "json", "jsonc": "json", "json5": "json", "jsonl": "json", "ndjson": "json", "geojson": "json", "webmanifest": "json", "har": "json",
	"yaml": "yaml", "yml": "yaml", "toml": "toml", "xml": "xml", "xsd": "xml", "xsl": "xml", "xslt": "xml", "plist": "xml", "svg": "svg", "xaml": "xml", "storyboard": "xml", "resx": "xml", "props": "xml", "pom": "xml",
	"ini": "conf", "cfg": "conf", "conf": "conf", "cnf": "conf", "properties": "conf", "env": "conf", "service": "conf", "timer": "conf", "desktop": "conf", "ron": "ron", "rasi": "conf",
	"sql": "sql", "psql": "sql", "mysql": "sql", "ddl": "sql", "prql": "prql", "graphql": "graphql", "gql": "graphql", "prisma": "prisma", "dbml": "dbml",
	"proto": "protobuf", "thrift": "thrift", "avsc": "json", "capnp": "capnproto", "fbs": "flatbuffers", "wit": "wit",
	"diff": "diff", "patch": "diff", "txtar": "txtar", "puml": "plantuml", "mmd": "mermaid", "mermaid": "mermaid", "dot": "graphviz", "gv": "graphviz",
	"feature": "gherkin", "http": "http", "robot": "robot", "stan": "stan", "sas": "sas", "do": "stata", "apex": "apex", "trigger": "apex", "abap": "abap", "qml": "qml", "scad": "openscad", "ly": "lilypond", "pde": "processing", "hx": "haxe", "as": "actionscript", "vala": "vala", "pony": "pony", "gleam": "gleam", "lean": "lean", "agda": "agda", "mojo": "mojo",
}

// OfFence returns the programming language that the info string of a fenced code
// block names ("ts", "python", "c++"), spelled as by OfFile; "" where it names
// none, or only output and plain text.
func OfFence(info string) string {
	info = strings.ToLower(strings.TrimSpace(info))
	if l, ok := fenceNames[info]; ok {
		return l
	}
	if l, ok := byExtension[info]; ok && len(info) > 1 {
		return l
	}
	return ""
}

// fenceNames holds info strings that are no file extension.
var fenceNames = map[string]string{
	"golang": "go", "typescript": "typescript", "javascript": "javascript", "node": "javascript", "python": "python", "python3": "python",
	"rust": "rust", "c": "c", "c++": "cpp", "csharp": "csharp", "c#": "csharp", "fsharp": "fsharp", "f#": "fsharp", "kotlin": "kotlin",
	"ruby": "ruby", "perl": "perl", "haskell": "haskell", "elixir": "elixir", "erlang": "erlang", "clojure": "clojure", "julia": "julia",
	"objective-c": "objective-c", "objc": "objective-c", "r": "r", "shell": "shell", "console": "shell", "shellsession": "shell",
	"powershell": "powershell", "pwsh": "powershell", "terraform": "hcl", "makefile": "makefile", "make": "makefile", "docker": "dockerfile",
	"protobuf": "protobuf", "latex": "latex", "solidity": "solidity", "ocaml": "ocaml", "postgresql": "sql", "postgres": "sql", "tsql": "sql", "plsql": "sql",
}

// IsProduct reports whether a word that looks like a file is the name of a
// product: "Next.js" in a sentence is no script.
func IsProduct(word string) bool { return products[strings.ToLower(word)] }

var products = map[string]bool{
	"next.js": true, "node.js": true, "vue.js": true, "react.js": true, "nuxt.js": true, "express.js": true, "nest.js": true, "three.js": true,
	"d3.js": true, "chart.js": true, "p5.js": true, "angular.js": true, "ember.js": true, "backbone.js": true, "alpine.js": true, "discord.js": true,
	"solid.js": true, "svelte.js": true, "electron.js": true, "socket.io": true, "moment.js": true, "day.js": true, "tensorflow.js": true, "plotly.js": true, "highlight.js": true,
	"babylon.js": true, "pixi.js": true, "ethers.js": true, "web3.js": true, "hugo.io": true,
}
