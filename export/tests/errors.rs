//! What is wrong with a descriptor is said where it is wrong.

use formwork_export::descriptor;

/// The error of a layout with this struct content behind line 2.
fn error(lines: &[&str]) -> String {
    let head = [
        "<layout formwork=\"1\" format=\"t\">",
        "<struct name=\"R\" params=\"p\">",
    ];
    whole(&[&head[..], lines, &["</struct>", "</layout>"]].concat())
}

fn whole(lines: &[&str]) -> String {
    descriptor::parse(&lines.join("\n"))
        .expect_err("an error")
        .to_string()
}

#[track_caller]
fn is(found: &str, expected: &str) {
    assert_eq!(found, format!("malformed: at line {expected}"));
}

#[test]
fn not_a_descriptor() {
    is(&whole(&[""]), "1, column 1: there is no `<layout>`");
    is(
        &whole(&["<a/>"]),
        "1, column 1: `<a>` is not a descriptor; its root is `<layout>`",
    );
    is(
        &whole(&["x <a/>"]),
        "1, column 1: text outside of the root element",
    );
    is(
        &whole(&["<a/>", "<b/>"]),
        "2, column 1: a second root element",
    );
    is(
        &whole(&["<a>", "  <b>"]),
        "2, column 6: the text ends inside `<b>`",
    );
    is(
        &whole(&["<!DOCTYPE layout [<!ENTITY a \"b\">]>"]),
        "1, column 1: a descriptor has no document type; remove the `<!DOCTYPE>`",
    );
    is(
        &whole(&["<layout/>"]),
        "1, column 1: `<layout>` needs the attribute `formwork`",
    );
    assert_eq!(
        whole(&["<layout formwork=\"3\" format=\"t\"/>"]),
        "unsupported: at line 1, column 9: descriptor version `3`; 1 and 2 are known",
    );
    is(
        &whole(&["<layout formwork=\"1\" format=\"t\"/>"]),
        "1, column 1: a layout needs a `<struct>`; the first is the root",
    );
    is(
        &whole(&["<layout formwork=\"1\" format=\"a b\"><struct name=\"R\"/></layout>"]),
        "1, column 22: `a b` is not a format id; names joined by dots, such as `urho3d.animation`",
    );
}

#[test]
fn deep_or_wide() {
    is(
        &whole(&[&"<a>".repeat(100_000)]),
        "1, column 25: elements nest deeper than 8",
    );
    let wide: String = (0..40).map(|n| format!(" a{n}=\"\"")).collect();
    is(
        &whole(&[&format!("<a{wide}/>")]),
        "1, column 218: more than 32 attributes",
    );
    let long = format!(
        "<field name=\"a\" type=\"u8\" when=\"{}\"/>",
        "1 + ".repeat(100_000)
    );
    is(
        &error(&[&long]),
        "3, column 27: an expression of more than 4096 bytes",
    );
    let chain = format!(
        "<field name=\"a\" type=\"u8\" when=\"{}b\"/>",
        "1+".repeat(2000)
    );
    is(
        &error(&[&chain]),
        "3, column 27: `when`: more than 256 operators",
    );
    let deep = format!(
        "<field name=\"a\" type=\"u8\" when=\"{}\"/>",
        "(".repeat(2000)
    );
    is(
        &error(&[&deep]),
        "3, column 27: `when`: nested deeper than 64 at character 65",
    );
}

