//! How far a command is: a bar on a terminal, for what takes longer than people wait without asking.

use std::{
    fmt,
    io::{self, IsTerminal as _},
    sync::mpsc::{self, RecvTimeoutError, Sender},
    thread::{self, JoinHandle},
    time::Duration,
};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};

use crate::args::Args;

/// How long nothing is shown.
const PATIENCE: Duration = Duration::from_secs(2);

/// How often it is drawn anew, whether anything is done meanwhile or not.
const TICK: Duration = Duration::from_millis(250);

/// A bar that comes after a while, and goes when this does.
pub(crate) struct Progress {
    bar: ProgressBar,
    waiting: Option<(Sender<()>, JoinHandle<()>)>,
}

impl Progress {
    /// For so many files.
    pub(crate) fn of(args: &Args, files: usize) -> Self {
        // Never in a pipe, and not beside what a program reads.
        let is_seen = io::stderr().is_terminal() && !args.json;
        let target = is_seen.then(ProgressDrawTarget::stderr);
        Self::new(target, PATIENCE, files)
    }

    /// For one thing of which nobody knows how far it is. Nothing where it prints meanwhile.
    pub(crate) fn of_one(args: &Args) -> Self {
        if io::stdout().is_terminal() {
            return Self::new(None, PATIENCE, 1);
        }
        Self::of(args, 1)
    }

    fn new(target: Option<ProgressDrawTarget>, patience: Duration, files: usize) -> Self {
        let hidden = ProgressDrawTarget::hidden();
        let bar = ProgressBar::with_draw_target(Some(files as u64), hidden);
        let template = match files {
            0 | 1 => "{spinner} {elapsed} so far",
            _ => "{bar:24} {pos} of {len} files, {rate}, {eta} left",
        };
        if let Ok(style) = ProgressStyle::with_template(template) {
            // With fewer digits than the one that is there: a line of a terminal is short.
            let rate = |state: &ProgressState, out: &mut dyn fmt::Write| {
                // Where there is no more room, there is nobody to tell.
                let _ = write!(out, "{:.1}/s", state.per_sec());
            };
            bar.set_style(style.with_key("rate", rate));
        }
        let waiting = target.map(|target| {
            let (send, receive) = mpsc::channel();
            let bar = bar.clone();
            let wait = move || {
                if receive.recv_timeout(patience) == Err(RecvTimeoutError::Timeout) {
                    bar.set_draw_target(target);
                    bar.enable_steady_tick(TICK);
                }
            };
            (send, thread::spawn(wait))
        });
        Self { bar, waiting }
    }

    /// One more is done.
    pub(crate) fn inc(&self) {
        self.bar.inc(1);
    }

    /// Prints without the bar in between.
    pub(crate) fn suspend<R>(&self, print: impl FnOnce() -> R) -> R {
        self.bar.suspend(print)
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let Some((send, waiting)) = self.waiting.take() {
            drop(send);
            // It cannot show the bar after it is gone.
            let _ = waiting.join();
        }
        self.bar.finish_and_clear();
    }
}

#[cfg(test)]
mod tests {
    use std::sync::{Arc, Mutex};

    use indicatif::TermLike;

    use super::*;

    /// A terminal that keeps all that was ever on it.
    #[derive(Debug, Clone, Default)]
    struct Screen(Arc<Mutex<String>>);

    impl Screen {
        fn text(&self) -> String {
            self.0.lock().map(|text| text.clone()).unwrap_or_default()
        }
    }

    impl TermLike for Screen {
        fn width(&self) -> u16 {
            100
        }

        fn move_cursor_up(&self, _: usize) -> io::Result<()> {
            Ok(())
        }

        fn move_cursor_down(&self, _: usize) -> io::Result<()> {
            Ok(())
        }

        fn move_cursor_right(&self, _: usize) -> io::Result<()> {
            Ok(())
        }

        fn move_cursor_left(&self, _: usize) -> io::Result<()> {
            Ok(())
        }

        fn write_line(&self, line: &str) -> io::Result<()> {
            self.write_str(line)
        }

        fn write_str(&self, text: &str) -> io::Result<()> {
            if let Ok(mut all) = self.0.lock() {
                all.push_str(text);
            }
            Ok(())
        }

        fn clear_line(&self) -> io::Result<()> {
            Ok(())
        }

        fn flush(&self) -> io::Result<()> {
            Ok(())
        }
    }

    fn on(screen: &Screen, patience: Duration, files: usize) -> Progress {
        let target = ProgressDrawTarget::term_like(Box::new(screen.clone()));
        Progress::new(Some(target), patience, files)
    }

    /// Until something is on the screen.
    fn seen(screen: &Screen, what: &str) -> bool {
        (0..400).any(|_| {
            thread::sleep(Duration::from_millis(25));
            screen.text().contains(what)
        })
    }

    #[test]
    fn what_takes_long_shows_how_much_rate_and_time_left() {
        let screen = Screen::default();
        let progress = on(&screen, Duration::ZERO, 4);
        progress.inc();
        assert!(seen(&screen, "1 of 4 files, "), "{}", screen.text());
        let text = screen.text();
        assert!(text.contains("/s, ") && text.contains(" left"), "{text}");
        let screen = Screen::default();
        let _one = on(&screen, Duration::ZERO, 1);
        assert!(seen(&screen, " so far"), "{}", screen.text());
    }

    #[test]
    fn what_is_done_soon_shows_nothing() {
        let screen = Screen::default();
        let progress = on(&screen, Duration::from_secs(3600), 2);
        progress.inc();
        progress.suspend(|| ());
        drop(progress);
        assert_eq!(screen.text(), "");
    }
}
