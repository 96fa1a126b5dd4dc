//! Attributes of vertices are written where they are: nothing else changes, whatever the layout of the vertices, and
//! bounds follow when they are asked to.

use bytes::Bytes;
use conformance::{corpus, fixtures};
use formwork_formats::{
    horde3d::{Geometry, geometry::Elements},
    urho3d::{
        Model,
        model::{BoundingBox, ElementType, Semantic, VertexBuffer, Vertices},
    },
};
use formwork_schema::{Format, Packed, Vec3, layout::Endian, read, write};

const FIGURE: &[u8] = include_bytes!("../samples/urho3d/Figure.mdl");
const CRATE: &[u8] = include_bytes!("../samples/urho3d/Crate.mdl");
const GEOMETRY: &[u8] = include_bytes!("../samples/horde3d/figure.geo");

/// Our own files of a format and the real ones, with the tree of each; those with bytes behind their end are left out.
fn files<T: Format>(samples: &[&[u8]]) -> Vec<(Bytes, T)> {
    let format = &*T::layout().format;
    let fixtures = fixtures::all().into_iter();
    let fixtures = fixtures.filter(|fixture| fixture.format() == format);
    let real = corpus::files().into_iter();
    let real = real.filter(|file| file.format == format);
    let all = samples.iter().map(|sample| sample.to_vec());
    let all = all.chain(fixtures.map(|fixture| fixture.bytes));
    let all = all.chain(real.map(|file| file.bytes)).map(Bytes::from);
    all.filter_map(|file| Some((file.clone(), read::from_bytes(file).ok()?)))
        .collect()
}

fn fixture(name: &str) -> Model {
    let all = fixtures::all();
    let found = all
        .iter()
        .find(|fixture| fixture.path.ends_with(&format!("/{name}.mdl")));
    read::from_slice(&found.expect("a fixture").bytes).expect("reads")
}

/// Changes the bits of every number that there is, and none of a NaN: those may not survive arithmetic.
fn moved(Vec3 { x, y, z }: Vec3) -> Vec3 {
    Vec3 {
        x: -x,
        y: -y,
        z: -z,
    }
}

/// Where a slice of a file lies in it.
fn offset(file: &Bytes, slice: &[u8]) -> usize {
    slice.as_ptr() as usize - file.as_ptr() as usize
}

/// The bytes of the signs of positions, which are all that `moved` changes.
fn signs(file: &Bytes, buffer: &VertexBuffer) -> Vec<usize> {
    let attributes = buffer.attributes();
    let position = attributes
        .iter()
        .find(|attribute| attribute.element.semantic == Semantic::POSITION);
    let Some(position) = position else {
        return Vec::new();
    };
    let start = offset(file, buffer.bytes()) + position.offset;
    let vertices = (0..buffer.vertex_count as usize).map(|vertex| start + vertex * buffer.stride());
    vertices
        .flat_map(|start| [3, 7, 11].map(|byte| start + byte))
        .collect()
}

/// The file with the signs at these places turned.
fn turned(file: &Bytes, signs: &[usize]) -> Vec<u8> {
    let mut expected = file.to_vec();
    signs.iter().for_each(|place| expected[*place] ^= 0x80);
    expected
}

#[test]
fn moving_a_model_changes_the_bytes_of_positions_and_no_others() {
    let files = files::<Model>(&[FIGURE, CRATE]);
    let mut moved_buffers = 0;
    for (file, original) in &files {
        let mut model = original.clone();
        let mut places = Vec::new();
        for (buffer, before) in model
            .vertex_buffers
            .iter_mut()
            .zip(&original.vertex_buffers)
        {
            if buffer.map_positions(moved).is_ok() {
                places.extend(signs(file, before));
                moved_buffers += 1;
            } else {
                assert!(before.positions().is_none());
            }
        }
        assert!(write::to_bytes(&model).expect("writes") == turned(file, &places));
    }
    assert!(moved_buffers > 20, "{moved_buffers}");
    corpus::report("moved models", files.len());
}

