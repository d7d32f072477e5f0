package home

import (
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// CopyTree copies the folder src to dst, which must not exist: folders,
// regular files and links with their modes and, as root, their owners. Other
// kinds of file (sockets, pipes) are left out.
func CopyTree(dst, src string) error {
	if _, err := os.Lstat(dst); err == nil {
		return fmt.Errorf("copy %s: %s already exists", src, dst)
	}
	return filepath.WalkDir(src, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(src, path)
		if err != nil {
			return err
		}
		return copyOne(filepath.Join(dst, rel), path, d)
	})
}

func copyOne(dst, src string, d fs.DirEntry) error {
	st, err := d.Info()
	if err != nil {
		return err
	}
	switch {
	case d.IsDir():
		err = os.Mkdir(dst, 0o700)
	case st.Mode()&fs.ModeSymlink != 0:
		var to string
		if to, err = os.Readlink(src); err == nil {
			err = os.Symlink(to, dst)
		}
	case st.Mode().IsRegular():
		err = copyFile(dst, src)
	default:
		return nil
	}
	if err != nil {
		return err
	}
	if os.Geteuid() == 0 {
		uid, gid := owner(st)
		if err := os.Lchown(dst, uid, gid); err != nil {
			return err
		}
	}
	if st.Mode()&fs.ModeSymlink != 0 {
		return nil
	}
	return os.Chmod(dst, st.Mode().Perm())
}

func copyFile(dst, src string) error {
	in, err := os.Open(src)
	if err != nil {
		return err
	}
	defer in.Close()
	out, err := os.OpenFile(dst, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	if _, err := io.Copy(out, in); err != nil {
		_ = out.Close()
		return err
	}
	return out.Close()
}
