//! JSON with the place of everything in it.
//!
//! [`Tokens`] serve whoever knows what comes next. [`Node`] is a whole document as a tree, for whoever does not: it refuses
//! members that come twice, and [`Node::read`] makes any type of it that serde knows.

mod de;
mod tokens;

use std::borrow::Cow;

pub use tokens::{Form, Tokens, check, is_number, not_json};

use crate::{
    Kind, Limits,
    fault::{Fault, Result},
    sorted,
};

/// Objects and arrays inside each other that are safe on every thread's stack.
pub const MAX_DEPTH: u32 = 5 * Limits::MAX_DEPTH;

/// A value, and where it is.
#[derive(Debug, Clone)]
pub struct Node<'x> {
    /// Its first byte in the document.
    pub at: usize,
    /// What it is.
    pub value: JsonValue<'x>,
}

/// A value.
#[derive(Debug, Clone)]
pub enum JsonValue<'x> {
    /// `null`
    Null,
    /// `true` or `false`.
    Bool(bool),
    /// A number, as it is written.
    Number(&'x str),
    /// A string.
    Text(Cow<'x, str>),
    /// Items.
    Array(Vec<Node<'x>>),
    /// Members, none of them twice, in the order of the document.
    Object(Vec<Member<'x>>),
}

/// A member of an object.
#[derive(Debug, Clone)]
pub struct Member<'x> {
    /// Its name.
    pub name: Cow<'x, str>,
    /// Where the name is.
    pub at: usize,
    /// What it is.
    pub node: Node<'x>,
}

impl<'x> Node<'x> {
    /// Reads a document.
    ///
    /// # Errors
    /// [`Kind::Malformed`] with line, column and path when it is not JSON, or has a member twice; [`Kind::Limit`] when it
    /// is too deep.
    pub fn parse(text: &'x str) -> crate::Result<Self> {
        check(text)?;
        let mut tokens = Tokens::new(text, 0);
        let node = node(&mut tokens, 0);
        node.map_err(|fault| fault.at(tokens.start).placed_along(text))
    }

    /// The value that comes next in a text that is JSON.
    ///
    /// # Errors
    /// A member that comes twice; [`Kind::Limit`] when it is too deep.
    pub fn next(tokens: &mut Tokens<'x>) -> Result<Self> {
        let read = node(tokens, 0);
        read.map_err(|fault| fault.at(tokens.start))
    }

    /// The member of this name.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&Self> {
        let JsonValue::Object(members) = &self.value else {
            return None;
        };
        let member = members.iter().find(|member| member.name == name)?;
        Some(&member.node)
    }

    /// The last node on a path that is there, as in `tracks[3].name`. An object with one member that the path does not name is
    /// stepped into: it stands for a variant.
    #[must_use]
    pub fn nearest(&self, path: &str) -> &Self {
        let mut here = self;
        for step in path.split(['.', '[']).filter(|step| !step.is_empty()) {
            let next = match (&here.value, step.strip_suffix(']')) {
                (JsonValue::Array(items), Some(index)) => {
                    index.parse().ok().and_then(|index: usize| items.get(index))
                }
                (JsonValue::Object(members), _) => here.get(step).or_else(|| match &members[..] {
                    [only] => only.node.get(step),
                    _ => None,
                }),
                _ => None,
            };
            match next {
                Some(next) => here = next,
                None => break,
            }
        }
        here
    }

    /// The items, none when it is no array.
    #[must_use]
    pub fn items(&self) -> &[Self] {
        match &self.value {
            JsonValue::Array(items) => items,
            _ => &[],
        }
    }

    /// What was expected and what is there.
    #[must_use]
    pub fn unexpected(&self, what: &str) -> Fault {
        let found = match &self.value {
            JsonValue::Null => "`null`".into(),
            JsonValue::Bool(is) => format!("`{is}`"),
            JsonValue::Number(number) => format!("`{}`", crate::decimal::brief(number)),
            JsonValue::Text(text) => format!("\"{}\"", crate::decimal::brief(text)),
            JsonValue::Array(_) => "an array".into(),
            JsonValue::Object(_) => "an object".into(),
        };
        Fault::malformed(format!("expected {what}, found {found}")).at(self.at)
    }
}

fn node<'x>(tokens: &mut Tokens<'x>, depth: u32) -> Result<Node<'x>> {
    if depth > MAX_DEPTH {
        let message = format!("more than {MAX_DEPTH} levels of nested objects and arrays");
        return Err(Fault::new(Kind::Limit, message));
    }
    let form = tokens.form();
    let at = tokens.start;
    let value = match form {
        Form::Object => JsonValue::Object(members(tokens, depth)?),
        Form::Array => JsonValue::Array(items(tokens, depth)?),
        Form::Text => JsonValue::Text(tokens.text()?),
        Form::Number => JsonValue::Number(tokens.word()),
        Form::Bool => JsonValue::Bool(tokens.word() == "true"),
        Form::Null => {
            tokens.word();
            JsonValue::Null
        }
    };
    Ok(Node { at, value })
}

