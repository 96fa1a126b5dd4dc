//! The kinds of nodes.

use formwork_schema::{Schema, document::Unknown};
use serde::{Deserialize, Serialize};

use super::{
    placement::Placement,
    words::{DrawType, PrimitiveType},
};

/// A node of a scene, with all that hangs below it.
#[derive(Debug, Clone, PartialEq, Schema, Serialize, Deserialize)]
#[schema(
    xml,
    format = "horde3d.scene",
    extension = "scene.xml",
    title = "Scene graph of Horde3D"
)]
// Other programs have groups and models, too.
#[schema(
    hint = " geometry=",
    hint = " sceneGraph=",
    hint = " jointIndex=",
    hint = " batchStart="
)]
#[schema(
    hint = " lightingContext=",
    hint = " particleEffect=",
    hint = " heightmap="
)]
pub enum Node {
    /// A node that only holds others together.
    Group(Group),
    /// Another scene, put in here.
    Reference(Reference),
    /// A geometry, with its meshes and joints below it.
    Model(Box<Model>),
    /// A part of a geometry that has one material.
    Mesh(Mesh),
    /// A joint of a skeleton.
    Joint(Joint),
    /// A light.
    Light(Box<Light>),
    /// A camera.
    Camera(Box<Camera>),
    /// A source of particles.
    Emitter(Box<Emitter>),
    /// Vertices that a compute shader makes.
    Compute(Box<Compute>),
    /// A terrain, where the engine is built with it.
    Terrain(Box<Terrain>),
    /// A node that the engine drops with all that is below it, as XML: it is not known, or lacks what it must have.
    #[schema(unknown)]
    Unknown(String),
}

/// A node that only holds others together.
#[derive(Debug, Clone, PartialEq, Schema, Serialize, Deserialize)]
#[schema(xml = "Group", last_wins)]
#[serde(default, deny_unknown_fields)]
pub struct Group {
    /// Name and place.
    #[schema(inline)]
    pub placement: Placement,
    /// Least distance from the camera at which it is seen.
    #[schema(unit = "world units")]
    #[schema(obsolete = "levels of detail are those of models, since 2009-01-24")]
    pub min_dist: Option<f32>,
    /// Greatest distance from the camera at which it is seen.
    #[schema(unit = "world units")]
    #[schema(obsolete = "levels of detail are those of models, since 2009-01-24")]
    pub max_dist: Option<f32>,
    /// What programs attached, as XML. The engine keeps it and does not look into it.
    #[schema(verbatim = "Attachment")]
    pub attachment: Option<String>,
    /// The nodes below it.
    #[schema(children)]
    pub children: Vec<Node>,
    /// What the engine does not know.
    #[schema(unknown)]
    pub unknown: Unknown,
}

/// Another scene, put in here. Name, place and attachment of its root give way to those of this node, also where this node
/// has none.
#[derive(Debug, Clone, PartialEq, Schema, Serialize, Deserialize)]
#[schema(xml = "Reference")]
#[serde(default, deny_unknown_fields)]
pub struct Reference {
    /// Name and place.
    #[schema(inline)]
    pub placement: Placement,
    /// Scene resource.
    #[schema(filled, resource = "horde3d.scene")]
    pub scene_graph: String,
    /// What programs attached, as XML. The engine keeps it and does not look into it.
    #[schema(verbatim = "Attachment")]
    pub attachment: Option<String>,
    /// The nodes below it.
    #[schema(children)]
    pub children: Vec<Node>,
    /// What the engine does not know.
    #[schema(unknown)]
    pub unknown: Unknown,
}

