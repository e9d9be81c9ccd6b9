// Package pagesum gives every page of an SQLite file a checksum, so that a bit that a
// disk turned is an error and never an answer, wherever it stands: in a row, an
// index, a list of free pages.
//
// It is what SQLite's own cksumvfs does, which the driver lacks: a layer between
// SQLite and the file system, in the eight bytes at the end of each page that SQLite
// leaves alone when it is told to. A file without these bytes is read as it is, and
// has them after its next VACUUM. The log needs none: its frames have sums of their
// own.
//
// Everything here that is unsafe is so because SQLite's C, which the driver holds in
// translation, calls by pointers.
package pagesum

import (
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"sync"
	"unsafe"

	"modernc.org/libc"
	lib "modernc.org/sqlite/lib"
)

// Unchecked names the layer for who mends a file: pages are read whatever their sum,
// and written with one. It is to be named in the option vfs.
const Unchecked = "prism-pagesum-unchecked"

// Reserved is how many bytes at the end of a page a checksum takes.
const Reserved = 8

const (
	name    = "prism-pagesum"
	leastAt = 512
	// In the header of a file stands how large its pages are and how many bytes of each
	// are reserved (sqlite.org/fileformat2.html).
	magic      = "SQLite format 3\x00"
	pageSizeAt = 16
	reservedAt = 20
)

// Register puts the layer under every database that this process opens from now on.
// Calling it again, from whichever goroutine, does nothing.
func Register() error { return registering()(0) }

// RegisterRoom is Register, and has the caches of this process's databases share room for
// so many pages of a PageSize, which stays: for one that reads while it writes. Each write
// has those who read drop their caches, and without such room what is dropped goes back to
// the system page by page, where every processor has to be told of it, and comes from there
// again. Whoever registers first says it for the process: room is made before SQLite begins.
func RegisterRoom(pages int) error { return registering()(pages) }

// PageSize is that of the pages that the room is for; smaller ones take as much.
const PageSize = 8192

var registering = sync.OnceValue(func() func(pages int) error {
	var once sync.Once
	var err error
	return func(pages int) error {
		once.Do(func() { err = register(pages) })
		return err
	}
})

// slot is what a page takes in a cache with what SQLite notes beside it.
const slot = PageSize + 512

// makeRoom gives SQLite room for so many pages.
func makeRoom(tls *libc.TLS, pages int) error {
	room := libc.Xmalloc(tls, libc.Tsize_t(pages)*slot) // it lives as long as the process
	if room == 0 {
		return fmt.Errorf("room for pages: no memory")
	}
	list := libc.NewVaList(room, int32(slot), int32(pages))
	defer libc.Xfree(tls, list)
	if rc := lib.Xsqlite3_config(tls, lib.SQLITE_CONFIG_PAGECACHE, list); rc != lib.SQLITE_OK {
		libc.Xfree(tls, room) // SQLite was begun by others: it goes on without
	}
	return nil
}

func register(pages int) error {
	tls := libc.NewTLS()
	defer tls.Close()
	if pages > 0 {
		if err := makeRoom(tls, pages); err != nil {
			return err
		}
	}
	below := lib.Xsqlite3_vfs_find(tls, 0)
	if below == 0 {
		return fmt.Errorf("checksums of pages: no file system to put them on")
	}
	if rc := lib.Xsqlite3_auto_extension(tls, pointer(reserve)); rc != lib.SQLITE_OK {
		return fmt.Errorf("checksums of pages: SQLite's error %d", rc)
	}
	if err := put(tls, below, Unchecked, pointer(openUnchecked), 0); err != nil {
		return err
	}
	return put(tls, below, name, pointer(open), 1)
}

// put registers a layer over the file system below, with its xOpen; standard 1: it is
// for databases that name none.
func put(tls *libc.TLS, below uintptr, name string, opens uintptr, standard int32) error {
	own, err := libc.CString(name)
	if err != nil {
		return fmt.Errorf("checksums of pages: %w", err)
	}
	layer := libc.Xmalloc(tls, libc.Tsize_t(unsafe.Sizeof(lib.Tsqlite3_vfs{})))
	if layer == 0 {
		return fmt.Errorf("checksums of pages: no memory")
	}
	vfs := at[lib.Tsqlite3_vfs](layer)
	*vfs = *at[lib.Tsqlite3_vfs](below)
	vfs.FpNext, vfs.FzName, vfs.FpAppData = 0, own, below // both live as long as the process
	vfs.FszOsFile = int32(room(vfs.FszOsFile) + unsafe.Sizeof(file{}))
	vfs.FxOpen = opens
	if rc := lib.Xsqlite3_vfs_register(tls, layer, standard); rc != lib.SQLITE_OK {
		return fmt.Errorf("checksums of pages: SQLite's error %d", rc)
	}
	return nil
}

