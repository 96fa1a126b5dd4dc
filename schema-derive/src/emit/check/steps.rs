//! The fields of a struct or variant: presence, counts, content, asserts.

use std::collections::BTreeSet;

use proc_macro2::{Ident, TokenStream};
use quote::{quote, quote_spanned};
use syn::spanned::Spanned;

use super::pieces::{here, invalid, place, said, said_name, value_of};
use crate::{
    input::{Count, Due, Field, Role, TranslatedExpr},
    types::argument,
};

/// The fields of a struct or variant, one after another.
pub(super) struct Steps<'a> {
    fields: &'a [Field],
    /// Names that a pasted expression refers to.
    used: BTreeSet<&'a str>,
    /// Names of which a field inside is asked.
    bases: BTreeSet<&'a str>,
    /// Names that have a value only while reading.
    unknown: BTreeSet<&'a str>,
}

impl<'a> Steps<'a> {
    pub(super) fn new(fields: &'a [Field]) -> Self {
        let mut unknown = BTreeSet::new();
        for field in fields {
            let follows = field
                .is
                .as_ref()
                .is_some_and(|is| !is.expr.names().is_disjoint(&unknown));
            // What only the file tells, a tree says.
            if field.role == Role::Remaining || (follows && field.role != Role::Told) {
                unknown.insert(field.name.as_str());
            }
        }
        let used = fields
            .iter()
            .flat_map(Field::expressions)
            .flat_map(|said| said.expr.names());
        let bases = fields
            .iter()
            .flat_map(Field::expressions)
            .flat_map(|said| said.expr.bases());
        Self {
            fields,
            used: used.collect(),
            bases: bases.collect(),
            unknown,
        }
    }

    pub(super) fn all(&self) -> TokenStream {
        self.fields.iter().map(|field| self.step(field)).collect()
    }

    /// Whether an expression can be evaluated without the file.
    fn known(&self, said: &TranslatedExpr) -> bool {
        said.expr.names().is_disjoint(&self.unknown)
    }

    fn step(&self, field: &Field) -> TokenStream {
        match &field.role {
            Role::Data | Role::Dialect => self.data(field),
            Role::CountOf(list) | Role::SizeOf(list) => self.count_field(field, list),
            Role::Remaining => TokenStream::new(),
            Role::Derived => self.derived(field),
            Role::Kept | Role::Told => self.kept(field),
        }
    }

