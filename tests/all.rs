//! All that needs no program of its own: each would take as long to link as several of these files take to compile, and programs run one
//! after the other.

mod agree;
mod assets;
mod big_endian;
mod blame;
mod broken;
mod compare;
mod crates;
mod documents;
mod edits;
mod engine;
mod fixtures;
mod graph;
mod inspect;
mod jsonschema;
mod language;
mod layouts;
mod loaded;
mod packages;
mod pictures;
mod python;
mod records;
mod roundtrip;
mod rules;
mod salvage;
mod shaders;
mod sources;
mod texts;
mod trees;
mod units;
mod updates;
mod urho3d_textures;
mod verdicts;
mod vertices;
mod whole;
mod xmllint;
