package conversation

import (
	"bytes"
	"unicode"
	"unicode/utf8"

	"prism/internal/hash"
	"prism/internal/lang"
	"prism/internal/transcript"
)

// weightyLetters is how many letters and digits a line needs to carry weight:
// "}, nil)" and "else {" say nothing about who owns a piece of code, and a line
// of six letters still may ("x += 1" has two). Chosen with rework in mind, where
// a line that occurs everywhere would be claimed by everybody.
const weightyLetters = 6

// LineHash returns the hash of a line for rework, its white space normalised,
// or 0 for a line without weight: blank, braces and punctuation, very short,
// boilerplate that every file has, imports that tools rearrange.
func LineHash(line []byte) uint64 {
	var buf [256]byte
	norm := squeeze(buf[:0], line)
	letters := 0
	for i := 0; i < len(norm) && letters < weightyLetters; {
		c := norm[i]
		if c < utf8.RuneSelf {
			if 'a' <= c|0x20 && c|0x20 <= 'z' || '0' <= c && c <= '9' {
				letters++
			}
			i++
			continue
		}
		r, n := utf8.DecodeRune(norm[i:])
		if unicode.IsLetter(r) {
			letters += 2 // two ideographs say as much as a short word
		}
		i += n
	}
	if letters < weightyLetters || boilerplate(norm) {
		return 0
	}
	return hash.Of(norm)
}

// boilerplate tells lines that occur in any file of their language, in any number.
func boilerplate(norm []byte) bool {
	switch string(norm) {
	case "return nil", "return err", "return false", "return true", "return null", "return None", "return;", "return nil, err",
		"return false;", "return true;", "return null;", "return undefined;", "return result", "return result;", "return res",
		"if err != nil {", "} else {", "} finally {", "finally:", "finally {", "continue", "continue;", "break;", "default:", "else if {",
		"import (", "const (", "} catch (error) {", "} catch (err) {", "} catch (e) {", "except Exception as e:", "package main",
		"'use strict';", "\"use strict\";", "'use client';", "\"use client\";", "end function", "endfunction", "public:", "private:",
		"protected:", "t.Parallel()", "t.Helper()", "@Override", "super();",
		"#!/bin/bash", "#!/usr/bin/env bash", "#!/bin/sh", "set -euo pipefail", "```bash", "```json", "```python", "```typescript",
		"begin transaction;", "commit;", "module.exports = {", "export default {", "async () => {", "defer cancel()", "defer wg.Done()":
		return true
	}
	switch norm[0] {
	case '<':
		return bareTag(norm)
	case 'i':
		return bytes.HasPrefix(norm, []byte("import "))
	case '#':
		return bytes.HasPrefix(norm, []byte("#include ")) || bytes.HasPrefix(norm, []byte("# include "))
	case 'f':
		return bytes.HasPrefix(norm, []byte("from ")) && bytes.Contains(norm, []byte(" import"))
	case 'u':
		if bytes.HasPrefix(norm, []byte("using ")) || bytes.HasPrefix(norm, []byte("use ")) {
			return norm[len(norm)-1] == ';' && !bytes.ContainsAny(norm, "=(")
		}
	case '"':
		// A Go import inside its parentheses.
		if len(norm) > 2 && norm[len(norm)-1] == '"' && bytes.IndexByte(norm[1:len(norm)-1], ' ') < 0 {
			return bytes.IndexByte(norm, '/') > 0
		}
	}
	return false
}

// bareTag reports whether a line is the tag of an element without a word of its own: "<div>",
// "</button>", or "<button" with its attributes on the lines that follow. An element with a
// capital is somebody's component, and says something.
func bareTag(norm []byte) bool {
	name := bytes.TrimRight(bytes.TrimPrefix(norm[1:], []byte("/")), "/> ")
	for _, c := range name {
		if c < 'a' && (c < '0' || c > '9') || c > 'z' {
			return false
		}
	}
	return len(name) > 0
}

// maxEditHashes bounds the lines of one call that rework remembers: a generated
// file of a million lines is nobody's handiwork.
const maxEditHashes = 20000

// newEdit makes the Edit of one carried-out call from its result. It returns nil
// when the result changed no file.
func newEdit(r *transcript.Result) *Edit {
	if r.File == "" || r.Outcome != transcript.Done {
		return nil
	}
	if len(r.Hunks) == 0 && !r.Created {
		return nil
	}
	e := &Edit{File: r.File, Created: r.Created, Plan: IsPlanFile(r.File), Language: lang.OfFile(r.File)}
	added, removed := 0, 0
	for i := range r.Hunks {
		added += len(r.Hunks[i].Added)
		removed += len(r.Hunks[i].Removed)
	}
	e.Added, e.Removed = added, removed
	if e.Plan {
		if r.Created && len(r.Hunks) == 0 {
			e.Added = countLines(r.Content)
		}
		return e
	}
	if added > 0 {
		e.AddedHash = make([]uint64, 0, min(added, maxEditHashes))
	}
	if removed > 0 {
		e.RemovedHash = make([]uint64, 0, min(removed, maxEditHashes))
	}
	gone := takenOut(r.Hunks)
	for i := range r.Hunks {
		for _, l := range r.Hunks[i].Added {
			e.AddedHash = appendLine(e.AddedHash, l)
		}
		for _, l := range gone[i] {
			e.RemovedHash = appendLine(e.RemovedHash, l)
		}
	}
	e.Line, e.More = shownLines(r, gone)
	if removed > added {
		e.Gone = goneLine(r, gone)
	}
	if r.Created && len(r.Hunks) == 0 {
		e.Added = countLines(r.Content)
		e.AddedHash = make([]uint64, 0, min(e.Added, maxEditHashes))
		for rest := r.Content; len(rest) > 0; {
			line := rest
			if i := bytes.IndexByte(rest, '\n'); i >= 0 {
				line, rest = rest[:i], rest[i+1:]
			} else {
				rest = nil
			}
			e.AddedHash = appendLine(e.AddedHash, line)
		}
	}
	return e
}

func appendLine(dst []uint64, line []byte) []uint64 {
	if len(dst) >= maxEditHashes {
		return dst
	}
	if h := LineHash(line); h != 0 {
		dst = append(dst, h)
	}
	return dst
}

// countLines counts the lines of a file: a last line without newline is one, a
// final newline opens none.
func countLines(content []byte) int {
	n := bytes.Count(content, []byte{'\n'})
	if len(content) > 0 && content[len(content)-1] != '\n' {
		n++
	}
	return n
}
