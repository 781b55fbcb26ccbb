# Builds the engine; `make EXE=name` leaves it in this folder under that name, as frameworks that test engines expect, and
# `./name bench` then ends with `NODES nodes NPS nps`.

EXE ?= griffon
PREFIX ?= $(HOME)/.local
CARGO ?= cargo

ifeq ($(OS),Windows_NT)
	SUFFIX := .exe
endif

.PHONY: all install uninstall test bench clean

all:
	$(CARGO) rustc --release --bin griffon -- -C target-cpu=native --emit link="$(EXE)$(SUFFIX)"

install:
	$(CARGO) run --release -- install --prefix "$(PREFIX)"

uninstall:
	$(CARGO) run --release -- install --prefix "$(PREFIX)" --uninstall

test:
	tests/run.sh

bench:
	$(CARGO) run --release -- bench

clean:
	$(CARGO) clean
