//! One memory regime for the whole run.
//!
//! glibc gives large blocks back to the kernel when they are dropped, sometimes, and first touch of
//! a fresh page costs several times a warm copy. Settings that make it keep them are read when a
//! process starts, so the program starts itself once more.

use std::{
    env,
    process::{Command, ExitCode},
};

/// Never map large blocks, never trim the heap. Other allocators ignore both.
const WARM: [(&str, &str); 2] = [
    ("MALLOC_MMAP_MAX_", "0"),
    ("MALLOC_TRIM_THRESHOLD_", "1000000000000"),
];

/// The exit code of a second process with warm memory; `None` in that process.
pub(crate) fn again_in_warm_memory() -> Option<ExitCode> {
    let is_warm = |(name, value): &(&str, &str)| env::var(name).is_ok_and(|set| set == *value);
    if WARM.iter().all(is_warm) {
        return None;
    }
    let status = env::current_exe().and_then(|program| {
        Command::new(program)
            .args(env::args_os().skip(1))
            .envs(WARM)
            .status()
    });
    let code = match status {
        Ok(status) => status.code().and_then(|code| u8::try_from(code).ok()),
        Err(error) => {
            eprintln!("cannot start again: {error}");
            None
        }
    };
    Some(code.map_or(ExitCode::FAILURE, ExitCode::from))
}
