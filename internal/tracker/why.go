package tracker

import "strings"

// A reason says in words what a group of features tells of a shift.
type reason struct {
	say      string
	features []string
}

var reasons = []reason{
	{"a plan for something else is handed on", []string{"plan", "plan_odds"}},
	{"the prompt says that it turns to something else", []string{"fresh"}},
	{"it names another ticket", []string{"ticket_new"}},
	{"a command of its own", []string{"command"}},
	{"the words are others than before", []string{"ask_new", "ask_odds", "ask_last", "ask_asked", "work_odds", "block_odds", "last_odds", "gap", "cosine", "cosine_gap", "long_new", "follow_new"}},
	{"the files are others than before", []string{"files_both", "files_share", "edits_share", "dirs_share", "return_files", "all_new_files"}},
	{"it is worded like a task of its own", []string{"wish", "polite", "length", "follow", "short"}},
	{"the agent sets out anew", []string{"reply", "start", "looks", "agents", "first_edit", "todos"}},
	{"the work before had come to its end", []string{"before_committed", "before_chore", "before_act", "landed", "before_planned"}},
}

// why names the two groups of features that spoke most for a shift.
func (tr *Tracker) why(x []float64) string {
	var best, second struct {
		say string
		z   float64
	}
	for _, r := range reasons {
		z := 0.0
		for _, name := range r.features {
			if i := featureIndex(name); i >= 0 {
				z += tr.weights.Model.Part(i, x[i])
			}
		}
		switch {
		case z > best.z:
			best, second = struct {
				say string
				z   float64
			}{r.say, z}, best
		case z > second.z:
			second.say, second.z = r.say, z
		}
	}
	switch {
	case best.say == "":
		return "turns to something else"
	case second.say == "":
		return best.say
	}
	return strings.Join([]string{best.say, second.say}, "; ")
}

func featureIndex(name string) int {
	for i, n := range featureNames {
		if n == name {
			return i
		}
	}
	return -1
}
