# `make help` lists the targets with their descriptions.
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
run: ## Install missing tools, deploy to the local cloud and serve http://localhost:3000 (PORT=, PROFILE=release, LIMITS=off)
	@$(LOCAL) --port $(PORT) --profile $(PROFILE) --limits $(LIMITS)

.PHONY: reset
reset: ## Delete the state of the local cloud
	@$(LOCAL) --reset

.PHONY: test
test: ## Run every check and test, in layers, several at the same time (ONLY=LAYER,LAYER: those and what they need; JOBS=: how many at once; SHOTS=1: screenshots)
	@$(PYTHON) infra/local/run.py --dev-tools --module zest_local.checks --only "$(ONLY)" $(if $(JOBS),--jobs $(JOBS))

.PHONY: check
check: ## Before a commit: formats, lints, types, unit and Rust tests of what differs from main (BASE=COMMIT)
	@$(PYTHON) infra/local/run.py --dev-tools --module zest_local.check $(if $(BASE),--base $(BASE)) $(if $(JOBS),--jobs $(JOBS))

.PHONY: structure
structure: ## Print lengths of files and functions, and the number of import cycles
	@$(LOCAL) --dev-tools --module structure figures

.PHONY: audit
audit: ## Audit the credits of the running app, as the nightly function does, and print the number of damaged rows
	@$(LOCAL) --module zest_local.audit

.PHONY: restore-drill
restore-drill: ## Export each table of the running app, load it into a second one, and compare rows, checksums and indexes
	@$(LOCAL) --module zest_local.restore_drill

.PHONY: advisories
advisories: ## Look up known vulnerabilities of all crates, npm and Python packages (needs the network)
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
attack: ## Run the attack tests against a Zest of their own and count the failures
	@$(PYTHON) infra/local/run.py --dev-tools --module zest_local.attack

.PHONY: simulate
simulate: ## Simulate COUNT (2000000) ledger operations with crashes, lost answers, conflicts and clock skew, and find deliberate mistakes
	@PYTHONPATH=infra/local $(PYTHON) -m measure.mutants --count $(COUNT)
simulate: COUNT ?= 2000000

.PHONY: bench-holds
bench-holds: ## Measure what a credit hold adds to the import of a file, on a separate Zest
	@BENCH_PORT= $(LOCAL) --module measure.holds --profile $(PROFILE)

.PHONY: payments
payments: ## Send one event 1,000 times on 32 threads, then make 500 payments (PAYMENTS=) while cloud and functions are killed
	@$(LOCAL) --module measure.payments --profile $(PROFILE) --payments $(or $(PAYMENTS),500)

.PHONY: bench-shared-lists
bench-shared-lists: ## Measure the time from a tick on one device to its arrival on another with the same shared list
	@BENCH_PORT=$(BENCH_PORT) $(LOCAL) --module measure.shared_lists

.PHONY: bench-agent
bench-agent: ## Measure answers of the assistant with the stand-in: first word, end, 50 at once, and with functions killed KILLS times
	@$(LOCAL) --module measure.agent --profile $(PROFILE) --kills $(KILLS)

.PHONY: durability
durability: ## Kill the local cloud KILLS times during imports, and compare its state with the acknowledged answers (SEED=)
	@$(LOCAL) --module measure.durability --profile $(PROFILE) --kills $(KILLS) $(if $(SEED),--seed $(SEED))
KILLS ?= 200

.PHONY: format
format: ## Format all code
	cargo fmt --all
	cd frontend && npm run --silent format
	.local/venv/bin/ruff format infra

.PHONY: build
build: ## Build the functions for AWS (release, ARCHITECTURE=arm64 or x86_64) and the front end
	cargo lambda build --release --$(subst x86_64,x86-64,$(ARCHITECTURE)) --package functions --bins --locked
	cd frontend && npm ci && npm run build
	@$(PYTHON) infra/build_stamp.py
ARCHITECTURE ?= arm64

.PHONY: reader-image
reader-image: ## Build the container image of fn-read with tesseract, for TextRecognition=tesseract (IMAGE=)
	docker build --platform linux/$(subst x86_64,amd64,$(ARCHITECTURE)) --provenance=false --file lambdas/functions/fn-read.Dockerfile --tag "$(IMAGE)" .
IMAGE ?= zest-fn-read

.PHONY: deploy
deploy: ## Deploy the result of make build to AWS: sam, then the front end (STAGE=default or prod, CONFIRM=no: without a question)
	@PYTHONPATH=infra/local $(PYTHON) infra/publish_site.py --config-env $(STAGE) --check
	sam build
	sam deploy --config-env $(STAGE) $(if $(filter no,$(CONFIRM)),--no-confirm-changeset)
	@PYTHONPATH=infra/local $(PYTHON) infra/publish_site.py --config-env $(STAGE)
