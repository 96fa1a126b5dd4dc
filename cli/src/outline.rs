//! What the commands that compare files share.

use formwork_formats::{Info, View, identify};
use formwork_schema::{Limits, Result};
use formwork_text::outline::Outline;

/// A file as it is compared.
pub(crate) fn of<'b>(info: &Info, bytes: &'b [u8], limits: &Limits) -> Result<Outline<'b>> {
    let outline = Outline::read((info.layout)(), bytes, limits)?;
    Ok(outline.by_meaning(&info.meaning))
}

/// A file of an old version as it is compared with one of the version in use; `modern` is what it would be in that.
pub(crate) fn of_old<'b>(
    info: &Info,
    bytes: &[u8],
    modern: &'b [u8],
    limits: &Limits,
) -> Result<Outline<'b>> {
    let outline = of(info, modern, limits)?;
    let version = identify(bytes, "").version.unwrap_or_default();
    Ok(outline.as_version(&version))
}

/// What stands for a file when it is compared.
pub(crate) fn of_view<'b>(view: &'b View, limits: &Limits) -> Result<Outline<'b>> {
    let outline = Outline::read(view.layout, &view.bytes, limits)?;
    Ok(outline.as_view(view.incidental))
}
