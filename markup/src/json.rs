//! From JSON to a tree.

use formwork_schema::{
    Error, Layout, Limits, Result, Value as Tree, decimal,
    document::Unknown,
    fault::{Fault, Result as Done},
    json::{self, Form, Node, Tokens},
    layout::{
        Struct,
        xml::{Item, Member, Role},
    },
};
use serde::Deserialize;

use crate::{
    atoms::{Kind, text},
    fresh::{Element, Fresh, FreshItem, fresh},
    make::{Make, New, Same},
    markup::Markup,
    print,
    read::{Usual, read},
    unknown,
};

/// The tree of a JSON value in `text`. What is left out has its default.
///
/// # Errors
/// [`Kind::Malformed`](formwork_schema::Kind::Malformed) with line, column and path of what does not fit.
pub fn from_json(layout: &Layout, node: &Node<'_>, text: &str) -> Result<Tree> {
    let given = told_at(layout, text, node.at, New::default())?;
    if matches!(&given, Tree::Variant { content, .. } if !matches!(content.as_deref(), Some(Tree::Struct(_))))
    {
        return Err(node.unexpected("a known element").placed_along(text));
    }
    let told = fresh(layout, &given)?;
    let tree = read(&written(&told)?, layout)?;
    kept(&told, &fresh(layout, &tree)?).map_err(|fault| {
        let at = node.nearest(fault.path()).at;
        fault.at(at).placed_along(text)
    })?;
    Ok(tree)
}

/// The document of an element.
fn written(element: &Fresh<'_, '_>) -> Result<Markup> {
    let mut xml = String::new();
    print::element(&mut xml, element, "", "\n")?;
    Markup::parse(xml.as_bytes(), &Limits::default())
}

fn inside<'l, 'v>(element: Element<'l, 'v>) -> Done<Fresh<'l, 'v>> {
    let fresh = element.fresh();
    fresh.map_err(|error| Fault::invalid(error.message()))
}

/// Asks that every element is read as the one that it was given as, and none as another.
fn kept(given: &Fresh<'_, '_>, read: &Fresh<'_, '_>) -> Done<()> {
    let lost = |message: &str| Err(Fault::invalid(message));
    for (field, items) in &given.lists {
        let others = read.list(field);
        if items.len() > others.len() {
            let message =
                "engines would drop some of it: it lacks what it must have, or is another element";
            return lost(message).map_err(|fault| fault.in_member(field));
        }
        for (at, pair) in items.iter().zip(others).enumerate() {
            let same = match pair {
                (FreshItem::Element(given), FreshItem::Element(read)) => {
                    kept(&inside(*given)?, &inside(*read)?)
                }
                (FreshItem::Element(given), FreshItem::Verbatim(_)) => lost(&format!(
                    "engines drop this `{}`: it lacks what it must have",
                    given.name()
                )),
                (FreshItem::Verbatim(_), FreshItem::Element(read)) => {
                    lost(&format!("this is a `{}`, which is known", read.name()))
                }
                (FreshItem::Verbatim(_), FreshItem::Verbatim(_)) => Ok(()),
            };
            same.map_err(|fault| fault.in_item(at).in_member(field))?;
        }
    }
    for (field, items) in &read.lists {
        if items.len() > given.list(field).len() {
            let message = "more would be read here: is something in `unknown` that is known?";
            return lost(message).map_err(|fault| fault.in_member(field));
        }
    }
    Ok(())
}

/// Whether a text of JSON says this tree, exactly, be there a document that means it or not. No other tree is made to find out, and no member
/// is looked at twice, so one that comes twice counts as it came last. Of what is left out nothing is said, so a tree that has it is another.
///
/// # Errors
/// See [`told`].
pub fn is_told_as(layout: &Layout, text: &str, tree: &Tree) -> Result<bool> {
    json::check(text)?;
    if is_too_deep(text) {
        let kind = formwork_schema::Kind::Limit;
        return Err(Error::new(kind, "objects and arrays are nested too deep"));
    }
    told_at(layout, text, 0, Same::of(tree))
}

