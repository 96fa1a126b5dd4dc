//! What is passed down to a struct, as code.

use proc_macro2::TokenStream;
use quote::quote;

use crate::input::Input;

/// `Args` as binrw's `import` makes it.
pub(super) fn args(input: &Input) -> TokenStream {
    let types = input.params.iter().map(|param| &param.ty);
    quote! { (#(#types,)*) }
}

/// The pattern that takes `Args` apart.
pub(super) fn params(input: &Input) -> TokenStream {
    let names = input.params.iter().map(|param| &param.name);
    quote! { (#(#names,)*) }
}
