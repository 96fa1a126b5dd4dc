//! `check --as sarif` is valid against the schema of SARIF, which Python's `jsonschema` says.

use std::{fs, path::Path, process::Command};

use crate::common::{folder, formwork};
use serde_json::Value;

/// The schema, as the crate `serde-sarif` has it.
fn schema() -> String {
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--format-version", "1"])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .unwrap();
    let metadata: Value = serde_json::from_slice(&output.stdout).unwrap();
    let mut packages = metadata["packages"].as_array().unwrap().iter();
    let package = packages.find(|one| one["name"] == "serde-sarif").unwrap();
    let manifest = Path::new(package["manifest_path"].as_str().unwrap());
    fs::read_to_string(manifest.with_file_name("src/schema.json")).unwrap()
}

fn report(path: &str) -> Value {
    let mut check = formwork(&["check", path, "--as", "sarif", "--fail-on", "never"]);
    serde_json::from_slice(&check.output().unwrap().stdout).unwrap()
}

#[test]
fn reports_are_valid() {
    let Some(mut batch) = crate::python::batch() else {
        return;
    };
    batch.schema(&schema());
    let folder = folder();
    let all = report(folder.to_str().unwrap());
    let results = all["runs"][0]["results"].as_array().unwrap();
    assert!(results.len() > 100, "{}", results.len());
    // Lists are cut to some of their items, and every result is to be looked at.
    for some in results.chunks(32) {
        let mut document = all.clone();
        document["runs"][0]["results"] = some.into();
        batch.document(&document.to_string());
    }
    let texts = folder.with_file_name("texts");
    batch.document(&report(texts.to_str().unwrap()).to_string());
    let mut wrong = all.clone();
    wrong["runs"][0]["results"] = serde_json::json!([{ "level": "terrible" }]);
    batch.document(&wrong.to_string());
    let mut verdicts = batch.verdicts();
    assert!(
        verdicts.pop().unwrap().is_some(),
        "what is wrong was not seen"
    );
    for verdict in verdicts {
        assert_eq!(verdict, None);
    }
}