#[test]
fn unknown_parts() {
    is(
        &error(&["<field name=\"a\" type=\"u8\" count=\"1\"/>"]),
        "3, column 27: `<field>` has no attribute `count`; it may have name, args, when, unit, endian, big_if, magic, size, pad_before, align_before, pad_to, pad_after, align_after, visible, index_of, type, nested, at, checksum, length_without",
    );
    is(
        &error(&["<field name=\"a\" type=\"u8\" name=\"b\"/>"]),
        "3, column 27: a second attribute `name`",
    );
    is(
        &error(&["<field name=\"a\" type=\"string\" at=\"4\" visible=\"false\"/>"]),
        "3, column 1: only a number can be looked up elsewhere",
    );
    is(
        &error(&["<field name=\"a\" type=\"u8\" at=\"4\"/>"]),
        "3, column 1: what is looked up elsewhere is not part of a tree; add `visible=\"false\"`",
    );
    is(
        &error(&[
            "<field name=\"a\" type=\"u8\"/>",
            "<count name=\"b\" type=\"u8\" of=\"c\"/>",
            "<list name=\"c\" type=\"u8\" count=\"b\" when=\"a == 1\"/>",
        ]),
        "4, column 27: `c` may not be there while this is not 0, which is lost then; give both the same `when`, or write `field` instead of `count`",
    );
    is(
        &error(&["<field name=\"a\" type=\"remaining\"/>"]),
        "3, column 1: what is known only while reading is not part of a tree; add `visible=\"false\"`",
    );
    is(
        &error(&[
            "<field name=\"a\" type=\"remaining\" visible=\"false\"/>",
            "<count name=\"b\" type=\"u8\" of=\"c\" when=\"a &gt; 2\"/>",
            "<list name=\"c\" type=\"u8\" count=\"b\"/>",
        ]),
        "4, column 34: `when` asks `a`, which only the finished file tells, and no tree has this field to show whether it is there: leave `visible` out, or write `field` instead of `count`",
    );
    is(
        &error(&["<row/>"]),
        "3, column 1: `<row>` cannot stand in `<struct>`; it may hold doc, assert, field, count, list, packed, blob, derived",
    );
    is(
        &error(&["<field name=\"a\" type=\"u8\"><doc/></field>"]),
        "3, column 27: `<doc>` cannot stand in `<field>`; it holds text only",
    );
    is(
        &error(&["<field name=\"a\" type=\"u8\"/>", "<doc/>"]),
        "4, column 1: `<doc>` must come first; join the texts",
    );
    is(
        &error(&["  text"]),
        "3, column 3: text in `<struct>`; put it into a `<doc>` or a comment",
    );
    is(
        &error(&["<doc>&nbsp;</doc>"]),
        "3, column 6: unknown entity `&nbsp;`; only amp, lt, gt, quot and apos are known",
    );
    is(
        &error(&["<doc>&#1;</doc>"]),
        "3, column 6: XML has no character U+0001",
    );
    is(
        &error(&["<field name=\"a\" type=\"Vec3\"/>"]),
        "3, column 17: there is no type `Vec3`; define a struct, flags, enum, bits, dialects or versions of that name",
    );
    is(
        &error(&["<field name=\"a\" type=\"u8\" endian=\"middle\"/>"]),
        "3, column 27: `endian` cannot be `middle`; one of little, big",
    );
    is(
        &error(&["<field name=\"2a\" type=\"u8\"/>"]),
        "3, column 8: `2a` is not a name; names are letters, digits and `_`, and begin with no digit",
    );
}

#[test]
fn names_twice() {
    let one = "<field name=\"a\" type=\"u8\"/>";
    is(&error(&[one, one]), "4, column 8: a second `a`");
    is(
        &error(&["<field name=\"p\" type=\"u8\"/>"]),
        "3, column 8: a second `p`",
    );
    let variant = "<variant name=\"a\" shape=\"unit\"/>";
    is(
        &error(&[variant, variant]),
        "4, column 10: a second variant `a`",
    );
    is(
        &error(&["</struct>", "<struct name=\"R\">"]),
        "4, column 9: a second struct `R`",
    );
    is(
        &error(&["</struct>", "<struct name=\"u8\">"]),
        "4, column 9: `u8` means something else already; give it another `id`, and name that in `type`",
    );
    let flags = [
        "</struct>",
        "<flags name=\"F\" repr=\"u8\">",
        "<flag name=\"A\" value=\"1\"/>",
        "<flag name=\"A\" value=\"2\"/>",
        "</flags>",
        "<struct name=\"S\">",
    ];
    is(&error(&flags), "6, column 7: a second `A`");
    is(
        &error(&[
            "<field name=\"a\" type=\"string[4]\"/>",
            "<field name=\"a_padding\" type=\"u8\"/>",
        ]),
        "3, column 1: `a_padding` is the padding of `a`; rename the other field",
    );
    is(
        &error(&["<blob name=\"trailing\" count=\"1\"/>"]),
        "3, column 1: `trailing` is the element of bytes after the end; rename the field or its `item`",
    );
}

