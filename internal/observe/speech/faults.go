package speech

import (
	"strings"

	"prism/internal/lexicon"
	"prism/internal/observe/output"
	"prism/internal/shell"
)

// What a reported fault is one of, by the sections "fault." of the lexicon.
const (
	faultBuild = iota
	faultLint
	faultTypes
	faultAny     // of what runs unattended: any of these
	faultTrouble // says that something is wrong, or is to be put right
)

func faultNames() []string {
	return []string{faultBuild: "build", faultLint: "lint", faultTypes: "types", faultAny: "any", faultTrouble: "trouble"}
}

// faultWithin is how many words may part what fails from that it does: "the build on
// main is failing". Farther apart they speak of two things.
const faultWithin = 4

// faults tells which kinds of checks a prompt reports the failure of, in words or by
// pasted output; tests are left out, for they show any fault.
func (r *Reader) faults(text string, spoken Languages) shell.Class {
	head, _ := Window(text)
	kinds := output.Faults(text)
	r.words.Scan(head, maxWords)
	toks := r.words.Tokens
	var last shell.Class // the kind named last, and where
	at, trouble := -faultWithin-1, -faultWithin-1
	for i := 0; i < len(toks); {
		if i > 0 && sentenceEnds(head[toks[i-1].End:toks[i].Start]) {
			at, trouble = -faultWithin-1, -faultWithin-1
		}
		h := r.fault.At(&r.words, i, spoken)
		if h.To == i {
			i++
			continue
		}
		if k := faultKinds(h.Sections); k != 0 {
			last, at = k, h.To
			if h.From-trouble <= faultWithin || h.Sections.Has(faultTrouble) {
				kinds |= k
			}
		} else {
			trouble = h.To
			if h.From-at <= faultWithin {
				kinds |= last
			}
		}
		i = h.To
	}
	return kinds
}

func faultKinds(s lexicon.Set) shell.Class {
	var k shell.Class
	if s.Has(faultBuild) {
		k |= shell.ClassBuild
	}
	if s.Has(faultLint) {
		k |= shell.ClassLint | shell.ClassFormat
	}
	if s.Has(faultTypes) {
		k |= shell.ClassTypeCheck | shell.ClassBuild
	}
	if s.Has(faultAny) {
		k |= shell.Verifies &^ shell.ClassTest
	}
	return k
}

// sentenceEnds reports whether a sentence ends between two words.
func sentenceEnds(gap string) bool {
	return strings.ContainsAny(gap, "\n。！？") || strings.Contains(gap, ". ") || strings.Contains(gap, "! ") || strings.Contains(gap, "? ")
}
