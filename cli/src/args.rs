//! What can be said on the command line.

mod as_format;
#[cfg(feature = "catalog")]
mod catalog;
mod check;
mod color;
mod convert;
mod forms;
mod look;
mod memory;
mod package;
mod paths;
mod replace;
mod salvage;
mod schema;

use std::path::PathBuf;

use clap::{
    ColorChoice, Parser, Subcommand,
    builder::{OsStringValueParser, TypedValueParser as _},
};

#[cfg(feature = "catalog")]
pub(crate) use self::catalog::Catalog;
pub(crate) use self::{
    as_format::AsFormat,
    check::{Check, Explain, FailOn, ReportForm},
    color::Color,
    convert::Convert,
    forms::{Decode, Encode, Target},
    look::{Diff, Dump, GraphForm, Inspect},
    package::{Cat, Compress, List, OnUnsafe, Pack, Unpack},
    paths::Paths,
    replace::Replace,
    salvage::Salvage,
    schema::{Description, Schema},
};

/// Inspect, check and convert asset files of game engines.
///
/// Exit codes: 0 all went well; 1 a check failed, or files differ; 2 the command line is wrong; 3 a
/// file cannot be read, or its format is not supported; 4 a file is malformed; 5 the result cannot be
/// written, or must not be; 130 interrupted.
///
/// A file that exists is replaced only with --force, and one that is read never: not under another name, and not through
/// links. Pipes and devices are written to. A name whose extension means another format than the
/// result has is refused, also with --force; so is a folder where a file is meant.
#[derive(Debug, Parser)]
#[command(name = "formwork", version, color = ColorChoice::Auto, max_term_width = 100)]
pub(crate) struct Args {
    #[command(subcommand)]
    pub(crate) command: Command,

    /// Print results and errors as JSON.
    ///
    /// One object a line, each with `"formwork": 1`; only `decode` prints several lines: the JSON of the file, whose `"formwork"` is the
    /// form of that text. An error takes the place of the result: `path` of the file, and `error`
    /// with `kind`, `message`, `offset` and `path` of the field, of a text also `line` and `column`.
    /// docs/json has the JSON Schemas, and docs/stability.md says which parts are stable.
    #[arg(long, global = true)]
    pub(crate) json: bool,

    /// When to use colours. The environment variable NO_COLOR says never.
    #[arg(long, global = true, value_enum, default_value_t = Color::Auto)]
    pub(crate) color: Color,

    /// Largest file to read, in MiB.
    #[arg(long, global = true, default_value_t = 4096, value_name = "MIB")]
    pub(crate) max_size: u64,

    /// Memory that the run may take: `512M`, `2G`. Default: half of what there is, at most 8G.
    ///
    /// What a file will need is estimated before it is taken: pixels from the header, trees from the number of their parts, texts while
    /// they are printed. A file that needs more is refused, with exit code 3; others are not affected. Files that are checked side by
    /// side share the memory.
    #[arg(long, global = true, value_name = "SIZE", value_parser = memory::bytes)]
    pub(crate) max_memory: Option<u64>,

    /// Read files as this format, whatever they begin with: `urho3d.model`, or with a version `urho3d.model:UMD2`.
    ///
    /// Bytes in place of a magic that are none of the format are read as that of the version; without a version, as the
    /// magic that differs least. That is told on standard error. `dump` shows a damaged file up to the next mistake.
    #[arg(long, global = true, value_name = "FORMAT[:VERSION]", value_parser = AsFormat::parse)]
    pub(crate) as_format: Option<AsFormat>,

    /// Descriptor of a format, as `formwork schema FORMAT` writes it; may be given several times.
    ///
    /// Its files are identified, inspected, dumped, decoded, encoded, checked and compared as those of the formats that
    /// the program knows by itself, and come before them. With one descriptor, files that are of no known format are read as its own.
    #[arg(long, global = true, value_name = "FILE")]
    pub(crate) schema: Vec<PathBuf>,

    /// Folders with descriptors, separated as in PATH: all `.xml` files in them.
    #[arg(
        long,
        global = true,
        env = "FORMWORK_SCHEMAS",
        value_name = "FOLDERS",
        value_delimiter = LIST,
        // An empty one is no folder, as in PATH.
        value_parser = OsStringValueParser::new().map(PathBuf::from),
        hide_env_values = true
    )]
    pub(crate) schemas: Vec<PathBuf>,
}