#[test]
fn expressions() {
    let with = |when: &str| {
        error(&[
            "<field name=\"s\" type=\"string\"/>",
            "<list name=\"l\" type=\"u8\" count=\"2\"/>",
            &format!("<field name=\"a\" type=\"u8\" when=\"{when}\"/>"),
        ])
    };
    is(
        &with("1 +"),
        "5, column 27: `when`: expected a value at character 4",
    );
    is(
        &with("b"),
        "5, column 27: `when`: `b` is not a parameter and no field before this; known here: l, p, s",
    );
    is(
        &with("a"),
        "5, column 27: `when`: `a` is not a parameter and no field before this; known here: l, p, s",
    );
    is(&with("s"), "5, column 27: `when`: `s` is not a number");
    is(
        &with("l"),
        "5, column 27: `when`: `l` is a list, not a number; its length is `len(l)`",
    );
    is(&with("len(s)"), "5, column 27: `when`: `s` is not a list");
    is(
        &error(&[
            "<list name=\"l\" type=\"S\" count=\"2\" item=\"i\"/>",
            "<blob name=\"b\" count=\"sum(l, size)\"/>",
            "</struct>",
            "<struct name=\"S\">",
        ]),
        "4, column 16: `count`: `size` is not a field of `S`",
    );
    is(
        &error(&[
            "<field name=\"a\" type=\"S\"/>",
            "</struct>",
            "<struct name=\"S\" params=\"q\">",
        ]),
        "3, column 1: `S` takes 1 arguments, not 0",
    );
    is(
        &error(&["<field name=\"a\" type=\"u8\" args=\"1; 2\"/>"]),
        "3, column 27: `this type` takes 0 arguments, not 2",
    );
    is(
        &error(&["<variant name=\"a\" shape=\"unit\" when=\"q\"/>"]),
        "3, column 32: `when`: `q` is not a parameter and no field before this; known here: p",
    );
    is(
        &error(&["<assert that=\"1\"/>"]),
        "3, column 1: an `<assert>` with no field before it; it belongs to the field before it",
    );
}

#[test]
fn counts_and_lists() {
    is(
        &error(&["<list name=\"a\" type=\"u8\"/>"]),
        "3, column 1: `<list>` needs the attribute `count`; an expression, or `to end`",
    );
    is(
        &error(&["<count name=\"n\" type=\"u8\"/>"]),
        "3, column 1: `<count>` needs the attribute `of`",
    );
    is(
        &error(&["<count name=\"n\" type=\"u8\" of=\"l\"/>"]),
        "3, column 27: no list `l` follows this count",
    );
    is(
        &error(&[
            "<count name=\"n\" type=\"u8\" of=\"l\"/>",
            "<field name=\"l\" type=\"u8\"/>",
        ]),
        "3, column 27: `l` is not a list",
    );
    is(
        &error(&["<count name=\"n\" type=\"string\" of=\"l\"/>"]),
        "3, column 1: a count is a whole number",
    );
    is(
        &error(&["<list name=\"a\" type=\"remaining\" count=\"1\"/>"]),
        "3, column 1: items must have bytes",
    );
    for padding in ["padding[2]", "aligned[8]"] {
        is(
            &error(&[&format!(
                "<list name=\"a\" type=\"{padding}\" count=\"1\"/>"
            )]),
            "3, column 1: an item that is there only sometimes has no place in a list; put the padding in a struct",
        );
    }
    is(
        &error(&["<packed name=\"a\" type=\"string\" count=\"1\"/>"]),
        "3, column 1: the items of `a` differ in size: they are of variable length; make it a `<list>`",
    );
    is(
        &error(&[
            "<packed name=\"a\" type=\"S\" count=\"1\"/>",
            "</struct>",
            "<struct name=\"S\">",
            "<field name=\"b\" type=\"vle\"/>",
        ]),
        "3, column 1: the items of `a` differ in size: `b` of `S` has no fixed size; make it a `<list>`",
    );
    is(
        &error(&[
            "<packed name=\"a\" type=\"S\" nested=\"true\" count=\"1\"/>",
            "</struct>",
            "<struct name=\"S\">",
        ]),
        "3, column 1: the items of `a` differ in size: they are nested; make it a `<list>`",
    );
}

