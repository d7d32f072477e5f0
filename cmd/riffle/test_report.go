package main

import (
	"encoding/xml"
	"fmt"
	"io"
	"strings"
	"time"

	"riffle.dev/riffle/engine/testrun"
)

// testReport is what test --format json prints.
type testReport struct {
	Tests  []testResult `json:"tests" doc:"in order of file and place"`
	Passed int          `json:"passed"`
	Failed int          `json:"failed" doc:"an expectation does not hold"`
	Errors int          `json:"errors" doc:"could not be run, or had no answer"`
	TookMS float64      `json:"took_ms"`
}

// testResult is one test.
type testResult struct {
	Title    string        `json:"title"`
	Of       string        `json:"of" doc:"the pipeline or scene"`
	File     string        `json:"file"`
	Line     int           `json:"line"`
	Status   string        `json:"status" enum:"pass,fail,error"`
	TookMS   float64       `json:"took_ms"`
	Error    string        `json:"error,omitempty"`
	Failures []testFailure `json:"failures" doc:"expectations that do not hold"`
	Outcomes []testOutcome `json:"outcomes" doc:"of the nodes that were wanted; of a test that passes none"`
}

// testFailure is an expectation that does not hold.
type testFailure struct {
	Expect string      `json:"expect" doc:"as written"`
	Line   int         `json:"line"`
	Column int         `json:"column"`
	Error  string      `json:"error,omitempty" doc:"why it could not be computed"`
	Values []testValue `json:"values" doc:"what it read"`
}

// testValue is a part of an expectation with what it was.
type testValue struct {
	Text  string `json:"text"`
	Value string `json:"value" doc:"JSON, cut where it is long"`
}

// testOutcome is what a node came to.
type testOutcome struct {
	Node    string `json:"node"`
	Outcome string `json:"outcome" enum:"ok,empty,timeout,error,skipped,degraded,fallback"`
	Cause   string `json:"cause,omitempty"`
}

func (r *testReport) add(t testrun.Result) {
	out := testResult{Title: t.Test.Title, Of: t.Test.Pipeline + t.Test.Scene, File: t.Test.Pos.File, Line: t.Test.Pos.Line, Status: string(t.Status),
		TookMS: milliseconds(t.Took), Failures: []testFailure{}, Outcomes: []testOutcome{}}
	switch t.Status {
	case testrun.Pass:
		r.Passed++
	case testrun.Fail:
		r.Failed++
	default:
		r.Errors++
	}
	if t.Err != nil {
		out.Error = t.Err.Error()
	}
	for _, f := range t.Failures {
		failure := testFailure{Expect: f.Expect.Text, Line: f.Expect.Pos.Line, Column: f.Expect.Pos.Col, Values: []testValue{}}
		if f.Err != nil {
			failure.Error = f.Err.Error()
		}
		for _, v := range f.Values {
			failure.Values = append(failure.Values, testValue(v))
		}
		out.Failures = append(out.Failures, failure)
	}
	if t.Status != testrun.Pass {
		for _, o := range t.Outcomes {
			out.Outcomes = append(out.Outcomes, testOutcome{o.Node, string(o.Outcome), o.Cause})
		}
	}
	r.Tests = append(r.Tests, out)
	r.TookMS += out.TookMS
}

func milliseconds(d time.Duration) float64 {
	return float64(d.Round(10*time.Microsecond)) / float64(time.Millisecond)
}

// print the whole in the format asked for; of text only the last line is left.
func (r *testReport) print(t *tester) error {
	switch t.format {
	case "json":
		if r.Tests == nil {
			r.Tests = []testResult{}
		}
		return writeJSON(t.out, r)
	case "junit":
		return r.junit(t.out)
	}
	if len(r.Tests) == 0 {
		_, err := fmt.Fprintln(t.out, "the project declares no tests")
		return err
	}
	text := fmt.Sprintf("%d passed", r.Passed)
	if r.Failed > 0 {
		text += fmt.Sprintf(", %d failed", r.Failed)
	}
	if r.Errors > 0 {
		text += fmt.Sprintf(", %d could not be run", r.Errors)
	}
	_, err := fmt.Fprintf(t.out, "%s in %s\n", text, time.Duration(r.TookMS*float64(time.Millisecond)).Round(time.Millisecond))
	return err
}

