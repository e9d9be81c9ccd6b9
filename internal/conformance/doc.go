// Package conformance holds made-up sessions against the published algorithm: some
// small transcripts for each rule, with what the rule says must come of them. The
// expectations are read off the published text, the design and the labelling guide,
// never off what the code does; a case that fails today stands in testdata/known.txt
// until the product is right.
//
// Nouns: a story is a made-up project with one piece of work of each intent; a case
// is one or more conversations and what is wanted of the sessions they make; a want
// is one check of a case. docs/accuracy.md says how to add one.
//
// Promises: cases do not know of each other (each has a repository of its own), and
// all are read by one run of the program, as a person would start it.
package conformance
