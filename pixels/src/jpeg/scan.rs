//! [`Scan`]: one pass over the picture.

use formwork_schema::{Result, sorted};

use super::{
    bits::{Bits, malformed},
    codes::Codes,
    frame::Component,
    state::{State, Steps},
};
use crate::reader::Reader;

/// One pass over the picture, with some coefficients of some components.
pub(super) struct Scan<'s> {
    parts: Vec<Part<'s>>,
    /// Units across and down.
    units: [u32; 2],
    pass: Pass,
    interval: u32,
}

/// Which coefficients a scan has, and which bits of them.
#[derive(Clone, Copy)]
struct Pass {
    progressive: bool,
    first: usize,
    last: usize,
    /// Whether earlier scans had higher bits of them.
    refines: bool,
    /// The lowest bit that it has.
    low: u8,
}

/// A component in a scan.
struct Part<'s> {
    component: &'s mut Component,
    /// Blocks of one unit, across and down.
    blocks: [u32; 2],
    constant: Option<&'s Codes>,
    other: Option<&'s Codes>,
    steps: &'s Steps,
    /// The first coefficient of the block before.
    before: i32,
}

impl<'s> Scan<'s> {
    /// Reads what a scan says of itself.
    pub(super) fn read(segment: &mut Reader<'_>, state: &'s mut State) -> Result<Self> {
        let at = segment.at();
        let Some(frame) = &mut state.frame else {
            return Err(malformed(
                at,
                "a scan before the size of the picture is known",
            ));
        };
        let mut chosen = [None; 4];
        let count = segment.byte()?;
        for place in 0..count {
            let (id, tables) = (segment.byte()?, segment.byte()?);
            let found = frame.components.iter().position(|one| one.id == id);
            match found.and_then(|found| chosen.get_mut(found)) {
                Some(free @ None) => *free = Some((place, tables)),
                _ => {
                    return Err(malformed(
                        at,
                        format!("a scan of component {id}, which is none or there twice"),
                    ));
                }
            }
        }
        let (first, last, bits) = (segment.byte()?, segment.byte()?, segment.byte()?);
        let pass = Pass {
            progressive: frame.progressive,
            first: if frame.progressive { first.into() } else { 0 },
            last: if frame.progressive { last.into() } else { 63 },
            refines: frame.progressive && bits >> 4 != 0,
            low: if frame.progressive { bits & 15 } else { 0 },
        };
        let is_single = count == 1;
        let fits = pass.first <= pass.last && pass.last < 64 && pass.low < 14;
        let separate = !pass.progressive
            || (if pass.first == 0 {
                pass.last == 0
            } else {
                is_single
            });
        if count == 0 || !fits || !separate {
            return Err(malformed(
                at,
                "a scan of coefficients that no scan can have",
            ));
        }
        let mut parts = Vec::new();
        for (component, chosen) in frame.components.iter_mut().zip(chosen) {
            let Some((place, tables)) = chosen else {
                continue;
            };
            pass.follows(
                &mut component.known,
                if pass.refines { Some(bits >> 4) } else { None },
            )
            .map_err(|message| malformed(at, message))?;
            let table = |class: usize, which: u8| {
                state.codes[class]
                    .get(usize::from(which))
                    .and_then(Option::as_ref)
            };
            let steps = component.steps;
            let part = Part {
                blocks: if is_single {
                    [1, 1]
                } else {
                    component.sampling
                },
                component,
                constant: table(0, tables >> 4),
                other: table(1, tables & 15),
                steps: &state.steps[steps],
                before: 0,
            };
            parts.push((place, part));
        }
        sorted::by_key(&mut parts, |(place, _)| *place);
        let parts: Vec<Part<'s>> = parts.into_iter().map(|(_, part)| part).collect();
        let units = match &parts[..] {
            [only] => only.component.shown,
            _ => frame.units,
        };
        Ok(Self {
            parts,
            units,
            pass,
            interval: state.interval,
        })
    }

