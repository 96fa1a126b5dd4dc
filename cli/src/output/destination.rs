//! [`Destination`]: a place that a result may be written to, after everything that forbids it was asked.

use std::{
    fs::{self, Metadata},
    io::{self, IsTerminal, Write},
    path::Path,
};

use formwork_files::{
    content::Content,
    original::Original,
    same::FileId,
    written::{self, Standing},
};

use super::standard::{is_standard, to_stdout};
use crate::{
    failure::{self, Failure},
    input,
    inputs::{self, is_input, prints_into},
};

/// What is to be written where.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Request<'a, 'i> {
    /// What the user named; none: standard output.
    pub(crate) to: Option<&'a Path>,
    /// What is written.
    pub(crate) content: Content<'i>,
    /// The files that it is made of, the most telling name first. None of them is ever written onto.
    pub(crate) inputs: &'i [&'i Path],
    /// A file that was read and is to be replaced by what is made of it, and its name.
    pub(crate) own: Option<(&'i Path, &'i Original)>,
    /// Whether another file that exists may be replaced.
    pub(crate) force: bool,
}

/// A place that a result may be written to.
#[derive(Debug)]
pub(crate) struct Destination<'a>(Sink<'a>);

#[derive(Debug)]
enum Sink<'a> {
    Standard,
    /// A pipe or a device.
    Straight(&'a Path),
    File(&'a Path, Standing),
}

impl<'a, 'i> Request<'a, 'i> {
    /// What replaces no file of its own.
    pub(crate) const fn new(
        to: Option<&'a Path>,
        content: Content<'i>,
        inputs: &'i [&'i Path],
        force: bool,
    ) -> Self {
        Self {
            to,
            content,
            inputs,
            own: None,
            force,
        }
    }

    /// Asks all that forbids it.
    pub(crate) fn check(self) -> Result<Destination<'a>, Failure> {
        let Some(to) = self.to.filter(|_| !is_standard(self.to)) else {
            return self.to_standard();
        };
        let found = fs::metadata(to).ok();
        match found {
            Some(found) if found.is_dir() => Err(self.folder(to)),
            Some(found) if !found.is_file() => Ok(Destination(Sink::Straight(to))),
            None if ends_like_folder(to) => Err(self.folder(to)),
            found => {
                self.named(to)?;
                let standing = self.standing(to, found)?;
                Ok(Destination(Sink::File(to, standing)))
            }
        }
    }

    fn to_standard(self) -> Result<Destination<'a>, Failure> {
        let id = FileId::of_standard_output();
        let input = self.input(id.as_ref()).map(Path::to_owned);
        match input.or_else(|| inputs::name_of(id.as_ref())) {
            Some(input) => Err(prints_into(&input)),
            None => Ok(Destination(Sink::Standard)),
        }
    }

    fn standing(self, to: &Path, found: Option<Metadata>) -> Result<Standing, Failure> {
        let Some(found) = found else {
            return Ok(Standing::Nothing);
        };
        let id = FileId::at(to, &found);
        if let Some(input) = self.input(id.as_ref()) {
            return Err(is_input(to, input));
        }
        // Only the file that was read is replaced, not another one that has its name now.
        if let Some((_, own)) = self.own.filter(|(own, _)| FileId::of_input(own) == id) {
            return Ok(Standing::Read(own.clone().into()));
        }
        if let Some(input) = inputs::name_of(id.as_ref()) {
            return Err(is_input(to, &input));
        }
        if !self.force {
            let message = "a file is there already";
            return Err(Failure::forbidden(to, message, "--force replaces it"));
        }
        Ok(Standing::Old(found))
    }

    /// The input that is this file.
    fn input(self, id: Option<&FileId>) -> Option<&'i Path> {
        let id = id?;
        let mut inputs = self.inputs.iter();
        let is_it = |input: &&&Path| FileId::of_input(input).as_ref() == Some(id);
        inputs.find(is_it).copied()
    }

    fn named(self, to: &Path) -> Result<(), Failure> {
        let Some((extension, meaning)) = self.content.contradicted(to) else {
            return Ok(());
        };
        let what = self.content.what();
        let message = format!("`.{extension}` means {meaning}, and this is {what}");
        let right = match self.content.extensions().as_slice() {
            [_] | [_, "xml"] => {
                let right = failure::name(&self.content.named(to, extension));
                format!("name it `{right}`")
            }
            all => format!("name it with one of .{}", all.join(", .")),
        };
        let help = format!("{right}; to insist on the name, write to standard output (`-o -`)");
        Err(Failure::forbidden(to, &message, &help))
    }

    fn folder(self, to: &Path) -> Failure {
        let input = self.inputs.first().filter(|path| !input::is_standard(path));
        let stem = input.and_then(|path| path.file_stem());
        let example = stem.map(|stem| self.content.named(&to.join(stem), ""));
        let example = example.map(|path| format!(", such as `{}`", failure::name(&path)));
        let help = format!("name a file in it{}", example.unwrap_or_default());
        Failure::forbidden(to, "it is a directory", &help)
    }
}

impl Destination<'_> {
    /// Writes the result; returns how many bytes it has.
    ///
    /// A file is there whole or not at all. `binary` results are not sent to a terminal.
    pub(crate) fn write(
        self,
        binary: bool,
        content: impl FnOnce(&mut dyn Write) -> Result<(), Failure>,
    ) -> Result<u64, Failure> {
        match self.0 {
            Sink::Standard if binary && io::stdout().is_terminal() => Err(Failure::usage(
                "the result is binary; name a file with -o, or redirect standard output",
            )),
            Sink::Standard => to_stdout(content),
            Sink::Straight(path) => {
                let unwritable = |error| Failure::unwritable(path, &error);
                written::straight(path, unwritable, content)
            }
            Sink::File(path, standing) => {
                let unwritable = |error| Failure::unwritable(path, &error);
                let content = |out: &mut dyn Write| {
                    content(out)?;
                    match standing {
                        Standing::Read(_) => Ok(()),
                        // Made of more files, perhaps, than were known when it was decided where it goes.
                        Standing::Old(_) | Standing::Nothing => refuse_input(path),
                    }
                };
                written::renamed(path, &standing, unwritable, content)
            }
        }
    }
}

/// Refuses to write onto a file that was read.
pub(super) fn refuse_input(to: &Path) -> Result<(), Failure> {
    inputs::name_at(to).map_or(Ok(()), |input| Err(is_input(to, &input)))
}

fn ends_like_folder(path: &Path) -> bool {
    let last = path.as_os_str().as_encoded_bytes().last();
    last.is_some_and(|last| std::path::is_separator(char::from(*last)))
}
