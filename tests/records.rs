//! A decoded record is what binrw reads.

use std::{fmt::Debug, io::Cursor};

use binrw::BinRead;
use formwork_formats::{horde3d, urho3d};
use formwork_schema::{Packed, Record, layout::Endian};

/// Decodes a record from a pattern of bytes both ways.
fn same<R>(args: <R as Record>::Args)
where
    R: Record + for<'a> BinRead<Args<'a> = <R as Record>::Args> + PartialEq + Debug,
{
    let stride = R::stride(&R::shape(args.clone()));
    // Finite numbers, each byte another.
    let bytes: Vec<u8> = (0..stride)
        .map(|at| (at as u8).wrapping_mul(7) & 0x3f)
        .collect();
    for endian in [binrw::Endian::Little, binrw::Endian::Big] {
        let packed = Packed::<R>::from_bytes(args.clone(), endian.into(), 1, bytes.clone());
        let packed = packed.expect("one record");
        let mut cursor = Cursor::new(&bytes);
        let read = R::read_options(&mut cursor, endian, args.clone()).expect("reads");
        assert_eq!(cursor.position(), stride as u64, "the stride");
        assert_eq!(packed.get(0), Some(read));
        for other in [Endian::Little, Endian::Big] {
            let turned = packed.to_endian(other);
            assert_eq!(turned, packed);
            assert_eq!(turned.to_endian(endian.into()).bytes(), packed.bytes());
        }
    }
}

#[test]
fn keyframes_of_every_mask() {
    for mask in 0..=255 {
        same::<urho3d::animation::Keyframe>((urho3d::animation::Channels::from_bits_retain(mask),));
    }
}

#[test]
fn vertices_of_every_mask() {
    for mask in 0..=0x7fff {
        same::<urho3d::model::Vertex>((urho3d::model::VertexMask::from_bits_retain(mask),));
    }
    for mask in 0..=255 {
        let elements = urho3d::model::MorphElements::from_bits_retain(mask);
        same::<urho3d::model::MorphVertex>((elements,));
    }
}

#[test]
fn frames_and_values() {
    same::<horde3d::animation::Frame>(());
    same::<formwork_schema::Vec3>(());
    same::<formwork_schema::Quat>(());
    same::<formwork_schema::QuatXyzw>(());
    same::<urho3d::variant::DoubleVector3>(());
    same::<urho3d::variant::IntRect>(());
    same::<urho3d::variant::Color>(());
    same::<urho3d::model::Lod>(());
    same::<urho3d::model::Matrix3x4>(());
    same::<urho3d::model::BoundingBox>(());
}
