//! What the spelling of a field's type tells.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::{GenericArgument, Ident, PathArguments, Type, spanned::Spanned, visit_mut::VisitMut};

/// What the derive knows of a type without asking the compiler.
#[derive(Clone)]
pub(crate) struct Shape {
    /// `Option<…>`.
    pub(crate) optional: bool,
    /// A list, and of what kind.
    pub(crate) list: Option<ListKind>,
    /// What expressions can do with a value.
    pub(crate) value: ValueKind,
}

#[derive(Clone)]
pub(crate) enum ListKind {
    /// `Vec<item>`.
    Vec(Box<Type>),
    /// `Packed<item>`.
    Packed,
    /// `Zip<key, item>`.
    Zip,
    /// `Indexed<item>`.
    Indexed,
    /// `Blob`, `Text<…>`.
    Blob,
    /// `Padded<…>`.
    Padded,
    /// `Slack`.
    Slack,
}

#[derive(Clone, Copy, PartialEq)]
pub(crate) enum ValueKind {
    /// A whole number, as far as can be seen.
    Number,
    /// `Remaining` or `Peek`: known only while reading.
    Remaining,
    /// `Each`: one number for each item of a list.
    Column,
    /// `[u8; N]`: bytes that are compared.
    Bytes,
    /// Something that is not a whole number, and what.
    Opaque(&'static str),
}

impl Shape {
    pub(crate) fn of(ty: &Type) -> Self {
        let inner = argument(ty, "Option");
        let bare = inner.unwrap_or(ty);
        let bare = argument(bare, "Nested").unwrap_or(bare);
        let bare = argument(bare, "Box").unwrap_or(bare);
        Self {
            optional: inner.is_some(),
            list: list(bare),
            value: value(bare),
        }
    }

    /// Whether it is filled up with zeros, which trees do not have.
    pub(crate) fn is_filled_up(&self) -> bool {
        matches!(self.list, Some(ListKind::Padded | ListKind::Slack))
    }

    /// What keeps these zeros.
    pub(crate) fn with_zeros(&self) -> &'static str {
        match self.list {
            Some(ListKind::Slack) => "`Blob`",
            _ => "`Text<…>`",
        }
    }

    /// Whether items have a name of their own in text.
    pub(crate) fn has_items(&self) -> bool {
        matches!(
            self.list,
            Some(ListKind::Vec(_) | ListKind::Packed | ListKind::Zip | ListKind::Indexed)
        )
    }
}

fn list(ty: &Type) -> Option<ListKind> {
    if let Some(item) = argument(ty, "Vec") {
        return Some(ListKind::Vec(Box::new(item.clone())));
    }
    match last_name(ty)?.as_str() {
        "Packed" => Some(ListKind::Packed),
        "Zip" => Some(ListKind::Zip),
        "Indexed" => Some(ListKind::Indexed),
        "Blob" | "Text" => Some(ListKind::Blob),
        "Padded" => Some(ListKind::Padded),
        "Slack" => Some(ListKind::Slack),
        _ => None,
    }
}

fn value(ty: &Type) -> ValueKind {
    match last_name(ty).as_deref() {
        Some("f32" | "f64" | "F16") => ValueKind::Opaque("a float"),
        Some("u128" | "i128") => ValueKind::Opaque("a number of 128 bits"),
        None if is_bytes(ty) => ValueKind::Bytes,
        None if matches!(ty, Type::Array(_)) => ValueKind::Opaque("an array"),
        Some("Padding" | "Aligned") => ValueKind::Opaque("padding"),
        Some("Checksum") => ValueKind::Opaque("a checksum"),
        Some("FileLength") => ValueKind::Opaque("how long the file is"),
        Some("CString" | "Ended" | "EndedBy" | "FixedString") => ValueKind::Opaque("a string"),
        Some("Remaining" | "Peek") => ValueKind::Remaining,
        Some("Each") => ValueKind::Column,
        _ => ValueKind::Number,
    }
}

fn is_bytes(ty: &Type) -> bool {
    matches!(ty, Type::Array(array) if last_name(&array.elem).is_some_and(|item| item == "u8"))
}

