package quote

import "testing"

func TestFoldersThatEndAlike(t *testing.T) {
	for _, c := range []struct {
		file, name string
		want       int
	}{
		{"/src/app/harbour/gauge/depth.go", "app/harbour/gauge", 2},
		{`C:\src\app\harbour\gauge\depth.go`, "app/harbour/gauge", 2},
		{"gauge/depth.go", "harbour/gauge", 1},
		{"harbour/gauge/depth.go", "gauge", 1},
		{"/src/quay/gauge/depth.go", "app/harbour/gauge", 1},
		{"/src/app/harbour/depth.go", "app/harbour/gauge", 0},
		{"/src/app/seagauge/depth.go", "gauge", 0},
		{"depth.go", "depth.go", 0},
		{"/depth.go", "gauge", 0},
	} {
		if got := sameEnd(c.file, c.name); got != c.want {
			t.Errorf("of the folder of %s %d parts are the end of %s, want %d", c.file, got, c.name, c.want)
		}
	}
}
