//! Types of users may be called as those of Rust's prelude, and so may their macros: what the derives and macros write means Rust's own all
//! the same.
#![deny(warnings, missing_docs, missing_debug_implementations)]
#![allow(dead_code, unreachable_pub)]

/// Macros with these names, which no code means that others wrote.
macro_rules! macros {
    ($dollar:tt $($name:ident)*) => {$(
        #[allow(unused_macros)]
        macro_rules! $name {
            ($dollar($dollar anything:tt)*) => {
                compile_error!("the user's macro")
            };
        }
    )*};
}

/// Structs with these names.
macro_rules! structs {
    ($($name:ident)*) => {$(
        /// A number.
        #[derive(Schema, Record)]
        #[binrw]
        #[brw(little)]
        #[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
        pub struct $name {
            /// The number.
            pub number: u8,
        }
    )*};
}

/// Traits with these names.
macro_rules! traits {
    ($($name:ident)*) => {$( trait $name {} )*};
}

/// Everything that the derives and macros can write.
macro_rules! everything {
    () => {
        flags! {
            /// Bits.
            pub struct Bits: u8 {
                /// One.
                ONE = 1;
            }
        }

        enums! {
            /// A number with names.
            pub struct Number: u16 {
                /// One.
                ONE = 1;
            }
        }

        versions! {
            /// The version.
            pub struct Version {
                /// Alone.
                b"TAK1" implies 1;
                /// With a number.
                b"TAKN" followed by 2..=3;
            }
            milestones {
                /// The second one.
                SECOND = 2;
            }
        }

        dialects! {
            /// How a file is read.
            pub enum Dialect {
                /// The usual way.
                Usual = "usual",
                /// The other way.
                Other = "other",
            }
        }

        words! {
            /// One of some words.
            pub enum Word {
                /// A word.
                Word = "word",
            }
        }

        bits! {
            /// A number of parts.
            pub struct Parts: u16, low first {
                /// A part.
                low: 4;
                /// Another one.
                high: 12;
            }
        }

        /// A closed number.
        #[derive(Schema)]
        #[binrw]
        #[brw(repr = u8)]
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
        pub enum Closed {
            /// One.
            One = 1,
        }

        /// Variants by magic, and one for the rest.
        #[derive(Schema)]
        #[binrw]
        #[br(import(version: Version))]
        #[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
        pub enum Chosen {
            /// The first.
            #[br(pre_assert(version >= Version::SECOND))]
            First {
                /// A number.
                number: u8,
            },
            /// The rest.
            Rest,
        }

        /// A root with what there can be in one.
        #[derive(Schema)]
        #[schema(format = "test.taken", extension = "taken")]
        #[binrw]
        #[brw(little)]
        #[br(import(reading: Dialect))]
        #[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
        pub struct Root {
            /// The version.
            pub version: Version,
            /// How it was read.
            #[schema(dialect)]
            #[br(args(reading))]
            pub dialect: Dialect,
            /// A mask.
            pub bits: Bits,
            /// A number with names.
            pub number: Number,
            /// A closed number.
            pub closed: Closed,
            #[br(temp)]
            #[bw(try_calc(formwork_schema::count(list)))]
            list_count: u32,
            /// A list.
            #[br(count = list_count, args { inner: () })]
            pub list: ::std::vec::Vec<Closed>,
            #[br(temp)]
            #[bw(try_calc(formwork_schema::count(packed)))]
            packed_count: u8,
            /// Packed numbers.
            #[br(count = packed_count)]
            pub packed: formwork_schema::Packed<u16>,
            /// There with a flag.
            #[br(if(bits.contains(Bits::ONE)))]
            pub maybe: ::core::option::Option<u8>,
            /// One of several.
            #[br(args(version))]
            pub chosen: Chosen,
            /// Parts.
            pub parts: Parts,
        }

        /// A document.
        #[derive(Schema, Debug, Clone, PartialEq, Serialize, Deserialize)]
        #[schema(
            xml = "Thing",
            format = "test.thing",
            extension = "thing.xml",
            title = "A thing"
        )]
        #[serde(default)]
        pub struct Thing {
            /// A word.
            pub word: Word,
            /// A number.
            #[schema(default = 1.0)]
            pub number: f32,
            /// What is in it.
            #[schema(children)]
            pub things: ::std::vec::Vec<Inner>,
            /// What nobody knows.
            #[schema(unknown)]
            pub unknown: formwork_schema::document::Unknown,
        }

        /// What is in it.
        #[derive(Schema, Debug, Clone, PartialEq, Serialize, Deserialize)]
        #[schema(xml = "Inner")]
        #[serde(default)]
        pub struct Inner {
            /// May be there.
            pub size: ::core::option::Option<i32>,
            /// What nobody knows.
            #[schema(unknown)]
            pub unknown: formwork_schema::document::Unknown,
        }
    };
}

