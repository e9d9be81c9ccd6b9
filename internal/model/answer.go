package model

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"strings"
)

// Object finds the JSON object in what a model wrote when nothing held it to
// one: bare, in a fence, behind its thoughts or between sentences. The first
// whole object is taken, since models that explain do so afterwards; thoughts in
// <think> are skipped. ok is false where there is none.
func Object(text string) (object string, ok bool) {
	if i := strings.LastIndex(text, "</think>"); i >= 0 {
		text = text[i+len("</think>"):]
	}
	for tries := 0; tries < maxTries; tries++ {
		i := strings.IndexByte(text, '{')
		if i < 0 {
			return "", false
		}
		text = text[i:]
		if n := end(text); n > 0 && json.Valid([]byte(text[:n])) {
			return text[:n], true
		}
		text = text[1:]
	}
	return "", false
}

// maxTries bounds the places at which an object is looked for, so that hostile
// text costs no more than a few passes.
const maxTries = 64

// end returns the length of the object that text begins with, by its braces; 0
// where it does not close.
func end(text string) int {
	depth, quoted := 0, false
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case quoted && c == '\\':
			i++
		case c == '"':
			quoted = !quoted
		case quoted:
		case c == '{':
			depth++
		case c == '}':
			if depth--; depth == 0 {
				return i + 1
			}
		}
	}
	return 0
}

// Instruction asks in words for an answer by schema, for servers that take no
// schema. It holds nothing but our own words and the schema.
func Instruction(schema json.RawMessage) string {
	if len(schema) == 0 {
		return ""
	}
	return "Answer with one JSON object and nothing else: no code fence, no words before or after it. It must follow this JSON schema:\n" + string(schema)
}

// unsupported are keywords of JSON schema that servers of structured output
// refuse; what they say is checked by whoever reads the answer.
var unsupported = map[string]bool{
	"minimum": true, "maximum": true, "exclusiveMinimum": true, "exclusiveMaximum": true, "multipleOf": true,
	"minLength": true, "maxLength": true, "pattern": true, "format": true,
	"minItems": true, "maxItems": true, "uniqueItems": true,
	"minProperties": true, "maxProperties": true,
	"$schema": true, "$id": true, "title": true, "default": true, "examples": true,
}

const maxDepth = 32 // of a schema, which is ours and has five

// Strict returns schema as servers of structured output take it: without bounds
// and annotations, every object closed, every property required. The order of
// the properties stays, because a model writes them in that order.
func Strict(schema json.RawMessage) (json.RawMessage, error) {
	d := json.NewDecoder(bytes.NewReader(schema))
	d.UseNumber()
	var out bytes.Buffer
	if err := strict(d, &out, 0, true); err != nil {
		return nil, fmt.Errorf("JSON schema: %w", err)
	}
	if _, err := d.Token(); err != io.EOF {
		return nil, fmt.Errorf("JSON schema: more than one value")
	}
	return out.Bytes(), nil
}

// strict copies one value. schema says that an object there is a schema and not
// a map of properties.
func strict(d *json.Decoder, out *bytes.Buffer, depth int, schema bool) error {
	if depth > maxDepth {
		return fmt.Errorf("deeper than %d", maxDepth)
	}
	tok, err := d.Token()
	if err != nil {
		return err
	}
	switch tok {
	case json.Delim('{'):
		return strictObject(d, out, depth, schema)
	case json.Delim('['):
		out.WriteByte('[')
		for i := 0; d.More(); i++ {
			if i > 0 {
				out.WriteByte(',')
			}
			if err := strict(d, out, depth+1, true); err != nil {
				return err
			}
		}
		out.WriteByte(']')
		_, err := d.Token()
		return err
	}
	return write(out, tok)
}

func strictObject(d *json.Decoder, out *bytes.Buffer, depth int, schema bool) error {
	out.WriteByte('{')
	n := 0
	member := func(key string) error {
		if n > 0 {
			out.WriteByte(',')
		}
		n++
		if err := write(out, key); err != nil {
			return err
		}
		out.WriteByte(':')
		return nil
	}
	var names []string
	object := false
	for d.More() {
		tok, err := d.Token()
		if err != nil {
			return err
		}
		key, _ := tok.(string)
		switch {
		case schema && (unsupported[key] || key == "additionalProperties" || key == "required"):
			var skip json.RawMessage
			if err := d.Decode(&skip); err != nil {
				return err
			}
		case schema && (key == "enum" || key == "const"):
			var same json.RawMessage // values, not schemas
			if err := d.Decode(&same); err != nil {
				return err
			}
			if err := member(key); err != nil {
				return err
			}
			if err := json.Compact(out, same); err != nil {
				return err
			}
		default:
			if err := member(key); err != nil {
				return err
			}
			properties := schema && (key == "properties" || key == "$defs" || key == "definitions")
			start := out.Len()
			if err := strict(d, out, depth+1, !properties); err != nil {
				return err
			}
			if schema && key == "properties" {
				object = true
				if names, err = keys(out.Bytes()[start:]); err != nil {
					return err
				}
			}
		}
	}
	if _, err := d.Token(); err != nil {
		return err
	}
	if schema && object {
		if err := member("required"); err != nil {
			return err
		}
		if err := write(out, names); err != nil {
			return err
		}
		if err := member("additionalProperties"); err != nil {
			return err
		}
		out.WriteString("false")
	}
	out.WriteByte('}')
	return nil
}

// keys returns the names of an object's members, in order.
func keys(object []byte) ([]string, error) {
	d := json.NewDecoder(bytes.NewReader(object))
	if _, err := d.Token(); err != nil {
		return nil, err
	}
	names := []string{}
	for d.More() {
		tok, err := d.Token()
		if err != nil {
			return nil, err
		}
		name, ok := tok.(string)
		if !ok {
			return nil, fmt.Errorf("properties are no object")
		}
		names = append(names, name)
		var skip json.RawMessage
		if err := d.Decode(&skip); err != nil {
			return nil, err
		}
	}
	return names, nil
}

func write(out *bytes.Buffer, v any) error {
	b, err := json.Marshal(v)
	if err != nil {
		return err
	}
	out.Write(b)
	return nil
}

// MaxAnswer bounds the text of an answer, in bytes; a longer one is cut, and is
// no JSON any more. Answers are a few KB.
const MaxAnswer = 1 << 20

// CutAnswer bounds text to MaxAnswer and makes it UTF-8.
func CutAnswer(text string) string {
	if len(text) > MaxAnswer {
		text = text[:MaxAnswer]
	}
	return strings.ToValidUTF8(text, "\uFFFD")
}
