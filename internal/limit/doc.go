// Package limit counts calls a second. Time comes from its user.
package limit
