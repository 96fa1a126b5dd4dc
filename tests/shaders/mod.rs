//! Shaders and code of Horde3D: every statement, every refusal, every finding, edits, and real files.

mod arbitrary;
mod corpus;
mod edits;
mod fixtures;
mod generations;
mod includes;
mod refusals;

use formwork_formats::{TextFormat, horde3d::Shader};
use formwork_schema::{Limits, Result};

fn parse(text: &str) -> Result<Shader> {
    Shader::parse(text.as_bytes(), &Limits::default())
}
