package web_test

import (
	"context"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"prism/internal/fact"
	"prism/internal/store"
	"prism/internal/wire"
)

// prompted is a library that searches in prompts: every session has the words, two a piece.
type prompted struct {
	*library
	may   bool
	words []string
}

func (l *prompted) ReadsPrompts() bool { return l.may }
func (l *prompted) Prompted(_ context.Context, f store.Filter, words []string, offset, _ int, _ time.Duration) ([]*fact.Session, int, int, bool, error) {
	l.words = words
	all := l.kept(f, nil)
	end := min(offset+2, len(all))
	return all[offset:end], end - offset, len(all), end < len(all), nil
}

// A search in prompts goes on where a piece of it ended, keeps what else was asked, and shows
// the prompt with its words marked, as text, with a link to its turn.
func TestSearchInPrompts(t *testing.T) {
	l := &prompted{library: demoLibrary(t), may: true}
	l.turns = []wire.Turn{{Number: 1, Prompt: "begin"}, {Number: 2, Prompt: strings.Repeat("long before it ", 20) + "the <b>Retry</b> of each fetch"}}
	h := handler(t, l)
	if _, body, _ := get(t, h, "/sessions?q=zzz&counted=yes"); !strings.Contains(body, `<a href="/search?counted=yes&amp;q=zzz">look in prompts, too</a>`) {
		t.Error("the list does not lead to it")
	}
	if _, body, _ := get(t, h, "/sessions"); strings.Contains(body, "/search") {
		t.Error("it is offered where nothing is searched for")
	}
	code, body, _ := get(t, h, "/search?q=Fetch+retry&counted=yes")
	for _, want := range []string{`&lt;b&gt;<mark>Retry</mark>&lt;/b&gt; of each <mark>fetch</mark>`, "#turn-2", `href="/search?counted=yes&amp;offset=2&amp;q=Fetch&#43;retry"`, " sessions looked at, and the others not yet.", `name="counted" value="yes"`} {
		if code != http.StatusOK || !strings.Contains(body, want) {
			t.Errorf("%d, nowhere %s", code, want)
		}
	}
	if strings.Join(l.words, " ") != "fetch retry" {
		t.Errorf("looked for %q", l.words)
	}
	if _, part, _ := get(t, h, "/search?q=fetch&offset=2", "HX-Request", "true"); strings.Contains(part, "<html") || !strings.Contains(part, "4 of ") {
		t.Errorf("no part: %.200s", part)
	}
	l.turns = []wire.Turn{{Number: 1, Prompt: "begin"}}
	some := strings.Fields(strings.ToLower(l.kept(store.Filter{}, nil)[0].Verdict.Summary.String()))[0]
	if _, body, _ := get(t, h, "/search?q="+some); !strings.Contains(body, "in its summary") || !strings.Contains(strings.ToLower(body), "<mark>"+some+"</mark>") {
		t.Errorf("the word %q of a summary is not shown", some)
	}
	l.may = false
	if code, _, _ := get(t, h, "/search?q=fetch"); code != http.StatusForbidden {
		t.Errorf("who may not read prompts: %d", code)
	}
	if _, body, _ := get(t, h, "/sessions?q=zzz"); strings.Contains(body, "/search") {
		t.Error("it is offered to who may not")
	}
}

// slow is a library that takes its time to read turns, as long transcripts do.
type slow struct {
	*prompted
	read int
}

func (l *slow) Turns(ctx context.Context, _ *fact.Session) ([]wire.Turn, string) {
	l.read++
	select {
	case <-time.After(400 * time.Millisecond):
		return l.turns, ""
	case <-ctx.Done():
		return nil, "The transcript cannot be read again."
	}
}
func (l *slow) Prompted(_ context.Context, f store.Filter, _ []string, _, limit int, _ time.Duration) ([]*fact.Session, int, int, bool, error) {
	all := l.kept(f, nil)
	return all[:limit], limit, len(all), true, nil
}

// However many sessions are found, and however long each takes to be read, a page of them is
// there in a bounded time, and says of which it did not read where the words stand.
func TestSearchInPromptsIsBounded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := &slow{prompted: &prompted{library: demoLibrary(t), may: true}}
		l.turns = []wire.Turn{{Number: 1, Prompt: "a zebra"}}
		h := handler(t, l)
		began := time.Now()
		_, body, _ := get(t, h, "/search?q=zebra")
		if took := time.Since(began); took > 600*time.Millisecond || l.read > 2 {
			t.Errorf("%d transcripts read, in %s", l.read, took)
		}
		if shown, late := strings.Count(body, "a <mark>zebra</mark>"), strings.Count(body, "there was no time left to read where"); shown != 1 || late != 9 {
			t.Errorf("%d shown, of %d it is said that there was no time", shown, late)
		}
	})
}
