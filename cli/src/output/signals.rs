//! Signals that end the program.

use std::io;

/// The exit code after an interrupt.
const INTERRUPTED: i32 = 130;

/// Calls `end` in a thread of its own when a signal would end the program, with the exit code: after an interrupt, 130 as shells have it, and
/// so after every other one.
///
/// A file that becomes longer than the system allows (`ulimit -f`) is an error of its write, and ends nothing.
#[cfg(unix)]
pub(super) fn end_with(end: fn(i32) -> !) -> io::Result<()> {
    use std::{
        sync::{Arc, atomic::AtomicBool},
        thread,
    };

    use signal_hook::{
        consts::{
            SIGALRM, SIGHUP, SIGINT, SIGPROF, SIGQUIT, SIGTERM, SIGUSR1, SIGUSR2, SIGVTALRM,
            SIGXCPU, SIGXFSZ,
        },
        flag,
        iterator::Signals,
    };

    const ENDING: [i32; 10] = [
        SIGALRM, SIGHUP, SIGINT, SIGPROF, SIGQUIT, SIGTERM, SIGUSR1, SIGUSR2, SIGVTALRM, SIGXCPU,
    ];
    flag::register(SIGXFSZ, Arc::new(AtomicBool::new(false)))?;
    let mut signals = Signals::new(ENDING)?;
    thread::Builder::new().spawn(move || {
        if signals.forever().next().is_some() {
            end(INTERRUPTED);
        }
    })?;
    Ok(())
}

/// The same for an interrupt, which is all that there is elsewhere.
#[cfg(not(unix))]
pub(super) fn end_with(end: fn(i32) -> !) -> io::Result<()> {
    ctrlc::set_handler(move || end(INTERRUPTED)).map_err(io::Error::other)
}
