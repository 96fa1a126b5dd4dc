//! [`Errors`]: everything that is wrong with one struct, shown together.

use std::fmt::Display;

use proc_macro2::TokenStream;
use quote::ToTokens;

/// Collects mistakes until somebody asks for them.
///
/// Dropping a collector that nobody asked is a bug of the derive, and says so.
#[must_use]
pub(crate) struct Errors {
    all: Option<syn::Error>,
    asked: bool,
}

impl Errors {
    pub(crate) fn new() -> Self {
        Self {
            all: None,
            asked: false,
        }
    }

    /// A mistake under the given tokens.
    pub(crate) fn at(&mut self, tokens: impl ToTokens, message: impl Display) {
        self.push(syn::Error::new_spanned(tokens, message));
    }

    /// A mistake that knows its place.
    pub(crate) fn push(&mut self, error: syn::Error) {
        match &mut self.all {
            Some(all) => all.combine(error),
            None => self.all = Some(error),
        }
    }

    /// The value, or a mistake noted and nothing.
    pub(crate) fn take<T>(&mut self, result: syn::Result<T>) -> Option<T> {
        result.map_err(|error| self.push(error)).ok()
    }

    /// One `compile_error!` per mistake; none when there is no mistake.
    pub(crate) fn finish(mut self) -> Option<TokenStream> {
        self.asked = true;
        self.all.take().map(|all| all.into_compile_error())
    }

    /// For a second derive on the same struct, whose first one reports the same mistakes:
    /// whether there are any.
    pub(crate) fn leave_to_schema(mut self) -> bool {
        self.asked = true;
        self.all.is_some()
    }
}

impl Drop for Errors {
    fn drop(&mut self) {
        assert!(
            self.asked || std::thread::panicking(),
            "the mistakes of a struct were not reported"
        );
    }
}
