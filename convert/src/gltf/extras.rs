//! `extras`: what other programs keep and people can read. Ours are in the member `formwork`.

use serde::{Deserialize, Deserializer, Serialize, Serializer, de, ser::SerializeMap};
use serde_json::{Map, Value};

use super::skip::is_none;

/// The `extras` of any object.
#[derive(Debug, Default, Clone, PartialEq)]
pub(super) struct Extras {
    /// Names of a mesh's morph targets, where everybody looks for them.
    pub target_names: Vec<String>,
    /// From which share of the screen on each level of `MSFT_lod` is drawn.
    pub screen_coverage: Vec<f64>,
    /// Ours.
    pub formwork: Option<Box<Notes>>,
    /// Whether there is something of others.
    pub others: bool,
}

impl Extras {
    pub(super) fn is_empty(&self) -> bool {
        self.target_names.is_empty() && self.formwork.is_none()
    }

    /// Ours, to be filled in.
    pub(super) fn notes(&mut self) -> &mut Notes {
        self.formwork.get_or_insert_with(|| {
            Box::new(Notes {
                v: VERSION,
                ..Notes::default()
            })
        })
    }

    /// Ours, where it is of a version that is known.
    pub(super) fn known(&self) -> Option<&Notes> {
        self.formwork.as_deref().filter(|notes| notes.v == VERSION)
    }
}

const VERSION: u32 = 1;

impl Serialize for Extras {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        if !self.target_names.is_empty() {
            map.serialize_entry("targetNames", &self.target_names)?;
        }
        if let Some(notes) = &self.formwork {
            map.serialize_entry("formwork", notes)?;
        }
        map.end()
    }
}

impl<'de> Deserialize<'de> for Extras {
    /// `extras` may be anything: what is not understood is somebody else's.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let mut extras = Self::default();
        let Value::Object(members) = Value::deserialize(deserializer)? else {
            extras.others = true;
            return Ok(extras);
        };
        for (name, value) in members {
            let known = match &*name {
                "targetNames" => fill(&mut extras.target_names, value),
                "MSFT_screencoverage" => fill(&mut extras.screen_coverage, value),
                "formwork" => fill(&mut extras.formwork, value),
                _ => false,
            };
            extras.others |= !known;
        }
        Ok(extras)
    }
}

fn fill<T: de::DeserializeOwned>(member: &mut T, value: Value) -> bool {
    match serde_json::from_value(value) {
        Ok(value) => {
            *member = value;
            true
        }
        Err(_) => false,
    }
}

