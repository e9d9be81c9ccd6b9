package shows

import "testing"

func TestBare(t *testing.T) {
	for command, want := range map[string]string{"cd a && make": "make", "cd a && cd b && make  it": "make it", "make | tee out": "make", "make 2>&1": "make", "make > out": "make", "make; ls": "make", "make && ls": "make", "cdx && make": "cdx", "": ""} {
		if got := Bare(command); got != want {
			t.Errorf("%q is %q, want %q", command, got, want)
		}
	}
}

func TestBareBehindABuild(t *testing.T) {
	for command, want := range map[string]string{
		"go build -o app . && ./app list --all":              "./app list --all",
		"make 2>&1 | tail -3 && ./tool sum 1":                "./tool sum 1",
		"cd srv && cargo build; ./target/debug/srv -v > out": "./target/debug/srv -v",
		"npm start & sleep 3; curl -s localhost:3000/a":      "curl -s localhost:3000/a",
		"cargo run -q &\nsleep 2\ncurl -s localhost:3000/a":  "curl -s localhost:3000/a",
		"go build ./... && go test ./...":                    "go build ./...", // one more check
		"make && echo done":                                  "make",
		"make && ls bin":                                     "make",
		"go test ./... && ./app list":                        "go test ./...",
		"sleep 3; ./app list":                                "sleep 3",
		"python3 seed.py && curl -s localhost:3000/a":        "python3 seed.py",
		`sh -c "make && ./tool"`:                             `sh -c "make`,
	} {
		if got := Bare(command); got != want {
			t.Errorf("%q is %q, want %q", command, got, want)
		}
	}
}

func TestWhatACommandShows(t *testing.T) {
	for _, c := range []struct {
		what  string
		takes func(string) bool
		yes   []string
		no    []string
	}{
		{"a fault", Fault, []string{"./repro.sh", "make && python3 tools/Repro_empty.py -v", "node repro"}, []string{"", "make", "./repro.sh && make", "cat notes/of-repro.md"}},
		{"a comparison", Comparison, []string{"diff -r out /tmp/before", "make && diff -r out want && echo same", "cmp a ../b"}, []string{"", "diff", "diff a b", "diff a /tmp/b | head", "echo diff a /tmp/b"}},
		{"what would be changed", Plan, []string{"terraform plan", "cd infra && tofu plan -out x"}, []string{"", "terraform apply", "plan"}},
		{"that what was built answers", Answered, []string{"docker build -t a . && docker run -d -p 80:80 a && curl -s localhost/ok", "make && ./srv & sleep 2; curl -sf localhost:80/ok"}, []string{"curl -s localhost/ok", "docker build -t a . && curl -s https://example.org", "docker build -t a . && docker run -d a; curl localhost/ok", "make && ./srv list"}},
		{"how what runs stands", State, []string{"docker ps -a", "systemctl is-active web"}, []string{"", "docker pull x", "systemctl restart web"}},
	} {
		for _, command := range c.yes {
			if !c.takes(command) {
				t.Errorf("%q shows %s", command, c.what)
			}
		}
		for _, command := range c.no {
			if c.takes(command) {
				t.Errorf("%q does not show %s", command, c.what)
			}
		}
	}
}

func TestAddresses(t *testing.T) {
	for command, want := range map[string]string{
		"curl -s localhost:8000/health?full": "/health", "curl 'http://example.org/a/b/'": "/a/b", "http :8000/tides": "/tides", `curl "" http://`: "",
		"curl localhost:8000/": "", "cat src/a.go": "",
	} {
		if got := Path(command); got != want {
			t.Errorf("%q goes to %q, want %q", command, got, want)
		}
	}
	if !SameAddress("curl -sf http://127.0.0.1:80/a", "curl -o /dev/null -w '%{http_code}' 127.0.0.1:80/a/") || SameAddress("curl http://a/b", "curl http://a/c") || SameAddress("ls", "ls") {
		t.Error("the same address is not told from another")
	}
}
