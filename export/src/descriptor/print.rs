//! Layout → descriptor.

use formwork_schema::{
    Expr, Layout,
    layout::{
        Bits, Body, Columns, Count, Due, Encoding, Endian, Ending, Field, First, Magic, MarkPlace,
        Name, Names, Order, Pad, Padding, PrimKind, Recognition, Struct, Style, Type, Variant,
        VariantShape, Versions,
    },
};

use super::{
    recognition::{BY_EXTENSION, BY_ROOT, ON_REQUEST},
    version, xml,
};
use crate::{
    names::{Ids, Table, magic_text},
    writer::{Attributes, Writer},
};

pub(super) fn print(layout: &Layout) -> String {
    let ids = Ids::of(layout);
    let mut printer = Printer {
        xml: Writer::new(),
        ids: &ids,
        encoding: layout.encoding,
    };
    let extensions: Vec<&str> = layout.extensions.iter().map(|one| &**one).collect();
    let attributes = Attributes::new()
        .with("formwork", version::of(layout))
        .with("format", &layout.format)
        .filled("title", &layout.title)
        .maybe(
            "encoding",
            (layout.encoding == Encoding::Xml).then_some("xml"),
        )
        .filled("extensions", &extensions.join(" "))
        .maybe("recognised", recognised(&layout.recognition))
        .maybe("when", condition(&layout.recognition));
    printer.xml.open("layout", attributes);
    xml::print_marks(&mut printer.xml, &layout.recognition);
    ids.structs
        .iter()
        .for_each(|(id, one)| printer.item(id, one));
    ids.tables
        .iter()
        .for_each(|(id, table)| printer.table(id, table));
    printer.xml.finish()
}

struct Printer<'a> {
    xml: Writer,
    ids: &'a Ids<'a>,
    encoding: Encoding,
}

