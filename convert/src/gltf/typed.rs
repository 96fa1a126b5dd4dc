//! JSON of types that say themselves what they hold, so that one reader and one printer are compiled for all of them.

mod finite;
mod forms;
mod lists;
mod read;

use std::collections::BTreeMap;

use serde::{
    Deserialize, Deserializer, Serialize, Serializer,
    de::{DeserializeSeed, IgnoredAny},
};
use serde_json::{Map, Result, Value};

pub(super) use self::{
    finite::infinite,
    forms::{Added, LooseImage, Num, Values},
};

/// What has a form in JSON.
pub(super) trait Json {
    /// Where a value is read to. It holds the default.
    fn slot(&mut self) -> Slot<'_>;
    /// The value as it is written.
    fn shown(&self) -> Shown<'_>;
    /// What it holds at a place, as it is written. Members are in the order of the type.
    fn get(&self, _: usize) -> Option<Shown<'_>> {
        None
    }
    /// What it holds at a place, or a new value at the end.
    fn at(&mut self, _: usize) -> Option<&mut dyn Json> {
        None
    }
}

/// What takes JSON of any form.
pub(super) trait Any {
    /// Takes what has been read.
    fn take(&mut self, value: Value);
}

/// What is known of a type of objects.
pub(super) struct About {
    /// Its name, for people.
    pub name: &'static str,
    /// Its members, 64 at most, each with its name.
    pub members: &'static [(&'static str, When)],
}

/// When a member is read and written.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum When {
    /// It is written where it holds something.
    Filled,
    /// It is written where it is not 0 or false.
    Nonzero,
    /// It is always written.
    Always,
    /// It is always written, and an object without it is refused.
    Needed,
    /// It is only read.
    Read,
    /// It is only read: members that are not known, by name.
    Rest,
}

