package tracker

import "prism/internal/lang"

// kindOf is the hash of the language that a file is in; 0 where it has none, or one that
// goes with any work, like documents and settings. Languages that are used together in one
// file's work, such as those of web pages, are one.
func kindOf(path string) uint32 {
	switch l := lang.OfFile(path); l {
	case "", "markdown", "rst", "asciidoc", "org", "json", "yaml", "toml", "xml", "conf", "diff":
		return 0
	case "html", "css", "scss", "less", "stylus", "javascript", "typescript", "vue", "svelte", "astro", "handlebars", "ejs", "pug", "liquid", "twig", "haml", "slim", "templ", "nunjucks", "erb", "php", "razor":
		return hashPath(kindSeed, "page")
	case "c", "cpp", "cuda", "assembly":
		return hashPath(kindSeed, "c")
	case "java", "kotlin", "groovy", "scala":
		return hashPath(kindSeed, "java")
	default:
		return hashPath(kindSeed, l)
	}
}
