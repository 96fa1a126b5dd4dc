//! Changes in a document what a tree says otherwise, and nothing else.

mod white;

use formwork_schema::{
    Layout, Result, Value,
    layout::{
        Struct,
        xml::{Member, Role},
    },
};

use crate::{
    edit::Edits,
    fresh::{Fresh, FreshAttribute, FreshItem, alike, fresh},
    markup::{Markup, Node},
    means::means,
    print,
    read::{Child, children, effective, is_read_as, read, root_item},
    source::{escape, escape_text},
};

/// The bytes of a document that means what the tree says: the document as it is written, but for what was
/// changed. Numbers that were not changed keep the form that they have, and so does everything else.
///
/// # Errors
/// [`Kind::Invalid`](formwork_schema::Kind::Invalid) for a tree that no document means.
pub fn update(markup: &Markup, layout: &Layout, tree: &Value) -> Result<Vec<u8>> {
    if is_read_as(markup, layout, tree)? {
        return Ok(markup.to_bytes());
    }
    let read = read(markup, layout)?;
    let new = fresh(layout, tree)?;
    let old = fresh(layout, &read)?;
    if old.is_like(&new)? {
        return Ok(markup.to_bytes());
    }
    let element = root_item(layout, markup.root()).and_then(|item| item.element);
    let bytes = match element {
        Some(element) if old.element == new.element => {
            let mut update = Update {
                markup,
                layout,
                newline: newline(markup.text()),
                edits: Edits::default(),
            };
            update.element(markup.root(), element, &old, &new)?;
            markup.source.bytes(&update.edits.apply(markup.text()))
        }
        _ => print::write(layout, tree)?.into_bytes(),
    };
    means(layout, &bytes, tree)?;
    Ok(bytes)
}

fn newline(text: &str) -> &'static str {
    if text.contains("\r\n") { "\r\n" } else { "\n" }
}

struct Update<'m> {
    markup: &'m Markup,
    layout: &'m Layout,
    newline: &'static str,
    edits: Edits,
}

impl<'m> Update<'m> {
    fn element(
        &mut self,
        node: Node<'m>,
        of: &'m Struct,
        old: &Fresh<'_, '_>,
        new: &Fresh<'_, '_>,
    ) -> Result<()> {
        self.attributes(node, of, old, new);
        let mut inserted = String::new();
        let is_list = |role: &Role| {
            use Role::{Child, Children, Unknown, Verbatim};
            matches!(role, Child | Children | Unknown | Verbatim(_))
        };
        for member in of.members().filter(|member| is_list(member.role)) {
            self.list(node, of, member, [old, new], &mut inserted)?;
        }
        if old.text != new.text {
            inserted.push_str(&self.text(node, new.text.as_deref().unwrap_or_default()));
        }
        if !inserted.is_empty() {
            self.append(node, &inserted, !of.reads_text());
        }
        Ok(())
    }

    fn attributes(
        &mut self,
        node: Node<'m>,
        of: &Struct,
        old: &Fresh<'_, '_>,
        new: &Fresh<'_, '_>,
    ) {
        for FreshAttribute { name, text } in &new.attributes {
            if old.attribute(name) == Some(text.as_str()) {
                continue;
            }
            match effective(of, node, name) {
                Some(written) => {
                    let range = written.data.value.range();
                    // The quote precedes the value.
                    let before = self.markup.text()[..range.start].chars().next_back();
                    let quote = before.unwrap_or('"');
                    self.edits.replace(range, escape(text, quote));
                }
                None => {
                    let at = self.attributes_end(node);
                    self.edits.insert(at, print::attribute(name, text));
                }
            }
        }
        let gone = |name: &&str| new.attribute(name).is_none();
        let names = old.attributes.iter().map(|attribute| &*attribute.name);
        for name in names.filter(gone) {
            for written in node.attributes().filter(|written| written.name() == name) {
                let start = written.data.name.start as usize;
                let before = self.markup.text()[..start].trim_ascii_end().len();
                let end = written.data.value.end as usize + 1;
                self.edits.replace(before..end, "");
            }
        }
    }

    /// Behind the last attribute, or the name.
    fn attributes_end(&self, node: Node<'m>) -> usize {
        let last = node.attributes().next_back();
        last.map_or(node.data().name.end as usize, |last| {
            last.data.value.end as usize + 1
        })
    }

