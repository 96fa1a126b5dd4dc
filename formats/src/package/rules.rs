//! What can be wrong with names within packages.

use formwork_schema::rules;

rules! {
    /// A name that is not a safe path on every system.
    UNSAFE_NAME = "P0101-unsafe-name", Warning, [];
        why "The file cannot be unpacked under this name on every system, or would land outside the folder.";
        source "";
        example "../autoexec.bat";
        remedy "rename the file before packing";
    /// Two files of the package have one name.
    DUPLICATE_NAME = "P0102-duplicate-name", Warning, [URHO3D_FAMILY Ignores];
        why "The engine keeps names in a hash map, so the last entry of a name is the only one that is found.";
        source "PackageFile.cpp: PackageFile::Open";
        example "two entries `Models/Box.mdl`";
        remedy "rename or remove one of them";
    /// Two names differ in letter case only.
    NAME_DIFFERS_IN_CASE = "P0103-name-differs-in-case", Warning, [];
        why "The package works, but both names are one file on Windows and macOS, so it cannot be unpacked there. \
             Urho3D before July 2015 looked names up in lower case and found one of them only.";
        source "";
        example "`Box.mdl` and `box.mdl`";
        remedy "rename one of them";
    /// The name of a file is also the name of a folder.
    NAME_OF_A_FOLDER = "P0104-name-of-a-folder", Warning, [];
        why "The package works, but no file system can hold both, so it cannot be unpacked.";
        source "";
        example "`Data` and `Data/Box.mdl`";
        remedy "rename one of them";
}