    /// A value that follows from others, for whoever asks.
    fn derived(&self, field: &Field) -> TokenStream {
        let (ident, ty, asserts) = (&field.ident, &field.ty, self.asserts(field, false));
        let is = field.is.as_ref().filter(|is| self.known(is));
        let value = is.map(value_of);
        let Some(value) = value.filter(|_| self.used.contains(field.name.as_str())) else {
            return TokenStream::new();
        };
        quote_spanned! { here()=> let #ident: #ty = #value; #asserts }
    }

    /// A value that follows from others, and that a tree keeps: it is what they make it.
    fn kept(&self, field: &Field) -> TokenStream {
        let (ident, ty) = (&field.ident, &field.ty);
        let (place, asserts) = (place(field), self.asserts(field, true));
        let is = field.is.as_ref().filter(|is| self.known(is));
        let differs = is.map(|is| {
            let value = value_of(is);
            let wrong = wrong(
                field,
                "is {}, but `{:#}` is {}",
                &[
                    quote_spanned!(here()=> ::formwork_schema::wide(*#place)),
                    said(is),
                    quote_spanned!(here()=> ::formwork_schema::wide(right)),
                ],
            );
            quote_spanned! { here()=>
                let right: #ty = #value;
                if ::formwork_schema::wide(*#place).get() != ::formwork_schema::wide(right).get() { #wrong }
            }
        });
        quote_spanned! { here()=>
            #differs
            let #ident: #ty = *#place;
            #asserts
        }
    }

    /// Only what is inside a value needs its path before something is wrong.
    fn data(&self, field: &Field) -> TokenStream {
        let presence = self.presence(field);
        let content = self.content(field);
        let value = self.value(field);
        let asserts = self.asserts(field, true);
        quote_spanned! { here()=> #presence #content #value #asserts }
    }

    /// An option is there exactly when its condition holds.
    fn presence(&self, field: &Field) -> Option<TokenStream> {
        let when = field.when.as_ref().filter(|when| self.known(when))?;
        let (place, rust) = (place(field), value_in(field, when));
        if let Some(Due::FileLength(_)) = field.due {
            let present = wrong(
                field,
                "is said although `{:#}` does not hold",
                &[said(when)],
            );
            return Some(quote_spanned! { here()=>
                if !(#rust) && #place.wrong().is_some() { #present }
            });
        }
        let missing = wrong(field, "is missing although `{:#}` holds", &[said(when)]);
        let present = wrong(
            field,
            "is there although `{:#}` does not hold",
            &[said(when)],
        );
        Some(quote_spanned! { here()=>
            match (#rust, #place.is_some()) {
                (true, false) => { #missing }
                (false, true) => { #present }
                _ => {}
            }
        })
    }

    /// The number of items, and what is inside.
    fn content(&self, field: &Field) -> TokenStream {
        let place = place(field);
        let inner = Ident::new("inner", here());
        let (count, size) = (self.count(field, &inner), self.size(field, &inner));
        let last = last_item(field, &inner);
        let count = quote_spanned! { here()=> #count #last #size };
        let args = field.args.iter().map(|arg| value_in(field, arg));
        let ty = argument(&field.ty, "Option").unwrap_or(&field.ty);
        // All at the type, and asked of `Schema`, so that a type without a schema is one mistake and not two.
        let (path, name) = (Ident::new("path", here()), &field.name);
        let inside = quote_spanned! { ty.span()=>
            <#ty as ::formwork_schema::Schema>::check_field(#inner, (#(#args,)*), #name, #path)?;
        };
        if field.shape.optional {
            quote_spanned! { here()=>
                if let ::core::option::Option::Some(#inner) = #place { #count #inside }
            }
        } else {
            quote_spanned! { here()=> { let #inner = #place; #count #inside } }
        }
    }

    fn count(&self, field: &Field, list: &Ident) -> Option<TokenStream> {
        let Some(Count::Expr(count)) = &field.count else {
            return None;
        };
        if !self.known(count) || self.follows(count, field) {
            return None;
        }
        let rust = value_in(field, count);
        let wrong = wrong(
            field,
            "has {} items, but `{:#}` says {}",
            &[
                quote_spanned!(here()=> #list.len()),
                said(count),
                quote_spanned!(here()=> said),
            ],
        );
        Some(quote_spanned! { here()=>
            let said = ::core::convert::TryInto::<usize>::try_into(#rust).unwrap_or(usize::MAX);
            if said != #list.len() { #wrong }
        })
    }

    /// The number of bytes, where a field that trees have says it.
    fn size(&self, field: &Field, value: &Ident) -> Option<TokenStream> {
        let size = field.size.as_ref()?;
        if !self.known(size) || self.follows(size, field) {
            return None;
        }
        let rust = value_in(field, size);
        let wrong = wrong(
            field,
            "takes {} bytes, but `{:#}` says {}",
            &[
                quote_spanned!(here()=> takes),
                said(size),
                quote_spanned!(here()=> said),
            ],
        );
        Some(quote_spanned! { here()=>
            let said = ::core::convert::TryInto::<usize>::try_into(#rust).unwrap_or(usize::MAX);
            let takes: usize = ::formwork_schema::size(#value)?;
            if said != takes { #wrong }
        })
    }

    /// Whether the count is computed from the very list: nothing can differ.
    fn follows(&self, count: &TranslatedExpr, list: &Field) -> bool {
        self.fields.iter().any(|field| {
            let counts = match &field.role {
                Role::CountOf(of) | Role::SizeOf(of) => *of == list.name,
                _ => false,
            };
            counts && count.expr.is_field(&field.name)
        })
    }

    /// Makes the value known to the expressions after it.
    fn value(&self, field: &Field) -> Option<TokenStream> {
        let ident = field
            .ident
            .as_ref()
            .filter(|_| self.used.contains(field.name.as_str()))?;
        let place = place(field);
        let is_asked_inside = self.bases.contains(field.name.as_str());
        Some(match field.shape.list {
            _ if is_asked_inside => quote! { let #ident = #place; },
            Some(_) => quote! { let #ident = #place; },
            None => quote! { let #ident = *#place; },
        })
    }

    /// What a field asserts, whose name belongs to the path or not.
    fn asserts(&self, field: &Field, named: bool) -> TokenStream {
        let known = field
            .asserts
            .iter()
            .filter(|assert| self.known(&assert.that));
        let checks = known.map(|assert| {
            let message = [said_name(&assert.message)];
            let (rust, wrong) = if named {
                (value_in(field, &assert.that), wrong(field, "{}", &message))
            } else {
                (value_of(&assert.that), invalid("{}", &message))
            };
            quote_spanned! { here()=> if !(#rust) { #wrong } }
        });
        checks.collect()
    }

    /// The count of a list that follows, fitted to its width.
    fn count_field(&self, field: &Field, list: &str) -> TokenStream {
        let (ident, name, ty) = (&field.ident, &field.name, &field.ty);
        let Some(list) = self.fields.iter().find(|field| field.name == list) else {
            return TokenStream::new();
        };
        let place = place(list);
        let fitted = if matches!(field.role, Role::SizeOf(_)) {
            quote_spanned! { here()=> ::formwork_schema::fit_size(#place, #name, path)? }
        } else {
            quote_spanned! { here()=> ::formwork_schema::fit_count(#place, #name, path)? }
        };
        let fitted = match field.plus {
            0 => fitted,
            more => quote_spanned! { here()=>
                { let counted: u64 = #fitted; ::formwork_schema::fit_plus(counted, #more, #name, path)? }
            },
        };
        let value = match field.when.as_ref().filter(|when| self.known(when)) {
            None => fitted,
            Some(when)
                if list
                    .count
                    .as_ref()
                    .is_some_and(|count| says(count, &field.name)) =>
            {
                conditional_count(when, &fitted, &place, &list.name)
            }
            Some(when) => counted_otherwise(when, &fitted),
        };
        let asserts = self.asserts(field, true);
        quote_spanned! { here()=> let #ident: #ty = #value; #asserts }
    }
}

/// Returns an error with the path of a field.
fn wrong(field: &Field, message: &str, values: &[TokenStream]) -> TokenStream {
    let name = &field.name;
    quote_spanned! { here()=>
        return ::core::result::Result::Err(
            ::formwork_schema::__private::invalid_in(path, #name, ::core::format_args!(#message, #(#values),*)),
        );
    }
}

/// The value of an expression of a field, whose path an error has.
fn value_in(field: &Field, said: &TranslatedExpr) -> TokenStream {
    let (name, value) = (&field.name, value_of(said));
    if !said.risky {
        return value;
    }
    quote_spanned! { here()=>
        { path.push_name(#name); let value = #value; path.pop(); value }
    }
}

/// A list that ends with an item has one such item, the last.
fn last_item(field: &Field, list: &Ident) -> Option<TokenStream> {
    let Some(Count::Until(_, is_last)) = &field.count else {
        return None;
    };
    let early = wrong(
        field,
        "would end with item {}",
        &[quote_spanned!(here()=> place)],
    );
    let never = wrong(field, "has no item that ends it", &[]);
    Some(quote_spanned! { here()=>
        match #list.iter().position(#is_last) {
            ::core::option::Option::Some(place) if place + 1 == #list.len() => {}
            ::core::option::Option::Some(place) => { #early }
            ::core::option::Option::None => { #never }
        }
    })
}

/// Whether a count is nothing but the value of a field.
fn says(count: &Count, field: &str) -> bool {
    matches!(count, Count::Expr(count) if count.expr.is_field(field))
}

/// Without its count the list is as long as something else says, and is held against that.
fn counted_otherwise(when: &TranslatedExpr, fitted: &TokenStream) -> TokenStream {
    let rust = value_of(when);
    quote_spanned! { here()=>
        if #rust { #fitted } else { ::core::default::Default::default() }
    }
}

/// Without its count a list must be empty.
fn conditional_count(
    when: &TranslatedExpr,
    fitted: &TokenStream,
    list: &Ident,
    name: &str,
) -> TokenStream {
    let rust = value_of(when);
    let wrong = invalid(
        "has {} items, but their count is stored only when `{:#}`",
        &[quote_spanned!(here()=> items), said(when)],
    );
    quote_spanned! { here()=>
        if #rust {
            #fitted
        } else {
            let items: u64 = ::formwork_schema::fit_count(#list, #name, path)?;
            if items != 0 {
                path.push_name(#name);
                #wrong
            }
            ::core::default::Default::default()
        }
    }
}
