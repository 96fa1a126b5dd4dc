//! [`Attributes`]: the file `.gitattributes`, and the block in it that is ours.
//!
//! The block stands at the end, where it wins over lines such as `*.mdl binary`. Its first line says
//! what was done to make room for it, so that it can be undone to the byte.

use std::{
    fs,
    path::{Path, PathBuf},
};

use formwork_files::original::Original;
use formwork_formats::layouts;

use crate::{args::Args, input, output, report::Failure};

/// How the first line of the block begins.
const BEGIN: &str = "# formwork: begin";
/// The last line of the block.
const END: &str = "# formwork: end";
/// On the first line: the file did not exist.
const MADE_FILE: &str = ", in a file made for it";
/// On the first line: the line before had no end.
const ENDED_LINE: &str = ", behind a line that it ended";

/// The file `.gitattributes`.
pub(super) struct Attributes {
    path: PathBuf,
    /// None: there is no such file.
    content: Option<Vec<u8>>,
    /// The file as it was read.
    original: Option<Original>,
}

/// Where the block is, and what its first line says.
struct Block {
    start: usize,
    end: usize,
    note: String,
}

impl Attributes {
    pub(super) fn read(args: &Args, path: &Path) -> Result<Self, Failure> {
        if fs::symlink_metadata(path).is_ok_and(|found| found.is_symlink()) {
            let path = path.display();
            return Err(Failure::usage(format!(
                "{path} is a symbolic link, where git looks for no attributes; make it a file"
            )));
        }
        let original = match fs::exists(path) {
            Ok(false) => None,
            Ok(true) | Err(_) => Some(input::original(args, path)?),
        };
        Ok(Self {
            path: path.to_owned(),
            content: original.as_ref().map(|original| original.bytes.to_vec()),
            original,
        })
    }

    /// The content with the block; one that is there is replaced where it stands.
    pub(super) fn with_block(&self) -> Result<Option<Vec<u8>>, Failure> {
        let old = self.content.as_deref().unwrap_or_default();
        if let Some(block) = self.block()? {
            let (before, after) = (&old[..block.start], &old[block.end..]);
            return Ok(Some(
                [before, lines(&block.note).as_bytes(), after].concat(),
            ));
        }
        let ends_line = old.is_empty() || old.ends_with(b"\n");
        let note = match (&self.content, ends_line) {
            (None, _) => MADE_FILE,
            (Some(_), true) => "",
            (Some(_), false) => ENDED_LINE,
        };
        let between: &[u8] = if ends_line { b"" } else { b"\n" };
        Ok(Some([old, between, lines(note).as_bytes()].concat()))
    }

    /// The content without the block; none: no file.
    pub(super) fn without_block(&self) -> Result<Option<Vec<u8>>, Failure> {
        let Some(block) = self.block()? else {
            return Ok(self.content.clone());
        };
        let old = self.content.as_deref().unwrap_or_default();
        let (mut before, after) = (&old[..block.start], &old[block.end..]);
        if block.note == ENDED_LINE && after.is_empty() {
            before = before.strip_suffix(b"\n").unwrap_or(before);
        }
        let rest = [before, after].concat();
        let is_ours = block.note == MADE_FILE && rest.is_empty();
        Ok((!is_ours).then_some(rest))
    }

    /// Whether the block is there, or a part of it.
    pub(super) fn is_used(&self) -> bool {
        self.block().map_or(true, |block| block.is_some())
    }

    /// Replaces the file; says whether that changed anything.
    pub(super) fn replace(&self, fresh: Option<Vec<u8>>) -> Result<bool, Failure> {
        if fresh == self.content {
            return Ok(false);
        }
        match (fresh, &self.original) {
            (Some(content), original) => {
                output::replace(&self.path, original.as_ref(), &content)?;
            }
            (None, Some(original)) => {
                let unchanged = original.check_unchanged(&self.path);
                let removed = unchanged.and_then(|()| fs::remove_file(&self.path));
                removed.map_err(|error| Failure::unwritable(&self.path, &error))?;
            }
            (None, None) => {}
        }
        Ok(true)
    }

