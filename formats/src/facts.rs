//! What can be said of files of which nobody said more than their layout does.

use formwork_schema::{
    Format, Layout, Value,
    escape::escape,
    layout::{Field, Type},
    write,
};

use crate::inspect::{FactValue as Shown, Inspection};

/// What tables say of engines.
pub(crate) const ENGINES: &str = "described by a file";

/// The same of a tree of a compiled layout; nothing of one that cannot be written.
pub(crate) fn of<T: Format>(tree: &T) -> Inspection {
    let read = || {
        let bytes = write::to_bytes(tree)?;
        Value::read(T::layout(), &bytes.into())
    };
    read().map_or_else(|_| Inspection::default(), |tree| facts(T::layout(), &tree))
}

/// What the root says of itself, and how much of each list is there.
pub(crate) fn facts(layout: &'static Layout, tree: &Value) -> Inspection {
    let mut inspection = Inspection::default();
    for (place, field) in layout.root().fields().iter().enumerate() {
        if let Some(value) = tree.field(place)
            && !matches!(field.ty, Type::Version(_))
            && let Some(shown) = shown(field, value)
        {
            inspection.measure(&field.name, &field.name, shown, &field.unit);
        }
    }
    inspection
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
            let set = known.filter(|name| name.value != 0 && bits.get() & name.value == name.value);
            Shown::Words(set.map(|name| name.name.to_string()).collect())
        }
        (Value::Int(number), Type::Bool) if field.xml.is_some() => {
            if number.get() == 0 { "no" } else { "yes" }.into()
        }
        (Value::Int(number), Type::Enum(names)) => {
            let mut known = names.values.iter();
            let name = known.find(|name| name.value == number.get());
            name.map_or_else(|| number.get().to_string(), |name| name.name.to_string())
                .into()
        }
        (Value::Int(number), _) => match u64::try_from(number.get()) {
            Ok(number) => number.into(),
            Err(_) => number.get().to_string().into(),
        },
        (Value::F32(number), _) => (*number).into(),
        (Value::F64(number), _) => number.to_string().into(),
        (Value::Text(text), ty) => ty.show(text).into_owned().into(),
        (Value::Fixed(fixed), _) => escape(&fixed.text).into_owned().into(),
        (Value::Word(word), _) => word.to_string().into(),
        (Value::Bytes(_), _) => counted("bytes"),
        (Value::List(_) | Value::Rows(_), _) => counted("items"),
        _ => return None,
    })
}