/// Name of the type without path and arguments.
pub(crate) fn last_name(ty: &Type) -> Option<String> {
    match ty {
        Type::Path(path) => path
            .path
            .segments
            .last()
            .map(|segment| segment.ident.to_string()),
        _ => None,
    }
}

/// Whether a type is written with arguments, as `Vec<T>` is.
pub(crate) fn has_arguments(ty: &Type) -> bool {
    let last = match ty {
        Type::Path(path) => path.path.segments.last(),
        _ => None,
    };
    last.is_some_and(|last| !last.arguments.is_empty())
}

/// Whether a type of that name is in a type, but for what readers count.
pub(crate) fn holds(ty: &Type, name: &Ident) -> bool {
    match ty {
        Type::Array(array) => holds(&array.elem, name),
        Type::Path(path) => path.path.segments.last().is_some_and(|last| {
            let arguments = match &last.arguments {
                PathArguments::AngleBracketed(of) if last.ident != "Nested" => Some(&of.args),
                _ => None,
            };
            let mut arguments = arguments.into_iter().flatten();
            last.ident == *name
                || arguments.any(|one| matches!(one, GenericArgument::Type(ty) if holds(ty, name)))
        }),
        _ => false,
    }
}

/// Whether a type is one of Rust's own numbers.
pub(crate) fn is_number(ty: &Type) -> bool {
    const NUMBERS: [&str; 15] = [
        "u8", "u16", "u32", "u64", "u128", "i8", "i16", "i32", "i64", "i128", "f32", "f64", "U24",
        "I24", "F16",
    ];
    last_name(ty).is_some_and(|name| NUMBERS.contains(&name.as_str()))
}

/// `T` of `Name<T>`, when the type is that.
pub(crate) fn argument<'a>(ty: &'a Type, name: &str) -> Option<&'a Type> {
    let Type::Path(path) = ty else { return None };
    let segment = path
        .path
        .segments
        .last()
        .filter(|segment| segment.ident == name)?;
    let PathArguments::AngleBracketed(arguments) = &segment.arguments else {
        return None;
    };
    arguments.args.iter().find_map(|argument| match argument {
        GenericArgument::Type(ty) => Some(ty),
        _ => None,
    })
}

/// Asks the compiler whether the names in a type mean what is taken for granted here.
pub(crate) fn same(ty: &Type) -> Option<TokenStream> {
    let mut canonical = Canonical {
        ty: ty.clone(),
        known: false,
    };
    let mut full = ty.clone();
    canonical.visit_type_mut(&mut full);
    canonical.known.then(|| {
        quote_spanned! { ty.span()=> ::formwork_schema::__private::same::<#ty, #full>(); }
    })
}

/// Writes the names that tell something out.
struct Canonical {
    ty: Type,
    known: bool,
}

impl VisitMut for Canonical {
    fn visit_type_path_mut(&mut self, path: &mut syn::TypePath) {
        syn::visit_mut::visit_type_path_mut(self, path);
        let Some(last) = path.path.segments.last().filter(|_| path.qself.is_none()) else {
            return;
        };
        let name = &last.ident;
        // Without arguments it is a type of the user's that is called so.
        let is_generic = !last.arguments.is_empty();
        let prefix = match name.to_string().as_str() {
            "u8" | "u16" | "u32" | "u64" | "u128" | "usize" | "i8" | "i16" | "i32" | "i64"
            | "i128" | "f32" | "f64" | "bool" => quote! { ::core::primitive },
            "Option" if is_generic => quote! { ::core::option },
            "Vec" if is_generic => quote! { ::std::vec },
            "Box" if is_generic => quote! { ::std::boxed },
            "U24" | "I24" | "F16" | "Packed" | "Blob" | "Text" | "Padded" | "Zip" | "Indexed"
            | "Nested" | "CString" | "FixedString" | "Ended" | "EndedBy" | "Padding"
            | "Aligned" | "Slack" | "Checksum" | "FileLength" | "Remaining" | "Peek" | "Each"
            | "Wide" => {
                quote! { ::formwork_schema }
            }
            _ => return,
        };
        self.known = true;
        let span = self.ty.span();
        if let Ok(full) = syn::parse2(quote_spanned! { span=> #prefix::#last }) {
            path.path = full;
        }
    }
}
