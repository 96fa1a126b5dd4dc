//! [`File`]: a document that was read, whatever the type of its tree is.

use std::{any::Any, borrow::Cow, ops::Range, sync::OnceLock};

use bytes::Bytes;
use formwork_markup::{
    Markup, Parts, Shown, diagnostics, from_json, has_root, is_read_as, is_told_as, printed, read,
    references, rules, to_json_text, update, without_backslashes, write,
};
use formwork_schema::{
    Diagnostic, Error, Kind, Layout, Limits, Reference, Result, Rule, Value, json::Node,
    layout::Recognition, sorted, value::Fields,
};

use super::{
    kind::{FEW, Known},
    weight::{self, Work},
};
use crate::{
    envelope::Envelope,
    format::{Tree, same_bytes},
    inspect::Inspection,
};

/// What is asked of a tree: of the part with these elements, where it is not the whole.
type Ask<'a> = &'a dyn Fn(&Value, Option<Part<'_>>) -> Result<()>;

/// Parts, and the elements of one of them.
type Part<'p> = (&'p Parts<'p>, &'p Range<u32>);

/// A document: what it means, and how it is written.
pub(crate) struct File {
    kind: &'static dyn Known,
    /// What it means, once somebody asks for all of that.
    tree: OnceLock<Value>,
    /// Its version, once somebody asks for it.
    version: OnceLock<Option<String>>,
    /// How it is written; `None` for one that nobody has written yet.
    pub(super) markup: Option<Markup>,
    /// What was found on reading.
    pub(super) diagnostics: Vec<Diagnostic>,
    /// What may be done with it.
    limits: Limits,
}

impl File {
    pub(crate) fn parse(kind: &'static dyn Known, bytes: &Bytes, limits: &Limits) -> Result<Self> {
        let layout = kind.layout();
        let markup = weight::parse(bytes, limits)?;
        weight::check(layout, &markup, Work::Reading, limits)?;
        let root = markup.root();
        if let Recognition::Root(marks) = &layout.recognition {
            let mut obsolete = marks.obsolete.iter();
            if let Some(obsolete) = obsolete.find(|obsolete| obsolete.root == *root.name()) {
                let (name, why) = (&obsolete.root, &obsolete.why);
                return Err(root.malformed(format!("`<{name}>` is {why}")));
            }
        }
        has_root(&markup, layout)?;
        let mut found = diagnostics(&markup, layout);
        let tree = || read(&markup, layout).map(Cow::Owned);
        kind.review(&tree, &markup, &mut found)?;
        sorted::by_key(&mut found, |diagnostic| {
            (diagnostic.location.line, diagnostic.location.column)
        });
        Ok(Self {
            kind,
            tree: OnceLock::new(),
            version: OnceLock::new(),
            markup: Some(markup),
            diagnostics: found,
            limits: *limits,
        })
    }

    /// The document of a JSON value in `text`.
    pub(crate) fn from_json(
        kind: &'static dyn Known,
        value: &Node<'_>,
        text: &str,
    ) -> Result<Self> {
        Ok(Self {
            kind,
            tree: from_json(kind.layout(), value, text)?.into(),
            version: OnceLock::new(),
            markup: None,
            diagnostics: Vec::new(),
            limits: Limits::default(),
        })
    }

    /// What it means.
    pub(super) fn tree(&self) -> &Value {
        self.tree.get_or_init(|| {
            let read = self
                .markup
                .as_ref()
                .map(|markup| read(markup, self.kind.layout()));
            // Its root was asked for when it was parsed.
            read.and_then(Result::ok)
                .unwrap_or_else(|| Value::Struct(Fields::default()))
        })
    }

