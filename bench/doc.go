// Command bench measures peers of the engine side by side with it, in one
// process, and writes rows of the page of benchmarks as JSON to its output:
// `riffle bench peers` runs it and keeps them. It is a module of its own, so
// that peers stay out of the product's go.mod; it may import anything of ours
// that the engine's own rows are made of, and nothing imports it.
package main
