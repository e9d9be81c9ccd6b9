package job

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"prism/internal/config"
	"prism/internal/fact"
	"prism/internal/score"
	"prism/internal/store"
)

// filterFlags narrow what a command is about: the same for lists, scores and reports.
type filterFlags struct {
	cmd              *cobra.Command // nil: the command has no filters
	crushed, counted bool
	landed           bool
	intents          []string
	repo, model      string
	branch, language string
	state, excluded  string
	below            string
	search           string
	labels           bool
}

// BindFilters adds the flags that narrow what the command is about.
func (f *ReadFlags) BindFilters(cmd *cobra.Command) {
	o := &f.filters
	o.cmd = cmd
	fs := cmd.Flags()
	fs.SortFlags = false
	fs.StringVar(&o.repo, "repo", "", "only this repository, by `NAME` or path")
	fs.StringSliceVar(&o.intents, "intent", nil, "only this `INTENT`: "+strings.Join(store.IntentNames(), ", "))
	fs.StringVar(&o.language, "language", "", "only this programming `LANGUAGE`")
	fs.StringVar(&o.model, "model-used", "", "only what ran on models whose name has `TEXT` in it")
	fs.StringVar(&o.branch, "branch", "", "only this branch, by `NAME`")
	fs.BoolVar(&o.counted, "counted", false, "only counted ones; --counted=false: only the others")
	fs.BoolVar(&o.crushed, "crushed", false, "only crushed ones; --crushed=false: only the others")
	fs.BoolVar(&o.landed, "landed", false, "only counted ones that landed their goal, reworked later or not; --landed=false: only counted ones that did not")
	fs.StringVar(&o.state, "state", "", "only those in this `STATE`: "+strings.Join(store.StateNames(), ", "))
	fs.StringVar(&o.excluded, "excluded", "", "only those left out for this `REASON`: "+strings.Join(store.ExclusionNames(), ", "))
	fs.StringVar(&o.below, "below", "", "only those below the floor, by the `LIMB` of it that they came nearest to (each lacks all of it): "+strings.Join(store.ShortfallNames(), ", "))
	fs.StringVar(&o.search, "search", "", "only those with all these `WORDS` in title, summary or prompts, in any case")
	fs.BoolVar(&o.labels, "labels", false, "let your own labels ('prism label') stand for the judge's word, marked")
	fs.Lookup("model-used").Annotations = map[string][]string{OwnFlag: {}} // not the judge's model
	Complete(cmd, "intent", store.IntentNames()...)
	Complete(cmd, "state", store.StateNames()...)
	Complete(cmd, "excluded", store.ExclusionNames()...)
	Complete(cmd, "below", store.ShortfallNames()...)
}

// Complete offers the values that a flag takes to the shell.
func Complete(cmd *cobra.Command, flag string, values ...string) {
	// The only error is a flag that is not there, or is completed already.
	_ = cmd.RegisterFlagCompletionFunc(flag, cobra.FixedCompletions(values, cobra.ShellCompDirectiveNoFileComp))
}

// OneOf refuses a value of a flag that is none of names, with the nearest of them;
// case does not matter. It returns the value as names has it.
func OneOf(flag, value string, names []string) (string, error) {
	for _, name := range names {
		if value == "" || strings.EqualFold(strings.ReplaceAll(value, "-", "_"), name) {
			return cond(value == "", "", name), nil
		}
	}
	return "", NoneOf(flag, value, "there are", names)
}

// NoneOf refuses a value of a flag that is none of names, and says which there are
// and the nearest of them.
func NoneOf(flag, value, are string, names []string) error {
	hint := ""
	if near := config.Nearest(strings.ToLower(value), names); near != "" {
		hint = fmt.Sprintf("; did you mean %q?", near)
	}
	return Usagef("--%s %q: %s %s%s", flag, value, are, strings.Join(names, ", "), hint)
}

func cond(is bool, yes, no string) string {
	if is {
		return yes
	}
	return no
}

// check refuses values that no session can have.
func (o *filterFlags) check() (err error) {
	for i, name := range o.intents {
		if o.intents[i], err = OneOf("intent", name, store.IntentNames()); err != nil {
			return err
		}
	}
	if o.state, err = OneOf("state", o.state, store.StateNames()); err != nil {
		return err
	}
	if o.excluded, err = OneOf("excluded", o.excluded, store.ExclusionNames()); err != nil {
		return err
	}
	o.below, err = OneOf("below", o.below, store.ShortfallNames())
	return err
}

