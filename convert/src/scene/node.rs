//! Nodes, and what hangs from them.

use formwork_schema::CString;
use serde_json::{Map, Value};

/// One node.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Node {
    /// Its name; bones and tracks meet by it.
    pub name: CString,
    /// Where it is, relative to its parent.
    pub transform: Trs,
    /// The nodes below it, in order.
    pub children: Vec<usize>,
    /// What it shows.
    pub mesh: Option<usize>,
    /// What bends that mesh.
    pub skin: Option<usize>,
    /// The weights of the mesh's morph targets at this node, where they differ from the mesh's own.
    pub weights: Option<Vec<f32>>,
    /// What shines here.
    pub light: Option<usize>,
    /// What looks from here.
    pub camera: Option<usize>,
    /// Its shape as a bone, for hits.
    pub bone: Option<BoneShape>,
    /// Whether no file has its rest pose: it comes from a clip alone, and `transform` is a placeholder where no track moves it.
    pub lacks_rest_pose: bool,
    /// What the file said that nothing else here holds, for people to read: attributes of an element by name.
    /// Goes to `extras.formwork` in glTF.
    pub notes: Map<String, Value>,
}

/// A transform: scaled, then rotated, then moved.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Trs {
    /// In metres.
    pub translation: [f32; 3],
    /// x y z w.
    pub rotation: [f32; 4],
    /// Per axis.
    pub scale: [f32; 3],
}

impl Trs {
    /// The one that changes nothing.
    pub const IDENTITY: Self = Self {
        translation: [0.0; 3],
        rotation: [0.0, 0.0, 0.0, 1.0],
        scale: [1.0; 3],
    };
}

impl Default for Trs {
    fn default() -> Self {
        Self::IDENTITY
    }
}

/// What a bone is hit by.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct BoneShape {
    /// The bits of the file: 1 a sphere, 2 a box.
    pub mask: u8,
    /// The sphere's radius around the bone.
    pub radius: Option<f32>,
    /// The box in the bone's space: least and greatest corner.
    pub bounds: Option<[[f32; 3]; 2]>,
}

/// A skeleton.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Skin {
    /// Its name.
    pub name: CString,
    /// The nodes that vertices follow, in the order that vertices count them.
    pub joints: Vec<usize>,
    /// For each joint, what takes a vertex into its space: four columns of a matrix. As long as `joints`.
    pub inverse_bind: Vec<[f32; 16]>,
    /// The node above all joints, where the file says which.
    pub root: Option<usize>,
}

/// What shines.
#[derive(Debug, Clone, PartialEq)]
pub struct Light {
    /// Its name.
    pub name: CString,
    /// How.
    pub kind: LightKind,
    /// Linear red, green and blue, 0 to 1.
    pub color: [f32; 3],
    /// Candela, or lux for a directional light.
    pub intensity: f32,
    /// How far, in metres.
    pub range: Option<f32>,
}

/// Lux of a directional light that engines call 1: what Blender exports of a sun of strength 1, by 683 lumens per watt.
const LUX: f64 = 683.0;

/// Candela of any other light that engines call 1: it gives as much light as that sun at a distance of √10 metres, the square root of
/// the default range of Urho3D.
const CANDELA: f64 = 6830.0;

impl LightKind {
    /// Lux or candela of a light of brightness 1.
    const fn unit(self) -> f64 {
        match self {
            Self::Directional => LUX,
            Self::Point | Self::Spot { .. } => CANDELA,
        }
    }

    /// Lux or candela of a light of this brightness in engines.
    #[must_use]
    pub fn intensity(self, brightness: f32) -> f32 {
        (f64::from(brightness) * self.unit()) as f32
    }
}

impl Light {
    /// Brightness of the light in engines: `Brightness Multiplier` of Urho3D, `colMult` of Horde3D.
    #[must_use]
    pub fn brightness(&self) -> f32 {
        (f64::from(self.intensity) / self.kind.unit()) as f32
    }
}

/// How something shines: along -Z of its node.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum LightKind {
    /// From infinitely far.
    Directional,
    /// To all sides.
    Point,
    /// In a cone, by angles from its axis in radians.
    Spot {
        /// Where it begins to fade.
        inner: f32,
        /// Where it ends.
        outer: f32,
    },
}

/// What looks along -Z of its node.
#[derive(Debug, Clone, PartialEq)]
pub struct Camera {
    /// Its name.
    pub name: CString,
    /// How.
    pub projection: Projection,
    /// The near plane in metres.
    pub near: f32,
    /// The far plane in metres; `None` is infinitely far.
    pub far: Option<f32>,
}

/// How a camera projects.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Projection {
    /// With a vanishing point.
    Perspective {
        /// The vertical angle of view in radians.
        y_fov: f32,
        /// Width through height.
        aspect: Option<f32>,
    },
    /// Without.
    Orthographic {
        /// Half the width in metres.
        x_mag: f32,
        /// Half the height in metres.
        y_mag: f32,
    },
}
