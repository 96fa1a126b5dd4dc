//! How far a command is: a bar on a terminal, for what takes longer than people wait without asking.

use std::{
    fmt,
    io::{self, IsTerminal as _},
    sync::{
        Arc,
        mpsc::{self, RecvTimeoutError, Sender},
    },
    thread::{self, JoinHandle},
    time::{Duration, Instant},
};

use formwork_schema::meter::{self, Meter};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};

use crate::{
    args::{Args, Command},
    output,
};

/// How long nothing is shown.
const PATIENCE: Duration = Duration::from_secs(2);

/// How often it is drawn anew, whether anything is done meanwhile or not.
const TICK: Duration = Duration::from_millis(250);

/// Of one file, before anybody knows how far it is.
const UNKNOWN: &str = "{spinner} {elapsed} so far";

/// Of one file, in its bytes.
const ONE: &str = "{bar:24} {percent} %, {decimal_bytes_per_sec}, {eta} left";

const MANY: &str = "{bar:24} {pos} of {len} files, {rate}, {eta} left";

/// A bar that comes after a while, and goes when this does.
pub(crate) struct Progress {
    bar: ProgressBar,
    /// Of the file, where there is one.
    meter: Option<Arc<Meter>>,
    is_measured: bool,
    waiting: Option<(Sender<()>, JoinHandle<()>)>,
}

impl Progress {
    /// For so many files.
    pub(crate) fn of(args: &Args, files: usize) -> Self {
        // Never in a pipe, and not beside what a program reads.
        let is_seen = io::stderr().is_terminal() && !args.json;
        let is_disturbed = io::stdout().is_terminal() && prints(&args.command);
        let target = (is_seen && !is_disturbed).then(ProgressDrawTarget::stderr);
        let mut progress = Self::new(target, PATIENCE, files, passes(&args.command));
        progress.is_measured = measures(&args.command);
        progress
    }

    fn new(
        target: Option<ProgressDrawTarget>,
        patience: Duration,
        files: usize,
        passes: Option<f64>,
    ) -> Self {
        let hidden = ProgressDrawTarget::hidden();
        let bar = ProgressBar::with_draw_target(Some(files as u64), hidden);
        let meter = (files <= 1).then(Arc::default);
        style(&bar, if meter.is_some() { UNKNOWN } else { MANY });
        let waiting = target.map(|target| {
            let (send, receive) = mpsc::channel();
            let (bar, meter) = (bar.clone(), meter.clone());
            let wait = move || {
                let mut shown = Shown { bar, meter, passes };
                let (start, mut target) = (Instant::now(), Some(target));
                while receive.recv_timeout(TICK) == Err(RecvTimeoutError::Timeout) {
                    shown.look();
                    if start.elapsed() >= patience
                        && let Some(target) = target.take()
                    {
                        shown.bar.set_draw_target(target);
                    }
                    shown.bar.tick();
                }
            };
            (send, thread::spawn(wait))
        });
        Self {
            bar,
            meter,
            is_measured: true,
            waiting,
        }
    }

    /// Does the work on one file; where it is the only one, its own progress is shown.
    pub(crate) fn watch<R>(&self, work: impl FnOnce() -> R) -> R {
        match &self.meter {
            Some(meter) if self.is_measured => meter::watched(Arc::clone(meter), work),
            _ => work(),
        }
    }

    /// One more is done.
    pub(crate) fn inc(&self) {
        if self.meter.is_none() {
            self.bar.inc(1);
        }
    }

    /// Prints without the bar in between.
    pub(crate) fn suspend<R>(&self, print: impl FnOnce() -> R) -> R {
        self.bar.suspend(print)
    }
}

/// Whether a command prints while it works, so that a bar would stand in between.
fn prints(command: &Command) -> bool {
    match command {
        Command::Decode(of) => output::is_standard(of.output.as_deref()),
        Command::Encode(of) => output::is_standard(of.output.as_deref()),
        Command::Cat(of) => output::is_standard(of.output.as_deref()),
        Command::Salvage(of) => output::is_standard(Some(&of.output)),
        Command::Dump(_) | Command::Diff(_) | Command::Textconv(_) => true,
        _ => false,
    }
}

/// Whether it is known how far a command is in one file: not of two, nor of what has no walk or text to go through.
const fn measures(command: &Command) -> bool {
    matches!(
        command,
        Command::Check(_)
            | Command::Decode(_)
            | Command::Encode(_)
            | Command::Dump(_)
            | Command::Textconv(_)
    )
}

/// How often a command prints or reads a text of the whole tree, where that is most of its work; a part stands for what follows.
const fn passes(command: &Command) -> Option<f64> {
    match command {
        Command::Check(_) => Some(4.5),
        Command::Decode(_) => Some(1.0),
        Command::Encode(_) => Some(1.2),
        _ => None,
    }
}

/// What the thread knows that draws.
struct Shown {
    bar: ProgressBar,
    meter: Option<Arc<Meter>>,
    passes: Option<f64>,
}

impl Shown {
    /// Takes over how far the one file is, once that is known.
    fn look(&mut self) {
        let far = self.meter.as_ref().and_then(|meter| meter.far(self.passes));
        let Some(far) = far.filter(|far| far.at > 0) else {
            return;
        };
        if self.bar.length() != Some(far.of) {
            self.bar.set_length(far.of);
            style(&self.bar, ONE);
        }
        self.bar.set_position(far.at);
    }
}

fn style(bar: &ProgressBar, template: &str) {
    if let Ok(style) = ProgressStyle::with_template(template) {
        // With fewer digits than the one that is there: a line of a terminal is short.
        let rate = |state: &ProgressState, out: &mut dyn fmt::Write| {
            // Where there is no more room, there is nobody to tell.
            let _ = write!(out, "{:.1}/s", state.per_sec());
        };
        bar.set_style(style.with_key("rate", rate));
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
        Progress::new(Some(target), patience, files, Some(2.0))
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
    }

    #[test]
    fn one_long_file_shows_how_far_it_is() {
        let screen = Screen::default();
        let progress = on(&screen, Duration::ZERO, 1);
        assert!(seen(&screen, " so far"), "{}", screen.text());
        progress.watch(|| {
            // A half of the first of two texts.
            meter::read(1 << 20, 500_000, 1_000_000);
            assert!(seen(&screen, " 25 %, "), "{}", screen.text());
            meter::print(1 << 21);
            assert!(seen(&screen, " 75 %, "), "{}", screen.text());
        });
        let text = screen.text();
        assert!(text.contains("B/s, ") && text.contains(" left"), "{text}");
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
