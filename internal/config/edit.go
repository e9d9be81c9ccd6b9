package config

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/BurntSushi/toml"
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
	old, err := os.ReadFile(path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return "", fmt.Errorf("read settings: %w", err)
	}
	if err := toml.Unmarshal(old, &map[string]any{}); err != nil {
		return "", fmt.Errorf("%s is not valid TOML; mend it by hand first: %w", path, err)
	}
	line, err := encode(v)
	if err != nil {
		return "", err
	}
	return v.String(), replaceFile(path, replaceKey(old, key, line))
}

// Unset takes one key out of a settings file and leaves every other line as it
// stands. It reports whether the key was there.
func Unset(path, key string) (bool, error) {
	if !slices.ContainsFunc(Settings(), func(s Setting) bool { return s.Key == key }) {
		return false, unknownKey(key)
	}
	old, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	if err != nil {
		return false, fmt.Errorf("read settings: %w", err)
	}
	set := map[string]any{}
	if err := toml.Unmarshal(old, &set); err != nil {
		return false, fmt.Errorf("%s is not valid TOML; mend it by hand first: %w", path, err)
	}
	if _, there := set[key]; !there {
		return false, nil
	}
	return true, replaceFile(path, replaceKey(old, key, ""))
}

// replaceKey exchanges the line (or the lines, for a list) of a top-level key.
func replaceKey(old []byte, key, line string) []byte {
	lines := strings.SplitAfter(string(old), "\n")
	start := regexp.MustCompile(`^\s*"?` + regexp.QuoteMeta(key) + `"?\s*=`)
	for i, l := range lines {
		if !start.MatchString(l) {
			continue
		}
		end := i + 1
		// A list may run over several lines: take lines until they parse as TOML.
		for end < len(lines) && toml.Unmarshal([]byte(strings.Join(lines[i:end], "")), &map[string]any{}) != nil {
			end++
		}
		return []byte(strings.Join(lines[:i], "") + line + strings.Join(lines[end:], ""))
	}
	text := strings.Join(lines, "")
	if text != "" && !strings.HasSuffix(text, "\n") {
		text += "\n"
	}
	return []byte(text + line)
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

// replaceFile writes beside path and renames, so that a full disk or a crash
// leaves the old file whole.
func replaceFile(path string, data []byte) (err error) {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return fmt.Errorf("make settings folder: %w", err)
	}
	f, err := os.CreateTemp(filepath.Dir(path), ".config-*")
	if err != nil {
		return fmt.Errorf("write settings: %w", err)
	}
	defer func() {
		if err != nil {
			err = errors.Join(fmt.Errorf("write settings: %w", err), os.Remove(f.Name()))
		}
	}()
	if _, err := f.Write(data); err != nil {
		return errors.Join(err, f.Close())
	}
	if err := f.Close(); err != nil {
		return err
	}
	return os.Rename(f.Name(), path)
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