mod structs_of_these_names {
    use binrw::binrw;
    use formwork_schema::{Record, Schema, bits, dialects, enums, flags, versions, words};
    use serde::{Deserialize, Serialize};

    structs! {
        Box Vec Option Result String Rc Arc Cow Cell RefCell HashMap Some None Ok Err From Into TryFrom TryInto Default Clone Copy Send
        Sync Sized Drop Fn FnMut FnOnce AsRef AsMut ToOwned ToString Iterator IntoIterator Extend DoubleEndedIterator ExactSizeIterator
        FromIterator PartialEq Eq PartialOrd Ord Debug Hash Display Write Read Seek
    }

    macros! { $ vec matches format format_args write writeln concat stringify assert assert_eq debug_assert panic unreachable todo }

    everything!();

    /// Fields of types with these names.
    #[derive(Schema)]
    #[binrw]
    #[brw(little)]
    #[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
    pub struct Fields {
        /// Alone.
        pub alone: Box,
        /// Like a list.
        pub like_a_list: Vec,
        /// Like an option.
        pub like_an_option: Option,
        /// Like a text.
        pub like_a_text: String,
        /// Like a wrapper.
        pub like_a_wrapper: Rc,
        #[br(temp)]
        #[bw(try_calc(formwork_schema::count(boxes)))]
        count: u8,
        /// A list of them.
        #[br(count = count)]
        pub boxes: ::std::vec::Vec<Box>,
        /// There sometimes.
        #[br(if(alone.number == 1))]
        pub maybe: ::core::option::Option<Option>,
        /// Several.
        #[br(count = 2)]
        pub results: formwork_schema::Packed<Result>,
    }
}

mod traits_of_these_names {
    use binrw::binrw;
    use formwork_schema::{Schema, bits, dialects, enums, flags, versions, words};
    use serde::{Deserialize, Serialize};

    traits! {
        Vec Option Result String From Into TryFrom TryInto Default Clone Copy Send Sync Sized Drop Fn FnMut FnOnce AsRef AsMut ToOwned
        ToString Iterator IntoIterator Extend DoubleEndedIterator ExactSizeIterator FromIterator PartialEq Eq PartialOrd Ord Debug Hash
    }

    everything!();
}

#[test]
fn what_is_written_means_the_types_of_rust() {
    use formwork_schema::Format as _;
    use structs_of_these_names::{Bits, Root};

    let bytes = b"TAKN\x02\0\0\0\x01\x01\0\x01\x01\0\0\0\x01\x01\x05\0\x09\x07\x21\0";
    let read = Root::read_as(&mut binrw::io::Cursor::new(bytes), Default::default());
    let root = read.expect("a file");
    assert!(root.check_tree().is_ok() && root.bits.contains(Bits::ONE));
    let mut written = binrw::io::Cursor::new(Vec::new());
    root.write_to(&mut written).expect("writes");
    assert_eq!(written.into_inner(), bytes);
}
