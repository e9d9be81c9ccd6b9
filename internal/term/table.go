package term

import "strings"

// Column is one column of a table.
type Column struct {
	Name  string
	Right bool // numbers stand to the right
	Min   int  // cells it may be squeezed to; 0: it is never squeezed
	Rank  int  // where even that does not fit, the highest rank goes first; 0 always stays
	Left  bool // cut from the left, as paths want it
}

// Cell is clean text with its paint.
type Cell struct {
	Text  string
	Paint Paint
}

// gap stands between columns.
const gap = "  "

// Table prints rows under a head, fitted to the screen: first columns that may be
// squeezed give way, then columns are left out by rank. In a pipe nothing is cut.
// It returns how many columns were left out.
func (s *Screen) Table(indent int, cols []Column, rows [][]Cell) int {
	widths := make([]int, len(cols))
	for i, c := range cols {
		widths[i] = Width(c.Name)
		for _, r := range rows {
			if i < len(r) {
				widths[i] = max(widths[i], Width(r[i].Text))
			}
		}
	}
	keep := make([]bool, len(cols))
	for i := range keep {
		keep[i] = true
	}
	dropped := 0
	if s.width > 0 {
		dropped = fitColumns(cols, widths, keep, s.width-indent)
	}
	s.tableRow(indent, cols, widths, keep, func(i int) Cell { return Cell{cols[i].Name, Faint} })
	for _, r := range rows {
		s.tableRow(indent, cols, widths, keep, func(i int) Cell {
			if i < len(r) {
				return r[i]
			}
			return Cell{}
		})
	}
	return dropped
}

func (s *Screen) tableRow(indent int, cols []Column, widths []int, keep []bool, cell func(int) Cell) {
	var b strings.Builder
	b.WriteString(strings.Repeat(" ", indent))
	first := true
	for i, c := range cols {
		if !keep[i] {
			continue
		}
		if !first {
			b.WriteString(gap)
		}
		first = false
		v := cell(i)
		text := v.Text
		if s.width > 0 {
			if c.Left {
				text = FitLeft(text, widths[i])
			} else {
				text = Fit(text, widths[i])
			}
		}
		pad := Pad(text, widths[i], c.Right)
		b.WriteString(strings.Replace(pad, text, s.Paint(v.Paint, text), 1))
	}
	s.Line(b.String())
}

// fitColumns narrows widths to room, dropping columns where it must.
func fitColumns(cols []Column, widths []int, keep []bool, room int) (dropped int) {
	for {
		over := -room - len(gap)
		for i := range cols {
			if keep[i] {
				over += widths[i] + len(gap)
			}
		}
		if over <= 0 {
			return dropped
		}
		spare := 0
		for i, c := range cols {
			if keep[i] && c.Min > 0 && widths[i] > c.Min {
				spare += widths[i] - c.Min
			}
		}
		worst := -1
		for i, c := range cols {
			if keep[i] && c.Rank > 0 && (worst < 0 || c.Rank > cols[worst].Rank) {
				worst = i
			}
		}
		if spare < over && worst >= 0 {
			keep[worst] = false
			dropped++
			continue
		}
		if over > spare { // nothing is left to drop: what may be squeezed gives more, then the rest
			squeeze(cols, widths, keep, spare)
			for _, least := range [...]int{8, 4, 1} {
				force(widths, keep, cols, least, room)
			}
			return dropped
		}
		squeeze(cols, widths, keep, over)
		return dropped
	}
}

// force narrows the widest columns to least cells, those that may be squeezed first,
// until all fit the room.
func force(widths []int, keep []bool, cols []Column, least, room int) {
	for _, soft := range [...]bool{true, false} {
		for {
			over, widest := -room-len(gap), -1
			for i := range widths {
				if !keep[i] {
					continue
				}
				over += widths[i] + len(gap)
				if (!soft || cols[i].Min > 0) && widths[i] > least && (widest < 0 || widths[i] > widths[widest]) {
					widest = i
				}
			}
			if over <= 0 {
				return
			}
			if widest < 0 {
				break
			}
			widths[widest]--
		}
	}
}

// squeeze takes n cells away, always from the widest column that may give.
func squeeze(cols []Column, widths []int, keep []bool, n int) {
	for ; n > 0; n-- {
		widest := -1
		for i, c := range cols {
			if keep[i] && c.Min > 0 && widths[i] > c.Min && (widest < 0 || widths[i] > widths[widest]) {
				widest = i
			}
		}
		if widest < 0 {
			return
		}
		widths[widest]--
	}
}
