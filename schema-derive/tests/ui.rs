//! The messages that people see: one mistake per file, under the tokens that it is about.
//!
//! Some cases say `#[rustfmt::binrw]`: an attribute of a tool, which does nothing, so that binrw's own complaints
//! do not hide ours.

use std::{fs, path::Path};

/// Cases with several mistakes, on purpose.
const SEVERAL_MISTAKES: [&str; 32] = [
    "bits",
    "bytes_compared",
    "checksums",
    "column_of_another_type",
    "directive_that_cannot_be_described",
    "directives_on_the_reader",
    "document_variant_with_fields",
    "index_of_a_vec",
    "inside_of_an_option",
    "document_child_without_wrapper",
    "document_default_that_is_computed",
    "document_root_without_title",
    "document_two_roles",
    "document_unknown_key",
    "document_without_docs",
    "document_without_unknown",
    "document_wrong_truth",
    "each_in_a_condition",
    "file_length",
    "float_in_condition",
    "key_given_twice",
    "late_values",
    "many_mistakes",
    "missing_docs",
    "number_elsewhere",
    "order_of_a_struct",
    // One for each part.
    "part_called_as_a_method",
    "padded_text",
    // Of the writer and of the check.
    "size_of_a_value_with_arguments",
    "unknown_key_of_binrw",
    "value_that_trees_have",
    "variant_for_the_rest",
];

/// Cases where our message comes first, and others complain as well: `#[binrw]`, which stands below the derive and
/// sees the same struct, and the compiler about `Packed` itself.
const OTHERS_COMPLAIN_TOO: [&str; 14] = [
    "args_of_items_without_inner",
    "bool_field",
    "char_field",
    "generic_record",
    "import_without_type",
    "lifetime_parameter",
    "list_of_lists",
    "map_field",
    "number_of_an_enum_without_a_type",
    "packed_without_record",
    "reference_field",
    "type_parameter",
    "union",
    "usize_field",
];

/// The case where binrw complains first: whose `String` it is, the derive cannot tell, and the compiler asks for `Schema` last.
const OTHERS_COMPLAIN_FIRST: &str = "string_field";

#[test]
fn mistakes_are_explained() {
    // Those alone: beside cases that must pass, each is compiled by itself, and all that they need is built and not only checked.
    trybuild::TestCases::new().compile_fail("tests/ui/*.rs");
}

#[test]
fn one_mistake_is_one_error() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/ui");
    for entry in fs::read_dir(folder).expect("the cases exist").flatten() {
        let path = entry.path();
        if path
            .extension()
            .is_none_or(|extension| extension != "stderr")
        {
            continue;
        }
        let name = path
            .file_stem()
            .and_then(|name| name.to_str())
            .unwrap_or_default();
        let text = fs::read_to_string(&path).expect("a text");
        let errors: Vec<&str> = text
            .lines()
            .filter(|line| line.starts_with("error"))
            .collect();
        if name == OTHERS_COMPLAIN_FIRST {
            let last = errors.last().copied().unwrap_or_default();
            assert!(last.contains("has no `Schema`"), "{name}: {errors:#?}");
        } else if OTHERS_COMPLAIN_TOO.contains(&name) {
            let ours = !errors[0].contains("BinRead") && !errors[0].contains("BinWrite");
            assert!(ours, "{name}: our message must come first: {errors:#?}");
        } else {
            let several = errors.len() > 1;
            assert_eq!(
                several,
                SEVERAL_MISTAKES.contains(&name),
                "{name}: {errors:#?}"
            );
        }
    }
}