/// A geometry, with its meshes and joints below it.
#[derive(Debug, Clone, PartialEq, Schema, Serialize, Deserialize)]
#[schema(xml = "Model", last_wins)]
#[serde(default, deny_unknown_fields)]
pub struct Model {
    /// Name and place.
    #[schema(inline)]
    pub placement: Placement,
    /// Geometry resource.
    #[schema(required, resource = "horde3d.geometry")]
    pub geometry: String,
    /// Whether the processor moves the vertices with the joints, and not the shader.
    pub software_skinning: bool,
    /// Distance of the camera from which on level of detail 1 is seen, in world units.
    #[schema(attribute = "lodDist1", default = 3.4028235e38, unit = "world units")]
    pub lod_dist1: f32,
    /// Distance of the camera from which on level of detail 2 is seen, in world units.
    #[schema(attribute = "lodDist2", default = 3.4028235e38, unit = "world units")]
    pub lod_dist2: f32,
    /// Distance of the camera from which on level of detail 3 is seen, in world units.
    #[schema(attribute = "lodDist3", default = 3.4028235e38, unit = "world units")]
    pub lod_dist3: f32,
    /// Distance of the camera from which on level of detail 4 is seen, in world units.
    #[schema(attribute = "lodDist4", default = 3.4028235e38, unit = "world units")]
    pub lod_dist4: f32,
    /// What programs attached, as XML. The engine keeps it and does not look into it.
    #[schema(verbatim = "Attachment")]
    pub attachment: Option<String>,
    /// The nodes below it.
    #[schema(children)]
    pub children: Vec<Node>,
    /// What the engine does not know.
    #[schema(unknown)]
    pub unknown: Unknown,
}

/// A part of a geometry that has one material. It stands below a model, a mesh or a joint.
#[derive(Debug, Clone, PartialEq, Schema, Serialize, Deserialize)]
#[schema(xml = "Mesh", last_wins)]
#[serde(default, deny_unknown_fields)]
pub struct Mesh {
    /// Name and place.
    #[schema(inline)]
    pub placement: Placement,
    /// Material resource.
    #[schema(required, resource = "horde3d.material")]
    pub material: String,
    /// First place in the list of indices. The manual calls it a vertex.
    #[schema(required)]
    pub batch_start: i32,
    /// How many indices.
    #[schema(required)]
    pub batch_count: i32,
    /// Lowest vertex that the indices name.
    #[schema(attribute = "vertRStart", required)]
    pub vert_r_start: i32,
    /// Highest vertex that the indices name, itself included.
    #[schema(attribute = "vertREnd", required)]
    pub vert_r_end: i32,
    /// Level of detail at which it is drawn.
    pub lod_level: i32,
    /// What the indices make. Not in the manual.
    #[schema(default = "TriangleList", strict)]
    pub prim_type: PrimitiveType,
    /// Whether the indices made patches.
    #[schema(obsolete = "`primType` took its place on 2018-11-07")]
    pub tessellatable: Option<bool>,
    /// What programs attached, as XML. The engine keeps it and does not look into it.
    #[schema(verbatim = "Attachment")]
    pub attachment: Option<String>,
    /// The nodes below it.
    #[schema(children)]
    pub children: Vec<Node>,
    /// What the engine does not know.
    #[schema(unknown)]
    pub unknown: Unknown,
}

/// A joint of a skeleton. It stands below a model or a joint.
#[derive(Debug, Clone, PartialEq, Schema, Serialize, Deserialize)]
#[schema(xml = "Joint", last_wins)]
#[serde(default, deny_unknown_fields)]
pub struct Joint {
    /// Name and place.
    #[schema(inline)]
    pub placement: Placement,
    /// Place in the geometry's list of joints.
    #[schema(required)]
    pub joint_index: i32,
    /// What programs attached, as XML. The engine keeps it and does not look into it.
    #[schema(verbatim = "Attachment")]
    pub attachment: Option<String>,
    /// The nodes below it.
    #[schema(children)]
    pub children: Vec<Node>,
    /// What the engine does not know.
    #[schema(unknown)]
    pub unknown: Unknown,
}

