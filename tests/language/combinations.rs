//! Every kind of field in every place that asks for one: a descriptor that loads writes each file that it reads, and one that could not is
//! refused at the attribute.

use bytes::Bytes;
use formwork_export::descriptor;
use formwork_schema::{
    Layout,
    read::{Document, ReadOptions},
    value,
};
use formwork_text::{json, xml};

/// A kind of field that expressions may ask for.
struct Source {
    name: &'static str,
    /// The elements before the one that asks, and those after it.
    elements: [&'static str; 2],
    /// How it is asked.
    asked: &'static str,
    kind: SourceKind,
}

#[derive(Clone, Copy, PartialEq)]
enum SourceKind {
    /// A number that trees have.
    Stored,
    /// A number that only the finished file has.
    Late,
    /// Not a number.
    Other,
}

use SourceKind::{Late, Other, Stored};

const fn source(name: &'static str, kind: SourceKind, element: &'static str) -> Source {
    Source {
        name,
        elements: [element, ""],
        asked: "a",
        kind,
    }
}

const SOURCES: &[Source] = &[
    source("u8", Stored, "<field name='a' type='u8'/>"),
    source("i8", Stored, "<field name='a' type='i8'/>"),
    source("u128", Stored, "<field name='a' type='u128'/>"),
    source("vle", Stored, "<field name='a' type='vle'/>"),
    source("bool", Stored, "<field name='a' type='bool'/>"),
    source("enum", Stored, "<field name='a' type='E'/>"),
    source("flags", Stored, "<field name='a' type='F'/>"),
    source("bits", Stored, "<field name='a' type='N'/>"),
    source("bytes", Stored, "<field name='a' type='u8[2]'/>"),
    source(
        "absent",
        Stored,
        "<field name='q' type='u8'/><field name='a' type='u8' when='q > 1'/>",
    ),
    source(
        "derived",
        Stored,
        "<field name='q' type='u8'/><derived name='a' is='q + 1'/>",
    ),
    source(
        "visible derived of a late one",
        Stored,
        "<field name='r' type='remaining' visible='false'/><derived name='a' is='r > 9' visible='true'/>",
    ),
    Source {
        name: "count",
        elements: [
            "<count name='a' type='u8' of='l'/>",
            "<list name='l' type='u8' count='a'/>",
        ],
        asked: "a",
        kind: Stored,
    },
    Source {
        name: "field of a struct",
        elements: ["<field name='o' type='O'/>", ""],
        asked: "o.x",
        kind: Stored,
    },
    Source {
        name: "length",
        elements: [
            "<count name='m' type='u8' of='l'/><list name='l' type='u8' count='m'/>",
            "",
        ],
        asked: "len(l)",
        kind: Stored,
    },
    Source {
        name: "sum",
        elements: ["<list name='l' item='m' type='O' count='2'/>", ""],
        asked: "sum(l, x)",
        kind: Stored,
    },
    source(
        "remaining",
        Late,
        "<field name='a' type='remaining' visible='false'/>",
    ),
    source(
        "peek",
        Late,
        "<field name='a' type='peek[0]' visible='false'/>",
    ),
    source(
        "number elsewhere",
        Late,
        "<field name='a' type='u8' at='0' visible='false'/>",
    ),
    source(
        "number at a late place",
        Late,
        "<field name='r' type='remaining' visible='false'/>\
         <field name='a' type='u8' when='r > 2' at='r - 2' visible='false'/>",
    ),
    source(
        "derived of a late one",
        Late,
        "<field name='r' type='remaining' visible='false'/><derived name='a' is='r / 2'/>",
    ),
    Source {
        name: "size",
        elements: [
            "<count name='a' type='u8' of='s'/>",
            "<field name='s' type='C' size='a'/>",
        ],
        asked: "a",
        kind: Late,
    },
    Source {
        name: "size of variable width",
        elements: [
            "<count name='a' type='vle' of='s'/>",
            "<field name='s' type='C' size='a' when='a > 0'/>",
        ],
        asked: "a",
        kind: Late,
    },
    Source {
        name: "late field of a struct",
        elements: ["<field name='o' type='O'/>", ""],
        asked: "o.late",
        kind: Late,
    },
    Source {
        name: "late field of a nested struct",
        elements: ["<field name='w' type='W' nested='true'/>", ""],
        asked: "w.o.late",
        kind: Late,
    },
    Source {
        name: "sum of late fields",
        elements: ["<list name='l' item='m' type='O' count='2'/>", ""],
        asked: "sum(l, late)",
        kind: Late,
    },
    source("string", Other, "<field name='a' type='string'/>"),
    source("blob", Other, "<blob name='a' count='1'/>"),
    source("text", Other, "<blob name='a' count='1' charset='utf-8'/>"),
    source("f16", Other, "<field name='a' type='f16'/>"),
    source("f32", Other, "<field name='a' type='f32'/>"),
    source("struct", Other, "<field name='a' type='O'/>"),
    source("list", Other, "<list name='a' type='u8' count='1'/>"),
    source("many bytes", Other, "<field name='a' type='u8[17]'/>"),
    source("floats", Other, "<field name='a' type='f32[2]'/>"),
    source("padding", Other, "<field name='a' type='padding[1]'/>"),
    source(
        "checksum",
        Other,
        "<field name='e' type='u8'/><field name='a' type='u8' checksum='sum8(e)'/>",
    ),
    Source {
        name: "float of a struct",
        elements: ["<field name='o' type='O'/>", ""],
        asked: "o.f",
        kind: Other,
    },
    Source {
        name: "blob of a struct",
        elements: ["<field name='o' type='O'/>", ""],
        asked: "o.b",
        kind: Other,
    },
    Source {
        name: "variant of a struct",
        elements: ["<field name='v' type='V' args='1'/>", ""],
        asked: "v.one",
        kind: Other,
    },
    Source {
        name: "sum of floats",
        elements: ["<list name='l' item='m' type='O' count='2'/>", ""],
        asked: "sum(l, f)",
        kind: Other,
    },
];

/// A place that asks for a number, written as `$`.
struct Place {
    name: &'static str,
    elements: &'static str,
    /// The attribute that is refused where trees do not show the outcome; none where they do.
    refused: Option<&'static str>,
}

const fn place(name: &'static str, elements: &'static str) -> Place {
    Place {
        name,
        elements,
        refused: None,
    }
}

const fn strict(name: &'static str, attribute: &'static str, elements: &'static str) -> Place {
    Place {
        name,
        elements,
        refused: Some(attribute),
    }
}

const PLACES: &[Place] = &[
    place("when", "<field name='b' type='u8' when='$ % 2 == 1'/>"),
    place(
        "when of a string",
        "<field name='b' type='string' when='$ % 2 == 1'/>",
    ),
    place(
        "when of a list",
        "<list name='b' type='u8' count='$ % 2' when='$ % 2 &lt; 2'/>",
    ),
    place(
        "when of a unit",
        "<field name='b' type='V' args='0' when='$ % 2 == 1'/>",
    ),
    place(
        "when of bytes",
        "<blob name='b' count='$ % 2' when='$ % 3 == 1'/>",
    ),
    place("args", "<field name='b' type='P' args='$'/>"),
    place(
        "args of a condition",
        "<field name='b' type='P' args='if $ > 1 then $ else 1'/>",
    ),
    place(
        "args of items",
        "<list name='b' item='c' type='P' count='2' args='$'/>",
    ),
    place(
        "args of packed items",
        "<packed name='b' item='c' type='P' count='2' args='$'/>",
    ),
    place("args handed on", "<field name='b' type='H' args='$'/>"),
    place("variant", "<field name='b' type='V' args='$ % 3'/>"),
    place(
        "variants of items",
        "<list name='b' item='c' type='V' count='3' args='$ % 3'/>",
    ),
    place("count of a blob", "<blob name='b' count='$ % 3'/>"),
    place(
        "count of a text",
        "<blob name='b' count='$ % 3' charset='iso-8859-1'/>",
    ),
    place(
        "count of a list",
        "<list name='b' item='c' type='u8' count='$ % 3'/>",
    ),
    place(
        "count of structs",
        "<list name='b' item='c' type='O' count='$ % 3'/>",
    ),
    place(
        "count of packed items",
        "<packed name='b' item='c' type='u16' count='$ % 3'/>",
    ),
    place("size", "<field name='b' type='C' size='$ % 3'/>"),
    place(
        "size of a list",
        "<list name='b' item='c' type='u16' count='to end' size='$ % 3 * 2'/>",
    ),
    place(
        "derived",
        "<derived name='z' is='$ + 1'/><field name='b' type='u8' when='z % 2 == 0'/>",
    ),
    place(
        "assert",
        "<field name='b' type='u8'/><assert that='$ % 2 == 1 || b > 9'>no</assert>",
    ),
    place(
        "place elsewhere",
        "<field name='z' type='u8' at='$ % 2' visible='false'/><field name='b' type='u8' when='z % 2 == 1'/>",
    ),
    place(
        "count with its list",
        "<count name='n' type='u8' of='b' when='$ % 2 == 1'/><list name='b' type='u8' count='n' when='$ % 2 == 1'/>",
    ),
    place(
        "size with its value",
        "<count name='n' type='u8' of='b' when='$ % 2 == 1'/><field name='b' type='C' size='n' when='$ % 2 == 1'/>",
    ),
    place(
        "fixed number with another field",
        "<field name='n' type='u8' visible='false' when='$ % 2 == 1'/><assert that='n == 0'>no</assert>\
         <field name='b' type='u8' when='$ % 2 == 1'/>",
    ),
    strict(
        "fixed number alone",
        "when",
        "<field name='n' type='u8' visible='false' when='$ % 2 == 1'/><assert that='n == 0'>no</assert>",
    ),
    strict(
        "when of padding",
        "when",
        "<field name='b' type='padding[2]' when='$ % 2 == 1'/>",
    ),
    strict(
        "when of a length",
        "when",
        "<field name='b' type='u32' length_without='' when='$ % 2 == 1'/>",
    ),
    strict(
        "padded",
        "count",
        "<blob name='b' count='$ % 3' charset='utf-8' padded='true'/>",
    ),
    strict(
        "slack",
        "count",
        "<blob name='b' count='$ % 3' slack='true'/>",
    ),
    strict(
        "big_if",
        "big_if",
        "<field name='b' type='u16' big_if='$ % 2 == 1'/>",
    ),
    strict(
        "big_if of a struct",
        "big_if",
        "<field name='b' type='T' args='$'/>",
    ),
    strict(
        "big_if of items",
        "big_if",
        "<list name='b' item='c' type='T' count='2' args='$'/>",
    ),
    strict(
        "pad_before",
        "pad_before",
        "<field name='b' type='u8' pad_before='$ % 2'/>",
    ),
    strict(
        "pad_after",
        "pad_after",
        "<field name='b' type='u8' pad_after='$ % 2'/>",
    ),
    strict(
        "pad_to",
        "pad_to",
        "<field name='b' type='u8' pad_to='$ % 3'/>",
    ),
    strict(
        "align_before",
        "align_before",
        "<field name='b' type='u8' align_before='$ % 2 + 1'/>",
    ),
    strict(
        "align_after",
        "align_after",
        "<field name='b' type='u8' align_after='$ % 2 + 1'/>",
    ),
];

/// What the elements above name.
const OTHERS: &[(&str, &str)] = &[
    (
        "type='U'",
        "<struct name='U'><field name='i' type='u8'/>#</struct>",
    ),
    (
        "type='C'",
        "<struct name='C'><blob name='all' count='to end'/></struct>",
    ),
    (
        "type='H'",
        "<struct name='H' params='h'><field name='deeper' type='P' args='h'/></struct>",
    ),
    (
        "type='P'",
        "<struct name='P' params='p'><field name='c' type='u8' when='p % 2 == 1'/><field name='d' type='u8'/></struct>",
    ),
    (
        "type='V'",
        "<struct name='V' params='p'><variant name='none' when='p == 0' shape='unit'/>\
         <variant name='one' when='p == 1' shape='newtype'><field name='0' type='u8'/></variant>\
         <variant name='two' shape='fields'><field name='x' type='u8'/><field name='y' type='u8'/></variant></struct>",
    ),
    (
        "type='T'",
        "<struct name='T' params='p' big_if='p % 2 == 1'><field name='c' type='u16'/></struct>",
    ),
    (
        "type='W'",
        "<struct name='W'><field name='o' type='O'/></struct>",
    ),
    (
        "type='O'",
        "<struct name='O'><field name='x' type='u8'/><field name='left' type='remaining' visible='false'/>\
         <derived name='late' is='left / 3'/><field name='f' type='f16'/><blob name='b' count='1'/></struct>",
    ),
    (
        "type='E'",
        "<enum name='E' repr='u8'><value name='One' value='1'/></enum>",
    ),
    (
        "type='F'",
        "<flags name='F' repr='u8'><flag name='A' value='0x1'/></flags>",
    ),
    (
        "type='N'",
        "<bits name='N' repr='u8'><part name='low' bits='4'/><part name='high' bits='4'/></bits>",
    ),
];

/// A descriptor of these elements, with all that they name.
fn text(elements: &str, of_items: &str) -> String {
    let mut inside = format!("<struct name='R' endian='little'>{elements}</struct>");
    let mut tables = Vec::new();
    for (name, other) in OTHERS {
        if inside.contains(name) || tables.iter().any(|known: &String| known.contains(name)) {
            let other = other.replace('#', of_items);
            match other.starts_with("<struct") {
                true => inside.push_str(&other),
                false => tables.push(other),
            }
        }
    }
    format!(
        "<layout formwork='2' format='test.t' extensions='t' recognised='by extension'>{inside}{}</layout>",
        tables.concat()
    )
}

/// Files: short and long ones, of zeros, of small numbers and of any.
fn files() -> Vec<Vec<u8>> {
    let mut seed = 1_u32;
    let mut next = |most: u32| {
        seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        ((seed >> 24) % (most + 1)) as u8
    };
    let lengths = [1, 2, 3, 4, 5, 6, 7, 8, 9, 11, 14, 20, 27, 44];
    let of_length = |length| {
        let zeros = [vec![1, 0, 1], vec![0; length]].concat();
        let small = (0..length).map(|_| next(3)).collect();
        let any = (0..length).map(|_| next(255)).collect();
        [zeros, small, any]
    };
    lengths.into_iter().flat_map(of_length).collect()
}

/// How many of the files a layout reads; each must come back from its tree and its texts.
fn reads(layout: &Layout, files: &[Vec<u8>]) -> Result<usize, String> {
    let mut count = 0;
    for file in files {
        let bytes = Bytes::copy_from_slice(file);
        let Ok(document) = value::read(layout, &bytes, &ReadOptions::default()) else {
            continue;
        };
        comes_back(layout, &document, file).map_err(|why| format!("{file:?}: {why}"))?;
        count += 1;
    }
    Ok(count)
}

fn comes_back(
    layout: &Layout,
    document: &Document<value::Value>,
    file: &[u8],
) -> Result<(), String> {
    let same = |from: &str, bytes: formwork_schema::Result<Vec<u8>>| match bytes {
        Ok(bytes) if bytes == file => Ok(()),
        Ok(bytes) => Err(format!("{from}: {bytes:?}")),
        Err(error) => Err(format!("{from}: {error}")),
    };
    same("from its tree", value::write(layout, document))?;
    if !value::is_written_as(layout, document, &Bytes::copy_from_slice(file)) {
        return Err("is written otherwise".into());
    }
    let mut out = Vec::new();
    xml::print(layout, &document.tree, b"", &mut out).map_err(|error| error.to_string())?;
    let text = String::from_utf8(out).map_err(|error| error.to_string())?;
    same(&text, xml::encode(layout, &text))?;
    let mut out = Vec::new();
    json::print(layout, &document.tree, b"", &mut out).map_err(|error| error.to_string())?;
    let text = String::from_utf8(out).map_err(|error| error.to_string())?;
    same(&text, json::encode(layout, &text))
}

/// What a refused descriptor must say, and at which attribute.
fn refused(
    text: &str,
    error: &formwork_schema::Error,
    source: SourceKind,
    place: &Place,
) -> Option<String> {
    let (line, column) = error.line()?;
    let at: String = text.chars().skip(column as usize - 1).take(12).collect();
    let message = error.to_string();
    let is_right = match (source, place.refused) {
        (Other, _) => [
            "not a number",
            "is not a list",
            "is not a field",
            "is a list",
        ]
        .iter()
        .any(|why| message.contains(why)),
        // A length counts the bytes of what has none until later.
        (Late, Some("when")) if message.contains("is only known after the length") => true,
        (Late, Some(attribute)) => {
            let form = format!("`{attribute}` asks `");
            at.starts_with(attribute)
                && message.contains(&form)
                && message.contains("only the finished file tells")
        }
        _ => false,
    };
    (line != 1 || !is_right).then(|| format!("refused at `{at}`: {message}"))
}

fn wrong(source: &Source, place: &Place, text: &str, files: &[Vec<u8>]) -> Option<String> {
    match descriptor::parse(text) {
        Err(error) => refused(text, &error, source.kind, place),
        Ok(_) if source.kind == Other => Some("is not refused".into()),
        Ok(_) if source.kind == Late && place.refused.is_some() => Some("is not refused".into()),
        Ok(layout) => match reads(&layout, files) {
            Ok(0) => Some("reads none of the files".into()),
            Ok(_) => None,
            Err(why) => Some(why),
        },
    }
}

#[test]
fn what_loads_writes_what_it_reads() {
    let files = files();
    let mut problems = Vec::new();
    for source in SOURCES {
        let [before, after] = source.elements;
        let mut ask = |place: &Place, text: String| {
            if let Some(why) = wrong(source, place, &text, &files) {
                problems.push(format!("{} of {}: {why}\n{text}", place.name, source.name));
            }
        };
        for place in PLACES {
            let asking = place.elements.replace('$', source.asked);
            let rest = "<blob name='rest' count='to end'/>";
            ask(place, text(&format!("{before}{asking}{after}{rest}"), ""));
        }
        // Expressions over items ask for numbers and lengths, and only the root shows what the file alone has.
        if source.asked.contains('(') || before.contains("visible='true'") {
            continue;
        }
        let asked = source.asked;
        let items = format!("{before}{after}");
        let until = place("until", "");
        let list = format!(
            "<list name='b' item='c' type='U' count='until {asked} % 2 == 1'/><blob name='rest' count='to end'/>"
        );
        ask(&until, text(&list, &items));
        let each = place("each", "");
        let list = format!(
            "<list name='k' item='j' type='U' count='2'/><field name='z' type='Z' args='each(k, {asked} % 2)'/><blob name='rest' count='to end'/>"
        );
        let columns = "<struct name='Z' params='column'>\
                       <list name='b' item='c' type='P' count='len(column)' args='item(column)'/></struct>\
                       <struct name='P' params='p'><field name='c' type='u8' when='p == 1'/><field name='d' type='u8'/></struct>";
        ask(
            &each,
            text(&list, &items).replacen("</struct>", &format!("</struct>{columns}"), 1),
        );
    }
    assert!(
        problems.is_empty(),
        "{} of them:\n{}",
        problems.len(),
        problems.join("\n")
    );
}
