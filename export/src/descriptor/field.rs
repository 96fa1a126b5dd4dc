//! Fields.

use formwork_schema::{
    Charset, Expr, Result,
    layout::{
        Assert, Columns, Count, Encoding, Field, IndexOf, Order, Pad, Padding, Pads, PrimKind, Str,
        Type,
    },
};

use super::{
    due, hidden,
    index::Index,
    node::{Attribute, Node},
    scope::{ExprAttribute, Scope},
    value::{TO_END, UNTIL},
    xml,
};

/// The elements that are fields.
pub(super) const ELEMENTS: [&str; 6] = ["field", "count", "list", "packed", "blob", "derived"];

/// Attributes that every field may have.
const COMMON: [&str; 16] = [
    "name",
    "args",
    "when",
    "unit",
    "endian",
    "big_if",
    "magic",
    "size",
    "pad_before",
    "align_before",
    "pad_to",
    "pad_after",
    "align_after",
    "visible",
    "index_of",
    "type",
];

/// Most fields of one struct or variant: more than anyone writes, few enough to compare with each other.
const MAX_FIELDS: usize = 2048;
/// Most asserts of one field.
const MAX_ASSERTS: usize = 64;

/// How a field, or its items, may contain the struct around it.
#[derive(Clone, Copy, PartialEq)]
enum Nested {
    Value,
    List,
}

/// Reads the fields and asserts of a struct or a variant.
pub(super) fn read<'n>(
    index: &'n Index<'n>,
    members: impl Iterator<Item = &'n Node<'n>>,
    params: &Scope,
    newtype: bool,
) -> Result<Vec<Field>> {
    if index.encoding == Encoding::Xml {
        return xml::read(index, members, newtype);
    }
    let mut reader = Reader {
        index,
        scope: params.clone(),
        newtype,
    };
    let mut fields: Vec<Field> = Vec::new();
    let mut nodes = Vec::new();
    for node in members {
        if fields.len() == MAX_FIELDS {
            return Err(node.error(format!("more than {MAX_FIELDS} fields")));
        }
        if node.name == "assert" {
            let Some(last) = fields.last_mut() else {
                let error = node.error("an `<assert>` with no field before it");
                return Err(error.help("it belongs to the field before it"));
            };
            last.asserts = reader.one_more(&last.asserts, node)?.into();
        } else {
            fields.push(reader.field(node)?);
            nodes.push(node);
        }
    }
    for (place, node) in nodes.iter().enumerate() {
        hidden::follows(&fields, place, node)?;
        hidden::fills(&fields[place], node)?;
        due::covered(&fields, place, node)?;
    }
    Ok(fields)
}

/// The type of bytes, which may be characters.
fn text_or_bytes(node: &Node<'_>) -> Result<Type> {
    let is_padded = node.one_of("padded", &[("true", true), ("false", false)])? == Some(true);
    let is_slack = node.one_of("slack", &[("true", true), ("false", false)])? == Some(true);
    let Some(name) = node.get("charset") else {
        if is_padded {
            return Err(node.error("only characters are padded: say their `charset`"));
        }
        return Ok(if is_slack {
            Type::Padding(Padding::Counted)
        } else {
            Type::Blob
        });
    };
    if is_slack {
        return Err(node.wrong(name, "what means nothing is no text"));
    }
    let charset = Charset::named(&name.value).ok_or_else(|| {
        let error = node.wrong(name, format!("`{}` is no encoding", name.value));
        error.help("write `utf-8`, `iso-8859-1`, `utf-16le`, `utf-16be` or a label of the WHATWG Encoding Standard")
    })?;
    Ok(if is_padded {
        Type::Padded(charset)
    } else {
        Type::Text(charset)
    })
}

