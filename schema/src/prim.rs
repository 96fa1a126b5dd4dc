//! The types that schemas are made of, besides Rust's numbers.

mod bytes;
mod c_string;
mod checksum;
mod ended;
mod file_length;
mod items;
mod list;
mod math;
mod narrow;
mod nested;
mod number;
mod padded;
mod padding;
mod rust;
mod short;
mod slack;
mod text;
mod within;

pub(crate) use nested::with_limit as with_depth_limit;
pub(crate) use short::{Here, Short};

pub use self::{
    bytes::{Blob, FixedString},
    c_string::CString,
    checksum::{
        Adler32, Checksum, Covered, Crc16, Crc32, Fnv1a, Hashed, Sdbm, Sum8, Sum16, Sum32, Xor8,
        read_checksum, write_checksum,
    },
    ended::{Byte, CrLf, EndMark, Ended, EndedBy, Kept, Left},
    file_length::{FileLength, read_file_length, write_file_length},
    items::{Each, Hand, Index, Indexed, Items, PerItem, Zip, each, index, item},
    list::{reserving, until_eof},
    math::{Quat, QuatXyzw, Vec2, Vec3, Vec4},
    narrow::{F16, I24, U24},
    nested::Nested,
    number::{Bool, Peek, Remaining, Vle, is_set},
    padded::Padded,
    padding::{Aligned, Padding},
    slack::Slack,
    text::{Latin1, ShiftJis, Text, TextEncoding, Utf8, Utf16Be, Utf16Le, Windows1252},
    within::{filling, size, sized, until},
};