// file is what the layer keeps of an open database, behind what the file system
// keeps of it.
type file struct {
	below uintptr // its methods, without the layer
	on    uintptr // 1: its pages have checksums
	blind uintptr // 1: they are not held against them
	own   lib.Tsqlite3_io_methods
}

// room is the size of what the file system keeps, up to where ours can begin.
func room(size int32) uintptr {
	const align = unsafe.Alignof(file{})
	return (uintptr(size) + align - 1) / align * align
}

// of finds what the layer keeps of a database: its methods stand in it.
func of(db uintptr) *file {
	return at[file](*at[uintptr](db) - unsafe.Offsetof(file{}.own))
}

func (f *file) methods() *lib.Tsqlite3_io_methods { return at[lib.Tsqlite3_io_methods](f.below) }

// The forms of the C functions that are called.
type (
	opener   = func(tls *libc.TLS, vfs, name, db uintptr, flags int32, out uintptr) int32
	transfer = func(tls *libc.TLS, db, buf uintptr, amount int32, offset int64) int32
	starter  = func(tls *libc.TLS, db, message, api uintptr) int32
	teller   = func(tls *libc.TLS, db uintptr) int32
)

// open is xOpen of the layer.
func open(tls *libc.TLS, vfs, name, db uintptr, flags int32, out uintptr) int32 {
	below := at[lib.Tsqlite3_vfs](vfs).FpAppData
	fs := at[lib.Tsqlite3_vfs](below)
	rc := function[opener](fs.FxOpen)(tls, below, name, db, flags, out)
	if rc != lib.SQLITE_OK || flags&lib.SQLITE_OPEN_MAIN_DB == 0 {
		return rc
	}
	f := at[file](db + room(fs.FszOsFile))
	f.below, f.on, f.blind = *at[uintptr](db), 0, 0
	f.own = *f.methods()
	f.own.FxRead, f.own.FxWrite = pointer(read), pointer(write)
	f.own.FxDeviceCharacteristics = pointer(characteristics)
	f.own.FiVersion = min(f.own.FiVersion, 2) // 3 would read pages past the layer, from mapped memory
	*at[uintptr](db) = db + room(fs.FszOsFile) + unsafe.Offsetof(f.own)
	return rc
}

// openUnchecked is xOpen of the layer that is named Unchecked.
func openUnchecked(tls *libc.TLS, vfs, name, db uintptr, flags int32, out uintptr) int32 {
	rc := open(tls, vfs, name, db, flags, out)
	if rc == lib.SQLITE_OK && flags&lib.SQLITE_OPEN_MAIN_DB != 0 {
		of(db).blind = 1
	}
	return rc
}

// read is xRead of the layer.
func read(tls *libc.TLS, db, buf uintptr, amount int32, offset int64) int32 {
	f := of(db)
	if rc := function[transfer](f.methods().FxRead)(tls, db, buf, amount, offset); rc != lib.SQLITE_OK {
		return rc
	}
	data := unsafe.Slice(at[byte](buf), amount)
	f.look(data, offset)
	if f.on == 1 && f.blind == 0 && isPage(amount, offset) && !fits(data, offset) {
		return lib.SQLITE_IOERR_DATA
	}
	return lib.SQLITE_OK
}

// write is xWrite of the layer. The bytes that it fills are nobody else's.
func write(tls *libc.TLS, db, buf uintptr, amount int32, offset int64) int32 {
	f := of(db)
	if data := unsafe.Slice(at[byte](buf), amount); isPage(amount, offset) {
		if f.look(data, offset); f.on == 0 {
			f.lookAgain(tls, db)
		}
		if f.on == 1 {
			binary.LittleEndian.PutUint64(data[len(data)-Reserved:], sum(data, offset))
		}
	}
	return function[transfer](f.methods().FxWrite)(tls, db, buf, amount, offset)
}

