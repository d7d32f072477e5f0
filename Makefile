# Riffle: everything a developer does here, by name.
# `make` prints this list. Nothing here installs system packages.

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
MAKEFLAGS += --no-print-directory

RIFFLE_HOME ?= $(CURDIR)/.riffle
RIFFLE_ADDR ?= 127.0.0.1:7700
ADDR ?= $(RIFFLE_ADDR)

.PHONY: help
help: ## print this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## /{printf "  make %-8s %s\n", $$1, $$2}' $(MAKEFILE_LIST)
	@echo
	@echo "  make run keeps its data in $(RIFFLE_HOME) (RIFFLE_HOME) and listens on $(ADDR) (ADDR)."

.PHONY: run
run: build ## build what changed and start the demo
	bin/riffle up --demo --home '$(RIFFLE_HOME)' --addr '$(ADDR)'

.PHONY: test
test: build ## run all tests: console, browser, Go with the race detector
	npm test
	npm run e2e
	scripts/gotest.sh
	go test ./engine/enginetest -run 'TestRules' -programs 3000

.PHONY: soak
soak: ## compare engine and reference on 20,000 random programs an operator and 100,000 for the rules, check projects without any one token
	go test -count=1 -timeout 2h ./engine/enginetest -run 'TestRandom' -rapid.checks=20000
	go test -count=1 -timeout 3h ./engine/enginetest -run 'TestRules' -programs 100000 -v
	go test -count=1 -timeout 2h ./dsl/check -run 'TestThinned' -thinned=1000000

.PHONY: chaos
chaos: ## ten minutes at 70 % of saturation while all that is asked fails; each answer is checked; writes docs/benchmarks.md
	go build -o bin/riffle ./cmd/riffle
	bin/riffle chaos

.PHONY: check
check: lint test ## lint and test, as CI does

.PHONY: lint
lint: node_modules/.stamp ## gofmt, go vet, staticcheck, tsc
	@unformatted=$$(find . -name '*.go' -not -path '*/node_modules/*' -not -path './build/*' -exec gofmt -l {} +); \
	if [ -n "$$unformatted" ]; then echo "not formatted, run gofmt -w:"; echo "$$unformatted"; exit 1; fi
	go vet ./...
	go tool -modfile=tools/go.mod staticcheck ./...
	npm run lint

.PHONY: bench
bench: build ## measure, and write docs/benchmarks.md
	scripts/bench.sh

.PHONY: bench-overload
bench-overload: ## the floods under a virtual clock, beside what the controller is compared with; writes docs/floods.md
	go build -o bin/riffle ./cmd/riffle
	bin/riffle simulate --page docs/floods.md

.PHONY: flood
flood: build ## flood the demo over HTTP, watched and acted upon: five minutes on two processors that do nothing else
	scripts/flood.sh

.PHONY: gen
gen: node_modules/.stamp ## write what is generated: API document, pages of the language and cookbook, console types
	go test -count=1 ./server/api -run 'Document|Fixture|Language' -update
	go test -count=1 ./cmd/riffle -run 'Reference|OperatorPages|CookbookPages' -update
	npm run gen

.PHONY: data
data: ## compute the tables that are derived from the example catalogues
	go run ./internal/words/prepare -table examples/data/vectors/glove100 -fields title,body \
		examples/data/apps.jsonl.gz
	go run ./internal/words/prepare -table examples/data/vectors/zhchar100 -fields title,body,title_zh,body_zh \
		examples/data/poems.jsonl.gz examples/data/apps.jsonl.gz

.PHONY: demo
demo: build ## start the demo on an empty home that is thrown away afterwards
	@home=$$(mktemp -d) && trap 'rm -rf "$$home"' EXIT && bin/riffle up --demo --home "$$home/home" --addr '$(ADDR)'

.PHONY: build
build: build/console.stamp | need ## build the console and bin/riffle
	go build -o bin/riffle ./cmd/riffle

.PHONY: clean
clean: ## remove what was built; the data in RIFFLE_HOME stays
	rm -rf bin build node_modules
	find web/dist -mindepth 1 -not -name .gitkeep -delete

# Order-only, so that looking for programs makes nothing newer.
.PHONY: need
need:
	@scripts/need.sh go node npm git

# npm ci runs when the lock file is newer than the last run.
node_modules/.stamp: package.json package-lock.json | need
	npm ci
	@touch $@

console_sources := $(shell find web -type f -not -path '*/node_modules/*' -not -path 'web/dist/*' -not -path 'web/e2e/*' -not -name '*.go' 2>/dev/null)

build/console.stamp: node_modules/.stamp tsconfig.json $(console_sources)
	npm run build
	@mkdir -p $(@D) && touch $@
