//! [`Watch`]: a run of the command that does not end by itself.

use std::{
    io::{BufRead, BufReader},
    path::Path,
    process::{Child, Command, Stdio},
    sync::mpsc::{self, Receiver},
    thread,
    time::Duration,
};

use serde_json::Value;

use super::schema;

/// A run that prints objects until it is dropped.
pub(crate) struct Watch {
    child: Child,
    lines: Receiver<String>,
}

impl Watch {
    pub(crate) fn start(folder: &Path, arguments: &[&str]) -> Self {
        let mut child = Command::new(assert_cmd::cargo::cargo_bin("formwork"))
            .args(arguments)
            .current_dir(folder)
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let out = BufReader::new(child.stdout.take().unwrap());
        let (send, lines) = mpsc::channel();
        thread::spawn(move || {
            for line in out.lines().map_while(Result::ok) {
                let _ = send.send(line);
            }
        });
        Self { child, lines }
    }

    /// The next line; a minute is enough for any machine.
    pub(crate) fn line(&self) -> String {
        let line = self.lines.recv_timeout(Duration::from_secs(60));
        line.expect("a line in time")
    }

    /// The next line as an object of `check --json`.
    pub(crate) fn next(&mut self) -> Value {
        let object = serde_json::from_str(&self.line()).unwrap();
        assert_eq!(schema::mistake("check", &object), None, "{object}");
        object
    }

    /// Waits for an object that says this of a file. A change that is seen half way is told of as well.
    pub(crate) fn until(&mut self, path: &str, status: &str) -> Value {
        loop {
            let object = self.next();
            let is_removed = object.get("removed").is_some();
            let said = object["status"]
                .as_str()
                .unwrap_or(if is_removed { "removed" } else { "" });
            if object["path"] == path && said == status {
                return object;
            }
        }
    }

    /// Whether nothing more is told for a while.
    pub(crate) fn is_silent(&self) -> bool {
        self.lines.recv_timeout(Duration::from_millis(700)).is_err()
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
