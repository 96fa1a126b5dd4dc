//! `context`: settings and stages.

use std::{collections::HashMap, ops::Range};

use formwork_schema::{Error, Result};

use super::{
    super::{
        slots::{Of, Slot},
        state::BlendMode,
        tree::Context,
        words::{Backend, BlendFactor, CullMode, Stage, StateKey, ZFunc},
    },
    cursor::Cursor,
    sampler::{choice, integer, repeated},
};
use crate::horde3d::shader::rules;

/// Code sections by name.
pub(super) type Sections = HashMap<Vec<u8>, usize>;

/// Reads a context; the keyword is ahead.
pub(super) fn read(
    cursor: &mut Cursor<'_>,
    backend: Backend,
    sections: &Sections,
    index: usize,
) -> Result<Context> {
    cursor.advance()?;
    let at = cursor.word.range.start;
    let (name, range) = cursor.identifier("a name")?;
    cursor.slot(Slot::Context(index, Of::Name), range);
    cursor.enter(format!("context {name}"));
    let mut context = Context::new(backend, name);
    if let Some((text, range)) = cursor.annotation()? {
        cursor.slot(Slot::Context(index, Of::Annotation), range);
        context.annotation = Some(text);
    }
    cursor.expect("{")?;
    let mut places = HashMap::new();
    while !cursor.eat("}")? {
        entry(cursor, &mut context, index, &mut places)?;
    }
    check_stages(cursor, &context, sections, &places, at)?;
    cursor.leave();
    Ok(context)
}

fn entry(
    cursor: &mut Cursor<'_>,
    context: &mut Context,
    index: usize,
    places: &mut HashMap<Stage, usize>,
) -> Result<()> {
    let ahead = cursor.word.text;
    let at = cursor.word.range.start;
    if let Some(key) = StateKey::from_word(ahead) {
        cursor.enter(key.word());
        repeated(cursor, !context.written.insert(key), at);
        cursor.advance()?;
        cursor.expect("=")?;
        let range = setting(cursor, context, key)?;
        cursor.slot(Slot::Context(index, Of::Value(key)), range);
    } else if let Some(stage) = Stage::from_word(ahead) {
        cursor.enter(stage.word());
        repeated(cursor, context.stages.contains_key(&stage), at);
        cursor.advance()?;
        for word in ["=", "compile", "GLSL"] {
            cursor.expect(word)?;
        }
        places.insert(stage, cursor.word.range.start);
        let (section, range) = cursor.identifier("the name of a code section,")?;
        cursor.slot(Slot::Stage(index, stage), range);
        context.stages.insert(stage, section);
    } else {
        let keys = StateKey::ALL.iter().map(|key| key.word());
        let stages = Stage::ALL.iter().map(|stage| stage.word());
        let words: Vec<&str> = keys.chain(stages).collect();
        let error = cursor.unexpected("a setting, a stage or `}`");
        return Err(error.help(format!("settings and stages are {}", words.join(", "))));
    }
    cursor.expect(";")?;
    cursor.leave();
    Ok(())
}

fn setting(cursor: &mut Cursor<'_>, context: &mut Context, key: StateKey) -> Result<Range<usize>> {
    let state = &mut context.state;
    let range = match key {
        StateKey::ZWriteEnable => set(&mut state.z_write_enable, boolean(cursor)?),
        StateKey::ZEnable => set(&mut state.z_enable, boolean(cursor)?),
        StateKey::ZFunc => set(&mut state.z_func, choice(cursor, ZFunc::ALL, ZFunc::word)?),
        StateKey::BlendMode => set(&mut state.blend_mode, blend_mode(cursor)?),
        StateKey::CullMode => set(
            &mut state.cull_mode,
            choice(cursor, CullMode::ALL, CullMode::word)?,
        ),
        StateKey::AlphaToCoverage => set(&mut state.alpha_to_coverage, alpha_to_coverage(cursor)?),
        StateKey::TessPatchVertices => {
            let at = cursor.word.range.start;
            let (count, range) = integer(cursor)?;
            state.tess_patch_vertices = count;
            if !(1..=32).contains(&count) {
                let taken = state.patch_vertices();
                let message = format!("the manual allows 1 to 32; the engine takes {taken}");
                cursor.note(at, &rules::PATCH_VERTICES, &message);
            }
            range
        }
    };
    Ok(range)
}

fn set<T>(target: &mut T, (value, range): (T, Range<usize>)) -> Range<usize> {
    *target = value;
    range
}

fn boolean(cursor: &mut Cursor<'_>) -> Result<(bool, Range<usize>)> {
    choice(
        cursor,
        &[true, false],
        |value| if value { "true" } else { "false" },
    )
}

