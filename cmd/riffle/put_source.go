package main

import (
	"bufio"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"sync/atomic"
)

// source is a file being sent: its lines, and how much of the file (compressed
// where it is) was read.
type source struct {
	lines *bufio.Reader
	size  int64 // of the file, 0 when not known
	read  atomic.Int64
	file  io.Closer
	zip   io.Closer
}

func openSource(stdin io.Reader, path string) (*source, error) {
	s := &source{}
	in := stdin
	if path != "-" {
		f, err := os.Open(path)
		if err != nil {
			return nil, err
		}
		s.file, in = f, f
		info, err := f.Stat()
		switch {
		case err != nil:
			return nil, errors.Join(err, f.Close())
		case info.IsDir():
			return nil, errors.Join(fmt.Errorf("it is a folder; name its files"), f.Close())
		case info.Mode().IsRegular():
			s.size = info.Size()
		}
	}
	in = counting{in, &s.read}
	if strings.HasSuffix(path, ".gz") {
		z, err := gzip.NewReader(in)
		if err != nil {
			s.close()
			return nil, fmt.Errorf("its name says gzip, its content does not: %w", err)
		}
		s.zip, in = z, z
	}
	s.lines = bufio.NewReaderSize(in, 256<<10)
	return s, nil
}

// skip lines that an earlier transfer has sent.
func (s *source) skip(lines int64) error {
	for range lines {
		for {
			_, err := s.lines.ReadSlice('\n')
			if err == nil {
				break
			}
			if errors.Is(err, io.EOF) {
				return nil // it has become shorter; there is nothing left to send
			}
			if !errors.Is(err, bufio.ErrBufferFull) {
				return err
			}
		}
	}
	return nil
}

func (s *source) close() {
	// Only read from: an error of closing says nothing that reading did not.
	if s.zip != nil {
		_ = s.zip.Close()
	}
	if s.file != nil {
		_ = s.file.Close()
	}
}

// counting counts what is read.
type counting struct {
	io.Reader
	n *atomic.Int64
}

func (c counting) Read(p []byte) (int, error) {
	n, err := c.Reader.Read(p)
	c.n.Add(int64(n))
	return n, err
}
