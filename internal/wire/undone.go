package wire

// UndoneFile is what a later session took out of one file of an earlier one's.
type UndoneFile struct {
	File  string `json:"file"`  // its path in the repository; one outside of it: the whole
	Lines int    `json:"lines"` // different ones
	Wrote []Hunk `json:"wrote"` // how the earlier session wrote them
	Took  []Hunk `json:"took"`  // what the later one did to them
}

// Hunk is a part of a change.
type Hunk struct {
	Turn  int        `json:"turn"`
	Lines []HunkLine `json:"lines"`
}

// HunkLine is a line of a change, with "+" or "-" before it; an empty text stands for
// lines that are left out.
type HunkLine struct {
	Text   string `json:"text"`
	Undone bool   `json:"undone"`
}
