//! `sampler2D`, `samplerCube` and `sampler3D`.

use std::ops::Range;

use formwork_schema::Result;

use super::{
    super::{
        numbers,
        slots::{Of, Slot},
        tree::Sampler,
        words::{Address, Filter, SamplerKey, SamplerType, Usage},
    },
    cursor::Cursor,
    units,
};
use crate::horde3d::RawText;
use crate::horde3d::shader::rules;

/// What a whole number may be made of, beside digits.
pub(super) const SIGNS: &str = "+-";

/// Reads a sampler whose type is ahead.
pub(super) fn read(cursor: &mut Cursor<'_>, kind: SamplerType, index: usize) -> Result<Sampler> {
    let word = cursor.advance()?;
    let range = cursor.inner(&word);
    cursor.slot(Slot::Sampler(index, Of::Type), range);
    let (name, range) = cursor.identifier("a name")?;
    cursor.slot(Slot::Sampler(index, Of::Name), range);
    cursor.enter(format!("{} {name}", kind.word()));
    let mut sampler = Sampler::new(kind, name);
    if let Some((text, range)) = cursor.annotation()? {
        cursor.slot(Slot::Sampler(index, Of::Annotation), range);
        sampler.annotation = Some(text);
    }
    if cursor.eat("=")? {
        cursor.expect("sampler_state")?;
        cursor.expect("{")?;
        while !cursor.eat("}")? {
            setting(cursor, &mut sampler, index)?;
        }
    }
    cursor.expect(";")?;
    cursor.leave();
    Ok(sampler)
}

fn setting(cursor: &mut Cursor<'_>, sampler: &mut Sampler, index: usize) -> Result<()> {
    let ahead = cursor.word.text;
    let at = cursor.word.range.start;
    if cursor.is("Texture") {
        cursor.enter("Texture");
        repeated(cursor, sampler.texture.is_some(), at);
        cursor.advance()?;
        texture(cursor, sampler, index)?;
    } else if let Some(key) = SamplerKey::from_word(ahead) {
        cursor.enter(key.word());
        repeated(cursor, !sampler.written.insert(key), at);
        cursor.advance()?;
        let range = value(cursor, sampler, key, at)?;
        cursor.slot(Slot::Sampler(index, Of::Value(key)), range);
    } else {
        let error = cursor.unexpected("a setting of a sampler or `}`");
        return Err(error.help(
            "settings are `Texture`, `TexUnit`, `Address`, `Filter`, `MaxAnisotropy` and `Usage`",
        ));
    }
    cursor.expect(";")?;
    cursor.leave();
    Ok(())
}

/// A setting that stands twice.
pub(super) fn repeated(cursor: &mut Cursor<'_>, is_repeated: bool, at: usize) {
    if is_repeated {
        cursor.note(
            at,
            &rules::REPEATED_SETTING,
            "set before: the last one counts",
        );
    }
}

fn texture(cursor: &mut Cursor<'_>, sampler: &mut Sampler, index: usize) -> Result<()> {
    cursor.expect("=")?;
    let word = cursor.take_whole()?;
    let range = cursor.absolute(word.range.clone());
    let name = RawText::from(word.text);
    cursor.texture(range.start, &name);
    if word.text.is_empty() {
        cursor.note(
            word.range.start,
            &rules::EMPTY_NAME,
            "the empty name of a texture",
        );
    }
    // The end of a line that ends a text stays where it is.
    let end = range.end - usize::from(word.open);
    cursor.slot(Slot::Sampler(index, Of::Texture), range.start..end);
    sampler.texture = Some(name);
    Ok(())
}

fn value(
    cursor: &mut Cursor<'_>,
    sampler: &mut Sampler,
    key: SamplerKey,
    at: usize,
) -> Result<Range<usize>> {
    if key == SamplerKey::Usage && sampler.kind != SamplerType::Sampler2D {
        let message = "only a `sampler2D` has a `Usage`";
        return Err(cursor.fault(at, message));
    }
    cursor.expect("=")?;
    match key {
        SamplerKey::TexUnit => {
            let at = cursor.word.range.start;
            let (unit, range) = integer(cursor)?;
            units::check(cursor, unit, at)?;
            sampler.tex_unit = unit;
            Ok(range)
        }
        SamplerKey::MaxAnisotropy => {
            let at = cursor.word.range.start;
            let (count, range) = integer(cursor)?;
            sampler.max_anisotropy = count;
            let taken = sampler.anisotropy();
            if i32::from(taken) != count {
                let message =
                    format!("{count} is none of 1, 2, 4, 8 and 16: the engine takes {taken}");
                cursor.note(at, &rules::ANISOTROPY, &message);
            }
            Ok(range)
        }
        SamplerKey::Address => {
            let at = cursor.word.range.start;
            let (address, range) = choice(cursor, Address::ALL, Address::word)?;
            sampler.address = address;
            if address == Address::Border {
                cursor.note(
                    at,
                    &rules::UNDOCUMENTED_BORDER,
                    "`Border` is accepted, and not in the manual",
                );
            }
            Ok(range)
        }
        SamplerKey::Filter => {
            let (filter, range) = choice(cursor, Filter::ALL, Filter::word)?;
            sampler.filter = filter;
            Ok(range)
        }
        SamplerKey::Usage => {
            let (usage, range) = choice(cursor, Usage::ALL, Usage::word)?;
            sampler.usage = usage;
            Ok(range)
        }
    }
}

/// A whole number, of 32 bits.
pub(super) fn integer(cursor: &mut Cursor<'_>) -> Result<(i32, Range<usize>)> {
    let at = cursor.word.range.start;
    let (text, range) = cursor.number(SIGNS)?;
    if let Some(number) = numbers::read_integer(text) {
        return Ok((number, range));
    }
    let message = "beyond 32 bits: what the engine makes of it depends on its C library";
    cursor.note(at, &rules::NUMBER_OUT_OF_RANGE, message);
    let is_negative = text.starts_with(b"-");
    Ok((if is_negative { i32::MIN } else { i32::MAX }, range))
}

/// One of the words that are allowed.
pub(super) fn choice<T: Copy>(
    cursor: &mut Cursor<'_>,
    all: &[T],
    word: impl Fn(T) -> &'static str,
) -> Result<(T, Range<usize>)> {
    let Some(found) = all.iter().find(|known| cursor.is(word(**known))) else {
        let words: Vec<&str> = all.iter().map(|known| word(*known)).collect();
        let error = cursor.unexpected("a value of this setting");
        return Err(error.help(format!("values are {}", words.join(", "))));
    };
    let word = cursor.advance()?;
    Ok((*found, cursor.inner(&word)))
}