fn items<'x>(tokens: &mut Tokens<'x>, depth: u32) -> Result<Vec<Node<'x>>> {
    let mut items = Vec::new();
    tokens.take(b'[');
    while !tokens.take(b']') {
        let item = node(tokens, depth + 1);
        items.push(item.map_err(|fault| fault.in_item(items.len()))?);
        tokens.take(b',');
    }
    // Nodes are large, and most lists are short.
    items.shrink_to_fit();
    Ok(items)
}

fn members<'x>(tokens: &mut Tokens<'x>, depth: u32) -> Result<Vec<Member<'x>>> {
    let mut members = Vec::new();
    tokens.take(b'{');
    while !tokens.take(b'}') {
        let name = tokens.name()?;
        let at = tokens.start;
        let node = node(tokens, depth + 1).map_err(|fault| fault.in_member(&name))?;
        members.push(Member { name, at, node });
        tokens.take(b',');
    }
    members.shrink_to_fit();
    match twice(&members) {
        Some(Member { name, at, .. }) => {
            let fault = Fault::malformed(format!("`{name}` is there twice"));
            Err(fault.at(*at).in_member(name))
        }
        None => Ok(members),
    }
}

/// The first member whose name is that of an earlier one.
fn twice<'m, 'x>(members: &'m [Member<'x>]) -> Option<&'m Member<'x>> {
    let name = |place: u32| &members[place as usize].name;
    let mut places: Vec<u32> = (0..members.len() as u32).collect();
    sorted::indices(&mut places, &|a, b| name(a).cmp(name(b)));
    let pairs = places.windows(2);
    let same = pairs.filter(|pair| name(pair[0]) == name(pair[1]));
    let first = same.map(|pair| pair[1]).min();
    first.map(|place| &members[place as usize])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(text: &str) -> String {
        Node::parse(text).expect_err(text).to_string()
    }

    #[test]
    fn members_that_come_twice_have_a_place() {
        let text = "{\"a\": [{\"b\": 1,\n  \"c\": 2, \"\\u0062\": 3}]}";
        let said = "malformed: a[0].b at line 2, column 11: `b` is there twice";
        assert_eq!(refused(text), said);
    }

    #[test]
    fn what_is_no_json_has_a_place() {
        assert!(refused("{\"a\": 01}").starts_with("malformed: at line 1, column 8"));
        for text in [
            "",
            "[1,]",
            "{\"a\" 1}",
            "{1: 2}",
            "\"\\ud800\"",
            "1 2",
            "nan",
        ] {
            assert!(refused(text).contains("line 1"), "{text}");
        }
    }

    #[test]
    fn depth_has_a_limit() {
        let deep = |levels: usize| ["[".repeat(levels), "]".repeat(levels)].concat();
        assert!(Node::parse(&deep(300)).is_ok());
        assert!(refused(&deep(1_000_000)).starts_with("limit"));
    }

    #[test]
    fn many_members_cost_no_square() {
        let members: Vec<String> = (0..200_000).map(|n| format!("\"{n}\":0")).collect();
        let text = format!("{{{}}}", members.join(","));
        let node = Node::parse(&text).expect("an object");
        assert!(matches!(node.value, JsonValue::Object(members) if members.len() == 200_000));
    }
}