/// What glTF has no member for, on the object that it belongs to.
#[derive(Debug, Default, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(super) struct Notes {
    /// The version of this form: 1.
    pub v: u32,

    /// Of a node: why it was added. It is no node of the scene.
    #[serde(skip_serializing_if = "is_none")]
    pub added: Option<Added>,
    /// Of an added node: the node of the scene that it stands for.
    #[serde(skip_serializing_if = "is_none")]
    pub of: Option<usize>,
    /// Of a node: its shape as a bone.
    #[serde(skip_serializing_if = "is_none")]
    pub bone: Option<Bone>,
    /// Of a node: the skin that bends nothing of what it shows.
    #[serde(skip_serializing_if = "is_none")]
    pub skin: Option<usize>,
    /// Of a node or a material: what the file said.
    #[serde(skip_serializing_if = "Map::is_empty")]
    pub notes: Map<String, Value>,

    /// Of a scene: the nodes without a parent.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub roots: Vec<usize>,

    /// Of a mesh: which level of detail of which mesh it is.
    #[serde(skip_serializing_if = "is_none")]
    pub lod: Option<Lod>,
    /// Of a mesh: the part that each primitive is of, where they are not all in order.
    #[serde(skip_serializing_if = "is_none")]
    pub parts: Option<Vec<usize>>,
    /// Of a mesh: how many parts there are, where some have no primitive.
    #[serde(skip_serializing_if = "is_none")]
    pub part_count: Option<usize>,
    /// Of a mesh: the distance from which on each primitive is drawn, where that is not the level's.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub distances: Vec<Num>,
    /// Of a mesh: surfaces of its parts, where some part with one has no primitive.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub materials: Vec<Option<usize>>,
    /// Of a mesh: names of its parts.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub names: Vec<Option<String>>,
    /// Of a mesh: middles of its parts.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub centers: Vec<Option<[Num; 3]>>,

    /// Of a primitive: the sets that `TEXCOORD_0`… were.
    #[serde(skip_serializing_if = "is_none")]
    pub texcoords: Option<Vec<u8>>,
    /// Of a primitive: the sets that `COLOR_0`… were.
    #[serde(skip_serializing_if = "is_none")]
    pub colors: Option<Vec<u8>>,

    /// Of an animation: how long it is in seconds.
    #[serde(skip_serializing_if = "is_none")]
    pub length: Option<Num>,
    /// Of an animation: frames per second.
    #[serde(skip_serializing_if = "is_none")]
    pub fps: Option<Num>,
    /// Of an animation: what happens at some time.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub triggers: Vec<Trigger>,
    /// Of a channel: how strongly it counts.
    #[serde(skip_serializing_if = "is_none")]
    pub weight: Option<Num>,

    /// Of a material or an image: the file that it comes from.
    #[serde(skip_serializing_if = "is_none")]
    pub file: Option<String>,
    /// Of a material: textures that glTF cannot show here.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub textures: Vec<LooseTexture>,
    /// Of a material, a light or a camera: numbers as they were before they became such as glTF allows.
    #[serde(skip_serializing_if = "Map::is_empty")]
    pub raw: Map<String, Value>,
    /// Of the file: its images, where not all can be in it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub images: Vec<LooseImage>,
}

/// Why a node was added.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Added {
    /// To be above all roots of a skeleton.
    Skeleton,
    /// To show a mesh with a skin, which only nodes at the top can.
    Mesh,
    /// To be a joint for the second time.
    Joint,
    /// To show a farther level of detail.
    Level,
}

#[derive(Debug, Default, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct Bone {
    pub mask: u8,
    #[serde(skip_serializing_if = "is_none")]
    pub radius: Option<Num>,
    #[serde(skip_serializing_if = "is_none")]
    pub min: Option<[Num; 3]>,
    #[serde(skip_serializing_if = "is_none")]
    pub max: Option<[Num; 3]>,
}

#[derive(Debug, Default, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct Lod {
    /// The mesh whose nearest level it is.
    pub of: usize,
    /// 1 for the second nearest.
    pub level: usize,
    /// From which distance on it is drawn.
    pub distance: Num,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct Trigger {
    pub time: Num,
    pub value: Value,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct LooseTexture {
    /// What the material uses it for: `baseColor`.
    pub role: String,
    /// Which of the file's images.
    pub image: usize,
    /// Which texture coordinates.
    pub set: u8,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub(super) enum LooseImage {
    /// One of glTF's.
    Kept(usize),
    /// One that is not in the file.
    Absent {
        #[serde(default, skip_serializing_if = "String::is_empty")]
        name: String,
        #[serde(default, skip_serializing_if = "is_none")]
        file: Option<String>,
    },
}

/// A number that may be NaN or infinite, which JSON does not have: those are their bits as text.
#[derive(Debug, Default, Clone, Copy)]
pub(super) struct Num(pub f32);

impl PartialEq for Num {
    fn eq(&self, other: &Self) -> bool {
        self.0.to_bits() == other.0.to_bits()
    }
}

impl Num {
    pub(super) fn all<const N: usize>(values: [f32; N]) -> [Self; N] {
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
        #[derive(Deserialize)]
        #[serde(untagged)]
        enum Form {
            Number(f32),
            Bits(String),
        }
        match Form::deserialize(deserializer)? {
            Form::Number(number) => Ok(Self(number)),
            Form::Bits(text) => {
                let digits = text.strip_prefix("0x").unwrap_or_default();
                let bits = u32::from_str_radix(digits, 16).map_err(de::Error::custom)?;
                Ok(Self(f32::from_bits(bits)))
            }
        }
    }
}
