package shell

import "testing"

func BenchmarkCommandClass(b *testing.B) {
	lines := []string{"go test ./... 2>&1 | tail -20", "cd /src/app && git status --short", "grep -rn 'foo' --include=*.go . | head", "git commit -m \"$(cat <<'EOF'\nfix: x\nEOF\n)\""}
	b.ReportAllocs()
	for b.Loop() {
		for _, l := range lines {
			commandClass(l)
		}
	}
}
