package pipeline

import (
	"cmp"
	"slices"
)

// sliceShare is the part of what is to be read that one slice takes at the most: so many
// updates more does it take to read what came all at once.
const sliceShare = 8

// slice takes of the units that are to be read those that this update reads, and leaves the
// others as they are stored to the one after it: who just wrote a prompt does not wait until
// all is read that others wrote. Half of it goes to what is new, the smallest first, and half
// to what grew, what is most behind first; but of each one to what has waited longest, so
// that all get their turn.
func (u *update) slice(stale []*unit) []*unit {
	var total int64
	for _, c := range stale {
		total += c.src.Size()
	}
	if u.opts.Slice <= 0 || u.all || total <= u.opts.Slice {
		return stale
	}
	var now, came, grew []*unit
	for _, c := range stale {
		switch {
		case !u.canWait(c):
			now = append(now, c)
		case c.was == nil:
			came = append(came, c)
		default:
			grew = append(grew, c)
		}
	}
	inTurn(came, func(a, b *unit) int { return cmp.Compare(a.src.Size(), b.src.Size()) })
	inTurn(grew, func(a, b *unit) int { return cmp.Compare(b.behind(), a.behind()) })
	most := max(u.opts.Slice, total/sliceShare)
	if len(came) > 0 && len(grew) > 0 {
		most /= 2
	}
	took := now
	came, grew = taken(&took, came, most), taken(&took, grew, most)
	u.intake = u.before.Intake
	if u.some {
		u.intake = u.files.Intake()
	}
	for _, c := range append(came, grew...) {
		u.more = true
		u.putOff(c)
	}
	return took
}

// inTurn sorts units as by says, after the one that has waited longest since it grew last.
func inTurn(list []*unit, by func(a, b *unit) int) {
	if len(list) > 1 {
		slices.SortStableFunc(list, func(a, b *unit) int { return a.latest().Compare(b.latest()) })
		slices.SortStableFunc(list[1:], by)
	}
}

// taken moves units from the front of a list as long as they are no more than so many bytes
// together, and one in any case.
func taken(to *[]*unit, list []*unit, most int64) (rest []*unit) {
	for i, c := range list {
		if most -= c.src.Size(); i > 0 && most < 0 {
			return list[i:]
		}
		*to = append(*to, c)
	}
	return nil
}

// canWait says whether a unit can stay as it is stored: it is not there under another row,
// as another person's, or in a form that cannot be read.
func (u *update) canWait(c *unit) bool {
	switch {
	case c.id == u.opts.Again, u.bad[c.id]:
		return false
	case c.was == nil:
		return !u.moved[naming{c.src.Agent, c.src.Conversation}]
	}
	return c.was.Person == c.src.Person
}

// behind is by how much of what was read of it a unit has grown.
func (c *unit) behind() float64 {
	var was int64
	for i := range c.was.Files {
		was += c.was.Files[i].Size
	}
	return float64(c.src.Size()-was) / float64(max(was, 1))
}

// putOff leaves a unit as it is stored, if it is.
func (u *update) putOff(c *unit) {
	for i := range c.src.Files {
		if at, is := u.since[int64(c.src.Files[i].Print.Node)]; is {
			u.intake = min(u.intake, at-1)
		}
	}
	if c.was == nil {
		delete(u.units, c.id)
		return
	}
	c.repo, c.counts, c.put = c.was.Repo, c.was.Counts, true
	u.keep(c, c.was, c.all)
}
