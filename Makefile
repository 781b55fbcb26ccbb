# Builds the engine; `make EXE=name` puts it in this folder under that name, as engine testing frameworks expect.
# The last line of `./name bench` is then `NODES nodes NPS nps`.

EXE ?= griffon
PREFIX ?= $(HOME)/.local
CARGO ?= cargo

ifeq ($(OS),Windows_NT)
	SUFFIX := .exe
endif

.PHONY: all install uninstall deb dist test bench clean

all:
	$(CARGO) rustc --release --bin griffon -- -C target-cpu=native --emit link="$(EXE)$(SUFFIX)"

install:
	$(CARGO) run --release -- install --prefix "$(PREFIX)"

uninstall:
	$(CARGO) run --release -- install --prefix "$(PREFIX)" --uninstall

# Debian package `target/debian/griffon_*.deb` for machines with SSE4.2 and POPCNT.
deb:
	assets/release/deb.sh

# Archives of a release in `target/dist`: Linux and Windows.
dist:
	assets/release/build.sh

test:
	tests/run.sh

bench:
	$(CARGO) run --release -- bench

clean:
	$(CARGO) clean
