//! [`Frame`]: the size of a picture, and what it consists of.

use formwork_schema::{Limits, Result};

use super::bits::malformed;
use crate::{limit, reader::Reader};

/// A JPEG of the first row of units of another.
pub(crate) struct Short {
    pub(crate) bytes: Vec<u8>,
    /// Columns and rows.
    pub(crate) size: (u32, u32),
}

/// The size of a picture, and its components.
pub(super) struct Frame {
    /// Where its height stands.
    height_at: usize,
    width: u32,
    /// The height of a row of units, or of the picture where it has not as much.
    first: u16,
    pub(super) progressive: bool,
    /// Units of a picture whose scans have all components.
    pub(super) units: [u32; 2],
    pub(super) components: Vec<Component>,
}

/// A colour, or the brightness.
pub(super) struct Component {
    pub(super) id: u8,
    /// Blocks of one unit, across and down.
    pub(super) sampling: [u32; 2],
    /// Blocks that show something of the picture, across and down.
    pub(super) shown: [u32; 2],
    /// Blocks in a row, those of the last unit included.
    pub(super) stride: u32,
    /// Which table says how coarse it is.
    pub(super) steps: usize,
    /// The bit down to which each coefficient is known, from 0; `None` while no scan had it.
    pub(super) known: [Option<u8>; 64],
    /// Which coefficients of each block are not 0; only where scans refine each other.
    pub(super) filled: Vec<u64>,
}

impl Frame {
    /// `None` for one that the decoder does not know.
    pub(super) fn read(
        segment: &mut Reader<'_>,
        progressive: bool,
        (bytes, limits): (usize, &Limits),
    ) -> Result<Option<Self>> {
        let at = segment.at();
        let precision = segment.byte()?;
        let height_at = segment.at();
        let height = segment.number(2)?;
        let width = segment.number(2)?;
        let count = segment.byte()?;
        if precision != 8 || width == 0 || height == 0 || !(1..=4).contains(&count) {
            return Ok(None);
        }
        limit::check(width, height, bytes)?;
        let mut read = Vec::new();
        for _ in 0..count {
            let (id, sampling, steps) = (segment.byte()?, segment.byte()?, segment.byte()?);
            let sampling = [u32::from(sampling >> 4), u32::from(sampling & 15)];
            if sampling.iter().any(|blocks| !(1..=4).contains(blocks)) || steps > 3 {
                return Err(malformed(
                    at,
                    format!("component {id} of no kind that can be"),
                ));
            }
            read.push((id, sampling, usize::from(steps)));
        }
        let most = |axis: usize| read.iter().map(|(_, sampling, _)| sampling[axis]).max();
        let most = [most(0).unwrap_or(1), most(1).unwrap_or(1)];
        let size = [width, height];
        let units = [0, 1].map(|axis| size[axis].div_ceil(8 * most[axis]));
        if progressive {
            let unit: u32 = read
                .iter()
                .map(|(_, [across, down], _)| across * down)
                .sum();
            let blocks = u64::from(units[0]) * u64::from(units[1]) * u64::from(unit);
            let what = format!("going through {width} by {height} pixels");
            limits.afford(&what, blocks * size_of::<u64>() as u64)?;
        }
        let component = |(id, sampling, steps): (u8, [u32; 2], usize)| {
            let shown = [0, 1].map(|axis| {
                (size[axis] * sampling[axis])
                    .div_ceil(most[axis])
                    .div_ceil(8)
            });
            let stride = units[0] * sampling[0];
            let rows = units[1] * sampling[1];
            let blocks = if progressive {
                stride as usize * rows as usize
            } else {
                0
            };
            Component {
                id,
                sampling,
                shown,
                stride,
                steps,
                known: [None; 64],
                filled: vec![0; blocks],
            }
        };
        let components = read.into_iter().map(component).collect();
        Ok(Some(Self {
            height_at,
            width,
            first: height.min(8 * most[1]) as u16,
            progressive,
            units,
            components,
        }))
    }

    /// The first row of units alone, with what the scans have of it.
    pub(super) fn shortened(&self, mut bytes: Vec<u8>) -> Option<Short> {
        let height = bytes.get_mut(self.height_at..)?.first_chunk_mut()?;
        *height = self.first.to_be_bytes();
        let size = (self.width, self.first.into());
        Some(Short { bytes, size })
    }

    /// Asks that every component was in a scan.
    pub(super) fn complete(&self, at: usize) -> Result<()> {
        match self.components.iter().find(|one| one.known[0].is_none()) {
            None => Ok(()),
            Some(Component { id, .. }) => {
                let message = format!("the file ends before any data of component {id}");
                Err(malformed(at, message))
            }
        }
    }
}