#[test]
fn moving_a_geometry_changes_the_bytes_of_positions_and_no_others() {
    let files = files::<Geometry>(&[GEOMETRY]);
    let mut moved_files = 0;
    for (file, original) in &files {
        let mut geometry = original.clone();
        let places: Vec<usize> = match geometry.map_positions(moved) {
            Ok(()) => positions(original, file),
            Err(error) => {
                assert_eq!(
                    error.to_string(),
                    "invalid: streams: the vertices have no position"
                );
                Vec::new()
            }
        };
        moved_files += usize::from(!places.is_empty());
        let signs: Vec<usize> = places
            .iter()
            .flat_map(|start| [3, 7, 11].map(|byte| start + byte))
            .collect();
        assert!(write::to_bytes(&geometry).expect("writes") == turned(file, &signs));
    }
    assert!(moved_files > 3, "{moved_files}");
    corpus::report("moved geometries", files.len());
}

/// Where the positions of a geometry stand in its file.
fn positions(geometry: &Geometry, file: &Bytes) -> Vec<usize> {
    let places = |bytes: &[u8], stride, count| -> Vec<usize> {
        let start = offset(file, bytes);
        (0..count).map(|vertex| start + vertex * stride).collect()
    };
    if let Some(vertices) = &geometry.vertices {
        return places(vertices.bytes(), vertices.stride(), vertices.len());
    }
    let streams = geometry.streams.iter().flatten().rev();
    let mut elements = streams.map(|stream| &stream.elements);
    let positions = elements.find_map(|elements| match elements {
        Elements::Positions(positions) => Some(positions),
        _ => None,
    });
    positions.map_or_else(Vec::new, |all| places(all.bytes(), 12, all.len()))
}

#[test]
fn big_endian_vertices_stay_big_endian() {
    for name in ["umd2-skinned", "umdl-morphed"] {
        let little = fixture(name);
        let mut big = little.clone();
        for buffer in &mut big.vertex_buffers {
            buffer.vertices = match &buffer.vertices {
                Vertices::Masked(all) => Vertices::Masked(all.to_endian(Endian::Big)),
                Vertices::Declared(all) => Vertices::Declared(all.to_endian(Endian::Big)),
            };
        }
        let raise = |place: Vec3| Vec3 {
            y: place.y + 3.0,
            ..place
        };
        let [little, big] = [little, big].map(|mut model| {
            model.vertex_buffers[0]
                .map_positions(raise)
                .expect("positions");
            model.recompute_bounds().expect("sound");
            model
        });
        assert_ne!(
            little.vertex_buffers[0].bytes(),
            big.vertex_buffers[0].bytes()
        );
        assert_eq!(little, big);
        assert_eq!(big.bounding_box.max.y, 4.0);
    }
}

