package server

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"prism/internal/content"
	"prism/internal/fact"
	"prism/internal/web/page"
	"prism/internal/web/session"
)

// undidMost bounds of how many sessions is told that one took lines out of them.
const undidMost = 20

// Undid implements page.Kin. Of which sessions of others lines were taken out is not told.
func (v *Viewer) Undid(ctx context.Context, s *fact.Session) (list []page.Undid, more int) {
	if s.Verdict.Status == fact.JudgeOptedOut {
		return nil, 0
	}
	all, more, err := v.Library.Undid(ctx, s, undidMost)
	if err != nil {
		return nil, 0
	}
	for _, x := range all {
		one := page.Undid{Session: x.Session, By: x.By}
		if !v.sees(x.Session) {
			one = page.Undid{By: fact.ReworkBy{Lines: x.By.Lines, Kind: x.By.Kind}}
		}
		list = append(list, one)
	}
	return list, more
}

// copiesMost bounds how many copies of a conversation are named.
const copiesMost = 10

// Copies implements session.Copied. Of copies that others have is not told.
func (v *Viewer) Copies(ctx context.Context, s *fact.Session) (list []session.Copy) {
	all, err := v.Library.Copies(ctx, s, copiesMost)
	if err != nil {
		return nil
	}
	for _, x := range all {
		if v.sees(x.Session) {
			list = append(list, session.Copy{Session: x.Session, Turns: x.Turns, Earlier: x.Earlier})
		}
	}
	return list
}

// Around implements page.Kin.
func (v *Viewer) Around(ctx context.Context, s *fact.Session) (before, after *fact.Session) {
	before, after, err := v.Library.Around(ctx, s)
	if err != nil {
		return nil, nil
	}
	seen := func(x *fact.Session) *fact.Session {
		if x == nil || !v.sees(x) {
			return nil
		}
		return x
	}
	return seen(before), seen(after)
}

// EditorLink implements web.Opener: only the person of this machine has its files, and
// what was sent here is none.
func (v *Viewer) EditorLink(file string, line int) string {
	if v.t.Editor == "" || v.caller.Key != "" {
		return ""
	}
	if _, _, kept := content.OfPlace(file); kept {
		return ""
	}
	return editorLink(v.t.Editor, file, line)
}

// EditorFiles implements web.Opener.
func (v *Viewer) EditorFiles(ctx context.Context, s *fact.Session, turn int) (files []string) {
	if v.t.Editor == "" || v.caller.Key != "" {
		return nil
	}
	turns, gone := v.read(ctx, s)
	if gone != "" || turn < 1 || turn > len(turns) {
		return nil
	}
	for i := range turns[turn-1].Steps {
		x := &turns[turn-1].Steps[i]
		file := x.Target
		if x.Edit != nil {
			file = x.Edit.File
		}
		files = append(files, file)
	}
	return files
}

// editorLink fills a file and a line in; "" where the file is named by no whole path.
func editorLink(link, file string, line int) string {
	file = strings.ReplaceAll(file, `\`, "/")
	drive := len(file) > 2 && file[1] == ':' && file[2] == '/'
	if !drive && !strings.HasPrefix(file, "/") || strings.Contains(file, "\x00") {
		return ""
	}
	if strings.Contains(link, "/{path}") && !strings.Contains(link, "//{path}") {
		file = strings.TrimPrefix(file, "/") // the link has it
	}
	return strings.NewReplacer("{path}", escapePath(file), "{line}", strconv.Itoa(max(line, 1))).Replace(link)
}

// escapePath escapes all that means something in any part of a link.
func escapePath(file string) string {
	var b strings.Builder
	for i := range len(file) {
		switch c := file[i]; {
		case c >= 'a' && c <= 'z', c >= 'A' && c <= 'Z', c >= '0' && c <= '9', strings.IndexByte("/-_.~", c) >= 0, c == ':' && i == 1:
			b.WriteByte(c)
		default:
			fmt.Fprintf(&b, "%%%02X", c)
		}
	}
	return b.String()
}
