// Command checkbin fails unless a binary is static, free of cgo and under a
// size. It reads the file alone, so it says the same on every machine.
package main

import (
	"debug/buildinfo"
	"debug/elf"
	"errors"
	"flag"
	"fmt"
	"os"
)

func main() {
	maxMB := flag.Float64("max-mb", 25, "largest size in MB (10^6 bytes)")
	flag.Parse()
	if flag.NArg() != 1 {
		fmt.Fprintln(os.Stderr, "usage: checkbin [-max-mb N] BINARY")
		os.Exit(2)
	}
	if err := check(flag.Arg(0), *maxMB); err != nil {
		fmt.Fprintln(os.Stderr, "checkbin:", err)
		os.Exit(1)
	}
}

func check(path string, maxMB float64) error {
	st, err := os.Stat(path)
	if err != nil {
		return err
	}
	mb := float64(st.Size()) / 1e6
	fmt.Printf("%s: %.1f MB, limit %.0f MB\n", st.Name(), mb, maxMB)
	if mb > maxMB {
		return fmt.Errorf("%.1f MB is over the limit of %.0f MB", mb, maxMB)
	}
	info, err := buildinfo.ReadFile(path)
	if err != nil {
		return fmt.Errorf("read build information: %w", err)
	}
	for _, s := range info.Settings {
		if s.Key == "CGO_ENABLED" && s.Value != "0" {
			return errors.New("built with cgo")
		}
	}
	f, err := elf.Open(path)
	if err != nil {
		return nil // not an ELF file: macOS and Windows have no static binaries of this kind
	}
	defer f.Close()
	for _, p := range f.Progs {
		if p.Type == elf.PT_INTERP {
			return errors.New("asks for a dynamic loader, so it is not static")
		}
	}
	if libs, err := f.ImportedLibraries(); err == nil && len(libs) > 0 {
		return fmt.Errorf("needs shared libraries: %v", libs)
	}
	fmt.Println("static, no cgo")
	return nil
}
