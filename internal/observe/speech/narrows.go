package speech

// subjectWords is how many words of what was asked for tell what it is about: its verb and
// what that is done to, "redesign the settings page".
const subjectWords = 2

// NewSubject are the words that tell what a request is about, as parts of it: who drops one
// of these drops the whole.
func (r *Reader) NewSubject(request string) *Parts {
	p := &Parts{words: map[string]bool{}}
	head, _ := Window(request)
	r.words.Scan(head, maxWords)
	toks := r.words.Tokens
	groups, within := 0, false
	for i := range toks {
		if i > 0 && groups > 0 && parts(head[toks[i-1].End:toks[i].Start]) {
			break
		}
		key := r.part(&r.words, i)
		if key == "" {
			if within && !r.articled(i) && !r.Indefinite(i) && groups > 1 {
				break // "a chart with a legend" is about the chart
			}
			within = false
			continue
		}
		if !within {
			if groups++; groups > subjectWords {
				break
			}
		}
		within = true
		p.words[key] = true
	}
	return p
}

// narrows reports whether a reply gives up or puts off no more than a part of what was asked
// for: behind the word that does so stands a thing, and that is neither the work itself
// ("the idea", "all of it") nor what it is about; that it is about it is all. Where nobody knows
// what it is about, it is neither.
func (r *Reader) narrows(text string, m *Message, whole *Parts) (part, all bool) {
	if m.Any(PutOff) {
		return true, false
	}
	if whole == nil || len(whole.words) == 0 {
		return false, false
	}
	r.words.Scan(text, maxWords)
	toks := r.words.Tokens
	for i := 0; i < len(toks); {
		h := r.stance.At(&r.words, i, m.spoken)
		i = max(h.To, i+1)
		if !h.Sections.Has(stops) || h.To >= len(toks) || parts(text[toks[h.To-1].End:toks[h.To].Start]) {
			continue
		}
		if at, ok := r.thing(text, h.To, m.spoken); ok {
			if !whole.has(r, r.part(&r.words, at)) {
				return true, false
			}
			all = true
		}
	}
	return false, all
}

// thing is the word that names what the words from one on begin with, where these name a
// thing that is not the work itself.
func (r *Reader) thing(text string, at int, spoken Languages) (int, bool) {
	toks := r.words.Tokens
	follows := func(i int) bool { return i < len(toks) && !parts(text[toks[i-1].End:toks[i].Start]) }
	bare := func(i int) bool {
		return r.stance.At(&r.words, i, spoken).To == i && r.skip.At(&r.words, i, spoken).To == i && r.Person.At(&r.words, i, spoken).To == i
	}
	if IsSign(r.words.Word(at)) {
		return 0, false // there the thing stands before
	}
	for skipped := 0; skipped < 2 && !r.articled(at) && follows(at+1) && !r.stance.At(&r.words, at, spoken).Sections.Has(object); skipped++ {
		if !r.skip.At(&r.words, at, spoken).Sections.Has(coda) && !r.stance.Starts(&r.words, at, spoken).Has(now) {
			break
		}
		at++ // "for now leave the docs", "vergiss erstmal die Karte"
	}
	h := r.stance.At(&r.words, at, spoken)
	switch {
	case h.Sections.Has(object) && h.To > at+1, r.aside.Starts(&r.words, at, spoken).Has(points):
		return 0, false // "that requirement" is the one at hand
	case r.articled(at), r.Indefinite(at):
		for at++; follows(at) && !h.Sections.Has(object); at++ {
			if r.part(&r.words, at) != "" {
				return at, !r.stance.At(&r.words, at, spoken).Sections.Has(object)
			}
		}
		return at, follows(at) && bare(at)
	case h.Sections.Has(object), r.PassedOver(at, spoken):
		return 0, false
	}
	return at, bare(at) && !r.stop[string(r.words.Word(at))]
}

// namesFact reports whether a reply that tells something only says what a thing is or has:
// that may be what was asked for as well as what is wrong, "the background is white".
func (r *Reader) namesFact(text string, m *Message) bool {
	if !m.Tells || m.Denies() || m.Any(Broken) {
		return false
	}
	r.words.Scan(text, maxWords)
	all := r.sentences(text, m.spoken)
	if len(all) != 1 || all[0].verb >= 0 || all[0].odd >= 0 || all[0].denied >= 0 {
		return false
	}
	for i := all[0].from + 1; i < all[0].to; i++ {
		if r.report.Starts(&r.words, i, m.spoken).Has(copula) {
			return true
		}
	}
	return false
}
