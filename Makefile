# Each target says what it does: `make help`.
PYTHON ?= python3
PORT ?= 3000
PROFILE ?= dev
LIMITS ?= on
LOCAL := $(PYTHON) infra/local/run.py

.PHONY: help
help: ## Show this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-13s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)
	@echo "Layers of make test:"
	@PYTHONPATH=infra/local $(PYTHON) -m zest_local.layers

.PHONY: run
run: ## Install what is missing, deploy to the local cloud and serve http://localhost:3000 (PORT=, PROFILE=release, LIMITS=off)
	@$(LOCAL) --port $(PORT) --profile $(PROFILE) --limits $(LIMITS)

.PHONY: reset
reset: ## Forget everything that the local cloud remembers
	@$(LOCAL) --reset

.PHONY: test
test: ## Run every check and test, in layers, several at the same time (ONLY=LAYER,LAYER: those and what they need; JOBS=: how many at once; SHOTS=1: screenshots)
	@$(PYTHON) infra/local/run.py --dev-tools --module zest_local.checks --only "$(ONLY)" $(if $(JOBS),--jobs $(JOBS))

.PHONY: check
check: ## Before a commit: formats, lints, types, unit and Rust tests of what differs from main (BASE=COMMIT)
	@$(PYTHON) infra/local/run.py --dev-tools --module zest_local.check $(if $(BASE),--base $(BASE)) $(if $(JOBS),--jobs $(JOBS))

.PHONY: structure
structure: ## Show how long files and functions are, and how many circles of imports there are
	@$(LOCAL) --dev-tools --module structure figures

.PHONY: audit
audit: ## Audit the credits of the running app as the nightly function does, and say how many rows are damaged
	@$(LOCAL) --module zest_local.audit

.PHONY: advisories
advisories: ## Look up known weaknesses of all crates, npm and Python packages (needs the network)
	@command -v cargo-deny >/dev/null || { echo "cargo-deny is missing: cargo install --locked cargo-deny@0.20.2 (some minutes)" >&2; exit 1; }
	@command -v pip-audit >/dev/null || { echo "pip-audit is missing: pip install pip-audit==2.10.1 (in an environment of its own)" >&2; exit 1; }
	cargo deny --workspace check
	cd frontend && npm audit --audit-level=moderate
	pip-audit --disable-pip --no-deps $(foreach list,$(wildcard infra/local/requirements*.txt),--requirement $(list))

.PHONY: stress
stress: ## Run the browser tests TIMES times beside BUSY busy processes (8 or more: load average >= 8), and print a table
	@$(PYTHON) infra/local/run.py --dev-tools --module zest_local.stress --times $(TIMES) $(if $(BUSY),--busy $(BUSY))
TIMES ?= 5

.PHONY: attack
attack: ## Try on a Zest of its own what somebody hostile would, and count what gives way
	@$(PYTHON) infra/local/run.py --dev-tools --module zest_local.attack

.PHONY: simulate
simulate: ## Let the credit ledger meet crashes, lost answers, conflicts and other clocks in COUNT operations, and make known mistakes (2000000)
	@cargo run --locked --quiet --package ledger --features mutants --example simulate -- $(COUNT)
simulate: COUNT ?= 2000000

.PHONY: bench-holds
bench-holds: ## Measure what holding and settling a credit adds to the import of a file, on a Zest of its own
	@BENCH_PORT= $(LOCAL) --module measure.holds --profile $(PROFILE)

.PHONY: payments
payments: ## One event 1,000 times on 32 threads, payment to balance, and 500 payments (PAYMENTS=) while cloud and functions are killed
	@$(LOCAL) --module measure.payments --profile $(PROFILE) --payments $(or $(PAYMENTS),500)

.PHONY: bench-agent
bench-agent: ## Measure answers of the recipe agent with the stand-in: first word and end, 50 at once, and while its functions are killed KILLS times
	@$(LOCAL) --module measure.agent --profile $(PROFILE) --kills $(KILLS)

.PHONY: durability
durability: ## Kill the local cloud KILLS times while people import, and compare what is there with what was answered (SEED=)
	@$(LOCAL) --module measure.durability --profile $(PROFILE) --kills $(KILLS) $(if $(SEED),--seed $(SEED))
KILLS ?= 200