    /// Shows its tree in parts, with what tells the elements of each; as a whole where nobody has written it.
    fn each_part(
        &self,
        look: &mut dyn FnMut(&Value, Option<Part<'_>>) -> Result<()>,
    ) -> Result<()> {
        let Some(markup) = &self.markup else {
            return look(self.tree(), None);
        };
        let parts = Parts::of(markup, self.kind.layout(), FEW)?;
        parts.each().try_for_each(|part| {
            let tree = parts.read(&part)?;
            look(&tree, Some((&parts, &part)))
        })
    }

    /// What the document, the types, the normalized document and the JSON of its tree say of that. A part which one of them refuses may lack
    /// what others have, so the whole is asked then.
    fn in_parts(&self) -> Result<[Result<()>; 4]> {
        let asks: [Ask<'_>; 4] = [
            &|tree, part| self.is_read(tree, part),
            &|tree, _| self.kind.agree(tree),
            &|tree, _| self.comes_back(tree),
            &|tree, _| told(self.kind.layout(), tree),
        ];
        let mut of_whole = [const { None }; 4];
        self.each_part(&mut |tree, part| {
            for (of_whole, ask) in of_whole.iter_mut().zip(asks) {
                if of_whole.is_none() && ask(tree, part).is_err() {
                    *of_whole = Some(ask(self.tree(), None));
                }
            }
            Ok(())
        })?;
        Ok(of_whole.map(|asked| asked.unwrap_or(Ok(()))))
    }

    /// Asks that the document means the tree, also where no element shares anything.
    fn is_read(&self, tree: &Value, part: Option<Part<'_>>) -> Result<()> {
        let layout = self.kind.layout();
        same(match (&self.markup, part) {
            (Some(_), Some((parts, part))) => parts.is_read_as(part, tree)?,
            (Some(markup), None) => is_read_as(markup, layout, tree)?,
            (None, _) => true,
        })
    }

    /// Asks that the normalized document of a tree means it, and that the engine accepts that.
    fn comes_back(&self, tree: &Value) -> Result<()> {
        let layout = self.kind.layout();
        let document = printed(layout, tree)?.into();
        let read = Markup::parse_shared(&document, &Limits::default());
        let same = |markup: Markup| Ok(is_read_as(&markup, layout, tree)?.then_some(markup));
        if let Ok(Some(markup)) = read.and_then(same) {
            return reviewed(self.kind, tree, &markup);
        }
        // Where no document means it, or the engine refuses this one, that says more.
        accepted(self.kind, write(layout, tree)?.as_bytes())?;
        self::same(false)
    }
}

/// Asks that the JSON of a tree, which a document means, is read as it.
fn told(layout: &Layout, tree: &Value) -> Result<()> {
    let json = to_json_text(layout, tree)?;
    if is_told_as(layout, &json, tree).unwrap_or_default() {
        return Ok(());
    }
    same(from_json(layout, &Node::parse(&json)?, &json)? == *tree)
}

/// Asks that a tree came back; equal ones are written in the same way.
fn same(is_same: bool) -> Result<()> {
    if is_same {
        return Ok(());
    }
    let error = Error::new(Kind::Disagreement, "the tree that came back is another one");
    Err(error.help("please report this file"))
}

/// The bytes of a document that means what a tree says: the one that is written already, but for what was changed; normalized where
/// there is none.
pub(super) fn updated(kind: &dyn Known, markup: Option<&Markup>, tree: &Value) -> Result<Vec<u8>> {
    let layout = kind.layout();
    match markup {
        Some(markup) => {
            let bytes = update(markup, layout, tree)?;
            if markup.is_of(&bytes) {
                return Ok(bytes);
            }
            accepted(kind, &bytes)?;
            Ok(bytes)
        }
        None => {
            let bytes = write(layout, tree)?.into_bytes();
            accepted(kind, &bytes)?;
            Ok(bytes)
        }
    }
}

/// Asks that the engine accepts a document that was written.
fn accepted(kind: &dyn Known, bytes: &[u8]) -> Result<()> {
    let markup = Markup::parse(bytes, &Limits::default())?;
    reviewed(kind, &read(&markup, kind.layout())?, &markup)
}

fn reviewed(kind: &dyn Known, tree: &Value, markup: &Markup) -> Result<()> {
    let reviewed = kind.review(&|| Ok(Cow::Borrowed(tree)), markup, &mut Vec::new());
    reviewed.map_err(|error| {
        let message = format!("the engine refuses such a document: {}", error.message());
        let invalid = Error::new(Kind::Invalid, message).of(error.path());
        match error.advice() {
            "" => invalid,
            advice => invalid.help(advice),
        }
    })
}

impl Tree for File {
    fn version(&self) -> Option<String> {
        let versions = self.kind.versions();
        let version = self.version.get_or_init(|| {
            let mut place = 0;
            // Nothing is read for what is known.
            if versions.len() > 1 {
                let newer = self.each_part(&mut |tree, _| {
                    place = place.max(self.kind.generation(tree)?);
                    Ok(())
                });
                newer.ok()?;
            }
            versions.get(place).map(|version| (*version).to_owned())
        });
        version.clone()
    }

    fn inspect(&self) -> Inspection {
        self.kind.inspect(self.tree()).unwrap_or_default()
    }

    fn diagnose(&self) -> Vec<Diagnostic> {
        self.diagnostics.clone()
    }

    fn fixed(&self, broken: &[&'static Rule]) -> Result<Option<Vec<u8>>> {
        let has_backslash = broken.contains(&&rules::BACKSLASH);
        let markup = self.markup.as_ref().filter(|_| has_backslash);
        Ok(markup.and_then(|markup| without_backslashes(markup, self.kind.layout())))
    }

    fn references(&self) -> Option<Vec<Reference>> {
        let markup = self.markup.iter();
        let all = markup.flat_map(|markup| references(markup, self.kind.layout()));
        Some(all.collect())
    }

    fn prove(&self, bytes: &Bytes, _: &Limits, step: &mut dyn FnMut(&'static str)) -> Result<()> {
        let [read, types, normalized, json] = self.in_parts()?;
        step("rewrite");
        types?;
        // One that means the tree is written as it is, and needs no copy.
        if read.is_err()
            || !self
                .markup
                .as_ref()
                .is_some_and(|markup| markup.is_of(bytes))
        {
            same_bytes(bytes, &self.to_bytes()?)?;
        }
        step("canonical");
        normalized?;
        step("json");
        json
    }

    fn to_bytes(&self) -> Result<Vec<u8>> {
        updated(self.kind, self.markup.as_ref(), self.tree())
    }

    fn canonical(&self) -> Result<Vec<u8>> {
        updated(self.kind, None, self.tree())
    }

    fn envelope(&self, to: Envelope<'_>) -> Option<Result<()>> {
        let layout = self.kind.layout();
        let afforded = match (&to, &self.markup) {
            (Envelope::Kept(_), Some(markup)) => {
                weight::check(layout, markup, Work::Printing, &self.limits)
            }
            _ => Ok(()),
        };
        let shown = Shown::new(layout, self.tree());
        Some(afforded.and_then(|()| to.take(&layout.format, self.version(), &shown)))
    }

    fn as_any(&self) -> &dyn Any {
        self.tree()
    }
}
