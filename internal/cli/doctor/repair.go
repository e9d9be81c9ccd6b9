package doctor

import (
	"context"

	"prism/internal/cli/job"
	"prism/internal/phrase"
)

// repair mends the store and says, beside what doctor prints, what came of it.
func repair(ctx context.Context, p *job.Program, place string) error {
	switch {
	case job.InDatabase(place):
		return job.Usagef("--repair mends a store in a file; a database has means of its own")
	case !job.HasStore(place):
		return job.Usagef("there is no store to mend")
	}
	done, err := p.Repair(ctx, place)
	if err != nil {
		return err
	}
	name := p.Short(place)
	switch {
	case done.Rebuilt:
		p.Warn("the store %s was damaged; a new one holds %s and %s that you typed, and the next run reads the transcripts again", name,
			phrase.Count(done.Titles, "title", "titles"), phrase.Count(done.Labels, "label", "labels"))
	case done.Pages > 0:
		p.Warn("another program wrote into the store %s; SQLite finds nothing wrong with it, all is kept, and %s again", name,
			phrase.Count(done.Pages, "page has its checksum", "pages have their checksums"))
	default:
		p.Notes.Line("Nothing is wrong with the store " + name + "; it was left as it is.")
	}
	if done.Lost {
		p.Warn("some titles and labels could not be read any more")
	}
	return nil
}
