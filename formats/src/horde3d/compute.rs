//! `.compute.xml`: a buffer of numbers for compute shaders, and how it is drawn.

pub mod rules;

use formwork_markup::{Markup, Node, float, rules::NOT_FINITE};
use formwork_schema::{Diagnostic, Result, Schema, document::Unknown};
use serde::{Deserialize, Serialize};

use crate::{
    document::{DocumentFormat, compiled_here},
    inspect::{FactValue, Inspection, Table},
};

/// A buffer of numbers on the GPU. Devices without compute shaders do not load it.
#[derive(Debug, Clone, PartialEq, Schema, Serialize, Deserialize)]
#[schema(xml = "ComputeBuffer", unambiguous)]
#[schema(
    format = "horde3d.compute",
    extension = "compute.xml",
    title = "Compute buffer of Horde3D"
)]
#[serde(default, deny_unknown_fields)]
pub struct ComputeBuffer {
    /// Size of the buffer, in bytes.
    #[schema(expected, unit = "bytes")]
    pub data_size: i32,
    /// Whether a node of a scene can draw it, as vertices.
    pub drawable: bool,
    /// The attributes of a vertex. Use at most two: the engine computes the stride of more wrongly.
    #[schema(children)]
    pub bindings: Vec<Bindings>,
    /// The first numbers of the buffer.
    #[schema(child)]
    pub data: Option<Data>,
    /// What the engine does not know.
    #[schema(unknown)]
    pub unknown: Unknown,
}

/// One attribute of the vertices.
#[derive(Debug, Clone, PartialEq, Schema, Serialize, Deserialize)]
#[schema(xml = "Bindings")]
#[serde(default, deny_unknown_fields)]
pub struct Bindings {
    /// Name of the attribute in the shader.
    #[schema(expected)]
    pub name: String,
    /// Where it begins in a vertex, in bytes.
    #[schema(unit = "bytes")]
    pub offset: i32,
    /// How many numbers it has.
    pub size: i32,
    /// Which attribute it is, from 1 to the number of bindings.
    pub attrib_number: i32,
    /// What the engine does not know.
    #[schema(unknown)]
    pub unknown: Unknown,
}

/// The first numbers of a buffer.
#[derive(Debug, Clone, PartialEq, Schema, Serialize, Deserialize)]
#[schema(xml = "Data")]
#[serde(default, deny_unknown_fields)]
pub struct Data {
    /// Numbers, each with `;` after it. What follows the last `;` is not read.
    #[schema(text)]
    pub text: String,
    /// What the engine does not know.
    #[schema(unknown)]
    pub unknown: Unknown,
}

/// Bytes of one number.
const FLOAT: i32 = 4;
/// Characters of one number, with the white space around it.
const LONGEST_NUMBER: usize = 32;

impl Data {
    /// The numbers, as the engine reads them.
    pub fn values(&self) -> impl Iterator<Item = f32> {
        numbers(&self.text).map(|text| float(text).0)
    }
}

/// The texts that are ended by `;`.
fn numbers(text: &str) -> impl Iterator<Item = &str> {
    let ended = text.rfind(';').map_or("", |last| &text[..last]);
    let is_empty = !text.contains(';');
    ended.split(';').filter(move |_| !is_empty)
}

impl ComputeBuffer {
    /// The bindings as the engine has them: by number, of several with one number the last; none where a number is
    /// missing.
    fn slots(&self) -> Vec<Option<&Bindings>> {
        let mut slots = vec![None; self.bindings.len()];
        for binding in &self.bindings {
            let place = usize::try_from(i64::from(binding.attrib_number) - 1);
            if let Some(slot) = place.ok().and_then(|place| slots.get_mut(place)) {
                *slot = Some(binding);
            }
        }
        slots
    }

    /// Bytes from one vertex to the next, as the engine computes them: all offsets, and the attribute with the greatest
    /// number.
    #[must_use]
    pub fn stride(&self) -> i64 {
        let slots = self.slots();
        let offsets = slots.iter().flatten();
        let offsets: i64 = offsets.map(|binding| i64::from(binding.offset)).sum();
        let last = slots.last().copied().flatten();
        offsets + last.map_or(0, |last| i64::from(last.size)) * i64::from(FLOAT)
    }

    /// Bytes from one vertex to the next, as the offsets mean them.
    fn meant_stride(&self) -> i64 {
        let ends = self
            .bindings
            .iter()
            .map(|binding| i64::from(binding.offset) + i64::from(binding.size) * i64::from(FLOAT));
        ends.max().unwrap_or(0)
    }
}

impl DocumentFormat for ComputeBuffer {
    compiled_here!();

    const ENGINES: &'static str = "Horde3D 2";
    const NOTES: &'static str = "XML";

