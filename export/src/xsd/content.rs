//! Attributes and child elements of structs and variants.

use formwork_schema::{
    layout::{Field, Struct, Type, Variant, VariantShape},
    place::{self, XmlForm},
    sorted,
};

use super::printer::Printer;
use crate::{facets::fixed_count, writer::Attributes};

/// Longest list whose length is spelled out; validators unroll these.
const MAX_OCCURS: u64 = 1024;

/// A value that elements stand for: a field, or an item somewhere inside one.
#[derive(Clone, Copy)]
struct Part<'f> {
    field: &'f Field,
    ty: &'f Type,
    /// Name of the elements of its items, if it has any.
    item: &'f str,
}

impl<'f> Part<'f> {
    fn of(field: &'f Field) -> Self {
        Self {
            field,
            ty: &field.ty,
            item: place::item_name(field),
        }
    }

    /// Its items. What these have inside has no name of its own: the field names its own items only.
    fn items(self) -> Option<Self> {
        let ty = self.ty.peeled().item()?;
        Some(Self {
            ty,
            item: place::ITEM,
            ..self
        })
    }
}

/// How often an element stands where it does.
#[derive(Clone, Copy)]
struct Occurs {
    min: u64,
    max: Option<u64>,
}

impl Occurs {
    const ONCE: Self = Self {
        min: 1,
        max: Some(1),
    };
    const MAYBE: Self = Self {
        min: 0,
        max: Some(1),
    };

    /// As often as a list has items.
    fn items(of: Part<'_>) -> Self {
        let count = match of.ty.peeled() {
            Type::Array(_, length) => Some((*length).into()),
            _ => fixed_count(of.field),
        };
        match count {
            Some(count) if count <= MAX_OCCURS => Self {
                min: count,
                max: Some(count),
            },
            _ => Self { min: 0, max: None },
        }
    }

    fn attributes(self, attributes: Attributes) -> Attributes {
        let max = self
            .max
            .map_or("unbounded".to_owned(), |max| max.to_string());
        attributes
            .maybe("minOccurs", (self.min != 1).then_some(self.min))
            .maybe("maxOccurs", (max != "1").then_some(max))
    }
}

