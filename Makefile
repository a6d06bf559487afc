# Needs only Python 3.11, make and the package registries. `make run` and `make test` set up .venv.
PYTHON ?= python3
BIN := .venv/bin
# Python compiles a module when it is first imported; compiling every file of every package takes half of the set-up's time.
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check --no-compile
# Matrices are small, so BLAS threads would only wait for each other.
export OPENBLAS_NUM_THREADS ?= 1
# Tests start the program hundreds of times: without kept bytecode, each start would compile it again (half a second).
unexport PYTHONDONTWRITEBYTECODE

# Tests wait for disks, databases and processes: three workers, and one for the pages, keep two cores busy (tests/forked.py).
WORKERS := --forks 3
REPORTS := .pytest_cache/reports

.PHONY: run test tidy check chromium nightly bench bench-simulation transcripts findings pictures pictures-pages speed-pages types clean

run: .venv/installed
	@echo "houseway: starting a pit with a practice table of every game; open its address in a browser (houseway play: a table in the terminal)"
	@$(BIN)/houseway serve --quiet

# The types are checked at the same time as the rest. Rewriting every assert to show its values would make collecting take half as long
# again: failed tests are run once more for that.
test: tidy chromium
	@echo "houseway: running the tests on two cores, with mypy --strict at the same time (its report comes last)"
	@mkdir -p $(REPORTS); $(BIN)/mypy >$(REPORTS)/types 2>&1 & types=$$!; \
		$(BIN)/python -m pytest $(WORKERS) --assert=plain; tests=$$?; \
		wait $$types; types=$$?; echo "houseway: mypy --strict"; cat $(REPORTS)/types; \
		test $$tests = 0 || { echo "houseway: failed tests once more, with their values; the result stays the same"; \
			$(BIN)/python -m pytest --last-failed --last-failed-no-failures none; }; \
		test $$tests$$types = 00

# The tests of the pages drive Debian's Chromium: best its headless shell, which needs half the processor time. Without either, and where
# neither may be installed, they are skipped and say so.
chromium:
	@command -v chromium-headless-shell >/dev/null || test -n "$$HOUSEWAY_CHROMIUM" || { test "$$(id -u)" = 0 && command -v apt-get >/dev/null \
		&& echo "houseway: installing chromium for the tests of the pages" && apt-get -qq update \
		&& { apt-get -qq -y install chromium-headless-shell || apt-get -qq -y install chromium; } >/dev/null 2>&1; } \
		|| command -v chromium >/dev/null \
		|| echo "houseway: THE PAGES WILL NOT BE TESTED: there is no chromium, and it cannot be installed here (it needs root and apt-get)"

tidy: .venv/installed
	@echo "houseway: ruff"
	@$(BIN)/ruff format --check src tests benchmarks
	@$(BIN)/ruff check src tests benchmarks

check: tidy
	@echo "houseway: mypy --strict"
	@$(BIN)/mypy

nightly: check chromium
	@echo "houseway: running all tests, including the slow ones"
	@$(BIN)/python -m pytest $(WORKERS) -m "nightly or not nightly"
	@echo "houseway: searching for examples of paragraphs again; nothing is written, a better one fails"
	@$(BIN)/python -m houseway.questions.find_examples check

bench-simulation: .venv/peers
	@echo "houseway: measuring the simulator on one core; the table of ratios comes last"
	@$(BIN)/python -m pytest benchmarks -o addopts="-q --import-mode=importlib" -p no:cacheprovider \
		--benchmark-timer=time.process_time --benchmark-disable-gc --benchmark-columns=min,median,rounds --benchmark-sort=fullname \
		-rs $(if $(ROWS),-k "test_speed and ($(ROWS))")

bench: .venv/installed
	@$(BIN)/python benchmarks/starting.py
	@$(BIN)/python benchmarks/blackjack.py
	@$(BIN)/python benchmarks/tables.py

transcripts: .venv/installed
	@echo "houseway: rewriting the golden transcripts, counts and docs/fields.md; review them with git diff"
	@HOUSEWAY_REWRITE=1 $(BIN)/python -m pytest tests/transcripts tests/counts tests/unit/test_fields_listed.py tests/unit/test_three_texts.py

findings: .venv/installed
	@echo "houseway: writing docs/findings.md; some minutes the first time"
	@$(BIN)/python benchmarks/findings.py

pictures-pages: .venv/installed chromium
	@echo "houseway: making the pictures of the pages for docs/pages.md (PAGES='odds replay': only these); look at them before you keep them"
	@$(BIN)/python benchmarks/page_pictures.py $(PAGES)

speed-pages: .venv/installed chromium
	@echo "houseway: measuring the pages by the browser's own clock; the table is for docs/pages.md"
	@$(BIN)/python benchmarks/page_speed.py

types: .venv/installed
	@echo "houseway: tsc --checkJs over the pages (needs npm or tsc)"
	@$(BIN)/python -m pytest tests/pages/test_types.py -m nightly

pictures: .venv/installed
	@echo "houseway: making the pictures of papers in docs/pictures again; look at them, and at git diff --stat"
	@$(BIN)/python benchmarks/pictures.py

.venv/installed: pyproject.toml
	@echo "houseway: setting up .venv (needs the package registries once)"
	@test -x $(BIN)/python || $(PYTHON) -m venv .venv
	@$(PIP) --upgrade pip
	@$(PIP) --editable '.[dev]'
	@touch $@

# The peers that the benchmarks of the simulator measure against. No test needs them.
.venv/peers: .venv/installed
	@echo "houseway: installing the simulators to compare with"
	@$(PIP) --editable '.[bench]'
	@touch $@

clean:
	rm -rf .venv .pytest_cache .mypy_cache .ruff_cache .hypothesis
