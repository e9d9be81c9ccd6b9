package heap

import (
	"slices"
	"strings"
	"testing"
)

// Only what can be had again from its file may be given back: not what is written to, not
// what a loader wrote to before it was locked, nothing shared, nothing without a file.
func TestOnlyWhatStandsInTheFileIsGivenBack(t *testing.T) {
	smaps := `00400000-00c00000 r-xp 00000000 fe:00 41    /opt/tool/bin/tool
Rss:                9000 kB
Anonymous:             0 kB
VmFlags: rd ex mr mw me sd
00c00000-01200000 r--p 00800000 fe:00 41    /opt/tool/bin/tool
Anonymous:             0 kB
01200000-01300000 r--p 00e00000 fe:00 41    /opt/tool/bin/tool
Anonymous:            64 kB
01300000-01400000 rw-p 00f00000 fe:00 41    /opt/tool/bin/tool
Anonymous:             0 kB
02000000-02100000 r--s 00000000 fe:00 42    /var/tool/index
Anonymous:             0 kB
03000000-03100000 ---p 00000000 00:00 0
Anonymous:             0 kB
04000000-04100000 r--p 00000000 00:00 0
Anonymous:             0 kB
05000000-05001000 r-xp 00000000 00:00 0     [vdso]
Anonymous:             0 kB
nonsense-00000000 r-xp 00000000 fe:00 41    /opt/tool/bin/tool
Anonymous:             0 kB
06000000-06100000 r--p 00000000 fe:00 43    /opt/tool/lib/part two.so
`
	want := []stretch{{0x400000, 0xc00000}, {0xc00000, 0x1200000}}
	if got := unwritten(smaps); !slices.Equal(got, want) {
		t.Errorf("%x, want %x", got, want)
	}
}

// Afterwards all is there that was: constants, the text of functions, and what the runtime
// tells of them.
func TestWhatWasGivenBackIsThereAgain(t *testing.T) {
	const long = "a constant that lies in the program's own file"
	for range 3 {
		giveBackOwn()
		if s := strings.ToUpper(long); !strings.HasPrefix(s, "A CONSTANT") {
			t.Fatal(s)
		}
		func() {
			defer func() {
				if recover() == nil {
					t.Error("a fault was not told")
				}
			}()
			few := make([]int, 1)
			few[len(long)]++
		}()
	}
}
