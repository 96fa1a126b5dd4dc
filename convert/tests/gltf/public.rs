//! Files of others.

use std::{
    fs,
    path::{Path, PathBuf},
};

use formwork_convert::{Files, Input, Options, Report, Target, gltf};

use super::validator::{store, validate};

/// The folder of the file that refers.
struct Folder;

impl Files for Folder {
    fn find(&self, from: &Input, reference: &str) -> Option<Input> {
        let path = Path::new(&from.path).parent()?.join(reference);
        Some(Input {
            path: path.to_str()?.into(),
            bytes: fs::read(&path).ok()?.into(),
        })
    }
}

fn walk(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            walk(&path, found);
        } else if path
            .extension()
            .is_some_and(|it| it == "gltf" || it == "glb")
        {
            found.push(path);
        }
    }
}

/// Every file is read or refused with a place; those that are valid are valid again when they are written.
#[test]
fn files_of_others_are_read() {
    let Some(folder) = std::env::var_os("FORMWORK_GLTF_FILES").map(PathBuf::from) else {
        println!("skipped: FORMWORK_GLTF_FILES is not set");
        return;
    };
    let mut files = Vec::new();
    walk(&folder, &mut files);
    files.sort();
    assert!(!files.is_empty());
    let copy = tempfile::tempdir().unwrap();
    copy_all(&folder, copy.path());
    let said = validate(copy.path());
    let is_valid = |file: &Path| {
        let path = copy.path().join(file.strip_prefix(&folder).unwrap());
        let said = said.iter().flatten().find(|it| Path::new(&it.0) == path);
        said.is_none_or(|it| {
            !it.1
                .split(" | ")
                .any(|it| it.starts_with('0') || it.starts_with("broken"))
        })
    };
    let again = tempfile::tempdir().unwrap();
    let (mut read, mut refused) = (0, 0);
    let mut wrong = Vec::new();
    for (place, file) in files.iter().enumerate() {
        let input = Input {
            path: file.to_str().unwrap().into(),
            bytes: fs::read(file).unwrap().into(),
        };
        let mut report = Report::default();
        let options = Options::default();
        match gltf::read(&[input], &Folder, &options, &mut report) {
            Ok(scene) => {
                read += 1;
                for (target, name) in [(Target::Glb, "glb"), (Target::Gltf, "gltf")] {
                    let outputs =
                        gltf::write(&scene, "again", target, false, &options, &mut report).unwrap();
                    store(&again.path().join(format!("{place}-{name}")), &outputs);
                }
            }
            Err(error) => {
                refused += 1;
                if said.is_some() && is_valid(file) {
                    wrong.push(format!("{}: {error}", file.display()));
                }
            }
        }
    }
    println!("{read} read, {refused} refused");
    assert!(wrong.is_empty(), "{wrong:#?}");
    for (path, said) in validate(again.path()).unwrap_or_default() {
        // A picture that is damaged stays so.
        if said.is_empty() || said.starts_with("0 IMAGE_") {
            continue;
        }
        let place = Path::new(&path).strip_prefix(again.path()).unwrap();
        let place = place
            .to_str()
            .unwrap()
            .split('-')
            .next()
            .unwrap()
            .parse::<usize>()
            .unwrap();
        wrong.push(format!("{}: {said}", files[place].display()));
    }
    assert!(wrong.is_empty(), "{} {wrong:#?}", wrong.len());
}

fn copy_all(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let path = entry.unwrap().path();
        let copy = to.join(path.file_name().unwrap());
        if path.is_dir() {
            copy_all(&path, &copy);
        } else {
            fs::copy(&path, copy).unwrap();
        }
    }
}
