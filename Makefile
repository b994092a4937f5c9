# What a developer does, each by one short name. `make` alone lists them.

PYTHON ?= python3.11
VENV := .venv
BIN := $(VENV)/bin
SHARED ?= $(or $(ICML_SHARED),../shared)
PIP := $(BIN)/pip --disable-pip-version-check --quiet --no-input

.DEFAULT_GOAL := help
.PHONY: help install run test lint check stories torture load mutations bench deploy witness docs lock format clean

help: ## list what can be made
	@grep -hE '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/^([a-z]+):.*## (.*)/  make \1\t\2/' | expand -t 18

$(VENV)/pyvenv.cfg:
	@command -v $(PYTHON) >/dev/null || { echo "Python 3.11 is needed (make PYTHON=/path/to/python3.11)."; exit 2; }
	$(PYTHON) -m venv $(VENV)

$(VENV)/installed: $(VENV)/pyvenv.cfg requirements.lock pyproject.toml $(shell find bot/workspace/window/source -type f 2>/dev/null) bot/workspace/window/package-lock.json
	$(PIP) install --require-hashes -r requirements.lock
	$(PIP) install --no-deps --no-build-isolation --editable .
	@touch $@

$(VENV)/installed-dev: $(VENV)/installed tests/requirements.lock
	$(PIP) install --require-hashes -r tests/requirements.lock
	@touch $@

install: $(VENV)/installed ## make .venv from the lock, and build the window

run: $(VENV)/installed ## run the bot: in Slack with two tokens, else in the local workspace
	ICML_HOME=$${ICML_HOME:-.icml} $(BIN)/icml serve

test: $(VENV)/installed-dev ## run the default tests (under 90 s)
	$(BIN)/pytest -q -n 2 --ignore tests/stories

lint: $(VENV)/installed-dev ## format, lint, types, import rules, generated docs
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/cog --check README.md ARCHITECTURE.md deploy/manifest.json

check: lint test ## lint and test

stories: $(VENV)/installed-dev ## conversations through the local workspace, some in a real browser
	$(BIN)/pytest -q -n 2 tests/stories

torture: $(VENV)/installed-dev ## kill, cut, delay and double everything, for minutes
	$(BIN)/python -m tests.torture

load: $(VENV)/installed-dev ## fifty requests a second over HTTP, with faults, for MINUTES (2)
	$(BIN)/python -m tests.load --minutes $${MINUTES:-2}

mutations: $(VENV)/installed-dev ## take each guard out, and see its story fail
	$(BIN)/python -m tests.mutations

bench: $(VENV)/installed-dev ## measure quality and speed against $(SHARED)
	$(BIN)/python -m tests.benchmarks --shared $(SHARED)

deploy: $(VENV)/installed-dev ## go through deploy/Dockerfile without Docker, and run what it makes
	$(BIN)/python -m tests.deploy

witness: $(VENV)/installed-dev ## run the same stories against programs that others wrote
	$(BIN)/python -m tests.witness

docs: $(VENV)/installed-dev ## write the generated parts of the documentation
	$(BIN)/cog -r README.md ARCHITECTURE.md deploy/manifest.json

format: $(VENV)/installed-dev ## put the code into shape
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

lock: $(VENV)/installed-dev ## renew the locks, with hashes and without addresses
	$(BIN)/uv pip compile pyproject.toml --group build --universal --python-version 3.11 --generate-hashes \
		--no-emit-index-url --no-annotate --no-header -q -o requirements.lock
	$(BIN)/uv pip compile pyproject.toml --extra postgresql --extra http --group build -c requirements.lock --universal \
		--python-version 3.11 --generate-hashes --no-emit-index-url --no-annotate --no-header -q -o deploy/requirements.lock
	$(BIN)/uv pip compile pyproject.toml --extra postgresql --extra http --group build --group dev -c requirements.lock --universal \
		--python-version 3.11 --generate-hashes --no-emit-index-url --no-annotate --no-header -q -o tests/requirements.lock

clean: ## remove what was built and installed; the home stays
	rm -rf $(VENV) .pytest_cache .mypy_cache .ruff_cache .import_linter_cache bot/workspace/window/static
