package claude

import (
	"bytes"
	"net/url"

	"prism/internal/jsoncursor"
	"prism/internal/transcript"
)

// shellResult reads what git and the forge said in a command's output. The
// command's text only tells where to look: what counts is the result.
func (d *Decoder) shellResult(out *transcript.Result, note call, b *block, res *structured) {
	if res.git != nil {
		d.gitOperation(out, res.git)
	}
	if out.Commits && (out.Pushes || !note.pushes) && !note.opens || !note.commits && !note.pushes && !note.opens {
		return
	}
	text := out.Text
	if len(b.content) > 1 && b.content[0] == '"' && len(b.content) > resultHead+resultTail {
		text = d.text(b.content[1 : len(b.content)-1]) // git's line may stand in the middle
	}
	if note.commits && !out.Commits {
		if sha := committed(text); sha != "" {
			out.Commits, out.Commit = true, sha
		}
	}
	if note.pushes && pushed(text) {
		out.Pushes = true
	}
	if out.Outcome == transcript.Done && (note.commits && !out.Commits && hookRefused(text) || note.pushes && !out.Pushes && pushRefused(text)) {
		out.Outcome = transcript.Errored // a wrapper, or a pipe, gave no error
	}
	if note.opens && out.Pull == "" && out.Outcome == transcript.Done {
		if url := pullURL(text); url != "" {
			out.Pull, out.Pushes = url, true
		}
	}
}

// gitOperation reads what newer clients say themselves about a git command.
func (d *Decoder) gitOperation(out *transcript.Result, raw []byte) {
	c := jsoncursor.New(raw)
	if !c.Object() {
		return
	}
	for {
		key, ok := c.Key()
		if !ok {
			return
		}
		what := string(key)
		if !c.Object() {
			continue
		}
		var sha, url, action []byte
		for {
			key, ok := c.Key()
			if !ok {
				break
			}
			switch string(key) {
			case "sha":
				sha = c.Str()
			case "url":
				url = c.Str()
			case "action":
				action = c.Str()
			default:
				c.Skip()
			}
		}
		switch what {
		case "commit":
			out.Commits = true
			if isSHA(sha) {
				out.Commit = string(sha)
			}
		case "push":
			out.Pushes = true
		case "pr":
			if string(action) == "created" {
				out.Pushes = true
				out.Pull = pullAddress(url)
			}
		}
	}
}

// committed returns the sha of the last commit that git tells of:
// "[branch sha] subject", "[branch (root-commit) sha] subject".
func committed(text []byte) string {
	sha := ""
	for len(text) > 0 {
		line := text
		if i := bytes.IndexByte(text, '\n'); i >= 0 {
			line, text = text[:i], text[i+1:]
		} else {
			text = nil
		}
		if len(line) < 10 || line[0] != '[' {
			continue
		}
		end := bytes.Index(line, []byte("] "))
		if end < 0 {
			continue
		}
		space := bytes.LastIndexByte(line[:end], ' ')
		if space > 0 && isSHA(line[space+1:end]) {
			sha = string(line[space+1 : end])
		}
	}
	return sha
}

func isSHA(b []byte) bool {
	if len(b) < 7 || len(b) > 64 {
		return false
	}
	for _, ch := range b {
		if (ch < '0' || ch > '9') && (ch < 'a' || ch > 'f') {
			return false
		}
	}
	return true
}

// hookRefused reports whether a commit came to nothing, as a hook or git says at the end of
// what was printed: what runs the hooks names its own failure last. That a wrapper calls
// the command failed is no word of git's: one says so of commits that were made, too.
func hookRefused(text []byte) bool {
	text = bytes.TrimSpace(text)
	line := text[bytes.LastIndexByte(text, '\n')+1:]
	switch {
	case bytes.HasPrefix(line, []byte("husky - ")):
		return bytes.Contains(line, []byte(" script failed (code ")) || bytes.Contains(line, []byte(" hook exited with code "))
	case bytes.HasPrefix(line, []byte("nothing to commit")), bytes.HasPrefix(line, []byte("nothing added to commit")), bytes.HasPrefix(line, []byte("no changes added to commit")):
		return bytes.HasPrefix(text, []byte("On branch ")) || bytes.HasPrefix(text, []byte("HEAD detached "))
	case bytes.HasPrefix(line, []byte("error: could not lock")), bytes.HasPrefix(line, []byte("fatal: ")):
		return true
	}
	return false
}

// pushRefused reports whether git says that it sent nothing, and why.
func pushRefused(text []byte) bool {
	return bytes.HasPrefix(text, []byte("fatal: ")) || bytes.Contains(text, []byte("\nerror: failed to push some refs")) || bytes.HasPrefix(text, []byte("error: failed to push some refs"))
}

// pushed reports whether git tells of refs that were sent: a line "To REMOTE"
// and after it a line with an arrow that was not refused.
func pushed(text []byte) bool {
	i := bytes.Index(text, []byte("To "))
	for i > 0 && text[i-1] != '\n' {
		j := bytes.Index(text[i+3:], []byte("To "))
		if j < 0 {
			return false
		}
		i += 3 + j
	}
	if i < 0 {
		return false
	}
	for _, line := range bytes.Split(text[i:], []byte("\n")) {
		if bytes.Contains(line, []byte(" -> ")) && !bytes.Contains(line, []byte("rejected]")) {
			return true
		}
	}
	return false
}

// maxPull bounds the address of a pull request, in bytes. A longer one is none: cut, it
// would lead elsewhere.
const maxPull = 300

// pullAddress reads the address of a pull request out of a raw JSON string: where it
// is, without the name and password that somebody may have put before the host, and
// without what may follow the path; "" for what is no such address.
func pullAddress(raw []byte) string {
	if len(raw) > 6*maxPull { // each byte may be written as an escape of six
		return ""
	}
	u, err := url.Parse(decodeWord(raw))
	if err != nil || u.Scheme != "https" && u.Scheme != "http" || u.Host == "" {
		return ""
	}
	u.User, u.RawQuery, u.ForceQuery, u.Fragment, u.RawFragment = nil, "", false, "", ""
	if at := u.String(); len(at) <= maxPull {
		return at
	}
	return ""
}

// pullURL returns the last address of a pull or merge request in a text.
func pullURL(text []byte) string {
	for {
		i := bytes.LastIndex(text, []byte("https://"))
		if i < 0 {
			return ""
		}
		at := text[i:]
		if j := bytes.IndexAny(at, " \t\r\n\"'<>)\\"); j >= 0 {
			at = at[:j]
		}
		if (bytes.Contains(at, []byte("/pull/")) || bytes.Contains(at, []byte("/merge_requests/"))) && !bytes.Contains(at, []byte("/pull/new/")) {
			if address := pullAddress(at); address != "" {
				return address
			}
		}
		text = text[:i]
	}
}
