# make run: the website.  make develop: the same, and it follows changes of Python files.
# make site: the live edition, a folder of files that needs no server.
# make quick: most tests, no browser.  make test: all tests.  make check: lint, format, types.
# make wheel: the package.  make ranges: the package with the oldest, or newest, of what it needs.
# make bench: benchmarks.  make release VERSION=2.0.0: all of a release but the push.
# make messages: what the interface says, brought into the catalogues of all its languages.
# Each works on a bare clone; what it needs is installed into .venv, once.

PYTHON ?= python3
PORT ?= 8501
BIN := .venv/bin

# An index that cannot be reached is asked once, not six times for each package.
PIP := $(BIN)/python -m pip --disable-pip-version-check install --retries 0

# Tests start dozens of Pythons: a file that one of them compiled is kept for the others.
unexport PYTHONDONTWRITEBYTECODE

run: .venv/runtime
	@$(BIN)/python deploy/open_when_ready.py $(PORT) $$$$ & exec $(BIN)/streamlit run app.py --server.port $(PORT)

# Streamlit watches what is on PYTHONPATH, besides the folder of its main script.
develop: .venv/runtime
	PYTHONPATH=. $(BIN)/streamlit run app.py --server.port $(PORT) --server.fileWatcherType auto --server.runOnSave true

# What shows most in little time, without a browser: tests/conftest.py says what is left out.
QUICK := -m "not slow" --numprocesses 2 --dist worksteal

quick: .venv/development
	$(BIN)/python -m pytest $(QUICK)

# The live edition: a folder that needs no server. APP=https://the.app/ leads into a full one.
site: .venv/runtime
	$(BIN)/python -m ui.live --out site --replace $(if $(APP),--app $(APP))

# Two processes, each with a browser and a server of its own; who has nothing left takes tests from
# the other. They keep two cores busy: a third one gains nothing there.
test: .venv/browser
	@echo "All tests: ten to fifteen minutes on two idle cores. Collecting them takes half a minute."
	$(BIN)/python -m pytest --numprocesses 2 --dist worksteal

# The package's tests with the oldest releases that it admits of what it needs: END=newest for these.
END ?= oldest
ranges: | .venv-$(END)/bin/pip
	.venv-$(END)/bin/python -m pip --disable-pip-version-check install --retries 0 --quiet packaging
	.venv-$(END)/bin/python deploy/ranges.py $(END) > .venv-$(END)/asked.txt
	.venv-$(END)/bin/python -m pip --disable-pip-version-check install --retries 0 --upgrade -r .venv-$(END)/asked.txt
	@# Annotations are checked by the other tests: old releases of jaxtyping come too late for that.
	.venv-$(END)/bin/python -m pytest -o addopts=--import-mode=importlib $(QUICK)

wheel: .venv/runtime
	$(BIN)/python -m pip --disable-pip-version-check wheel --no-deps --wheel-dir dist .

# All of a release but the push: make release VERSION=2.0.0
release: .venv/browser
	$(BIN)/python deploy/release.py $(VERSION)

# Replicas behind a real nginx, which must be installed.
test-deploy: .venv/browser
	$(BIN)/python -m pytest deploy

check: .venv/development
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/python -m ui.locales --check
	@$(MAKE) --no-print-directory check-scripts

# Where nobody looks on, what could not be checked is a failure.
check-scripts:
	@if command -v npm > /dev/null; then \
		$(MAKE) --no-print-directory node_modules/.installed && node_modules/.bin/biome check && node_modules/.bin/tsc; \
	else echo "The scripts were not checked: install Node.js, which brings npm." >&2; test -z "$$CI"; fi

messages: .venv/runtime
	$(BIN)/python -m ui.locales

bench: .venv/browser .venv/benchmarks
	@echo "Eight to fifteen minutes; each row of the first table is printed when it is there."
	$(BIN)/python -m benchmarks
	$(BIN)/python -m benchmarks.edits
	$(BIN)/python -m benchmarks.visitors --visitors 50 --seconds 120

clean:
	rm -rf .venv .venv-oldest .venv-newest node_modules dist

node_modules/.installed: package.json
	@npm install --no-package-lock --no-audit --no-fund --silent --fetch-retries 0 || { \
		echo "Biome and TypeScript could not be had. Does npm reach its registry?" >&2; exit 1; }
	@touch $@

# Files below are stamps: they say that the requirements of that date are installed.
.venv/runtime: requirements.txt constraints.txt | $(BIN)/pip
	@echo "What the website needs is installed into .venv, once: a minute or two."
	@grep -E '^(--|torch)' requirements.txt > .venv/torch.txt
	@$(PIP) --quiet --dry-run --no-deps --report - -r .venv/torch.txt 2> /dev/null \
		| $(BIN)/python deploy/torch_size.py
	@$(PIP) -r requirements.txt || { echo "What the website needs could not be had. Is there a network," \
		"and does it reach the package index that pip uses (pip config list)?" >&2; exit 1; }
	@touch $@

.venv/development: requirements-dev.txt .venv/runtime
	@echo "What tests and lint need is installed into .venv, once."
	$(PIP) --quiet -r requirements-dev.txt
	@touch $@

.venv/benchmarks: requirements-bench.txt .venv/development
	$(PIP) --quiet -r requirements-bench.txt
	@touch $@

.venv/browser: tests/chromium.py .venv/development
	$(BIN)/python -m tests.chromium
	@touch $@

.venv/bin/pip .venv-$(END)/bin/pip:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
		echo "Python 3.11 or newer is needed. Name one: make PYTHON=python3.12" >&2; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' || { \
		echo "Python's venv is missing. On Debian or Ubuntu: apt install python3-venv" >&2; exit 1; }
	@echo "Making an environment of Python's own in $(@:/bin/pip=) ..."
	@$(PYTHON) -m venv $(@:/bin/pip=)

.PHONY: run develop site quick test test-deploy ranges wheel release check check-scripts messages bench clean