    fn block(&self) -> Result<Option<Block>, Failure> {
        let content = self.content.as_deref().unwrap_or_default();
        let mut found: Option<Block> = None;
        let mut start = 0;
        for line in content.split_inclusive(|byte| *byte == b'\n') {
            let end = start + line.len();
            let text = String::from_utf8_lossy(line);
            let text = text.trim_end();
            match (&found, text.strip_prefix(BEGIN)) {
                (Some(_), Some(_)) => return Err(self.torn()),
                (None, Some(note)) => {
                    let note = note.to_owned();
                    found = Some(Block {
                        start,
                        end: 0,
                        note,
                    });
                }
                _ => {}
            }
            if text == END {
                let block = found.filter(|block| block.end == 0);
                found = Some(Block {
                    end,
                    ..block.ok_or_else(|| self.torn())?
                });
            }
            start = end;
        }
        match found {
            Some(block) if block.end == 0 => Err(self.torn()),
            found => Ok(found),
        }
    }

    fn torn(&self) -> Failure {
        let path = self.path.display();
        Failure::usage(format!(
            "{path} has a `{BEGIN}` without its `{END}`, or the other way round; \
             remove these lines by hand"
        ))
    }
}

/// The block.
fn lines(note: &str) -> String {
    let mut text = format!("{BEGIN}{note}\n");
    for layout in layouts() {
        for extension in layout.extensions.iter() {
            text += &format!("*.{extension} diff=formwork\n");
        }
    }
    text + END + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with(content: Option<&[u8]>) -> Attributes {
        Attributes {
            path: ".gitattributes".into(),
            content: content.map(<[u8]>::to_vec),
            original: None,
        }
    }

    #[test]
    fn what_is_undone_is_as_it_was() {
        let before: [Option<&[u8]>; 6] = [
            None,
            Some(b""),
            Some(b"*.png binary\n"),
            Some(b"*.png binary"),
            Some(b"*.png binary\r\n\r\n# end\r\n"),
            Some(b"\xff\xfe no text\n\n"),
        ];
        for content in before {
            let installed = with(content).with_block().unwrap();
            let text = String::from_utf8_lossy(installed.as_deref().unwrap()).into_owned();
            assert!(text.contains("\n*.ani diff=formwork\n"), "{text}");
            assert_eq!(with(installed.as_deref()).with_block().unwrap(), installed);
            let removed = with(installed.as_deref()).without_block().unwrap();
            assert_eq!(removed.as_deref(), content);
        }
    }

    #[test]
    fn lines_that_came_later_stay() {
        for content in [None, Some(&b"*.png binary"[..])] {
            let mut text = with(content).with_block().unwrap().unwrap();
            text.extend_from_slice(b"*.dds binary\n");
            let again = with(Some(&text)).with_block().unwrap();
            assert_eq!(again.as_deref(), Some(&*text));
            let left = with(Some(&text)).without_block().unwrap().unwrap();
            assert!(left.ends_with(b"*.dds binary\n"));
            assert!(content.is_none_or(|content| left.starts_with(content)));
            assert!(!left.windows(8).any(|part| part == b"formwork"));
        }
    }

    #[test]
    fn half_a_block_is_left_alone() {
        for torn in [
            &b"# formwork: begin\n*.ani x\n"[..],
            b"# formwork: end\n",
            b"# formwork: begin\n# formwork: begin\n# formwork: end\n",
        ] {
            assert!(with(Some(torn)).with_block().is_err());
            assert!(with(Some(torn)).without_block().is_err());
        }
    }

    #[test]
    fn nothing_to_undo_changes_nothing() {
        assert_eq!(with(None).without_block().unwrap(), None);
        let own = Some(&b"*.ani diff=other\n"[..]);
        assert_eq!(with(own).without_block().unwrap().as_deref(), own);
    }
}
