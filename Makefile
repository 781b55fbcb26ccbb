# Builds the engine; `make EXE=name` puts it in this folder under that name, as engine testing frameworks expect.
# The last line of `./name bench` is then `NODES nodes NPS nps`.

EXE ?= griffon
PREFIX ?= $(HOME)/.local
CARGO ?= cargo

ifeq ($(OS),Windows_NT)
	SUFFIX := .exe
endif

.PHONY: all install uninstall deb test bench clean

all:
	$(CARGO) rustc --release --bin griffon -- -C target-cpu=native --emit link="$(EXE)$(SUFFIX)"

install:
	$(CARGO) run --release -- install --prefix "$(PREFIX)"

uninstall:
	$(CARGO) run --release -- install --prefix "$(PREFIX)" --uninstall

# Debian package `target/debian/griffon_*.deb` for machines with SSE4.2 and POPCNT; needs `cargo install cargo-deb`.
deb: export RUSTFLAGS = -C target-cpu=x86-64-v2
deb:
	$(CARGO) build --release
	rm -rf target/package
	"$(or $(CARGO_TARGET_DIR),target)/release/griffon" install --root target/package --prefix /usr
	# Debian installs games in /usr/games.
	sed -i 's,^/usr/bin/,/usr/games/,' target/package/usr/share/games/plugins/xboard/griffon.eng
	$(CARGO) deb --no-build --strip

test:
	tests/run.sh

bench:
	$(CARGO) run --release -- bench

clean:
	$(CARGO) clean