/// A light, which shines along its own -z.
#[derive(Debug, Clone, PartialEq, Schema, Serialize, Deserialize)]
#[schema(xml = "Light", last_wins)]
#[serde(default, deny_unknown_fields)]
pub struct Light {
    /// Name and place.
    #[schema(inline)]
    pub placement: Placement,
    /// Material resource, for deferred lighting.
    #[schema(resource = "horde3d.material")]
    pub material: String,
    /// Context of shaders that draw what is lit.
    #[schema(required)]
    pub lighting_context: String,
    /// Context of shaders that draw what throws shadows.
    #[schema(required)]
    pub shadow_context: String,
    /// How far it reaches, in world units.
    #[schema(default = 100.0, unit = "world units")]
    pub radius: f32,
    /// Full angle of its cone, in degrees; from 180 on it shines everywhere.
    #[schema(default = 90.0, unit = "degrees")]
    pub fov: f32,
    /// Red.
    #[schema(attribute = "col_R", default = 1.0)]
    pub col_r: f32,
    /// Green.
    #[schema(attribute = "col_G", default = 1.0)]
    pub col_g: f32,
    /// Blue.
    #[schema(attribute = "col_B", default = 1.0)]
    pub col_b: f32,
    /// What the colour is multiplied with. The manual calls it `col_mult`, which is not read.
    #[schema(attribute = "colMult", default = 1.0)]
    pub col_mult: f32,
    /// Shadow maps, from 0 for none to 4.
    pub shadow_map_count: i32,
    /// How shadow maps share the distance: from 0 for equally to 1 for logarithmically.
    #[schema(default = 0.5)]
    pub shadow_split_lambda: f32,
    /// How far shadows begin behind what throws them.
    #[schema(default = 0.005)]
    pub shadow_map_bias: f32,
    /// What programs attached, as XML. The engine keeps it and does not look into it.
    #[schema(verbatim = "Attachment")]
    pub attachment: Option<String>,
    /// The nodes below it.
    #[schema(children)]
    pub children: Vec<Node>,
    /// What the engine does not know.
    #[schema(unknown)]
    pub unknown: Unknown,
}

/// A camera, which looks along its own -z.
#[derive(Debug, Clone, PartialEq, Schema, Serialize, Deserialize)]
#[schema(xml = "Camera", last_wins)]
#[serde(default, deny_unknown_fields)]
pub struct Camera {
    /// Name and place.
    #[schema(inline)]
    pub placement: Placement,
    /// Pipeline resource.
    #[schema(required, resource = "horde3d.pipeline")]
    pub pipeline: String,
    /// Texture that it draws to. It must exist already: the engine does not load it.
    pub output_tex: String,
    /// Which colour buffer is the output.
    pub output_buffer_index: i32,
    /// Left edge of the view, at the near plane.
    #[schema(default = -0.055228457, unit = "world units")]
    pub left_plane: f32,
    /// Right edge of the view, at the near plane.
    #[schema(default = 0.055228457, unit = "world units")]
    pub right_plane: f32,
    /// Lower edge of the view, at the near plane.
    #[schema(default = -0.041421354, unit = "world units")]
    pub bottom_plane: f32,
    /// Upper edge of the view, at the near plane.
    #[schema(default = 0.041421354, unit = "world units")]
    pub top_plane: f32,
    /// Nearest distance that is seen, in world units.
    #[schema(default = 0.1, unit = "world units")]
    pub near_plane: f32,
    /// Farthest distance that is seen, in world units.
    #[schema(default = 1000.0, unit = "world units")]
    pub far_plane: f32,
    /// Whether what is far away is seen as large as what is near.
    pub orthographic: bool,
    /// Whether what others hide is left out.
    pub occlusion_culling: bool,
    /// What programs attached, as XML. The engine keeps it and does not look into it.
    #[schema(verbatim = "Attachment")]
    pub attachment: Option<String>,
    /// The nodes below it.
    #[schema(children)]
    pub children: Vec<Node>,
    /// What the engine does not know.
    #[schema(unknown)]
    pub unknown: Unknown,
}