/// The tree that a text of JSON tells, be there a document that means it or not. What is left out, or `null`, has its default, which
/// [`is_told_as`] does not know.
///
/// # Errors
/// See [`from_json`]; [`Kind::Limit`](formwork_schema::Kind::Limit) for a text that is too deep.
pub fn told(layout: &Layout, text: &str) -> Result<Tree> {
    Node::parse(text)?;
    let usual = Usual::new(layout)?;
    told_at(layout, text, 0, New::sharing(&|of| usual.of(of)))
}

/// Whether objects and arrays of a text that is JSON stand in one another deeper than [`Node::parse`] takes.
fn is_too_deep(text: &str) -> bool {
    let (mut depth, mut is_text, mut is_escaped) = (0, false, false);
    text.bytes().any(|byte| {
        match byte {
            _ if is_escaped => is_escaped = false,
            b'"' => is_text = !is_text,
            b'\\' => is_escaped = true,
            b'{' | b'[' if !is_text => depth += 1,
            b'}' | b']' if !is_text => depth -= 1,
            _ => {}
        }
        depth > json::MAX_DEPTH
    })
}

/// What is made of the value that begins there.
fn told_at<M: Make>(layout: &Layout, text: &str, at: usize, make: M) -> Result<M::Made> {
    let mut tokens = Tokens::new(text, at);
    let made = back(layout, &mut tokens, &layout.roots(), make);
    made.map_err(|fault| fault.placed_along(text))
}

/// What was expected, and what is there.
fn unexpected(tokens: &mut Tokens<'_>, what: &str) -> Fault {
    let fault = tokens.unexpected(what);
    fault.at(tokens.start)
}

/// Takes what an object begins with.
fn open(tokens: &mut Tokens<'_>, bracket: u8, what: &str) -> Done<()> {
    match tokens.take(bracket) {
        true => Ok(()),
        false => Err(unexpected(tokens, what)),
    }
}

fn back<M: Make>(
    layout: &Layout,
    tokens: &mut Tokens<'_>,
    items: &[Item<'_>],
    make: M,
) -> Done<M::Made> {
    let is_choice = items.iter().any(|item| item.variant.is_some());
    if !is_choice {
        let element = items.first().and_then(|item| item.element);
        return back_item(layout, tokens, element, make);
    }
    tokens.form();
    let start = tokens.start;
    open(tokens, b'{', "an object with the name of one variant")?;
    let others = |tokens: &mut Tokens<'_>| {
        tokens.at = start;
        unexpected(
            tokens,
            "an object with the name of one variant and nothing else",
        )
    };
    if tokens.peek() == b'}' {
        return Err(others(tokens));
    }
    let name = tokens.name()?;
    let mut named = items
        .iter()
        .filter_map(|item| Some((item.variant?, item.element)));
    let Some(((variant, _), element)) = named.find(|((_, variant), _)| *variant.name == *name)
    else {
        let known = items.iter().filter_map(|item| Some(&*item.variant?.1.name));
        let known: Vec<&str> = known.collect();
        let message = format!("the variant is none of {}", known.join(", "));
        return Err(Fault::malformed(message).at(tokens.start).in_member(&name));
    };
    let content = back_item(layout, tokens, element, make.content(variant));
    let content = content.map_err(|fault| fault.in_member(&name))?;
    if !tokens.take(b'}') {
        return Err(others(tokens));
    }
    Ok(make.variant(variant, Some(content)))
}

fn back_item<M: Make>(
    layout: &Layout,
    tokens: &mut Tokens<'_>,
    element: Option<&Struct>,
    make: M,
) -> Done<M::Made> {
    match (element, tokens.form()) {
        (Some(of), _) => fields(layout, tokens, of, make),
        (None, Form::Text) => Ok(make.value(text(&tokens.text()?))),
        (None, _) => Err(unexpected(tokens, "XML as text")),
    }
}

