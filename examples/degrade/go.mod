module example.com/shop

go 1.26.8

require riffle.dev/riffle v0.0.0

replace riffle.dev/riffle => ../..
