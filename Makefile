# make run: the website.  make develop: the same, and it follows every change of a file.
# make test: all tests.  make check: lint and format.  make bench: benchmarks.
# Each works on a bare clone; what it needs is installed into .venv, once.

PYTHON ?= python3
PORT ?= 8501
BIN := .venv/bin

# An index that cannot be reached is asked once, not six times for each package.
PIP := $(BIN)/python -m pip --disable-pip-version-check install --retries 0 --quiet

run: .venv/runtime
	$(BIN)/streamlit run app.py --server.port $(PORT)

develop: .venv/runtime
	$(BIN)/streamlit run app.py --server.port $(PORT) --server.fileWatcherType auto --server.runOnSave true

# Two processes, each with a browser and a server of its own; the tests of a file stay together, and
# files in the order of tests/conftest.py: the longest first.
test: .venv/browser
	$(BIN)/python -m pytest --numprocesses 2 --dist loadfile --no-loadscope-reorder

# Replicas behind a real nginx, which must be installed.
test-deploy: .venv/browser
	$(BIN)/python -m pytest deploy

check: .venv/development
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	@if command -v npm > /dev/null; then $(MAKE) --no-print-directory check-scripts; else \
		echo "The scripts were not checked: install Node.js, which brings npm." >&2; fi

check-scripts: node_modules/.installed
	node_modules/.bin/biome check
	node_modules/.bin/tsc

bench: .venv/browser .venv/benchmarks
	$(BIN)/python -m benchmarks
	$(BIN)/python -m benchmarks.edits
	$(BIN)/python -m benchmarks.visitors --visitors 50 --seconds 120

clean:
	rm -rf .venv node_modules

node_modules/.installed: package.json
	npm install --no-package-lock --no-audit --no-fund --silent
	@touch $@

# Files below are stamps: they say that the requirements of that date are installed.
.venv/runtime: requirements.txt | $(BIN)/pip
	$(PIP) -r requirements.txt
	@touch $@

.venv/development: requirements-dev.txt .venv/runtime
	$(PIP) -r requirements-dev.txt
	@touch $@

.venv/benchmarks: requirements-bench.txt .venv/development
	$(PIP) -r requirements-bench.txt
	@touch $@

.venv/browser: tests/chromium.py .venv/development
	$(BIN)/python -m tests.chromium
	@touch $@

$(BIN)/pip:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
		echo "Python 3.11 or newer is needed. Name one: make PYTHON=python3.12" >&2; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' || { \
		echo "Python's venv is missing. On Debian or Ubuntu: apt install python3-venv" >&2; exit 1; }
	$(PYTHON) -m venv .venv

.PHONY: run develop test test-deploy check check-scripts bench clean
