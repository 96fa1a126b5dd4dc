//! Owner, permissions and extended attributes of a file that is replaced.

use std::{
    fs::{File, Metadata},
    io,
    path::Path,
};

/// Copies owner, permissions and extended attributes of the file at `place` to the new file that replaces it.
///
/// # Errors
/// The first of them that cannot be kept. Permissions are set in any case.
pub(crate) fn preserve(new: &File, place: &Path, old: &Metadata) -> io::Result<()> {
    // A change of the owner clears permissions, so they are set after it.
    let owner = owner(new, old);
    new.set_permissions(old.permissions())?;
    owner?;
    attributes(new, place)
}

#[cfg(unix)]
fn owner(new: &File, old: &Metadata) -> io::Result<()> {
    use std::os::unix::fs::{MetadataExt as _, fchown};
    let now = new.metadata()?;
    let changed = |old: u32, new: u32| (old != new).then_some(old);
    let (user, group) = (changed(old.uid(), now.uid()), changed(old.gid(), now.gid()));
    if user.is_none() && group.is_none() {
        return Ok(());
    }
    fchown(new, user, group).map_err(|error| {
        let (user, group) = (old.uid(), old.gid());
        let message = format!("its owner, user {user} and group {group}, cannot be kept: {error}");
        io::Error::new(error.kind(), message)
    })
}

/// Also the access control lists of Linux, which are extended attributes.
#[cfg(unix)]
fn attributes(new: &File, place: &Path) -> io::Result<()> {
    use xattr::FileExt as _;
    // Where a file system has none, there is nothing to keep.
    for name in xattr::list_deref(place).into_iter().flatten() {
        let Ok(Some(value)) = xattr::get_deref(place, &name) else {
            continue;
        };
        let has_it = new
            .get_xattr(&name)
            .is_ok_and(|has| has.as_ref() == Some(&value));
        if !has_it {
            new.set_xattr(&name, &value).map_err(|error| {
                let name = name.to_string_lossy();
                let message = format!("its attribute `{name}` cannot be kept: {error}");
                io::Error::new(error.kind(), message)
            })?;
        }
    }
    Ok(())
}

/// Folders pass their permissions down.
#[cfg(not(unix))]
fn owner(_: &File, _: &Metadata) -> io::Result<()> {
    Ok(())
}

/// Other systems have none.
#[cfg(not(unix))]
fn attributes(_: &File, _: &Path) -> io::Result<()> {
    Ok(())
}
