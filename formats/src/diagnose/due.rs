//! Checksums and lengths that do not follow from the rest of the file.

use formwork_schema::{
    Diagnostic, Layout, Limits, Location, Result, file_rules,
    layout::Due,
    walk::{Leaf, Scalar, Visitor, WalkOptions, walk},
};

/// Tells whether some are wrong. A file that is damaged further behind has those in front of the damage.
pub(super) fn diagnose(layout: &Layout, bytes: &[u8], limits: &Limits) -> Option<Diagnostic> {
    let mut wrong = Wrong::default();
    let structs = layout.structs();
    let mut fields = structs.iter().flat_map(|of| of.field_lists()).flatten();
    if fields.any(|field| field.due.is_some()) {
        let options = WalkOptions {
            limits: *limits,
            dialect: None,
        };
        let _ = walk(layout, bytes, &options, &mut wrong);
    }
    wrong.0
}

/// The first one, which knows how many more there are: a file may have millions.
#[derive(Default)]
struct Wrong(Option<Diagnostic>);

impl Visitor for Wrong {
    fn leaf(&mut self, leaf: &Leaf<'_>) -> Result<()> {
        let (Some(due), Some(right), Scalar::Int(value)) =
            (&leaf.field.due, leaf.right, leaf.value)
        else {
            return Ok(());
        };
        if let Some(first) = &mut self.0 {
            first.count = first.count.saturating_add(1);
            return Ok(());
        }
        let message = match due {
            Due::Checksum(_) => format!("{value:#x} should be {right:#x}"),
            Due::FileLength(_) => format!("{value} should be {right}"),
        };
        let location = Location {
            path: leaf.path.to_string(),
            bytes: Some(leaf.range.clone()),
            ..Location::default()
        };
        self.0 = Some(Diagnostic::new(&file_rules::WRONG_SUM, location, message));
        Ok(())
    }
}
