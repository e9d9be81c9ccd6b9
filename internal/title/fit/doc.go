// Package fit puts a sentence into the room of a title: whole where it has room without the
// words that a headline does without, else up to where one of its clauses ends, else cut
// where that loses least. Beside it stand the lists of words that this and the choice of the
// sentence are made by.
package fit
