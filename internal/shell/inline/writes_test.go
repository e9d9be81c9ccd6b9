package inline

import "testing"

func TestWrites(t *testing.T) {
	for line, want := range map[string]bool{
		`node -e "require('fs').writeFileSync('tide.html', page)"`:                       true,
		`cd web && python3 -c "open('tide.html', 'w').write(page)"`:                      true,
		"python3 - <<'EOF'\nfrom pathlib import Path\nPath('a.go').write_text('x')\nEOF": true,
		`ruby -e 'File.write("a", "b")'`:                                                 true,
		`pwsh -c "Set-Content a.txt hello"`:                                              true,
		`python3 -c "print(open('tide.html').read())"`:                                   false,
		`python3 -c "open('/tmp/tide.html', 'w').write(page)"`:                           false,
		`python3 tides.py`:                  false,
		`grep -n "writeFileSync(" tides.js`: false,
		`node tides.js --out "w"`:           false,
	} {
		if got := Writes(line); got != want {
			t.Errorf("%s: %v", line, got)
		}
	}
}
