package openai

import (
	"encoding/json"
	"net/http"
	"strings"

	"prism/internal/fact"
	"prism/internal/model"
	"prism/internal/model/batch"
)

// request is the body of a chat completion request, in the order it is written.
type request struct {
	Model       string    `json:"model"`
	Messages    []message `json:"messages"`
	MaxTokens   int       `json:"max_tokens,omitempty"`
	MaxComplete int       `json:"max_completion_tokens,omitempty"`
	Temperature *float64  `json:"temperature,omitempty"`
	Format      *asked    `json:"response_format,omitempty"`
}

type message struct {
	Role    string `json:"role"`
	Content string `json:"content"`
}

type asked struct {
	Type   string      `json:"type"`
	Schema *jsonSchema `json:"json_schema,omitempty"`
}

type jsonSchema struct {
	Name   string          `json:"name"`
	Strict bool            `json:"strict"`
	Schema json.RawMessage `json:"schema"`
}

// encode is the body of a request with the habits of its server.
func encode(r model.Request, p model.Profile, h habits) ([]byte, error) {
	out := request{Model: r.Model}
	if !r.System.IsZero() {
		out.Messages = append(out.Messages, message{"system", r.System.String()})
	}
	var user strings.Builder
	for _, b := range r.Blocks {
		if b.Text.IsZero() {
			continue
		}
		if user.Len() > 0 {
			user.WriteString("\n\n")
		}
		user.WriteString(b.Text.String())
	}
	if user.Len() == 0 {
		return nil, &model.Error{Class: model.BadRequest, Message: "the request has no text"}
	}
	if len(r.Schema) > 0 {
		strict, err := model.Strict(r.Schema)
		if err != nil {
			return nil, &model.Error{Class: model.BadRequest, Message: "the schema of the answer cannot be read", Err: err}
		}
		user.WriteString("\n\n" + model.Instruction(r.Schema))
		switch h.format {
		case bySchema:
			name := r.SchemaName
			if name == "" {
				name = "answer"
			}
			out.Format = &asked{"json_schema", &jsonSchema{name, true, strict}}
		case byObject:
			out.Format = &asked{Type: "json_object"}
		}
	}
	out.Messages = append(out.Messages, message{"user", user.String()})
	if h.completion == "max_completion_tokens" {
		out.MaxComplete = p.Output(r.MaxTokens)
	} else {
		out.MaxTokens = p.Output(r.MaxTokens)
	}
	if h.temperature {
		out.Temperature = r.Temperature
	}
	body, err := json.Marshal(out)
	if err != nil {
		return nil, &model.Error{Class: model.BadRequest, Message: "the request cannot be written"}
	}
	return body, nil
}

// completion is what is read of an answer.
type completion struct {
	ID      string          `json:"id"`
	Model   string          `json:"model"`
	Error   json.RawMessage `json:"error"`
	Choices []struct {
		Finish  string `json:"finish_reason"`
		Message *struct {
			Content json.RawMessage `json:"content"`
			Refusal string          `json:"refusal"`
		} `json:"message"`
	} `json:"choices"`
	Usage *struct {
		Prompt     int64 `json:"prompt_tokens"`
		Completion int64 `json:"completion_tokens"`
		Details    *struct {
			Cached int64 `json:"cached_tokens"`
		} `json:"prompt_tokens_details"`
	} `json:"usage"`
}