/// What separates folders in a list.
const LIST: char = if cfg!(windows) { ';' } else { ':' };

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// List the formats that are known.
    Formats,
    /// Say which format files have, and what foreign files seem to be.
    ///
    /// Only the first 4096 bytes are looked at; of programs and of files that are named like ours, the last as well, since a package may
    /// follow a program. Of standard input that is longer, the end is not seen. Folders are searched without following symbolic links;
    /// foreign files in them are no error, foreign files that are named are.
    ///
    /// With --json, per file: path, format, version, engine, form (xml or json, of texts that encode a file), confidence
    /// (certain, magic, likely, none), looks_like, beginnings and read_by; of folders also an object with summary (files,
    /// formats, texts, foreign, unknown, unreadable).
    Identify(Paths),
    /// Show a summary of a file.
    ///
    /// With --json, per file: path, format, version, engine, form, bytes, trailing, facts, the tables of
    /// the format, and diagnostics (code, severity, path, bytes, line, column, count, message, what engines do, remedy).
    ///
    /// With --content, scenes, materials and what else names other resources of Horde3D are followed: what is
    /// missing, differs in letter case, has backslashes, leads in circles, or does not fit its geometry is told. Exit codes: 1 if
    /// there is anything to tell. With --json, per file: path, format, resources (kind, name, state, bytes, uses,
    /// error) and problems (code, resource, line, column, path, message, count); per folder, format is null, and unused
    /// has the places of resources that nothing names.
    Inspect(Inspect),
    /// Show every byte of a file with its place in the tree and its meaning.
    ///
    /// A malformed file is shown up to the mistake.
    ///
    /// With --json, per value: offset, size, bytes (hexadecimal), path, type, value, visible, and
    /// where known unit, counts and doc. Every item of long lists is there, as with --all.
    Dump(Dump),
    /// Turn a file into XML or JSON, or its pixels into PNG.
    ///
    /// Of textures and pictures, `--to png` writes one level, face and slice with 8 bits a channel. A cube
    /// without --face gives a cross of all faces: -x, +z, +x, -z side by side, +y above +z, -y below it. Floats are
    /// clamped to 0 to 1 and converted to sRGB.
    ///
    /// Documents that are XML already become JSON, or stay as they are with --to xml. Shaders and code have JSON only.
    ///
    /// Bytes after the end of the file proper are kept, and reported on standard error. With
    /// --json and -o, the object on standard output has path, format, output and bytes.
    Decode(Decode),
    /// Turn XML or JSON back into a file.
    ///
    /// The text says which format it is; documents that are XML already are taken as they are, unless their engine
    /// refuses them. A tree that contradicts itself is refused. What `inspect`
    /// would find in the result is told on standard error, and the file is written all the same.
    ///
    /// With --json and -o, the object on standard output has path, format, output, bytes and diagnostics
    /// (as `inspect` has them).
    Encode(Encode),
    /// Convert models, scenes and clips: from and to glTF, and between engines.
    ///
    /// `formwork convert Figure.mdl Walk.ani -o figure.glb` makes a glTF file of a model and a clip; `formwork convert figure.glb -o
    /// out/ --to urho3d` makes models, clips, materials and a prefab of a glTF file. Between forks of one engine, files change only where the
    /// fork does not know what is in them. Several models, or folders of them, are converted each on its own, on all cores.
    ///
    /// Everything that the target cannot hold is told with a code; docs/convert.md has the table. A glTF file keeps what glTF has no place for
    /// in `extras` and in the extension FW_origin, so that the way back gives the same bytes where nothing was edited. Nothing is ever written onto an
    /// input, and each file is written whole or not at all.
    ///
    /// Exit codes: 1 if --strict is given and something would be lost; nothing is written then.
    ///
    /// With --json, an object for each conversion: path, with (the other inputs), from, to, written, outputs (path, format, bytes, sha256) and losses (code, count, where,
    /// detail).
    Convert(Box<Convert>),
    /// Describe the layout of a format, or say what changed between two layouts.
    ///
    /// With --diff, each change is a line: what it does to files, where it is in the layout, what was and what is, and why.
    /// `compatible`: the same bytes mean the same under both layouts; text forms may differ, and the line says so. `reads
    /// more`: the new layout reads every file of the old one in the same way, and others too. `breaks`: a file of the old
    /// layout is refused or read in another way, or it cannot be shown that none is. The last line is the worst of all.
    ///
    /// Exit codes: 1 if it breaks.
    ///
    /// With --json, an object with format, as and schema (the text); with -o, output in place of
    /// schema. With --diff, an object with a, b, verdict and changes, each with path, was, is, verdict and why.
    Schema(Schema),
    /// List what is in a package.
    ///
    /// Every file is unpacked and its checksum compared. A file of several packages, one behind the
    /// other, shows all of them.
    ///
    /// Exit codes: 1 if any checksum is wrong or any file cannot be unpacked.
    ///
    /// With --json, an object with path, format, prefix (bytes before the first package) and packages,
    /// each with package (its number), start, size, version, checksum, checksum_ok and entries: name,
    /// offset, size, packed, checksum, checksum_ok and where there is one error.
    List(List),
    /// Print one file of a package.
    ///
    /// Of several files of one name the last is meant, as engines do. A wrong checksum is a warning.
    ///
    /// With --json, an object with path, format, name, size, checksum_ok, and content (base64) or, with -o, output.
    Cat(Cat),
    /// Unpack the files of a package.
    ///
    /// Nothing is ever written outside the folder: not for absolute names, `..` and drive letters, not through
    /// symbolic links. Such names, and names that another file has, are refused before anything is written, unless
    /// --on-unsafe says otherwise. Names that only Windows cannot have, and names that differ in letter case or in
    /// how Unicode writes a letter, are unpacked on other systems, with a warning; on Windows and with --portable
    /// they count as unsafe, too. No file replaces another one of the package.
    ///
    /// Files that are there already with the same bytes are left alone; others are listed, and nothing is written,
    /// unless --force replaces them.
    ///
    /// Each file is written whole or not at all. A wrong checksum, of a file or of the package, is a warning: engines
    /// do not look at it. When a file is damaged nothing is written and the exit code is 4; with --keep-going all
    /// others are.
    ///
    /// Exit codes: 1 if files are damaged, and all others were unpacked with --keep-going; 5 also if files that are
    /// there would be replaced.
    ///
    /// With --json, an object with path, format, output, files, bytes, checksum_ok (that of the package; null when a
    /// file is damaged or has a wrong checksum), changed: the files that have no safe name, each with name, output
    /// (null when it was left out) and why; and warnings, each with name (null: the package) and why.
    Unpack(Unpack),
    /// Pack the files of a folder into a package.
    ///
    /// The same files give the same bytes. Files are sorted by name, unless --order or --update gives
    /// another order. Symbolic links are left out, and so are the package itself, folders of version control such as
    /// .git, and what --exclude and files named .formworkignore say: these have the syntax of .gitignore, and hold for
    /// their folder and those below.
    ///
    /// Names that only Windows cannot have, or that meet where letter case makes no difference, are packed on other
    /// systems, with a warning. What `unpack` would refuse everywhere is refused, unless --like-packagetool or the
    /// package to --update has it.
    ///
    /// A file that exists is replaced with --force only, or when it is the package to update. Files of known
    /// formats are looked at: what `inspect` would find in them is told on standard error, one line a file.
    ///
    /// Exit codes: 3 if a file changes while it is read.
    ///
    /// With --json and -o, an object with path, format, output, files, bytes, warnings, each with name and why, and
    /// diagnostics (as `inspect` has them, and file: the name in the package).
    Pack(Pack),
    /// Prove that files are understood.
    ///
    /// Both readers must agree on a file, and every way back (rewriting, through XML, through JSON)
    /// must give the same bytes. Every level, face and slice of a texture, and every picture, must decode; every file of a
    /// package must be whole, and its checksum right. In folders, only files with the extension or the magic of a known format are checked.
    /// A file that changes while it is read counts as unreadable.
    /// XML and JSON that `decode` wrote are checked as the files that they stand for.
    ///
    /// Up to 20 files have a line each. Of more, what is wrong is told at the end, grouped by code, each with the number
    /// of files and the first of them; --verbose tells all.
    ///
    /// Then it is told what engines refuse, crash on, ignore or misread, and what is wasteful: `explain` says more of each code. Errors
    /// make a file fail (--fail-on). The file `formwork.toml`, beside the files or in a folder around them, sets the same for all files (`[check]`) and
    /// per glob (`[[check.files]]`); docs/check.md shows one.
    ///
    /// Exit codes: 1 if the check of any file failed; else 3 if any file could not be read, or is
    /// of no format that formwork reads.
    ///
    /// With --json, per file: path, format, version, form, status (ok, partial, failed, unsupported, unreadable),
    /// steps, error if there is one, and diagnostics if there are any (as `inspect` has them); at the end an object with summary (files, ok, partial,
    /// failed, unsupported, unreadable, bytes).
    Check(Check),
    /// Write what is in many files as tables: a folder of Parquet files.
    ///
    /// The tables are `files`, `facts`, `references` and `diagnostics`, each a folder of parts: `FOLDER/files/*.parquet`. docs/catalog.md
    /// says what their columns mean, and asks them questions. Every file below the roots has a row, also one that cannot be read: that is no failure.
    ///
    /// Where the catalogue is there already, only files are read whose size or time differ, and where just the time does, no more than
    /// their hash is compared; files that are gone leave it. Parts are written aside and come into force when all are there. Whatever ends this command,
    /// the catalogue stays as it was, and the next run goes on.
    ///
    /// Symbolic links are not followed, and folders of version control are left out.
    ///
    /// With --json, an object with output, files, read (files that were read), parts, added and removed (parts).
    #[cfg(feature = "catalog")]
    Catalog(Catalog),
    /// Explain a rule: what is wrong, what engines do, where in their source, and the remedy.
    ///
    /// With --json, one object per rule: code, severity, summary, why, source, example, remedy, and for each thing that engines do
    /// (refuses, crashes, ignores, misreads) which of them do it.
    Explain(Explain),
    /// Keep what precedes the damage of a file, and say what was lost.
    ///
    /// The lists in which a file ends are shortened to their whole items, and what follows is empty; packages keep the files whose
    /// checksums are right, textures their whole levels, documents their whole elements. Line ends that a transfer changed are
    /// repaired where there is one way only. What is written passes `check`; where nothing does, nothing is written.
    ///
    /// Exit codes: 0 nothing was lost, and the file is written as it is; 1 something was.
    ///
    /// With --json, an object with path, format, output, bytes and lost, each with path, kept, of and message.
    Salvage(Salvage),
    /// Say what two files of one format differ in, by meaning.
    ///
    /// Lists are aligned by the names of their items where they have names, so that what moved is
    /// told as moved. Numbers come with their difference. Of keyframes, vertices and other bulk, and
    /// of lists without names, more than four values that differ are summed up: how many records,
    /// and where the most. A field that only one version has is told once. Attributes of vertices are
    /// compared by what they mean, in whatever order and under whichever description they stand; files
    /// in packages by name and content, wherever they lie.
    ///
    /// Exit codes: 0 if the files are equal, 1 if they differ, 2 if they are of different formats.
    /// Equal bytes are equal, whatever they are.
    ///
    /// With --json, one object: a, b, tolerance where there is one, format, version_a, version_b, differences, and equal at the
    /// end. A difference has path, kind (changed, renamed, moved, only_in_a, only_in_b, summary,
    /// bytes, layout), and where they say something path_b, item, a, b, difference, unit, count, of, first
    /// and fields.
    Diff(Diff),
    /// Show a file as the text that `git diff` compares.
    ///
    /// One value a line, bulk as count, bounds and hash. Foreign and malformed files are no error:
    /// a text is shown as it is, and of others what they seem to be, their size and hash, so that
    /// `git diff` goes on. `formwork git install` makes git use it.
    ///
    /// With --json, an object with path, format and text.
    Textconv(Textconv),
    /// Make git show what changed in files of known formats.
    Git(Git),
    /// Print a completion script for a shell.
    ///
    /// For bash: `formwork completions bash > ~/.local/share/bash-completion/completions/formwork`.
    ///
    /// With --json, an object with shell and script.
    Completions(Completions),
    /// Print the manual page, or write one page per command into a folder.
    ///
    /// With --json, an object with pages, each with name and, without -o, text.
    Man(Man),
}

