package status

import (
	"strings"
	"testing"
	"time"
)

func TestStateIsBounded(t *testing.T) {
	for _, wide := range []string{"語", "<", "𝛼"} {
		bounded(t, wide)
	}
}

func bounded(t *testing.T, wide string) {
	s := State{At: time.Now()}
	for range 2 * MaxConversations {
		s.Conversations = append(s.Conversations, Conversation{ID: "a", Session: "b", Says: strings.Repeat("é", 10*MaxSays), Nudge: strings.Repeat(wide, 10*MaxNudge)})
	}
	text, err := Encode(s)
	if err != nil || len(text) > MaxBytes {
		t.Fatalf("%d bytes, %v", len(text), err)
	}
	got, err := Decode(text)
	if err != nil || len(got.Conversations) != MaxConversations {
		t.Fatal(err)
	}
	if says := []rune(got.Of("a").Says); len(says) != MaxSays || says[MaxSays-1] != '…' {
		t.Errorf("%q", string(says))
	}
	if got.Of("c") != nil {
		t.Error("a conversation that is not there")
	}
}