#[test]
fn structs_in_structs() {
    is(
        &error(&["<field name=\"a\" type=\"u8\" nested=\"true\"/>"]),
        "3, column 1: only structs can be nested",
    );
    is(
        &error(&["<field name=\"a\" type=\"R\" args=\"p\"/>"]),
        "3, column 1: `R` contains itself without end; mark this with nested=\"true\"",
    );
    is(
        &error(&[
            "<list name=\"a\" type=\"S\" count=\"2\" item=\"i\"/>",
            "</struct>",
            "<struct name=\"S\">",
            "<field name=\"r\" type=\"R\" args=\"1\"/>",
        ]),
        "6, column 1: `R` contains itself without end; mark this with nested=\"true\"",
    );
    let chain = (0..100_000).map(|n| {
        format!(
            "</struct><struct name=\"S{n}\"><field name=\"a\" type=\"S{}\"/>",
            n + 1
        )
    });
    let chain = format!(
        "<field name=\"a\" type=\"S0\"/>{}</struct><struct name=\"S100000\">",
        chain.collect::<String>()
    );
    assert!(error(&[&chain]).contains("structs inside structs, deeper than 64"));
    is(
        &error(&["</struct>", "<struct name=\"S\">"]),
        "4, column 1: nothing uses the struct `S`",
    );
    is(
        &error(&[
            "</struct>",
            "<enum name=\"E\" repr=\"u8\"/>",
            "<struct name=\"S\">",
        ])
        .replace("5, column 1: nothing uses the struct `S`", "ok"),
        "ok",
    );
    is(
        &whole(&[
            "<layout formwork=\"1\" format=\"t\"><struct name=\"R\"/>",
            "<enum name=\"E\" repr=\"u8\"/></layout>",
        ]),
        "2, column 1: nothing uses this table",
    );
    is(
        &error(&[
            "<field name=\"v\" type=\"V\"/>",
            "</struct>",
            "<struct name=\"V\" style=\"vector\">",
            "<field name=\"a\" type=\"string\"/>",
        ]),
        "6, column 1: `V` is a vector, but `a` is not a number",
    );
    is(
        &error(&[
            "<field name=\"v\" type=\"V\"/>",
            "</struct>",
            "<struct name=\"V\" style=\"vector\">",
        ]),
        "5, column 1: `V` is a vector of 0 numbers",
    );
}