    /// Goes through the data behind the segment: where that of the first row of units of the picture ends, and where all of it does.
    pub(super) fn walk(mut self, bytes: &[u8], at: usize) -> Result<[usize; 2]> {
        let mut bits = Bits::new(bytes, at);
        let row = match &self.parts[..] {
            [only] => self.units[0] * only.component.sampling[1],
            _ => self.units[0],
        };
        let mut first = None;
        let total = u64::from(self.units[0]) * u64::from(self.units[1]);
        let (mut left, mut number, mut zeros) = (self.interval, 0, 0);
        for done in 0..total {
            if done == u64::from(row) {
                first = Some(bits.begun());
            }
            if self.interval != 0 && left == 0 {
                self.ended(zeros, bits.at())?;
                bits.restart(number)?;
                number = (number + 1) % 8;
                left = self.interval;
                zeros = 0;
                self.parts.iter_mut().for_each(|part| part.before = 0);
            }
            left = left.wrapping_sub(1);
            let place = [
                done % u64::from(self.units[0]),
                done / u64::from(self.units[0]),
            ];
            let place = place.map(|place| place as u32);
            for part in &mut self.parts {
                if part.unit(self.pass, place, &mut bits, &mut zeros).is_none() {
                    let message = format!(
                        "the data ends or is damaged after {done} of {total} units of a scan"
                    );
                    return Err(malformed(bits.at(), message));
                }
            }
        }
        self.ended(zeros, bits.at())?;
        bits.end()?;
        let end = bits.at();
        Ok([first.unwrap_or(end), end])
    }

    /// Asks that no run of empty blocks goes on.
    fn ended(&self, zeros: u32, at: usize) -> Result<()> {
        match zeros {
            0 => Ok(()),
            more => Err(malformed(
                at,
                format!("{more} empty blocks more than there are"),
            )),
        }
    }
}

impl Pass {
    /// Remembers which bits of which coefficients are known, and asks that nothing is left out.
    fn follows(self, known: &mut [Option<u8>; 64], high: Option<u8>) -> Result<(), &'static str> {
        if self.first > 0 && known[0].is_none() {
            return Err("a scan is missing: the first coefficients come first");
        }
        let refined = high.is_none_or(|high| high == self.low + 1);
        for known in &mut known[self.first..=self.last] {
            if *known != high || !refined {
                return Err("a scan is missing, or there twice");
            }
            *known = Some(self.low);
        }
        Ok(())
    }
}

impl Part<'_> {
    /// The blocks of one unit; `None` when their codes end or are wrong.
    fn unit(
        &mut self,
        pass: Pass,
        unit: [u32; 2],
        bits: &mut Bits<'_>,
        zeros: &mut u32,
    ) -> Option<()> {
        for row in 0..self.blocks[1] {
            for column in 0..self.blocks[0] {
                let across = unit[0] * self.blocks[0] + column;
                let down = unit[1] * self.blocks[1] + row;
                if pass.progressive && pass.first > 0 {
                    let block = down as usize * self.component.stride as usize + across as usize;
                    let codes = self.other?;
                    let filled = self.component.filled.get_mut(block)?;
                    if pass.refines {
                        refine(codes, pass, bits, filled, zeros)?;
                    } else {
                        fill(codes, pass, self.steps, bits, filled, zeros)?;
                    }
                } else if pass.refines {
                    bits.take(1)?;
                } else {
                    self.constant(pass.low, bits)?;
                    if !pass.progressive {
                        others(self.other?, pass, self.steps, bits)?;
                    }
                }
            }
        }
        Some(())
    }

    /// The first coefficient, as a difference to that of the block before.
    fn constant(&mut self, low: u8, bits: &mut Bits<'_>) -> Option<()> {
        let size = u32::from(self.constant?.next(bits)?);
        if size > 11 {
            return None;
        }
        let number = bits.take(size)? as i32;
        let is_negative = size > 0 && number >> (size - 1) == 0;
        let difference = if is_negative {
            number - (1 << size) + 1
        } else {
            number
        };
        self.before += difference;
        is_plausible(self.before.unsigned_abs() << low, self.steps[0]).then_some(())
    }
}

