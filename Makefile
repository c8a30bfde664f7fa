PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
INSTALLED := $(VENV)/.installed

.PHONY: help run test check bench screenshots fmt
help: ## what can be made
	@grep -E '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed 's/:.*## /\t/' | expand -t 10

$(INSTALLED): pyproject.toml tests/pig/pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "tiledraft wants Python 3.11 or newer; say which with: make PYTHON=python3.12 …")'
	$(PYTHON) -m venv $(VENV)
	$(BIN)/pip install --quiet --editable '.[dev]' --editable tests/pig
	@touch $@

run: $(INSTALLED) ## start everything and print the address
	$(BIN)/tiledraft up

test: check ## all checks and tests
	$(BIN)/pytest

check: $(INSTALLED) ## format, lint, types, imports
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports

bench: $(INSTALLED) ## measure, each figure beside a baseline
	$(BIN)/python -m tests.bench

screenshots: $(INSTALLED) ## pictures of every page, into build/screenshots
	$(BIN)/python -m tests.web.screenshots

fmt: $(INSTALLED) ## format and mend what can be mended
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .
