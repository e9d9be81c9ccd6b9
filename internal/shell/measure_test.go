package shell

import "testing"

// TestMeasuringChangesNothing: what runs a program to measure or to trace it changes no more
// than that program is known to.
func TestMeasuringChangesNothing(t *testing.T) {
	for _, c := range []struct {
		line    string
		mutates bool
	}{
		{"perf stat -e cycles,instructions ./build/resize in.png", false},
		{"perf record -F 99 -g -o /tmp/r.data ./build/resize in.png && perf report -i /tmp/r.data --stdio | head -20", false},
		{"sudo perf top -p 4711", false},
		{"perf script -i perf.data", false},
		{"strace -c -f ./bin/sync --once", false},
		{"strace -p 4711 -e trace=network -o /tmp/t.log", false},
		{"ltrace -S ./bin/sync", false},
		{"sudo tcpdump -i eth0 -c 50 port 443", false},
		{"tshark -r /tmp/a.pcap -Y http", false},
		{"hyperfine -w 3 './build/resize a.png' './build/resize-old a.png'", false},
		{"hyperfine --warmup 2 --runs 5 'python render.py'", false},
		{"/usr/bin/time -v ./build/resize in.png", false},
		{"gtime -f %M ./build/resize in.png", false},
		{"valgrind --leak-check=full ./build/resize in.png", false},
		{"py-spy record -o /tmp/p.svg -- python worker.py", false},
		{"OMP_NUM_THREADS=4 perf stat ./solver", false},
		{"pidstat 1 5", false},

		{"hyperfine 'rm -rf out' 'make clean'", true},
		{"hyperfine --prepare 'sync' 'git push'", true},
		{"strace -f npm install left-pad", true},
		{"perf stat rm -rf build", true},
		{"valgrind rm -rf build", true},
		{"valgrind ./unit_tests", false},
		{"py-spy record -- npm install left-pad", true},
		{"memray run render.py", false},
		{"time ./deploy", true},
		{"time -p ./deploy", true},
		{"perf buildid-cache --purge-all", true},
		{"time go test ./...", false},
		{"tcpdump -i eth0 -c 5 > dump.txt", true},
	} {
		if got := ParseLine(c.line).Class().Mutates(); got != c.mutates {
			t.Errorf("%q mutates: %v", c.line, got)
		}
	}
}

// TestMeasures: such a run shows how things behave, others do so only by other rules.
func TestMeasures(t *testing.T) {
	for line, want := range map[string]bool{
		"sudo perf stat ./a": true, "LC_ALL=C strace ./a": true, "cd x && hyperfine ./a": true,
		"timeout 60 strace -f ./a": true, "nice -n 10 perf stat ./a": true, "env A=1 nohup perf record ./a": true, "sudo -u db nice perf stat ./a": true, "timeout 60 time -v ./a": true,
		"time timeout 5 perf stat ./a": true, "timeout 60 make": false, "nice": false, "timeout 5 time make": false,
		"perf": false, "ls -la": false, "time make": false, "sudo": false, "A=1": false, "": false,
	} {
		if got := Measures(line); got != want {
			t.Errorf("%q: %v", line, got)
		}
	}
}
