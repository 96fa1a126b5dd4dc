//! Layouts that only a descriptor says.

use bytes::Bytes;
use formwork_export::{descriptor, xsd};
use formwork_schema::{Layout, Value, walk};
use formwork_text::{
    dump::{self, DumpOptions, Select},
    json, xml,
};

use crate::xmllint;

fn layout(inside: &str) -> Layout {
    let head = "<layout formwork=\"2\" format=\"test.loaded\" recognised=\"on request\">";
    descriptor::parse(&format!("{head}{inside}</layout>")).expect("a descriptor")
}

fn value(layout: &Layout, file: &[u8]) -> Value {
    Value::read(layout, &Bytes::copy_from_slice(file)).expect("reads")
}

fn as_json(layout: &Layout, file: &[u8]) -> String {
    let mut out = Vec::new();
    json::print(layout, &value(layout, file), b"", &mut out).expect("prints");
    String::from_utf8(out).expect("text")
}

/// Asks that a file comes back from its tree and its texts, and that its XML is valid.
fn comes_back(inside: &str, file: &[u8]) {
    let layout = layout(inside);
    let tree = value(&layout, file);
    assert_eq!(tree.write(&layout).expect("writes"), file);
    let mut text = Vec::new();
    xml::print(&layout, &tree, b"", &mut text).expect("prints");
    let text = String::from_utf8(text).expect("text");
    assert_eq!(
        xml::encode(&layout, &text).expect("encodes"),
        file,
        "{text}"
    );
    if let Some(xmllint) = xmllint::find() {
        xmllint.validate(inside, &xsd::print(&layout), &text);
    }
}

const CONTENT: &str = "<struct name=\"C\"><blob name=\"b\" count=\"to end\"/></struct>";

#[test]
fn every_size_of_a_value_is_put_down() {
    let inside = format!(
        "<struct name=\"A\"><count name=\"n\" type=\"u8\" of=\"l\"/><count name=\"m\" type=\"u16\" of=\"l\" plus=\"1\"/>\
         <assert that=\"m == n + 1\"/><field name=\"l\" type=\"C\" size=\"n\"/></struct>{CONTENT}"
    );
    comes_back(&inside, b"\x02\x03\0ab");
}

#[test]
fn a_sum_covers_a_size_that_had_no_bytes_yet() {
    let inside = format!(
        "<struct name=\"A\"><count name=\"n\" type=\"vle\" of=\"c\"/><field name=\"k\" type=\"u8\"/>\
         <field name=\"c\" type=\"C\" size=\"n\"/><field name=\"s\" type=\"u8\" checksum=\"sum8(n, k, c)\"/></struct>{CONTENT}"
    );
    comes_back(&inside, b"\x03\x07abc\x30");
    comes_back(&inside, b"\x03\x07abc\x31");
}

#[test]
fn sizes_that_wait_together_keep_their_places() {
    let inside = format!(
        "<struct name=\"A\"><count name=\"n\" type=\"vle\" of=\"c\"/><count name=\"m\" type=\"vle\" of=\"d\"/>\
         <field name=\"c\" type=\"C\" size=\"n\"/><field name=\"d\" type=\"C\" size=\"m\"/>\
         <field name=\"s\" type=\"u8\" checksum=\"sum8(n, m)\"/></struct>{CONTENT}"
    );
    comes_back(&inside, b"\x02\x03abwxy\x05");
    let long = [&b"\x80\x01\x00"[..], &[b'a'; 128], b"\x81"].concat();
    comes_back(&inside, &long);
}

#[test]
fn indices_are_names_in_the_encoding_of_the_list() {
    let inside = "<struct name=\"A\"><list name=\"bones\" type=\"Bone\" count=\"2\" item=\"bone\"/>\
                  <field name=\"root\" type=\"u8\" index_of=\"bones\"/></struct>\
                  <struct name=\"Bone\"><blob name=\"name\" charset=\"shift_jis\" count=\"4\"/></struct>";
    let layout = layout(inside);
    let file = b"\x83\x65\x83\x58arms\0";
    let text = as_json(&layout, file);
    assert!(text.contains("\"root\": \"テス\""), "{text}");
    let edited = text.replace("\"root\": \"テス\"", "\"root\": \"arms\"");
    assert_eq!(json::encode(&layout, &edited).expect("encodes")[8], 1);
    let edited = text.replace("テス", "アス");
    let bytes = json::encode(&layout, &edited).expect("encodes");
    assert_eq!(&bytes[..9], b"\x83\x41\x83\x58arms\0");
}

