package lexicon

// sections are the lists that a file may hold. What one is for stands where it is
// compiled.
var sections = []string{
	// Words by themselves, between blanks. What they are for:
	"word.common", // telling languages apart: function words, and what people often write to an agent
	"word.trade",  // likewise: English words that people of every language borrow
	"word.letter", // likewise: letters that few languages have
	"word.stop",   // saying nothing of what a task is about
	"word.line",   // announcing the number of a line

	// How a prompt, or the answer to it, sounds to the tracker.
	"shift.follow", "shift.accept", "shift.back", "shift.wrong", "shift.chore", "shift.fresh", "shift.wish", "shift.review",
	"shift.polite", "shift.docs", "shift.tests", "shift.ours", "shift.reply", "shift.start", "shift.wait",
}
