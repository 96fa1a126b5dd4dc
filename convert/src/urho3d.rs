//! Urho3D, U3D, Dry, rbfx and Atomic.

mod bake;
mod curve;
mod elements;
mod facts;
mod forks;
mod frame;
mod keys;
mod measure;
mod moved;
mod read;
mod refill;
mod write;

pub use self::{
    forks::fork,
    moved::moved,
    read::read,
    write::{target_of, write},
};
