package intent

import (
	"prism/internal/judge/offline/offlinetest"
	"prism/internal/observe"
)

// desk is where tests have talks read.
type desk struct {
	words    *observe.Words
	features *Features
}

func newDesk() desk { return desk{observe.NewWords(), New()} }

// session observes a talk.
func (b desk) session(k *talk) *observe.Session {
	r := b.words.Reader()
	defer b.words.Return(r)
	return r.Read(k.Draft())
}

// read tells what a talk set out to do.
func (b desk) read(k *talk) Reading {
	r := b.words.Reader()
	defer b.words.Return(r)
	return b.features.Read(r.Reader, r.Read(k.Draft()), false)
}

// allGreen is what a runner prints where all tests pass.
const allGreen = "ok  \tshop/cart\t0.21s\nok  \tshop/invoice\t0.10s"

// talk is a session written by hand.
type talk = offlinetest.Talk
