//! Arbitrary trees and arbitrary words survive.

use std::collections::{BTreeMap, BTreeSet};

use conformance::fuzz;
use formwork_formats::{
    TextFormat,
    horde3d::{
        RawText, Shader,
        shader::{
            Address, Backend, BlendFactor, BlendMode, Buffer, Context, CullMode, Filter,
            RenderState, Sampler, SamplerType, Section, Stage, StateKey, Uniform, UniformType,
            Usage, ZFunc,
        },
    },
};
use formwork_schema::{Kind, Limits};
use proptest::{collection::vec, option, prelude::*, sample::select};

fn name() -> impl Strategy<Value = String> {
    "[A-Za-z0-9_]{1,9}"
}

fn annotation() -> impl Strategy<Value = Option<RawText>> {
    let text = "[a-z=;{},\n\\\\é]{0,12}( \"[a-z ]{1,5}\" )?";
    option::of(text.prop_map(|text| RawText::from(&*text)))
}

fn number() -> impl Strategy<Value = f32> {
    prop_oneof![
        Just(0.0),
        Just(-0.0),
        Just(f32::INFINITY),
        any::<u32>()
            .prop_map(f32::from_bits)
            .prop_filter("a number", |n| !n.is_nan()),
    ]
}

fn uniform() -> impl Strategy<Value = Uniform> {
    let parts = (
        name(),
        select(UniformType::ALL),
        annotation(),
        vec(number(), 4),
        0..=4u8,
    );
    parts.prop_map(|(name, kind, annotation, mut value, written)| {
        value.truncate(kind.components());
        Uniform {
            annotation,
            value,
            written,
            ..Uniform::new(kind, name)
        }
    })
}

fn sampler() -> impl Strategy<Value = Sampler> {
    let settings = (
        -2..92i32,
        select(Address::ALL),
        select(Filter::ALL),
        any::<i32>(),
    );
    let texture = option::of("[a-z/\\\\ é.]{0,9}".prop_filter("no comment", |t| !t.contains("//")));
    let parts = (
        name(),
        select(SamplerType::ALL),
        annotation(),
        texture,
        settings,
        select(Usage::ALL),
    );
    parts.prop_map(|(name, kind, annotation, texture, settings, usage)| {
        let mut sampler = Sampler::new(kind, name);
        sampler.annotation = annotation;
        sampler.texture = texture.map(|name| RawText::from(&*name));
        (
            sampler.tex_unit,
            sampler.address,
            sampler.filter,
            sampler.max_anisotropy,
        ) = settings;
        if kind == SamplerType::Sampler2D {
            sampler.usage = usage;
        }
        sampler
    })
}

fn blend_mode() -> impl Strategy<Value = BlendMode> {
    let named = select(&BlendMode::NAMED[..]).prop_map(|(mode, _)| mode);
    let factors = (select(BlendFactor::ALL), select(BlendFactor::ALL));
    prop_oneof![named, factors.prop_map(|(a, b)| BlendMode::Factors(a, b))]
}

fn state() -> impl Strategy<Value = RenderState> {
    let parts = (
        any::<[bool; 3]>(),
        select(ZFunc::ALL),
        blend_mode(),
        select(CullMode::ALL),
        any::<i32>(),
    );
    parts.prop_map(
        |([write, test, coverage], z_func, blend_mode, cull_mode, count)| RenderState {
            z_write_enable: write,
            z_enable: test,
            z_func,
            blend_mode,
            cull_mode,
            alpha_to_coverage: coverage,
            tess_patch_vertices: count,
        },
    )
}

/// Stages as indices of sections.
fn stages() -> impl Strategy<Value = BTreeMap<Stage, usize>> {
    use Stage::{
        ComputeShader, GeometryShader, PixelShader, TessControlShader, TessEvalShader, VertexShader,
    };
    let more = vec(
        (
            select(vec![GeometryShader, TessControlShader, TessEvalShader]),
            any::<usize>(),
        ),
        0..3,
    );
    let drawing = (any::<[usize; 2]>(), more).prop_map(|([vertex, pixel], more)| {
        [(VertexShader, vertex), (PixelShader, pixel)]
            .into_iter()
            .chain(more)
            .collect()
    });
    let compute = any::<usize>().prop_map(|place| BTreeMap::from([(ComputeShader, place)]));
    prop_oneof![drawing, compute]
}

