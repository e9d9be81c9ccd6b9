package observe

import (
	"path"
	"strings"
)

// FileShare is the share of edited files for which f holds; 0 where none was edited.
func (a *Session) FileShare(f func(string) bool) float64 {
	if len(a.Files) == 0 {
		return 0
	}
	n := 0
	for name := range a.Files {
		if f(strings.ToLower(strings.ReplaceAll(name, "\\", "/"))) {
			n++
		}
	}
	return float64(n) / float64(len(a.Files))
}

// IsDocFile reports whether a path in lower case is a document's.
func IsDocFile(name string) bool {
	switch path.Ext(name) {
	case ".md", ".mdx", ".qmd", ".rmd", ".org", ".typ", ".pdf", ".txt", ".rst", ".adoc", ".tex", ".docx", ".html.md":
		return true
	}
	return false
}

// IsConfFile reports whether a path in lower case is one of configuration or data.
func IsConfFile(name string) bool {
	switch path.Ext(name) {
	case ".json", ".yaml", ".yml", ".toml", ".ini", ".conf", ".cfg", ".env", ".lock", ".properties", ".gitignore", ".xml", ".plist", ".mod", ".sum":
		return true
	}
	base := path.Base(name)
	return strings.HasPrefix(base, ".") || base == "dockerfile" || base == "makefile"
}

// programming reports whether a file's language is one that a check can run on.
func programming(language string) bool {
	switch language {
	case "", "none", "markdown", "text", "json", "yaml", "toml", "xml", "csv", "conf", "ini", "latex", "restructuredtext", "properties", "dotenv", "gitignore":
		return false
	}
	return true
}