/// Whether a picture can have a coefficient. It has at most 1024, and some encoders go beyond that where it is white, to have
/// sharper edges.
fn is_plausible(coefficient: u32, step: u16) -> bool {
    u64::from(coefficient).saturating_sub(1) * u64::from(step) <= 1280
}

/// Whether a picture can have a coefficient of so many bits, down to the lowest.
fn can_have(size: u32, pass: Pass, steps: &Steps, place: usize) -> bool {
    steps
        .get(place)
        .is_some_and(|step| is_plausible(1 << (size - 1) << pass.low, *step))
}

/// The coefficients of a block after the first.
fn others(codes: &Codes, pass: Pass, steps: &Steps, bits: &mut Bits<'_>) -> Option<()> {
    let mut place = 1;
    while place < 64 {
        let symbol = codes.next(bits)?;
        let (run, size) = (usize::from(symbol >> 4), u32::from(symbol & 15));
        match (run, size) {
            (0, 0) => return Some(()),
            (15, 0) => place += 16,
            (_, 0 | 11..) => return None,
            _ => {
                place += run;
                can_have(size, pass, steps, place).then_some(())?;
                place += 1;
                bits.take(size)?;
            }
        }
    }
    // Sixteen zeros may not go beyond the end.
    (place == 64).then_some(())
}

/// Higher bits of some coefficients of a block.
fn fill(
    codes: &Codes,
    pass: Pass,
    steps: &Steps,
    bits: &mut Bits<'_>,
    filled: &mut u64,
    zeros: &mut u32,
) -> Option<()> {
    if *zeros > 0 {
        *zeros -= 1;
        return Some(());
    }
    let mut place = pass.first;
    while place <= pass.last {
        let symbol = codes.next(bits)?;
        let (run, size) = (u32::from(symbol >> 4), u32::from(symbol & 15));
        match (run, size) {
            (15, 0) => place += 16,
            (_, 0) => {
                *zeros = (1 << run) + bits.take(run)? - 1;
                return Some(());
            }
            (_, 11..) => return None,
            _ => {
                place += run as usize;
                let fits = place <= pass.last && can_have(size, pass, steps, place);
                fits.then_some(())?;
                bits.take(size)?;
                *filled |= 1 << place;
                place += 1;
            }
        }
    }
    (place == pass.last + 1).then_some(())
}

/// One more bit of some coefficients of a block: of those that are not 0, and of those that become 1 or -1.
fn refine(
    codes: &Codes,
    pass: Pass,
    bits: &mut Bits<'_>,
    filled: &mut u64,
    zeros: &mut u32,
) -> Option<()> {
    let mut place = pass.first;
    while *zeros == 0 && place <= pass.last {
        let symbol = codes.next(bits)?;
        let (mut run, size) = (u32::from(symbol >> 4), symbol & 15);
        match (run, size) {
            (15, 0) | (_, 1) => {}
            (_, 0) => {
                *zeros = (1 << run) + bits.take(run)?;
                break;
            }
            _ => return None,
        }
        if size == 1 {
            bits.take(1)?;
        }
        let mut ends = false;
        while place <= pass.last && !ends {
            if *filled >> place & 1 == 1 {
                bits.take(1)?;
            } else if run > 0 {
                run -= 1;
            } else {
                ends = true;
                if size == 1 {
                    *filled |= 1 << place;
                }
            }
            place += 1;
        }
        if !ends {
            return None;
        }
    }
    if *zeros > 0 {
        *zeros -= 1;
        let rest = *filled >> place & (u64::MAX >> (63 - pass.last)) >> place.min(63);
        for _ in 0..rest.count_ones() {
            bits.take(1)?;
        }
    }
    Some(())
}