/// Makes the forms of JSON, among them types that serde reads and writes.
macro_rules! forms {
    ($($form:ident: $type:ty,)*) => {
        /// Where a value is read to.
        pub(super) enum Slot<'a> {
            $($form(&'a mut $type),)*
            /// Nothing, or what is at the place 0.
            Option(&'a mut dyn Json),
            List(&'a mut dyn Json),
            Object(&'a mut dyn Json, &'static About),
            Any(&'a mut dyn Any),
            /// What is at a place, if there is a value for it.
            At(&'a mut dyn Json, usize),
        }

        /// A value as it is written.
        pub(super) enum Shown<'a> {
            $($form(&'a $type),)*
            Option(Option<&'a dyn Json>),
            List(&'a dyn Json),
            Object(&'a dyn Json, &'static About),
        }

        $(impl Json for $type {
            fn slot(&mut self) -> Slot<'_> {
                Slot::$form(self)
            }

            fn shown(&self) -> Shown<'_> {
                Shown::$form(self)
            }
        })*

        impl<'de> DeserializeSeed<'de> for Slot<'_> {
            type Value = ();

            fn deserialize<D: Deserializer<'de>>(self, from: D) -> std::result::Result<(), D::Error> {
                match self {
                    $(Slot::$form(to) => *to = <$type>::deserialize(from)?,)*
                    Slot::Option(_) => from.deserialize_option(self)?,
                    Slot::List(_) => from.deserialize_seq(self)?,
                    Slot::Object(_, about) if about.rest().is_some() => from.deserialize_map(self)?,
                    Slot::Object(_, about) => from.deserialize_struct(about.name, &[], self)?,
                    Slot::Any(any) => any.take(Value::deserialize(from)?),
                    Slot::At(items, place) => match items.at(place) {
                        Some(value) => value.slot().deserialize(from)?,
                        None => drop(IgnoredAny::deserialize(from)?),
                    },
                }
                Ok(())
            }
        }

        impl Serialize for Shown<'_> {
            fn serialize<S: Serializer>(&self, to: S) -> std::result::Result<S::Ok, S::Error> {
                match self {
                    $(Shown::$form(value) => value.serialize(to),)*
                    Shown::Option(None) => to.serialize_none(),
                    Shown::Option(Some(value)) => value.shown().serialize(to),
                    Shown::List(list) => to.collect_seq((0..).map_while(|place| list.get(place))),
                    Shown::Object(object, about) => to.collect_map(about.written(*object)),
                }
            }
        }
    };
}

forms! {
    Flag: bool, Byte: u8, Word: u32, Long: u64, Size: usize, Single: f32, Double: f64, Num: Num,
    Vec3: [f32; 3], Vec4: [f32; 4], Mat4: [f32; 16], Num3: [Num; 3], Num4: [Num; 4],
    Text: String, Value: Value, Map: Map<String, Value>,
    Places: BTreeMap<String, usize>, Pieces: BTreeMap<String, Option<usize>>,
    Added: Option<Added>, Images: Vec<LooseImage>, Values: Option<Values>,
}

impl Shown<'_> {
    /// This, if an object has it. It is compiled for each member, of which most are not there.
    #[inline(always)]
    pub(super) fn written(self, when: When) -> Option<Self> {
        let is_written = match when {
            When::Filled => !self.is_empty(),
            When::Nonzero => !matches!(self, Shown::Flag(false) | Shown::Byte(0) | Shown::Long(0)),
            When::Always | When::Needed => true,
            When::Read | When::Rest => false,
        };
        is_written.then_some(self)
    }

    #[inline(always)]
    fn is_empty(&self) -> bool {
        match self {
            Shown::Text(text) => text.is_empty(),
            Shown::Map(map) => map.is_empty(),
            Shown::Pieces(map) => map.is_empty(),
            Shown::Option(value) => value.is_none(),
            Shown::List(list) => list.get(0).is_none(),
            Shown::Object(object, about) => about.written(*object).next().is_none(),
            Shown::Added(value) => value.is_none(),
            Shown::Values(value) => value.is_none(),
            Shown::Images(images) => images.is_empty(),
            _ => false,
        }
    }
}

impl About {
    /// The place of members that are not known, if they are kept.
    fn rest(&self) -> Option<usize> {
        let last = self.members.len().checked_sub(1)?;
        (self.members[last].1 == When::Rest).then_some(last)
    }

    /// The members that are written.
    fn written<'a>(&'a self, object: &'a dyn Json) -> impl Iterator<Item = (&'a str, Shown<'a>)> {
        let members = self.members.iter().zip(0..);
        members.filter_map(|((name, _), place)| Some((*name, object.get(place)?)))
    }
}

/// Reads a text, or says what in it is no JSON or none of this type.
pub(super) fn from_slice<T: Json + Default>(text: &[u8]) -> Result<T> {
    let mut value = T::default();
    let mut source = serde_json::Deserializer::from_slice(text);
    value.slot().deserialize(&mut source)?;
    source.end().map(|()| value)
}

/// Reads what has been read as JSON of any form, or says what in it is none of this type.
pub(super) fn from_value<T: Json + Default>(value: Value) -> Result<T> {
    let mut made = T::default();
    made.slot().deserialize(value).map(|()| made)
}

/// Makes types of objects. A member has the name of its field or the one behind it, and is [`Filled`](When::Filled) or what follows its type.
macro_rules! objects {
    (@slot $this:expr, $about:ident) => { Slot::Object($this, $about) };
    (@slot $this:expr, $about:ident $slot:ident) => { Slot::$slot($this) };
    ($($(#[$about:meta])* $name:ident $(by $slot:ident)? { $($(#[$note:meta])* $field:ident $($key:literal)?: $type:ty $(= $when:ident)?),* $(,)? })*) => {$(
        $(#[$about])*
        #[derive(Debug, Default, Clone, PartialEq)]
        pub(in crate::gltf) struct $name {
            $($(#[$note])* pub $field: $type,)*
        }

        const _: () = {
            use $crate::gltf::typed::{About, Json, Shown, Slot, When};

            #[allow(non_camel_case_types, reason = "they are named as the fields are")]
            enum Place { $($field),* }

            const ABOUT: &About = &About {
                name: stringify!($name),
                members: &[$((
                    [$($key,)? stringify!($field)][0],
                    [$(When::$when,)? When::Filled][0],
                )),*],
            };
            assert!(ABOUT.members.len() <= 64, "what was read is one bit for each");

            impl Json for $name {
                fn slot(&mut self) -> Slot<'_> {
                    objects!(@slot self, ABOUT $($slot)?)
                }

                fn shown(&self) -> Shown<'_> {
                    Shown::Object(self, ABOUT)
                }

                fn get(&self, place: usize) -> Option<Shown<'_>> {
                    $(if place == Place::$field as usize {
                        return self.$field.shown().written([$(When::$when,)? When::Filled][0]);
                    })*
                    None
                }

                fn at(&mut self, place: usize) -> Option<&mut dyn Json> {
                    $(if place == Place::$field as usize {
                        return Some(&mut self.$field);
                    })*
                    None
                }
            }
        };
    )*};
}

pub(super) use objects;
