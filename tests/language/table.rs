//! `docs/language.md`: what the language says, and who follows it.

use std::{env, fmt::Write, fs, path::Path};

use super::{FEATURES, consumers::CONSUMERS};

/// Whether a directive of binrw is understood.
#[derive(Clone, Copy, PartialEq)]
enum Read {
    Yes,
    Partly(&'static str),
    No(&'static str),
}

/// The directives that users of binrw write most, by the number of types that do: whether they are understood, and the file with a
/// test of it.
const DIRECTIVES: &[(&str, Read, &str)] = &[
    (
        "parse_with",
        Read::Partly(
            "`until_eof`, `sized`, `filling`, `until`, `read_checksum`, `read_file_length`, and `reserving` beside `count`; functions of one's own hide what is stored",
        ),
        "tests/language/regions.rs",
    ),
    ("count", Read::Yes, "tests/language/arrays.rs"),
    (
        "pre_assert",
        Read::Partly("on variants of an enum, which it chooses"),
        "schema-derive/tests/variants.rs",
    ),
    ("args", Read::Yes, "tests/language/orders.rs"),
    ("import", Read::Yes, "tests/language/orders.rs"),
    ("temp", Read::Yes, "tests/language/regions.rs"),
    (
        "calc",
        Read::Partly(
            "with `bw(ignore)`, of a number that follows from others, in trees or `temp`; and the count or size of a field",
        ),
        "tests/language/kept.rs",
    ),
    (
        "map",
        Read::No(
            "a type with a `Schema` says what is stored: `flags!`, `enums!`, `bits!`, `Bool`, `F16`",
        ),
        "schema-derive/tests/ui/directive_that_cannot_be_described.rs",
    ),
    ("magic", Read::Yes, "tests/language/orders.rs"),
    (
        "offset",
        Read::No(
            "places are not said yet; a number elsewhere is looked up with `seek_before` and `restore_position`",
        ),
        "schema-derive/tests/ui/offset_of_a_field.rs",
    ),
    (
        "ignore",
        Read::Partly("on writing, of what is calculated while reading"),
        "tests/language/expressions.rs",
    ),
    ("repr", Read::Yes, "tests/language/repr.rs"),
    ("if", Read::Yes, "tests/language/expressions.rs"),
    (
        "seek_before",
        Read::Partly("with `restore_position`, of a whole number that is looked up"),
        "schema-derive/tests/ui/number_elsewhere.rs",
    ),
    (
        "restore_position",
        Read::Partly("with `seek_before`"),
        "schema-derive/tests/ui/number_elsewhere.rs",
    ),
    ("assert", Read::Yes, "tests/language/expressions.rs"),
    ("import_raw", Read::Yes, "tests/language/orders.rs"),
    ("args_raw", Read::Yes, "tests/language/orders.rs"),
    (
        "try_calc",
        Read::Partly("of `count(list)` and `size(value)`, and `plus` a constant"),
        "tests/language/regions.rs",
    ),
    (
        "write_with",
        Read::Partly("`write_checksum` and `write_file_length`, of what follows from the rest"),
        "tests/language/checksums.rs",
    ),
    ("pad_after", Read::Yes, "tests/language/regions.rs"),
    ("pad_before", Read::Yes, "tests/language/regions.rs"),
    (
        "stream",
        Read::No(
            "`sized(n)` and `filling(n)` read what has so many bytes, `Remaining` is how many are left",
        ),
        READER,
    ),
    ("big", Read::Yes, "tests/language/regions.rs"),
    ("little", Read::Yes, "tests/language/numbers.rs"),
    ("pad_size_to", Read::Yes, "tests/language/regions.rs"),
    (
        "map_stream",
        Read::No("`sized(n)` reads a value of so many bytes, `filling(n)` a list"),
        READER,
    ),
    (
        "try",
        Read::No("it hides what is wrong with a file; `if(…)` says when a field is there"),
        READER,
    ),
    (
        "try_map",
        Read::No("as `map`; an `enum` with `repr` takes only the numbers it names"),
        READER,
    ),
    ("align_before", Read::Yes, "tests/language/regions.rs"),
    ("align_after", Read::Yes, "tests/language/regions.rs"),
    ("is_big", Read::Yes, "tests/language/orders.rs"),
];

/// Directives that work on the reader, or on what was read.
const READER: &str = "schema-derive/tests/ui/directives_on_the_reader.rs";

fn page() -> String {
    let mut page = String::from(
        "# The schema language, and who follows it\n\n\
         Each row is a feature; `tests/language` has a small format that needs it. Each of these consumers is asked about each of \
         its files, and the test fails where one of them does not follow:\n\n",
    );
    for consumer in CONSUMERS {
        let _ = writeln!(page, "- {consumer}");
    }
    page.push_str("\n| feature | spelled | followed by |\n|---|---|---|\n");
    for feature in FEATURES {
        let asked = (feature.ask)();
        let follows = asked.iter().filter(|(_, outcome)| outcome.is_ok()).count();
        let all = if follows == CONSUMERS.len() {
            "all".to_owned()
        } else {
            format!("{follows} of {}", CONSUMERS.len())
        };
        let (name, spelled) = (feature.name, feature.spelled.replace('|', "\\|"));
        let _ = writeln!(page, "| {name} | {spelled} | {all} |");
    }
    page.push_str(
        "\nWhat binrw pads and aligns is zero: a file with other bytes there is refused by both readers, since trees would lose \
         them. Where files have them, `Padding<3>` and `Aligned<4>` keep them. Alignment counts from the start of the file.\n\n\
         ## Directives of binrw\n\n\
         What a schema may say of what users of binrw write most, and the file with a test of it. Everything else is refused \
         with what to write in its place.\n\n\
         | directive | understood | test |\n|---|---|---|\n",
    );
    for (directive, read, test) in DIRECTIVES {
        let understood = match read {
            Read::Yes => "yes".to_owned(),
            Read::Partly(how) => format!("partly: {how}"),
            Read::No(why) => format!("no: {why}"),
        };
        let _ = writeln!(page, "| `{directive}` | {understood} | `{test}` |");
    }
    page
}

#[test]
fn the_page_is_true() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/language.md");
    let page = page();
    if env::var_os("UPDATE_README").is_some() {
        fs::write(&path, &page).expect("docs can be written");
    }
    let kept = fs::read_to_string(&path).unwrap_or_default();
    assert!(
        kept == page,
        "docs/language.md: UPDATE_README=1 writes it anew"
    );
}

#[test]
fn every_directive_has_its_test() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    for (directive, _, test) in DIRECTIVES {
        let text = fs::read_to_string(root.join(test));
        let text = text.unwrap_or_else(|error| panic!("{test}: {error}"));
        assert!(
            text.contains(directive),
            "{test} says nothing of `{directive}`"
        );
    }
}
