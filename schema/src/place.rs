//! [`XmlForm`]: where a field stands in the XML form of an instance.
//!
//! The XML reader and writer and the generated XSD ask this module and nothing else, so they
//! cannot disagree about what is an attribute and which lists have an element around them.

use crate::{
    implied::Implied,
    layout::{Body, Field, PrimKind, Struct, Style, Type, VariantShape},
};

/// Name of the last child of the root element: the bytes after the end, in base64.
pub const TRAILING: &str = "trailing";

/// The form of texts that is written. Form 1, of before the first release, said everything and named the variant of every enum.
pub const FORM: u8 = 2;

/// Name of the attribute of the root element, and of the member of the envelope, that says the form.
pub const FORM_NAME: &str = "formwork";

/// Name of the attribute and member that numbers the items of a list which indices count.
pub const INDEX: &str = "index";

/// Name of the attribute of the root element, and of the member of the envelope, with the indices that lead nowhere.
pub const DANGLING: &str = "dangling";

/// Name of the elements that stand for items which nothing names: those of an array in a list, or in another array.
pub const ITEM: &str = "item";

/// Where a value stands in the element around it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum XmlForm {
    /// Nowhere: the field exists only in the file.
    Hidden,
    /// One attribute named after the field; the text of an item or of a newtype variant.
    Attribute,
    /// One element with numbers separated by white space.
    Numbers,
    /// One element with base64.
    Base64,
    /// One element with the attributes and children of a struct, or with the one child of a struct
    /// of variants.
    Child,
    /// One element per item, directly in the element around the list.
    Items,
    /// One element named after the field, and in it one element per item.
    Wrapped,
}

/// Where the field at `index` of `fields` stands. `fields` is all of a struct or of a variant.
///
/// The only field of a newtype variant has no name of its own: ask [`content`] for its type instead.
///
/// # Panics
/// When there is no field at `index`.
#[must_use]
pub fn of_field(implied: &Implied<'_>, fields: &[Field], index: usize) -> XmlForm {
    let field = &fields[index];
    if !field.visible {
        return XmlForm::Hidden;
    }
    match content(implied, &field.ty) {
        XmlForm::Items
            if field.when.is_some()
                || implied.naming(&field.ty).is_some()
                || is_taken(implied, fields, index) =>
        {
            XmlForm::Wrapped
        }
        place => place,
    }
}

/// What the element that stands for a value of this type holds, when the element has no other
/// purpose, as those of items and newtype variants. Never [`XmlForm::Hidden`] or [`XmlForm::Wrapped`].
#[must_use]
pub fn content(implied: &Implied<'_>, ty: &Type) -> XmlForm {
    match ty.peeled() {
        Type::Blob | Type::Padding(_) => XmlForm::Base64,
        Type::List(item) | Type::Packed(item) if is_number(item) => XmlForm::Numbers,
        Type::List(_) | Type::Packed(_) => XmlForm::Items,
        Type::Array(item, _) if !is_word(item) => XmlForm::Items,
        other if is_simple(implied, other) => XmlForm::Attribute,
        _ => XmlForm::Child,
    }
}

/// Enums inside enums beyond which a value is not one piece of text.
const MAX_ENUMS: u32 = 4;

/// Whether values of this type are one piece of text: numbers, strings, flags, enumerations,
/// versions, dialects, structs of style [`Style::Vector`] or [`Style::Tuple`], and enums of all that whose variant is not named.
#[must_use]
pub fn is_simple(implied: &Implied<'_>, ty: &Type) -> bool {
    is_one_text(implied, ty, 0)
}

fn is_one_text(implied: &Implied<'_>, ty: &Type, enums: u32) -> bool {
    let target = match ty.peeled() {
        Type::Blob | Type::Padding(_) | Type::List(_) | Type::Packed(_) => return false,
        Type::Array(item, _) => return is_word(item),
        Type::Struct(target) => implied.layout().get(target),
        // What follows the NUL has an attribute of its own, and that a name.
        Type::FixedString(_) => return enums == 0,
        _ => return true,
    };
    let Body::Variants(variants) = &target.body else {
        return is_vector(target);
    };
    let mut fields = variants.iter().flat_map(|variant| variant.fields.iter());
    enums < MAX_ENUMS
        && implied.is_untagged(target)
        && variants
            .iter()
            .all(|variant| variant.shape != VariantShape::Fields)
        && fields.all(|field| is_one_text(implied, &field.ty, enums + 1))
}

/// Whether a list of this type is one element with numbers.
#[must_use]
pub fn is_number(ty: &Type) -> bool {
    matches!(ty.peeled(), Type::Prim(_) | Type::Vle)
}

/// Whether values of this type are words of a text, one or several: arrays of them are one piece of text.
#[must_use]
pub fn is_word(ty: &Type) -> bool {
    match ty.peeled() {
        Type::Prim(_) | Type::Vle | Type::Bool | Type::Enum(_) => true,
        Type::Array(item, _) => is_word(item),
        _ => false,
    }
}

/// Bytes of an array up to which it is numbers.
const MAX_NUMBERS: u32 = 8;

