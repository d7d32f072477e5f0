package postgres

import (
	"context"
	"errors"
	"fmt"
	"os/exec"
	"os/user"
	"strconv"
	"syscall"
	"time"
)

// deathSignal reaches the postmaster when we are killed: its immediate
// shutdown. The log makes that safe and no start has to wait for a checkpoint.
const deathSignal = syscall.SIGQUIT

func attributes(id identity) *syscall.SysProcAttr {
	attr := &syscall.SysProcAttr{Pdeathsig: deathSignal}
	switch id.Mode {
	case Owner, Account, Copy:
		attr.Credential = &syscall.Credential{Uid: uint32(id.UID), Gid: uint32(id.GID)}
	case Namespace:
		inner := innerUID()
		attr.Cloneflags = syscall.CLONE_NEWUSER
		attr.UidMappings = []syscall.SysProcIDMap{{ContainerID: inner, HostID: 0, Size: 1}}
		attr.GidMappings = []syscall.SysProcIDMap{{ContainerID: inner, HostID: 0, Size: 1}}
	}
	return attr
}

// attributesNamed is attributes for initdb, which insists that its account has a
// name. Many a container runs under a number that has none; seen from inside a
// namespace it has one, and files belong to the number all the same.
func attributesNamed(id identity) *syscall.SysProcAttr {
	attr := attributes(id)
	if id.Mode == Namespace {
		return attr
	}
	if _, err := user.LookupId(strconv.Itoa(id.UID)); err == nil {
		return attr
	}
	inner := innerUID()
	attr.Cloneflags = syscall.CLONE_NEWUSER
	attr.UidMappings = []syscall.SysProcIDMap{{ContainerID: inner, HostID: id.UID, Size: 1}}
	attr.GidMappings = []syscall.SysProcIDMap{{ContainerID: inner, HostID: id.GID, Size: 1}}
	if attr.Credential != nil {
		attr.Credential = &syscall.Credential{Uid: uint32(inner), Gid: uint32(inner), NoSetGroups: true}
	}
	return attr
}

// innerUID is what root is called inside the namespace: any account that has a
// name, because initdb looks it up.
func innerUID() int {
	for _, name := range []string{"daemon", "nobody", "postgres"} {
		if u, err := user.Lookup(name); err == nil {
			if uid, err := strconv.Atoi(u.Uid); err == nil && uid > 0 {
				return uid
			}
		}
	}
	return 1
}

// probeNamespace makes a user namespace as for Postgres and runs nothing in it:
// containers and hardened kernels refuse it in ways no file tells.
func probeNamespace() error {
	for _, program := range []string{"/bin/true", "/usr/bin/true"} {
		ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
		cmd := exec.CommandContext(ctx, program)
		cmd.SysProcAttr = attributes(identity{Mode: Namespace})
		cmd.SysProcAttr.Pdeathsig = 0
		err := cmd.Run()
		cancel()
		if err == nil {
			return nil
		}
		if !errors.Is(err, syscall.ENOENT) {
			return fmt.Errorf("no user namespace: %w", err)
		}
	}
	return errors.New("no user namespace: there is no /bin/true to try one with")
}

// guard is not needed where the kernel tells a child that its parent died.
func guard(int) (stop func()) { return func() {} }
