//! What is in options, lists and objects that are read.

use std::{fmt, result::Result};

use serde::{
    Deserializer,
    de::{DeserializeSeed, Error, IgnoredAny, MapAccess, SeqAccess, Unexpected, Visitor},
};

use super::{About, Json, Slot, When};

impl<'de> Visitor<'de> for Slot<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Slot::Object(_, about) => write!(f, "struct {}", about.name),
            _ => f.write_str("a sequence"),
        }
    }

    fn visit_none<E>(self) -> Result<(), E> {
        Ok(())
    }

    fn visit_some<D: Deserializer<'de>>(self, from: D) -> Result<(), D::Error> {
        match self {
            Slot::Option(value) => Slot::At(value, 0).deserialize(from),
            _ => Err(D::Error::invalid_type(Unexpected::Option, &self)),
        }
    }

    /// A list may stand for an object: its members without their names.
    fn visit_seq<A: SeqAccess<'de>>(self, mut from: A) -> Result<(), A::Error> {
        let (items, about) = match self {
            Slot::List(items) => (items, None),
            Slot::Object(items, about) => (items, Some(about)),
            _ => return Err(A::Error::invalid_type(Unexpected::Seq, &self)),
        };
        let length = about.map_or(usize::MAX, |about| about.members.len());
        let mut count = 0;
        while count < length && from.next_element_seed(Slot::At(items, count))?.is_some() {
            count += 1;
        }
        about.map_or(Ok(()), |about| about.complete(|place| place < count))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut from: A) -> Result<(), A::Error> {
        let Slot::Object(object, about) = self else {
            return Err(A::Error::invalid_type(Unexpected::Map, &self));
        };
        let mut seen = 0_u64;
        while let Some(found) = from.next_key_seed(Name(about))? {
            match found {
                Ok(place) if seen >> place & 1 == 1 => {
                    return Err(A::Error::duplicate_field(about.members[place].0));
                }
                Ok(place) => {
                    seen |= 1 << place;
                    from.next_value_seed(Slot::At(object, place))?;
                }
                Err(name) => {
                    let rest = about.rest().and_then(|place| object.at(place));
                    match rest.map(Json::slot) {
                        Some(Slot::Map(rest)) => drop(rest.insert(name, from.next_value()?)),
                        _ => drop(from.next_value::<IgnoredAny>()?),
                    }
                }
            }
        }
        about.complete(|place| seen >> place & 1 == 1)
    }
}

impl About {
    /// Refuses an object without a member that is needed.
    fn complete<E: Error>(&self, is_there: impl Fn(usize) -> bool) -> Result<(), E> {
        let mut members = self.members.iter().enumerate();
        let missing = members.find(|it| it.1.1 == When::Needed && !is_there(it.0));
        missing.map_or(Ok(()), |(_, member)| Err(E::missing_field(member.0)))
    }
}

/// The place of a member by its name; the name where no member has it and others are kept.
struct Name(&'static About);

impl<'de> DeserializeSeed<'de> for Name {
    type Value = Result<usize, String>;

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<Self::Value, D::Error> {
        from.deserialize_identifier(self)
    }
}

impl Visitor<'_> for Name {
    type Value = Result<usize, String>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("field identifier")
    }

    fn visit_str<E: Error>(self, name: &str) -> Result<Self::Value, E> {
        let mut members = self.0.members.iter();
        let place = members.position(|(known, when)| *known == name && *when != When::Rest);
        Ok(place.ok_or_else(|| self.0.rest().map_or_else(String::new, |_| name.into())))
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Map, Value};

    use crate::gltf::typed::{Json, from_slice, objects};

    objects! {
        Outer { inner: Vec<Inner>, others: Map<String, Value> = Rest }

        Inner { number: u8 = Needed, text "name": Option<String> }
    }

    fn told(text: &str) -> String {
        match from_slice::<Outer>(text.as_bytes()) {
            Ok(outer) => {
                serde_json::to_string(&outer.shown()).expect("JSON")
                    + &outer.others.len().to_string()
            }
            Err(error) => error.to_string(),
        }
    }

    #[test]
    fn objects_are_read() {
        let read = told(r#"{"x": 1, "inner": [{"name": "", "text": 7, "number": 1}, [2]]}"#);
        assert_eq!(read, r#"{"inner":[{"number":1,"name":""},{"number":2}]}1"#);
        for (text, message) in [
            ("[]", "invalid type: sequence, expected struct Outer"),
            (
                r#"{"inner": [3]}"#,
                "invalid type: integer `3`, expected struct Inner",
            ),
            (r#"{"inner": [[]]}"#, "missing field `number`"),
            (r#"{"inner": [{"name": null}]}"#, "missing field `number`"),
            (
                r#"{"inner": [{"number": 256}]}"#,
                "invalid value: integer `256`, expected u8",
            ),
            (r#"{"inner": [], "inner": []}"#, "duplicate field `inner`"),
        ] {
            let told = told(text);
            assert!(told.starts_with(message), "{text}: {told}");
        }
    }
}
