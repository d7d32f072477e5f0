// Package port finds TCP ports of this machine for those who want the same one
// again after a restart. It imports the standard library only.
package port