/// A source of particles, which leave it along its own -z.
#[derive(Debug, Clone, PartialEq, Schema, Serialize, Deserialize)]
#[schema(xml = "Emitter", last_wins)]
#[serde(default, deny_unknown_fields)]
pub struct Emitter {
    /// Name and place.
    #[schema(inline)]
    pub placement: Placement,
    /// Material resource.
    #[schema(required, resource = "horde3d.material")]
    pub material: String,
    /// Particle effect resource.
    #[schema(required, resource = "horde3d.particle")]
    pub particle_effect: String,
    /// Most particles at one time.
    #[schema(required)]
    pub max_count: i32,
    /// Lives of each particle; negative for no end.
    #[schema(required)]
    pub respawn_count: i32,
    /// Time until the first particle, in seconds.
    #[schema(unit = "seconds")]
    pub delay: f32,
    /// Particles per second.
    #[schema(unit = "particles per second")]
    pub emission_rate: f32,
    /// Full angle in which they leave, in degrees.
    #[schema(unit = "degrees")]
    pub spread_angle: f32,
    /// Added to the speed along x, in world units per second.
    #[schema(unit = "world units per second")]
    pub force_x: f32,
    /// Added to the speed along y, in world units per second.
    #[schema(unit = "world units per second")]
    pub force_y: f32,
    /// Added to the speed along z, in world units per second.
    #[schema(unit = "world units per second")]
    pub force_z: f32,
    /// Particle effect resource.
    #[schema(obsolete = "`particleEffect` took its place on 2009-02-22")]
    pub effect: Option<String>,
    /// What programs attached, as XML. The engine keeps it and does not look into it.
    #[schema(verbatim = "Attachment")]
    pub attachment: Option<String>,
    /// The nodes below it.
    #[schema(children)]
    pub children: Vec<Node>,
    /// What the engine does not know.
    #[schema(unknown)]
    pub unknown: Unknown,
}

/// Vertices that a compute shader makes.
#[derive(Debug, Clone, PartialEq, Schema, Serialize, Deserialize)]
#[schema(xml = "Compute", last_wins)]
#[serde(default, deny_unknown_fields)]
pub struct Compute {
    /// Name and place.
    #[schema(inline)]
    pub placement: Placement,
    /// Material resource.
    #[schema(required, resource = "horde3d.material")]
    pub material: String,
    /// Compute buffer resource.
    #[schema(required, resource = "horde3d.compute")]
    pub compute_buffer: String,
    /// What the vertices make.
    #[schema(required, strict)]
    pub draw_type: DrawType,
    /// How many vertices are drawn.
    #[schema(required)]
    pub elements_count: i32,
    /// Least x of the box around it.
    #[schema(attribute = "aabbMinX", required, unit = "model units")]
    pub aabb_min_x: f32,
    /// Least y of the box around it.
    #[schema(attribute = "aabbMinY", required, unit = "model units")]
    pub aabb_min_y: f32,
    /// Least z of the box around it.
    #[schema(attribute = "aabbMinZ", required, unit = "model units")]
    pub aabb_min_z: f32,
    /// Greatest x of the box around it.
    #[schema(attribute = "aabbMaxX", required, unit = "model units")]
    pub aabb_max_x: f32,
    /// Greatest y of the box around it.
    #[schema(attribute = "aabbMaxY", required, unit = "model units")]
    pub aabb_max_y: f32,
    /// Greatest z of the box around it.
    #[schema(attribute = "aabbMaxZ", required, unit = "model units")]
    pub aabb_max_z: f32,
    /// What programs attached, as XML. The engine keeps it and does not look into it.
    #[schema(verbatim = "Attachment")]
    pub attachment: Option<String>,
    /// The nodes below it.
    #[schema(children)]
    pub children: Vec<Node>,
    /// What the engine does not know.
    #[schema(unknown)]
    pub unknown: Unknown,
}

/// A terrain, where the engine is built with it. It lies in the unit cube; its scale makes it large.
#[derive(Debug, Clone, PartialEq, Schema, Serialize, Deserialize)]
#[schema(xml = "Terrain", last_wins)]
#[serde(default, deny_unknown_fields)]
pub struct Terrain {
    /// Name and place.
    #[schema(inline)]
    pub placement: Placement,
    /// Texture resource, with heights in red and green.
    #[schema(expected, resource = "texture")]
    pub heightmap: String,
    /// Material resource.
    #[schema(resource = "horde3d.material")]
    pub material: String,
    /// How fine its mesh is.
    #[schema(default = 50.0)]
    pub mesh_quality: f32,
    /// How far its blocks hang down at their edges, so that no gaps are seen.
    #[schema(default = 0.1)]
    pub skirt_height: f32,
    /// Vertices along the edge of a block: a power of two, and one.
    #[schema(default = 17)]
    pub block_size: i32,
    /// What programs attached, as XML. The engine keeps it and does not look into it.
    #[schema(verbatim = "Attachment")]
    pub attachment: Option<String>,
    /// The nodes below it.
    #[schema(children)]
    pub children: Vec<Node>,
    /// What the engine does not know.
    #[schema(unknown)]
    pub unknown: Unknown,
}
