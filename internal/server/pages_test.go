package server_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"prism/internal/server"
	"prism/internal/server/servertest"
	"prism/internal/store"
	"prism/internal/tenant"
)

// Pages are told to their end, each session once, while sessions come before, between
// and behind what was told, and the one that the page before ended with goes.
func TestPagesWhileSessionsComeAndGo(t *testing.T) {
	session := func(n int) store.Session {
		s := servertest.Counted(fmt.Sprintf("5e5510e0000000%02d", n), "adaperson", true)
		s.Ended = s.Ended.Add(time.Duration(-n) * time.Minute) // the lower the number, the later
		s.Turns = n % 3
		return s
	}
	for _, sort := range []string{"ended", "turns", "ended&reverse=true", "tokens", "confidence"} {
		t.Run(sort, func(t *testing.T) {
			w := newWorld(t)
			key := w.key(t, "acmetenant", "adaperson", tenant.Owner, tenant.Read)
			held := map[int]bool{}
			hold := func() *server.Tenant {
				var list []store.Session
				for n := range held {
					list = append(list, session(n))
				}
				return of(t, list...)
			}
			for n := 10; n < 40; n += 2 {
				held[n] = true
			}
			staying := []string{}
			for n := range held {
				staying = append(staying, session(n).ID)
			}
			var got []string
			next := ""
			for page := 0; ; page++ {
				w.tenants["acmetenant"] = hold()
				status, text := w.told(call{"GET", "/api/v1/sessions?limit=4&sort=" + sort + next, key, "", ""})
				var out struct {
					Sessions []struct{ ID string }
					Next     *string
					Found    int
				}
				if err := json.Unmarshal([]byte(text[strings.Index(text, "{"):]), &out); err != nil || status != http.StatusOK {
					t.Fatalf("%d %v %s", status, err, text)
				}
				if out.Found != len(held) {
					t.Errorf("%d found, %d are there", out.Found, len(held))
				}
				for _, s := range out.Sessions {
					got = append(got, s.ID)
				}
				if out.Next == nil {
					break
				}
				next = "&cursor=" + *out.Next
				last := out.Sessions[len(out.Sessions)-1].ID
				for n := range held {
					if session(n).ID == last {
						delete(held, n) // it was told; the place stays
					}
				}
				held[1+2*page], held[41+2*page] = true, true // one at either end of the list by time
			}
			for _, id := range staying {
				if n := len(slices.DeleteFunc(slices.Clone(got), func(x string) bool { return x != id })); n != 1 {
					t.Errorf("%s was told %d times", id, n)
				}
			}
			slices.Sort(got)
			if len(slices.Compact(slices.Clone(got))) != len(got) {
				t.Errorf("told twice: %v", got)
			}
		})
	}
}
