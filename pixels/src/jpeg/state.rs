//! [`State`]: what a scan is read with.

use formwork_schema::Result;

use super::{bits::malformed, codes::Codes, frame::Frame};
use crate::reader::Reader;

/// How coarse each coefficient of a block is.
pub(super) type Steps = [u16; 64];

/// What the segments have said so far.
pub(super) struct State {
    /// Codes of constant and of other coefficients.
    pub(super) codes: [[Option<Codes>; 4]; 2],
    /// How coarse the coefficients of a block are.
    pub(super) steps: [Steps; 4],
    /// Units between restart markers, 0 without any.
    pub(super) interval: u32,
    pub(super) frame: Option<Frame>,
}

impl State {
    pub(super) fn new() -> Self {
        Self {
            codes: Default::default(),
            steps: [[1; 64]; 4],
            interval: 0,
            frame: None,
        }
    }

    pub(super) fn read_codes(&mut self, segment: &mut Reader<'_>) -> Result<()> {
        while segment.left() > 0 {
            let at = segment.at();
            let which = segment.byte()?;
            let place = self.codes.get_mut(usize::from(which >> 4));
            let place = place.and_then(|class| class.get_mut(usize::from(which & 15)));
            let Some(place) = place else {
                return Err(malformed(
                    at,
                    format!("no table of codes can be {which:#04x}"),
                ));
            };
            *place = Some(Codes::read(segment)?);
        }
        Ok(())
    }

    pub(super) fn read_steps(&mut self, segment: &mut Reader<'_>) -> Result<()> {
        while segment.left() > 0 {
            let at = segment.at();
            let which = segment.byte()?;
            let Some(steps) = self.steps.get_mut(usize::from(which & 15)) else {
                return Err(malformed(
                    at,
                    format!("no table of steps can be {which:#04x}"),
                ));
            };
            let bytes = if which >> 4 == 0 { 1 } else { 2 };
            for step in steps {
                *step = segment.number(bytes)? as u16;
            }
        }
        Ok(())
    }
}
