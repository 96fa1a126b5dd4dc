//! What `list`, `cat`, `unpack` and `pack` take.

use std::path::PathBuf;

use clap::ValueEnum;

use super::replace::Replace;

#[derive(Debug, clap::Args)]
pub(crate) struct List {
    /// The package, or `-` for standard input.
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
}

#[derive(Debug, clap::Args)]
pub(crate) struct Cat {
    /// The package, or `-` for standard input.
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,

    /// The file in it, by the name that `list` shows.
    #[arg(value_name = "ENTRY")]
    pub(crate) entry: String,

    /// Where to write; standard output without it, or with `-`.
    #[arg(short, long, value_name = "OUT")]
    pub(crate) output: Option<PathBuf>,

    /// Which package of a file that has several, counted from 1 as `list` shows them.
    #[arg(long, value_name = "N")]
    pub(crate) package: Option<usize>,

    #[command(flatten)]
    pub(crate) replace: Replace,
}

#[derive(Debug, clap::Args)]
pub(crate) struct Unpack {
    /// The package, or `-` for standard input.
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,

    /// Files to unpack, by name, or folders, or patterns such as `Models/*.mdl`, of which `**` matches folders; all
    /// without it. A name that a file has is no pattern.
    #[arg(value_name = "ENTRY")]
    pub(crate) entries: Vec<String>,

    /// The folder to unpack into, made when it is not there. Without it, one named like the package, without its
    /// extension, in the current folder.
    #[arg(short, long, value_name = "FOLDER")]
    pub(crate) output: Option<PathBuf>,

    /// Which package of a file that has several, counted from 1 as `list` shows them.
    #[arg(long, value_name = "N")]
    pub(crate) package: Option<usize>,

    /// Treat names as unsafe that are not valid on every system: devices of Windows, names that differ in letter case only.
    #[arg(long)]
    pub(crate) portable: bool,

    /// Unpack what is whole when other files are damaged.
    #[arg(long)]
    pub(crate) keep_going: bool,

    /// What to do with files whose name is not a safe path of their own.
    #[arg(long, value_enum, default_value_t = OnUnsafe::Refuse, value_name = "WHAT")]
    pub(crate) on_unsafe: OnUnsafe,

    /// Maximum size of all that is unpacked, in MiB.
    #[arg(long, default_value_t = 16384, value_name = "MIB")]
    pub(crate) max_unpacked: u64,

    /// Maximum number of files to unpack.
    #[arg(long, default_value_t = 1_000_000, value_name = "N")]
    pub(crate) max_entries: u64,

    /// Write the names of the files to a list, in the order of the package, for `pack --order`.
    #[arg(long, value_name = "LIST")]
    pub(crate) order: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) replace: Replace,
}

/// What to do with files whose name is not a safe path of their own.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum OnUnsafe {
    /// Unpack nothing, and end with 4.
    Refuse,
    /// Give them a safe name: `../a.txt` becomes `a.txt`, or `a~2.txt`.
    Rename,
    /// Leave them out; of files of one name, the last stays.
    Skip,
}

#[derive(Debug, clap::Args)]
pub(crate) struct Pack {
    /// The folder.
    #[arg(value_name = "FOLDER")]
    pub(crate) folder: PathBuf,

    /// Where to write; standard output without it, or with `-`.
    #[arg(short, long, value_name = "OUT")]
    pub(crate) output: Option<PathBuf>,

    /// How to compress. Without it as the package to update is, or not at all.
    #[arg(long, value_enum, value_name = "HOW")]
    pub(crate) compress: Option<Compress>,

    /// Compression level of lz4hc: 1 to 12; 9 without it, as PackageTool.
    #[cfg(feature = "lz4hc")]
    #[arg(long, value_parser = clap::value_parser!(i32).range(1..=12))]
    pub(crate) level: Option<i32>,

    /// Bytes that are compressed at once, at most 65264; PackageTool takes 32768.
    #[arg(long, value_name = "BYTES", value_parser = clap::value_parser!(u16).range(1..=65264))]
    pub(crate) block_size: Option<u16>,

    /// A folder that names in the package begin with.
    #[arg(long, value_name = "PREFIX")]
    pub(crate) base: Option<String>,

    /// A list of names, one a line, as `unpack --order` writes it: these files come first, in this order.
    /// Names of files that are not there mean nothing.
    #[arg(long, value_name = "LIST")]
    pub(crate) order: Option<PathBuf>,

    /// Take what PackageTool takes, under every name, through symbolic links, and leave out what it leaves out: empty
    /// files, hidden files and folders, `.bak`, `.rule`, folders whose names have a backslash or end with a blank. Files
    /// named .formworkignore say nothing.
    #[arg(long)]
    pub(crate) like_packagetool: bool,

    /// Leave out files and folders by a pattern as in .gitignore, from the folder on; may be given several times.
    #[arg(long, value_name = "GLOB")]
    pub(crate) exclude: Vec<String>,

    /// Refuse what is not a name on every system: devices of Windows, names that differ in letter case only.
    #[arg(long)]
    pub(crate) portable: bool,

    /// Make the new package like this one: the same kind, behind the same program, in the same order; the
    /// compressed blocks of files that have not changed are taken over, and so are the names of files that `unpack`
    /// renamed. Of several packages the last is meant.
    #[arg(long, value_name = "OLD")]
    pub(crate) update: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) replace: Replace,
}

/// How the files of a package are compressed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Compress {
    /// Not at all.
    None,
    /// LZ4, fast.
    Lz4,
    /// LZ4, as small as it gets; what PackageTool does.
    #[cfg(feature = "lz4hc")]
    Lz4hc,
}

impl Compress {
    /// The one that makes the smallest packages.
    #[cfg(feature = "lz4hc")]
    pub(crate) const BEST: Self = Self::Lz4hc;
    /// The one that makes the smallest packages.
    #[cfg(not(feature = "lz4hc"))]
    pub(crate) const BEST: Self = Self::Lz4;
}
