// Command sbom writes what a Go program is made of, as CycloneDX 1.5, from what the
// program itself tells. The same program gives the same bytes.
package main

import (
	"cmp"
	"crypto/sha256"
	"debug/buildinfo"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"runtime/debug"
)

type property struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

type component struct {
	Type       string     `json:"type"`
	Ref        string     `json:"bom-ref"`
	Name       string     `json:"name"`
	Version    string     `json:"version"`
	PURL       string     `json:"purl"`
	Properties []property `json:"properties,omitempty"`
}

func part(kind string, m *debug.Module) component {
	if m.Replace != nil {
		m = m.Replace
	}
	purl := fmt.Sprintf("pkg:golang/%s@%s", m.Path, m.Version)
	c := component{Type: kind, Ref: purl, Name: m.Path, Version: m.Version, PURL: purl}
	if m.Sum != "" { // of the module's files, as go.sum has it
		c.Properties = []property{{"go:sum", m.Sum}}
	}
	return c
}

func main() {
	if err := write(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "sbom:", err)
		os.Exit(1)
	}
}

func write(args []string) error {
	if len(args) != 2 {
		return fmt.Errorf("usage: sbom PROGRAM VERSION")
	}
	info, err := buildinfo.ReadFile(args[0])
	if err != nil {
		return err
	}
	data, err := os.ReadFile(args[0])
	if err != nil {
		return err
	}
	sum := sha256.Sum256(data)
	id := hex.EncodeToString(sum[:16])
	main := info.Main
	main.Version = cmp.Or(args[1], main.Version)
	whole := part("application", &main)
	std := part("library", &debug.Module{Path: "std", Version: info.GoVersion})
	parts := []component{std}
	for _, m := range info.Deps {
		parts = append(parts, part("library", m))
	}
	out := json.NewEncoder(os.Stdout)
	out.SetIndent("", " ")
	out.SetEscapeHTML(false)
	return out.Encode(map[string]any{
		"bomFormat": "CycloneDX", "specVersion": "1.5", "version": 1,
		"serialNumber": fmt.Sprintf("urn:uuid:%s-%s-%s-%s-%s", id[:8], id[8:12], id[12:16], id[16:20], id[20:]),
		"metadata":     map[string]any{"component": whole},
		"components":   parts,
	})
}