/// Whether values of this type are one word of hexadecimal digits: arrays of many bytes.
#[must_use]
pub fn is_hex(ty: &Type) -> bool {
    let is_byte = |item: &Type| matches!(item.peeled(), Type::Prim(PrimKind::U8));
    matches!(ty.peeled(), Type::Array(item, length) if is_byte(item) && *length > MAX_NUMBERS)
}

/// Whether instances of a struct are numbers in order, in one attribute.
#[must_use]
pub fn is_vector(target: &Struct) -> bool {
    matches!(target.style, Style::Vector | Style::Tuple)
}

/// Name of the elements that stand for the items of a list.
#[must_use]
pub fn item_name(field: &Field) -> &str {
    match (&*field.item, &*field.name) {
        // The content of a newtype variant has no name that an element could have.
        ("", "0") => ITEM,
        ("", name) => name,
        (item, _) => item,
    }
}

/// Name of the attribute with what follows the NUL of a fixed string. `name` is that of the
/// field; for an item or a newtype variant that of its element, which has the attribute.
#[must_use]
pub fn padding_name(name: &str) -> String {
    format!("{name}_padding")
}

/// Whether another field might stand in an element with the item name of this list.
fn is_taken(implied: &Implied<'_>, fields: &[Field], index: usize) -> bool {
    let item = item_name(&fields[index]);
    let others = fields
        .iter()
        .enumerate()
        .filter(|(other, field)| *other != index && field.visible);
    others
        .map(|(_, field)| field)
        .any(|field| match content(implied, &field.ty) {
            XmlForm::Attribute => false,
            XmlForm::Items => *field.name == *item || item_name(field) == item,
            _ => *field.name == *item,
        })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        Expr, Layout,
        layout::{Count, Link, StructRef},
    };

    const U8: Type = Type::Prim(PrimKind::U8);

    fn field(name: &str, item: &str, ty: Type) -> Field {
        Field {
            item: item.into(),
            count: ty.item().map(|_| Count::ToEnd),
            ..Field::new(name.into(), "".into(), ty)
        }
    }

    fn record(name: &str, style: Style) -> Struct {
        Struct {
            name: name.into(),
            doc: "".into(),
            params: Vec::new().into(),
            style,
            endian: None,
            magic: Vec::new().into(),
            element: None,
            body: Body::Fields(Vec::new().into()),
        }
    }

    fn layout() -> Layout {
        Layout {
            format: "t".into(),
            title: "".into(),
            encoding: Default::default(),
            extensions: Vec::new().into(),
            recognition: crate::layout::Recognition::OnRequest,
            root: reference(0),
            table: vec![record("R", Style::Record), record("V", Style::Vector)].into(),
        }
    }

    fn reference(place: usize) -> StructRef {
        StructRef {
            name: ["R", "V"][place].into(),
            link: Link::Table(place),
        }
    }

    fn records() -> Type {
        Type::List(Type::Struct(reference(0)).into())
    }

    fn places(fields: &[Field]) -> Vec<XmlForm> {
        let layout = layout();
        (0..fields.len())
            .map(|index| of_field(&Implied::of(&layout), fields, index))
            .collect()
    }

    #[test]
    fn each_type_has_its_place() {
        let fields = [
            field("a", "", U8),
            field("b", "", Type::Struct(reference(0))),
            field("c", "", Type::Struct(reference(1))),
            field("d", "", Type::Blob),
            field("es", "e", Type::Packed(U8.into())),
            field("fs", "f", Type::List(Type::CString.into())),
            field("gs", "g", records()),
            field("h", "", Type::Nested(Type::Struct(reference(0)).into())),
            Field {
                visible: false,
                ..field("i", "", U8)
            },
        ];
        use XmlForm::{Attribute, Base64, Child, Hidden, Items, Numbers};
        let expected = [
            Attribute, Child, Attribute, Base64, Numbers, Items, Items, Child, Hidden,
        ];
        assert_eq!(places(&fields), expected);
    }

    #[test]
    fn conditional_lists_are_wrapped() {
        let fields = [Field {
            when: Some(Expr::Int(1).into()),
            ..field("tracks", "track", records())
        }];
        assert_eq!(places(&fields), [XmlForm::Wrapped]);
    }

    #[test]
    fn lists_with_a_taken_item_name_are_wrapped() {
        let child = field("track", "", Type::Struct(reference(0)));
        let attribute = field("name", "", Type::CString);
        let fields = [
            child,
            field("tracks", "track", records()),
            attribute,
            field("names", "name", records()),
        ];
        assert_eq!(
            places(&fields),
            [
                XmlForm::Child,
                XmlForm::Wrapped,
                XmlForm::Attribute,
                XmlForm::Items
            ]
        );
    }

    #[test]
    fn lists_that_share_an_item_name_are_both_wrapped() {
        let fields = [
            field("old", "bone", records()),
            field("new", "bone", records()),
        ];
        assert_eq!(places(&fields), [XmlForm::Wrapped, XmlForm::Wrapped]);
    }

    #[test]
    fn hidden_fields_take_no_name() {
        let hidden = Field {
            visible: false,
            ..field("track", "", Type::Struct(reference(0)))
        };
        let fields = [hidden, field("tracks", "track", records())];
        assert_eq!(places(&fields), [XmlForm::Hidden, XmlForm::Items]);
    }
}