#[test]
fn characters_of_others_are_no_bytes_of_an_encoding() {
    let layout = layout(
        "<struct name=\"A\"><blob name=\"t\" charset=\"Shift_JIS\" count=\"to end\"/></struct>",
    );
    let text = as_json(&layout, b"a\\~");
    assert!(
        text.contains("a\\\\x5c~") || text.contains("a\\\\"),
        "{text}"
    );
    for other in ["¥", "‾", "−"] {
        let edited = format!(
            "{{\"formwork\":2,\"format\":\"test.loaded\",\"value\":{{\"t\":\"{other}\"}}}}"
        );
        let error = json::encode(&layout, &edited).expect_err("would be another character");
        assert!(
            error
                .to_string()
                .contains("has characters that shift_jis lacks"),
            "{error}"
        );
    }
}

#[test]
fn what_a_checksum_should_be_is_told_everywhere() {
    let layout = layout(
        "<struct name=\"A\"><field name=\"k\" type=\"u8\"/><field name=\"s\" type=\"u8\" checksum=\"sum8(k)\"/></struct>",
    );
    let file = b"\x05\x07";
    assert_eq!(walk::at(&layout, file, 1).expect("a value").right, Some(5));
    let selected = walk::select(&layout, file, "s").expect("a value");
    assert_eq!(selected.leaves[0].right, Some(5));
    for select in [Select::Whole, Select::Path("s".to_owned()), Select::At(1)] {
        let options = DumpOptions {
            select,
            ..DumpOptions::default()
        };
        let mut out = Vec::new();
        dump::dump(&layout, file, &options, &mut out).expect("prints");
        let text = String::from_utf8(out).expect("text");
        assert!(text.contains("0x7 should be 0x5"), "{text}");
        let mut out = Vec::new();
        dump::objects(&layout, file, &options, &mut out).expect("prints");
        let text = String::from_utf8(out).expect("text");
        assert!(text.contains("\"should_be\":5"), "{text}");
    }
}

const PAIR: &str =
    "<struct name=\"C\"><field name=\"x\" type=\"u8\"/><field name=\"y\" type=\"u8\"/></struct>";
const CHOICE: &str = "<struct name=\"E\"><variant name=\"a\" magic=\"A\" shape=\"unit\"/>\
                      <variant name=\"b\" magic=\"B\" shape=\"newtype\"><field name=\"0\" type=\"u8\"/></variant></struct>";
const FLAGS: &str = "<flags name=\"L\" repr=\"u8\"><flag name=\"A\" value=\"1\"/></flags>";
const BITS: &str = "<bits name=\"B\" repr=\"u8\"><part name=\"lo\" bits=\"4\"/><part name=\"hi\" bits=\"4\"/></bits>";

/// Asks it of a root with one field.
fn field_comes_back(field: &str, table: &str, file: &[u8]) {
    comes_back(
        &format!("<struct name=\"R\" endian=\"little\">{field}</struct>{table}"),
        file,
    );
}

#[test]
fn items_of_arrays_in_arrays_and_lists_have_no_name_of_their_own() {
    let cases: [(&str, &str, &[u8]); 7] = [
        ("C", PAIR, b"12345678"),
        ("E", CHOICE, b"AB\x01AA"),
        ("L", FLAGS, b"\x01\x00\x07\x01"),
        ("B", BITS, b"\x10\x00\xff\x01"),
        ("(string)", "", b"a\0\0b\0c\0"),
        ("(string[2])", "", b"a\0b\0\0\0\0\x01"),
        ("f32", "", b"\0\0\0\0\0\0\0\x01\0\0\0\x02\0\0\0\x03"),
    ];
    for (ty, table, file) in cases {
        let array = format!("<field name=\"f\" type=\"{ty}[2][2]\"/>");
        field_comes_back(&array, table, file);
        let rows = format!("<list name=\"rows\" item=\"row\" type=\"{ty}[2]\" count=\"2\"/>");
        field_comes_back(&rows, table, file);
        let unnamed = format!("<list name=\"rows\" type=\"{ty}[2][1]\" count=\"2\"/>");
        field_comes_back(&unnamed, table, file);
        // In an element of its own, since it may be absent.
        let wrapped = array.replace("/>", " when=\"1\"/>");
        field_comes_back(&wrapped, table, file);
    }
    let packed = "<packed name=\"rows\" item=\"row\" type=\"C[2]\" count=\"to end\"/>";
    field_comes_back(packed, PAIR, b"12345678");
    let cube = "<field name=\"cube\" type=\"C[2][1][2]\"/>";
    field_comes_back(cube, PAIR, b"12345678");
    let variant = format!(
        "<struct name=\"E\"><variant name=\"a\" magic=\"A\" shape=\"newtype\"><field name=\"0\" type=\"C[2][2]\"/></variant>\
         <variant name=\"b\" magic=\"B\" shape=\"fields\"><field name=\"f\" type=\"C[2][2]\"/></variant></struct>{PAIR}"
    );
    let pair = "<field name=\"f\" type=\"E\"/><field name=\"g\" type=\"E[1]\"/>";
    field_comes_back(pair, &variant, b"A12345678B12345678");
}