#[test]
fn variants_and_tables() {
    is(
        &error(&["<variant name=\"a\"/>"]),
        "3, column 1: `<variant>` needs the attribute `shape`",
    );
    is(
        &error(&["<variant name=\"a\" shape=\"newtype\"/>"]),
        "3, column 1: a newtype variant has one field",
    );
    is(
        &error(&[
            "<variant name=\"a\" shape=\"newtype\"><field name=\"b\" type=\"u8\"/></variant>",
        ]),
        "3, column 42: the content of a newtype variant has no name; name it `0`",
    );
    is(
        &error(&["<variant name=\"a\" shape=\"unit\"><field name=\"b\" type=\"u8\"/></variant>"]),
        "3, column 1: a unit variant has no fields",
    );
    let table = |line: &str| {
        whole(&[
            "<layout formwork=\"1\" format=\"t\"><struct name=\"R\"/>",
            line,
            "</layout>",
        ])
    };
    is(
        &table("<flags name=\"F\" repr=\"f32\"/>"),
        "2, column 17: `repr` cannot be `f32`; one of u8, u16, u32, u64, i8, i16, i32, i64",
    );
    is(
        &table("<flags name=\"F\" repr=\"u8\"><flag name=\"A\" value=\"0x100\"/></flags>"),
        "2, column 42: `0x100` is not a whole number of at most 255",
    );
    is(
        &table("<versions name=\"V\"><magic bytes=\"0x4\" number=\"1\"/></versions>"),
        "2, column 27: `0x4` are not magic bytes; printable ASCII, or `0x` and two digits for each byte",
    );
    is(
        &table("<versions name=\"V\"><magic first=\"2\" last=\"1\"/></versions>"),
        "2, column 20: no number is between 2 and 1",
    );
    is(
        &table("<versions name=\"V\"><magic repr=\"u64\" first=\"1\" last=\"2\"/></versions>"),
        "2, column 27: `repr` cannot be `u64`; one of u8, u16, u32",
    );
    is(
        &table("<versions name=\"V\"><magic repr=\"u8\" first=\"1\" last=\"300\"/></versions>"),
        "2, column 47: `300` is not a whole number of at most 255",
    );
    is(
        &table("<versions name=\"V\"><magic repr=\"u8\" number=\"1\"/></versions>"),
        "2, column 27: `<magic>` has no attribute `repr`; it may have bytes, number",
    );
}

#[test]
fn how_files_are_recognised() {
    let layout = |said: &str, fields: &str| {
        let head = format!("<layout formwork=\"1\" format=\"t\"{said}>");
        let root = format!("<struct name=\"R\">{fields}</struct>");
        whole(&[&head, &root, "</layout>"])
    };
    let size = "<field name=\"size\" type=\"u8\"/>";
    is(
        &layout("", size),
        "2, column 1: nothing says how files of this layout are recognised; begin with a version or a magic, or say \
         `when` or `recognised` on the `<layout>`",
    );
    is(
        &layout(" recognised=\"by luck\"", size),
        "1, column 33: `recognised` cannot be `by luck`; one of by extension, on request",
    );
    is(
        &layout(" recognised=\"by extension\"", size),
        "1, column 1: files are recognised by their extension, and there is none; add `extensions`",
    );
    is(
        &layout(" recognised=\"on request\" when=\"size == 1\"", size),
        "1, column 57: a file is recognised by a condition, or only on request; leave one out",
    );
    let name = "<field name=\"name\" type=\"string\"/><field name=\"size\" type=\"u8\"/>";
    is(
        &layout(" when=\"size == 1\"", name),
        "1, column 33: `when`: `size` is not a whole number before the first list or text",
    );
    is(
        &layout(" when=\"1 == 1\"", size),
        "1, column 33: `when`: it holds for all files, or for none",
    );
    let flags = "<flags name=\"F\" repr=\"u8\"><flag name=\"A\" value=\"1\" since=\"x\"/></flags>";
    is(
        &layout(
            " recognised=\"on request\"",
            &format!("<field name=\"f\" type=\"F\"/></struct>{flags}<struct name=\"S\">"),
        ),
        "2, column 104: `x` is not a point of a version; a name and the number of the version, such as `SPEED:5`",
    );
}

