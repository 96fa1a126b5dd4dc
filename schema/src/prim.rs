//! The types that schemas are made of, besides Rust's numbers.

mod bytes;
mod list;
mod math;
mod narrow;
mod nested;
mod number;
mod rust;
mod within;
mod zip;

pub(crate) use nested::with_limit as with_depth_limit;

pub use self::{
    bytes::{Blob, CString, FixedString},
    list::until_eof,
    math::{Quat, QuatXyzw, Vec2, Vec3, Vec4},
    narrow::{F16, I24, U24},
    nested::Nested,
    number::{Bool, Peek, Remaining, Vle, is_set},
    within::{filling, size, sized, until},
    zip::{Each, PerItem, Zip, each, item},
};
