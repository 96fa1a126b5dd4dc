//! One directive of an attribute: `count = n`, `args(a, b)`, `temp`.

use proc_macro2::{Delimiter, Group, Ident, Span, TokenStream};
use quote::ToTokens;
use syn::{
    Attribute, Expr, Token,
    ext::IdentExt,
    parse::{Parse, ParseStream},
    punctuated::Punctuated,
};

use crate::errors::Errors;

/// Which attribute a directive stands in.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Space {
    Br,
    Bw,
    Brw,
    Schema,
}

impl Space {
    pub(crate) const ALL: [(Self, &'static str); 4] = [
        (Self::Br, "br"),
        (Self::Bw, "bw"),
        (Self::Brw, "brw"),
        (Self::Schema, "schema"),
    ];

    pub(crate) fn name(self) -> &'static str {
        Self::ALL
            .iter()
            .find(|(space, _)| *space == self)
            .map_or("", |(_, name)| name)
    }

    pub(crate) fn reads(self) -> bool {
        matches!(self, Self::Br | Self::Brw)
    }

    pub(crate) fn writes(self) -> bool {
        matches!(self, Self::Bw | Self::Brw)
    }
}

pub(crate) struct Directive {
    pub(crate) space: Space,
    pub(crate) key: Ident,
    pub(crate) value: DirectiveValue,
}

pub(crate) enum DirectiveValue {
    None,
    Group(Group),
    Expr(Box<Expr>),
}

/// All directives of an item, in order.
pub(crate) fn directives(attrs: &[Attribute], errors: &mut Errors) -> Vec<Directive> {
    let mut all = Vec::new();
    for attr in attrs {
        let space = Space::ALL
            .iter()
            .find(|(_, name)| attr.path().is_ident(name));
        let Some((space, _)) = space else { continue };
        let parsed = attr.parse_args_with(Punctuated::<Bare, Token![,]>::parse_terminated);
        for Bare { key, value } in errors.take(parsed).into_iter().flatten() {
            all.push(Directive {
                space: *space,
                key,
                value,
            });
        }
    }
    all
}

/// A directive that does not know its attribute yet.
struct Bare {
    key: Ident,
    value: DirectiveValue,
}

impl Parse for Bare {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let key = input.call(Ident::parse_any)?;
        let value = if input.parse::<Option<Token![=]>>()?.is_some() {
            DirectiveValue::Expr(input.parse()?)
        } else if input.is_empty() || input.peek(Token![,]) {
            DirectiveValue::None
        } else {
            DirectiveValue::Group(input.parse()?)
        };
        Ok(Self { key, value })
    }
}

impl Directive {
    pub(crate) fn name(&self) -> String {
        self.key.to_string()
    }

    pub(crate) fn span(&self) -> Span {
        self.key.span()
    }

    fn error<T>(&self, message: String) -> syn::Result<T> {
        Err(syn::Error::new(self.span(), message))
    }

    /// A directive without a value.
    pub(crate) fn flag(&self) -> syn::Result<Span> {
        match &self.value {
            DirectiveValue::None => Ok(self.span()),
            _ => self.error(format!("`{}` takes no value", self.key)),
        }
    }

    /// What stands in the brackets or behind the equals sign.
    fn tokens(&self) -> syn::Result<TokenStream> {
        match &self.value {
            DirectiveValue::Group(group) => Ok(group.stream()),
            DirectiveValue::Expr(expr) => Ok(expr.to_token_stream()),
            DirectiveValue::None => self.error(format!("`{}` needs a value", self.key)),
        }
    }

    /// What stands in the brackets, read with `parser`.
    pub(crate) fn parse<P: syn::parse::Parser>(&self, parser: P) -> syn::Result<P::Output> {
        let tokens = self.tokens()?;
        if tokens.is_empty() {
            return self.error(format!("`{}` needs a value", self.key));
        }
        parser.parse2(tokens)
    }

    /// `key = expr` or `key(expr)`.
    pub(crate) fn expr(&self) -> syn::Result<Expr> {
        let mut all = self
            .parse(Punctuated::<Expr, Token![,]>::parse_terminated)?
            .into_iter();
        match (all.next(), all.next()) {
            (Some(only), None) => Ok(only),
            (_, second) => Err(syn::Error::new_spanned(
                second,
                format!("`{}` takes one expression here, no second one", self.key),
            )),
        }
    }

    /// `key = "text"`.
    pub(crate) fn text(&self) -> syn::Result<String> {
        self.parse(<syn::LitStr as Parse>::parse)
            .map(|text| text.value())
            .map_err(|error| syn::Error::new(error.span(), format!("write `{} = \"…\"`", self.key)))
    }

    /// Whether the value stands in curly brackets.
    pub(crate) fn in_braces(&self) -> bool {
        matches!(&self.value, DirectiveValue::Group(group) if group.delimiter() == Delimiter::Brace)
    }
}

/// A value that may be given once.
pub(crate) fn set<T>(
    slot: &mut Option<T>,
    value: syn::Result<T>,
    key: &Ident,
    errors: &mut Errors,
) {
    let Some(value) = errors.take(value) else {
        return;
    };
    if slot.is_some() {
        errors.at(key, format!("`{key}` is given twice"));
    }
    *slot = Some(value);
}