// characteristics is xDeviceCharacteristics of the layer. Without that flag SQLite reads
// the pages that a long row goes on in whole, through its cache, and no longer the
// parts that it needs, which have no sum.
func characteristics(tls *libc.TLS, db uintptr) int32 {
	return function[teller](of(db).methods().FxDeviceCharacteristics)(tls, db) &^ lib.SQLITE_IOCAP_SUBPAGE_READ
}

// look sees by the header, where that passes, whether pages have checksums.
func (f *file) look(data []byte, offset int64) {
	if offset == 0 && len(data) > reservedAt && string(data[:len(magic)]) == magic {
		f.on = 0
		if data[reservedAt] == Reserved {
			f.on = 1
		}
	}
}

// lookAgain reads the header: another process may have given the pages checksums
// since this one opened the file.
func (f *file) lookAgain(tls *libc.TLS, db uintptr) {
	const size = reservedAt + 1
	buf := libc.Xmalloc(tls, size)
	if buf == 0 {
		return
	}
	defer libc.Xfree(tls, buf)
	if function[transfer](f.methods().FxRead)(tls, db, buf, size, 0) == lib.SQLITE_OK {
		f.look(unsafe.Slice(at[byte](buf), size), 0)
	}
}

// unlocked takes the lock off a connection that is opened, as SQLITE_OPEN_NOMUTEX does,
// which the driver does not pass on. database/sql lets one goroutine at a time use a
// connection, with a lock of its own, and to interrupt a query asks for none; SQLite would
// take and give back its own for each value that is read, a quarter of the time of reading.
func unlocked(tls *libc.TLS, db uintptr) {
	c := at[lib.Tsqlite3](db)
	lock := c.Fmutex
	c.Fmutex = 0
	lib.Xsqlite3_mutex_leave(tls, lock) // whoever opens the connection holds it
	lib.Xsqlite3_mutex_free(tls, lock)
}

// reserve tells a connection that is opened to leave room in the pages that it makes.
func reserve(tls *libc.TLS, db, _, _ uintptr) int32 {
	n := libc.Xmalloc(tls, libc.Tsize_t(unsafe.Sizeof(int32(0))))
	if n == 0 {
		return lib.SQLITE_NOMEM
	}
	defer libc.Xfree(tls, n)
	*at[int32](n) = Reserved
	if rc := lib.Xsqlite3_file_control(tls, db, 0, lib.SQLITE_FCNTL_RESERVE_BYTES, n); rc != lib.SQLITE_OK {
		return rc
	}
	unlocked(tls, db)
	return lib.SQLITE_OK
}

// isPage reports whether so much at a place of a file is a page: nothing else that
// SQLite reads of it is as large.
func isPage(amount int32, offset int64) bool {
	return amount >= leastAt && amount&(amount-1) == 0 && offset%int64(amount) == 0
}

// sum is the checksum of a page: of what stands in it, and of where it stands.
func sum(page []byte, offset int64) uint64 {
	crc := crc32.Checksum(page[:len(page)-Reserved], crc32.MakeTable(crc32.Castagnoli))
	return sumOf(crc, offset)
}

// sumOf is the checksum of a page of which the contents have a CRC.
func sumOf(crc uint32, offset int64) uint64 {
	return uint64(crc)<<32 | uint64(^crc^uint32(offset>>leastShift))
}

// fits reports whether a page has the sum that stands in it.
func fits(page []byte, offset int64) bool {
	return sum(page, offset) == binary.LittleEndian.Uint64(page[len(page)-Reserved:])
}

const leastShift = 9 // no page is smaller

// at is the value at an address of C's memory.
func at[T any](address uintptr) *T { return (*T)(unsafe.Add(unsafe.Pointer(nil), address)) }

// function is the Go function that a pointer of the translated C stands for.
func function[F opener | transfer | teller](p uintptr) F { return *(*F)(unsafe.Pointer(&p)) }

// pointer is the pointer of the translated C that stands for a Go function.
func pointer[F opener | transfer | starter | teller](f F) uintptr {
	return *(*uintptr)(unsafe.Pointer(&f))
}
