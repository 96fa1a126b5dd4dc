//! Small files and scenes, built in code.

use formwork_formats::urho3d::{
    Model,
    model::{
        Bone, BoneCollision, BoundingBox, Element, ElementType, Geometry, IndexBuffer, Indices,
        Lod, Matrix3x4, Morph, PrimitiveType, Semantic, Version, VertexBuffer, Vertices,
    },
};
use formwork_schema::{Each, Packed, Quat, Vec3, layout::Endian, write};

/// An offset matrix that changes nothing.
pub(crate) const IDENTITY: Matrix3x4 = Matrix3x4 {
    m00: 1.0,
    m01: 0.0,
    m02: 0.0,
    m03: 0.0,
    m10: 0.0,
    m11: 1.0,
    m12: 0.0,
    m13: 0.0,
    m20: 0.0,
    m21: 0.0,
    m22: 1.0,
    m23: 0.0,
};

pub(crate) fn element(r#type: ElementType, semantic: Semantic) -> Element {
    Element {
        r#type,
        semantic,
        index: 0,
        unknown_0x03: 0,
    }
}

pub(crate) fn bone(name: &str, parent: u32) -> Bone {
    Bone {
        name: name.into(),
        parent,
        position: Vec3::default(),
        rotation: Quat::default(),
        scale: [1.0; 3].into(),
        offset_matrix: IDENTITY,
        collision: BoneCollision::empty(),
        radius: None,
        bounding_box: None,
    }
}

/// A model of three vertices that one triangle draws.
pub(crate) fn triangle(version: Version, elements: &[Element], vertices: Vec<u8>) -> Model {
    let types: Each<ElementType> = elements.iter().map(|element| element.r#type).collect();
    let declared = Packed::from_bytes((types,), Endian::Little, 3, vertices).unwrap();
    let lod = Lod {
        distance: 0.0,
        primitive_type: PrimitiveType::TRIANGLE_LIST,
        vertex_buffer: 0,
        index_buffer: 0,
        index_start: 0,
        index_count: 3,
    };
    Model {
        version,
        vertex_buffers: vec![VertexBuffer {
            vertex_count: 3,
            mask: None,
            elements: Some(elements.to_vec()),
            morph_range_start: 0,
            morph_range_count: 0,
            vertices: Vertices::Declared(declared),
        }],
        index_buffers: vec![IndexBuffer {
            index_count: 3,
            index_size: 2,
            indices: Indices::Short(Packed::from_records((), [0_u16, 1, 2]).unwrap()),
        }],
        geometries: vec![Geometry {
            bone_mapping: Packed::default(),
            lods: Packed::from_records((), [lod]).unwrap(),
        }],
        morphs: Vec::new(),
        bones: Vec::new(),
        bounding_box: BoundingBox {
            min: [0.0; 3].into(),
            max: [1.0; 3].into(),
        },
        geometry_centers: Some(Packed::from_records((), [Vec3::default()]).unwrap()),
        lod_levels: None,
        atomic: None,
    }
}

/// Floats as bytes.
pub(crate) fn floats(numbers: &[f32]) -> Vec<u8> {
    numbers
        .iter()
        .flat_map(|number| number.to_le_bytes())
        .collect()
}

/// A model of rbfx with weights of 8 bits and a morph that is on at first.
pub(crate) fn skinned_rbfx() -> Vec<u8> {
    let elements = [
        element(ElementType::VECTOR3, Semantic::POSITION),
        element(ElementType::UBYTE4_NORM, Semantic::BLENDWEIGHTS),
        element(ElementType::UBYTE4, Semantic::BLENDINDICES),
    ];
    let vertex =
        |place: [f32; 3]| [floats(&place), vec![128, 127, 0, 0], vec![0, 1, 0, 0]].concat();
    let places = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]];
    let mut model = triangle(
        Version::new(b"UMD3", 2).unwrap(),
        &elements,
        places.map(vertex).concat(),
    );
    model.bones = vec![bone("hip", 0), bone("head", 0)];
    model.morphs = vec![Morph {
        name: "Smile".into(),
        initial_weight: Some(0.5),
        buffers: Vec::new(),
    }];
    write::to_bytes(&model).unwrap()
}
