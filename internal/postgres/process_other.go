//go:build !linux

package postgres

import (
	"errors"
	"os/exec"
	"strconv"
	"syscall"
)

func attributes(id identity) *syscall.SysProcAttr {
	if id.Mode == Owner || id.Mode == Account || id.Mode == Copy {
		return &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: uint32(id.UID), Gid: uint32(id.GID)}}
	}
	return &syscall.SysProcAttr{}
}

func attributesNamed(id identity) *syscall.SysProcAttr { return attributes(id) }

func probeNamespace() error { return errors.New("no user namespaces on this system") }

// guard starts a shell that waits on a pipe only we hold: the pipe closes when
// we die, however that happens, and the shell stops the postmaster.
func guard(pid int) (stop func()) {
	cmd := exec.Command("/bin/sh", "-c", "read _ || kill -QUIT "+strconv.Itoa(pid))
	in, err := cmd.StdinPipe()
	if err != nil {
		return func() {}
	}
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} // an interrupt at the terminal is not for it
	if err := cmd.Start(); err != nil {
		return func() {}
	}
	return func() {
		_, _ = in.Write([]byte("done\n"))
		_ = in.Close()
		_ = cmd.Wait()
	}
}
