//! What can be wrong with packages of the Urho3D family.

use formwork_schema::rules;

rules! {
    /// Bytes precede the first package.
    BYTES_BEFORE = "U0401-bytes-before", Note, [];
        why "Engines find a package after other bytes by the size in its last four bytes. That is how packages are \
             appended to programs.";
        source "";
        example "four bytes before `UPAK`";
        remedy "leave them where the package is appended to a program, otherwise remove them";
    /// The files claim more bytes than the package can hold.
    UNBOUNDED = "U0402-unbounded", Error, [URHO3D_FAMILY Misreads];
        why "No block of LZ4 holds more than 255 times its bytes, so entries share bytes or have wrong sizes. Nothing \
             is unpacked to check the rest.";
        source "File.cpp: File::Read";
        example "a thousand entries of the same 10 bytes";
        remedy "pack the files again";
    /// The checksum of a file is not that of its bytes.
    CHECKSUM = "U0403-checksum", Error, [URHO3D_FAMILY Misreads];
        why "The bytes are not those that were packed. Engines do not verify it on reading, and load the damaged file as it \
             is.";
        source "PackageFile.cpp: PackageFile::Open";
        example "entries[0].checksum = 0";
        remedy "pack the files again";
    /// A file of the package cannot be read.
    UNREADABLE_FILE = "U0404-unreadable-file", Error, [URHO3D_FAMILY Crashes];
        why "Engines unpack blocks without a check: what the library reads and writes is not bounded by the file or by the buffer. Past the \
             end of the file, even the lengths of a block are whatever was in memory.";
        source "PackageFile.cpp: PackageFile::Open; File.cpp: File::Read";
        example "a block whose packed bytes are no LZ4 block";
        remedy "pack the files again";
    /// The checksum of the package is not that of its files.
    PACKAGE_CHECKSUM = "U0405-package-checksum", Error, [URHO3D_FAMILY Misreads];
        why "A server and its clients compare packages by this number, so they download a package again, or keep a wrong \
             one. Engines do not verify it on reading.";
        source "Network/Connection.cpp: Connection::RequestNeededPackages";
        example "checksum = 0";
        remedy "pack the files again";
    /// Two files share bytes of the package.
    OVERLAP = "U0406-overlap", Warning, [];
        why "Engines read both. The packaging tool never writes this, so one of the offsets is probably wrong.";
        source "";
        example "entries[1].offset = entries[0].offset";
        remedy "pack the files again";
    /// Bytes of the package belong to no file.
    UNUSED_BYTES = "U0407-unused-bytes", Warning, [];
        why "Engines do not read them. They may be files whose entries are lost.";
        source "";
        example "ten bytes between two files";
        remedy "pack the files again";
    /// The package has no size at its end.
    NO_PACKAGE_SIZE = "U0408-no-package-size", Warning, [];
        why "Only packages with a size in their last four bytes are found after a program. Packages from before \
             October 2013 have none, and work as files of their own.";
        source "";
        example "without_size = true";
        remedy "pack the files again, where the package is to be appended to a program";
    /// The header has a block size.
    BLOCK_SIZE = "U0409-block-size", Error, [URHO3D_FAMILY Misreads];
        why "Only builds of two days in October 2013 wrote and read it. Others take it for the name of the first \
             entry, and find wrong offsets.";
        source "PackageFile.cpp: PackageFile::Open";
        example "block_size = 32768";
        remedy "pack the files again";
    /// The table of files follows the files, in a package that does not begin the file.
    MISPLACED_TABLE = "U0410-misplaced-table", Error, [RBFX Misreads];
        why "The offset of the table counts from the start of the file, so the engine takes other bytes for names, offsets and sizes. It \
             opens the package unless one of them leads beyond the end.";
        source "PackageFile.cpp of rbfx: PackageFile::Open";
        example "an `RPAK` package after a program";
        remedy "pack the files again as `UPAK` or `ULZ4`";
    /// A file ends after the package.
    BEYOND_END = "U0411-beyond-end", Error, [URHO3D_FAMILY Refuses];
        why "The engine checks offset and size of every uncompressed file when it opens the package, and refuses the \
             whole package. Old versions leave out that file alone.";
        source "PackageFile.cpp: PackageFile::Open";
        example "entries[0].size = 1000 in a package of 100 bytes";
        remedy "pack the files again";
    /// A compressed file has a block of no length.
    EMPTY_BLOCK = "U0412-empty-block", Error, [URHO3D_FAMILY Crashes];
        why "The engine reads blocks until the file is complete, and makes no progress here. It may never end.";
        source "File.cpp: File::Read";
        example "a block that begins 00 00 0A 00";
        remedy "pack the files again";
    /// A block of a compressed file is larger than the first.
    LARGER_BLOCK = "U0413-larger-block", Error, [URHO3D_FAMILY Crashes];
        why "The engine makes a buffer of the size of the first block, and unpacks later ones beyond its end.";
        source "File.cpp: File::Read";
        example "blocks of 16 and 32 bytes";
        remedy "pack the files again with blocks of one size";
    /// The engine cannot ask for the name of a file.
    UNREACHABLE_NAME = "U0414-unreachable-name", Warning, [URHO3D_FAMILY Ignores];
        why "The resource cache turns `\\` into `/`, removes `./` and `../` and trims blanks before it searches packages, so \
             it never finds this name.";
        source "ResourceCache.cpp: ResourceCache::SanitateResourceName";
        example "entries[0].name = \"Models\\Box.mdl\"";
        remedy "rename the file before packing";
    /// The package says another revision than 0.
    REVISION = "U0415-revision", Warning, [RBFX Ignores];
        why "A release build never compares the number and reads on. A debug build asserts that it is 0, and stops here.";
        source "PackageFile.cpp of rbfx: PackageFile::Open";
        example "revision = 3 behind `RPAK`";
        remedy "pack the files again";
    /// A package stands behind the one that begins the file.
    HIDDEN_PACKAGE = "U0416-hidden-package", Warning, [URHO3D_FAMILY Ignores];
        why "The engine looks at the first bytes of the file, and at its end only where no package begins there. Packages behind \
             the first are found where a program says at which byte they begin, as for the web.";
        source "PackageFile.cpp: PackageFile::Open";
        example "two packages in one file";
        remedy "make a file of each, or put all files into one package";
    /// The end of a file does not fit 32 bits.
    ENTRY_WRAPS = "U0417-entry-wraps", Error, [URHO3D_FAMILY Misreads];
        why "The engine adds offset and size in 32 bits. The sum is small again, so it opens the package, and whoever reads the file gets \
             no bytes, or others.";
        source "PackageFile.cpp: PackageFile::Open; File.cpp: File::Read";
        example "entries[0].offset = 4294967295, size = 2";
        remedy "pack the files again";
    /// A file is where the package has no files.
    OUTSIDE_FILES = "U0418-outside-files", Error, [URHO3D_FAMILY Misreads];
        why "The engine only asks that an uncompressed file ends within the package. It reads parts of the header, of the table or of what \
             follows as the file.";
        source "PackageFile.cpp: PackageFile::Open; File.cpp: File::Read";
        example "entries[0].offset = 0";
        remedy "pack the files again";
    /// The names of two files differ in letter case only, and so have one hash.
    FILE_BUT_FOR_CASE = "U0419-file-but-for-case", Error, [CASELESS_HASHES Misreads];
        why "Urho3D 1.7 and before, and Atomic, keep loaded resources by a hash of the name in small letters. Whoever asks for the second \
             one gets the first, where both are of one kind.";
        source "Math/StringHash.cpp of Urho3D 1.7 and of Atomic: StringHash::Calculate; Resource/ResourceCache.cpp: \
                ResourceCache::GetResource";
        example "`Models/Box.mdl` and `Models/box.mdl`";
        remedy "rename one of them before packing";
}