// say what came of one test, as soon as it is known.
func (t *tester) say(r testrun.Result) error {
	p := t.painterFor(t.out)
	var b strings.Builder
	word := p.paint(green, "ok  ")
	if r.Status != testrun.Pass {
		word = p.paint(red, "FAIL")
	}
	fmt.Fprintf(&b, "%s %s", word, printable(r.Test.Title))
	if r.Status != testrun.Pass {
		fmt.Fprintf(&b, " (%s)", r.Test.Pos)
	}
	b.WriteString("\n")
	if r.Err != nil {
		fmt.Fprintf(&b, "     %s\n", printable(r.Err.Error()))
	}
	for _, f := range r.Failures {
		fmt.Fprintf(&b, "     %s: expect %s\n", f.Expect.Pos, p.paint(bold, printable(strings.Join(strings.Fields(f.Expect.Text), " "))))
		if f.Err != nil {
			fmt.Fprintf(&b, "       %s\n", printable(f.Err.Error()))
		}
		for _, v := range f.Values {
			fmt.Fprintf(&b, "       %s is %s\n", printable(v.Text), p.paint(red, printable(v.Value)))
		}
	}
	if r.Status != testrun.Pass && len(r.Outcomes) > 0 {
		var parts []string
		for _, o := range r.Outcomes {
			parts = append(parts, o.Node+" "+string(o.Outcome))
		}
		fmt.Fprintf(&b, "     %s\n", p.paint(faint, printable("nodes: "+strings.Join(parts, ", "))))
	}
	_, err := io.WriteString(t.out, b.String())
	return err
}

// The parts of a JUnit report, a suite a file.
type (
	junitSuites struct {
		XMLName  xml.Name     `xml:"testsuites"`
		Tests    int          `xml:"tests,attr"`
		Failures int          `xml:"failures,attr"`
		Errors   int          `xml:"errors,attr"`
		Time     string       `xml:"time,attr"`
		Suites   []junitSuite `xml:"testsuite"`
	}
	junitSuite struct {
		Name     string      `xml:"name,attr"`
		Tests    int         `xml:"tests,attr"`
		Failures int         `xml:"failures,attr"`
		Errors   int         `xml:"errors,attr"`
		Time     string      `xml:"time,attr"`
		Cases    []junitCase `xml:"testcase"`
		took     float64
	}
	junitCase struct {
		Name    string        `xml:"name,attr"`
		Class   string        `xml:"classname,attr"`
		File    string        `xml:"file,attr"`
		Line    int           `xml:"line,attr"`
		Time    string        `xml:"time,attr"`
		Failure *junitProblem `xml:"failure,omitempty"`
		Error   *junitProblem `xml:"error,omitempty"`
	}
	junitProblem struct {
		Message string `xml:"message,attr"`
		Text    string `xml:",chardata"`
	}
)

func (r *testReport) junit(out io.Writer) error {
	all := junitSuites{Tests: len(r.Tests), Failures: r.Failed, Errors: r.Errors, Time: seconds(r.TookMS)}
	for _, t := range r.Tests {
		if n := len(all.Suites); n == 0 || all.Suites[n-1].Name != t.File {
			all.Suites = append(all.Suites, junitSuite{Name: t.File})
		}
		s := &all.Suites[len(all.Suites)-1]
		c := junitCase{Name: t.Title, Class: t.Of, File: t.File, Line: t.Line, Time: seconds(t.TookMS)}
		switch t.Status {
		case "fail":
			s.Failures++
			c.Failure = &junitProblem{Message: "not as expected: " + t.Failures[0].Expect, Text: t.failures()}
		case "error":
			s.Errors++
			c.Error = &junitProblem{Message: t.Error}
		}
		s.Tests++
		s.took += t.TookMS
		s.Time = seconds(s.took)
		s.Cases = append(s.Cases, c)
	}
	text, err := xml.MarshalIndent(all, "", "  ")
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(out, "%s%s\n", xml.Header, text)
	return err
}

// failures in lines.
func (t *testResult) failures() string {
	var b strings.Builder
	for _, f := range t.Failures {
		fmt.Fprintf(&b, "%s:%d:%d: expect %s\n", t.File, f.Line, f.Column, f.Expect)
		if f.Error != "" {
			b.WriteString("  " + f.Error + "\n")
		}
		for _, v := range f.Values {
			fmt.Fprintf(&b, "  %s is %s\n", v.Text, v.Value)
		}
	}
	return b.String()
}

func seconds(ms float64) string { return fmt.Sprintf("%.3f", ms/1000) }
