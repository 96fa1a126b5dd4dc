//! [`Length`]: how many records there are.

/// A number below 2⁴⁸: no memory has room for more records, unless they have no bytes. It asks for no alignment, so it stands in what is left
/// beside a small shape.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Length([u8; 6]);

impl Length {
    /// The greatest, which nobody counts to.
    pub(super) const MOST: Self = Self([u8::MAX; 6]);

    /// `None` where there are more, which only records without bytes can be.
    #[inline]
    pub(super) fn new(len: usize) -> Option<Self> {
        let [a, b, c, d, e, f, rest @ ..] = (len as u64).to_le_bytes();
        (rest == [0; 2]).then_some(Self([a, b, c, d, e, f]))
    }

    #[inline]
    pub(super) fn get(self) -> usize {
        let [a, b, c, d, e, f] = self.0;
        u64::from_le_bytes([a, b, c, d, e, f, 0, 0]) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_fits_comes_back() {
        let on_this_machine = |len: u64| usize::try_from(len).ok();
        for len in [0, 1, 255, 1 << 32, (1 << 48) - 1]
            .into_iter()
            .filter_map(on_this_machine)
        {
            assert_eq!(Length::new(len).map(Length::get), Some(len));
        }
        for len in [1 << 48, u64::MAX].into_iter().filter_map(on_this_machine) {
            assert!(Length::new(len).is_none());
        }
    }
}
