//! Keys of animations as glTF allows them.

use std::borrow::Cow;

use super::unit::{or_zero, rotation};
use crate::{
    Code,
    scene::{Interpolation, Path},
};

/// Keys that glTF allows.
pub(in crate::gltf) struct Keys<'a> {
    /// Rising from 0 or later.
    pub times: Cow<'a, [f32]>,
    /// As a track has them.
    pub values: Cow<'a, [f32]>,
    /// Where rotations change their sign to stay near the one before.
    pub flips: Vec<usize>,
    /// As glTF allows it for so many keys.
    pub interpolation: Interpolation,
    /// What changed.
    pub losses: Vec<(Code, usize)>,
}

/// Mends the keys of one track with `width` numbers for each value. There may be no key left.
pub(in crate::gltf) fn keys<'a>(
    path: Path,
    interpolation: Interpolation,
    times: &'a [f32],
    values: &'a [f32],
    width: usize,
) -> Keys<'a> {
    let each = if interpolation == Interpolation::Cubic {
        3
    } else {
        1
    };
    let mut mended = Keys {
        times: Cow::Borrowed(times),
        values: Cow::Borrowed(values),
        flips: Vec::new(),
        interpolation,
        losses: Vec::new(),
    };
    let rising = times.windows(2).all(|pair| pair[0] < pair[1]);
    if !rising || times.first().is_some_and(|first| *first < 0.0) || has_bad(times) {
        rise(&mut mended, width * each);
    }
    if has_bad(&mended.values) {
        let bad = mended.values.iter().filter(|it| !it.is_finite()).count();
        mended.losses.push((Code::C111, bad));
        for value in mended.values.to_mut() {
            *value = or_zero(*value);
        }
    }
    if mended.times.len() == 1 && interpolation == Interpolation::Cubic {
        mended.interpolation = Interpolation::Linear;
        mended.values = Cow::Owned(mended.values[width..2 * width].to_vec());
    }
    if path == Path::Rotation {
        rotations(&mut mended);
    }
    mended
}

fn has_bad(values: &[f32]) -> bool {
    !values.iter().all(|value| value.is_finite())
}

/// Drops keys whose times do not rise, and those before 0; what was there at 0 becomes a key.
fn rise(keys: &mut Keys<'_>, stride: usize) {
    let (mut times, mut values) = (Vec::new(), Vec::new());
    let (mut falling, mut negative) = (0, 0);
    let mut before: Option<(f32, usize)> = None;
    for (place, time) in keys.times.iter().copied().enumerate() {
        let row = &keys.values[place * stride..][..stride];
        if !time.is_finite() || times.last().is_some_and(|last| time <= *last) {
            falling += 1;
            continue;
        }
        if time < 0.0 {
            negative += 1;
            before = Some((time, place));
            continue;
        }
        if let Some((from, of)) = before.take()
            && time > 0.0
        {
            times.push(0.0);
            let old = &keys.values[of * stride..][..stride];
            let part = if keys.interpolation == Interpolation::Linear {
                f64::from(-from) / (f64::from(time) - f64::from(from))
            } else {
                0.0
            };
            values.extend(old.iter().zip(row).map(|(a, b)| {
                let (a, b) = (f64::from(*a), f64::from(*b));
                (a + (b - a) * part) as f32
            }));
        }
        times.push(time + 0.0);
        values.extend_from_slice(row);
    }
    if let (true, Some((_, of))) = (times.is_empty(), before) {
        times.push(0.0);
        values.extend_from_slice(&keys.values[of * stride..][..stride]);
    }
    keys.losses
        .extend([(Code::C305, negative), (Code::C306, falling)]);
    keys.losses.retain(|loss| loss.1 > 0);
    keys.times = Cow::Owned(times);
    keys.values = Cow::Owned(values);
}

/// Makes rotations unit quaternions, each on the side of the one before.
fn rotations(keys: &mut Keys<'_>) {
    let cubic = keys.interpolation == Interpolation::Cubic;
    let rows = keys.values.len() / 4;
    let (mut normalized, mut sign) = (0, false);
    let mut last = [0.0_f32; 4];
    for place in 0..rows {
        if cubic && place % 3 != 1 {
            continue;
        }
        let row: [f32; 4] = std::array::from_fn(|slot| keys.values[4 * place + slot]);
        let unit = rotation(row);
        let dot: f64 = last
            .iter()
            .zip(unit)
            .map(|(a, b)| f64::from(*a) * f64::from(b))
            .sum();
        last = unit;
        // A cubic curve may go the long way round; a line never does.
        if keys.interpolation == Interpolation::Linear && dot < 0.0 {
            sign = !sign;
            keys.flips.push(place);
        }
        let changed = unit != row;
        normalized += usize::from(changed);
        if changed || sign {
            let unit = if sign { unit.map(|value| -value) } else { unit };
            keys.values.to_mut()[4 * place..][..4].copy_from_slice(&unit);
        }
    }
    let changed = normalized + keys.flips.len();
    if changed > 0 {
        keys.losses.push((Code::C201, changed));
    }
}

/// Turns the signs of rotations where they were turned.
pub(in crate::gltf) fn flip(values: &mut [f32], flips: &[usize]) {
    let mut flips = flips.iter().copied();
    while let Some(from) = flips.next() {
        let to = flips.next().unwrap_or(values.len() / 4);
        let to = to.min(values.len() / 4);
        for value in values.get_mut(4 * from..4 * to).unwrap_or_default() {
            *value = -*value;
        }
    }
}
