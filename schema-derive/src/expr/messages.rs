//! What is said about expressions that a layout cannot say.

use quote::ToTokens;
use syn::BinOp;

pub(super) const LANGUAGE: &str = "a layout can say: names of earlier fields and parameters, constants, whole \
     numbers, `header.count`, `wide(value)` with `+ - * / << >>`, `& | ^`, comparisons, `&& || !`, `mask.contains(FLAG)`, `list.len()`, \
     `sum(&list, |item| …)`, `is_set(flag)`, `or_zero(value)` and `if … { … } else { … }`";

pub(super) const CAST: &str = "`as` may cut a number, which a layout does not: write `wide(value)` to calculate \
     with it, or `u64::from(value)`";

pub(super) const INDEX: &str = "a list may be shorter, and the reader would panic: make items that mean different things a struct \
     with a name for each, and ask `items.first`";

pub(super) const NARROW: &str = "a layout has numbers of one width, so only what loses nothing means the same: \
     `u32::from`, `u64::from`, `i64::from`, or `wide(value)`";

pub(super) const FUNCTIONS: &str = "a layout knows these functions: `wide(value)`, `sum(&list, |item| …)`, \
     `len(&list)`, `is_set(flag)`, `or_zero(value)` and `u32::from(value)`; compute anything else in an earlier field \
     or parameter";

pub(super) const EAGER: &str = "this is calculated also where the field is absent, and compares a number that may \
     be too large to be calculated: compare in the `if` of the field, or in an earlier field";

pub(super) fn no_such_operator(op: &BinOp) -> String {
    let symbol = op.to_token_stream();
    let instead = match op {
        BinOp::Rem(_) => {
            "what stands right of it is a whole number above 0, so that it can never be 0"
        }
        _ => "nothing can be assigned in a layout",
    };
    format!("a layout knows no `{symbol}`: {instead}")
}

/// What to write in place of a method that other types have.
pub(super) fn instead_of(method: &str) -> Option<&'static str> {
    Some(match method {
        "unwrap_or" | "map_or" | "unwrap" => {
            "an absent field counts as 0: write `or_zero(field)`, and `is_set(field)` asks for true"
        }
        "is_some" | "is_none" | "is_some_and" | "is_none_or" => {
            "write the condition that the field itself has, or `is_set(field)`"
        }
        "is_empty" => "write `list.len() == 0`",
        "intersects" | "bits" => "ask `mask.contains(FLAG)`, once per flag, joined by `||`",
        "iter" => "write `sum(&list, |item| …)`",
        "into" => "write `wide(value)`, or `u64::from(value)`: what `into` makes depends on types",
        "checked_add" | "checked_sub" | "checked_mul" | "saturating_add" | "saturating_sub"
        | "saturating_mul" | "wrapping_add" | "wrapping_sub" | "wrapping_mul" => {
            "write `wide(value)` on the left side of `+ - *`"
        }
        "place" => "`place()` stands at the end of what is in `SeekFrom::Start(…)`",
        _ => return None,
    })
}

pub(super) fn no_such_method(name: &str) -> String {
    let instead = instead_of(name)
        .unwrap_or("it knows `mask.contains(FLAG)`, `list.len()` and `value.unwrap_or_default()`");
    format!("a layout knows no `{name}`: {instead}")
}

/// Some tokens as a person would write them; none when they are too many for a message.
pub(super) fn shown(tokens: &impl ToTokens) -> Option<String> {
    let text = crate::text::rust(tokens);
    (text.len() <= 40).then_some(text)
}
