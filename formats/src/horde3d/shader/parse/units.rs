//! Texture units: those that are asked for, and those that are given out.

use formwork_schema::Result;

use super::{
    super::tree::{Sampler, Shader},
    cursor::Cursor,
};
use crate::horde3d::shader::rules;

/// Units that OpenGL4 has for samplers: those of the device less four.
const UNITS: usize = 92;
/// Units that the other back ends have.
const FEW_UNITS: usize = 12;

/// Asks whether a unit exists.
pub(super) fn check(cursor: &mut Cursor<'_>, unit: i32, at: usize) -> Result<()> {
    let Ok(unit) = usize::try_from(unit) else {
        return Ok(());
    };
    if unit >= UNITS {
        let message = format!("there is no texture unit {unit}: the last is {}", UNITS - 1);
        return Err(cursor.fault(at, &message).help("-1 takes one that is free"));
    }
    if unit >= FEW_UNITS {
        let message = format!(
            "OpenGL4 has the unit {unit}; OpenGL2 and OpenGLES3, whose last is {}, refuse the shader",
            FEW_UNITS - 1
        );
        cursor.note(at, &rules::TEX_UNIT_BEYOND_11, &message);
    }
    Ok(())
}

impl Shader {
    /// The texture unit of every sampler, on OpenGL4, as the engine gives them out: the lowest that is free, in order;
    /// `None` when there is none.
    #[must_use]
    pub fn units(&self) -> Vec<Option<usize>> {
        let mut is_taken = [false; UNITS];
        for sampler in &self.samplers {
            let taken = usize::try_from(sampler.tex_unit).ok();
            if let Some(taken) = taken.and_then(|unit| is_taken.get_mut(unit)) {
                *taken = true;
            }
        }
        let mut free = (0..UNITS).filter(|unit| is_taken.get(*unit) == Some(&false));
        let unit = |sampler: &Sampler| {
            usize::try_from(sampler.tex_unit)
                .ok()
                .or_else(|| free.next())
        };
        self.samplers.iter().map(unit).collect()
    }
}

/// Gives out the units.
pub(super) fn assign(cursor: &mut Cursor<'_>, shader: &Shader) -> Result<()> {
    let at = cursor.word.range.start;
    let units = shader.units();
    if units.contains(&None) {
        let message = format!("more samplers than the {UNITS} texture units");
        return Err(cursor.fault(at, &message));
    }
    let automatic = shader
        .samplers
        .iter()
        .zip(&units)
        .filter(|(sampler, _)| sampler.tex_unit < 0);
    let highest = automatic.filter_map(|(_, unit)| *unit).max();
    if highest.is_some_and(|unit| unit >= FEW_UNITS) {
        let message = format!(
            "more samplers than the {FEW_UNITS} texture units of OpenGL2 and OpenGLES3, which refuse the shader"
        );
        cursor.note(at, &rules::TOO_MANY_SAMPLERS, &message);
    }
    Ok(())
}