.PHONY: format
format: ## Format all code
	cargo fmt --all
	cd frontend && npm run --silent format
	.local/venv/bin/ruff format infra

.PHONY: build
build: ## Build the functions for AWS (arm64, release) and the front end
	cargo lambda build --release --arm64 --workspace --bins --locked $(foreach crate,gateway cli extract reading,--exclude $(crate))
	cd frontend && npm ci && npm run build

.PHONY: reader-image
reader-image: ## Build the container image of fn-read with tesseract, for TextRecognition=tesseract (IMAGE=)
	docker build --platform linux/arm64 --provenance=false --file lambdas/fn-read/Dockerfile --tag "$(IMAGE)" .
IMAGE ?= zest-fn-read

.PHONY: deploy
deploy: ## Deploy to AWS what make build has built: with sam, then the front end (STAGE=default or prod)
	@PYTHONPATH=infra/local $(PYTHON) infra/publish_site.py --config-env $(STAGE) --check
	sam build
	sam deploy --config-env $(STAGE)
	@PYTHONPATH=infra/local $(PYTHON) infra/publish_site.py --config-env $(STAGE)
STAGE ?= default

.PHONY: analytics
analytics: ## Count what people have done in a stage, by day, event and kind of user, as CSV (STAGE=prod, DAYS=30)
	@$(PYTHON) infra/export_analytics.py --config-env $(STAGE) --days $(DAYS)
DAYS ?= 30

.PHONY: sam-local
sam-local: ## Run one function in a container, as Lambda does, against the running local cloud (FN=fn-extract EVENT=; needs Docker)
	@$(LOCAL) --module zest_local.sam_local --function "$(FN)" --event "$(EVENT)"

.PHONY: try
try: ## Import a page, picture or file as a guest of the running app and print its recipe (URL= or FILE=, PORT=)
	@test -x .local/venv/bin/python || { echo "Zest is not running on port $(PORT): start it with make run" >&2; exit 1; }
	@.local/venv/bin/python infra/local/try_import.py --port $(PORT) $(if $(FILE),--file "$(FILE)") -- "$$URL"

.PHONY: admin
admin: ## Make a member of the running app an admin (EMAIL=)
	@test -x .local/venv/bin/python || { echo "Zest is not running: start it with make run" >&2; exit 1; }
	@.local/venv/bin/python infra/local/make_admin.py -- "$(EMAIL)"

.PHONY: budget
budget: ## Build, and show how much JavaScript each page loads (BENCH_PORT= for a running one)
	@BENCH_PORT=$(BENCH_PORT) $(LOCAL) --module measure.budget

.PHONY: lighthouse
lighthouse: ## Let Lighthouse judge list, recipe, landing page, article and shared recipe as on a phone, median of RUNS (BENCH_PORT=)
	@BENCH_PORT=$(BENCH_PORT) $(LOCAL) --module measure.lighthouse --runs $(RUNS)
RUNS ?= 5

.PHONY: quotas
quotas: ## Show which of AWS's quotas gives first, and what becomes of imports that come all at once (simulated)
	@PYTHONPATH=infra/local $(PYTHON) -m measure.quotas

.PHONY: bench
bench: bench-reading ## Measure reading, imports, processor time and start-up of a release build (BENCH_PORT= for a running one)
	@BENCH_PORT=$(BENCH_PORT) $(LOCAL) --module measure

.PHONY: bench-credits
bench-credits: ## Let 64 workers try 10,000 times to spend a balance of 5,000 in the table of the running app (STATE=FOLDER)
	@$(LOCAL) --module measure.spends $(if $(STATE),--state "$(STATE)")

.PHONY: bench-list
bench-list: ## Measure a list of 5,000 recipes in Chromium: first rows, search, scrolling, memory, and without a network (BENCH_PORT= for a running one)
	@BENCH_PORT=$(BENCH_PORT) $(LOCAL) --module measure.listing

.PHONY: bench-reading
bench-reading: ## Measure pages and lines a second on one core beside the parser alone (CORPUS=DIR, YARDSTICK=DIR)
	@PYTHONPATH=infra/local $(PYTHON) -m measure.reading --yardstick "$(YARDSTICK)" $(if $(CORPUS),--corpus "$(CORPUS)")

