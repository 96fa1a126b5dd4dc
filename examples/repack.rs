//! Unpacks a package to memory and packs it again: `cargo run --example repack [PACKAGE [OUT]]`.

use std::{env, error::Error, fs::File, io::Write};

use formwork_formats::{
    package::{Packed, lz4::Compression},
    urho3d::{Package, package::Builder},
};
use formwork_schema::read;

fn main() -> Result<(), Box<dyn Error>> {
    let path = env::args().nth(1);
    let path = path.unwrap_or_else(|| "samples/urho3d/Figure.pak".to_owned());
    let package: Package = read::from_bytes(std::fs::read(&path)?)?;
    println!("{path}: {} bytes", package.size());

    let blocks = package
        .is_compressed()
        .then_some((Compression::Fast, 32768));
    let (files, mut builder) = (package.files(), Builder::like(&package));
    for entry in &package.entries {
        let content = files.read(entry)?;
        println!("  {} {} bytes", entry.name, content.len());
        builder.push(Packed::new(entry.name.clone(), content, blocks)?)?;
    }

    let repacked = builder.finish()?;
    let again: Package = read::from_bytes(repacked.clone())?;
    let sound = again.verify()?.is_fine() && again.checksum == package.checksum;
    println!("repacked: {} bytes, same files: {sound}", again.size());
    if let Some(out) = env::args().nth(2) {
        // What exists, such as the package itself, is not replaced.
        File::create_new(out)?.write_all(&repacked)?;
    }
    Ok(())
}
