//! Vertices.

use formwork_formats::urho3d::{
    Model,
    model::{Element, Vertices},
};
use formwork_schema::{Packed, layout::Endian};

use super::{
    drawn::{Drawn, Levels},
    hollow::{Refused, check},
};
use crate::{
    scene::{Column, Level, Semantic, Source, Stream},
    urho3d::{
        elements::{self, Interleaved},
        facts::{JOINTS, LocalJoints, local_joints, unpack},
        frame::Frame,
        read::is_mapped,
    },
};

/// Fills a vertex buffer, if it was emptied.
pub(super) fn refill(
    model: &mut Model,
    place: usize,
    drawn: &Drawn<'_>,
    levels: &Levels<'_>,
    source: &Source,
    frame: Frame,
) -> Result<(), Refused> {
    let Some(buffer) = model.vertex_buffers.get(place) else {
        return Ok(());
    };
    let count = drawn.counts[place] as usize;
    if buffer.vertex_count > 0 || count == 0 {
        return Ok(());
    }
    let (_, first) = levels.first().ok_or("vertices are drawn nowhere")?;
    let has_all = |(_, level): &(_, &Level)| drawn.scene.streams[level.stream].count == count;
    check(levels.iter().all(has_all), "vertices were added or removed")?;
    let joints = mapped_joints(model, place, count, levels, drawn, source)?.map(Column::U8x4);
    let elements: Vec<Element> = buffer
        .attributes()
        .into_iter()
        .map(|it| it.element)
        .collect();
    let streams = &drawn.scene.streams;
    // Nothing is made that the file has, where it is there.
    let is_one = levels.iter().all(|(_, level)| level.stream == first.stream);
    let known = drawn.file.and_then(|file| file.vertex_buffers.get(place));
    if let Some(known) = known.filter(|known| is_one && known.attributes() == buffer.attributes())
        && columns(&elements, &streams[first.stream], joints.as_ref()).is_ok_and(|columns| {
            let made = Interleaved::new(&elements, &columns, count, frame);
            known.mask == buffer.mask && made.is_some_and(|made| made.is(known.bytes()))
        })
    {
        let buffer = &mut model.vertex_buffers[place];
        buffer.vertices.clone_from(&known.vertices);
        buffer.vertex_count = drawn.counts[place];
        return Ok(());
    }
    let mut bytes = interleave(&elements, &streams[first.stream], joints.as_ref(), frame)?;
    let stride = buffer.stride();
    let mut last = first.stream;
    let mut other = Vec::new();
    // Where vertices were taken apart by part, each part has its own.
    for (_, level) in levels
        .iter()
        .filter(|(_, level)| level.stream != first.stream)
    {
        if level.stream != last {
            other = interleave(&elements, &streams[level.stream], joints.as_ref(), frame)?;
            last = level.stream;
        }
        for index in &level.indices {
            let start = *index as usize * stride;
            let vertex = start..start + stride;
            let found = bytes.get_mut(vertex.clone()).zip(other.get(vertex));
            let (to, from) = found.ok_or("a part draws vertices that are not there")?;
            to.copy_from_slice(from);
        }
    }
    let buffer = &mut model.vertex_buffers[place];
    let packed = pack(&elements, buffer.mask, bytes, count);
    buffer.vertices = packed.ok_or("vertices have another size")?;
    buffer.vertex_count = drawn.counts[place];
    Ok(())
}

fn pack(
    elements: &[Element],
    mask: Option<formwork_formats::urho3d::model::VertexMask>,
    bytes: Vec<u8>,
    count: usize,
) -> Option<Vertices> {
    Some(match mask {
        Some(mask) => {
            Vertices::Masked(Packed::from_bytes((mask,), Endian::Little, count, bytes).ok()?)
        }
        None => elements::declared(elements, bytes, count).ok()?,
    })
}

/// The column of each element.
fn columns<'a>(
    elements: &[Element],
    stream: &'a Stream,
    joints: Option<&'a Column>,
) -> Result<Vec<(Semantic, &'a Column)>, Refused> {
    let mut columns = Vec::new();
    for (semantic, set) in elements::attributes(elements) {
        let local = joints.filter(|_| semantic == Semantic::Joints);
        let column = local.or_else(|| stream.get(&semantic, set));
        columns.push((semantic, column.ok_or("an attribute is missing")?));
    }
    Ok(columns)
}

/// The vertices of a stream one after another.
fn interleave(
    elements: &[Element],
    stream: &Stream,
    joints: Option<&Column>,
    frame: Frame,
) -> Result<Vec<u8>, Refused> {
    let columns = columns(elements, stream, joints)?;
    let made = Interleaved::new(elements, &columns, stream.count, frame);
    let bytes = made.and_then(|made| made.bytes());
    bytes.ok_or_else(|| "an attribute has another type".into())
}

/// Bones of vertices as the mappings of geometries count them; `None` without mapping.
fn mapped_joints(
    model: &Model,
    place: usize,
    count: usize,
    levels: &Levels<'_>,
    drawn: &Drawn<'_>,
    source: &Source,
) -> Result<Option<LocalJoints>, Refused> {
    let bones = model.bones.len();
    let mut geometries = levels
        .iter()
        .map(|([geometry, _], _)| &model.geometries[*geometry as usize]);
    let has_joints = drawn.scene.streams[levels[0].1.stream]
        .get(&Semantic::Joints, 0)
        .is_some();
    if !has_joints || !geometries.any(|geometry| is_mapped(geometry, bones)) {
        return Ok(None);
    }
    let joints = local_joints(model, count, levels, &drawn.scene.streams);
    let mut joints = joints.ok_or("a vertex follows a bone that its mapping does not have")?;
    let exceptions = unpack(&source.facts, JOINTS);
    for [buffer, vertex, expected, raw] in exceptions.as_chunks::<4>().0 {
        if *buffer as usize == place
            && let Some(found) = joints.get_mut(*vertex as usize)
            && *found == expected.to_le_bytes()
        {
            *found = raw.to_le_bytes();
        }
    }
    Ok(Some(joints))
}