.PHONY: bench-parsers
bench-parsers: ## Measure html5ever, html5gum, lol_html and tl beside our tokenizer and tree in one run (CORPUS=DIR, YARDSTICK=DIR)
	@PYTHONPATH=infra/local $(PYTHON) -m measure.parsers --yardstick "$(YARDSTICK)" $(if $(CORPUS),--corpus "$(CORPUS)")

.PHONY: soak
soak: ## Read damaged pages and lines by the hundred thousand, show how time grows with size, then search as make fuzz does for 8 minutes (COUNT=, CORPUS=DIR)
	@cargo run --release --locked --quiet --package extract --example soak -- $(COUNT) $(if $(CORPUS),"$(CORPUS)")
	@PYTHONPATH=infra/local $(PYTHON) -m measure.fuzzing --seconds 480
COUNT ?= 100000

.PHONY: fuzz
fuzz: ## Search for what a reader gives way to, guided by coverage, one process, for SECONDS (3600) in all (ENTRY=page,line,…)
	@PYTHONPATH=infra/local $(PYTHON) -m measure.fuzzing --seconds $(SECONDS) $(if $(ENTRY),--entries "$(ENTRY)")
SECONDS ?= 3600

.PHONY: load
load: ## Let many guests import at once: what is refused, what ends, how long it takes (IMPORTS=300 GUESTS=10 BENCH_PORT=)
	@BENCH_PORT=$(BENCH_PORT) $(LOCAL) --module measure.load --imports $(IMPORTS) --guests $(GUESTS)
IMPORTS ?= 300
GUESTS ?= 10

.PHONY: soak-load
soak-load: ## The same with 3,000 imports of 100 guests over 60 connections (40 minutes at most)
	@BENCH_PORT=$(BENCH_PORT) $(LOCAL) --module measure.load --imports 3000 --guests 100 --connections 60 --seconds 2400

.PHONY: fairness
fairness: ## Show what one caller feels while another does his worst (BENCH_PORT= for a running one)
	@BENCH_PORT=$(BENCH_PORT) $(LOCAL) --module measure.fairness

.PHONY: score
score: ## Score the reading of real pages and lines (CORPUS=DIR, LINES=FILE, YARDSTICK=DIR, HELD=tune, held or both, PEERS=1)
	@PYTHONPATH=infra/local $(PYTHON) -m measure.score --yardstick "$(YARDSTICK)" $(if $(CORPUS),--corpus "$(CORPUS)") $(if $(LINES),--lines "$(LINES)") $(if $(HELD),--held "$(HELD)") $(if $(PEERS),--peers)
YARDSTICK ?= ../shared/yardstick

.PHONY: score-texts
score-texts: ## Score the reading of texts that are written as people write (lambdas/extract/tests/labelled_texts)
	@cargo run -q -p extract --example score_texts

.PHONY: score-pasted
score-pasted: ## Score the reading of pages that Chromium copies as text, without scripts and network (YARDSTICK=DIR, HELD=tune, held or both, JOBS=, BUILD=dev)
	@$(LOCAL) --module measure.score_pasted --yardstick "$(YARDSTICK)" $(if $(HELD),--held "$(HELD)") $(if $(JOBS),--jobs "$(JOBS)") $(if $(BUILD),--profile "$(BUILD)")

.PHONY: score-media
score-media: ## Score the reading of pictures, files and other apps' exports (PACK=DIR, YARDSTICK=DIR, EVERY=, JOBS=, BUILD=dev)
	@PYTHONPATH=infra/local $(PYTHON) -m measure.score_media --yardstick "$(YARDSTICK)" $(if $(PACK),--pack "$(PACK)") $(if $(EVERY),--every "$(EVERY)") $(if $(JOBS),--jobs "$(JOBS)") $(if $(BUILD),--profile "$(BUILD)")

.PHONY: score-pictures
score-pictures: ## Draw pictures of our own recipes and score their reading (SEED=, COUNT=, HELD=tune, held or both, EVERY=, JOBS=, BUILD=dev)
	@PYTHONPATH=infra/local $(PYTHON) -m measure.score_pictures --yardstick "$(YARDSTICK)" $(if $(SEED),--seed "$(SEED)") $(if $(COUNT),--count "$(COUNT)") $(if $(HELD),--held "$(HELD)") $(if $(EVERY),--every "$(EVERY)") $(if $(JOBS),--jobs "$(JOBS)") $(if $(BUILD),--profile "$(BUILD)")
