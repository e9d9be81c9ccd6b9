package main

import (
	"fmt"
	"regexp"
	"strconv"
	"time"
)

// What of a request as JSON tells its records from those of another: their times, and the
// names of prompts, requests and calls. The sequence and the client's own time stay.
var (
	times = regexp.MustCompile(`"[tT]imeUnixNano":"(\d{19})"`)
	names = regexp.MustCompile(`(?:req_|toolu_)([0-9a-f]{8})|"prompt\.id","value":\{"stringValue":"[0-9a-f]{8}-([0-9a-f]{4})|[0-9a-f]{8}-([0-9a-f]{4})-4000-9000-`)
)

// fresh makes a request that was sent before into one of other records, in place.
type fresh struct {
	times, names [][2]int // where they stand
	sent         int
	after        time.Duration // by which all that a connection sends in a round is later
}

func (l *load) freshOf(request []byte) (f fresh) {
	f.after = time.Duration(prepared*l.batch) * time.Millisecond
	for _, at := range times.FindAllSubmatchIndex(request, -1) {
		f.times = append(f.times, [2]int{at[2], at[3]})
	}
	for _, at := range names.FindAllSubmatchIndex(request, -1) {
		for k := 2; k < len(at); k += 2 {
			if at[k] >= 0 {
				f.names = append(f.names, [2]int{at[k], at[k+1]})
			}
		}
	}
	return f
}

func (f *fresh) again(request []byte) {
	if f.sent++; f.sent == 1 {
		return
	}
	for _, at := range f.times {
		if n, err := strconv.ParseInt(string(request[at[0]:at[1]]), 10, 64); err == nil {
			strconv.AppendInt(request[at[0]:at[0]:at[1]], n+int64(f.after), 10)
		}
	}
	for _, at := range f.names {
		width := at[1] - at[0]
		round := fmt.Sprintf("%0*x", width, f.sent)
		copy(request[at[0]:at[1]], round[len(round)-width:])
	}
}
