package digest

import (
	"encoding/hex"
	"testing"
)

// earlierDigest is one as it was kept before Usage.Began was told.
const earlierDigest = "070001630006636c6175646500082f632e6a736f6e6c0000040100042f7372630000ffffffffffffffffff010000000000000000040000000000000000ffffffffffffffffff01ffffffffffffffffff010100016d000000000207000000000000008080d0e2c6bfce972f80a8d6b907000001060a000000080000000000000080a8d6b90700000000001200000000f7d2ea441196a011"

// What is kept of transcripts that are gone is all that is left of them, so it is read
// after an upgrade, too; and so are facts of senders that were not upgraded yet.
func TestEarlierDigestsAreRead(t *testing.T) {
	data, err := hex.DecodeString(earlierDigest)
	if err != nil {
		t.Fatal(err)
	}
	var d Digest
	if err := d.UnmarshalBinary(data); err != nil {
		t.Fatalf("what an earlier version kept is lost: %v", err)
	}
	if len(d.Usage) != 2 || !d.Usage[0].Nested || d.Usage[1].Nested || d.Usage[0].Began || d.Usage[1].Tokens.Output != 9 || d.File != "/c.jsonl" {
		t.Errorf("%+v", d)
	}
}
