//! [`Metadata`]: the keys and values of a Khronos texture.

/// A key and its value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Entry<'a> {
    /// Its name.
    pub key: &'a [u8],
    /// Its value; texts end with a NUL, which stands here as well.
    pub value: &'a [u8],
}

/// The keys and values of a texture, as far as they follow the rules.
#[derive(Debug, Clone)]
pub struct Metadata<'a> {
    rest: &'a [u8],
    big_endian: bool,
}

impl<'a> Metadata<'a> {
    pub(super) fn new(rest: &'a [u8], big_endian: bool) -> Self {
        Self { rest, big_endian }
    }

    /// Bytes that no key and value explain, once all are taken.
    #[must_use]
    pub fn unexplained(&self) -> usize {
        self.rest.len()
    }
}

impl<'a> Iterator for Metadata<'a> {
    type Item = Entry<'a>;

    fn next(&mut self) -> Option<Entry<'a>> {
        let (size, rest) = self.rest.split_first_chunk()?;
        let size = if self.big_endian {
            u32::from_be_bytes(*size)
        } else {
            u32::from_le_bytes(*size)
        };
        let size = usize::try_from(size).ok()?;
        let (entry, rest) = rest.split_at_checked(size)?;
        let end = entry.iter().position(|byte| *byte == 0)?;
        let padding = (4 - size % 4) % 4;
        self.rest = rest.get(padding..).unwrap_or_default();
        let (key, value) = entry.split_at(end);
        Some(Entry {
            key,
            value: value.get(1..).unwrap_or_default(),
        })
    }
}
