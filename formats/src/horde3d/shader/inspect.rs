//! What a person wants to know of a shader first.

use std::{collections::BTreeSet, ops::Range};

use formwork_schema::sorted;

use super::{
    capability::Capability,
    numbers,
    tree::{Buffer, Context, Sampler, Shader, Uniform},
    words::{Backend, SamplerKey, Stage},
};
use crate::{
    horde3d::code,
    inspect::{FactValue, Inspection, Table},
};

impl Shader {
    /// What it declares, and what its code includes.
    pub(super) fn overview(&self) -> Inspection {
        let mut seen = self.seen();
        let includes = self.sections.iter().flat_map(|section| {
            let code = section.code.as_bytes();
            let names = code::scan(code).includes.into_iter();
            let name = move |range: Range<usize>| code.get(range).unwrap_or_default().to_vec();
            names.map(move |include| (section.name.to_string(), name(include.name)))
        });
        code::show_includes(&mut seen, includes);
        seen
    }

    fn seen(&self) -> Inspection {
        let mut seen = Inspection::default();
        let backends: BTreeSet<Backend> = sorted::collect(self.contexts.iter().map(|c| c.backend));
        let backends = backends
            .into_iter()
            .map(|backend| backend.word().into())
            .collect();
        seen.fact("back_ends", "Back ends", FactValue::Words(backends));
        seen.fact("contexts", "Contexts", self.contexts.len());
        seen.fact("sections", "Code sections", self.sections.len());
        let needs = self.needs().into_iter();
        let needs: Vec<String> = needs.map(|need| Capability::words(need).into()).collect();
        if !needs.is_empty() {
            seen.fact("needs", "Needs a device with", FactValue::Words(needs));
        }
        code::show_flags(&mut seen, &self.flags());
        let tables = [
            self.contexts(),
            self.samplers(),
            self.uniforms(),
            self.buffers(),
        ];
        seen.tables = tables
            .into_iter()
            .filter(|table| !table.rows.is_empty())
            .collect();
        seen
    }

    fn contexts(&self) -> Table {
        let row = |context: &Context| {
            let stages = Stage::ALL.iter().filter_map(|stage| {
                let section = context.stages.get(stage)?;
                Some(format!("{}={section}", stage.word()))
            });
            let settings = context.written.iter();
            let settings =
                settings.map(|key| format!("{}={}", key.word(), context.state.text(*key)));
            vec![
                context.name.as_str().into(),
                context.backend.word().into(),
                FactValue::Words(stages.collect()),
                FactValue::Words(settings.collect()),
            ]
        };
        Table {
            key: "contexts",
            columns: &["CONTEXT", "BACK END", "STAGES", "SETTINGS"],
            rows: self.contexts.iter().map(row).collect(),
        }
    }

    fn samplers(&self) -> Table {
        let row = |(sampler, unit): (&Sampler, Option<usize>)| {
            let keys = SamplerKey::ALL
                .iter()
                .filter(|key| **key != SamplerKey::TexUnit);
            let settings = keys.map(|key| format!("{}={}", key.word(), sampler.text(*key)));
            let texture = sampler.texture.as_ref();
            vec![
                sampler.name.as_str().into(),
                sampler.kind.word().into(),
                unit.map_or(FactValue::Nothing, FactValue::from),
                texture.map_or(FactValue::Nothing, |name| name.to_string().into()),
                FactValue::Words(settings.collect()),
            ]
        };
        Table {
            key: "samplers",
            columns: &["SAMPLER", "TYPE", "UNIT", "TEXTURE", "SETTINGS"],
            rows: self.samplers.iter().zip(self.units()).map(row).collect(),
        }
    }

    fn uniforms(&self) -> Table {
        let row = |uniform: &Uniform| {
            let numbers: Vec<String> = uniform.value.iter().map(|n| numbers::text(*n)).collect();
            vec![
                uniform.name.as_str().into(),
                uniform.kind.word().into(),
                numbers.join(" ").into(),
            ]
        };
        Table {
            key: "uniforms",
            columns: &["UNIFORM", "TYPE", "DEFAULT"],
            rows: self.uniforms.iter().map(row).collect(),
        }
    }

    fn buffers(&self) -> Table {
        let row = |buffer: &Buffer| vec![buffer.name.as_str().into()];
        Table {
            key: "buffers",
            columns: &["BUFFER"],
            rows: self.buffers.iter().map(row).collect(),
        }
    }
}
