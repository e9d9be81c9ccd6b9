package config

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/BurntSushi/toml"

	"prism/internal/disk"
)

// Set writes one key into a settings file and leaves every other line, comments
// included, as it stands. The file and its folder are made when they are missing,
// readable by their owner only; the new content replaces the old one at once. It
// returns the value as it is written.
func Set(path, key, text string) (string, error) {
	i := slices.IndexFunc(Settings(), func(s Setting) bool { return s.Key == key })
	if i < 0 {
		return "", unknownKey(key)
	}
	v := Value{Setting: Settings()[i]}
	if err := v.set(text, Origin{}); err != nil {
		return "", &WrongError{fmt.Errorf("%s: %w", key, err)}
	}
	old, list, set, err := readToEdit(path)
	if err != nil {
		return "", err
	}
	line, err := encode(v)
	if err != nil {
		return "", err
	}
	_, there := set[key]
	return v.String(), replaceKey(path, old, list, key, line, there)
}

// Unset takes one key out of a settings file and leaves every other line as it
// stands. It reports whether the key was there.
func Unset(path, key string) (bool, error) {
	if !slices.ContainsFunc(Settings(), func(s Setting) bool { return s.Key == key }) {
		return false, unknownKey(key)
	}
	old, list, set, err := readToEdit(path)
	if err != nil {
		return false, err
	}
	if _, there := set[key]; !there {
		return false, nil
	}
	return true, replaceKey(path, old, list, key, "", true)
}

// readToEdit reads a settings file with its statements and keys.
func readToEdit(path string) (text []byte, list []statement, set map[string]any, err error) {
	if text, list, err = readFile(path); err != nil {
		return nil, nil, nil, err
	}
	if err := toml.Unmarshal(text, &set); err != nil {
		return nil, nil, nil, fmt.Errorf("%s is not valid TOML; mend it by hand first: %w", path, err)
	}
	return text, list, set, nil
}

// replaceKey exchanges the statement of a top-level key for a line; where the key is
// not there, the line goes behind the top-level keys.
func replaceKey(path string, old []byte, list []statement, key, line string, there bool) error {
	end := len(old)
	for _, st := range list {
		if st.header {
			end = st.from // what follows belongs to a table
			break
		}
		if !there {
			continue
		}
		one := map[string]any{}
		if err := toml.Unmarshal(old[st.from:st.to], &one); err == nil {
			if _, ok := one[key]; ok {
				return replaceFile(path, slices.Concat(old[:st.from], []byte(line), old[st.to:]))
			}
		}
	}
	if there {
		return fmt.Errorf("%s: %s is a table there; mend it by hand first", path, key)
	}
	if end > 0 && old[end-1] != '\n' {
		line = "\n" + line
	}
	return replaceFile(path, slices.Concat(old[:end], []byte(line), old[end:]))
}

func encode(v Value) (string, error) {
	var x any = v.Text
	switch v.Kind {
	case Bool:
		x = v.Text == "true"
	case List:
		x = append([]string{}, v.Items...)
	}
	var b bytes.Buffer
	if err := toml.NewEncoder(&b).Encode(map[string]any{v.Key: x}); err != nil {
		return "", fmt.Errorf("encode %s: %w", v.Key, err)
	}
	return b.String(), nil
}

// replaceFile writes a settings file at once, so that a full disk or a crash leaves the
// old one whole.
func replaceFile(path string, data []byte) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return fmt.Errorf("make settings folder: %w", err)
	}
	if err := disk.Write(path, data); err != nil {
		return fmt.Errorf("write settings: %w", err)
	}
	return nil
}

func unknownKey(key string) error {
	names := make([]string, 0, len(Settings()))
	for _, s := range Settings() {
		names = append(names, s.Key)
	}
	if near := Nearest(key, names); near != "" {
		return &WrongError{fmt.Errorf("unknown key %q; did you mean %q?", key, near)}
	}
	return &WrongError{fmt.Errorf("unknown key %q; the keys are: %s", key, strings.Join(names, ", "))}
}

// WrongError is a key or value that the person got wrong, as opposed to a file
// that cannot be read or written.
type WrongError struct{ cause error }

// Error implements error.
func (e *WrongError) Error() string { return e.cause.Error() }

// Unwrap returns the cause.
func (e *WrongError) Unwrap() error { return e.cause }

// Nearest returns the name that s is most likely a misspelling of, or "".
func Nearest(s string, names []string) string {
	norm := func(s string) string { return strings.ToLower(strings.ReplaceAll(s, "-", "_")) }
	best, bestAt := "", 3
	if len(s) < leastFar {
		bestAt = 2
	}
	for _, n := range names {
		d := distance(norm(s), norm(n))
		if len(s) > 2 && strings.HasPrefix(norm(n), norm(s)) {
			d = 1
		}
		if d < bestAt && d < len(n) {
			best, bestAt = n, d
		}
	}
	return best
}

// leastFar is how long a word is at least of which two letters may differ: half of a
// shorter one would be another word.
const leastFar = 5

// distance counts the insertions, deletions, replacements and swaps of
// neighbours that turn a into b (optimal string alignment).
func distance(a, b string) int {
	if len(a) > 64 || len(b) > 64 {
		return 64
	}
	d := make([][]int, len(a)+1)
	for i := range d {
		d[i] = make([]int, len(b)+1)
		d[i][0] = i
	}
	for j := range d[0] {
		d[0][j] = j
	}
	for i := 1; i <= len(a); i++ {
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			d[i][j] = min(d[i-1][j]+1, d[i][j-1]+1, d[i-1][j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				d[i][j] = min(d[i][j], d[i-2][j-2]+1)
			}
		}
	}
	return d[len(a)][len(b)]
}
