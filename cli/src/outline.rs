//! What the commands that compare files share.

use formwork_formats::{Info, View};
use formwork_schema::{Limits, Result};
use formwork_text::outline::Outline;

/// A file as it is compared.
pub(crate) fn of<'b>(info: &Info, bytes: &'b [u8], limits: &Limits) -> Result<Outline<'b>> {
    let outline = Outline::read((info.layout)(), bytes, limits)?;
    Ok(outline.by_meaning(&info.meaning))
}

/// What stands for a file when it is compared.
pub(crate) fn of_view<'b>(view: &'b View, limits: &Limits) -> Result<Outline<'b>> {
    let outline = Outline::read(view.layout, &view.bytes, limits)?;
    Ok(outline.as_view(view.incidental))
}
