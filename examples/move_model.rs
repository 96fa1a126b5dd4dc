//! Moves a model and recomputes its bounds: `cargo run --example move_model [MODEL [X Y Z [OUT]]]`.

use std::{env, error::Error, fs::File, io::Write};

use formwork_formats::urho3d::Model;
use formwork_schema::{Vec3, read, write};

fn main() -> Result<(), Box<dyn Error>> {
    let given: Vec<String> = env::args().skip(1).collect();
    let argument = |place: usize, default: &str| {
        let given = given.get(place).map(String::as_str);
        given.unwrap_or(default).to_owned()
    };
    let path = argument(0, "samples/urho3d/Crate.mdl");
    let by = [(1, "0"), (2, "0.5"), (3, "0")].map(|(place, default)| argument(place, default));
    let [dx, dy, dz]: [f32; 3] = [by[0].parse()?, by[1].parse()?, by[2].parse()?];

    let mut model: Model = read::from_bytes(std::fs::read(&path)?)?;
    if !model.bones.is_empty() {
        return Err(format!("{path} has bones, which would have to move as well").into());
    }
    println!("{path}: {:?}", model.bounding_box);
    for buffer in &mut model.vertex_buffers {
        buffer.map_positions(|Vec3 { x, y, z }| [x + dx, y + dy, z + dz].into())?;
    }
    model.recompute_bounds()?;
    println!("moved: {:?}", model.bounding_box);

    let bytes = write::to_bytes(&model)?;
    if let Some(out) = given.get(4) {
        // What exists, such as the model itself, is not replaced.
        File::create_new(out)?.write_all(&bytes)?;
        println!("{out}: {} bytes", bytes.len());
    }
    Ok(())
}
