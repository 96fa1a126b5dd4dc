//! [`guarded`]: work that may neither take forever nor end what asked for it.

use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    sync::mpsc::{self, RecvTimeoutError},
    thread,
    time::Duration,
};

/// Why there is no result.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Lost {
    /// It took longer than it may.
    Timeout,
    /// It panicked.
    Panic,
}

/// The result of some work. Without a limit it is done here, else on a thread of its own, which is left alone when the time is over: nothing ends a
/// thread from outside, and the process that has it goes on. After a panic it goes on where it is built to unwind.
pub(crate) fn guarded<T: Send + 'static>(
    limit: Option<Duration>,
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, Lost> {
    let Some(limit) = limit else {
        // Nothing of what a panic leaves behind is looked at.
        return catch_unwind(AssertUnwindSafe(work)).map_err(|_| Lost::Panic);
    };
    let (send, receive) = mpsc::sync_channel(1);
    let work = move || {
        // Whoever waited may be gone.
        let _ = send.send(work());
    };
    let started = thread::Builder::new().spawn(work);
    started.map_err(|_| Lost::Panic)?;
    receive.recv_timeout(limit).map_err(|error| match error {
        RecvTimeoutError::Timeout => Lost::Timeout,
        RecvTimeoutError::Disconnected => Lost::Panic,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_hangs_or_panics_costs_its_result_alone() {
        let brief = Some(Duration::from_millis(20));
        let long = Some(Duration::from_secs(60));
        assert_eq!(guarded(long, || 1), Ok(1));
        assert_eq!(guarded(None, || 1), Ok(1));
        let (_keep, hang) = mpsc::channel::<()>();
        let waiting = move || u8::from(hang.recv().is_ok());
        assert_eq!(guarded(brief, waiting), Err(Lost::Timeout));
        let panic = || -> u8 { panic!("as meant by the test") };
        assert_eq!(guarded(long, panic), Err(Lost::Panic));
        assert_eq!(guarded(None, panic), Err(Lost::Panic));
    }
}
