package pagesum

import (
	"encoding/binary"
	"errors"
	"hash/crc32"
	"io"
)

// Survey is what the pages of a file say of who changed them.
type Survey struct {
	Turned  int // pages as a disk leaves them that turns a bit
	Foreign int // pages as a program leaves them that keeps no checksums
}

// ByProgram reports whether a program that keeps no checksums is what changed pages: it
// has left at least one that a turned bit does not explain.
func (s Survey) ByProgram() bool { return s.Foreign > 0 }

// Look compares the pages of a file of so many bytes with their sums; a file without
// sums says nothing. Whoever calls it has no connection to that file: closing the file
// would take the process's locks off it (sqlite.org/howtocorrupt.html).
func Look(file io.ReaderAt, size int64) (s Survey, err error) {
	head := make([]byte, reservedAt+1)
	if _, err := file.ReadAt(head, 0); err != nil {
		if errors.Is(err, io.EOF) {
			err = nil // no database yet
		}
		return s, err
	}
	length := int64(binary.BigEndian.Uint16(head[pageSizeAt:]))
	if length == 1 { // what has no place in two bytes
		length = 1 << 16
	}
	if string(head[:len(magic)]) != magic || head[reservedAt] != Reserved || length < leastAt || length&(length-1) != 0 {
		return s, nil
	}
	page := make([]byte, length)
	for at := int64(0); at+length <= size; at += length {
		if _, err := file.ReadAt(page, at); err != nil {
			return s, err
		}
		switch {
		case fits(page, at):
		case turned(page, at, size):
			s.Turned++
		default:
			s.Foreign++
		}
	}
	return s, nil
}

// turned reports whether the contents of a page with a wrong sum were changed by no
// program. One that keeps no checksums hands on the sum that some page of the file had
// before, or leaves zeros in a new page. A disk that turns one bit leaves contents
// that are one bit away from their sum. So does a program that counts from 0 to 1 and
// changes nothing else of the page; other changes look like it by chance, once in
// 60,000 pages of 8 kB (bits of a page in 2^32).
func turned(page []byte, offset, size int64) bool {
	data, end := page[:len(page)-Reserved], page[len(page)-Reserved:]
	stored := binary.LittleEndian.Uint64(end)
	crc, should := uint32(stored>>32), crc32.Checksum(data, crc32.MakeTable(crc32.Castagnoli))
	if stored == 0 || crc == should || uint32(stored) == uint32(sumOf(should, offset)) {
		return false // nothing stands there, or only the sum was touched
	}
	if before := int64(uint32(stored)^^crc) << leastShift; before >= size || before%int64(len(page)) != 0 {
		return true // no page of this file ever had this sum
	}
	// What one bit does to a CRC depends on its place alone; from the last one on.
	one := uint32(crc32.Castagnoli)
	for range 8 * len(data) {
		if one == crc^should {
			return true
		}
		one = one>>1 ^ crc32.Castagnoli&-(one&1)
	}
	return false
}
