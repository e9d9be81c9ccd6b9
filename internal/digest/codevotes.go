package digest

import (
	"slices"
	"strings"

	"prism/internal/conversation"
	"prism/internal/fact"
	"prism/internal/lang"
	"prism/internal/shell"
)

// CodeVote is how much a turn had to do with one programming language.
type CodeVote struct {
	Language string
	Edits    int // edit calls
	Lines    int // lines they changed
	Reads    int // files read
	Named    int // files named in prompts, commands and the agent's last words
	Runs     int // commands of its tool chain; of "shell", any other command
}

// codeVotes gathers the votes of one turn.
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

// command lets a shell call vote: by its tool chain and by the files it names.
func (v *codeVotes) command(s *conversation.Step) {
	chain := s.Chain
	if chain == "" { // made by hand, not by a Builder
		chain = shell.ParseLine(s.Target).Chain()
	}
	if chain == "shell" && s.Class != 0 && s.Class&^bookkeeping == 0 {
		chain = looking
	}
	v.of(chain).Runs++
	v.words(s.Target[:min(len(s.Target), 2000)], false)
}

// looking stands among the votes for shell commands that only look at files or
// keep git's books: whoever lists a folder and commits it works in no language.
const looking = "shell:looking"

// bookkeeping are the classes of such commands.
const bookkeeping = shell.ClassRead | shell.ClassStage | shell.Delivers

// maxNamed bounds the words of a turn that are looked at for file names.
const maxNamed = 2000

// named lets the files vote that are talked about: names with a known ending in
// the prompt and in the agent's last text.
func (v *codeVotes) named(t *conversation.Turn) {
	v.talk(t.Prompt)
	if n := len(t.Says); n > 0 {
		v.talk(t.Says[n-1].Text)
	}
}

func (v *codeVotes) talk(text string) {
	v.words(text, true)
	v.fences(text)
}

func (v *codeVotes) has(language string) bool {
	return slices.ContainsFunc(v.list, func(c CodeVote) bool { return c.Language == language })
}

// Limits on fenced code in a text: the blocks that are looked at, and what the
// first of a language is worth in names of files.
const (
	maxFences  = 12
	fenceNames = 2
)

// fences lets code vote that is written out in a text, by the languages that its
// fences name, once each. Commands to type and output are no work in a language.
func (v *codeVotes) fences(text string) {
	var seen [maxFences]string
	open := false
	for n := 0; n < maxFences; {
		i := strings.Index(text, "```")
		if i < 0 {
			return
		}
		text = text[i+3:]
		if open = !open; !open {
			continue
		}
		end := 0
		for end < len(text) && end < 20 && nameByte(text[end]) {
			end++
		}
		if l := lang.OfFence(text[:end]); l != "" && l != "shell" && !slices.Contains(seen[:n], l) {
			v.of(l).Named += fenceNames
			seen[n] = l
		}
		n++
	}
}

// words lets the files vote that a text names. In mere talk a side language
// speaks up only where it was worked with: a CLAUDE.md that is explained is none.
func (v *codeVotes) words(text string, talk bool) {
	for seen := 0; seen < maxNamed; seen++ {
		i := strings.IndexByte(text, '.')
		if i < 0 {
			return
		}
		// The word around this dot: names with a known ending are short.
		from, to := i, i+1
		for from > 0 && i-from < 120 && nameByte(text[from-1]) {
			from--
		}
		for to < len(text) && to-i < 20 && nameByte(text[to]) {
			to++
		}
		if w := strings.TrimRight(text[from:to], "."); from < i && to > i+1 && !strings.Contains(w, "//") {
			if l := lang.OfFile(w); l != "" && !lang.IsProduct(w) && (!talk || sideLanguages[l] == 0 || v.has(l)) {
				v.of(l).Named++
			}
		}
		text = text[to:]
	}
}

func nameByte(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '_' || c == '-' || c == '/' || c == '.' || c >= 0x80
}

// Weights of mostWorked, in points. Chosen by a coarse grid over the gold labels,
// on plateaus (docs/accuracy.md, "Languages"): an edit counts more than its
// length, a document beside code counts half, data less, and mere commands
// decide only where no file does.
const (
	editPoints  = 100
	linePoints  = 5  // per line, at most linesPerEdit for each edit
	readPoints  = 10 // per file read
	namedPoints = 5
	chainPoints = 5 // per command of the tool chain
	shellPoints = 1 // per other command
	leastPoints = 6 // below this nothing tells

	linesPerEdit    = 200
	lookingPerPoint = 2 // commands that only look at things
)

// sideLanguages stand beside the code that a session is about, in per cent.
var sideLanguages = map[string]int{
	"markdown": 50, "json": 40, "yaml": 40, "toml": 40, "conf": 40, "xml": 40, "makefile": 40, "diff": 40, "asciidoc": 40, "csv": 40,
}

// mostWorked picks a session's programming language from its turns' votes: the
// one most edited, else the one most worked with; "none" where nothing tells.
// Ties go to the name that sorts first. It is close where another has at least
// closeShare of its points: of 29 labelled sessions of which that is so 10 are told
// wrong, of 316 others of which anything tells 2 (docs/accuracy.md, "Languages").
func mostWorked(votes []CodeVote) (best string, near bool) {
	best = fact.NoLanguage
	least := leastPoints*100 - 1
	most, second := least, 0
	take := func(language string, points int) {
		if s, ok := sideLanguages[language]; ok {
			points *= s
		} else {
			points *= 100
		}
		if points > most || points == most && best != fact.NoLanguage && language < best {
			best, most, points = language, points, most
		}
		second = max(second, points)
	}
	shell := 0
	for _, v := range votes {
		points := v.Edits*editPoints + min(v.Lines, linesPerEdit*v.Edits)*linePoints + v.Reads*readPoints + v.Named*namedPoints
		switch v.Language {
		case looking:
			shell += v.Runs / lookingPerPoint
		case "shell":
			shell += points + v.Runs*shellPoints
		default:
			take(v.Language, points+v.Runs*chainPoints)
		}
	}
	take("shell", shell)
	return best, best != fact.NoLanguage && second > least && second*closeShare >= most
}

// closeShare: a language is close to the first with at least one part in so many of
// its points.
const closeShare = 2
