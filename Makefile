# Every target works in a fresh clone with Go, make and git alone. What else a
# target fetches, it says: Hugo is built from source by the go command, once,
# and kept in Go's build cache.

GO   ?= go
HUGO  = $(GO) tool -modfile=tools/go.mod hugo
HELPER = bin/discovery-helper

# The index of the website's search; the error page is no page to find.
PAGEFIND = tools/site/node_modules/.bin/pagefind --quiet --site public --glob '**/index.html' \
	--root-selector main --exclude-selectors '.crumbs, .facts, .neighbours, .forms'

# A developer's own HUGO_… variables must not change what is built here.
HUGO_ENV = env $(foreach v,$(filter HUGO_%,$(shell env | cut -d= -f1)),-u $(v))

# How long each fuzz target runs.
FUZZTIME ?= 30s
# Targets to leave out, as a regular expression.
FUZZSKIP ?= ^$$

# The packages that mutants are made of; one takes minutes, the rules take hours.
MUTATE ?= internal/ghpages internal/rules

.PHONY: bench pgo demo test site lint fuzz mutants vuln peers help hugo clean FORCE

help: ## list the targets
	@grep -hE '^[a-z]+:.*## ' $(MAKEFILE_LIST) | sed 's/:.*## /\t/' | expand -t 10

demo: $(HELPER) hugo ## build the program and exampleSite, and verify it
	rm -rf exampleSite/public
	$(HUGO_ENV) HUGO_MODULE_REPLACEMENTS="github.com/discovery-set/hugo-discovery/hugo-module -> $(CURDIR)/hugo-module" \
		$(HUGO) --source exampleSite
	$(HELPER) verify exampleSite/public --fail-on warning

site: $(HELPER) hugo ## build the project's website into public/ and verify it
	rm -rf public
	@if npm --prefix tools/site ci --silent; then \
		$(HUGO_ENV) HUGO_PARAMS_SEARCH=true $(HUGO) && $(PAGEFIND); \
	else \
		echo "No search: it needs npm, which fetches Pagefind"; $(HUGO_ENV) $(HUGO); \
	fi
	$(HELPER) verify public --fail-on warning

test: hugo ## run every test
	$(GO) vet ./...
	$(GO) test -timeout 30m ./...

# gosec looks at the program; what measures and tests it may start commands and
# write files for all to read. Not asked for: G104, since what was only read is
# closed without a look; G115, since no file of more than 64 MiB is read, so that
# 32 bits hold every offset and every count.
GOSEC_EXCLUDE = G104,G115

lint: ## gofmt, go vet, staticcheck, gosec
	test -z "$$(gofmt -l cmd docs internal llmstxt schema)" || { gofmt -l cmd docs internal llmstxt schema; exit 1; }
	$(GO) vet ./...
	$(GO) tool -modfile=tools/lint/go.mod staticcheck ./...
	$(GO) tool -modfile=tools/lint/go.mod gosec -quiet -fmt golint -exclude $(GOSEC_EXCLUDE) $$($(GO) list -f '{{.Dir}}' ./... | grep -vE '/bench(/|$$)|/internal/(golden|hugotest)$$')

vuln: ## look up known vulnerabilities of what is required; asks vuln.go.dev
	$(GO) tool -modfile=tools/lint/go.mod govulncheck ./...

fuzz: ## run every fuzz target for FUZZTIME, two at a time
	@GO="$(GO)" tools/fuzz.sh $(FUZZTIME) '$(FUZZSKIP)'

mutants: ## break the code of MUTATE in many places, and see that a test fails each time
	@for package in $(MUTATE); do \
		$(GO) tool -modfile=tools/lint/go.mod gremlins unleash --invert-logical --invert-loopctrl \
			--timeout-coefficient 20 --threshold-efficacy 85 ./$$package || exit 1; \
	done

hugo:
	@echo "Hugo $$(sed -n 's,.*gohugoio/hugo \(v[0-9.]*\).*,\1,p' tools/go.mod | head -n 1): built from source by go the first time, some minutes"
	@$(HUGO) version

peers: ## build small sites with Jekyll, MkDocs, VitePress and Eleventy, and verify them
	@echo "Needed: jekyll with jekyll-seo-tag, jekyll-sitemap and minima; mkdocs; npm, which fetches VitePress and Eleventy"
	$(GO) test -count=1 -timeout 30m ./internal/peers -build

$(HELPER): FORCE
	$(GO) build -o $@ ./cmd/discovery-helper

# An older Hugo, for the tests of versions: make bin/hugo-0.128.0
bin/hugo-%:
	@echo "Hugo $*: built from source by go, some minutes"
	mkdir -p bin/old-$*
	cd bin && env -u GOFLAGS GOBIN=$(CURDIR)/bin/old-$* $(GO) install github.com/gohugoio/hugo@v$*
	mv bin/old-$*/hugo $@ && rmdir bin/old-$*

FORCE:

clean: ## remove what was built here
	rm -rf bin public exampleSite/public

bench: ## print the ratios against floor and peers
	$(GO) run ./bench

pgo: ## take the profile anew that the program is built with
	$(GO) run -trimpath ./bench/profile cmd/discovery-helper/default.pgo.new
	mv cmd/discovery-helper/default.pgo.new cmd/discovery-helper/default.pgo
