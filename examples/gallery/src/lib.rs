#![doc = include_str!("../README.md")]

pub mod class;
pub mod color;
pub mod gif;
pub mod glb;
pub mod gzip;
pub mod midi;
pub mod png;
pub mod tga;
pub mod wav;