fn alpha_to_coverage(cursor: &mut Cursor<'_>) -> Result<(bool, Range<usize>)> {
    if cursor.is("1") {
        let word = cursor.advance()?;
        let message = "`1` is accepted here, and not in the manual; `0` is not";
        cursor.note(word.range.start, &rules::ALPHA_TO_COVERAGE_NUMBER, message);
        return Ok((true, cursor.inner(&word)));
    }
    let is_zero = cursor.is("0");
    boolean(cursor).map_err(|error| match is_zero {
        true => error.help("write `false`: the engine takes `1` for true and refuses `0`"),
        false => error,
    })
}

fn blend_mode(cursor: &mut Cursor<'_>) -> Result<(BlendMode, Range<usize>)> {
    if !cursor.is("{") {
        let named = |(_, name): (BlendMode, &'static str)| name;
        let ((mode, _), range) = choice(cursor, &BlendMode::NAMED, named).map_err(|error| {
            let help = format!("{}, or two factors: {{ SrcAlpha, One }}", error.advice());
            error.help(help)
        })?;
        return Ok((mode, range));
    }
    let at = cursor.word.range.start;
    let open = cursor.advance()?;
    let (source, _) = choice(cursor, BlendFactor::ALL, BlendFactor::word)?;
    cursor
        .expect(",")
        .map_err(|error| error.help("both factors are needed"))?;
    let (destination, _) = choice(cursor, BlendFactor::ALL, BlendFactor::word)?;
    let range = cursor.absolute(open.range.start..cursor.word.range.end);
    cursor.expect("}")?;
    if (source, destination) == (BlendFactor::Zero, BlendFactor::Zero) {
        let message = "both factors are Zero: the engine does not blend at all";
        cursor.note(at, &rules::BLEND_ZERO_ZERO, message);
    }
    Ok((BlendMode::Factors(source, destination), range))
}

/// What the engine asks of the stages of a context.
fn check_stages(
    cursor: &mut Cursor<'_>,
    context: &Context,
    sections: &Sections,
    places: &HashMap<Stage, usize>,
    at: usize,
) -> Result<()> {
    use Stage::{
        ComputeShader, GeometryShader, PixelShader, TessControlShader, TessEvalShader, VertexShader,
    };
    let check = Stages {
        cursor,
        context,
        sections,
        places,
        at,
    };
    if !context.stages.contains_key(&ComputeShader) {
        check.required(VertexShader)?;
        check.required(PixelShader)?;
        return [GeometryShader, TessControlShader, TessEvalShader]
            .into_iter()
            .try_for_each(|stage| check.exists(stage));
    }
    let others = [VertexShader, PixelShader, GeometryShader, TessEvalShader];
    if let Some(other) = others
        .into_iter()
        .find(|stage| context.stages.contains_key(stage))
    {
        return Err(check.fault(
            other,
            "a context with a ComputeShader cannot have this stage as well",
        ));
    }
    check.exists(ComputeShader)?;
    if let Some(at) = places.get(&TessControlShader) {
        let message = "a TessControlShader beside a ComputeShader, which the engine overlooks";
        cursor.note(*at, &rules::TESS_CONTROL_BESIDE_COMPUTE, message);
    }
    Ok(())
}

struct Stages<'c, 'a> {
    cursor: &'c Cursor<'a>,
    context: &'c Context,
    sections: &'c Sections,
    places: &'c HashMap<Stage, usize>,
    at: usize,
}

impl Stages<'_, '_> {
    /// A stage that must be there; a section without a name stands in for it.
    fn required(&self, stage: Stage) -> Result<()> {
        if self.context.stages.contains_key(&stage) {
            return self.exists(stage);
        }
        if self.sections.contains_key(&b""[..]) {
            return Ok(());
        }
        let message = format!("a context without a {}", stage.word());
        Err(self.fault(stage, &message))
    }

    /// A stage that is there must name a section.
    fn exists(&self, stage: Stage) -> Result<()> {
        let Some(section) = self.context.stages.get(&stage) else {
            return Ok(());
        };
        if self.sections.contains_key(section.as_bytes()) {
            return Ok(());
        }
        let error = self.fault(stage, &format!("there is no section `[[{section}]]`"));
        let other = |name: &&Vec<u8>| name.eq_ignore_ascii_case(section.as_bytes());
        Err(match self.sections.keys().find(other) {
            Some(_) => error.help("there is one in another case, and case counts"),
            None => error,
        })
    }

    fn fault(&self, stage: Stage, message: &str) -> Error {
        let at = self.places.get(&stage).unwrap_or(&self.at);
        let error = self.cursor.fault(*at, message);
        let path = format!("{}/{}", error.path(), stage.word());
        error.of(path)
    }
}
