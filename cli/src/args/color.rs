//! Whether colours are used.

use std::io::IsTerminal;

use clap::ValueEnum;

use super::Args;

/// When to use colours.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Color {
    /// On a terminal.
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

impl Args {
    /// Whether to colour what goes to standard output.
    pub(crate) fn colors(&self) -> bool {
        match self.color {
            Color::Always => true,
            Color::Never => false,
            Color::Auto => {
                let refused = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
                !refused && !self.json && std::io::stdout().is_terminal()
            }
        }
    }
}
