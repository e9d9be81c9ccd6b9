// Package pgtest gives tests a real PostgreSQL: the one that PRISM_TEST_POSTGRES
// names, else a cluster of Debian's binaries that lives as long as the test process,
// however that ends. Where neither can be had the test is skipped with a word; in
// continuous integration it fails.
package pgtest

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"prism/internal/long"
)

// Env names a server whose user may make databases and roles.
const Env = "PRISM_TEST_POSTGRES"

// least is the oldest version that the store promises to run on.
const least = 15

// errAbsent says that there is nothing to make a cluster of.
var errAbsent = errors.New("PostgreSQL is not installed (apt-get install postgresql), and " + Env + " names none")

// server is what the whole process uses.
var server = sync.OnceValues(start)

// number tells the databases of one process apart.
var number atomic.Int64

// Database makes an empty database, removed when the test is done, and returns its
// address.
func Database(t testing.TB) string { return made(t, "template0") }

// Copies returns what makes databases like one that was filled once. It is filled here,
// and whoever fills it leaves no connection to it open.
func Copies(t testing.TB, fill func(address string) error) func(testing.TB) string {
	t.Helper()
	filled := Database(t)
	if err := fill(filled); err != nil {
		t.Fatal(err)
	}
	at, err := url.Parse(filled)
	if err != nil {
		t.Fatal(err)
	}
	return func(t testing.TB) string {
		t.Helper()
		return made(t, strings.TrimPrefix(at.Path, "/"))
	}
}

// made makes a database like another one.
func made(t testing.TB, like string) string {
	t.Helper()
	s, err := server()
	must(t, err)
	name := fmt.Sprintf("prism_test_%d_%d", os.Getpid(), number.Add(1))
	ask(t, s.address, `CREATE DATABASE `+name+` TEMPLATE `+like+` STRATEGY FILE_COPY`) // no server here writes a log to be kept
	t.Cleanup(func() { ask(t, s.address, `DROP DATABASE `+name+` WITH (FORCE)`) })
	of, err := url.Parse(s.address)
	if err != nil {
		t.Fatal(err)
	}
	of.Path = "/" + name
	return of.String()
}

// must ends a test that has no server: it is skipped where none can be had.
func must(t testing.TB, err error) {
	t.Helper()
	if errors.Is(err, errAbsent) && os.Getenv("CI") != "true" {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// ask runs a statement that can stand in no transaction.
func ask(t testing.TB, address, statement string) {
	t.Helper()
	ctx := context.WithoutCancel(t.Context()) // also when the test is over
	conn, err := pgx.Connect(ctx, address)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(ctx) //nolint:errcheck // the statement is done
	if _, err := conn.Exec(ctx, statement); err != nil {
		t.Fatal(err)
	}
}

// script is the life of a server: until its input ends, which it does with the
// process that holds the other end, even one that was killed. Nothing is synced to
// disk: it need not outlive the machine. Its folder goes with it unless the last that it
// hears is to keep it. Its arguments: the folder of the binaries, its own, and whether a
// transaction is in the hands of the system when it is done.
const script = `trap "" INT TERM HUP
"$1/postgres" -D "$2/data" -k "$2" -c listen_addresses= -c fsync=off -c full_page_writes=off -c synchronous_commit=$3 \
	-c max_connections=200 -c shared_buffers=128MB >>"$2/log" 2>&1 &
last=$(cat)
kill -QUIT $!
wait
[ "$last" = keep ] || rm -rf "$2"`

// running is a server in use.
type running struct {
	address string
	life    io.Closer // nil: somebody else's; the server ends where this is closed, or lost
}

// start finds or makes a server.
func start() (s running, err error) {
	if s.address = os.Getenv(Env); s.address != "" {
		return s, nil
	}
	bin, err := binaries()
	if err != nil {
		return s, err
	}
	dir, err := os.MkdirTemp(long.Memory(), "prism-pg-")
	if err != nil {
		return s, err
	}
	prefix, err := unprivileged(dir)
	if err == nil {
		err = prepare(prefix, bin, dir)
	}
	if err == nil {
		s.life, err = live(prefix, bin, dir, "off")
	}
	if err != nil {
		return s, errors.Join(err, os.RemoveAll(dir))
	}
	s.address = addressOf(dir)
	return s, await(s.address, filepath.Join(dir, "log"))
}

func addressOf(dir string) string {
	return "postgres://postgres@/postgres?host=" + url.QueryEscape(dir)
}

// life is a server that runs; it ends where its input does.
type life struct {
	io.WriteCloser
	process *exec.Cmd
}

// live runs the script.
func live(prefix []string, args ...string) (*life, error) {
	command := slices.Concat(prefix, []string{"sh", "-c", script, "sh"}, args)
	l := &life{process: exec.Command(command[0], command[1:]...)} //nolint:noctx // it lives as long as the process
	l.process.Dir = args[1]
	in, err := l.process.StdinPipe()
	if err != nil {
		return nil, err
	}
	l.WriteCloser = in
	return l, l.process.Start()
}

// unprivileged is how a command is run by a user who is not root, whom initdb refuses,
// and to whom the folder then belongs; nothing where nobody is root.
func unprivileged(dir string) ([]string, error) {
	if os.Geteuid() != 0 {
		return nil, nil
	}
	if _, err := exec.LookPath("setpriv"); err != nil {
		return nil, fmt.Errorf("%w: as root it needs setpriv", errAbsent)
	}
	for _, name := range []string{"postgres", "nobody"} {
		who, err := user.Lookup(name)
		if err != nil {
			continue
		}
		uid, err := strconv.Atoi(who.Uid)
		if err != nil {
			return nil, err
		}
		return []string{"setpriv", "--reuid", who.Uid, "--regid", who.Gid, "--clear-groups"}, os.Chown(dir, uid, -1)
	}
	return nil, fmt.Errorf("%w: as root it needs a user postgres or nobody", errAbsent)
}

// binaries is the folder of the newest server.
func binaries() (string, error) {
	found, version := "", least-1
	dirs, _ := filepath.Glob("/usr/lib/postgresql/*/bin") // the pattern is right
	for _, dir := range dirs {
		n, err := strconv.Atoi(filepath.Base(filepath.Dir(dir)))
		if _, missing := os.Stat(filepath.Join(dir, "initdb")); err == nil && missing == nil && n > version {
			found, version = dir, n
		}
	}
	if found != "" {
		return found, nil
	}
	if path, err := exec.LookPath("initdb"); err == nil {
		return filepath.Dir(path), nil
	}
	return "", errAbsent
}

// await waits until a server answers.
func await(address, log string) error {
	const patience = time.Minute
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	for {
		conn, err := pgx.Connect(ctx, address)
		if err == nil {
			return conn.Close(ctx)
		}
		select {
		case <-ctx.Done():
			return fmt.Errorf("start PostgreSQL: %w\n%s", err, tail(log))
		case <-time.After(20 * time.Millisecond):
		}
	}
}

// tail is the end of what a server said.
func tail(log string) string {
	f, err := os.Open(log)
	if err != nil {
		return err.Error()
	}
	defer f.Close()                                  //nolint:errcheck // only read
	text, _ := io.ReadAll(io.LimitReader(f, 64<<10)) // what can be read of it helps
	return strings.TrimSpace(string(text[max(0, len(text)-2000):]))
}