#[test]
fn links_lead_somewhere() {
    let list = "<count name=\"n\" type=\"u8\" of=\"bones\"/><list name=\"bones\" type=\"u8\" count=\"n\"/>";
    let index = |of: &str| format!("<field name=\"x\" type=\"u8\" index_of=\"{of}\"/>");
    is(
        &error(&[list, &index("joints")]),
        "4, column 1: `joints` is not a list of the root struct",
    );
    is(
        &error(&[list, &index("the bones")]),
        "4, column 27: `the bones` is not a list; write the name of a list of the root struct, or `bones unless geometries.bone_mapping`",
    );
    let named = |by: &str, more: &str| {
        format!("<packed name=\"v\" type=\"u8\" count=\"1\" named_by=\"{by}\" {more}/>")
    };
    is(
        &error(&[list, &named("bones: a b", "words=\"c\"")]),
        "4, column 1: no list is `bones: a b`; name a list whose items are structs with these two fields",
    );
    is(
        &error(&[
            list,
            "<packed name=\"v\" type=\"u8\" count=\"1\" words=\"c\"/>",
        ]),
        "4, column 38: this belongs beside `named_by`",
    );
}

#[test]
fn parts_of_numbers() {
    let field = "<field name=\"f\" type=\"B\"/>";
    let of = |repr: &str, parts: &str| {
        let bits = format!("<bits name=\"B\" {repr}>{parts}</bits>");
        let named = "<enum name=\"E\" repr=\"u8\"/><enum name=\"C\" repr=\"u8\" closed=\"true\"/>";
        whole(&[
            "<layout formwork=\"2\" format=\"t\" recognised=\"on request\">",
            "<struct name=\"R\">",
            field,
            "</struct>",
            &bits,
            named,
            "</layout>",
        ])
    };
    for (repr, parts, said) in [
        (
            "repr=\"u8\"",
            "<part bits=\"7\"/>",
            "its parts take 7 bits of 8",
        ),
        (
            "repr=\"i8\"",
            "<part bits=\"8\"/>",
            "the whole number has no sign",
        ),
        ("repr=\"u8\" first=\"left\"", "<part bits=\"8\"/>", "`left`"),
        (
            "repr=\"u8\"",
            "<part bits=\"0\"/><part bits=\"8\"/>",
            "takes 1 to 8 bits, not 0",
        ),
        ("repr=\"u8\"", "<part bits=\"9\"/>", "at most 8"),
        (
            "repr=\"u16\"",
            "<part bits=\"16\" type=\"u8\"/>",
            "takes 1 to 8 bits, not 16",
        ),
        (
            "repr=\"u8\"",
            "<part name=\"_a\" bits=\"8\"/>",
            "`_a` is not a name",
        ),
        (
            "repr=\"u8\"",
            "<part name=\"a\" bits=\"8\" type=\"f32\"/>",
            "`f32` is no type of a part",
        ),
        (
            "repr=\"u8\"",
            "<part name=\"a\" bits=\"8\" type=\"C\"/>",
            "`C` is no type of a part",
        ),
        (
            "repr=\"u8\"",
            "<part name=\"a\" bits=\"8\" type=\"R\"/>",
            "`R` is no type of a part",
        ),
        (
            "repr=\"u8\"",
            "<part name=\"a\" bits=\"4\"/><part name=\"a\" bits=\"4\"/>",
            "a second `a`",
        ),
    ] {
        let error = of(repr, parts);
        assert!(error.contains(said), "{parts}: {error}");
    }
}

