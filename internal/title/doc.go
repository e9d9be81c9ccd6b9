// Package title puts a session into words: a title that says what was wanted, a
// summary that adds what came of it, in the language that was spoken. It chooses
// among sentences of the session and shortens them; it makes up nothing, and it
// shows no part of a token that the gate would know only whole.
package title
