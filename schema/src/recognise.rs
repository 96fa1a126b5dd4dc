//! How files of a format are recognised, and which version a file has.

use crate::{
    Expr, Layout, Result,
    expr::Scope,
    layout::{Body, Field, FileVersion, Link, Recognition, Struct, StructRef, Type},
    version::{format_version, parse_version},
    walk::{Leaf, Part, Scalar, Visitor, WalkOptions, walk},
};

impl Layout {
    /// The field of the root that holds the version of a file: one of a type made by
    /// [`versions!`](crate::versions), else a whole number called `version`.
    #[must_use]
    pub fn version_field(&self) -> Option<&Field> {
        let fields = self.root().fields();
        let made = |field: &&Field| matches!(field.ty, Type::Version(_));
        let plain = |field: &&Field| {
            let whole = matches!(field.ty, Type::Prim(_)) && field.ty.is_whole();
            whole && field.visible && field.when.is_none() && field.name == "version"
        };
        fields
            .iter()
            .find(made)
            .or_else(|| fields.iter().find(plain))
    }

    /// The number of a version that is given as text.
    #[must_use]
    pub fn version_number(&self, text: &str) -> Option<i128> {
        match &self.version_field()?.ty {
            Type::Version(versions) => Some(parse_version(versions, text).ok()?.1.into()),
            _ => text.parse().ok(),
        }
    }

    /// The version of a file, from its beginning. None for formats without, and where it is not known.
    #[must_use]
    pub fn version_of(&self, head: &[u8]) -> Option<FileVersion> {
        let field = self.version_field()?;
        let begun = Begun::read(self, head, &[&field.name])?;
        let number = begun.value(&field.name)?;
        let text = match (&field.ty, begun.magic) {
            (Type::Version(versions), Some(magic)) => {
                let place = versions
                    .magics
                    .iter()
                    .position(|one| *one.bytes == *magic)?;
                format_version(versions, place, u32::try_from(number).ok()?)
            }
            _ => number.to_string(),
        };
        Some(FileVersion { text, number })
    }

    /// Whether the [condition](Recognition::Condition) under which files are recognised holds for one that begins
    /// like this; false for formats without one.
    #[must_use]
    pub fn condition_holds(&self, head: &[u8]) -> bool {
        let Recognition::Condition { holds, .. } = &self.recognition else {
            return false;
        };
        let mut names = Vec::new();
        holds.visit(&mut |inner| {
            if let Expr::Field(name) = inner {
                names.push(name.split('.').next().unwrap_or(name));
            }
        });
        let begun = Begun::read(self, head, &names);
        begun.is_some_and(|begun| holds.eval(&begun).is_some_and(|value| value != 0))
    }

    /// The same layout, whose root ends after the last of some fields.
    fn cut_behind(&self, names: &[&str]) -> Self {
        let root = self.root();
        let fields = root.fields();
        let last = fields
            .iter()
            .rposition(|field| names.contains(&&*field.name));
        let first = fields[..last.map_or(0, |last| last + 1)].to_vec();
        let mut table = self.table.to_vec();
        table.push(Struct {
            body: Body::Fields(first.into()),
            ..root.clone()
        });
        let root = StructRef {
            name: self.root.name.clone(),
            link: Link::Table(table.len() - 1),
        };
        Self {
            root,
            table: table.into(),
            ..self.clone()
        }
    }
}

/// The numbers that a file begins with: those fields of the root that are whole numbers.
struct Begun {
    values: Vec<(String, i128)>,
    magic: Option<Vec<u8>>,
}

impl Begun {
    /// Reads the root as far as the last of some fields.
    fn read(layout: &Layout, head: &[u8], names: &[&str]) -> Option<Self> {
        let mut begun = Self {
            values: Vec::new(),
            magic: None,
        };
        let options = WalkOptions {
            dialect: Some(0),
            ..WalkOptions::default()
        };
        walk(&layout.cut_behind(names), head, &options, &mut begun).ok()?;
        Some(begun)
    }
}

impl Scope for Begun {
    /// Names are those of fields that were passed; one that was not seen is absent.
    fn value(&self, name: &str) -> Option<i128> {
        let found = self.values.iter().find(|(known, _)| known == name);
        Some(found.map_or(0, |(_, value)| *value))
    }

    fn len(&self, _: &str) -> Option<u64> {
        None
    }

    fn sum(&self, _: &str, _: &Expr) -> Option<i128> {
        None
    }
}

impl Visitor for Begun {
    fn leaf(&mut self, leaf: &Leaf<'_>) -> Result<()> {
        let depth = leaf.path.steps().len();
        match (leaf.part, leaf.value, leaf.ty) {
            (Part::Magic, Scalar::Bytes(magic), Type::Version(versions)) if depth == 2 => {
                let known = versions.magics.iter().find(|one| *one.bytes == *magic);
                let number = known.map_or(0, |known| known.first.into());
                self.values.push((leaf.field.name.to_string(), number));
                self.magic = Some(magic.to_vec());
            }
            (Part::Number, Scalar::Int(number), _) if depth == 2 => {
                if let Some((_, value)) = self.values.last_mut() {
                    *value = number;
                }
            }
            (Part::Whole, Scalar::Int(number), ty) if depth == 1 => {
                let name = &leaf.field.name;
                if let Type::Bits(bits) = ty {
                    let parts = bits.values(number as u64);
                    let parts = parts.map(|(part, value)| (format!("{name}.{}", part.name), value));
                    self.values.extend(parts);
                }
                self.values.push((name.to_string(), number));
            }
            _ => {}
        }
        Ok(())
    }
}
