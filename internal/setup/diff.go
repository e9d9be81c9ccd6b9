package setup

import "strings"

const (
	// around is how many unchanged lines are shown beside a changed one.
	around = 2
	// maxTable bounds the work of finding what two texts have in common, in pairs of
	// lines that differ at the ends. Beyond it all of the middle is shown as replaced.
	maxTable = 4 << 20
)

// Line is one line of a difference.
type Line struct {
	Mark byte // '+', '-', ' ', or '~' for lines left out
	Text string
}

// Diff shows what changes between two texts, line by line.
func Diff(before, after []byte) []Line {
	a, b := split(before), split(after)
	head := 0
	for head < len(a) && head < len(b) && a[head] == b[head] {
		head++
	}
	tail := 0
	for tail < len(a)-head && tail < len(b)-head && a[len(a)-1-tail] == b[len(b)-1-tail] {
		tail++
	}
	var all []Line
	for _, text := range a[:head] {
		all = append(all, Line{' ', text})
	}
	all = append(all, middle(a[head:len(a)-tail], b[head:len(b)-tail])...)
	for _, text := range a[len(a)-tail:] {
		all = append(all, Line{' ', text})
	}
	return trim(all)
}

func split(text []byte) []string {
	s := strings.TrimSuffix(strings.ReplaceAll(string(text), "\r\n", "\n"), "\n")
	if s == "" {
		return nil
	}
	return strings.Split(s, "\n")
}

// middle finds the longest common lines.
func middle(a, b []string) (out []Line) {
	if len(a)*len(b) > maxTable {
		for _, text := range a {
			out = append(out, Line{'-', text})
		}
		for _, text := range b {
			out = append(out, Line{'+', text})
		}
		return out
	}
	width := len(b) + 1
	common := make([]int, (len(a)+1)*width)
	for i := len(a) - 1; i >= 0; i-- {
		for j := len(b) - 1; j >= 0; j-- {
			if a[i] == b[j] {
				common[i*width+j] = common[(i+1)*width+j+1] + 1
			} else {
				common[i*width+j] = max(common[(i+1)*width+j], common[i*width+j+1])
			}
		}
	}
	for i, j := 0, 0; i < len(a) || j < len(b); {
		switch {
		case i < len(a) && j < len(b) && a[i] == b[j]:
			out = append(out, Line{' ', a[i]})
			i, j = i+1, j+1
		case j == len(b) || i < len(a) && common[(i+1)*width+j] >= common[i*width+j+1]:
			out = append(out, Line{'-', a[i]})
			i++
		default:
			out = append(out, Line{'+', b[j]})
			j++
		}
	}
	return out
}

// trim leaves out the unchanged lines that are not near a change.
func trim(all []Line) (out []Line) {
	near := make([]bool, len(all))
	for i, l := range all {
		if l.Mark == ' ' {
			continue
		}
		for k := max(0, i-around); k < min(len(all), i+around+1); k++ {
			near[k] = true
		}
	}
	for i, l := range all {
		switch {
		case near[i]:
			out = append(out, l)
		case i == 0 || near[i-1]:
			out = append(out, Line{'~', "…"})
		}
	}
	return out
}
