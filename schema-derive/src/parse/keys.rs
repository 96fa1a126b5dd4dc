//! Which directives may stand where, and what to say about the others.

use super::meta::{Directive, Space};
use crate::{
    errors::Errors,
    text::{listed, nearest},
};

/// Padding, which reader and writer may be told together or each in its names.
pub(crate) const PADS: [&str; 5] = [
    "pad_before",
    "pad_after",
    "pad_size_to",
    "align_before",
    "align_after",
];

/// What an attribute is attached to.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum AttributeTarget {
    Struct,
    Enum,
    Variant,
    Field,
}

impl AttributeTarget {
    fn name(self) -> &'static str {
        match self {
            Self::Struct => "struct",
            Self::Enum => "enum",
            Self::Variant => "variant",
            Self::Field => "field",
        }
    }

    /// The directives that may stand here.
    fn keys(self, space: Space) -> Vec<&'static str> {
        let takes_pads = self == Self::Field && space != Space::Schema;
        let pads = PADS.iter().filter(|_| takes_pads);
        self.own_keys(space).iter().chain(pads).copied().collect()
    }

    fn own_keys(self, space: Space) -> &'static [&'static str] {
        match (self, space) {
            (Self::Struct, Space::Br) => &["import", "import_raw", "is_big", "assert"],
            (Self::Struct, Space::Brw) => {
                &["import", "import_raw", "little", "big", "is_big", "magic"]
            }
            (Self::Struct | Self::Enum, Space::Bw) => &["is_big"],
            (Self::Struct, Space::Schema) => &[
                "format",
                "extension",
                "recognised",
                "recognised_if",
                "vector",
                "tuple",
            ],
            (Self::Enum, Space::Br) => {
                &["import", "import_raw", "is_big", "return_unexpected_error"]
            }
            (Self::Enum, Space::Brw) => &["import", "import_raw", "little", "big", "is_big"],
            (Self::Variant, Space::Br) => &["pre_assert"],
            (Self::Variant, Space::Brw) => &["magic"],
            (Self::Field, Space::Br) => &[
                "temp",
                "calc",
                "is_big",
                "if",
                "count",
                "args",
                "args_raw",
                "assert",
                "parse_with",
                "seek_before",
                "restore_position",
            ],
            (Self::Field, Space::Bw) => &[
                "if",
                "args",
                "args_raw",
                "try_calc",
                "calc",
                "ignore",
                "is_big",
                "write_with",
            ],
            (Self::Field, Space::Brw) => {
                &["if", "args", "args_raw", "little", "big", "magic", "is_big"]
            }
            (Self::Field, Space::Schema) => &[
                "item", "unit", "dialect", "in_texts", "key", "index_of", "named_by", "words",
                "indices",
            ],
            _ => &[],
        }
    }
}

/// Directives of binrw that a layout cannot say, and what it can say in their place.
const REFUSED: [(&[&str], &str); 10] = [
    (
        &["map", "try_map", "repr", "parse_with", "write_with"],
        "hides what is stored from the layout: give the field a type that has a `Schema`; \
         `flags!` and `enums!` name the values of a number",
    ),
    (
        &["seek_before", "restore_position", "offset", "ptr"],
        "jumps, and a layout is read from front to back: make what lies between a field",
    ),
    (
        &["calc", "try_calc", "default", "ignore"],
        "makes a value that is not in the file: say `br(temp, calc = …)` and `bw(ignore)` where it follows from \
         others, and `bw(try_calc(count(list)))` for the count of a list",
    ),
    (
        &["try"],
        "hides what is wrong with a file: say with `if(..)` when the field is there",
    ),
    (
        &["assert"],
        "can only stand on a struct or a field: put it on the last field that it asks about",
    ),
    (&["pre_assert"], "can only stand on a variant of an enum"),
    (
        &["magic"],
        "can only stand on a struct, a variant or a field, as `brw(magic = b\"…\")`",
    ),
    (
        &["is_big", "is_little"],
        "decides the byte order while reading: say `br(is_big = condition)` and `bw(is_big = condition)` on the field \
         whose bytes it turns, else `brw(little)` or `brw(big)`",
    ),
    (
        &["map_stream", "stream", "deref_now"],
        "works on the reader itself, which a layout knows nothing of: `sized(n)` and `filling(n)` read what has so many bytes",
    ),
    (
        &[
            "dbg",
            "err_context",
            "return_all_errors",
            "return_unexpected_error",
        ],
        "is not needed: errors say by themselves where in the file and in the tree they are",
    ),
];

/// Whether the directive may stand here; says what is wrong when not.
pub(crate) fn allowed(directive: &Directive, place: AttributeTarget, errors: &mut Errors) -> bool {
    let name = directive.name();
    let known = place.keys(directive.space).contains(&name.as_str());
    if !known {
        errors.at(&directive.key, complaint(&name, directive.space, place));
    }
    known
}

fn complaint(name: &str, space: Space, place: AttributeTarget) -> String {
    let computed = space == Space::Br && matches!(name, "try_calc" | "ignore");
    let at_home = |(home, _): &&(Space, _)| !computed && place.keys(*home).contains(&name);
    let elsewhere = Space::ALL.iter().find(at_home);
    if let Some((_, home)) = elsewhere {
        let why = match (space, *home) {
            (Space::Br | Space::Bw, "brw") => ", so that reader and writer agree",
            _ => "",
        };
        return format!("`{name}` belongs in `{home}(..)`{why}");
    }
    if name == "repr" && place == AttributeTarget::Enum {
        return "`repr` makes an enum of numbers: `enums!` does that and keeps numbers without a \
                name; an enum with `derive(Schema)` has variants with different content"
            .to_owned();
    }
    if let Some((_, advice)) = REFUSED.iter().find(|(names, _)| names.contains(&name)) {
        return format!("`{name}` {advice}");
    }
    let all = place.keys(space);
    let guess = nearest(name, all.iter().copied());
    let guess = guess.map_or_else(String::new, |guess| format!("; did you mean `{guess}`?"));
    let (space, place) = (space.name(), place.name());
    format!(
        "unknown key `{name}`: `{space}` of a {place} knows {}{guess}",
        listed(all.iter().copied())
    )
}