    fn review(
        tree: impl FnOnce() -> Result<Self>,
        markup: &Markup,
        diagnostics: &mut Vec<Diagnostic>,
    ) -> Result<()> {
        let tree = tree()?;
        let root = markup.root();
        if tree.data_size < 0 {
            let message = format!("a size of {} bytes is negative", tree.data_size);
            return Err(root.malformed(message));
        }
        let bindings = root.children().filter(|node| node.name() == "Bindings");
        for (node, binding) in bindings.zip(&tree.bindings) {
            tree.number(node, binding)?;
            let end = i64::from(binding.offset) + i64::from(binding.size) * i64::from(FLOAT);
            if binding.offset < 0 || binding.size < 0 || end > i64::from(tree.data_size) {
                let message = format!(
                    "bytes {} to {end} of a buffer of {}",
                    binding.offset, tree.data_size
                );
                diagnostics.push(node.diagnostic(&rules::BINDING_OUTSIDE, message));
            }
        }
        let mut data = root.children().filter(|node| node.name() == "Data");
        if let (Some(first), second) = (data.next(), data.next()) {
            if let Some(second) = second {
                return Err(second.malformed("there is more than one `Data`"));
            }
            tree.data(first, diagnostics)?;
        }
        if let Some(missing) = tree.slots().iter().position(Option::is_none) {
            let message = format!(
                "several bindings have one number, and none has {}: that attribute is undefined",
                missing + 1
            );
            diagnostics.push(root.diagnostic(&rules::REPEATED_NUMBER, message));
        } else if tree.stride() != tree.meant_stride() {
            let message = format!(
                "the engine takes {} bytes for a vertex, where the offsets mean {}: it adds all offsets up",
                tree.stride(),
                tree.meant_stride()
            );
            diagnostics.push(root.diagnostic(&rules::STRIDE, message));
        }
        let message = "OpenGL2 and OpenGLES3 have no compute shaders, and refuse it";
        diagnostics.push(root.diagnostic(&rules::NEEDS_COMPUTE, message));
        Ok(())
    }

    fn look(&self, inspection: &mut Inspection) {
        inspection.measure(
            "data_size",
            "Buffer",
            u64::from(self.data_size.unsigned_abs()),
            "bytes",
        );
        inspection.fact(
            "drawable",
            "Drawable",
            if self.drawable { "yes" } else { "no" },
        );
        let stride = u64::try_from(self.stride()).map_or(FactValue::Nothing, FactValue::from);
        inspection.measure("stride", "Stride", stride, "bytes");
        let values = self.data.as_ref().map_or(0, |data| data.values().count());
        inspection.fact("values", "Values given", values);
        let rows = self.bindings.iter().map(|binding| {
            vec![
                binding.name.clone().into(),
                binding.offset.to_string().into(),
                binding.size.to_string().into(),
                binding.attrib_number.to_string().into(),
            ]
        });
        inspection.tables.push(Table {
            key: "bindings",
            columns: &["attribute", "offset", "size", "number"],
            rows: rows.collect(),
        });
    }
}

impl ComputeBuffer {
    fn number(&self, node: Node<'_>, binding: &Bindings) -> Result<()> {
        let most = self.bindings.len();
        let number = binding.attrib_number;
        let fits = usize::try_from(number).is_ok_and(|number| (1..=most).contains(&number));
        if fits {
            return Ok(());
        }
        let message = format!("`attribNumber` is {number}; bindings are numbered from 1 to {most}");
        let help = if number == 0 {
            "the engine writes before its list then"
        } else {
            "number them without gaps"
        };
        Err(node.malformed(message).help(help))
    }

    fn data(&self, node: Node<'_>, diagnostics: &mut Vec<Diagnostic>) -> Result<()> {
        let text = node.text();
        let room = self.data_size / FLOAT;
        let mut count = 0i64;
        for number in numbers(&text) {
            count += 1;
            if number.len() > LONGEST_NUMBER {
                let message = format!("number {count} takes more than {LONGEST_NUMBER} characters");
                return Err(node.malformed(message));
            }
            let (value, used) = float(number);
            if used == 0 || !number[used..].trim_ascii().is_empty() {
                let message = format!(
                    "number {count}, `{}`, is read as {value}",
                    number.trim_ascii()
                );
                diagnostics.push(node.diagnostic(&rules::ODD_NUMBER, message));
            } else if !value.is_finite() {
                let message = format!("number {count} is read as {value}");
                diagnostics.push(node.diagnostic(&NOT_FINITE, message));
            }
        }
        if count > i64::from(room) {
            let message = format!("{count} numbers do not fit into {} bytes", self.data_size);
            return Err(node.malformed(message));
        }
        if count < i64::from(room) {
            let message = format!("{count} of {room} numbers are given; the others are undefined");
            diagnostics.push(node.diagnostic(&rules::BUFFER_NOT_FILLED, message));
        }
        let behind = text.rsplit(';').next().unwrap_or_default();
        if !behind.trim_ascii().is_empty() {
            let brief: String = behind.trim_ascii().chars().take(20).collect();
            let message = format!("`{brief}` has no `;` after it, and is not read");
            diagnostics.push(node.diagnostic(&rules::NUMBER_WITHOUT_END, message));
        }
        Ok(())
    }
}
