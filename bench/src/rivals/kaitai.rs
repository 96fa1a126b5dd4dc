//! Kaitai Struct in JavaScript, where there is a node and `FORMWORK_KAITAI` names a folder with its modules:
//! `npm install --prefix FOLDER kaitai-struct kaitai-struct-compiler`.

use std::{
    env, fs,
    process::{self, Command},
};

use formwork_formats::urho3d::Animation;
use formwork_schema::read;

/// What node measured.
pub(crate) struct Measured {
    pub(crate) seconds: f64,
    pub(crate) bytes: f64,
}

/// Reads a clip so often; else says what is missing, or that other keyframes came of it than we read.
pub(crate) fn measure(clip: &[u8], rounds: usize) -> Result<Measured, String> {
    let folder = env::var("FORMWORK_KAITAI").map_err(|_| "FORMWORK_KAITAI names no folder")?;
    let (folder, file) = (
        fs::canonicalize(folder).map_err(|error| error.to_string())?,
        env::temp_dir().join(format!("formwork-bench-{}.ani", process::id())),
    );
    fs::write(&file, clip).map_err(|error| error.to_string())?;
    let ran = Command::new("node")
        .args(["-e", include_str!("kaitai.js"), "--"])
        .args([folder.as_os_str(), file.as_os_str()])
        .arg(rounds.to_string())
        .output();
    // The file is of no use any more, whatever came of it.
    let _ = fs::remove_file(&file);
    let ran = ran.map_err(|error| format!("node: {error}"))?;
    let said = String::from_utf8_lossy(&ran.stdout);
    let mut numbers = said.split_whitespace().filter_map(|word| word.parse().ok());
    let mut next = || numbers.next();
    match (next(), next(), next(), next()) {
        (Some(seconds), Some(bytes), Some(keyframes), Some(times)) => {
            let ours = keyframes_of(clip)?;
            if ours != (keyframes, times) {
                return Err(format!("read {keyframes} keyframes, not {}", ours.0));
            }
            Ok(Measured { seconds, bytes })
        }
        _ => {
            let wrong = String::from_utf8_lossy(&ran.stderr);
            let line = wrong.lines().find(|line| line.contains("Error"));
            Err(line.unwrap_or("node says nothing").to_owned())
        }
    }
}

/// How many keyframes a clip has, and the sum of their times.
fn keyframes_of(clip: &[u8]) -> Result<(f64, f64), String> {
    let clip: Animation = read::from_slice(clip).map_err(|error| error.to_string())?;
    let mut sum = (0.0, 0.0);
    for keyframe in clip.tracks.iter().flat_map(|track| track.keyframes.iter()) {
        sum = (sum.0 + 1.0, sum.1 + f64::from(keyframe.time));
    }
    Ok(sum)
}
