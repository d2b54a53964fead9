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