STAGE ?= default

.PHONY: smoke
smoke: ## Import a page through a deployed stage (STAGE=prod, or SITE=https://…), else through the running app (PORT=)
	@$(LOCAL) --module zest_local.smoke --port $(PORT) $(if $(SITE),--site "$(SITE)",$(if $(filter command line environment,$(origin STAGE)),--config-env "$(STAGE)"))

.PHONY: analytics
analytics: ## Print the usage events of a stage as CSV, by day, event and kind of user (STAGE=prod, DAYS=30)
	@$(PYTHON) infra/export_analytics.py --config-env $(STAGE) --days $(DAYS)
DAYS ?= 30

.PHONY: export-members
export-members: ## Write the members of a stage (STAGE=prod), else of the running app, to a private file (OUT=)
	@$(LOCAL) --module zest_local.export_members $(if $(filter command line environment,$(origin STAGE)),--config-env "$(STAGE)") $(if $(OUT),--out "$(abspath $(OUT))")

.PHONY: import-members
import-members: ## Create members of such a file in the user pool of a stage (STAGE=prod), else of the running app, and write old and new ids (FILE=)
	@$(LOCAL) --module zest_local.import_members $(if $(filter command line environment,$(origin STAGE)),--config-env "$(STAGE)") "$(abspath $(FILE))"

.PHONY: sam-local
sam-local: ## Run one function in Lambda's container against the running local cloud (FN=fn-extract EVENT=; needs Docker)
	@$(LOCAL) --module zest_local.sam_local --function "$(FN)" --event "$(EVENT)"

.PHONY: try
try: ## Import a page, photo or file as a guest of the running app and print the recipe (URL= or FILE=, PORT=)
	@test -x .local/venv/bin/python || { echo "Zest is not running on port $(PORT): start it with make run" >&2; exit 1; }
	@.local/venv/bin/python infra/local/try_import.py --port $(PORT) $(if $(FILE),--file "$(FILE)") -- "$$URL"

.PHONY: admin
admin: ## Make a member of the running app an admin (EMAIL=)
	@test -x .local/venv/bin/python || { echo "Zest is not running: start it with make run" >&2; exit 1; }
	@.local/venv/bin/python infra/local/make_admin.py -- "$(EMAIL)"

.PHONY: budget
budget: ## Build, and print how much JavaScript each page loads (BENCH_PORT= for a running app)
	@BENCH_PORT=$(BENCH_PORT) $(LOCAL) --module measure.budget

.PHONY: lighthouse
lighthouse: ## Run Lighthouse on list, recipe, landing page, article and shared recipe as on a phone, median of RUNS (BENCH_PORT=)
	@BENCH_PORT=$(BENCH_PORT) $(LOCAL) --module measure.lighthouse --runs $(RUNS)
RUNS ?= 5

.PHONY: quotas
quotas: ## Print which AWS quota limits the rate of imports, and what happens to many imports at once (simulated)
	@PYTHONPATH=infra/local $(PYTHON) -m measure.quotas

.PHONY: bench
bench: bench-reading ## Measure reading, imports, processor time and start-up of a release build (BENCH_PORT= for a running app)
	@BENCH_PORT=$(BENCH_PORT) $(LOCAL) --module measure

.PHONY: bench-credits
bench-credits: ## Have 64 workers try 10,000 times to spend a balance of 5,000 in the running app's table (STATE=FOLDER)
	@$(LOCAL) --module measure.spends $(if $(STATE),--state "$(STATE)")

.PHONY: bench-list
bench-list: ## Measure a list of RECIPES (5000) in Chromium: first rows, search, scrolling, memory, offline (BENCH_PORT= for a running app)
	@BENCH_PORT=$(BENCH_PORT) $(LOCAL) --module measure.listing $(if $(RECIPES),--recipes $(RECIPES))

.PHONY: bench-reading
bench-reading: ## Measure pages and lines per second on one core, next to the HTML parser alone (CORPUS=DIR, YARDSTICK=DIR)
	@PYTHONPATH=infra/local $(PYTHON) -m measure.reading --yardstick "$(YARDSTICK)" $(if $(CORPUS),--corpus "$(CORPUS)")

.PHONY: bench-parsers
bench-parsers: ## Measure html5ever, html5gum, lol_html and tl next to our tokenizer and tree (CORPUS=DIR, YARDSTICK=DIR)
	@PYTHONPATH=infra/local $(PYTHON) -m measure.parsers --yardstick "$(YARDSTICK)" $(if $(CORPUS),--corpus "$(CORPUS)")

