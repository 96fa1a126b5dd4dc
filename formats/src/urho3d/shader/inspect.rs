//! What a person wants to see of a compiled shader first, and what is unusual about it.

use formwork_schema::{Blob, Diagnostic, Diagnostics, Location};

use super::{
    Bytecode, MODEL_5, Parameter, Revision, Rule, Shader, Stage, TextureUnit, Variation, elements,
};
use crate::{
    inspect::{FactValue, Inspection, Table},
    layouts::GameFormat,
    urho3d::shader::rules,
};

/// Key and label of the elements by each rule, the rules in their order.
const BY_RULE: [(&str, &str); 3] = [
    ("elements_as_mask", "Elements, as a mask of 1.4"),
    ("elements_as_shifted_hash", "Elements, as a hash of 1.6"),
    ("elements_as_combined_hash", "Elements, as a hash of 2020"),
];

impl GameFormat for Shader {
    const ENGINES: &'static str = "Urho3D, U3D, Dry, Atomic, Urho3D-FromBones";
    const NOTES: &'static str = "shader models 2 and 3 in two layouts, 4, and 5 of the Vulkan fork";

    fn engine(_: &str) -> &'static str {
        // rbfx caches its shaders in another format.
        "Urho3D, U3D, Dry, Atomic"
    }

    fn misnamed(&self, name: &str) -> Option<Diagnostic> {
        let (_, extension) = name.rsplit_once('.')?;
        let stage = self.stage.name()?.to_ascii_lowercase();
        let own = format!("{}s{}", &stage[..1], self.model);
        if extension.eq_ignore_ascii_case(&own) {
            return None;
        }
        let message = format!(
            "a {stage} shader of model {}, under the name of another: `.{extension}`, not `.{own}`",
            self.model
        );
        let location = Location::default();
        Some(Diagnostic::new(&rules::OTHER_SHADER, location, message))
    }

    fn inspect(&self) -> Inspection {
        let mut seen = Inspection::default();
        seen.fact("stage", "Stage", stage(self.stage));
        seen.fact("model", "Shader model", u32::from(self.model));
        if let Some(revision) = self.revision {
            seen.fact("revision", "Read as", revision.name());
        }
        self.element_facts(&mut seen);
        seen.fact("parameters", "Parameters", self.parameters.len());
        seen.fact("texture_units", "Texture units", self.texture_units.len());
        if let Some(variations) = &self.variations {
            seen.fact("variations", "Variations", variations.len());
        }
        if let Some(bytecode) = &self.bytecode {
            let kind = Bytecode::of(bytecode.as_bytes()).to_string();
            seen.fact("bytecode", "Bytecode", kind);
            seen.measure("bytecode_size", "Bytecode size", bytecode.len(), "bytes");
        }
        self.tables(&mut seen);
        seen
    }

    fn diagnose(&self, seen: &mut Diagnostics) {
        self.diagnose_all(seen);
    }
}

impl Shader {
    fn element_facts(&self, seen: &mut Inspection) {
        let Some(word) = self.element_word else {
            return;
        };
        seen.fact("element_word", "Element word", format!("{word:#010x}"));
        if word == 0 {
            return;
        }
        if self.model == MODEL_5 {
            // Engines with the older rules never wrote this model, so none of them is worth a guess.
            let code = self.bytecode.as_ref().map_or(&[][..], Blob::as_bytes);
            if let Some(names) = elements::of_inputs(word, code) {
                let label = "Elements, by location";
                seen.fact("elements_by_location", label, FactValue::Words(names));
            }
            return;
        }
        for (rule, (key, label)) in Rule::ALL.into_iter().zip(BY_RULE) {
            if let Some(names) = rule.elements(word) {
                seen.fact(key, label, FactValue::Words(names));
            }
        }
    }

