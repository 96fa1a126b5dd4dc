//! Real files that are not what their name says, or no longer: each is reported for what it is.

#![allow(clippy::print_stdout)]

use std::{env, fs, path::PathBuf};

use crate::common::formwork;
use serde_json::Value;

/// The folders of such files below those that `FORMWORK_CORPUS` lists.
fn folders() -> Vec<PathBuf> {
    let list = env::var_os("FORMWORK_CORPUS").unwrap_or_default();
    let folders = env::split_paths(&list).map(|folder| folder.join("malformed-real"));
    folders.filter(|folder| folder.is_dir()).collect()
}

#[test]
fn what_is_not_a_file_of_ours_says_what_it_is() {
    let mut read = 0;
    for folder in folders() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let path = path.to_str().unwrap();
            let output = formwork(&["check", "--json", path]).output().unwrap();
            let code = output.status.code();
            let first = output.stdout.split(|byte| *byte == b'\n').next().unwrap();
            let told: Value = serde_json::from_slice(first).unwrap();
            // Engines tell pictures by their content, so a wrong name is a warning only.
            if code == Some(0) {
                let message = told["diagnostics"][0]["message"].as_str().unwrap();
                assert!(message.contains("this is "), "{path}: {message}");
                read += 1;
                continue;
            }
            assert!(matches!(code, Some(1 | 3)), "{path}: {code:?}");
            let error = &told["error"];
            let message = error["message"].as_str().unwrap();
            let has_place = error["offset"].is_u64() || error["line"].is_u64();
            assert!(
                message.contains("this is ") || has_place,
                "{path}: {message}"
            );
            read += 1;
        }
    }
    println!("damaged and foreign files: {read} real files read");
}

#[test]
fn changed_line_ends_are_named() {
    // Keyframes of noise, in which every line feed got a carriage return.
    let mut clip = b"UANINoise\0\0\0\x80\x3f\x01\0\0\0Hip\0\x01".to_vec();
    clip.extend(1020_u32.to_le_bytes());
    let mut state = 7_u32;
    for _ in 0..16_000 {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        let byte = (state >> 24) as u8;
        if byte == b'\n' {
            clip.push(b'\r');
        }
        clip.push(byte);
    }
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("noise.ani");
    fs::write(&path, clip).unwrap();
    let output = formwork(&["inspect", path.to_str().unwrap()])
        .output()
        .unwrap();
    let message = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(4), "{message}");
    assert!(message.contains("line ends were changed"), "{message}");
}
