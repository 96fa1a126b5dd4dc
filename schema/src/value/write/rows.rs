//! Lists whose items all have one size, written at once.

use bytes::Bytes;

use super::Writer;
use crate::{
    layout::{Endian, Field, Type},
    value::{Row, Rows, build::Builder},
    walk::{Slot, show_item},
};

impl<'a> Writer<'a> {
    /// Writes rows as they are where the layout asks for just such items; says whether it did. Where not, they are looked at one by one,
    /// which says what is wrong.
    pub(super) fn rows(
        &mut self,
        field: &'a Field,
        item: &'a Type,
        rows: &Rows,
        endian: Endian,
        args: &[Slot<'a>],
    ) -> bool {
        let nothing = Bytes::new();
        let mut builder = Builder::of_item(&nothing);
        let place = (field, item);
        let size = show_item(self.layout, &self.scopes, place, endian, args, &mut builder);
        let Some(size) = size else {
            return false;
        };
        let wanted = Row::new(size as usize, builder.finish());
        if !rows.row().is_alike(&wanted) {
            return false;
        }
        let is_settled = self.is_settled() && **rows.row() == wanted;
        if !(is_settled && self.out.settled(rows.bytes())) {
            rows.in_order_of(&wanted, self.out.kept());
        }
        true
    }
}