    fn diagnose_all(&self, seen: &mut Diagnostics) {
        if self.stage > Stage::PIXEL {
            let message = "a stage that no engine knows";
            seen.add(&rules::UNKNOWN_STAGE, || "stage".into(), message);
        }
        let other = match self.revision {
            _ if self.model == MODEL_5 => Some(("model", "model 5, of the fork with Vulkan")),
            Some(Revision::Urho1_1) => Some(("revision", "all variations in one file, as in 1.1")),
            _ => None,
        };
        if let Some((path, message)) = other {
            seen.add(&rules::OTHER_FORK, || path.into(), message);
        }
        if self.stage == Stage::PIXEL && self.element_word.is_some_and(|word| word != 0) {
            let message = "vertex elements of a pixel shader";
            seen.add(
                &rules::ELEMENTS_OF_PIXELS,
                || "element_word".into(),
                message,
            );
        }
        if let Some(bytecode) = &self.bytecode {
            diagnose_bytecode(bytecode.as_bytes(), || "bytecode".into(), seen);
        }
        for (index, variation) in self.variations.iter().flatten().enumerate() {
            let path = || format!("variations[{index}].bytecode");
            diagnose_bytecode(variation.bytecode.as_bytes(), path, seen);
        }
        for (index, unit) in self.texture_units.iter().enumerate() {
            if unit.name.as_bytes().is_empty() && self.model != MODEL_5 {
                let path = || format!("texture_units[{index}].name");
                seen.add(
                    &rules::NAMELESS_TEXTURE,
                    path,
                    "a texture unit without a name",
                );
            }
        }
    }

    fn tables(&self, seen: &mut Inspection) {
        if let Some(sets) = self
            .descriptor_sets
            .as_ref()
            .filter(|sets| !sets.is_empty())
        {
            let rows = sets.iter().flat_map(|set| {
                set.bindings.iter().map(|binding| {
                    let kind = match binding.kind.name() {
                        Some(name) => name.to_lowercase().replace('_', " "),
                        None => format!("unknown {}", binding.kind.0),
                    };
                    vec![
                        u32::from(set.index).into(),
                        u32::from(binding.id).into(),
                        kind.into(),
                        u32::from(binding.first_unit).into(),
                        u32::from(binding.unit_count).into(),
                    ]
                })
            });
            seen.tables.push(Table {
                key: "descriptor_sets",
                columns: &["set", "binding", "kind", "first_unit", "unit_count"],
                rows: rows.collect(),
            });
        }
        if !self.parameters.is_empty() {
            seen.tables.push(parameter_table(&self.parameters));
        }
        if !self.texture_units.is_empty() {
            seen.tables.push(texture_table(&self.texture_units));
        }
        if let Some(variations) = &self.variations {
            seen.tables.push(variation_table(variations));
        }
    }
}

fn stage(stage: Stage) -> String {
    match stage.name() {
        Some(name) => name.to_lowercase(),
        None => format!("unknown {}", stage.0),
    }
}

fn diagnose_bytecode(bytes: &[u8], path: impl FnOnce() -> String, seen: &mut Diagnostics) {
    if bytes.is_empty() {
        let message = "no bytecode; the engine compiles the shader anew";
        seen.add(&rules::NO_BYTECODE, path, message);
    } else if Bytecode::of(bytes) == Bytecode::Unknown {
        seen.add(
            &rules::UNKNOWN_BYTECODE,
            path,
            "bytecode of an unknown kind",
        );
    }
}

fn parameter_table(parameters: &[Parameter]) -> Table {
    fn number(number: Option<impl Into<u32>>) -> FactValue {
        number.map_or(FactValue::Nothing, |number| number.into().into())
    }
    let name = |parameter: &Parameter| parameter.name.to_text().into_owned().into();
    let in_registers = |parameter: &Parameter| {
        vec![
            name(parameter),
            number(parameter.register),
            number(parameter.register_count),
        ]
    };
    let in_buffers = |parameter: &Parameter| {
        vec![
            name(parameter),
            number(parameter.buffer),
            number(parameter.offset),
            number(parameter.size),
        ]
    };
    let key = "parameters";
    if parameters.iter().any(|p| p.buffer.is_some()) {
        return Table {
            key,
            columns: &["name", "buffer", "offset", "size"],
            rows: parameters.iter().map(in_buffers).collect(),
        };
    }
    Table {
        key,
        columns: &["name", "register", "register_count"],
        rows: parameters.iter().map(in_registers).collect(),
    }
}

fn texture_table(units: &[TextureUnit]) -> Table {
    let row = |unit: &TextureUnit| {
        vec![
            unit.name.to_text().into_owned().into(),
            u32::from(unit.unit).into(),
        ]
    };
    Table {
        key: "texture_units",
        columns: &["name", "unit"],
        rows: units.iter().map(row).collect(),
    }
}

fn variation_table(variations: &[Variation]) -> Table {
    let row = |variation: &Variation| {
        let bytes = variation.bytecode.as_bytes();
        vec![
            variation.name.to_text().into_owned().into(),
            Bytecode::of(bytes).to_string().into(),
            bytes.len().into(),
        ]
    };
    Table {
        key: "variations",
        columns: &["name", "bytecode", "size"],
        rows: variations.iter().map(row).collect(),
    }
}
