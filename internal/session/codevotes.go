package session

import (
	"strings"

	"prism/internal/lang"
)

// codeVotes gathers how much a turn had to do with each programming language.
type codeVotes struct{ list []CodeVote }

func (v *codeVotes) of(language string) *CodeVote {
	for i := range v.list {
		if v.list[i].Language == language {
			return &v.list[i]
		}
	}
	v.list = append(v.list, CodeVote{Language: language})
	return &v.list[len(v.list)-1]
}

func (v *codeVotes) edit(language string, lines int) {
	if language != "" {
		c := v.of(language)
		c.Edits++
		c.Lines += lines
	}
}

func (v *codeVotes) read(language string) {
	if language != "" {
		v.of(language).Reads++
	}
}

// maxNamed bounds the words of a turn that are looked at for file names.
const maxNamed = 2000

// named lets the files vote that are only talked about: names with a known
// ending in the prompt and in the agent's last text.
func (v *codeVotes) named(t *Turn) {
	v.words(t.Prompt)
	if n := len(t.Says); n > 0 {
		v.words(t.Says[n-1].Text)
	}
}

func (v *codeVotes) words(text string) {
	seen := 0
	for w := range strings.FieldsFuncSeq(text, func(r rune) bool {
		return r <= ' ' || strings.ContainsRune("`'\"()[]{}<>,;=*|", r)
	}) {
		if seen++; seen > maxNamed {
			return
		}
		w = strings.TrimRight(w, ".:!?")
		if i := strings.LastIndexByte(w, '.'); i <= 0 || len(w)-i > 8 || strings.Contains(w, "://") {
			continue
		}
		v.read(lang.OfFile(w))
	}
}

// mostWorked picks a session's programming language from its turns' votes: the
// one most edited, else the one most read or talked about; "none" where nothing
// tells. Ties go to the name that sorts first.
func mostWorked(votes []CodeVote) string {
	best := CodeVote{}
	for _, v := range votes {
		if betterVote(&v, &best) {
			best = v
		}
	}
	if best.Language == "" {
		return "none"
	}
	return best.Language
}

func betterVote(v, w *CodeVote) bool {
	switch {
	case w.Language == "":
		return true
	case v.Lines != w.Lines:
		return v.Lines > w.Lines
	case v.Edits != w.Edits:
		return v.Edits > w.Edits
	case v.Reads != w.Reads:
		return v.Reads > w.Reads
	}
	return v.Language < w.Language
}
