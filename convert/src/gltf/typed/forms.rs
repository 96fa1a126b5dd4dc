//! Values of more than one form, which serde reads and writes.

use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};
use serde_json::Value;

/// A number that may be NaN or infinite, which JSON does not have: those are their bits as text.
#[derive(Debug, Default, Clone, Copy)]
pub(in crate::gltf) struct Num(pub f32);

impl PartialEq for Num {
    fn eq(&self, other: &Self) -> bool {
        self.0.to_bits() == other.0.to_bits()
    }
}

impl Num {
    /// Each of these numbers.
    pub(in crate::gltf) fn all<const N: usize>(values: [f32; N]) -> [Self; N] {
        values.map(Self)
    }
}

impl Serialize for Num {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.0.is_finite() {
            serializer.serialize_f32(self.0)
        } else {
            serializer.collect_str(&format_args!("{:#010x}", self.0.to_bits()))
        }
    }
}

impl<'de> Deserialize<'de> for Num {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let number = match Value::deserialize(deserializer)? {
            Value::String(text) => {
                let digits = text.strip_prefix("0x").unwrap_or_default();
                f32::from_bits(u32::from_str_radix(digits, 16).map_err(D::Error::custom)?)
            }
            number => f32::deserialize(number)
                .map_err(|_| D::Error::custom("neither a number nor its bits"))?,
        };
        Ok(Self(number))
    }
}

/// Why a node was added.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(in crate::gltf) enum Added {
    /// To be above all roots of a skeleton.
    Skeleton,
    /// To show a mesh with a skin, which only nodes at the top can.
    Mesh,
    /// To be a joint for the second time.
    Joint,
    /// To show a farther level of detail.
    Level,
}

/// An image where not all can be in the file.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub(in crate::gltf) enum LooseImage {
    /// One of glTF's.
    Kept(usize),
    /// One that is not in the file.
    Absent {
        #[serde(default, skip_serializing_if = "String::is_empty")]
        name: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        file: Option<String>,
    },
}

/// Where values are.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub(in crate::gltf) enum Values {
    /// In a piece of what is stored.
    View(usize),
    /// In the accessor, at the places of the indices.
    Accessor(bool),
}
