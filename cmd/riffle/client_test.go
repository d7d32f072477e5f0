package main

import "testing"

func TestARefusalIsSaidOnce(t *testing.T) {
	for _, c := range []struct{ body, want string }{
		{`{"detail":"there is no policy x","errors":[{"message":"there is no policy x","location":"body.policies"}]}`, "the server says 422 Unprocessable Entity: there is no policy x"},
		{`{"detail":"body.k: expected number >= 1","errors":[{"message":"expected number >= 1","location":"body.k"}],"request_id":"r"}`, "the server says 422 Unprocessable Entity: body.k: expected number >= 1 (request r)"},
		{`{"detail":"body.k: expected number >= 1, and 1 more in errors","errors":[{"message":"expected number >= 1","location":"body.k"},{"message":"too long","location":"body.note"}]}`,
			"the server says 422 Unprocessable Entity: body.k: expected number >= 1, and 1 more in errors; body.k: expected number >= 1; body.note: too long"},
		{`<html>`, "the server says 422 Unprocessable Entity"},
	} {
		if got := refusal("422 Unprocessable Entity", []byte(c.body)).Error(); got != c.want {
			t.Errorf("%s\n got %s\nwant %s", c.body, got, c.want)
		}
	}
}
