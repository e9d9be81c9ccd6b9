package shell

import "strings"

// meter is a program that measures or traces another one, or the system: what it runs is
// run to be looked at, and what it writes is its own record.
type meter struct {
	verbs  string // it is one only with one of these words first, each between blanks; "" always
	runs   bool   // another program with its arguments follows
	valued string // options that take the next word, each between blanks
	lines  bool   // command lines follow, one a word
	asked  bool   // only where an option asks for more than the time
}

// meterOf is the meter of a name.
func meterOf(name string) (meter, bool) {
	switch name {
	case "perf":
		return meter{verbs: " stat record report script top trace annotate list diff mem c2c sched lock kmem bench version evlist ", runs: true, valued: " -e -o -p -t -C -F -c -r -I -g -G -D -a -i -M --event --output --pid --cpu --repeat --delay --call-graph "}, true
	case "strace", "ltrace", "dtruss", "ktrace", "truss":
		return meter{runs: true, valued: " -e -o -p -s -u -a -S -P -E -O -I -b -X -n -A -l --trace --output --attach --string-limit "}, true
	case "valgrind", "heaptrack", "austin", "scalene", "ddprof":
		return meter{runs: true, valued: " -o -p -i -x -t --output --pid --outfile --interval "}, true
	case "samply", "py-spy", "rbspy", "memray", "coz":
		return meter{verbs: " record run top dump live attach ", runs: true, valued: " -o -p -r -d -f --output --pid --rate --duration --format --file "}, true
	case "tcpdump", "tshark", "ngrep", "bpftrace", "dtrace", "iotop", "iftop", "nethogs", "pidstat", "sar", "blktrace", "numastat", "turbostat", "powermetrics", "fs_usage", "sc_usage", "sample", "spindump":
		return meter{}, true
	case "hyperfine":
		return meter{lines: true, valued: " -w -r -m -M -n -N -S -i -L -P -D -u -s -p -c --warmup --runs --min-runs --max-runs --command-name --shell --setup --prepare --cleanup --conclude --parameter-list --parameter-scan --export-json --export-markdown --export-csv --time-unit --sort --output --input "}, true
	case "time", "gtime":
		return meter{runs: true, valued: " -f -o --format --output ", asked: true}, true
	}
	return meter{}, false
}

// measureClass classifies a call of a program that only measures: it changes nothing, unless
// what it runs is known to. ok is false where the program measures nothing, called so.
func measureClass(words []string, depth int) (c Class, ok bool) {
	m, ok := meterOf(commandName(words[0]))
	if !ok {
		return 0, false
	}
	args := words[1:]
	if m.verbs != "" {
		if len(args) == 0 || !strings.Contains(m.verbs, " "+args[0]+" ") {
			return 0, false
		}
		args = args[1:]
	}
	if m.asked && (len(args) < 2 || len(args[0]) < 2 || args[0][0] != '-' || args[0] == "-p") {
		return 0, false // "time make" is habit, "time -v ./convert" measures
	}
	c = ClassRead
	switch {
	case m.lines:
		for len(args) > 0 {
			rest := skipOptions(args, wrapper{valued: m.valued})
			if len(rest) > 0 {
				c |= classOf(rest[0], depth+1)
				rest = rest[1:]
			}
			args = rest
		}
	case m.runs:
		if rest := skipOptions(args, wrapper{valued: m.valued}); len(rest) > 0 {
			c |= wordsClass(rest, depth+1)
		}
	}
	return c &^ (ClassRun | ClassUnknown), true
}

// Measures reports whether a command line measures or traces a program: what it prints
// shows how things behave.
func Measures(line string) bool {
	for _, p := range splitShell(line) {
		measures := func(words []string) bool { _, ok := measureClass(words, 0); return ok }
		words := unwrapped(p.words, func(name string, _ wrapper) bool { _, ok := meterOf(name); return !ok })
		if len(words) > 0 && (measures(words) || len(unwrapped(words, all)) > 0 && measures(unwrapped(words, all))) {
			return true
		}
	}
	return false
}

// all has unwrapped drop whatever only runs another program.
func all(string, wrapper) bool { return true }
