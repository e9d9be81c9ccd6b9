package shell

import (
	"strings"
)

// cmdletReads are PowerShell's approved verbs of commands that only look, or give on what
// they were given: Get-Service, Compare-Object, ConvertTo-Json.
var cmdletReads = wordSet(`get measure compare resolve test select sort group where format convertto convertfrom join split show
	find search read trace wait`)

// cmdlets that no verb tells of.
var cmdlets = map[string]Class{
	"write-host": ClassRead, "write-output": ClassRead, "write-verbose": ClassRead, "write-warning": ClassRead,
	"write-error": ClassRead, "write-debug": ClassRead, "write-information": ClassRead, "write-progress": ClassRead,
	"out-host": ClassRead, "out-string": ClassRead, "out-null": ClassRead, "out-default": ClassRead, "out-gridview": ClassRead,
	"start-sleep": ClassRead, "import-csv": ClassRead, "import-clixml": ClassRead, "import-module": ClassRead,
	"import-powershelldatafile": ClassRead, "set-location": ClassRead, "push-location": ClassRead, "pop-location": ClassRead,
	"set-variable": ClassRead, "invoke-pester": ClassTest, "invoke-scriptanalyzer": ClassLint, "invoke-build": ClassBuild,
}

// cmdletClass classifies a command of PowerShell, written Verb-Noun; ok is false where it
// is none. Blocks that it is given are commands of their own: ForEach-Object { Remove-Item $_ }.
func cmdletClass(name string, args []string, depth int) (c Class, ok bool) {
	lower := strings.ToLower(name)
	verb, noun, dashed := strings.Cut(lower, "-")
	switch lower {
	case "invoke-webrequest", "invoke-restmethod", "iwr", "irm":
		return webRequestClass(args), true
	case "foreach-object", "where-object", "measure-command", "invoke-command", "%":
		c, ok = ClassRead, true
	default:
		if c, ok = cmdlets[lower]; !ok {
			if !dashed || noun == "" || name[0] < 'A' || name[0] > 'Z' || !cmdletReads()[verb] {
				return 0, false
			}
			c, ok = ClassRead, true
		}
	}
	for i, a := range args {
		if inner, open := strings.CutPrefix(a, "{"); open {
			words := args[i+1:]
			if inner != "" {
				words = append([]string{inner}, words...)
			}
			c |= blockClass(words, depth)
			break
		}
	}
	return c, ok
}

// blockClass is the class of the first command in a block. More of them are parts of the
// line by themselves.
func blockClass(words []string, depth int) Class {
	for i, w := range words {
		if w == "}" {
			words = words[:i]
			break
		}
	}
	if len(words) == 0 {
		return ClassRead
	}
	words[len(words)-1] = strings.TrimSuffix(words[len(words)-1], "}")
	return wordsClass(words, depth+1)
}

// valueClass classifies a command line of PowerShell that begins with a value: one that
// is looked at ($env:PATH, $_.Name), or a variable that takes what a command gives. ok is
// false where it is no such line.
func valueClass(words []string, depth int) (c Class, ok bool) {
	w := words[0]
	if len(w) < 2 || w[0] != '$' {
		return 0, false
	}
	if len(words) > 2 && words[1] == "=" {
		if words[2] == "" || strings.IndexByte("$@[0123456789", words[2][0]) >= 0 {
			return ClassRead, true
		}
		return wordsClass(words[2:], depth+1), true
	}
	if w == "$_" || strings.HasPrefix(strings.ToLower(w), "$env:") || strings.HasPrefix(w, "$_.") {
		if method := w[strings.LastIndexByte(w, '.')+1:]; NameMutates(method) && method != w {
			return ClassRun | ClassUnknown, true // $_.Delete()
		}
		return ClassRead, true
	}
	return 0, false
}

// webRequestClass classifies PowerShell's fetching of addresses.
func webRequestClass(args []string) Class {
	for i, a := range args {
		switch strings.ToLower(a) {
		case "-outfile":
			return ClassWrite
		case "-body", "-infile", "-form":
			return ClassRun | ClassUnknown
		case "-method":
			if i+1 < len(args) && !strings.EqualFold(args[i+1], "get") && !strings.EqualFold(args[i+1], "head") {
				return ClassRun | ClassUnknown
			}
		}
	}
	return ClassRead
}
