// Command riffle is the whole product in one binary.
//
// One verb a file; root.go holds the list. A verb reads its settings by
// internal/config, does its work through the packages below and prints for
// people. It has no logic of its own that another program could want.
package main