/// What is known only while reading is in no tree; what is looked up elsewhere is a number.
fn looked_up(field: &Field, node: &Node<'_>) -> Result<()> {
    if field.visible && field.ty.is_lookahead() {
        let error = node.error("what is known only while reading is not part of a tree");
        return Err(error.help("add `visible=\"false\"`"));
    }
    if field.at.is_none() {
        return Ok(());
    }
    if !matches!(field.ty, Type::Prim(_)) {
        return Err(node.error("only a number can be looked up elsewhere"));
    }
    if field.visible {
        let error = node.error("what is looked up elsewhere is not part of a tree");
        return Err(error.help("add `visible=\"false\"`"));
    }
    Ok(())
}

/// The list that numbers are indices into.
fn index_of(node: &Node<'_>) -> Result<Option<IndexOf>> {
    let Some(text) = node.get("index_of") else {
        return Ok(None);
    };
    let of = IndexOf::parse(&text.value).ok_or_else(|| {
        let error = node.wrong(text, format!("`{}` is not a list", text.value));
        error.help("write the name of a list of the root struct, or `bones unless geometries.bone_mapping`")
    });
    if node.name == "blob" {
        return Err(node.wrong(text, "bytes are no indices"));
    }
    of.map(Some)
}

/// What names the items of a list.
fn columns(node: &Node<'_>) -> Result<Option<Columns>> {
    let text = |name| node.get(name).map_or("", |attribute| &*attribute.value);
    let Some(by) = node.get("named_by") else {
        return match node.get("words").or_else(|| node.get("indices")) {
            Some(other) => Err(node.wrong(other, "this belongs beside `named_by`")),
            None => Ok(None),
        };
    };
    let columns = Columns::parse(&by.value, text("words"), text("indices")).ok_or_else(|| {
        let error = node.wrong(by, "this does not name a list, two of its fields, and words");
        error.help("write `named_by=\"elements: semantic index\" words=\"position normal texcoord_#\"`; `indices` is one of the words")
    });
    columns.map(Some)
}

struct Reader<'n> {
    index: &'n Index<'n>,
    scope: Scope,
    newtype: bool,
}

impl<'n> Reader<'n> {
    fn field(&mut self, node: &'n Node<'n>) -> Result<Field> {
        self.known_attributes(node)?;
        let name = self.name(node)?;
        let is_list = matches!(&*node.name, "list" | "packed" | "blob");
        let ty = self.ty(node)?;
        let text = |name| node.get(name).map_or("", |attribute| &*attribute.value);
        if node.name == "count" {
            node.need("of")?;
        }
        if node.name == "derived" {
            node.need("is")?;
        }
        let mut field = Field {
            name: name.into(),
            item: self.item(node)?.into(),
            doc: node.text.as_str().into(),
            unit: text("unit").into(),
            visible: self.visible(node)?,
            endian: self.order(node)?,
            magic: node.magic("magic")?.into(),
            is: self.attribute_expr(node, "is")?.map(Into::into),
            due: due::read(node)?,
            size: self.attribute_expr(node, "size")?.map(Into::into),
            pad: self.pads(node)?.into(),
            when: self.attribute_expr(node, "when")?.map(Into::into),
            at: self.attribute_expr(node, "at")?.map(Into::into),
            count: if is_list {
                Some(self.count(node)?)
            } else {
                None
            },
            args: Vec::new().into(),
            counts: text("of").into(),
            plus: hidden::plus(node)?,
            asserts: Vec::new().into(),
            key: text("key")
                .split_ascii_whitespace()
                .map(|name| name.to_owned().into())
                .collect::<Vec<Str>>()
                .into(),
            index_of: index_of(node)?.map(Into::into),
            columns: columns(node)?.map(Into::into),
            xml: None,
            ty,
        };
        field.args = self.args(node, &field.ty)?.into();
        looked_up(&field, node)?;
        let items = field
            .ty
            .struct_ref()
            .and_then(|target| self.index.place_of(&target.name));
        self.scope.add(&field, items);
        Ok(field)
    }