#[test]
fn what_trees_do_not_have_follows_from_them() {
    let struct_v = "</struct><struct name=\"V\"><field name=\"t\" type=\"u8\"/>";
    let root = |lines: &str| {
        whole(&[
            "<layout formwork=\"2\" format=\"t\" recognised=\"on request\">",
            &format!("<struct name=\"R\">{lines}{struct_v}</struct></layout>"),
        ])
    };
    let list = |count: &str| format!("<list name=\"l\" type=\"V\" count=\"{count}\" item=\"v\"/>");
    let count = |more: &str| format!("<count name=\"n\" type=\"u8\" of=\"l\" {more}/>");
    for (lines, said) in [
        (
            count("") + &list("until t == 0"),
            "has as many items as there are",
        ),
        (
            count("") + &list("to end"),
            "has as many items as there are",
        ),
        (count("") + &list("3"), "has `3`, which this does not say"),
        (
            count("") + &list("n * 2"),
            "has `n * 2`, which this does not say",
        ),
        (
            "<field name=\"a\" type=\"u8\"/>".to_owned() + &count("") + &list("n - a"),
            "has `n - a`, which this does not say",
        ),
        (
            count("plus=\"1\"") + &list("n"),
            "has `n`, which this does not say",
        ),
        (
            count("") + "<field name=\"l\" type=\"V\" size=\"1\"/>",
            "has `1`, which this does not say",
        ),
        (
            "<count name=\"n\" type=\"f32\" of=\"l\"/>".to_owned() + &list("n"),
            "a count is a whole number",
        ),
        (
            "<field name=\"a\" type=\"u8\" visible=\"false\"/>".to_owned() + &list("1"),
            "nothing says what this is",
        ),
        (
            list("1") + "<blob name=\"b\" count=\"1\" index_of=\"l\"/>",
            "bytes are no indices",
        ),
    ] {
        let error = root(&lines);
        assert!(error.contains(said), "{lines}: {error}");
    }
}

#[test]
fn nothing_depends_on_checksums() {
    let struct_r = "</struct><struct name=\"V\" params=\"p\"><field name=\"t\" type=\"u8\"/><field name=\"u\" type=\"u8\" checksum=\"sum8(t)\"/>";
    let sum = "<field name=\"k\" type=\"u8\"/><field name=\"s\" type=\"u8\" checksum=\"sum8(k)\"/>";
    let root = |lines: &str| {
        whole(&[
            "<layout formwork=\"2\" format=\"t\" recognised=\"on request\">",
            &format!("<struct name=\"R\">{sum}{lines}{struct_r}</struct></layout>"),
        ])
    };
    for lines in [
        "<field name=\"v\" type=\"V\" args=\"s\"/>",
        "<field name=\"v\" type=\"V\" args=\"k\"/><field name=\"w\" type=\"u8\" when=\"v.u == 1\"/>",
        "<list name=\"v\" type=\"V\" args=\"k\" count=\"until u == 1\" item=\"i\"/>",
        "<list name=\"v\" type=\"V\" args=\"k\" count=\"2\" item=\"i\"/><blob name=\"w\" count=\"sum(v, u)\"/>",
    ] {
        let error = root(lines);
        assert!(
            error.contains(
                "is not a number to ask for: it follows from what precedes it, so that trees have it only where it is wrong"
            ),
            "{lines}: {error}"
        );
    }
    for (lines, said) in [
        (
            "<field name=\"a\" type=\"u8\" checksum=\"sum8(k, k)\"/><field name=\"v\" type=\"V\" args=\"k\"/>",
            "covers `k` once",
        ),
        (
            "<field name=\"a\" type=\"u8\" checksum=\"sum8(a,b,c,d,e,f,g,h,i)\"/><field name=\"v\" type=\"V\" args=\"k\"/>",
            "at most 8 fields",
        ),
        (
            "<field name=\"v\" type=\"V\" args=\"k\"/><field name=\"a\" type=\"u8\" index_of=\"v\" checksum=\"sum8(k)\"/>",
            "stands where it is",
        ),
    ] {
        let error = root(lines);
        assert!(error.contains(said), "{lines}: {error}");
    }
    let vector = whole(&[
        "<layout formwork=\"2\" format=\"t\" recognised=\"on request\">",
        &format!(
            "<struct name=\"R\"><field name=\"v\" type=\"P\"/></struct><struct name=\"P\" style=\"vector\">{sum}</struct></layout>"
        ),
    ]);
    assert!(vector.contains("`s` is not a number"), "{vector}");
}

