//! Numbers of JSON that 32 bits cannot hold: they are infinite as soon as they are read.

use super::{Json, Shown, Slot};

/// The JSON pointer of a number that is not finite; `None` where all are. Extras and numbers that are kept as bits are not looked at.
pub(in crate::gltf) fn infinite(value: &mut dyn Json) -> Option<String> {
    let is_bad = |numbers: &[f32]| !numbers.iter().all(|number| number.is_finite());
    let is_none = matches!(value.shown(), Shown::Option(None));
    let found = match value.slot() {
        Slot::Single(number) => is_bad(&[*number]),
        Slot::Vec3(numbers) => is_bad(numbers),
        Slot::Vec4(numbers) => is_bad(numbers),
        Slot::Mat4(numbers) => is_bad(numbers),
        // What is not there would be made.
        Slot::Option(_) if is_none => false,
        Slot::Option(inner) => return infinite(inner.at(0)?),
        Slot::List(list) => {
            let mut place = 0;
            while list.get(place).is_some() {
                if let Some(below) = infinite(list.at(place)?) {
                    return Some(format!("/{place}{below}"));
                }
                place += 1;
            }
            false
        }
        Slot::Object(object, about) => {
            let mut members = about.members.iter().enumerate();
            return members.find_map(|(place, (name, _))| {
                let below = infinite(object.at(place)?)?;
                Some(format!("/{name}{below}"))
            });
        }
        _ => false,
    };
    found.then(String::new)
}