impl Printer<'_> {
    /// The content of a struct or of a variant with named fields.
    pub(super) fn members(&mut self, fields: &[Field]) {
        let places: Vec<XmlForm> = (0..fields.len())
            .map(|index| place::of_field(self.implied, fields, index))
            .collect();
        let is_child = |place: &XmlForm| !matches!(place, XmlForm::Hidden | XmlForm::Attribute);
        if places.iter().any(is_child) {
            self.xml.open("xs:sequence", Attributes::new());
            for (field, place) in fields
                .iter()
                .zip(&places)
                .filter(|(_, place)| is_child(place))
            {
                self.child(field, *place);
            }
            self.xml.close();
        }
        let attributes = fields.iter().zip(&places);
        for (field, _) in attributes.filter(|(_, place)| **place == XmlForm::Attribute) {
            self.attribute(field);
        }
    }

    fn attribute(&mut self, field: &Field) {
        let simple = match self.layout.link(field) {
            // Or the name of the item.
            Some(_) => "xs:string".to_owned(),
            None => self.simple(&field.ty),
        };
        let attributes = Attributes::new()
            .with("name", &field.name)
            .with("type", simple)
            .maybe(
                "use",
                (!self.implied.is_optional(field)).then_some("required"),
            );
        self.xml.documented("xs:attribute", attributes, &field.doc);
        if let Type::FixedString(_) = field.ty.peeled() {
            self.padding(&field.name);
        }
    }

    fn padding(&mut self, name: &str) {
        let attributes = Attributes::new()
            .with("name", place::padding_name(name))
            .with("type", "xs:base64Binary");
        self.xml.leaf("xs:attribute", attributes, "");
    }

    fn child(&mut self, field: &Field, place: XmlForm) {
        let once = if self.implied.is_optional(field) {
            Occurs::MAYBE
        } else {
            Occurs::ONCE
        };
        match place {
            XmlForm::Items => self.items(Part::of(field), &field.doc),
            _ => self.element(&field.name, Part::of(field), &field.doc, once),
        }
    }

    /// The items of a list, one element each.
    fn items(&mut self, of: Part<'_>, doc: &str) {
        if let Some(item) = of.items() {
            self.element(of.item, item, doc, Occurs::items(of));
        }
    }

    /// The element that stands for a value: a field, an item, or the content of a newtype variant.
    fn element(&mut self, name: &str, of: Part<'_>, doc: &str, occurs: Occurs) {
        let named = self.named_type(of.ty);
        let is_named = named.is_some();
        let attributes = Attributes::new().with("name", name).maybe("type", named);
        let attributes = occurs.attributes(attributes);
        if is_named {
            return self.xml.documented("xs:element", attributes, doc);
        }
        self.xml.open("xs:element", attributes);
        self.xml.doc(doc);
        match place::content(self.implied, of.ty) {
            XmlForm::Numbers => self.numbers(of.field, of.ty),
            XmlForm::Items => self.wrapper(of),
            _ => self.fixed_string(name, of.ty),
        }
        self.xml.close();
    }

    /// The type of an element, when it has a name.
    fn named_type(&mut self, ty: &Type) -> Option<String> {
        match place::content(self.implied, ty) {
            XmlForm::Base64 => Some("xs:base64Binary".to_owned()),
            XmlForm::Child => ty
                .struct_ref()
                .map(|target| self.ids.of_struct(&target.name).into()),
            XmlForm::Attribute if matches!(ty.peeled(), Type::FixedString(_)) => None,
            XmlForm::Attribute => Some(self.simple(ty)),
            _ => None,
        }
    }

    fn wrapper(&mut self, of: Part<'_>) {
        self.xml.open("xs:complexType", Attributes::new());
        self.xml.open("xs:sequence", Attributes::new());
        self.items(of, "");
        self.xml.close();
        self.xml.close();
    }

    fn fixed_string(&mut self, name: &str, ty: &Type) {
        let base = self.simple(ty);
        self.xml.open("xs:complexType", Attributes::new());
        self.xml.open("xs:simpleContent", Attributes::new());
        self.xml
            .open("xs:extension", Attributes::new().with("base", base));
        self.padding(name);
        (0..3).for_each(|_| self.xml.close());
    }

    fn numbers(&mut self, field: &Field, ty: &Type) {
        let item = ty.peeled().item().map(|item| self.simple(item));
        let list = Attributes::new().with("itemType", item.unwrap_or_default());
        self.xml.open("xs:simpleType", Attributes::new());
        match fixed_count(field) {
            Some(count) => {
                self.xml.open("xs:restriction", Attributes::new());
                self.xml.open("xs:simpleType", Attributes::new());
                self.xml.leaf("xs:list", list, "");
                self.xml.close();
                self.xml
                    .leaf("xs:length", Attributes::new().with("value", count), "");
                self.xml.close();
            }
            None => self.xml.leaf("xs:list", list, ""),
        }
        self.xml.close();
    }

    /// The element of a variant.
    pub(super) fn variant(&mut self, variant: &Variant) {
        if let (VariantShape::Newtype, [field]) = (variant.shape, &*variant.fields) {
            let doc = if variant.doc.is_empty() {
                &field.doc
            } else {
                &variant.doc
            };
            return self.element(&variant.name, Part::of(field), doc, Occurs::ONCE);
        }
        self.xml
            .open("xs:element", Attributes::new().with("name", &variant.name));
        self.xml.doc(&variant.doc);
        self.xml.open("xs:complexType", Attributes::new());
        self.members(&variant.fields);
        self.xml.close();
        self.xml.close();
    }

    /// An enum whose variant is not named: any of them, as far as XSD can say that.
    pub(super) fn untagged(&mut self, id: &str, of: &Struct) {
        let fields = of
            .variants()
            .iter()
            .flat_map(|variant| variant.fields.iter());
        let places: Vec<XmlForm> = fields
            .clone()
            .map(|field| place::content(self.implied, &field.ty))
            .collect();
        let is_text = |place: &XmlForm| matches!(place, XmlForm::Attribute | XmlForm::Numbers);
        let name = Attributes::new().with("name", id);
        if !places.iter().all(is_text)
            || of
                .variants()
                .iter()
                .any(|variant| variant.shape == VariantShape::Fields)
        {
            self.xml.open("xs:complexType", name.with("mixed", "true"));
            self.xml.doc(&of.doc);
            self.xml.open("xs:sequence", Attributes::new());
            let any = Attributes::new()
                .with("minOccurs", 0)
                .with("maxOccurs", "unbounded");
            self.xml
                .leaf("xs:any", any.with("processContents", "skip"), "");
            self.xml.close();
            let any = Attributes::new().with("processContents", "skip");
            self.xml.leaf("xs:anyAttribute", any, "");
            return self.xml.close();
        }
        let pairs = fields.zip(&places);
        let mut members: Vec<String> = pairs
            .filter(|(_, place)| **place == XmlForm::Attribute)
            .map(|(field, _)| self.simple(&field.ty))
            .collect();
        sorted::ascending(&mut members);
        members.dedup();
        self.xml.open("xs:simpleType", name);
        self.xml.doc(&of.doc);
        let members = (!members.is_empty()).then(|| members.join(" "));
        self.xml
            .open("xs:union", Attributes::new().maybe("memberTypes", members));
        for variant in of.variants() {
            match &*variant.fields {
                [field] if place::content(self.implied, &field.ty) == XmlForm::Numbers => {
                    self.numbers(field, &field.ty);
                }
                _ => {}
            }
        }
        (0..2).for_each(|_| self.xml.close());
    }
}