    /// Child elements of one field.
    fn list(
        &mut self,
        node: Node<'m>,
        of: &'m Struct,
        member: Member<'m>,
        [old, new]: [&Fresh<'_, '_>; 2],
        inserted: &mut String,
    ) -> Result<()> {
        let (old, new) = (old.list(&member.field.name), new.list(&member.field.name));
        let front = alike(old.iter().zip(new))?;
        if front == old.len() && front == new.len() {
            return Ok(());
        }
        let children = children(self.layout, of, node);
        let nodes: Vec<Child<'m, 'm>> = children.filter(|child| child.is_of(member)).collect();
        // Of lists as long as each other, what ended the front would end the back as well.
        let is_known = usize::from(old.len() == new.len());
        let rest = old.len().min(new.len()) - front - is_known;
        let back = alike(old.iter().rev().zip(new.iter().rev()).take(rest))?;
        let (old_middle, new_middle) = (front..old.len() - back, front..new.len() - back);
        let common = old_middle.len().min(new_middle.len());
        for at in front..front + common {
            if let Some(child) = nodes.get(at) {
                self.item(*child, &old[at], &new[at])?;
            }
        }
        // Where text is read, white space is text.
        let white = !of.reads_text();
        for child in nodes.iter().take(old_middle.end).skip(front + common) {
            let range = child.node.range();
            let range = if white {
                self.with_indent(range)
            } else {
                range
            };
            self.edits.replace(range, "");
        }
        let more = &new[front + common..new_middle.end];
        // Nothing is put in where something was taken away.
        match ((front + common).checked_sub(1), nodes.first()) {
            (Some(before), Some(first)) => {
                let before = nodes.get(before).unwrap_or(first).node;
                let (text, _) = self.items(more, self.indent(before), white)?;
                self.edits.insert(before.range().end, text);
            }
            (None, Some(first)) => {
                let (_, text) = self.items(more, self.indent(first.node), white)?;
                self.edits.insert(first.node.range().start, text);
            }
            (_, None) => {
                let (text, _) = self.items(more, &self.inner_indent(node), white)?;
                inserted.push_str(&text);
            }
        }
        Ok(())
    }

    /// New elements, with the white space that leads to them before each, and behind each.
    fn items(
        &self,
        items: &[FreshItem<'_, '_>],
        indent: &str,
        white: bool,
    ) -> Result<(String, String)> {
        let lead = if white {
            format!("{}{indent}", self.newline)
        } else {
            String::new()
        };
        let texts = items.iter().map(|item| self.print(item, indent));
        let texts: Vec<String> = texts.collect::<Result<_>>()?;
        let front = texts.iter().map(|text| format!("{lead}{text}"));
        let behind = texts.iter().map(|text| format!("{text}{lead}"));
        Ok((front.collect(), behind.collect()))
    }

    fn print(&self, item: &FreshItem<'_, '_>, indent: &str) -> Result<String> {
        let mut text = String::new();
        print::item(&mut text, item, indent, self.newline)?;
        Ok(text)
    }

    fn item(
        &mut self,
        child: Child<'m, 'm>,
        old: &FreshItem<'_, '_>,
        new: &FreshItem<'_, '_>,
    ) -> Result<()> {
        if old.is_like(new)? {
            return Ok(());
        }
        match (old, new, child.element) {
            (FreshItem::Element(old), FreshItem::Element(new), Some(element))
                if old.name() == new.name() =>
            {
                self.element(child.node, element, &old.fresh()?, &new.fresh()?)
            }
            _ => {
                let text = self.print(new, self.indent(child.node))?;
                self.edits.replace(child.node.range(), text);
                Ok(())
            }
        }
    }

    /// Replaces the text of an element; what has to be added at its end.
    fn text(&mut self, node: Node<'m>, text: &str) -> String {
        let mut text = escape_text(text);
        for old in node.texts() {
            let mut range = old.span.range();
            if old.verbatim {
                range = range.start - "<![CDATA[".len()..range.end + "]]>".len();
            }
            self.edits.replace(range, std::mem::take(&mut text));
        }
        text
    }

    /// Puts something before the end tag, which is made where there is none.
    ///
    /// `lines` says that it has lines of its own.
    fn append(&mut self, node: Node<'m>, inner: &str, lines: bool) {
        let data = node.data();
        let own = self.indent(node).to_owned();
        let ending = if lines {
            format!("{}{own}", self.newline)
        } else {
            String::new()
        };
        let tag = &self.markup.text()[data.tag.range()];
        if data.close != data.end {
            let close = data.close as usize;
            // Behind the last child, before the white space that leads to the end tag.
            let front = &self.markup.text()[data.tag.end as usize..close];
            let blank = front.len() - front.trim_ascii_end().len();
            let is_only_blank = blank == front.len() && !front.contains('\n');
            let at = if lines { close - blank } else { close };
            self.edits.insert(at, inner);
            if lines && is_only_blank {
                self.edits.insert(close, ending);
            }
            return;
        }
        // `<a/>` becomes `<a>…</a>`.
        let slash = data.tag.start as usize + tag.trim_end_matches('>').trim_end_matches('/').len();
        let slash = self.markup.text()[..slash].trim_ascii_end().len();
        let text = format!(">{inner}{ending}</{}>", node.name());
        self.edits.replace(slash..data.end as usize, text);
    }
}
