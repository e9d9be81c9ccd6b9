package claude

import "prism/internal/jsoncursor"

// forkedFrom takes the conversation a line was forked from: an id, or an object
// that holds one.
func forkedFrom(c *jsoncursor.Cursor) []byte { return member(c, "sessionId") }

// originKind takes origin.kind.
func originKind(c *jsoncursor.Cursor) []byte { return member(c, "kind") }

// member takes a string, or one string member of an object.
func member(c *jsoncursor.Cursor, name string) []byte {
	if c.Peek() != '{' {
		return c.Str()
	}
	var value []byte
	c.Object()
	for {
		key, ok := c.Key()
		if !ok {
			return value
		}
		if string(key) == name {
			value = c.Str()
		} else {
			c.Skip()
		}
	}
}

// failureText takes what an error says: a word, or the message in an object whose
// depth differs by client.
func failureText(c *jsoncursor.Cursor) []byte {
	if c.Peek() != '{' {
		return c.Str()
	}
	raw := c.Raw()
	for range 4 {
		inner := jsoncursor.New(raw)
		var deeper []byte
		if !inner.Object() {
			return nil
		}
		for {
			key, ok := inner.Key()
			if !ok {
				break
			}
			switch string(key) {
			case "message":
				if text := inner.Str(); len(text) > 0 {
					return text
				}
			case "error":
				deeper = inner.Raw()
			default:
				inner.Skip()
			}
		}
		if len(deeper) == 0 {
			return nil
		}
		raw = deeper
	}
	return nil
}
