package dial

import (
	"context"
	"errors"
	"net/http"
)

// Again carries questions: what may be asked a second time. It asks again, within
// the question's own time, where a connection ended for another call's sake.
//
// net/http gives a connection back before it hands out an answer without a body
// (Go 1.26, persistConn.readLoop). Whoever is given up in between has the
// connection closed though it serves somebody else by then, who is told that it
// was cancelled. That says nothing about him, nor about whom he asks.
type Again struct{ By http.RoundTripper }

// RoundTrip implements http.RoundTripper. It gives the error of a context only
// where the question's own has ended.
func (a Again) RoundTrip(req *http.Request) (*http.Response, error) {
	for range unlucky {
		resp, err := a.By.RoundTrip(req)
		if !foreign(err) || req.Context().Err() != nil {
			return resp, err
		}
		if req, err = rewound(req); err != nil {
			return nil, err
		}
	}
	return nil, errSpent
}

// unlucky is how often a question is asked at most: whoever is cut off so often is
// not cut off by chance.
const unlucky = 5

// foreign tells the error with which net/http closes a connection for whoever is
// given up. It is compared as it is: a connection that can't be opened in time
// says that it is context.DeadlineExceeded too.
func foreign(err error) bool {
	return err == context.Canceled || err == context.DeadlineExceeded
}

var errSpent = errors.New("its connection ended with another call")

// rewound is a request as it was before it was sent.
func rewound(req *http.Request) (*http.Request, error) {
	out := req.WithContext(req.Context())
	switch {
	case req.Body == nil || req.Body == http.NoBody:
		return out, nil
	case req.GetBody == nil:
		return nil, errSpent
	}
	var err error
	out.Body, err = req.GetBody()
	return out, err
}
