package sqlite

import (
	"context"
	"os"

	"prism/internal/disk"
)

// Copy writes the store as it is now to a new file, while others read and write.
func (s *Store) Copy(ctx context.Context, to string) error {
	// What it makes has the mode that the process gives: nobody else may look in meanwhile.
	f, err := disk.OpenFile(to, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err == nil {
		err = f.Close()
	}
	if err != nil {
		return wrap(to, "copy", err)
	}
	_, err = s.write.ExecContext(ctx, `VACUUM INTO ?`, to) // into an empty file
	return s.failed(ctx, "copy", err)
}
