//! Names of entries as paths of files. This is the policy: what is not a path below a folder, whatever the system, and
//! what only some systems cannot have. [`targets`](fn@targets) applies it to all names of a package.

mod policy;
mod sanitize;
mod targets;

pub(crate) use self::{policy::shown, targets::problems};
pub use self::{
    policy::{Problem, Systems, is_version_control, problem},
    targets::{OnUnsafe, Target, find_collision, targets},
};
