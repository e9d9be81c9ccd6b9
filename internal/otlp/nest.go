package otlp

import (
	"google.golang.org/protobuf/encoding/protowire"

	"go.opentelemetry.io/collector/pdata/pmetric/pmetricotlp"
	"go.opentelemetry.io/collector/pdata/ptrace/ptraceotlp"
)

// maxDepth bounds how deep values nest in a body of protobuf, whose decoder calls
// itself for each level: megabytes of nothing but levels would end the process.
const maxDepth = 64

// shallow reports whether no value in a body nests deeper than maxDepth.
func shallow(body []byte) bool { return levels(body, maxDepth) }

// levels walks over all that may be a message. What a field holds is not asked: a text
// that happens to parse as messages is as deep as it looks, and no deeper than text of
// a person can be by chance.
func levels(b []byte, left int) bool {
	for len(b) > 0 {
		_, kind, n := protowire.ConsumeTag(b)
		if n < 0 {
			return true // no message: the decoder will say so where it should be one
		}
		b = b[n:]
		if kind != protowire.BytesType {
			if n = protowire.ConsumeFieldValue(1, kind, b); n < 0 {
				return true
			}
			b = b[n:]
			continue
		}
		inner, n := protowire.ConsumeBytes(b)
		if n < 0 {
			return true
		}
		if len(inner) > 1 && (left == 0 || !levels(inner, left-1)) {
			return false
		}
		b = b[n:]
	}
	return true
}

// count decodes metrics or traces and says how many data points or spans they hold.
func count(s Signal, form encoding, body []byte) (int64, error) {
	if form == protobuf && !shallow(body) {
		return 0, errTooDeep
	}
	if s == Metrics {
		req := pmetricotlp.NewExportRequest()
		err := decodeInto(req, form, body)
		return int64(req.Metrics().DataPointCount()), err
	}
	req := ptraceotlp.NewExportRequest()
	err := decodeInto(req, form, body)
	return int64(req.Traces().SpanCount()), err
}

type decoder interface {
	UnmarshalJSON([]byte) error
	UnmarshalProto([]byte) error
}

func decodeInto(req decoder, form encoding, body []byte) error {
	if form == inJSON {
		return req.UnmarshalJSON(body)
	}
	return req.UnmarshalProto(body)
}
