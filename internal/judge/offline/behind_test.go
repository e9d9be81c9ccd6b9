package offline

import "testing"

// TestARunBehindABuild: a rerun that is built in the same call shows what it would alone,
// and no more than that.
func TestARunBehindABuild(t *testing.T) {
	b := newBench(t)
	const crash = "panic: runtime error: slice bounds out of range"
	fix := func() *talk {
		return new(talk).Ask("`./chart draw ports.csv` panics, please fix").Fails("./chart draw ports.csv", crash).Swap("draw.go", "rows[n:]", "rows[min(n, len(rows)):]")
	}
	serve := func() *talk {
		return new(talk).Ask("GET /ports/9 answers 500, it has to be 404").Run(`curl -s -o /dev/null -w "%{http_code}" localhost:8080/ports/9`, "500").Swap("ports.go", "return err", "return missing")
	}
	image := func(run, out string) *talk {
		return new(talk).Ask("add a Dockerfile for the harbour api and make sure it builds and runs").Write("Dockerfile", 8).Run(run, out).Say("The image builds and the container answers.")
	}
	for _, c := range []struct {
		why  string
		talk *talk
		want bool
	}{
		{"built and run", fix().Run("go build -o chart . && ./chart draw ports.csv", "drew 12 ports").Say("It drew past the end; fixed."), true},
		{"another run behind the build", fix().Run("go build -o chart . && ./chart help", "usage: chart draw FILE").Say("It drew past the end; fixed."), false},
		{"only built", fix().Run("go build -o chart .", "").Say("It drew past the end; fixed."), false},
		{"run as before", fix().Fails("go build -o chart . && ./chart draw ports.csv", crash).Say("It draws within its bounds now."), false},
		{"started and asked", serve().Run(`go run . & sleep 2; curl -s -o /dev/null -w "%{http_code}" localhost:8080/ports/9`, "404").Say("A missing port is a 404 now."), true},
		{"started and asked in vain", serve().Run(`go run . & sleep 2; curl -s -o /dev/null -w "%{http_code}" localhost:8080/ports/9`, "500").Say("A missing port is a 404 now."), false},
		{"an image that answers", image("docker build -t ports . && docker run -d -p 80:80 ports && curl -s localhost/up", "naming to docker.io/library/ports done\n9c1f\n{\"up\":true}"), true},
		{"an image that answers with an error", image("docker build -t ports . && docker run -d -p 80:80 ports && curl -s localhost/up", "naming to docker.io/library/ports done\n9c1f\n500"), false},
	} {
		if v := b.verdict(c.talk); v.GoalComplete != c.want {
			t.Errorf("%s: landed is %v with %.2f, want %v", c.why, v.GoalComplete, v.Confidence, c.want)
		}
	}
}
