package hash

import "testing"

// TestHashIsStable guards what stored digests and ids rest on.
func TestHashIsStable(t *testing.T) {
	for text, want := range map[string]uint64{
		"":                                     0x1a5c5348aabaf35d,
		"a":                                    0x4e54572c28a32c7c,
		"12345678":                             0x68ed532aafcdb55f,
		"0b8f6d4e-1c2a-4d3b-9e5f-7a6b5c4d3e2f": 0x48989874d5bbb3da,
	} {
		if got := Of(text); got != want {
			t.Errorf("Hash(%q) = %#x, want %#x", text, got, want)
		}
		if Of(text) != Of([]byte(text)) {
			t.Errorf("Hash(%q) differs for bytes", text)
		}
	}
}
