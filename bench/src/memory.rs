//! One memory regime for the whole run.
//!
//! glibc gives large blocks back to the kernel when they are dropped, sometimes, and first touch of
//! a fresh page costs several times a warm copy. Settings that make it keep them are read when a
//! process starts, so the program starts itself once more.

use std::{
    env, fs,
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

/// Resident bytes at the most while something runs, beyond those before. Linux tells; nobody else.
pub(crate) fn most_during(run: &mut dyn FnMut()) -> Option<u64> {
    // The most so far counts from now on.
    fs::write("/proc/self/clear_refs", "5").ok()?;
    let before = status("VmRSS:")?;
    run();
    Some(status("VmHWM:")?.saturating_sub(before) * 1024)
}

fn status(key: &str) -> Option<u64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix(key))?;
    line.split_whitespace().next()?.parse().ok()
}

/// The same of a process that does nothing else, where memory that is given back is given back.
pub(crate) fn of_another(which: &[usize], quick: bool) -> Option<f64> {
    let mut alone = Command::new(env::current_exe().ok()?);
    alone.arg("--alone");
    alone.args(which.iter().map(usize::to_string));
    if quick {
        alone.arg("--quick");
    }
    for (name, _) in WARM {
        alone.env_remove(name);
    }
    // What was given back while it made ready is not there to be taken again.
    alone.env("MALLOC_MMAP_THRESHOLD_", "16384");
    let said = alone.output().ok()?.stdout;
    String::from_utf8(said).ok()?.trim().parse().ok()
}