.PHONY: soak
soak: ## Read 100,000 damaged pages and lines, print time by input size, then fuzz for 8 minutes (COUNT=, CORPUS=DIR)
	@cargo run --release --locked --quiet --package extract --example soak -- $(COUNT) $(if $(CORPUS),"$(CORPUS)")
	@PYTHONPATH=infra/local $(PYTHON) -m measure.fuzzing --seconds 480
COUNT ?= 100000

.PHONY: fuzz
fuzz: ## Fuzz the readers, guided by coverage, in one process, for SECONDS (3600) in total (ENTRY=page,line,…)
	@PYTHONPATH=infra/local $(PYTHON) -m measure.fuzzing --seconds $(SECONDS) $(if $(ENTRY),--entries "$(ENTRY)")
SECONDS ?= 3600

.PHONY: load
load: ## Import as many guests at once and print refusals, completion and duration (IMPORTS=300 GUESTS=10 BENCH_PORT=)
	@BENCH_PORT=$(BENCH_PORT) $(LOCAL) --module measure.load --imports $(IMPORTS) --guests $(GUESTS)
IMPORTS ?= 300
GUESTS ?= 10

.PHONY: soak-load
soak-load: ## Run make load with 3,000 imports of 100 guests over 60 connections (at most 40 minutes)
	@BENCH_PORT=$(BENCH_PORT) $(LOCAL) --module measure.load --imports 3000 --guests 100 --connections 60 --seconds 2400

.PHONY: fairness
fairness: ## Measure response times of one caller while another attacks (BENCH_PORT= for a running app)
	@BENCH_PORT=$(BENCH_PORT) $(LOCAL) --module measure.fairness

.PHONY: score
score: ## Score the extraction of real pages and lines (CORPUS=DIR, LINES=FILE, YARDSTICK=DIR, HELD=tune, held or both, COPIES=visible or pseudolocalized, PEERS=1)
	@PYTHONPATH=infra/local $(PYTHON) -m measure.score --yardstick "$(YARDSTICK)" $(if $(CORPUS),--corpus "$(CORPUS)") $(if $(LINES),--lines "$(LINES)") $(if $(HELD),--held "$(HELD)") $(if $(COPIES),--copies "$(COPIES)") $(if $(PEERS),--peers)
YARDSTICK ?= ../shared/yardstick

.PHONY: conformance
conformance: ## Run the conformance suite and print a table by kind (CASES="WORD …": differences of some; READER=COMMAND, PEERS=1, RECORD=1)
	@cargo build --quiet --locked --package cli
	@PYTHONPATH=infra/local $(PYTHON) -m conformance $(if $(READER),--reader "$(READER)") $(if $(PEERS),--peers) $(if $(RECORD),--record) $(CASES)

.PHONY: score-texts
score-texts: ## Score the extraction of handwritten texts (lambdas/extract/tests/labelled_texts)
	@cargo run -q -p extract --example score_texts

.PHONY: score-pasted
score-pasted: ## Score the extraction of pages that Chromium copies as text, without scripts and network (YARDSTICK=DIR, HELD=tune, held or both, JOBS=, BUILD=dev)
	@$(LOCAL) --module measure.score_pasted --yardstick "$(YARDSTICK)" $(if $(HELD),--held "$(HELD)") $(if $(JOBS),--jobs "$(JOBS)") $(if $(BUILD),--profile "$(BUILD)")

.PHONY: train
train: ## Train the row labeller of texts on pages that Chromium copies as text, and write its weights (YARDSTICK=DIR, FOLDS=: only predict)
	@$(LOCAL) --module measure.train_rows --yardstick "$(YARDSTICK)" $(if $(FOLDS),--folds "$(FOLDS)")

.PHONY: score-media
score-media: ## Score the extraction of photos, files and export files (PACK=DIR, YARDSTICK=DIR, EVERY=, JOBS=, BUILD=dev)
	@PYTHONPATH=infra/local $(PYTHON) -m measure.score_media --yardstick "$(YARDSTICK)" $(if $(PACK),--pack "$(PACK)") $(if $(EVERY),--every "$(EVERY)") $(if $(JOBS),--jobs "$(JOBS)") $(if $(BUILD),--profile "$(BUILD)")

.PHONY: score-pictures
score-pictures: ## Draw photos or PDFs (FORM=pdf) of our own recipes and score their extraction (SEED=, COUNT=, HELD=tune, held or both, EVERY=, JOBS=, BUILD=dev)
	@PYTHONPATH=infra/local $(PYTHON) -m measure.score_pictures --yardstick "$(YARDSTICK)" $(if $(FORM),--form "$(FORM)") $(if $(SEED),--seed "$(SEED)") $(if $(COUNT),--count "$(COUNT)") $(if $(HELD),--held "$(HELD)") $(if $(EVERY),--every "$(EVERY)") $(if $(JOBS),--jobs "$(JOBS)") $(if $(BUILD),--profile "$(BUILD)")
