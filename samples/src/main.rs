//! Writes the set and its picture: `cargo run -p samples`.

use std::{error::Error, fs};

fn main() -> Result<(), Box<dyn Error>> {
    for file in samples::files()? {
        let path = samples::folder().join(file.path);
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder)?;
        }
        fs::write(path, &file.bytes)?;
    }
    fs::write(samples::picture_file(), samples::picture::svg())?;
    Ok(())
}
