#!/usr/bin/env python3
"""How many of Kaitai's formats the schema language could say: `python3 tests/kaitai.py TABLE.md`.

The table has a row for each format: its name, a step, what it needs (words separated by blanks), and more. A format could be
said when all that it needs is; nothing is imported. docs/language.md says what the words on the right mean.
"""

import collections
import pathlib
import re
import sys

# What says it, or None where nothing does yet.
SAID = {
    "calc": "br(calc = …)",
    "endian-dyn": "is_big",
    "enum-signed": "brw(repr = i8)",
    "import": "another struct",
    "len": "len(list)",
    "list-of-blobs": "a list of structs with a blob",
    "magic-anywhere": "brw(magic = …) on a field",
    "ops": "operators",
    "parent": "import and args",
    "path": "header.count",
    "region": "sized, filling",
    "root": "import and args",
    "sizeof": "a constant, size(value)",
    "until": "until",
    "valid": "br(assert(…))",
    "str-sized": "Text",
    "strz-sized": "Padded",
    "encoding": "Text",
    "term": "Ended",
    # A mark that belongs to its string, or may be missing.
    "term-kept": "Kept",
    # A mark that stays for what follows.
    "term-left": "Left",
    "bits": "bits!",
    # Items of whole bytes.
    "bits-list": "a list of bits!",
    # Places.
    "pos": None,
    "io": None,
    "io-val": None,
    "inst-nopos": None,
    # Values that are no whole numbers.
    "float": None,
    # Texts of a constant size that are compared with as many bytes.
    "bytes-cmp": "name == *b\"fmt \"",
    # All others.
    "text-cmp": None,
    "text-ops": None,
    "switch-bytes": "pre_assert(name == *b\"fmt \")",
    "switch-text": None,
    "to_i": None,
    "cast": None,
    "list-lit": None,
    "list-ops": None,
    # Items by their number; those of a list before by the place of the item at hand are `item(&values)`.
    "index": None,
    "index-var": "index()",
    # More than numbers and columns handed down.
    "param-struct": None,
    "param-list": None,
    "param-text": None,
    "param-io": None,
    "custom-parent": None,
    "process": None,
    "process-custom": None,
    "opaque": None,
}


KEPT = re.compile(r"^\s*(include: true|eos-error: false)", re.MULTILINE)
LEFT = re.compile(r"^\s*consume: false", re.MULTILINE)
FIELD = re.compile(r"^\s*- id: (\w+)$(.*?)(?=^\s*- id: |\Z)", re.MULTILINE | re.DOTALL)
SIZE = re.compile(r"^\s*size: (\d+)\s*$", re.MULTILINE)
CASE = re.compile(r"""^\s*(?:'"([^"]*)"'|"'([^']*)'")\s*:""", re.MULTILINE)
COMPARED = re.compile(r"""([A-Za-z_][\w.]*)\s*(==|!=|<=?|>=?)\s*(?:"([^"]*)"|'([^']*)')""")
VALID = re.compile(r"""(?:valid|eq): ['"]["']""")
MOST = 16
INDEX = re.compile(r"[A-Za-z_)]\[([^\]]*)\]")


def sizes(text):
    """The names of the fields that have a constant number of bytes, and how many."""
    found = collections.defaultdict(set)
    for name, rest in FIELD.findall(text):
        size = SIZE.search(rest.split("\ntypes:")[0])
        found[name].add(int(size[1]) if size else None)
    return {name: sizes.pop() for name, sizes in found.items() if len(sizes) == 1}


def fits(known, name, literal):
    """Whether a literal is all bytes of a field, and no more than an expression compares."""
    size = len(literal.encode())
    return size <= MOST and known.get(name.rpartition(".")[2]) == size


def switches_on_bytes(text):
    """Whether every text that a format switches on has the size of its field."""
    known = sizes(text)
    blocks = [block.partition("\n") for block in text.split("switch-on: ")[1:]]
    cases = [(on.strip(), a or b) for on, _, rest in blocks for a, b in CASE.findall(rest)]
    return bool(cases) and all(fits(known, on, literal) for on, literal in cases)


def compares_bytes(text):
    """Whether every text that a format compares has the size of what it is compared with."""
    known = sizes(text)
    found = COMPARED.findall(text)
    is_equality = all(op in ("==", "!=") for _, op, _, _ in found)
    all_fit = all(fits(known, name, a or b) for name, _, a, b in found)
    return bool(found) and is_equality and all_fit and not VALID.search(text)


def formats(path):
    """The formats under each heading, with what they need. What marks and indices do is said in the formats, where they stand beside the table."""
    folder = pathlib.Path(path).parent
    texts = {file.stem: file.read_text(encoding="utf-8") for file in folder.rglob("*.ksy")}
    tables, title = {}, None
    with open(path, encoding="utf-8") as lines:
        for line in lines:
            if line.startswith("## "):
                title = line[3:].strip()
            cells = [cell.strip() for cell in line.split("|")]
            if len(cells) > 4 and cells[1] not in ("file", "---"):
                needs = set(cells[3].split())
                text = texts.get(cells[1].rpartition("/")[2], "")
                if "term" in needs and KEPT.search(text):
                    needs.add("term-kept")
                if "term" in needs and LEFT.search(text):
                    needs.add("term-left")
                if "switch-text" in needs and switches_on_bytes(text):
                    needs ^= {"switch-text", "switch-bytes"}
                if "text-cmp" in needs and compares_bytes(text):
                    needs ^= {"text-cmp", "bytes-cmp"}
                if set(INDEX.findall(text)) == {"_index"}:
                    needs.discard("index")
                tables.setdefault(title, {})[cells[1]] = needs
    return tables


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    for title, needs in formats(sys.argv[1]).items():
        unknown = set().union(*needs.values()) - SAID.keys()
        if unknown:
            sys.exit(f"{sys.argv[1]}: what is {', '.join(sorted(unknown))}?")
        missing = {name: {need for need in wanted if not SAID[need]} for name, wanted in needs.items()}
        could = sum(not lack for lack in missing.values())
        print(f"{title}: {could} of {len(needs)} could be said")
        lacks = collections.Counter(need for lack in missing.values() for need in lack)
        alone = collections.Counter(next(iter(lack)) for lack in missing.values() if len(lack) == 1)
        for need, count in lacks.most_common(12):
            print(f"  {need}: {count} formats lack it, {alone[need]} nothing else")


if __name__ == "__main__":
    main()
