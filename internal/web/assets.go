package web

import (
	"bytes"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"fmt"
	"html/template"
	"io/fs"
	"net/http"
	"path"
	"strings"
	"time"
)

//go:embed static/* pages/*.html
var embedded embed.FS

// assets are the files that pages load, each under an address that changes with it.
type assets struct {
	addresses map[string]string // file name → address
	files     map[string][]byte // by the last element of the address
	types     map[string]string
	packer    packer
}

func newAssets() (*assets, error) {
	a := &assets{addresses: map[string]string{}, files: map[string][]byte{}, types: map[string]string{}}
	list, err := fs.ReadDir(embedded, "static")
	if err != nil {
		return nil, err
	}
	for _, e := range list {
		data, err := fs.ReadFile(embedded, "static/"+e.Name())
		if err != nil {
			return nil, err
		}
		sum := sha256.Sum256(data)
		ext := path.Ext(e.Name())
		name := strings.TrimSuffix(e.Name(), ext) + "." + hex.EncodeToString(sum[:6]) + ext
		a.addresses[e.Name()] = "/assets/" + name
		a.files[name], a.types[name] = data, map[string]string{".css": "text/css; charset=utf-8", ".js": "text/javascript; charset=utf-8", ".svg": "image/svg+xml"}[ext]
	}
	return a, nil
}

// ServeHTTP serves one file; it is never another under the same address.
func (a *assets) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	headers(w.Header())
	name := r.PathValue("name")
	data, ok := a.files[name]
	if !ok {
		http.Error(w, "There is no such file.", http.StatusNotFound)
		return
	}
	h := w.Header()
	h.Set("Content-Type", a.types[name])
	h.Set("Cache-Control", "public, max-age=31536000, immutable")
	if strings.Contains(r.Header.Get("Accept-Encoding"), "gzip") {
		h.Add("Vary", "Accept-Encoding")
		_ = a.packer.write(w, r, http.StatusOK, data) // who went away misses nothing
		return
	}
	http.ServeContent(w, r, name, time.Time{}, bytes.NewReader(data))
}

// parsePages reads every page with the frame and the parts that all share.
func parsePages(a *assets) (map[string]*template.Template, error) {
	shared, err := template.New("").Funcs(functions(a)).ParseFS(embedded, "pages/_*.html")
	if err != nil {
		return nil, fmt.Errorf("parse pages: %w", err)
	}
	list, err := fs.Glob(embedded, "pages/[a-z]*.html")
	if err != nil {
		return nil, err
	}
	out := make(map[string]*template.Template)
	for _, file := range list {
		t, err := shared.Clone()
		if err == nil {
			t, err = t.ParseFS(embedded, file)
		}
		if err != nil {
			return nil, fmt.Errorf("parse pages: %w", err)
		}
		out[strings.TrimSuffix(path.Base(file), ".html")] = t
	}
	return out, nil
}
