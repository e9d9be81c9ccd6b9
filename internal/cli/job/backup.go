package job

import (
	"archive/tar"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"prism/internal/disk"
	"prism/internal/tenant"
)

// A backup is a tar of the stores' files: the one of this machine under controlName, each
// other tenant's below tenantFolder.
const (
	controlName = "prism.db"
	storeEnd    = ".db"
)

// ErrDatabase says that a database is backed up by its own means.
var ErrDatabase = errors.New("a PostgreSQL database is backed up by pg_dump")

// BackUp writes all stores to a new file, each as it is at one moment, while a server
// goes on with them.
func (s *Stores) BackUp(ctx context.Context, to string) (err error) {
	if s.db != nil {
		return ErrDatabase
	}
	names, err := s.Names(ctx)
	if err != nil {
		return err
	}
	file, err := disk.OpenFile(to, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	dir, err := os.MkdirTemp(filepath.Dir(to), ".prism-backup-")
	out := tar.NewWriter(file)
	defer func() {
		err = errors.Join(err, out.Close(), file.Sync(), file.Close())
		if dir != "" {
			err = errors.Join(err, os.RemoveAll(dir))
		}
		if err != nil {
			err = errors.Join(err, os.Remove(to)) // half a backup is none
		}
	}()
	if err != nil {
		return err
	}
	for _, name := range names {
		if _, err := s.Of(ctx, name); err != nil {
			return err
		}
		copied, as := filepath.Join(dir, name+storeEnd), tenantFolder+"/"+name+storeEnd
		if name == localTenant {
			as = controlName
		}
		if err := s.files[name].Copy(ctx, copied); err != nil {
			return err
		}
		if err := pack(out, copied, as); err != nil {
			return err
		}
	}
	return nil
}

// pack adds a file to a tar, and removes it.
func pack(out *tar.Writer, path, as string) error {
	in, err := disk.Open(path)
	if err != nil {
		return err
	}
	info, err := in.Stat()
	if err == nil {
		err = out.WriteHeader(&tar.Header{Name: as, Mode: 0o600, Size: info.Size(), ModTime: info.ModTime(), Format: tar.FormatPAX})
	}
	if err == nil {
		_, err = io.Copy(out, in)
	}
	return errors.Join(err, in.Close(), os.Remove(path))
}

// Restore makes the stores of a backup where there are none: place is the first one's,
// data the folder of the others.
func (p *Program) Restore(from, place, data string) (err error) {
	if InDatabase(place) {
		return ErrDatabase
	}
	in, err := disk.Open(from)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, in.Close()) }()
	// Of a backup that breaks off nothing stays: half a store would be in the way of a
	// whole one, and look damaged.
	var made []string
	defer func() {
		for _, file := range made {
			if err != nil {
				err = errors.Join(err, os.Remove(file))
			}
		}
	}()
	for list := tar.NewReader(in); ; {
		h, err := list.Next()
		if errors.Is(err, io.EOF) {
			if len(made) == 0 {
				return fmt.Errorf("%s is no backup: it holds nothing", from)
			}
			return nil
		}
		if err != nil {
			return fmt.Errorf("%s is no backup: %w", from, err)
		}
		to := place
		if h.Name != controlName {
			name, ok := strings.CutPrefix(strings.TrimSuffix(h.Name, storeEnd), tenantFolder+"/")
			if !ok || tenant.CheckName(name) != nil {
				return fmt.Errorf("%s is no backup: it holds %q", from, h.Name)
			}
			to = fileOf(data, name)
		}
		out, err := anew(to)
		if err != nil {
			return err
		}
		made = append(made, to)
		if err := unpack(list, out); err != nil {
			return err
		}
	}
}

// anew makes a file that is not there.
func anew(to string) (*os.File, error) {
	if err := os.MkdirAll(filepath.Dir(to), 0o700); err != nil {
		return nil, err
	}
	return disk.OpenFile(to, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
}

// unpack fills a file, so that it is on the disk.
func unpack(in io.Reader, out *os.File) error {
	_, err := io.Copy(out, in)
	return errors.Join(err, out.Sync(), out.Close())
}
