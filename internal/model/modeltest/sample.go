package modeltest

import (
	"bytes"
	"encoding/json"
	"strconv"
)

// Sample returns the smallest value that a schema allows: of an enum the first,
// else false, "", the least number, the fewest items, all required properties in
// the schema's order. "{}" without a schema.
func Sample(schema json.RawMessage) string {
	var out bytes.Buffer
	sample(schema, &out, 0)
	return out.String()
}

// shape is what Sample reads of a schema.
type shape struct {
	Type       json.RawMessage   `json:"type"`
	Enum       []json.RawMessage `json:"enum"`
	Const      json.RawMessage   `json:"const"`
	AnyOf      []json.RawMessage `json:"anyOf"`
	Properties json.RawMessage   `json:"properties"`
	Items      json.RawMessage   `json:"items"`
	Minimum    float64           `json:"minimum"`
	MinItems   int               `json:"minItems"`
	MinLength  int               `json:"minLength"`
}

func sample(schema json.RawMessage, out *bytes.Buffer, depth int) {
	var s shape
	if len(schema) == 0 || depth > 20 || json.Unmarshal(schema, &s) != nil {
		out.WriteString("{}")
		return
	}
	kind := ""
	if json.Unmarshal(s.Type, &kind) != nil { // a list of types: the first
		var kinds []string
		if json.Unmarshal(s.Type, &kinds) == nil && len(kinds) > 0 {
			kind = kinds[0]
		}
	}
	switch {
	case len(s.Const) > 0:
		out.Write(s.Const)
	case len(s.Enum) > 0:
		out.Write(s.Enum[0])
	case len(s.AnyOf) > 0:
		sample(s.AnyOf[0], out, depth+1)
	case kind == "boolean":
		out.WriteString("false")
	case kind == "integer" || kind == "number":
		out.WriteString(strconv.FormatFloat(s.Minimum, 'f', -1, 64))
	case kind == "string":
		out.WriteString(strconv.Quote(string(bytes.Repeat([]byte("x"), s.MinLength))))
	case kind == "null":
		out.WriteString("null")
	case kind == "array":
		out.WriteByte('[')
		for i := range s.MinItems {
			if i > 0 {
				out.WriteByte(',')
			}
			sample(s.Items, out, depth+1)
		}
		out.WriteByte(']')
	default:
		members(s.Properties, out, depth)
	}
}

// members writes an object with all properties of a schema, in order.
func members(properties json.RawMessage, out *bytes.Buffer, depth int) {
	out.WriteByte('{')
	defer out.WriteByte('}')
	d := json.NewDecoder(bytes.NewReader(properties))
	if _, err := d.Token(); err != nil {
		return
	}
	for i := 0; d.More(); i++ {
		key, err := d.Token()
		var of json.RawMessage
		if err != nil || d.Decode(&of) != nil {
			return
		}
		if i > 0 {
			out.WriteByte(',')
		}
		name, _ := key.(string)
		out.WriteString(strconv.Quote(name) + ":")
		sample(of, out, depth+1)
	}
}