// apply narrows f to what was asked for.
func (o *filterFlags) apply(f *store.Filter) {
	if o.cmd == nil {
		return
	}
	if o.cmd.Flags().Changed("crushed") {
		f.Crushed = &o.crushed
	}
	if o.cmd.Flags().Changed("landed") {
		f.Complete = &o.landed
	}
	if o.cmd.Flags().Changed("counted") {
		f.Counted = &o.counted
	}
	for _, name := range o.intents {
		f.Intents = append(f.Intents, fact.Intent(name))
	}
	f.Repo, f.Branch, f.Model, f.Language = o.repo, o.branch, o.model, o.language
	f.State, f.Excluded, f.Below = fact.State(o.state), fact.Exclusion(o.excluded), fact.Shortfall(o.below)
}

// Window keeps the sessions that ended in the job's window.
func (j *Job) Window() store.Filter {
	return store.Filter{
		Since: j.Since, Until: j.Until, Now: j.Now,
		IncludeOpen: j.Cfg.On("include_open"), IncludeAutomated: j.Cfg.On("include_automated"),
	}
}

// Wanted keeps those of the window that pass the filters; words are for a Library to
// look for.
func (j *Job) Wanted() store.Filter {
	f := j.Window()
	j.Flags.filters.apply(&f)
	return f
}

// Narrow reports whether anything but a window was asked for.
func (j *Job) Narrow() bool {
	f := j.Wanted()
	return !f.Plain() || len(j.words()) > 0
}

// words are what is searched for.
func (j *Job) words() []string { return strings.Fields(strings.ToLower(j.Flags.filters.search)) }

// narrowing are the flags that a list takes over from the score beside which it is
// named.
var narrowing = [...]string{"since", "until", "tz", "include-open", "include-automated", "commit-boundary",
	"repo", "intent", "language", "model-used", "branch", "state", "excluded", "below", "search", "labels"}

// FilterAgain is the tail that makes another command narrow its answer alike, and
// Again behind it.
func (j *Job) FilterAgain() string {
	text := ""
	if cmd := j.Flags.filters.cmd; cmd != nil {
		cmd.Flags().Visit(func(f *pflag.Flag) {
			switch {
			case !slices.Contains(narrowing[:], f.Name):
			case f.Value.Type() == "bool":
				text += " --" + f.Name + cond(f.Value.String() == "true", "", "=false")
			case f.Name == "intent":
				text += " --intent " + strings.Join(j.Flags.filters.intents, ",")
			default:
				text += " --" + f.Name + " " + ShellQuote(f.Value.String())
			}
		})
	}
	return text + j.Again()
}

// FilterWords names the filters for a person: "repository tideline, bug fix"; "" for
// none.
func (j *Job) FilterWords() string {
	o := &j.Flags.filters
	f := j.Wanted()
	var parts []string
	add := func(what, value string) {
		if value != "" {
			parts = append(parts, what+value)
		}
	}
	yes := func(is *bool, name string) {
		if is != nil {
			add(cond(*is, "", "not "), name)
		}
	}
	add("repository ", o.repo)
	add("", strings.ReplaceAll(strings.Join(o.intents, " or "), "_", " "))
	add("in ", o.language)
	add("model with "+cond(o.model == "", "", "“"), cond(o.model == "", "", o.model+"”"))
	add("branch ", o.branch)
	yes(f.Counted, "counted")
	yes(f.Crushed, "crushed")
	yes(f.Complete, "landed")
	add("", o.state)
	add("left out for ", strings.ReplaceAll(o.excluded, "_", " "))
	add("below the floor: ", strings.ReplaceAll(o.below, "_", " "))
	add("with the words ", o.search)
	return strings.Join(parts, ", ")
}

// Breakdowns checks what --by names.
func Breakdowns(by []string) ([]string, error) {
	for i, name := range by {
		known := slices.IndexFunc(score.Dimensions(), func(d string) bool { return strings.EqualFold(d, name) })
		if known < 0 {
			return nil, NoneOf("by", name, "the breakdowns are", score.Dimensions())
		}
		by[i] = score.Dimensions()[known]
	}
	return by, nil
}
