//! How models refer to materials.

use crate::{
    names::{Paths, file_stem},
    scene::Scene,
};

/// How models refer to each material of a scene.
pub(super) fn references(scene: &Scene, name: &str, paths: &mut Paths) -> Vec<String> {
    let materials = scene.materials.iter().enumerate();
    let references = materials.map(|(place, material)| match &material.file {
        Some(file) => file.clone(),
        None => paths.add(&path_alone(scene, name, place)),
    });
    references.collect()
}

/// The path that the file of a material would have if there were no others.
pub(super) fn path_alone(scene: &Scene, name: &str, place: usize) -> String {
    match file_stem(&scene.materials[place].name) {
        own if own.is_empty() => {
            let own = file_stem(&format!("{name}_Material{place}"));
            format!("Materials/{own}.xml")
        }
        own => format!("Materials/{own}.xml"),
    }
}