impl Printer<'_> {
    fn item(&mut self, id: &str, one: &Struct) {
        let attributes = definition(id, &one.name)
            .filled("params", &joined(&one.params, " "))
            .maybe("style", style_name(one.style))
            .maybe("endian", known(one.endian.as_ref()))
            .maybe("big_if", one.endian.as_ref().and_then(Order::condition))
            .filled("magic", &magic(&one.magic));
        self.xml.open("struct", xml::element(attributes, one));
        self.doc(&one.doc);
        match &one.body {
            Body::Fields(fields) => self.fields(fields),
            Body::Variants(variants) => variants.iter().for_each(|variant| self.variant(variant)),
        }
        self.xml.close();
    }

    fn doc(&mut self, doc: &str) {
        if !doc.is_empty() {
            self.xml.leaf("doc", Attributes::new(), doc);
        }
    }

    fn variant(&mut self, variant: &Variant) {
        let attributes = Attributes::new()
            .with("name", &variant.name)
            .filled("magic", &magic(&variant.magic))
            .maybe("when", variant.when.as_ref())
            .with("shape", shape_name(variant.shape));
        if variant.doc.is_empty() && variant.fields.is_empty() {
            return self.xml.leaf("variant", attributes, "");
        }
        self.xml.open("variant", attributes);
        self.doc(&variant.doc);
        self.fields(&variant.fields);
        self.xml.close();
    }

    fn fields(&mut self, fields: &[Field]) {
        for field in fields {
            let (element, attributes) = self.field(field);
            self.xml.leaf(element, attributes, &field.doc);
            for assert in &*field.asserts {
                let attributes = Attributes::new().with("that", &assert.that);
                self.xml.leaf("assert", attributes, &assert.message);
            }
        }
    }

    fn field(&self, field: &Field) -> (&'static str, Attributes) {
        if let Some(part) = &field.xml {
            return xml::field(field, part, || self.type_name(&field.ty));
        }
        let element = element_of(field);
        let hidden_by_default = matches!(element, "count" | "derived");
        let type_name = (!matches!(element, "blob" | "derived")).then(|| self.type_name(&field.ty));
        let columns = field.columns.as_deref();
        let attributes = Attributes::new()
            .with("name", &field.name)
            .maybe("type", type_name)
            .maybe("nested", nested(&field.ty))
            .filled("of", &field.counts)
            .maybe("plus", (field.plus != 0).then_some(field.plus))
            .maybe("charset", charset(&field.ty))
            .maybe(
                "padded",
                matches!(field.ty.peeled(), Type::Padded(_)).then_some(true),
            )
            .maybe(
                "slack",
                (field.ty == Type::Padding(Padding::Counted)).then_some(true),
            )
            .maybe("count", field.count.as_ref().map(count_text))
            .filled("item", &field.item)
            .filled("args", &joined(&field.args, "; "))
            .maybe("when", field.when.as_deref())
            .maybe("at", field.at.as_deref())
            .filled("unit", &field.unit)
            .filled("key", &joined(&field.key, " "))
            .maybe("index_of", field.index_of.as_ref())
            .maybe("named_by", columns.map(Columns::named_by))
            .maybe("words", columns.map(|columns| joined(&columns.words, " ")))
            .filled("indices", columns.map_or("", |columns| &*columns.indices))
            .maybe("endian", known(field.endian.as_ref()))
            .maybe("big_if", field.endian.as_ref().and_then(Order::condition))
            .filled("magic", &magic(&field.magic))
            .maybe("is", field.is.as_deref())
            .maybe("checksum", checksum(field))
            .maybe("length_without", length_without(field))
            .maybe("size", field.size.as_deref())
            .maybe("pad_before", pad(field.pad.before.as_ref(), false))
            .maybe("align_before", pad(field.pad.before.as_ref(), true))
            .maybe("pad_to", field.pad.to.as_ref())
            .maybe("pad_after", pad(field.pad.after.as_ref(), false))
            .maybe("align_after", pad(field.pad.after.as_ref(), true))
            .maybe(
                "visible",
                (field.visible == hidden_by_default).then_some(field.visible),
            );
        (element, attributes)
    }

    /// Name of a type, or of the items of a list.
    fn type_name(&self, ty: &Type) -> String {
        match ty {
            Type::Prim(kind) => kind.name().to_owned(),
            Type::Vle => "vle".to_owned(),
            Type::Bool => "bool".to_owned(),
            Type::CString => "string".to_owned(),
            Type::Ended(charset, ending) => format!("string({}{})", charset.name(), end(ending)),
            Type::FixedString(size) => format!("string[{size}]"),
            Type::Blob | Type::Text(_) | Type::Padded(_) | Type::Padding(Padding::Counted) => {
                "blob".to_owned()
            }
            Type::Padding(Padding::Bytes(length)) => format!("padding[{length}]"),
            Type::Padding(Padding::Align(to)) => format!("aligned[{to}]"),
            Type::Remaining => "remaining".to_owned(),
            Type::Peek(distance) => format!("peek[{distance}]"),
            Type::Flags(_)
            | Type::Enum(_)
            | Type::Bits(_)
            | Type::Version(_)
            | Type::Dialect(_) => self.ids.of_table(ty).to_owned(),
            Type::Struct(target) => self.ids.of_struct(&target.name).to_owned(),
            Type::Nested(inner) | Type::List(inner) | Type::Packed(inner) => self.type_name(inner),
            // `string[3]` is one string of three bytes.
            Type::Array(item, length) if matches!(**item, Type::CString) => {
                format!("(string)[{length}]")
            }
            Type::Array(item, length) => format!("{}[{length}]", self.type_name(item)),
        }
    }

    fn table(&mut self, id: &str, table: &Table) {
        match table {
            Table::Flags(names) => self.names(id, names, "flags", "flag", |v| format!("{v:#x}")),
            Table::Enum(names) if self.encoding == Encoding::Xml => self.words(id, names),
            Table::Enum(names) => self.names(id, names, "enum", "value", |v| v.to_string()),
            Table::Dialects(names) => {
                self.names(id, names, "dialects", "dialect", |v| v.to_string())
            }
            Table::Versions(versions) => self.versions(id, versions),
            Table::Bits(bits) => self.bits(id, bits),
        }
    }

    fn names(
        &mut self,
        id: &str,
        names: &Names,
        element: &'static str,
        item: &'static str,
        number: fn(i128) -> String,
    ) {
        self.xml.open(
            element,
            definition(id, &names.name)
                .with("repr", names.repr.name())
                .maybe("closed", names.closed.then_some(true)),
        );
        self.doc(&names.doc);
        for one in &*names.values {
            let (name, doc) = (&one.name, &one.doc);
            let since = one.since.as_ref();
            let attributes = Attributes::new()
                .with("name", name)
                .with("value", number(one.value))
                .maybe(
                    "since",
                    since.map(|since| format!("{}:{}", since.name, since.number)),
                );
            self.xml.leaf(item, attributes, doc);
        }
        self.xml.close();
    }

    fn bits(&mut self, id: &str, bits: &Bits) {
        let first = match bits.first {
            First::Low => "low",
            First::High => "high",
        };
        let attributes = definition(id, &bits.name)
            .with("repr", bits.repr.name())
            .with("first", first);
        self.xml.open("bits", attributes);
        self.doc(&bits.doc);
        for part in &*bits.parts {
            let attributes = Attributes::new()
                .maybe("name", (!part.is_unnamed()).then_some(&part.name))
                .with("bits", part.width)
                .maybe(
                    "type",
                    (part.ty != Type::Prim(bits.repr)).then(|| self.type_name(&part.ty)),
                );
            self.xml.leaf("part", attributes, &part.doc);
        }
        self.xml.close();
    }

    fn words(&mut self, id: &str, names: &Names) {
        self.xml.open("words", definition(id, &names.name));
        self.doc(&names.doc);
        for one in &*names.values {
            let attributes = Attributes::new().with("name", &one.name);
            self.xml.leaf("word", attributes, &one.doc);
        }
        self.xml.close();
    }

    fn versions(&mut self, id: &str, versions: &Versions) {
        self.xml.open("versions", definition(id, &versions.name));
        self.doc(&versions.doc);
        for magic in &*versions.magics {
            self.xml.leaf("magic", magic_attributes(magic), &magic.doc);
        }
        for Name {
            name, doc, value, ..
        } in &*versions.milestones
        {
            let attributes = Attributes::new().with("name", name).with("value", value);
            self.xml.leaf("milestone", attributes, doc);
        }
        self.xml.close();
    }
}

