package claude

import (
	"bytes"
	"path"
	"strings"
	"time"

	"prism/internal/jsoncursor"
	"prism/internal/transcript"
)

// Agent is this dialect's name.
const Agent = "claude"

// Dialect returns what the rest of the program needs to know of Claude Code.
func Dialect() transcript.Dialect {
	return transcript.Dialect{
		Agent:    Agent,
		Roots:    Roots,
		Narrow:   narrow,
		Home:     homeOf,
		Identify: Identify,
		Tell:     Tell,
		New:      func() transcript.Decoder { return New() },
	}
}

// projects is the folder in a config folder that holds the transcripts.
const projects = "projects"

// Roots returns Claude Code's config folders: those of CLAUDE_CONFIG_DIR (a comma
// list), else ~/.claude and the claude folder of the XDG config folder.
func Roots(getenv func(string) string, home string) []string {
	var roots []string
	for _, dir := range strings.Split(getenv("CLAUDE_CONFIG_DIR"), ",") {
		if dir = strings.TrimSpace(dir); dir != "" {
			if rest, ok := strings.CutPrefix(dir, "~/"); ok && home != "" {
				dir = path.Join(home, rest)
			}
			roots = append(roots, path.Clean(dir))
		}
	}
	if len(roots) > 0 {
		return roots
	}
	config := getenv("XDG_CONFIG_HOME")
	if home != "" {
		roots = append(roots, path.Join(home, ".claude"))
		if config == "" {
			config = path.Join(home, ".config")
		}
	}
	if config != "" {
		roots = append(roots, path.Join(config, "claude"))
	}
	return roots
}

// landmarks lie beside the projects folder in a config folder, and hardly in another:
// its todos, plans and plugins may be anybody's.
var landmarks = map[string]bool{
	"history.jsonl": true, "settings.json": true, "settings.local.json": true, ".credentials.json": true, "file-history": true,
	"shell-snapshots": true, "session-env": true, "statsig": true, "stats-cache.json": true, ".claude.json": true,
}

// narrow recognises a config folder: beside its projects lie logs and caches whose
// names end in .jsonl too.
func narrow(folder string, names []string) string {
	has, marks := false, path.Base(folder) == ".claude"
	for _, name := range names {
		if name == projects {
			has = true
		}
		marks = marks || landmarks[name]
	}
	if has && marks {
		return projects
	}
	return ""
}

// homeOf returns the config folder a transcript lies in: what stands before the
// innermost projects folder.
func homeOf(file string) string {
	for dir := path.Dir(file); ; {
		up := path.Dir(dir)
		if path.Base(dir) == projects {
			return up
		}
		if up == dir {
			return ""
		}
		dir = up
	}
}

// Identify tells a transcript of Claude Code by its name and its first lines.
//
// A main transcript is named by its conversation: the name is believed, for lines
// copied by a resume carry an older id. A subagent's file lies under its
// conversation's folder, or beside the transcript with its parent's id on each line.
func Identify(file string, head []byte, whole bool) (transcript.Identity, transcript.Standing) {
	base := path.Base(file)
	stem := strings.TrimSuffix(base, ".jsonl")
	parent, folder := parentFolder(file)
	if base == "history.jsonl" || folder == "tool-results" || folder == "subagents" && !strings.HasPrefix(base, "agent-") {
		return transcript.Identity{}, transcript.Aside
	}
	named := isUUID(stem)
	if transcript.Foreign(head) {
		if named || strings.HasPrefix(base, "agent-") {
			// It will be reported as what it is when it is read.
			return transcript.Identity{Conversation: stem}, transcript.Ours
		}
		return transcript.Identity{}, transcript.Strange
	}
	seen := glance(head)
	id := transcript.Identity{Conversation: seen.session, Start: seen.start}
	switch {
	case folder == "subagents":
		id.Subagent, id.Conversation = strings.TrimPrefix(stem, "agent-"), parent
	case strings.HasPrefix(base, "agent-"):
		id.Subagent = strings.TrimPrefix(stem, "agent-")
	case named && seen.agent != "" && seen.sidechain && seen.session != "" && seen.session != stem:
		id.Subagent = seen.agent // a teammate's file
	case named:
		id.Conversation = stem
	}
	switch {
	case id.Conversation != "" && (named || seen.typed || id.Subagent != ""):
		return id, transcript.Ours
	case len(head) == 0 && whole:
		id.Conversation = stem
		return id, transcript.Ours
	case !whole:
		return id, transcript.Unsure
	case seen.typed:
		id.Conversation = stem
		return id, transcript.Ours
	}
	return transcript.Identity{}, transcript.Strange
}

// parentFolder returns the conversation whose folder a path lies in and which of
// that folder's own subfolders it is in. Folders of these names that lie elsewhere,
// above a projects folder or not in a conversation's, are a person's own.
func parentFolder(file string) (conversation, folder string) {
	for dir := path.Dir(file); ; {
		up := path.Dir(dir)
		name, above := path.Base(dir), path.Base(up)
		if up == dir || name == projects {
			return "", ""
		}
		if (name == "subagents" || name == "tool-results") && isUUID(above) {
			return above, name
		}
		dir = up
	}
}

// glimpse is what the first lines of a file show.
type glimpse struct {
	session, agent   string
	start            time.Time
	sidechain, typed bool
}

// glance looks at the lines in head; the last may be cut.
func glance(head []byte) glimpse {
	var g glimpse
	head = bytes.TrimPrefix(head, []byte("\xef\xbb\xbf"))
	for n := 0; len(head) > 0 && n < 64; n++ {
		line := head
		if i := bytes.IndexByte(head, '\n'); i >= 0 {
			line, head = head[:i], head[i+1:]
		} else {
			head = nil
		}
		c := jsoncursor.New(line)
		if c.Peek() != '{' {
			continue
		}
		c.Object()
		var kind, session, agent, stamp []byte
		var side bool
		for {
			key, ok := c.Key()
			if !ok {
				break
			}
			switch string(key) {
			case "type":
				kind = c.Str()
			case "sessionId", "session_id":
				session = c.Str()
			case "agentId":
				agent = c.Str()
			case "isSidechain":
				side = c.True()
			case "timestamp":
				stamp = c.Str()
			default:
				c.Skip()
			}
		}
		g.typed = g.typed || isOurs(kind)
		if g.session == "" && session != nil {
			g.session, g.agent, g.sidechain = decodeWord(cut(session, maxName)), decodeWord(cut(agent, maxName)), side
		}
		if at, ok := parseTime(stamp, false); ok && g.start.IsZero() {
			g.start = at
		}
		if g.session != "" && g.typed && !g.start.IsZero() {
			break
		}
	}
	return g
}

// isOurs reports whether a line type is one that Claude Code writes.
func isOurs(kind []byte) bool {
	switch string(kind) {
	case "user", "assistant", "system", "attachment", "progress", "queue-operation", "summary",
		"custom-title", "ai-title", "last-prompt", "pr-link":
		return true
	}
	return len(kind) > 0 && unknownType(kind) == ""
}

// isUUID reports whether a name is a uuid in its usual form.
func isUUID(s string) bool {
	if len(s) != 36 {
		return false
	}
	for i := 0; i < len(s); i++ {
		switch ch := s[i]; {
		case i == 8 || i == 13 || i == 18 || i == 23:
			if ch != '-' {
				return false
			}
		case ch >= '0' && ch <= '9' || ch >= 'a' && ch <= 'f' || ch >= 'A' && ch <= 'F':
		default:
			return false
		}
	}
	return true
}
