//! The Khronos validator.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use formwork_convert::Output;

const SCRIPT: &str = r#"
const fs = require('fs'), path = require('path');
const validator = require(process.argv[2] + '/node_modules/gltf-validator');
(async () => {
  const walk = dir => fs.readdirSync(dir, { withFileTypes: true }).flatMap(entry => {
    const file = path.join(dir, entry.name);
    return entry.isDirectory() ? walk(file) : /\.gl(b|tf)$/.test(file) ? [file] : [];
  });
  for (const file of walk(process.argv[3]).sort()) {
    const load = uri => Promise.resolve(new Uint8Array(fs.readFileSync(path.join(path.dirname(file), decodeURIComponent(uri)))));
    let report;
    try {
      report = await validator.validateBytes(new Uint8Array(fs.readFileSync(file)), { maxIssues: 0, externalResourceFunction: load });
    } catch (error) { console.log(file + '\tbroken ' + String(error).replace(/\s+/g, ' ')); continue; }
    const allowed = ['UNUSED_OBJECT', 'UNUSED_MESH_TANGENT', 'UNSUPPORTED_EXTENSION', 'NODE_EMPTY', 'ACCESSOR_INDEX_TRIANGLE_DEGENERATE', 'IMAGE_NPOT_DIMENSIONS', 'UNUSED_MESH_WEIGHTS'];
    const bad = report.issues.messages.filter(m => !(m.severity == 2 && allowed.includes(m.code)));
    console.log(file + '\t' + bad.map(m => m.severity + ' ' + m.code + ' ' + m.pointer + ' ' + m.message).join(' | ').replace(/\s+/g, ' '));
  }
})();
"#;

/// The validator, where it is.
fn folder() -> Option<PathBuf> {
    std::env::var_os("FORMWORK_GLTF_VALIDATOR").map(PathBuf::from)
}

/// What the validator says of each glTF file below a folder that is not allowed; `None` without a validator.
pub(crate) fn validate(files: &Path) -> Option<Vec<(String, String)>> {
    let Some(folder) = folder() else {
        assert!(
            std::env::var_os("CI").is_none(),
            "FORMWORK_GLTF_VALIDATOR is not set"
        );
        println!("skipped: FORMWORK_GLTF_VALIDATOR is not set");
        return None;
    };
    let script = files.join("validate.cjs");
    fs::write(&script, SCRIPT).unwrap();
    let output = Command::new("node")
        .args([&script, &folder, files])
        .output()
        .unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    Some(
        text.lines()
            .map(|line| {
                let (file, said) = line.split_once('\t').unwrap();
                (file.to_string(), said.to_string())
            })
            .collect(),
    )
}

/// Writes outputs into a folder.
pub(crate) fn store(folder: &Path, outputs: &[Output]) {
    for output in outputs {
        let path = folder.join(&output.path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, &output.bytes).unwrap();
    }
}

/// Asks that the validator has nothing to say of files that were written.
pub(crate) fn assert_valid(files: &[(String, Vec<Output>)]) {
    let folder = tempfile::tempdir().unwrap();
    for (name, outputs) in files {
        store(&folder.path().join(name), outputs);
    }
    let Some(said) = validate(folder.path()) else {
        return;
    };
    assert_eq!(said.len(), files.len());
    let bad: Vec<_> = said.iter().filter(|it| !it.1.is_empty()).collect();
    assert!(bad.is_empty(), "{bad:#?}");
}