#[derive(Debug, clap::Args)]
pub(crate) struct Textconv {
    /// The file, or `-` for standard input.
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
}

#[derive(Debug, clap::Args)]
pub(crate) struct Git {
    #[command(subcommand)]
    pub(crate) command: GitCommand,
}

/// What to do to a repository.
#[derive(Debug, Subcommand)]
pub(crate) enum GitCommand {
    /// Make `git diff` show files of known formats as text.
    ///
    /// Writes a block of lines to the end of .gitattributes in the topmost folder, between two
    /// comments that mark it, and sets diff.formwork.textconv in the configuration of this
    /// repository only. Done twice, it changes nothing more. Lines between the marks are replaced.
    ///
    /// With --json, an object with repository, attributes, command and changed.
    Install(GitPlace),
    /// Undo what `install` did, and nothing else.
    ///
    /// The setting belongs to the repository. It stays as long as another of its working trees has the
    /// lines in its .gitattributes.
    ///
    /// With --json, an object with repository, attributes, command and changed.
    Uninstall(GitPlace),
}

#[derive(Debug, clap::Args)]
pub(crate) struct GitPlace {
    /// A folder in the repository.
    #[arg(long, value_name = "PATH", default_value = ".")]
    pub(crate) repo: PathBuf,
}

#[derive(Debug, clap::Args)]
pub(crate) struct Completions {
    /// The shell.
    #[arg(value_enum, value_name = "SHELL")]
    pub(crate) shell: clap_complete::Shell,
}

#[derive(Debug, clap::Args)]
pub(crate) struct Man {
    /// The folder for one page per command; it is made where it is missing. Without it, the main
    /// page goes to standard output.
    #[arg(short, long, value_name = "FOLDER")]
    pub(crate) output: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) replace: Replace,
}

impl Args {
    /// Whether to colour what goes to standard output.
    pub(crate) fn colors(&self) -> bool {
        self.color.is_on(self.json)
    }
}