fn shader() -> impl Strategy<Value = Shader> {
    let context = (
        name(),
        select(Backend::ALL),
        annotation(),
        stages(),
        state(),
        vec(select(StateKey::ALL), 0..3),
    );
    let section = (name(), "[a-z \n{};/*é]{0,20}");
    let lists = (
        vec(sampler(), 0..4),
        vec(uniform(), 0..4),
        vec((name(), annotation()), 0..3),
        vec(context, 0..4),
    );
    (lists, vec(section, 1..4), 0..4usize).prop_map(
        |((samplers, uniforms, buffers, contexts), code, before)| {
            let section = |(name, code): (String, String)| Section {
                name: RawText::from(&*name),
                code: RawText::from(&*code),
            };
            let is_fx = |section: &Section| section.name.as_bytes() == b"FX";
            let mut sections: Vec<Section> = code.into_iter().map(section).collect();
            sections.retain(|section| !is_fx(section));
            sections.push(Section {
                name: "LAST".into(),
                code: "\n".into(),
            });
            let named = |place: usize| sections[place % sections.len()].name.to_string();
            let context = |(name, backend, annotation, stages, state, written): (
                _,
                _,
                _,
                BTreeMap<Stage, usize>,
                _,
                Vec<_>,
            )| Context {
                annotation,
                stages: stages
                    .into_iter()
                    .map(|(stage, place)| (stage, named(place)))
                    .collect(),
                state,
                written: BTreeSet::from_iter(written),
                ..Context::new(backend, String::clone(&name))
            };
            let contexts = contexts.into_iter().map(context).collect();
            let buffer = |(name, annotation)| Buffer { name, annotation };
            Shader {
                sections_before: before.min(sections.len()),
                samplers,
                uniforms,
                buffers: buffers.into_iter().map(buffer).collect(),
                contexts,
                sections,
                ..Shader::default()
            }
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 512, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn arbitrary_trees_survive(tree in shader()) {
        let bytes = tree.canonical().map_err(|error| TestCaseError::fail(error.to_string()))?;
        let again = Shader::parse(&bytes, &Limits::default());
        let again = again.map_err(|error| TestCaseError::fail(error.to_string()))?;
        prop_assert_eq!(again.canonical(), Ok(bytes.clone()));
        prop_assert_eq!(&again.sections, &tree.sections);
        prop_assert_eq!(again.contexts.len(), tree.contexts.len());
        for (a, b) in again.contexts.iter().zip(&tree.contexts) {
            prop_assert_eq!(&a.state, &b.state);
            prop_assert_eq!(&a.stages, &b.stages);
            prop_assert!(b.written.is_subset(&a.written));
        }
        fuzz::text_format("horde3d.shader", &bytes);
    }

    #[test]
    fn edits_of_a_text_mean_what_they_say(tree in shader(), other in shader()) {
        let bytes = tree.canonical().map_err(|error| TestCaseError::fail(error.to_string()))?;
        let mut edited = Shader::parse(&bytes, &Limits::default()).expect("reads");
        edited.samplers = other.samplers;
        edited.uniforms = other.uniforms;
        for (context, other) in edited.contexts.iter_mut().zip(other.contexts) {
            context.state = other.state;
        }
        let written = edited.to_bytes().map_err(|error| TestCaseError::fail(error.to_string()))?;
        let again = Shader::parse(&written, &Limits::default()).expect("reads");
        prop_assert_eq!(again.canonical(), edited.canonical());
    }

    #[test]
    fn wild_texts_are_written_or_refused(
        mut tree in shader(),
        wild in vec(select(vec!["a", " ", "\"", "<", ">", "[[", "]]", "//", "/*", "*/", "\n", ";", "\0"]), 0..6),
        place in 0..5,
    ) {
        let wild = wild.concat();
        let raw = RawText::from(&*wild);
        match place {
            0 => tree.preamble = raw,
            1 => tree.samplers.iter_mut().for_each(|s| s.texture = Some(raw.clone())),
            2 => tree.uniforms.iter_mut().for_each(|u| u.annotation = Some(raw.clone())),
            3 => tree.sections.iter_mut().for_each(|s| s.code = raw.clone()),
            _ => tree.buffers.iter_mut().for_each(|b| b.name.clone_from(&wild)),
        }
        match tree.canonical() {
            Ok(bytes) => fuzz::text_format("horde3d.shader", &bytes),
            Err(error) => prop_assert_eq!(error.kind(), Kind::Invalid, "{}", error),
        }
    }

    #[test]
    fn arbitrary_words_are_read_or_refused(words in vec(select(WORDS), 0..40)) {
        fuzz::text_format("horde3d.shader", format!("[[FX]]{}", words.join(" ")).as_bytes());
        fuzz::text_format("horde3d.shader", words.concat().as_bytes());
        fuzz::text_format("horde3d.code", words.concat().as_bytes());
    }
}

const WORDS: &[&str] = &[
    "[[FX]]",
    "[[V]]",
    "[[",
    "]]",
    "float",
    "float4",
    "buffer",
    "sampler2D",
    "samplerCube",
    "sampler_state",
    "context",
    "OpenGL4",
    "{",
    "}",
    "<",
    ">",
    "=",
    ",",
    ";",
    "\"",
    "\"\"",
    "//",
    "/*",
    "*/",
    "\n",
    "1",
    "-",
    "e5",
    "V",
    "Texture",
    "TexUnit",
    "Filter",
    "None",
    "BlendMode",
    "Zero",
    "VertexShader",
    "PixelShader",
    "= compile GLSL V;",
    "#include",
    "_F01_",
    "_F99_x)",
    "\0",
    "[",
    "]",
    "é",
];
