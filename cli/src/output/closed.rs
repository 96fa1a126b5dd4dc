//! Whether standard output was open when the program began.
//!
//! Of a standard stream that is closed (`>&-`), Rust's runtime opens `/dev/null` in its place before `main` begins, and what
//! is printed is lost without a word. Only code that runs before the runtime can tell; the loader calls it.
//!
//! This is the only module of the command with `unsafe`. It relies on this much:
//! - The loader calls the functions of `.init_array` once, before any thread is there, and ignores what arguments they take.
//! - `fcntl` with `F_GETFD` changes nothing, touches no memory, and takes any number for a descriptor.
//! - [`look`] neither allocates nor panics nor asks the runtime for anything.
#![allow(unsafe_code)]

use std::{
    io,
    sync::atomic::{AtomicBool, Ordering},
};

static CLOSED: AtomicBool = AtomicBool::new(false);

#[cfg(target_os = "linux")]
#[used]
// SAFETY: see above.
#[unsafe(link_section = ".init_array")]
static LOOK: extern "C" fn() = look;

#[cfg(target_os = "linux")]
extern "C" fn look() {
    // SAFETY: see above.
    let is_closed = unsafe { libc::fcntl(libc::STDOUT_FILENO, libc::F_GETFD) } == -1;
    CLOSED.store(is_closed, Ordering::Relaxed);
}

/// Asks before something is printed.
///
/// # Errors
/// When there was no standard output to begin with. Elsewhere than on Linux nobody can tell.
pub(crate) fn is_open() -> io::Result<()> {
    if CLOSED.load(Ordering::Relaxed) {
        return Err(io::Error::other("it is closed"));
    }
    Ok(())
}
