//! `Box::new`, as binrw writes it into the code of the user.
//!
//! Where a function may fail (`try_calc`, `try_map`), binrw boxes its error with `Box::new(error)`, under whatever `Box` means there. A type
//! of the user's that is called `Box` gets a function `new` that does the same, from a trait, so that one of its own comes first.

use proc_macro2::TokenStream;
use quote::{ToTokens as _, quote};
use syn::{Attribute, Data, DeriveInput};

/// The function of a type that is called `Box`, and the import of it where binrw asks for it.
pub(super) fn boxed(item: &DeriveInput) -> TokenStream {
    let name = &item.ident;
    let function = (name == "Box").then(|| {
        quote! {
            #[automatically_derived]
            impl ::formwork_schema::__private::BoxedError for #name {}
        }
    });
    let import = fields(item).any(may_fail).then(|| {
        quote! {
            #[doc(hidden)]
            #[allow(unused_imports)]
            use ::formwork_schema::__private::BoxedError as _;
        }
    });
    quote! { #function #import }
}

/// The attributes of all fields.
fn fields(item: &DeriveInput) -> impl Iterator<Item = &Attribute> {
    let (of_struct, of_variants) = match &item.data {
        Data::Struct(data) => (Some(&data.fields), None),
        Data::Enum(data) => (None, Some(&data.variants)),
        Data::Union(_) => (None, None),
    };
    let variants = of_variants.into_iter().flatten();
    let fields = of_struct
        .into_iter()
        .chain(variants.map(|variant| &variant.fields));
    fields.flatten().flat_map(|field| &field.attrs)
}

/// Whether binrw boxes an error for this attribute.
fn may_fail(attribute: &Attribute) -> bool {
    let words = attribute.meta.to_token_stream().to_string();
    words.contains("try_calc") || words.contains("try_map")
}
