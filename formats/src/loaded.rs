//! Formats whose layouts were read from descriptors: they have no Rust types, and need none.

mod indices;

use std::any::Any;

use bytes::Bytes;
use formwork_schema::{
    Layout, Limits, Result, Value,
    escape::escape,
    layout::{Field, Type},
    read::{Document, ReadOptions, Trailing},
    value,
};

use crate::{
    format::{AnyFormat, Tree, same_bytes},
    inspect::{Inspection, Value as Shown},
    layouts::versions,
};

/// The entry of a layout.
pub(crate) struct Loaded(pub(crate) &'static Layout);

impl AnyFormat for Loaded {
    fn id(&self) -> &'static str {
        &self.0.format
    }

    fn title(&self) -> &'static str {
        self.0.title()
    }

    fn versions(&self) -> Vec<String> {
        versions(self.0)
    }

    fn extensions(&self) -> Vec<&'static str> {
        self.0
            .extensions
            .iter()
            .map(|extension| &**extension)
            .collect()
    }

    fn engines(&self) -> &'static str {
        "described by a file"
    }

    fn notes(&self) -> &'static str {
        ""
    }

    fn layout(&self) -> Option<&'static Layout> {
        Some(self.0)
    }

    fn read(&self, bytes: &Bytes, limits: &Limits) -> Result<Box<dyn Tree>> {
        let options = ReadOptions {
            trailing: Trailing::Keep,
            limits: *limits,
        };
        let version = self.0.version_of(bytes).map(|version| version.text);
        Ok(Box::new(Untyped {
            layout: self.0,
            version,
            document: value::read(self.0, bytes, &options)?,
        }))
    }
}

/// A file of such a format.
struct Untyped {
    layout: &'static Layout,
    version: Option<String>,
    document: Document<Value>,
}

impl Tree for Untyped {
    fn version(&self) -> Option<String> {
        self.version.clone()
    }

    fn trailing(&self) -> &[u8] {
        &self.document.trailing
    }

    /// What the root says of itself, and how much of each list is there.
    fn inspect(&self) -> Inspection {
        let mut inspection = Inspection::default();
        for (place, field) in self.layout.root().fields().iter().enumerate() {
            if let Some(value) = self.document.tree.field(place)
                && !matches!(field.ty, Type::Version(_))
                && let Some(shown) = shown(field, value)
            {
                inspection.measure(&field.name, &field.name, shown, &field.unit);
            }
        }
        indices::oddities(self.layout, &self.document.tree, &mut inspection);
        inspection
    }

    fn prove(&self, bytes: &Bytes, _: &Limits, step: &mut dyn FnMut(&'static str)) -> Result<()> {
        step("rewrite");
        same_bytes(bytes, &self.to_bytes()?)
    }

    fn to_bytes(&self) -> Result<Vec<u8>> {
        value::write(self.layout, &self.document)
    }

    fn as_any(&self) -> &dyn Any {
        &self.document
    }
}

/// A field of the root as a fact; structs have too many.
fn shown(field: &Field, value: &Value) -> Option<Shown> {
    let counted = |what: &str| {
        let count = value.length().unwrap_or_default();
        Shown::Text(format!("{count} {what}"))
    };
    Some(match (value, field.ty.peeled()) {
        (Value::Int(bits), Type::Flags(names)) => {
            let known = names.values.iter();
            let set =
                known.filter(|name| name.value != 0 && *bits as u64 & name.value == name.value);
            Shown::Words(set.map(|name| name.name.to_string()).collect())
        }
        (Value::Int(number), Type::Enum(names)) => {
            let mut known = names.values.iter();
            let name = known.find(|name| i128::from(name.value) == *number);
            name.map_or_else(|| number.to_string(), |name| name.name.to_string())
                .into()
        }
        (Value::Int(number), _) => match u64::try_from(*number) {
            Ok(number) => number.into(),
            Err(_) => number.to_string().into(),
        },
        (Value::F32(number), _) => (*number).into(),
        (Value::F64(number), _) => number.to_string().into(),
        (Value::Text(text), _) => escape(text).into_owned().into(),
        (Value::Fixed(fixed), _) => escape(&fixed.text).into_owned().into(),
        (Value::Word(word), _) => word.to_string().into(),
        (Value::Bytes(_), _) => counted("bytes"),
        (Value::List(_) | Value::Rows(_), _) => counted("items"),
        _ => return None,
    })
}