#[test]
fn lengths_of_files_follow_from_what_precedes_them() {
    let root = |lines: &str| {
        whole(&[
            "<layout formwork=\"2\" format=\"t\" recognised=\"on request\">",
            &format!("<struct name=\"R\"><field name=\"k\" type=\"u8\"/>{lines}</struct></layout>"),
        ])
    };
    let inside = "<field name=\"v\" type=\"V\"/></struct><struct name=\"V\"><field name=\"l\" type=\"u32\" length_without=\"\"/>";
    let told = "<field name=\"v\" type=\"V\"/></struct><struct name=\"V\"><derived name=\"d\" visible=\"true\" is=\"1\"/>";
    for (lines, said) in [
        (inside, "only the root knows how long the file is"),
        (told, "only the root has what only the file tells"),
        (
            "<count name=\"n\" type=\"vle\" of=\"b\"/><field name=\"l\" type=\"u32\" length_without=\"\"/><blob name=\"b\" size=\"n\" count=\"to end\"/>",
            "how many bytes the size `n` takes is only known after the length",
        ),
        (
            "<field name=\"l\" type=\"u32\" length_without=\"k k\"/>",
            "a length leaves out `k` once",
        ),
        (
            "<field name=\"l\" type=\"u16\" length_without=\"k\"/>",
            "a length of this kind is a `u32`",
        ),
        (
            "<field name=\"l\" type=\"u32\" length_without=\"k z\"/>",
            "no field `z` stands before its length",
        ),
        (
            "<field name=\"l\" type=\"u32\" endian=\"big\" length_without=\"\"/>",
            "a length stands where it is, in the byte order of its struct",
        ),
        (
            "<field name=\"l\" type=\"u32\" checksum=\"crc32(k)\" length_without=\"\"/>",
            "a checksum or a length, not both",
        ),
        (
            "<field name=\"l\" type=\"u32\" length_without=\"\"/><blob name=\"b\" count=\"l\"/>",
            "`l` is not a number to ask for",
        ),
        (
            "<blob name=\"b\" count=\"to end\" slack=\"true\"/>",
            "slack has a number of bytes",
        ),
        (
            "<blob name=\"b\" count=\"k\" slack=\"true\" charset=\"utf-8\"/>",
            "what means nothing is no text",
        ),
        (
            "<field name=\"r\" type=\"remaining\" visible=\"false\"/><blob name=\"b\" count=\"r\" slack=\"true\"/>",
            "`count` asks `r`, which only the finished file tells",
        ),
    ] {
        let error = root(lines);
        assert!(error.contains(said), "{lines}: {error}");
    }
}

#[test]
fn items_that_are_counted_have_no_index_of_their_own() {
    let described = |name: &str| {
        format!(
            "<layout formwork=\"1\" format=\"t\" recognised=\"on request\"><struct name=\"R\">\
             <count name=\"n\" type=\"u8\" of=\"nodes\"/><list name=\"nodes\" type=\"N\" count=\"n\" item=\"node\"/>\
             <field name=\"first\" type=\"u8\" index_of=\"nodes\"/></struct>\
             <struct name=\"N\"><field name=\"{name}\" type=\"u8\"/></struct></layout>"
        )
    };
    let error = whole(&[&described("index")]);
    assert!(
        error.contains("carry their number in texts as `index`"),
        "{error}"
    );
    formwork_export::descriptor::parse(&described("id")).expect("another name");
}

#[test]
fn texts_have_names_of_their_own() {
    for name in ["formwork", "dangling"] {
        let error = whole(&[
            "<layout formwork=\"1\" format=\"t\" recognised=\"on request\">",
            &format!("<struct name=\"R\"><field name=\"{name}\" type=\"u8\"/></struct></layout>"),
        ]);
        assert!(error.contains("texts say something else under"), "{error}");
    }
}
