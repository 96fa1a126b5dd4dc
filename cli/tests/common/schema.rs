//! The JSON Schemas of `docs/json`, and whether what the command prints is valid against them.
//!
//! Of draft 2020-12, this is what those schemas use. Any other keyword is a failure, so that none is passed over.

use std::{collections::BTreeMap, fs, path::Path, sync::LazyLock};

use serde_json::{Map, Value};

/// The folder of schemas.
pub(crate) const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/json");

/// All schemas, by the name of their file.
pub(crate) static SCHEMAS: LazyLock<BTreeMap<String, Value>> = LazyLock::new(|| {
    let read = |path: &Path| serde_json::from_slice(&fs::read(path).unwrap()).unwrap();
    let files = fs::read_dir(FOLDER).unwrap();
    let files = files.map(|file| file.unwrap());
    files
        .map(|file| (file.file_name().into_string().unwrap(), read(&file.path())))
        .collect()
});

/// What keeps a value from being valid against the schema of a command.
pub(crate) fn mistake(command: &str, value: &Value) -> Option<String> {
    match SCHEMAS.get(&file(command)) {
        Some(schema) => mistake_under(command, schema, value),
        None => Some(format!("there is no docs/json/{}", file(command))),
    }
}

/// What keeps a value from being valid against a part of the schema of a command.
pub(crate) fn mistake_under(command: &str, schema: &Value, value: &Value) -> Option<String> {
    let file = &file(command);
    At { file, path: "" }.check(schema, value).err()
}

/// The file of the schema of a command.
pub(crate) fn file(command: &str) -> String {
    format!("{command}.schema.json")
}

/// Where a schema and a value are.
#[derive(Clone, Copy)]
struct At<'a> {
    /// The file of the schema.
    file: &'a str,
    /// The place of the value.
    path: &'a str,
}

impl At<'_> {
    fn check(self, schema: &Value, value: &Value) -> Result<(), String> {
        match schema {
            Value::Bool(true) => Ok(()),
            Value::Object(keywords) => keywords
                .iter()
                .try_for_each(|(keyword, says)| self.keyword(keyword, says, keywords, value)),
            _ => self.wrong("nothing is allowed"),
        }
    }

    fn keyword(
        self,
        keyword: &str,
        says: &Value,
        all: &Map<String, Value>,
        value: &Value,
    ) -> Result<(), String> {
        match keyword {
            "$schema" | "title" | "description" | "$defs" => Ok(()),
            "$ref" => self.referred(says.as_str().unwrap(), value),
            "type" => self.must(is_of(says, value), || format!("{value} is no {says}")),
            "const" => self.must(says == value, || format!("{value} is not {says}")),
            "enum" => {
                let among = says.as_array().unwrap().contains(value);
                self.must(among, || format!("{value} is none of {says}"))
            }
            "minimum" => {
                let number = value.as_f64();
                let enough = number.is_none_or(|number| number >= says.as_f64().unwrap());
                self.must(enough, || format!("{value} is less than {says}"))
            }
            "anyOf" => self.any(says.as_array().unwrap(), value),
            "required" => {
                let there = |name: &Value| {
                    let members = value.as_object();
                    members.is_none_or(|all| all.contains_key(name.as_str().unwrap()))
                };
                let mut names = says.as_array().unwrap().iter();
                let missing = names.find(|name| !there(name));
                self.must(missing.is_none(), || format!("there is no {missing:?}"))
            }
            "properties" => self.members(value, |name| says.get(name)),
            "additionalProperties" => self.members(value, |name| {
                let known = all.get("properties").and_then(|known| known.get(name));
                known.is_none().then_some(says)
            }),
            "items" => {
                let mut items = value.as_array().into_iter().flatten().enumerate();
                items.try_for_each(|(place, item)| self.below(&place.to_string(), says, item))
            }
            other => panic!("{}: the keyword `{other}` is not known here", self.file),
        }
    }

    /// Checks the members that a schema is found for.
    fn members<'s>(
        self,
        value: &Value,
        schema: impl Fn(&str) -> Option<&'s Value>,
    ) -> Result<(), String> {
        let mut members = value.as_object().into_iter().flatten();
        members.try_for_each(|(name, member)| match schema(name) {
            Some(schema) => self.below(name, schema, member),
            None => Ok(()),
        })
    }

    fn below(self, name: &str, schema: &Value, value: &Value) -> Result<(), String> {
        let path = format!("{}/{name}", self.path);
        At {
            path: &path,
            ..self
        }
        .check(schema, value)
    }

    fn any(self, schemas: &[Value], value: &Value) -> Result<(), String> {
        let mut mistakes = Vec::new();
        for schema in schemas {
            match self.check(schema, value) {
                Ok(()) => return Ok(()),
                Err(mistake) => mistakes.push(mistake),
            }
        }
        Err(mistakes.join("; or "))
    }

    /// `#/$defs/name`, `file`, or `file#/$defs/name`.
    fn referred(self, to: &str, value: &Value) -> Result<(), String> {
        let (file, place) = to.split_once('#').unwrap_or((to, ""));
        let file = if file.is_empty() { self.file } else { file };
        let schema = SCHEMAS.get(file).and_then(|schema| schema.pointer(place));
        let schema = schema.unwrap_or_else(|| panic!("{}: `{to}` leads nowhere", self.file));
        At { file, ..self }.check(schema, value)
    }

    fn must(self, holds: bool, why: impl FnOnce() -> String) -> Result<(), String> {
        if holds { Ok(()) } else { self.wrong(&why()) }
    }

    fn wrong(self, why: &str) -> Result<(), String> {
        Err(format!("{} at `{}`: {why}", self.file, self.path))
    }
}

/// Whether a value is of a type, or of one of several.
fn is_of(types: &Value, value: &Value) -> bool {
    match types {
        Value::Array(types) => types.iter().any(|one| is_of(one, value)),
        Value::String(one) => match one.as_str() {
            "null" => value.is_null(),
            "boolean" => value.is_boolean(),
            "string" => value.is_string(),
            "array" => value.is_array(),
            "object" => value.is_object(),
            "number" => value.is_number(),
            "integer" => value.is_i64() || value.is_u64(),
            other => panic!("`{other}` is not a type"),
        },
        other => panic!("{other} is not a type"),
    }
}
