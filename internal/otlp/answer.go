package otlp

import (
	"encoding/json"
	"net/http"
	"strconv"

	"google.golang.org/grpc/codes"
	"google.golang.org/protobuf/encoding/protowire"
)

// rejectedKeys are the names by which an answer of each signal counts what was
// rejected.
func (s Signal) rejectedKey() string {
	return [Signals]string{"rejectedLogRecords", "rejectedDataPoints", "rejectedSpans"}[s]
}

// success is the Export…ServiceResponse of a signal: they are alike but for a name.
func success(s Signal, form encoding, out outcome) []byte {
	told := out.rejected > 0 || out.why != ""
	if form == inJSON {
		if !told {
			return []byte("{}")
		}
		why, err := json.Marshal(out.why)
		if err != nil {
			why = []byte(`""`)
		}
		b := append([]byte(`{"partialSuccess":{"`), s.rejectedKey()...)
		b = append(b, `":"`...) // 64 bit numbers are strings in protobuf's JSON
		b = strconv.AppendInt(b, out.rejected, 10)
		b = append(b, `","errorMessage":`...)
		return append(append(b, why...), "}}"...)
	}
	if !told {
		return nil
	}
	partial := protowire.AppendTag(nil, 1, protowire.VarintType)
	partial = protowire.AppendVarint(partial, uint64(out.rejected))
	partial = protowire.AppendTag(partial, 2, protowire.BytesType)
	partial = protowire.AppendString(partial, out.why)
	return protowire.AppendBytes(protowire.AppendTag(nil, 1, protowire.BytesType), partial)
}

// failed is the google.rpc.Status that a refusal is answered with.
func failed(form encoding, e *StatusError) []byte {
	code := codeOf(e)
	if form == inJSON {
		b, err := json.Marshal(struct {
			Code    codes.Code `json:"code"`
			Message string     `json:"message"`
		}{code, e.Message})
		if err != nil {
			return []byte("{}")
		}
		return b
	}
	b := protowire.AppendVarint(protowire.AppendTag(nil, 1, protowire.VarintType), uint64(code))
	return protowire.AppendString(protowire.AppendTag(b, 2, protowire.BytesType), e.Message)
}

// codeOf is the gRPC code of a refusal. Clients try RESOURCE_EXHAUSTED again only
// where it says when, so one that is too large says it without.
func codeOf(e *StatusError) codes.Code {
	switch e.Status {
	case http.StatusUnauthorized:
		return codes.Unauthenticated
	case http.StatusForbidden:
		return codes.PermissionDenied
	case http.StatusRequestEntityTooLarge, http.StatusTooManyRequests:
		return codes.ResourceExhausted
	case http.StatusRequestTimeout:
		return codes.DeadlineExceeded
	case http.StatusServiceUnavailable, http.StatusBadGateway, http.StatusGatewayTimeout, http.StatusInternalServerError:
		return codes.Unavailable
	}
	return codes.InvalidArgument
}
