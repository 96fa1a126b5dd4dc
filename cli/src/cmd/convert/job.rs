//! One conversion.

use std::path::{Path, PathBuf};

use formwork_convert::{Code, Options, Output, Request, Target, convert, strip_extension};
use formwork_schema::{Error, Kind};
use sha2::{Digest, Sha256};

use super::{
    disk::{Disk, read, slashes},
    verdict::{Made, Verdict},
};
use crate::{
    args::{Args, Convert},
    output,
    report::Failure,
};

/// One conversion: what is read, and where it goes.
pub(super) struct Job {
    /// The files, a model first.
    pub(super) inputs: Vec<PathBuf>,
    /// What is written.
    pub(super) target: Target,
    /// The folder that it goes into.
    pub(super) folder: PathBuf,
    pub(super) place: Place,
    /// The name of what is written, without extension.
    pub(super) name: String,
    /// The name that it would have if another conversion had not taken it.
    pub(super) name_alone: Option<String>,
}

/// What was asked for.
pub(super) enum Place {
    /// Whatever comes of it, in the folder.
    Folder,
    /// A file of the folder, with what must stand beside it; and its extension.
    File(String, &'static str),
    /// A pipe or a device, which takes one file; and the extension that this would have.
    Device(PathBuf, &'static str),
}

impl Job {
    /// The file that messages are about.
    pub(super) fn first(&self) -> &Path {
        self.inputs.first().map_or(Path::new(""), PathBuf::as_path)
    }

    /// Converts, and writes under temporary names, unless something is lost that must not be.
    pub(super) fn run(
        &self,
        args: &Args,
        of: &Convert,
        options: &Options,
    ) -> Result<Verdict, Failure> {
        let inputs = self.inputs.iter().map(|path| read(args, path));
        let inputs = inputs.collect::<Result<Vec<_>, _>>()?;
        let files = Disk::new(args, &of.root, &self.folder, options.limits.memory);
        let request = Request {
            inputs: inputs.into(),
            files: &files,
            name: &self.name,
            target: self.target,
            is_usual: of.to.is_none(),
            split: matches!(self.place, Place::Folder),
            options,
        };
        let converted = convert(request).map_err(|error| Failure::new(self.first(), error));
        let mut converted = files.check(converted)?;
        self.choose(&mut converted.outputs)?;
        if let Some(alone) = &self.name_alone {
            let detail = format!(
                "another file has the name `{alone}`: becomes `{}`",
                self.name
            );
            let report = &mut converted.report;
            report.add(Code::C215, slashes(self.first()), detail);
        }
        let refused = of.strict && converted.report.refused(&of.allow).next().is_some();
        if !refused && let Place::Device(path, _) = &self.place {
            self.straight(of, path, &converted.outputs)?;
        }
        let is_staged = !refused && !matches!(self.place, Place::Device(..));
        let asked = self.asked(&converted.outputs);
        let outputs = converted.outputs.into_iter().enumerate();
        let outputs = outputs.map(|(place, output)| {
            let path = match &self.place {
                Place::File(file, _) if Some(place) == asked => self.folder.join(file),
                Place::Device(path, _) if Some(place) == asked => path.clone(),
                _ => self.folder.join(&output.path),
            };
            let staged = is_staged.then(|| output::stage(&path, &output.bytes));
            Ok(Made {
                staged: staged.transpose()?,
                is_main: place == asked.unwrap_or_default(),
                size: output.bytes.len(),
                sha256: hex(&output.bytes),
                format: output.format,
                path,
            })
        });
        Ok(Verdict {
            outputs: outputs.collect::<Result<_, Failure>>()?,
            from: converted.from,
            report: converted.report,
            refused,
        })
    }

    /// The extension of the file that was asked for.
    const fn extension(&self) -> Option<&'static str> {
        match self.place {
            Place::Folder => None,
            Place::File(_, extension) | Place::Device(_, extension) => Some(extension),
        }
    }

    /// Leaves of the outputs what was asked for: of a clip, nothing but that clip, under the name that it is to have.
    fn choose(&self, outputs: &mut Vec<Output>) -> Result<(), Failure> {
        let Some(extension) = self.extension() else {
            return Ok(());
        };
        let stems = || outputs.iter().filter_map(|output| stem(output, extension));
        let is_clip = self.target.clips() == Some(extension);
        if stems().next().is_none() {
            let message = if is_clip {
                "nothing in it moves, so no clip comes of it"
            } else {
                "there is no mesh in it, so nothing comes of it that was asked for"
            };
            return Err(self.refused(message, "name another output, or a folder"));
        }
        if !is_clip {
            return Ok(());
        }
        let clips: Vec<&str> = stems().filter(|stem| !is_rest(stem, stems())).collect();
        let wanted = format!("{0}_{0}", self.name).to_lowercase();
        let chosen = match clips[..] {
            [only] => Some(only),
            _ => clips
                .iter()
                .copied()
                .find(|clip| clip.to_lowercase() == wanted),
        };
        let Some(chosen) = chosen.map(str::to_owned) else {
            let own = format!("{}_", self.name);
            let names: Vec<&str> = clips
                .iter()
                .map(|clip| clip.strip_prefix(&own).unwrap_or(clip))
                .collect();
            let message = format!("{} clips come of it: {}", names.len(), names.join(", "));
            return Err(self.refused(&message, "name the file after one of them, or a folder"));
        };
        outputs.retain_mut(|output| {
            let rest = output.path.strip_prefix(&chosen);
            let rest = rest.filter(|rest| rest.starts_with('.') || rest.starts_with(REST));
            let path = rest.map(|rest| format!("{}{rest}", self.name));
            path.map(|path| output.path = path).is_some()
        });
        Ok(())
    }

    fn refused(&self, message: &str, help: &str) -> Failure {
        let error = Error::new(Kind::Invalid, message).help(help);
        Failure::new(self.first(), error)
    }

    /// The output that becomes the requested file: the first with its extension.
    fn asked(&self, outputs: &[Output]) -> Option<usize> {
        let extension = self.extension()?;
        let is_it = |output: &Output| stem(output, extension).is_some();
        outputs.iter().position(is_it)
    }

    /// The path of a file below the folder, with slashes.
    pub(super) fn below(&self, path: &Path) -> String {
        slashes(path.strip_prefix(&self.folder).unwrap_or(path))
    }

    /// Writes what a pipe or a device takes.
    fn straight(&self, of: &Convert, path: &Path, outputs: &[Output]) -> Result<(), Failure> {
        let [output] = outputs else {
            let message = format!("{} files come of this, and it takes one", outputs.len());
            let help = "name a folder, or write what is one file, such as `--to glb`";
            return Err(Failure::forbidden(path, &message, help));
        };
        let inputs: Vec<&Path> = self.inputs.iter().map(PathBuf::as_path).collect();
        let content = output::Content::Bytes;
        let place = output::Request::new(Some(path), content, &inputs, of.replace.force).check()?;
        let written = place.write(true, |out| {
            let written = out.write_all(&output.bytes);
            written.map_err(|error| Failure::unwritable(path, &error))
        });
        written.map(drop)
    }
}

/// What the name of a clip of nodes that are no bones ends with.
const REST: &str = "_nodes.";

/// The path of an output with this extension, in any letter case, without it.
fn stem<'a>(output: &'a Output, extension: &str) -> Option<&'a str> {
    strip_extension(&output.path, extension)
}

/// Whether this is the clip of the nodes that are no bones, beside that of the bones.
fn is_rest<'a>(stem: &str, mut all: impl Iterator<Item = &'a str>) -> bool {
    let of = stem.strip_suffix(REST.trim_end_matches('.'));
    of.is_some_and(|of| all.any(|other| other == of))
}

/// The SHA-256 of bytes in hexadecimal digits.
pub(super) fn hex(bytes: &[u8]) -> String {
    let sum = Sha256::digest(bytes);
    sum.iter().map(|byte| format!("{byte:02x}")).collect()
}
