//! Names of entries as paths of files. This is the policy: what is not a path below a folder, whatever the system, and
//! what only some systems cannot have. [`targets`](fn@targets) applies it to all names of a package.

mod among;
mod fold;
mod policy;
mod sanitize;
mod targets;

pub(crate) use self::{among::problems, policy::shown};
pub use self::{
    fold::fold,
    policy::{Problem, Systems, is_version_control, problem},
    targets::{OnUnsafe, Target, find_collision, targets},
};