/// How files are recognised beside by a condition; nothing where it is by magic.
fn recognised(how: &Recognition) -> Option<&'static str> {
    match how {
        Recognition::Magic
        | Recognition::Condition {
            extension: false, ..
        } => None,
        Recognition::Extension | Recognition::Condition { .. } => Some(BY_EXTENSION),
        Recognition::Root(marks) => marks.unambiguous.then_some(BY_ROOT),
        Recognition::OnRequest => Some(ON_REQUEST),
    }
}

fn condition(how: &Recognition) -> Option<&Expr> {
    match how {
        Recognition::Condition { holds, .. } => Some(holds),
        _ => None,
    }
}

fn definition(id: &str, name: &str) -> Attributes {
    Attributes::new()
        .with("name", name)
        .maybe("id", (id != name).then_some(id))
}

fn element_of(field: &Field) -> &'static str {
    if field.is.is_some() {
        return "derived";
    }
    match field.ty.peeled() {
        Type::List(_) => "list",
        Type::Packed(_) => "packed",
        Type::Blob | Type::Text(_) | Type::Padded(_) | Type::Padding(Padding::Counted) => "blob",
        _ if field.counts.is_empty() => "field",
        _ => "count",
    }
}

fn checksum(field: &Field) -> Option<String> {
    match &field.due {
        Some(Due::Checksum(checksum)) => Some(checksum.text()),
        _ => None,
    }
}

fn length_without(field: &Field) -> Option<String> {
    match &field.due {
        Some(Due::FileLength(without)) => Some(without.join(" ")),
        _ => None,
    }
}

fn nested(ty: &Type) -> Option<&'static str> {
    match ty {
        Type::Nested(inner) if inner.item().is_some() => Some("list"),
        Type::Nested(_) => Some("true"),
        Type::Array(item, _) => nested(item),
        other => other.item().and_then(nested),
    }
}

fn magic_attributes(magic: &Magic) -> Attributes {
    let attributes = Attributes::new().filled("bytes", &self::magic(&magic.bytes));
    let Some(kind) = magic.stored else {
        return attributes.with("number", magic.first);
    };
    // What is left out was all there was in the first descriptors.
    let width = (kind != PrimKind::U32).then(|| kind.name());
    attributes
        .maybe("repr", width)
        .with("first", magic.first)
        .with("last", magic.last)
}

fn magic(bytes: &[u8]) -> String {
    if bytes.is_empty() {
        String::new()
    } else {
        magic_text(bytes)
    }
}

fn joined<T: ToString>(parts: &[T], by: &str) -> String {
    parts
        .iter()
        .map(ToString::to_string)
        .collect::<Vec<_>>()
        .join(by)
}

fn count_text(count: &Count) -> String {
    match count {
        Count::Expr(expr) => Expr::to_string(expr),
        Count::ToEnd => super::value::TO_END.to_owned(),
        Count::Until(is_last) => format!("{}{is_last}", super::value::UNTIL),
    }
}

fn style_name(style: Style) -> Option<&'static str> {
    match style {
        Style::Record => None,
        Style::Vector => Some("vector"),
        Style::Tuple => Some("tuple"),
    }
}

/// How many bytes are skipped, where that is said in this way.
fn pad(pad: Option<&Pad>, aligns: bool) -> Option<&Expr> {
    match pad? {
        Pad::Bytes(length) => (!aligns).then_some(length),
        Pad::Align(to) => aligns.then_some(to),
    }
}

/// A byte order that no value decides.
fn known(order: Option<&Order>) -> Option<&'static str> {
    order.and_then(Order::known).map(endian_name)
}

fn endian_name(endian: Endian) -> &'static str {
    match endian {
        Endian::Little => "little",
        Endian::Big => "big",
    }
}

fn shape_name(shape: VariantShape) -> &'static str {
    match shape {
        VariantShape::Unit => "unit",
        VariantShape::Newtype => "newtype",
        VariantShape::Fields => "fields",
    }
}

/// What ends a string, where it is no NUL alone.
fn end(ending: &Ending) -> String {
    let place = match ending.place {
        MarkPlace::Behind => "",
        MarkPlace::Inside => ", kept",
        MarkPlace::Next => ", left",
    };
    match &*ending.mark {
        [0] if ending.place == MarkPlace::Behind => String::new(),
        mark => {
            let digits: String = mark.iter().map(|byte| format!("{byte:02x}")).collect();
            format!(", 0x{digits}{place}")
        }
    }
}

/// How the bytes of a text are characters.
fn charset(ty: &Type) -> Option<&str> {
    match ty.peeled() {
        Type::Text(charset) | Type::Padded(charset) => Some(charset.name()),
        _ => None,
    }
}
