PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
INSTALLED := $(VENV)/.installed
# What tests and checks need besides, the example ruleset among it.
DEVELOPED := $(VENV)/.developed

.PHONY: help run test check fuzz bench screenshots fmt
help: ## what can be made
	@grep -E '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed 's/:.*## /\t/' | expand -t 10

$(INSTALLED): pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "tiledraft wants Python 3.11 or newer; say which with: make PYTHON=python3.12 …")'
	@echo 'Installing into $(VENV): a minute or two, once.'
	$(PYTHON) -m venv $(VENV)
	$(BIN)/pip install --quiet --editable .
	@touch $@

$(DEVELOPED): $(INSTALLED) tests/pig/pyproject.toml
	$(BIN)/pip install --quiet --editable '.[dev]' --editable tests/pig
	@touch $@

run: $(INSTALLED) ## start everything and print the address
	$(BIN)/tiledraft up

# Much of what is tested waits for servers, so that several are tested at a time; fewer with a browser, which is
# several processes as it is.
test: check ## all checks and tests
	$(BIN)/pytest --numprocesses auto --maxprocesses 4 --dist worksteal --ignore tests/web
	$(BIN)/pytest --numprocesses auto --maxprocesses 2 --dist worksteal tests/web

check: $(DEVELOPED) ## format, lint, types, imports
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports

fuzz: $(DEVELOPED) ## the rules over fifty times as many random matches
	TILEDRAFT_FUZZ=50 $(BIN)/pytest --numprocesses auto --timeout 7200 tests/azul/test_azul_properties.py tests/majolica/test_majolica_properties.py

bench: $(DEVELOPED) ## measure, each figure beside a baseline
	$(BIN)/python -m tests.bench

screenshots: $(DEVELOPED) ## pictures of every page, into build/screenshots
	$(BIN)/python -m tests.web.screenshots

fmt: $(DEVELOPED) ## format and mend what can be mended
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .
