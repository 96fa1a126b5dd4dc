//! A format of your own, written, read and printed as XML: `cargo run --example own_format [MODEL]`.

use std::{env, error::Error, fs, io};

use binrw::binrw;
use formwork_formats::urho3d::Model;
use formwork_schema::{CString, Format, Packed, Schema, Value, Vec3, count, read, versions, write};
use serde::{Deserialize, Serialize};

versions! {
    /// Magic and version of a cloud.
    pub struct Version {
        /// A version number follows.
        b"CLOU" followed by 1..=2;
    }
    milestones {
        /// Clouds say how large they are drawn.
        SIZE = 2;
    }
}

/// A cloud of points.
#[derive(Schema)]
#[schema(format = "my.cloud", extension = "cloud")]
#[binrw]
#[brw(little)]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct Cloud {
    /// Magic and version.
    version: Version,
    /// What the cloud shows.
    name: CString,
    /// How large a point is drawn.
    #[schema(unit = "pixels")]
    #[br(if(version >= Version::SIZE))]
    size: Option<f32>,
    #[br(temp)]
    #[bw(try_calc(count(points)))]
    point_count: u32,
    /// Where the points are.
    #[schema(unit = "world units")]
    #[br(count = point_count)]
    points: Packed<Vec3>,
}

fn main() -> Result<(), Box<dyn Error>> {
    let path = env::args().nth(1);
    let path = path.unwrap_or_else(|| "samples/urho3d/Figure.mdl".to_owned());
    let model: Model = read::from_bytes(fs::read(&path)?)?;
    let joints = model.rest_matrices();
    let joints = joints.iter().map(|joint| joint.point(Vec3::default()));
    let cloud = Cloud {
        version: Version::new(b"CLOU", 2).ok_or("a version of clouds")?,
        name: "Joints".into(),
        size: Some(4.0),
        points: Packed::from_records((), joints)?,
    };

    let bytes = write::to_bytes(&cloud)?;
    let mut again: Cloud = read::from_slice(&bytes)?;
    assert_eq!(again, cloud);
    again.size = Some(8.0);
    formwork_text::xml::print(Cloud::layout(), &Value::of(&again)?, &[], io::stdout())?;

    let cut = read::from_slice::<Cloud>(&bytes[..bytes.len() - 1]);
    println!("one byte less: {}", cut.err().ok_or("was read")?);
    Ok(())
}
