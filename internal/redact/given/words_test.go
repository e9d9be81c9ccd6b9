package given

import "testing"

// A list that is missing would let out what its words guard.
func TestWordLists(t *testing.T) {
	for _, list := range []func() []string{owners, Mounts, Versions, VersionMarks, Addresses, IPv6Starts, aboutSecrets, passwordWord, putOneHere, plainKeys, idStarts} {
		if len(list()) < 3 {
			t.Errorf("a list is missing: %q", list())
		}
	}
	for _, set := range []func() map[string]bool{typeNames, NotPasswords, notTold, FileEndings, CodeEndings, SharedUsers} {
		if len(set()) < 3 {
			t.Errorf("a set is missing: %v", set())
		}
	}
	if len(connectorsBy()) < 9 {
		t.Error("the connectors are missing")
	}
}
