package cli

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"prism/internal/cli/job"
	"prism/internal/demo"
	"prism/internal/long"
)

// mutantsAtOnce is how many damaged transcripts one run reads.
const mutantsAtOnce = 100

// TestDamagedTranscripts runs the commands over transcripts that were damaged at
// random, as disks, editors and old clients leave them: no panic, an exit code that
// means what it says, JSON that can be read, and the same answer twice. A hundred
// by default, two with PRISM_LONG; PRISM_MUTANTS says how many else, PRISM_SEED which.
func TestDamagedTranscripts(t *testing.T) {
	if testing.Short() {
		t.Skip("reads hundreds of transcripts")
	}
	t.Parallel()
	many, seed := long.Number(t, "PRISM_MUTANTS", mutantsAtOnce, 2*mutantsAtOnce), uint64(number(t, "PRISM_SEED", 1))
	samples := sampleTranscripts(t)
	random := rand.New(rand.NewPCG(seed, 17))
	for done := 0; done < many; done += mutantsAtOnce {
		dir := t.TempDir()
		for i := range mutantsAtOnce {
			text := hurt(random, samples[random.IntN(len(samples))], fmt.Sprintf("%08x", done+i))
			if err := os.WriteFile(filepath.Join(dir, fmt.Sprintf("m%d.jsonl", i)), text, 0o600); err != nil {
				t.Fatal(err)
			}
		}
		for _, command := range []string{"score --json --no-store", "sessions --json --no-store", "report --no-store --since 2000-01-01"} {
			args := append(strings.Fields(command), dir)
			code, out, said := inProcess(t, args)
			switch {
			case code != job.CodeDone && code != job.CodeUnreadable && code != job.CodeNoSession:
				t.Fatalf("seed %d, %d: prism %s: exit code %d\n%s", seed, done, command, code, said)
			case strings.Contains(said, "goroutine "):
				t.Fatalf("seed %d, %d: prism %s: %s", seed, done, command, said)
			case strings.Contains(command, "--json") && !json.Valid(out):
				t.Fatalf("seed %d, %d: prism %s: no JSON: %.300s", seed, done, command, out)
			}
			if done == 0 {
				_, again, _ := inProcess(t, args)
				// A report says to the minute when it was written, which may pass between the two.
				if !bytes.Equal(written.ReplaceAll(out, nil), written.ReplaceAll(again, nil)) {
					t.Errorf("prism %s: two answers over the same files", command)
				}
			}
		}
	}
}

// written is what a report says of its own time.
var written = regexp.MustCompile(`Written \d[^.]*\. `)

// inProcess runs prism and returns its exit code and what it printed.
func inProcess(t *testing.T, args []string) (code int, out []byte, said string) {
	t.Helper()
	home := t.TempDir()
	var printed, errors bytes.Buffer
	env := []string{"HOME=" + home, "PRISM_HOME=" + filepath.Join(home, "kept"), "PRISM_TZ=UTC"}
	code = Run(t.Context(), args, env, strings.NewReader(""), &printed, &errors)
	return code, printed.Bytes(), errors.String()
}

// number returns a whole number of the environment.
func number(t *testing.T, name string, otherwise int) int {
	t.Helper()
	text := os.Getenv(name)
	if text == "" {
		return otherwise
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 {
		t.Fatalf("%s=%s is no number above 0", name, text)
	}
	return n
}

// sampleTranscripts returns the built-in transcripts.
func sampleTranscripts(t *testing.T) [][]byte {
	t.Helper()
	dir := t.TempDir()
	if _, err := demo.Unpack(dir); err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob(filepath.Join(dir, "projects", "*", "*.jsonl"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no samples: %v", err)
	}
	out := make([][]byte, len(files))
	for i, f := range files {
		if out[i], err = os.ReadFile(f); err != nil {
			t.Fatal(err)
		}
	}
	return out
}

// odd is what stands in a damaged file in the place of something else.
var odd = []string{
	"null", "-1", "1e309", "9223372036854775808", "0.5", `"\ud800"`, `"\u0000"`, "[]", "{}", "true", `[[[[[[[[`, `{"a":{"a":{"a":`, "\xff\xfe", "\x00", "\r", "\u2028",
	`"1970-01-01T00:00:00Z"`, `"9999-12-31T23:59:59Z"`, `"../../../../etc/passwd"`, `"\u001b]0;x\u0007"`, "\ufeff",
}

// hurt returns a transcript with a conversation id of its own and one to eight
// things wrong in it.
func hurt(random *rand.Rand, text []byte, id string) []byte {
	lines := bytes.Split(bytes.TrimRight(text, "\n"), []byte("\n"))
	for i, l := range lines {
		if at := bytes.Index(l, []byte(`"sessionId":"`)); at >= 0 && len(l) > at+21 {
			l = bytes.Clone(l)
			copy(l[at+13:], id)
			lines[i] = l
		}
	}
	for range 1 + random.IntN(8) {
		i := random.IntN(len(lines))
		l := bytes.Clone(lines[i])
		at := 0
		if len(l) > 0 {
			at = random.IntN(len(l))
		}
		switch random.IntN(9) {
		case 0: // a bit is flipped
			if len(l) > 0 {
				l[at] ^= 1 << random.IntN(8)
			}
		case 1: // the line is torn
			l = l[:at]
		case 2: // a line stands twice, perhaps elsewhere
			lines[random.IntN(len(lines))] = l
		case 3: // a line is lost
			l = nil
		case 4: // two lines change places
			k := random.IntN(len(lines))
			l, lines[k] = lines[k], l
		case 5, 6: // a value is another
			if colon := bytes.IndexByte(l[at:], ':'); colon >= 0 {
				from := at + colon + 1
				to := from
				for to < len(l) && l[to] != ',' && l[to] != '}' {
					to++
				}
				l = append(append(append([]byte{}, l[:from]...), odd[random.IntN(len(odd))]...), l[to:]...)
			}
		case 7: // something stands in between
			l = append(append(append([]byte{}, l[:at]...), odd[random.IntN(len(odd))]...), l[at:]...)
		case 8: // something is very long
			if quote := bytes.IndexByte(l[at:], '"'); quote >= 0 {
				k := at + quote + 1
				l = append(append(append([]byte{}, l[:k]...), bytes.Repeat([]byte("x\\n"), 1+random.IntN(20000))...), l[k:]...)
			}
		}
		lines[i] = l
	}
	return append(bytes.Join(lines, []byte("\n")), '\n')
}
