package api

import (
	"bytes"
	"context"
	"encoding/csv"
	"net/http"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"riffle.dev/riffle/server/app"
)

// ExportInput is a call of export-audit.
type ExportInput struct {
	TeamPath
	AuditQuery
}

// ExportOutput is a file.
type ExportOutput struct {
	ContentType string `header:"Content-Type"`
	Disposition string `header:"Content-Disposition"`
	Body        []byte
}

func (a *API) auditExport() {
	registry := map[string]*huma.Response{"200": {Description: "a row a change, newest first", Content: map[string]*huma.MediaType{
		"text/csv": {Schema: &huma.Schema{Type: huma.TypeString}}}}}
	register(a, viewer, huma.Operation{OperationID: "export-audit", Method: http.MethodGet, Path: "/teams/{team}/audit.csv", Tags: []string{"audit"},
		Summary: "The audit as CSV", Description: "The newest 10,000 rows that fit the filter; times in UTC.", Responses: registry},
		func(ctx context.Context, in *ExportInput) (*ExportOutput, error) {
			f := in.filter()
			f.Limit = app.MaxExport
			list, err := a.App.Audit(ctx, in.Team, f)
			if err != nil {
				return nil, err
			}
			return &ExportOutput{ContentType: "text/csv; charset=utf-8", Disposition: `attachment; filename="audit-` + in.Team + `.csv"`, Body: auditCSV(list)}, nil
		})
}

func auditCSV(list []app.Audit) []byte {
	var out bytes.Buffer
	w := csv.NewWriter(&out)
	// Writing into memory does not fail.
	_ = w.Write([]string{"at", "actor", "action", "object", "before", "after", "request_id"})
	for _, e := range list {
		_ = w.Write([]string{e.At.UTC().Format(time.RFC3339), inert(e.Actor), e.Action, inert(e.Object), string(e.Before), string(e.After), inert(e.RequestID)})
	}
	w.Flush()
	return out.Bytes()
}

// inert keeps a spreadsheet from taking a text for a formula.
func inert(s string) string {
	if s != "" && strings.ContainsRune("=+-@\t\r", rune(s[0])) {
		return "'" + s
	}
	return s
}