    fn known_attributes(&self, node: &Node<'_>) -> Result<()> {
        let own: &[&str] = match &*node.name {
            "count" => &["of", "plus"],
            "list" | "packed" => &[
                "count", "item", "nested", "key", "named_by", "words", "indices",
            ],
            "blob" => &["count", "charset", "padded", "slack"],
            "derived" => &["name", "is", "unit", "visible"],
            _ => &["nested", "at", "checksum", "length_without"],
        };
        let common = match &*node.name {
            "derived" => &[][..],
            // It has no type.
            "blob" => &COMMON[..COMMON.len() - 1],
            _ => &COMMON,
        };
        node.only(&[common, own].concat(), &[])
    }

    fn name(&self, node: &'n Node<'n>) -> Result<&'n str> {
        if self.newtype {
            let name = node.need("name")?;
            if name.value != "0" {
                let error = node.wrong(name, "the content of a newtype variant has no name");
                return Err(error.help("name it `0`"));
            }
            return Ok(&name.value);
        }
        let name = node.name_attribute()?;
        if self.scope.has(&name.value) {
            return Err(node.wrong(name, format!("a second `{}`", name.value)));
        }
        Ok(&name.value)
    }

    fn item(&self, node: &'n Node<'n>) -> Result<&'n str> {
        let Some(item) = node.get("item") else {
            return Ok("");
        };
        if !super::value::is_name(&item.value) {
            return Err(node.wrong(item, format!("`{}` is not a name", item.value)));
        }
        Ok(&item.value)
    }

    fn visible(&self, node: &Node<'_>) -> Result<bool> {
        let given = node.one_of("visible", &[("true", true), ("false", false)])?;
        Ok(given.unwrap_or(!matches!(&*node.name, "count" | "derived")))
    }

    /// Bytes around the value that mean nothing.
    fn pads(&self, node: &'n Node<'n>) -> Result<Pads> {
        let pad = |bytes: &str, align: &str| {
            let bytes = self.attribute_expr(node, bytes)?.map(Pad::Bytes);
            match (bytes, self.attribute_expr(node, align)?.map(Pad::Align)) {
                (Some(_), Some(_)) => Err(node.error("the padding is given twice")),
                (bytes, align) => Ok(bytes.or(align)),
            }
        };
        Ok(Pads {
            before: pad("pad_before", "align_before")?,
            after: pad("pad_after", "align_after")?,
            to: self.attribute_expr(node, "pad_to")?,
        })
    }

    /// What says the byte order.
    fn order(&self, node: &'n Node<'n>) -> Result<Option<Order>> {
        let known = node.endian()?.map(Order::from);
        node.one_order(known, self.attribute_expr(node, "big_if")?)
    }

    fn ty(&self, node: &'n Node<'n>) -> Result<Type> {
        match &*node.name {
            "blob" => return text_or_bytes(node),
            "derived" if self.visible(node)? => return Ok(Type::Bool),
            // Calculated in as many bits.
            "derived" => return Ok(Type::Prim(PrimKind::I128)),
            _ => {}
        }
        let item = self.index.ty(node, node.need("type")?)?;
        let nested = node.one_of("nested", &[("true", Nested::Value), ("list", Nested::List)])?;
        if nested.is_some() && item.struct_ref().is_none() {
            return Err(node.error("only structs can be nested"));
        }
        let item = if nested == Some(Nested::Value) {
            Type::Nested(item.into())
        } else {
            item
        };
        let is_list = matches!(&*node.name, "list" | "packed");
        if is_list && (item.is_lookahead() || matches!(item, Type::Dialect(_))) {
            return Err(node.error("items must have bytes"));
        }
        if is_list && matches!(item, Type::Padding(_)) {
            let error = node.error("an item that is there only sometimes has no place in a list");
            return Err(error.help("put the padding in a struct"));
        }
        let ty = match &*node.name {
            "list" => Type::List(item.into()),
            "packed" => Type::Packed(item.into()),
            "count"
                if !matches!(item, Type::Prim(kind) if kind.is_whole()) && item != Type::Vle =>
            {
                return Err(node.error("a count is a whole number"));
            }
            _ => item,
        };
        match nested {
            Some(Nested::List) if is_list => Ok(Type::Nested(ty.into())),
            Some(Nested::List) => Err(node.error("nested as a list, but it is none")),
            _ => Ok(ty),
        }
    }

    fn count(&self, node: &'n Node<'n>) -> Result<Count> {
        let attribute = node.get("count").ok_or_else(|| {
            let error = node.error(format!("`<{}>` needs the attribute `count`", node.name));
            error.help(format!("an expression, or `{TO_END}`"))
        })?;
        if attribute.value == TO_END {
            return Ok(Count::ToEnd);
        }
        if let Some(is_last) = attribute.value.strip_prefix(UNTIL) {
            return self.until(node, attribute, is_last);
        }
        let count = self.expr(node, attribute, &attribute.value, false)?;
        Ok(Count::Expr(count.into()))
    }

    /// A list of structs that ends with an item.
    fn until(&self, node: &'n Node<'n>, attribute: &'n Attribute, text: &str) -> Result<Count> {
        let items = node
            .get("type")
            .and_then(|ty| self.index.struct_of(&ty.value));
        let Some(items) = items.filter(|_| node.name == "list") else {
            return Err(node.wrong(attribute, "only a list of structs ends with an item"));
        };
        let is_last = node.expr(attribute, text)?;
        let place = ExprAttribute {
            index: self.index,
            node,
            attribute,
        };
        super::scope::item_names(place, items, &is_last)?;
        Ok(Count::Until(is_last.into()))
    }

    fn args(&self, node: &'n Node<'n>, ty: &Type) -> Result<Vec<Expr>> {
        let attribute = node.get("args");
        let parts = attribute.map(|attribute| (attribute, attribute.value.split(';')));
        let args = parts.into_iter().flat_map(|(attribute, parts)| {
            parts.map(move |part| self.expr(node, attribute, part.trim(), true))
        });
        let args: Vec<Expr> = args.collect::<Result<_>>()?;
        let wanted = match ty {
            // The dialect may be said, though it can be no other than the root's.
            Type::Dialect(_) => args.len().min(1),
            _ => ty
                .struct_ref()
                .map_or(0, |target| self.index.params_of(&target.name)),
        };
        if args.len() == wanted {
            return Ok(args);
        }
        let name = ty.struct_ref().map_or("this type", |target| &target.name);
        let message = format!("`{name}` takes {wanted} arguments, not {}", args.len());
        Err(attribute.map_or_else(|| node.error(&*message), |args| node.wrong(args, &*message)))
    }

    fn one_more(&self, asserts: &[Assert], node: &'n Node<'n>) -> Result<Vec<Assert>> {
        if asserts.len() == MAX_ASSERTS {
            return Err(node.error(format!("more than {MAX_ASSERTS} asserts of one field")));
        }
        Ok([asserts, &[self.assert(node)?]].concat())
    }

    fn assert(&self, node: &'n Node<'n>) -> Result<Assert> {
        node.only(&["that"], &[])?;
        let that = node.need("that")?;
        let that = self.expr(node, that, &that.value, false)?;
        Ok(Assert {
            that,
            message: node.text.as_str().into(),
        })
    }

    fn attribute_expr(&self, node: &'n Node<'n>, name: &str) -> Result<Option<Expr>> {
        let Some(attribute) = node.get(name) else {
            return Ok(None);
        };
        self.expr(node, attribute, &attribute.value, false)
            .map(Some)
    }

    fn expr(
        &self,
        node: &'n Node<'n>,
        attribute: &'n Attribute,
        text: &str,
        whole: bool,
    ) -> Result<Expr> {
        let expr = node.expr(attribute, text)?;
        self.scope.check(
            ExprAttribute {
                index: self.index,
                node,
                attribute,
            },
            &expr,
            whole,
        )?;
        Ok(expr)
    }
}