/// The fields that are given; the others are not there, or usual.
fn fields<M: Make>(
    layout: &Layout,
    tokens: &mut Tokens<'_>,
    of: &Struct,
    make: M,
) -> Done<M::Made> {
    open(tokens, b'{', "an object")?;
    let mut fields: Vec<Option<M::Made>> = of.fields().iter().map(|_| None).collect();
    while !tokens.take(b'}') {
        let name = tokens.name()?;
        let value = match of.members().find(|known| *known.field.name == *name) {
            Some(member) => {
                let value = back_member(layout, member, tokens, make.field(member.place));
                value.map(|value| fields[member.place] = value)
            }
            None => {
                let message = format!("`{}` has no member of this name", of.name);
                Err(Fault::malformed(message).at(tokens.start))
            }
        };
        value.map_err(|fault| fault.in_member(&name))?;
        tokens.take(b',');
    }
    Ok(make.element(of, fields))
}

fn back_member<M: Make>(
    layout: &Layout,
    member: Member<'_>,
    tokens: &mut Tokens<'_>,
    make: M,
) -> Done<Option<M::Made>> {
    let form = tokens.form();
    let value = match (member.role, form) {
        (Role::Attribute(_) | Role::Child | Role::Verbatim(_) | Role::Text, Form::Null) => {
            tokens.word();
            return Ok(None);
        }
        (Role::Attribute(attribute), _) => back_atom(Kind::of(member.field, attribute), tokens)?,
        (Role::Child, _) => {
            return back(layout, tokens, &layout.items_of(member), make).map(Some);
        }
        (Role::Children, Form::Array) => {
            return children(layout, tokens, &layout.items_of(member), make).map(Some);
        }
        (Role::Children, _) => return Err(unexpected(tokens, "a list")),
        (Role::Verbatim(_) | Role::Text, Form::Text) => text(&tokens.text()?),
        (Role::Verbatim(_) | Role::Text, _) => return Err(unexpected(tokens, "text")),
        (Role::Inline, _) => match member.field.ty.struct_ref() {
            Some(inner) => return fields(layout, tokens, layout.get(inner), make).map(Some),
            None => return tokens.skip().map(|()| None),
        },
        (Role::Unknown, _) => unknown::value(&Unknown::deserialize(&Node::next(tokens)?)?),
    };
    Ok(Some(make.value(value)))
}

fn children<M: Make>(
    layout: &Layout,
    tokens: &mut Tokens<'_>,
    items: &[Item<'_>],
    make: M,
) -> Done<M::Made> {
    let mut all = Vec::new();
    tokens.take(b'[');
    while !tokens.take(b']') {
        let item = back(layout, tokens, items, make.item(all.len()));
        all.push(item.map_err(|fault| fault.in_item(all.len()))?);
        tokens.take(b',');
    }
    Ok(make.items(all))
}

/// The value of an attribute.
fn back_atom(kind: Kind<'_>, tokens: &mut Tokens<'_>) -> Done<Tree> {
    let form = tokens.form();
    let (start, mut ahead) = (tokens.start, tokens.clone());
    let mut other = |what| Err(unexpected(&mut ahead, what));
    let place = |message| Fault::malformed(message).at(start);
    match (kind, form) {
        (Kind::Integer, Form::Number) => match tokens.word().parse::<i32>() {
            Ok(number) => Ok(Tree::int(number)),
            Err(_) => other("a whole number of 32 bits"),
        },
        (Kind::Integer, _) => other("a whole number"),
        (Kind::Float, Form::Number) => decimal::f32(tokens.word()).map(Tree::F32).map_err(place),
        // Only what JSON has no number for.
        (Kind::Float, Form::Text) => match &*tokens.text()? {
            text @ ("nan" | "inf" | "-inf") => Ok(kind.value(text)),
            _ => other("a number, \"nan\", \"inf\" or \"-inf\""),
        },
        (Kind::Float, _) => other("a number, \"nan\", \"inf\" or \"-inf\""),
        (Kind::Truth(_), Form::Bool) => Ok(Tree::int(tokens.word() == "true")),
        (Kind::Truth(_), _) => other("true or false"),
        (Kind::Text | Kind::Words(_), Form::Text) => Ok(text(&tokens.text()?)),
        (Kind::Text | Kind::Words(_), _) => other("text"),
    }
}
