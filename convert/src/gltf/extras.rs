//! `extras`: what other programs keep and people can read. Ours are in the member `formwork`.

use serde_json::{Map, Value};

use super::typed::{Added, Any, Json, LooseImage, Num, from_value, objects};

objects! {
    /// The `extras` of any object.
    Extras by Any {
        /// Names of a mesh's morph targets, where everybody looks for them.
        target_names "targetNames": Vec<String>,
        /// From which share of the screen on each level of `MSFT_lod` is drawn.
        screen_coverage "MSFT_screencoverage": Vec<f64> = Read,
        /// Ours.
        formwork: Option<Box<Notes>>,
        /// Whether there is something of others.
        others: bool = Read,
    }
}

impl Extras {
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

impl Any for Extras {
    /// `extras` may be anything: what is not understood is somebody else's.
    fn take(&mut self, value: Value) {
        let Value::Object(members) = value else {
            self.others = true;
            return;
        };
        for (name, value) in members {
            let known = match &*name {
                "targetNames" => fill(&mut self.target_names, value),
                "MSFT_screencoverage" => fill(&mut self.screen_coverage, value),
                "formwork" => fill(&mut self.formwork, value),
                _ => false,
            };
            self.others |= !known;
        }
    }
}

fn fill<T: Json + Default>(member: &mut T, value: Value) -> bool {
    from_value(value).map(|value| *member = value).is_ok()
}

objects! {
    /// What glTF has no member for, on the object that it belongs to.
    Notes {
        /// The version of this form: 1.
        v: u32 = Always,

        /// Of a node: why it was added. It is no node of the scene.
        added: Option<Added>,
        /// Of an added node: the node of the scene that it stands for.
        of: Option<usize>,
        /// Of a node: its shape as a bone.
        bone: Option<Bone>,
        /// Of a node: whether its transform is a placeholder, since no file had its rest pose.
        lacks_rest_pose "lacksRestPose": bool = Nonzero,
        /// Of a node: the skin that bends nothing of what it shows.
        skin: Option<usize>,
        /// Of a node or a material: what the file said.
        notes: Map<String, Value>,

        /// Of a scene: the nodes without a parent.
        roots: Vec<usize>,

        /// Of a mesh: which level of detail of which mesh it is.
        lod: Option<Lod>,
        /// Of a mesh: the part that each primitive is of, where they are not all in order.
        parts: Option<Vec<usize>>,
        /// Of a mesh: how many parts there are, where some have no primitive.
        part_count "partCount": Option<usize>,
        /// Of a mesh: the distance from which on each primitive is drawn, where that is not the level's.
        distances: Vec<Num>,
        /// Of a mesh: surfaces of its parts, where some part with one has no primitive.
        materials: Vec<Option<usize>>,
        /// Of a mesh: names of its parts.
        names: Vec<Option<String>>,
        /// Of a mesh: middles of its parts.
        centers: Vec<Option<[Num; 3]>>,

        /// Of a primitive: the sets that `TEXCOORD_0`… were.
        texcoords: Option<Vec<u8>>,
        /// Of a primitive: the sets that `COLOR_0`… were.
        colors: Option<Vec<u8>>,

        /// Of an animation: how long it is in seconds.
        length: Option<Num>,
        /// Of an animation: frames per second.
        fps: Option<Num>,
        /// Of an animation: what happens at some time.
        triggers: Vec<Trigger>,
        /// Of a channel: how strongly it counts.
        weight: Option<Num>,

        /// Of a material or an image: the file that it comes from.
        file: Option<String>,
        /// Of a material: textures that glTF cannot show here.
        textures: Vec<LooseTexture>,
        /// Of a material, a light or a camera: numbers as they were before they became such as glTF allows.
        raw: Map<String, Value>,
        /// Of the file: its images, where not all can be in it.
        images: Vec<LooseImage>,
    }

    Bone { mask: u8 = Always, radius: Option<Num>, min: Option<[Num; 3]>, max: Option<[Num; 3]> }

    Lod {
        /// The mesh whose nearest level it is.
        of: usize = Needed,
        /// 1 for the second nearest.
        level: usize = Needed,
        /// From which distance on it is drawn.
        distance: Num = Needed,
    }

    Trigger { time: Num = Needed, value: Value = Needed }

    LooseTexture {
        /// What the material uses it for: `baseColor`.
        role: String = Needed,
        /// Which of the file's images.
        image: usize = Needed,
        /// Which texture coordinates.
        set: u8 = Needed,
    }
}
