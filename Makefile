# Each target says what it does: `make help`.
PYTHON ?= python3
PORT ?= 3000
PROFILE ?= dev
LOCAL := $(PYTHON) infra/local/run.py

.PHONY: help
help: ## Show this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-10s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

.PHONY: run
run: ## Install what is missing, deploy to the local cloud and serve http://localhost:3000 (PORT=, PROFILE=release)
	@$(LOCAL) --port $(PORT) --profile $(PROFILE)

.PHONY: reset
reset: ## Forget everything that the local cloud remembers
	@$(LOCAL) --reset

.PHONY: test
test: ## Run every check and test, in layers, against a local cloud of their own
	@$(PYTHON) infra/local/run.py --dev-tools --module zest_local.checks

.PHONY: format
format: ## Format all code
	cargo fmt --all
	cd frontend && npm run --silent format
	.local/venv/bin/ruff format infra

.PHONY: build
build: ## Build the functions for AWS (arm64, release) and the front end
	cargo lambda build --release --arm64 --workspace --bins --locked $(foreach crate,gateway extract,--exclude $(crate))
	cd frontend && npm ci && npm run build

.PHONY: deploy
deploy: ## Deploy to AWS with sam, then upload the front end (STAGE=default or prod)
	sam deploy --config-env $(STAGE)
	$(PYTHON) infra/publish_site.py --config-env $(STAGE)
STAGE ?= default
