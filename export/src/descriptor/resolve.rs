//! Descriptor → layout: finds what names refer to, then reads the structs.

use formwork_schema::{Error, Kind, Layout, Result, layout::Encoding};

use super::{
    bits,
    index::Index,
    node::{Node, read},
    recognition, structs, table,
    value::is_name,
    verify, xml,
};

/// The versions of the descriptor format. What only the second one has is read in the first as well.
const VERSIONS: [&str; 2] = ["1", "2"];

pub(super) fn parse(xml: &str) -> Result<Layout> {
    let root = read(xml)?;
    let index = index(&root)?;
    let read = index.nodes.iter().map(|node| structs::read(&index, node));
    let table: Vec<_> = read.collect::<Result<_>>()?;
    let layout = Layout {
        format: format_id(&root)?.into(),
        title: root.get("title").map_or("", |title| &*title.value).into(),
        encoding: index.encoding,
        extensions: extensions(&root),
        recognition: recognition::read(&root, index.encoding)?,
        root: index.reference(0),
        table: table.into(),
    };
    verify::check(&layout, &index)?;
    recognition::check(&layout, &root, &index)?;
    Ok(layout)
}

/// The structs and tables of a descriptor.
fn index<'n>(root: &'n Node<'n>) -> Result<Index<'n>> {
    let mut index = Index::new(root_element(root)?);
    for node in &root.children {
        match &*node.name {
            "struct" => index.add_struct(node)?,
            name if xml::MARKS.contains(&name) || name == table::BITS => {}
            _ => index.add_table(node, table::read(node)?)?,
        }
    }
    // Wherever they stand, they may name the others.
    let bits = root.children.iter();
    for node in bits.filter(|node| node.name == table::BITS) {
        let table = bits::read(node, &index)?;
        index.add_table(node, table)?;
    }
    if index.nodes.is_empty() {
        return Err(root
            .error("a layout needs a `<struct>`")
            .help("the first is the root"));
    }
    Ok(index)
}

fn format_id<'n>(root: &'n Node<'_>) -> Result<&'n str> {
    let format = root.need("format")?;
    let is_part = |part: &str| !part.is_empty() && is_name(&part.replace('-', "_"));
    if format.value.split('.').all(is_part) {
        return Ok(&format.value);
    }
    let error = root.wrong(format, format!("`{}` is not a format id", format.value));
    Err(error.help("names joined by dots, such as `urho3d.animation`"))
}

fn extensions(root: &Node<'_>) -> formwork_schema::layout::List<formwork_schema::layout::Str> {
    let text = root
        .get("extensions")
        .map_or("", |attribute| &*attribute.value);
    text.split_whitespace()
        .map(Into::into)
        .collect::<Vec<_>>()
        .into()
}

fn root_element(root: &Node<'_>) -> Result<Encoding> {
    if root.name != "layout" {
        return Err(root
            .error(format!("`<{}>` is not a descriptor", root.name))
            .help("its root is `<layout>`"));
    }
    let encodings = [("binary", Encoding::Binary), ("xml", Encoding::Xml)];
    let encoding = root.one_of("encoding", &encodings)?.unwrap_or_default();
    let (children, when): (Vec<&str>, &[&str]) = match encoding {
        Encoding::Binary => ([&["struct"][..], &table::ELEMENTS].concat(), &["when"]),
        Encoding::Xml => ([&["struct", table::WORDS][..], &xml::MARKS].concat(), &[]),
    };
    let known = [
        "formwork",
        "format",
        "title",
        "encoding",
        "extensions",
        "recognised",
    ];
    root.only(&[&known[..], when].concat(), &children)?;
    let version = root.need("formwork")?;
    if VERSIONS.contains(&&*version.value) {
        return Ok(encoding);
    }
    let message = format!(
        "descriptor version `{}`; {} are known",
        version.value,
        VERSIONS.join(" and ")
    );
    let error = root.wrong(version, &*message);
    let (line, column) = error.line().unwrap_or((1, 1));
    Err(Error::new(Kind::Unsupported, message).at_line(line, column))
}
