//! `float` and `float4`.

use formwork_schema::Result;

use super::{
    super::{
        numbers,
        slots::{Of, Slot},
        tree::Uniform,
        words::UniformType,
    },
    cursor::Cursor,
};

/// What a number of a uniform may be made of, beside digits.
const CHARACTERS: &str = "+-.eE";

/// Reads a uniform whose type is ahead.
pub(super) fn read(cursor: &mut Cursor<'_>, kind: UniformType, index: usize) -> Result<Uniform> {
    let word = cursor.advance()?;
    let range = cursor.inner(&word);
    cursor.slot(Slot::Uniform(index, Of::Type), range);
    let (name, range) = cursor.identifier("a name")?;
    cursor.slot(Slot::Uniform(index, Of::Name), range);
    cursor.enter(format!("{} {name}", kind.word()));
    let mut uniform = Uniform::new(kind, name);
    if let Some((text, range)) = cursor.annotation()? {
        cursor.slot(Slot::Uniform(index, Of::Annotation), range);
        uniform.annotation = Some(text);
    }
    if cursor.eat("=")? {
        match kind {
            UniformType::Float => component(cursor, &mut uniform, index)?,
            UniformType::Float4 => components(cursor, &mut uniform, index)?,
        }
    }
    cursor.expect(";")?;
    cursor.leave();
    Ok(uniform)
}

fn components(cursor: &mut Cursor<'_>, uniform: &mut Uniform, index: usize) -> Result<()> {
    cursor.expect("{")?;
    component(cursor, uniform, index)?;
    while usize::from(uniform.written) < uniform.value.len() && cursor.eat(",")? {
        component(cursor, uniform, index)?;
    }
    cursor.expect("}")
}

fn component(cursor: &mut Cursor<'_>, uniform: &mut Uniform, index: usize) -> Result<()> {
    let (text, range) = cursor.number(CHARACTERS)?;
    let place = usize::from(uniform.written);
    if let Some(number) = uniform.value.get_mut(place) {
        *number = numbers::read(text);
    }
    cursor.slot(Slot::Uniform(index, Of::Value(place)), range);
    uniform.written += 1;
    Ok(())
}
