//! [`Objects`]: differences for programs.

use std::io;

use formwork_schema::Result;
use serde_json::{Map, Value, json};

use super::difference::{Change, Difference, Sum};
use crate::{fault::Fault, sink::Sink};

/// Writes all differences as one object on one line, one after another.
pub struct Objects<'o> {
    sink: Sink<'o>,
    is_first: bool,
}

impl<'o> Objects<'o> {
    /// `head` are the first members of the object.
    pub fn new(out: &'o mut dyn io::Write, head: &Map<String, Value>) -> Self {
        let mut sink = Sink::new(out);
        sink.byte(b'{');
        for (key, value) in head {
            sink.text(&format!("{}:{value},", Value::from(key.as_str())));
        }
        sink.text("\"differences\":[");
        Self {
            sink,
            is_first: true,
        }
    }

    /// Writes a difference.
    ///
    /// # Errors
    /// [`Kind::System`](formwork_schema::Kind::System) when what was written before could not be.
    pub fn tell(&mut self, difference: &Difference) -> Result<()> {
        if !self.is_first {
            self.sink.byte(b',');
        }
        self.is_first = false;
        self.sink.text(&object(difference).to_string());
        self.sink.check().map_err(Fault::into_error)
    }

    /// Writes the end of the object: `equal` is its last member.
    ///
    /// # Errors
    /// [`Kind::System`](formwork_schema::Kind::System) when it cannot be written.
    pub fn finish(mut self) -> Result<()> {
        self.sink
            .text(&format!("],\"equal\":{}}}\n", self.is_first));
        self.sink.finish().map_err(Fault::into_error)
    }
}

fn object(difference: &Difference) -> Value {
    let mut object = Map::new();
    let mut put = |key: &str, value: Option<Value>| {
        if let Some(value) = value {
            object.insert(key.into(), value);
        }
    };
    put("path", Some(difference.path.as_str().into()));
    put("path_b", difference.path_b.as_deref().map(Value::from));
    put("kind", Some(difference.change.name().into()));
    put(
        "item",
        difference
            .item
            .as_ref()
            .map(|item| item.name.as_str().into()),
    );
    put("a", difference.a.as_ref().map(|shown| shown.json.clone()));
    put("b", difference.b.as_ref().map(|shown| shown.json.clone()));
    put(
        "difference",
        difference.delta.as_ref().map(|delta| delta.json.clone()),
    );
    let has_unit = !difference.unit.is_empty();
    put("unit", has_unit.then(|| difference.unit.as_str().into()));
    put("count", difference.count.map(Value::from));
    put("of", difference.of.map(Value::from));
    put("first", difference.first.map(Value::from));
    if difference.change == Change::Summed {
        put("fields", Some(difference.sums.iter().map(sum).collect()));
    }
    object.into()
}

fn sum(sum: &Sum) -> Value {
    let most = sum.most.as_deref().map(object);
    json!({ "field": sum.field, "count": sum.count, "most": most })
}
