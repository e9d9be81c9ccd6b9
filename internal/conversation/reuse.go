package conversation

// mostReused is how many entries a list may have room for that the next conversation
// begins with: the room of a very long one is let go.
const mostReused = 4096

// Next makes a Builder ready for another conversation. It is as one of NewBuilder, and
// begins with the room that the last one took; what that gave out stays as it is.
func (b *Builder) Next(agent, id, file string) {
	fresh := newBuilder(agent, id, file)
	fresh.recs, fresh.homes, fresh.nexts, fresh.plans = emptied(b.recs), emptied(b.homes), emptied(b.nexts), emptied(b.plans)
	fresh.asks, fresh.steps, fresh.says, fresh.marks = emptied(b.asks), emptied(b.steps), emptied(b.says), emptied(b.marks)
	fresh.usage, fresh.counted, fresh.usageOf = emptied(b.usage), emptied(b.counted), emptied(b.usageOf)
	fresh.index, fresh.calls, fresh.usageAt = forgotten(b.index, 256), forgotten(b.calls, 64), forgotten(b.usageAt, 64)
	fresh.scratch = emptied(b.scratch)
	*b = *fresh
}

// emptied is a list without what it held, and nothing where its room is large.
func emptied[T any](list []T) []T {
	if cap(list) > mostReused {
		return nil
	}
	clear(list) // what it names is let go
	return list[:0]
}

// forgotten is a map without what it held, and a new one where it was large.
func forgotten[K comparable, V any](m map[K]V, room int) map[K]V {
	if m == nil || len(m) > mostReused {
		return make(map[K]V, room)
	}
	clear(m)
	return m
}