#[test]
fn vectors_keep_numbers_that_mean_nothing() {
    for style in ["vector", "tuple"] {
        let inside = format!(
            "<struct name=\"A\"><field name=\"p\" type=\"V\"/><list name=\"l\" type=\"V\" count=\"to end\"/></struct>\
             <struct name=\"V\" style=\"{style}\"><field name=\"unknown_x\" type=\"u8\"/><field name=\"y\" type=\"u8\"/></struct>"
        );
        comes_back(&inside, b"\0\x01\x02\x01\0\0");
        let text = as_json(&layout(&inside), b"\0\x01\x02\x01\0\0");
        serde_json::from_str::<serde_json::Value>(&text).expect("JSON");
    }
}

/// What encoding a JSON text under a layout is refused with.
fn refusal(inside: &str, value: &str) -> String {
    let text = format!("{{\"formwork\":2,\"format\":\"test.loaded\",\"value\":{value}}}");
    let error = json::encode(&layout(inside), &text).expect_err("contradicts the file");
    error.to_string()
}

#[test]
fn texts_that_contradict_the_finished_file_are_refused() {
    let left = "<field name=\"left\" type=\"remaining\" visible=\"false\"/>";
    let items = format!(
        "<struct name=\"A\"><list name=\"items\" item=\"item\" type=\"I\" count=\"until last == 1\"/><field name=\"sum\" type=\"u8\"/></struct>\
         <struct name=\"I\"><field name=\"value\" type=\"u8\"/>{left}<derived name=\"last\" is=\"left == 1 || value == 9\"/></struct>"
    );
    comes_back(&items, b"\x01\x02\x03");
    assert_eq!(
        refusal(
            &items,
            "{\"items\":[{\"value\":9},{\"value\":1}],\"sum\":1}"
        ),
        "invalid: items at line 1, column 55: has 2 items, but would read back with 1, which depends on `until last == 1`; \
         change what that condition asks for"
    );
    let variants = format!(
        "<struct name=\"A\"><list name=\"items\" item=\"item\" type=\"I\" count=\"to end\"/></struct>\
         <struct name=\"I\">{left}<field name=\"data\" type=\"D\" args=\"left\"/></struct>\
         <struct name=\"D\" params=\"left\">\
         <variant name=\"two\" when=\"left > 3\" shape=\"fields\"><field name=\"a\" type=\"u8\"/><field name=\"b\" type=\"u8\"/></variant>\
         <variant name=\"one\" shape=\"newtype\"><field name=\"0\" type=\"u8\"/></variant></struct>"
    );
    comes_back(&variants, b"\x01\x02\x03\x04\x05");
    assert_eq!(
        refusal(
            &variants,
            "{\"items\":[{\"data\":{\"one\":1}},{\"data\":{\"one\":2}},{\"data\":{\"one\":3}},{\"data\":{\"one\":4}}]}"
        ),
        "invalid: items[0].data at line 1, column 71: is `one`, but would read back as `two`, which depends on `left > 3`; \
         change what that condition asks for"
    );
    let lengths = format!(
        "<struct name=\"A\">{left}<blob name=\"half\" count=\"left / 2\"/><blob name=\"rest\" count=\"to end\"/></struct>"
    );
    comes_back(&lengths, b"abcde");
    assert_eq!(
        refusal(&lengths, "{\"half\":\"YQ==\",\"rest\":\"YmNkZQ==\"}"),
        "invalid: half at line 1, column 54: has 1 byte, but would read back with 2, which depends on `left / 2`; \
         change what that condition asks for"
    );
}

#[test]
fn a_size_is_known_behind_its_value() {
    let inside = format!(
        "<struct name=\"A\"><list name=\"parts\" item=\"part\" type=\"P\" count=\"to end\"/></struct>\
         <struct name=\"P\"><count name=\"n\" type=\"u8\" of=\"c\"/><field name=\"c\" type=\"C\" size=\"n\" pad_after=\"n % 2\"/>\
         <field name=\"more\" type=\"u16\" big_if=\"n > 2\"/></struct>{CONTENT}"
    );
    comes_back(&inside, b"\x03abc\0\0\x01\x02ab\x01\0\0\x02\0");
    let optional = format!(
        "<struct name=\"A\"><count name=\"n\" type=\"vle\" of=\"c\"/><field name=\"c\" type=\"C\" size=\"n\" when=\"n > 0\"/></struct>{CONTENT}"
    );
    comes_back(&optional, b"\0");
    comes_back(&optional, b"\x01a");
}
