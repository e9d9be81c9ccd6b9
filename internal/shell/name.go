package shell

import (
	"slices"
	"strings"
	"unicode"
)

// A tool that nobody knows is judged by the verb in its name, wherever it stands:
// create_issue, issue_create, gmail_create_draft, pageUpdate. Some verbs are nouns
// as often (a pull request, a search, a draft): those decide where no other does.

// readVerbs only look, and are no nouns in a tool's name.
var readVerbs = wordSet(`get find fetch read describe retrieve inspect browse explain lookup show display view watch
	analyze analyse summarize summarise compare calculate compute estimate detect extract scrape crawl
	query search list check validate verify count download preview take ask`)

// readNouns are those of the readVerbs that a name may also be about: create_list,
// search_create. Where such a one opens a name, a plain verb of writing at its end wins.
var readNouns = wordSet(`query search list check count download preview view watch`)

// lookNouns tell of looking where they open a name.
var lookNouns = wordSet(`status diff screenshot snapshot`)

// writeVerbs have side effects, and are no nouns in a tool's name.
var writeVerbs = wordSet(`accept ack acknowledge activate add alter annotate append apply approve archive assign attach authorize ban book bookmark cancel change checkout clear
	close complete configure copy cordon create deactivate decline decrement delete demote deploy destroy detach disable discard dismiss
	dispatch drain drop duplicate edit enable enqueue enroll erase escalate evict exec execute finish flush follow grant hide increment inject
	insert install invite invoke join kick kill leave link lock mark merge migrate modify move mutate mute notify
	overwrite pause pay persist pin prepend promote provision publish purge push put reboot rebase recreate redeploy redo refund regenerate reindex register reject
	remove rename reopen reorder replace reply replicate reschedule reset resolve respond restart restore resume retry revert revoke
	rollback rotate save scale send set share sign snooze spawn squash stage store submit subscribe suspend swap sync terminate toggle transfer
	transition trigger truncate unarchive unassign uncordon unblock undo unfollow uninstall unlink unlock unmute unpin unpublish unset unshare
	unstage unsubscribe untag update upgrade upload upsert uninvite vote wipe write`)

// writeNouns have side effects where they are verbs: draft_email, run_query,
// issue_comment; "pull_request_read" is no request.
var writeNouns = wordSet(`draft request post comment run start stop patch commit fork clone import export schedule bulk pull`)

// firstVerbs are verbs where they open a name, and there only: order_item, sort_order.
var firstVerbs = wordSet(`message release record track tag label flag star block react answer forward reserve charge call make
	upvote launch boot order rerun mint switch run start stop import export schedule bulk fork clone patch`)

// NameMutates reports whether a tool that nobody knows has side effects, by the
// verbs in its name: that is all there is to go by.
func NameMutates(name string) bool {
	words := nameWords(name)
	if len(words) == 0 || strings.HasPrefix(name, "resolve-library") {
		return false
	}
	first, rest := words[0], words[1:]
	writes := func(w string) bool { return writeVerbs()[w] }
	switch {
	case readVerbs()[first] || lookNouns()[first]:
		// But search_and_replace, find_replace and get_or_create say what they do.
		for i, w := range rest {
			if w == "replace" || (w == "and" || w == "or") && slices.ContainsFunc(rest[i+1:], writes) {
				return true
			}
		}
		return readNouns()[first] && len(rest) > 0 && plainWrites()[rest[len(rest)-1]]
	case writes(first):
		return true
	}
	for _, w := range rest {
		if readVerbs()[w] && !readNouns()[w] {
			return false
		}
		if writes(w) {
			return true
		}
	}
	if firstVerbs()[first] {
		return true
	}
	if slices.ContainsFunc(rest, func(w string) bool { return readVerbs()[w] }) {
		return false
	}
	return slices.ContainsFunc(words, func(w string) bool { return writeNouns()[w] })
}

// plainWrites end a name whose first word is what they are done to: query_execute.
var plainWrites = wordSet(`add create delete edit execute insert remove rename save send upsert write`)

// nameWords splits snake_case, kebab-case and camelCase into lower-case words.
func nameWords(name string) []string {
	var words []string
	start := 0
	cut := func(end int) {
		if end > start {
			words = append(words, strings.ToLower(name[start:end]))
		}
	}
	lower := false
	for i, r := range name {
		switch {
		case r == '_' || r == '-' || r == '.' || r == ':' || r == '/' || r == ' ':
			cut(i)
			start, lower = i+1, false
		case unicode.IsUpper(r):
			if lower {
				cut(i)
				start = i
			}
			lower = false
		default:
			lower = true
		}
	}
	cut(len(name))
	return words
}
