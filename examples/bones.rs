//! Lists the bones of a model, children below their parents: `cargo run --example bones [MODEL]`.

use std::{env, error::Error, fs};

use formwork_formats::urho3d::Model;
use formwork_schema::{Vec3, read};

fn main() -> Result<(), Box<dyn Error>> {
    let path = env::args().nth(1);
    let path = path.unwrap_or_else(|| "samples/urho3d/Figure.mdl".to_owned());
    let model: Model = read::from_bytes(fs::read(&path)?)?;
    println!("{path}: {} bones", model.bones.len());

    // Files may have children in front of their parents; this order does not.
    let rest = model.rest_matrices();
    let mut depths = vec![0; model.bones.len()];
    for index in model.bone_order() {
        depths[index] = model.parent(index).map_or(0, |parent| depths[parent] + 1);
        let Vec3 { x, y, z } = rest[index].point(Vec3::default());
        println!(
            "{:indent$}{} rests at {x:.2} {y:.2} {z:.2}",
            "",
            model.bones[index].name,
            indent = 2 * depths[index],
        );
    }
    Ok(())
}
