// Package radix sorts keys that are whole numbers, faster than by comparing them.
// It imports the standard library only.
package radix
