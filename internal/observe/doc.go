// Package observe says what can be observed in a session: it walks the session's
// events once, in order, and counts what was asked, done and answered, and how the
// record ends. Prompts and answers it hears by package speech, the output of checks it
// reads by package output. It promises facts with their places, no opinion:
// whether the goal was landed is judge/offline's to say. It never looks at client
// version, slug, ids, working folder or context size.
package observe
