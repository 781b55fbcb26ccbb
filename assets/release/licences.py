#!/usr/bin/env python3
"""Prints the licences of the libraries in the program, with their texts.

  licences.py TARGET

TARGET is Rust's name of the system, such as x86_64-unknown-linux-gnu.
"""

import json
import pathlib
import re
import subprocess
import sys

NAMES = re.compile(r"(licen[cs]e|copying|unlicense|notice|copyright)", re.IGNORECASE)
HEAD = """Libraries in Griffon
====================

Griffon itself is licensed under MIT or Apache-2.0, at your option (LICENSE). The program contains these libraries, and
Rust's standard library (MIT or Apache-2.0, https://www.rust-lang.org). On Windows it also contains the start-up code of
mingw-w64 (public domain and ZPL) and libgcc (GPL with the GCC Runtime Library Exception).
"""


def libraries(target):
    """Returns the packages that the program links, and their folders, sorted by name."""
    command = ["cargo", "metadata", "--format-version", "1", "--locked", "--filter-platform", target]
    found = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    packages = {package["id"]: package for package in found["packages"]}
    nodes = {node["id"]: node for node in found["resolve"]["nodes"]}
    root, linked, waiting = found["resolve"]["root"], set(), [found["resolve"]["root"]]
    while waiting:
        for dependency in nodes[waiting.pop()]["deps"]:
            kinds = [kind["kind"] for kind in dependency["dep_kinds"]]
            is_macro = any("proc-macro" in each["kind"] for each in packages[dependency["pkg"]]["targets"])
            if None in kinds and not is_macro and dependency["pkg"] not in linked:
                linked.add(dependency["pkg"])
                waiting.append(dependency["pkg"])
    linked.discard(root)
    return sorted((packages[each] for each in linked), key=lambda package: (package["name"], package["version"]))


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    print(HEAD)
    texts = {}
    for package in libraries(sys.argv[1]):
        title = f"{package['name']} {package['version']}"
        print(f"* {title}: {package['license'] or 'see below'} ({package['repository'] or 'crates.io'})")
        folder = pathlib.Path(package["manifest_path"]).parent
        for file in sorted(folder.iterdir()):
            if file.is_file() and NAMES.match(file.name):
                text = file.read_text(errors="replace").replace("\r\n", "\n").strip()
                texts.setdefault(text, []).append(f"{title}, {file.name}")
    for text, users in texts.items():
        print("\n" + "-" * 80)
        print("\n".join(users) + "\n")
        print(text)


if __name__ == "__main__":
    main()