#[test]
fn every_type_is_written_as_it_is_stored() {
    let mut model = fixture("umd2-every-type");
    let before = model.clone();
    let buffer = &mut model.vertex_buffers[0];
    let attributes = buffer.attributes();
    for attribute in &attributes {
        let element = attribute.element;
        buffer
            .map_values(element.semantic, element.index, |value| value)
            .expect("it has it");
    }
    assert_eq!(*buffer, before.vertex_buffers[0]);
    for attribute in &attributes {
        let element = attribute.element;
        buffer
            .map_values(element.semantic, element.index, |value| {
                value.map(|number| number * 0.5 + 1.0)
            })
            .expect("it has it");
    }
    let values = |element: ElementType| {
        let found = attributes.iter().find(|a| a.element.r#type == element);
        let element = found.expect("every type").element;
        let mut all = buffer.values(element.semantic, element.index);
        all.as_mut().and_then(Iterator::next).expect("one vertex")
    };
    // -7, rounded away from -2.5; and bytes of 1 to 4, and of 1, 0, 0.2 and 0, which stop at 1.
    assert_eq!(values(ElementType::INT), [-3.0, 0.0, 0.0, 0.0]);
    assert_eq!(values(ElementType::FLOAT), [1.25, 0.0, 0.0, 0.0]);
    assert_eq!(values(ElementType::VECTOR2), [1.125, 1.375, 0.0, 0.0]);
    assert_eq!(values(ElementType::VECTOR4), [1.5, 1.25, 1.125, 1.5]);
    assert_eq!(values(ElementType::UBYTE4), [2.0, 2.0, 3.0, 3.0]);
    assert_eq!(values(ElementType::UBYTE4_NORM), [1.0; 4]);
}

#[test]
fn what_cannot_be_moved_is_told() {
    let mut none = fixture("umd2-no-elements");
    let refused = none.vertex_buffers[0].map_positions(moved);
    assert_eq!(
        refused.expect_err("no attributes").to_string(),
        "invalid: elements: the vertices have no POSITION 0"
    );
    let mut model = fixture("umd2-skinned");
    let buffer = &mut model.vertex_buffers[0];
    buffer.elements.as_mut().expect("a list")[0].semantic = Semantic::NORMAL;
    let before = buffer.clone();
    let refused = buffer.map_normals(moved);
    assert_eq!(
        refused.expect_err("bytes").to_string(),
        "invalid: elements: NORMAL 0 is stored as UBYTE4, and not as 3 floats or more"
    );
    assert_eq!(*buffer, before);
    let mut masked = fixture("umdl-plain");
    let refused = masked.vertex_buffers[0].map_tex_coords(1, |uv| uv);
    assert_eq!(
        refused.expect_err("positions only").to_string(),
        "invalid: mask: the vertices have no TEXCOORD 1"
    );
}

#[test]
fn bounds_are_those_of_what_is_drawn() {
    let mut model = fixture("umd2-plain");
    let third = 1.0 / 3.0;
    model.recompute_bounds().expect("sound");
    let original = fixture("umd2-plain").bounding_box;
    assert_eq!(model.bounding_box, original);
    let centers = |model: &Model| -> Vec<Vec3> {
        let centers = model.geometry_centers.as_ref();
        centers.expect("centers").iter().collect()
    };
    assert_eq!(centers(&model), [Vec3::from([third, third, 0.0])]);

    // The last vertex goes away, and then is no longer drawn.
    let mut place = 0;
    let far = |at: Vec3| {
        place += 1;
        if place == 3 { [9.0; 3].into() } else { at }
    };
    model.vertex_buffers[0]
        .map_positions(far)
        .expect("positions");
    model.recompute_bounds().expect("sound");
    assert_eq!(model.bounding_box.max, [9.0; 3].into());
    let lods = &mut model.geometries[0].lods;
    let short = lods.iter().map(|lod| formwork_formats::urho3d::model::Lod {
        index_count: 2,
        ..lod
    });
    *lods = Packed::from_records((), short).expect("no options");
    model.recompute_bounds().expect("sound");
    let column = BoundingBox {
        min: [0.0; 3].into(),
        max: [0.0, 1.0, 0.0].into(),
    };
    assert_eq!(model.bounding_box, column);
    assert_eq!(centers(&model), [Vec3::from([0.0, 0.5, 0.0])]);

    // Nothing is drawn: what the file said stays.
    model.geometries[0].lods = Packed::default();
    model.recompute_bounds().expect("sound");
    assert_eq!(model.bounding_box, column);
    assert_eq!(centers(&model), [Vec3::from([0.0, 0.5, 0.0])]);
}

#[test]
fn bounds_of_what_does_not_exist_are_refused() {
    let mut model = fixture("umd2-wrong-references");
    let before = model.clone();
    let refused = model.recompute_bounds().expect_err("wrong references");
    assert_eq!(
        refused.to_string(),
        "invalid: geometries[0].lods[0]: draws a vertex that does not exist"
    );
    assert_eq!(model, before);
}

#[test]
fn bounds_of_our_models_are_those_that_they_were_made_with() {
    for sample in [FIGURE, CRATE] {
        let mut model: Model = read::from_slice(sample).expect("our own");
        let written = model.bounding_box;
        model.bounding_box.max = Vec3::default();
        model.recompute_bounds().expect("sound");
        assert_eq!(model.bounding_box, written);
    }
}

#[test]
fn only_bounds_are_recomputed() {
    let mut same = 0;
    for (_, original) in files::<Model>(&[FIGURE, CRATE]) {
        let mut model = original.clone();
        if model.recompute_bounds().is_err() {
            continue;
        }
        same += usize::from(model.bounding_box == original.bounding_box);
        let bytes = |model: &Model| write::to_bytes(model).expect("writes");
        let once = bytes(&model);
        model.recompute_bounds().expect("as before");
        assert!(bytes(&model) == once);
        model.bounding_box = original.bounding_box;
        model.geometry_centers = original.geometry_centers.clone();
        assert!(bytes(&model) == bytes(&original));
    }
    corpus::report("bounding boxes as tools wrote them", same);
}

#[test]
fn trees_print_names() {
    let model = fixture("umd2-skinned");
    let shown = format!("{:?}", model.geometries[0].lods.get(0).expect("a level"));
    assert!(shown.contains("primitive_type: TRIANGLE_LIST"), "{shown}");
    let shown = format!("{:?}", model.vertex_buffers[0].elements);
    assert!(
        shown.contains("type: UBYTE4_NORM, semantic: COLOR"),
        "{shown}"
    );
    let shown = format!("{:?}", model.bones[0].collision);
    assert_eq!(shown, "BoneCollision(SPHERE | BOX)");
    let mask = fixture("umdl-full-mask").vertex_buffers[0].mask;
    let shown = format!("{mask:?}");
    assert!(shown.ends_with("| OBJECTINDEX | 0x4000))"), "{shown}");
}

/// The weights of a vertex.
fn weights(model: &Model, vertex: usize) -> [f32; 4] {
    let mut all = model.vertex_buffers[0].blend_weights().expect("weights");
    all.nth(vertex).expect("a vertex")
}

fn set_weights(model: &mut Model, weights: &[[f32; 4]]) {
    let mut left = weights.iter();
    let next = |old| left.next().copied().unwrap_or(old);
    model.vertex_buffers[0]
        .map_values(Semantic::BLENDWEIGHTS, 0, next)
        .expect("weights");
}

#[test]
fn weights_that_are_off_are_normalized_and_no_others() {
    let mut figure: Model = read::from_slice(FIGURE).expect("reads");
    let before = figure.clone();
    assert!(!figure.normalize_weights().expect("weights"));
    assert!(figure == before);
    let off = [
        [0.5, 0.25, 0.25, 0.0],
        [1.0, 1.0, 0.0, 0.0],
        [0.0; 4],
        [1.5, -0.5, 0.0, 0.0],
        [f32::NAN, 1.0, 0.0, 0.0],
    ];
    set_weights(&mut figure, &off);
    assert!(figure.normalize_weights().expect("weights"));
    assert_eq!(weights(&figure, 0), [0.5, 0.25, 0.25, 0.0]);
    assert_eq!(weights(&figure, 1), [0.5, 0.5, 0.0, 0.0]);
    assert_eq!(weights(&figure, 2), [0.0; 4]);
    assert_eq!(weights(&figure, 3), [1.0, 0.0, 0.0, 0.0]);
    assert!(weights(&figure, 4)[0].is_nan());
    assert_eq!(weights(&figure, 5), weights(&before, 5));
    assert!(!figure.normalize_weights().expect("weights"));
}

#[test]
fn weights_in_bytes_sum_to_255() {
    let mut skinned = fixture("umd2-skinned");
    let bytes = |all: [u8; 4]| all.map(|byte| f32::from(byte) / 255.0);
    set_weights(
        &mut skinned,
        &[bytes([10, 10, 10, 0]), bytes([200, 200, 0, 0])],
    );
    assert!(skinned.normalize_weights().expect("weights"));
    let stored = |vertex| weights(&skinned, vertex).map(|weight| (weight * 255.0).round() as u32);
    assert_eq!(stored(0), [85, 85, 85, 0]);
    assert_eq!(stored(1).iter().sum::<u32>(), 255);
    assert_eq!(stored(1)[2..], [0, 0]);
    assert_eq!(stored(2), [255, 0, 0, 0]);
}

#[test]
fn models_without_centers_get_those_of_what_they_draw() {
    for name in ["umdl-no-centers", "amd2-no-centers"] {
        let mut model = fixture(name);
        assert!(model.add_centers().expect("sound"), "{name}");
        let third = 1.0 / 3.0;
        let written = write::to_bytes(&model).expect("writes");
        let again: Model = read::from_bytes(written).expect("reads");
        assert!(again == model, "{name}");
        let centers = again.geometry_centers.expect("centers");
        assert_eq!(centers.get(0), Some([third, third, 0.0].into()), "{name}");
    }
    for name in ["umdl-plain", "umdl-lod-levels", "none-no-tail"] {
        let mut model = fixture(name);
        assert!(!model.add_centers().expect("sound"), "{name}");
        assert!(model == fixture(name), "{name}");
    }
}
