package api

import (
	_ "embed"
	"net/http"
	"strings"

	"github.com/gin-gonic/gin"
)

// The page reads the document and draws it; it loads nothing from elsewhere.
var (
	//go:embed docs/index.html
	docsPage string
	//go:embed docs/docs.js
	docsScript string
	//go:embed docs/docs.css
	docsStyle string
)

func (a *API) docs(c *gin.Context) {
	c.Header("Content-Security-Policy", "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'")
	switch c.Param("file") {
	case "":
		page := strings.NewReplacer("{{base}}", a.BasePath).Replace(docsPage)
		c.Data(http.StatusOK, "text/html; charset=utf-8", []byte(page))
	case "docs.js":
		c.Data(http.StatusOK, "text/javascript; charset=utf-8", []byte(docsScript))
	case "docs.css":
		c.Data(http.StatusOK, "text/css; charset=utf-8", []byte(docsStyle))
	default:
		a.noRoute(c)
	}
}
