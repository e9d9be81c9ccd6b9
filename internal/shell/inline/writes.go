package inline

import "strings"

// scriptMarks are how an interpreter is handed its program on the command line: as an
// argument, or from a here-document.
var scriptMarks = []string{" -c ", " -e ", " -p ", " --eval ", " - <<", " <<"}

// scriptHosts are the interpreters that programs which edit files are written for.
var scriptHosts = []string{"python", "python3", "py", "node", "deno", "bun", "ruby", "perl", "php", "powershell", "pwsh"}

// fileWriters are the calls by which such programs write a file, as their languages'
// manuals have them.
var fileWriters = []string{
	"writeFile(", "writeFileSync(", "appendFile(", "appendFileSync(", "createWriteStream(", "Bun.write(", "Deno.writeTextFile",
	".write_text(", ".write_bytes(", ".writelines(", "File.write(", "file_put_contents(", "Set-Content", "Add-Content", "Out-File", "WriteAllText(",
	"'w')", `"w")`, "'a')", `"a")`, "'w',", `"w",`, "'wb')", `"wb")`, "mode='w'", `mode="w"`,
}

// Writes reports whether a command line hands an interpreter a program that
// writes files: it makes a change, and is no run of what was changed. What it writes
// to the system's folder for passing files is no change of anything.
func Writes(line string) bool {
	if !holdsAny(line, fileWriters) || strings.Contains(line, "/tmp/") || !holdsAny(line, scriptMarks) {
		return false
	}
	for _, host := range scriptHosts {
		for _, mark := range scriptMarks {
			if at := strings.Index(line, host+mark); at >= 0 && (at == 0 || strings.ContainsRune(" /\n;&|(", rune(line[at-1]))) {
				return true
			}
		}
	}
	return false
}

func holdsAny(line string, words []string) bool {
	for _, w := range words {
		if strings.Contains(line, w) {
			return true
		}
	}
	return false
}