// decode reads an answer. Some gateways send their error with status 200.
func decode(body []byte) (model.Response, string, *model.Error) {
	var c completion
	if err := json.Unmarshal(body, &c); err != nil {
		return model.Response{}, "", &model.Error{Class: model.Retryable, Message: "the answer is not of this API; is there a proxy or a login page in between?", Billable: true}
	}
	if len(c.Error) > 0 && string(c.Error) != "null" && len(c.Choices) == 0 {
		var in struct {
			Code int `json:"code"`
		}
		status := http.StatusBadGateway
		if json.Unmarshal(c.Error, &in) == nil && in.Code >= 400 && in.Code < 600 {
			status = in.Code
		}
		said, e := refused(status, nil, body)
		return model.Response{}, said, e
	}
	if len(c.Choices) == 0 || c.Choices[0].Message == nil {
		return model.Response{}, "", &model.Error{Class: model.Retryable, Message: "the answer has no message", Billable: true}
	}
	choice := c.Choices[0]
	res := model.Response{Text: model.CutAnswer(content(choice.Message.Content)), Model: model.Name(c.Model), RequestID: model.CleanID(c.ID)}
	switch {
	case choice.Message.Refusal != "", choice.Finish == "content_filter":
		res.Stop = model.StopRefusal
	case choice.Finish == "stop", choice.Finish == "eos", choice.Finish == "":
		res.Stop = model.StopEnd
	case choice.Finish == "length":
		res.Stop = model.StopMaxTokens
	default:
		res.Stop = model.StopOther
	}
	if u := c.Usage; u != nil && u.Prompt+u.Completion > 0 {
		res.UsageKnown = true
		prompt := count(u.Prompt)
		if u.Details != nil {
			res.Usage.CacheRead = min(count(u.Details.Cached), prompt)
		}
		res.Usage = fact.Tokens{Input: prompt - res.Usage.CacheRead, CacheRead: res.Usage.CacheRead, Output: count(u.Completion)}
	}
	return res, "", nil
}

func count(n int64) int64 { return min(max(0, n), 1<<40) }

// content is text, or a list of parts with text.
func content(raw json.RawMessage) string {
	var s string
	if json.Unmarshal(raw, &s) == nil {
		return s
	}
	var parts []struct {
		Type string `json:"type"`
		Text string `json:"text"`
	}
	if json.Unmarshal(raw, &parts) != nil {
		return ""
	}
	for _, p := range parts {
		if p.Type == "text" || p.Type == "output_text" || p.Type == "" {
			s += p.Text
		}
	}
	return s
}

// Format is OpenAI's batch format. Requests of it are one per line: custom_id,
// method, url, body; answers have the response with its body, or an error.
type Format struct{}

// Line implements batch.Encoder.
func (Format) Line(it batch.Item) ([]byte, error) {
	p := model.ProfileOf(it.Request.Model)
	h := habits{temperature: p.Temperature, completion: p.Completion}
	if !p.Structured {
		h.format = byObject
	}
	body, err := encode(it.Request, p, h)
	if err != nil {
		return nil, err
	}
	return json.Marshal(struct {
		ID     string          `json:"custom_id"`
		Method string          `json:"method"`
		URL    string          `json:"url"`
		Body   json.RawMessage `json:"body"`
	}{it.ID, http.MethodPost, "/v1/chat/completions", body})
}

// Answer implements batch.Decoder.
func (Format) Answer(line []byte) (batch.Answer, bool) {
	var in struct {
		ID       string `json:"custom_id"`
		Response *struct {
			Status    int             `json:"status_code"`
			RequestID string          `json:"request_id"`
			Body      json.RawMessage `json:"body"`
		} `json:"response"`
		Error *struct {
			Code    string `json:"code"`
			Message string `json:"message"`
		} `json:"error"`
	}
	if json.Unmarshal(line, &in) != nil || in.ID == "" || in.Response == nil && in.Error == nil {
		return batch.Answer{}, false
	}
	a := batch.Answer{ID: in.ID}
	switch {
	case in.Response == nil && strings.Contains(in.Error.Code, "expired"):
		a.Err = &model.Error{Class: model.Retryable, Message: "the batch expired before the request was taken"}
	case in.Response == nil:
		a.Err = model.Failure(model.Reply{Status: http.StatusBadRequest, Type: in.Error.Code, Text: in.Error.Message})
		a.Err.Status = 0
	case in.Response.Status != 0 && in.Response.Status/100 != 2:
		_, a.Err = refused(in.Response.Status, nil, in.Response.Body)
	default:
		res, _, e := decode(in.Response.Body)
		if e != nil {
			a.Err = e
			break
		}
		if object, ok := model.Object(res.Text); ok {
			res.Text = object
		}
		if id := model.CleanID(in.Response.RequestID); id != "" {
			res.RequestID = id
		}
		a.Response = res
	}
	return a, true
}
