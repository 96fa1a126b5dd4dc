//! Writes the fixtures: `cargo run -p conformance --bin fixtures`.

use std::{fs, io};

fn main() -> io::Result<()> {
    for fixture in conformance::fixtures::all() {
        let path = conformance::fixtures::folder().join(&fixture.path);
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder)?;
        }
        fs::write(path, &fixture.bytes)?;
    }
    Ok(())
}
