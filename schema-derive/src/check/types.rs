//! Types that no layout has, by their spelling: what to write in their place.
//!
//! The compiler says of any other type that it has no `Schema`. These are what newcomers try first, and binrw says of
//! some of them only that it cannot read them.

use syn::{GenericArgument, PathArguments, Type};

use crate::types::{has_arguments, last_name};

/// The first part of a type that no layout has, and what to write in its place.
pub(super) fn refused(ty: &Type) -> Option<(&Type, String)> {
    let advice = match ty {
        Type::Array(array) => match refused(&array.elem) {
            Some(refused) => return Some(refused),
            None => length_advice(array),
        },
        Type::Slice(_) | Type::Reference(_) => {
            Some("a tree owns what it holds: write `Blob` for bytes, `CString` for a text, `Vec<…>` for a list".into())
        }
        Type::Tuple(_) => Some("values in a file have names: write a struct with named fields, under `schema(vector)` if they are numbers in a row".into()),
        Type::Path(_) => last_name(ty).and_then(|name| named_advice(&name, has_arguments(ty))),
        _ => None,
    };
    match advice {
        Some(advice) => Some((ty, advice)),
        None => arguments(ty).find_map(refused),
    }
}

/// A string in an array has no place for its padding.
fn length_advice(array: &syn::TypeArray) -> Option<String> {
    padding_of_item(&array.elem)
}

/// What has no place beside an item.
pub(super) fn padding_of_item(item: &Type) -> Option<String> {
    Some(match last_name(item)?.as_str() {
        "FixedString" => {
            "an item has no place for the padding of a `FixedString`: wrap it in a struct"
                .to_owned()
        }
        name @ ("Padding" | "Aligned" | "Slack") => {
            format!(
                "an item that is there only sometimes has no place in a list: wrap the `{name}` in a struct"
            )
        }
        _ => return None,
    })
}

/// `Rc<T>` and the like have arguments: a type without them is the user's own. Whose `String` it is only the compiler knows, and
/// `Schema` has the advice for it.
fn named_advice(name: &str, is_generic: bool) -> Option<String> {
    let advice = match name {
        "usize" | "isize" => {
            "the size of this differs between machines, and not in the file: write `u32` or the like"
        }
        "bool" => "a byte in a file can be anything: write `Bool`, which keeps all of them",
        "char" => "a character of Rust is not a number in a file: write `u8` or `u32`",
        "str" => {
            "a text in a file ends somewhere: write `CString` or `Ended<Encoding>` where a NUL ends it, `FixedString<N>` where it has N bytes"
        }
        "HashMap" | "BTreeMap" | "HashSet" | "BTreeSet" if is_generic => {
            "a file has its entries in an order, and some of them twice: write a `Vec` of structs with a key and a value"
        }
        "Rc" | "Arc" | "RefCell" | "Cell" if is_generic => {
            "a tree owns what it holds: leave this wrapper out"
        }
        _ => return None,
    };
    Some(advice.into())
}

fn arguments(ty: &Type) -> impl Iterator<Item = &Type> {
    let arguments = match ty {
        Type::Path(path) => path.path.segments.last().map(|last| &last.arguments),
        _ => None,
    };
    let arguments = match arguments {
        Some(PathArguments::AngleBracketed(arguments)) => Some(arguments.args.iter()),
        _ => None,
    };
    arguments
        .into_iter()
        .flatten()
        .filter_map(|argument| match argument {
            GenericArgument::Type(ty) => Some(ty),
            _ => None,
        })
}
