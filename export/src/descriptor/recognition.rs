//! How files are recognised.

use formwork_schema::{
    Expr, Layout, Result,
    layout::{Encoding, Recognition, Type},
};

use super::{index::Index, node::Node, xml};

/// By their names.
pub(super) const BY_EXTENSION: &str = "by extension";
/// By their roots, whatever they are called.
pub(super) const BY_ROOT: &str = "by root";
/// Not at all.
pub(super) const ON_REQUEST: &str = "on request";

/// Reads what the root element says of it.
pub(super) fn read(root: &Node<'_>, encoding: Encoding) -> Result<Recognition> {
    if encoding == Encoding::Xml {
        return of_documents(root);
    }
    let words = [
        (BY_EXTENSION, Recognised::ByExtension),
        (ON_REQUEST, Recognised::OnRequest),
    ];
    let said = root.one_of("recognised", &words)?;
    let Some(when) = root.get("when") else {
        return Ok(match said {
            Some(Recognised::ByExtension) => Recognition::Extension,
            Some(Recognised::OnRequest) => Recognition::OnRequest,
            None => Recognition::Magic,
        });
    };
    if said == Some(Recognised::OnRequest) {
        let error = root.wrong(
            when,
            "a file is recognised by a condition, or only on request",
        );
        return Err(error.help("leave one out"));
    }
    Ok(Recognition::Condition {
        holds: root.expr(when, &when.value)?,
        extension: said.is_some(),
    })
}

fn of_documents(root: &Node<'_>) -> Result<Recognition> {
    let words = [(BY_ROOT, BY_ROOT), (ON_REQUEST, ON_REQUEST)];
    let said = root.one_of("recognised", &words)?;
    if said == Some(ON_REQUEST) {
        return Ok(Recognition::OnRequest);
    }
    let marks = xml::marks(root, said.is_some())?;
    Ok(Recognition::Root(marks.into()))
}

#[derive(Clone, Copy, PartialEq)]
enum Recognised {
    ByExtension,
    OnRequest,
}

/// Asks that files can be recognised as the layout says.
pub(super) fn check(layout: &Layout, root: &Node<'_>, index: &Index<'_>) -> Result<()> {
    let has_magic = !layout.root().magic.is_empty() || layout.versions().is_some();
    match &layout.recognition {
        Recognition::Magic if !has_magic => {
            let error =
                index.nodes[0].error("nothing says how files of this layout are recognised");
            Err(error.help(
                "begin with a version or a magic, or say `when` or `recognised` on the `<layout>`",
            ))
        }
        Recognition::Extension
        | Recognition::Condition {
            extension: true, ..
        } if layout.extensions.is_empty() => {
            let error = root.error("files are recognised by their extension, and there is none");
            Err(error.help("add `extensions`"))
        }
        Recognition::Condition { holds, .. } => asks_the_beginning(layout, root, holds),
        _ => Ok(()),
    }
}

/// A condition asks whole numbers before the first list or text.
fn asks_the_beginning(layout: &Layout, root: &Node<'_>, holds: &Expr) -> Result<()> {
    let fields = layout.root().fields();
    let is_begun = |ty: &Type| {
        let varies = matches!(
            ty.peeled(),
            Type::List(_)
                | Type::Packed(_)
                | Type::Array(..)
                | Type::Blob
                | Type::Padding(_)
                | Type::Text(_)
                | Type::Padded(_)
                | Type::CString
                | Type::Ended(..)
                | Type::FixedString(_)
        );
        !varies
    };
    let begun = || fields.iter().take_while(|field| is_begun(&field.ty));
    let mut asked = 0;
    let mut wrong = None;
    holds.visit(&mut |inner| match inner {
        Expr::Field(name) => {
            asked += 1;
            let field = begun().find(|field| field.name == **name);
            if !field.is_some_and(|field| field.ty.is_whole() && field.at.is_none()) {
                wrong.get_or_insert_with(|| {
                    format!("`{name}` is not a whole number before the first list or text")
                });
            }
        }
        Expr::Len(_) | Expr::Sum(..) | Expr::Each(..) | Expr::Item(_) | Expr::Index => {
            wrong.get_or_insert_with(|| format!("`{inner}` is not known when a file begins"));
        }
        _ => {}
    });
    if asked == 0 {
        wrong.get_or_insert_with(|| "it holds for all files, or for none".to_owned());
    }
    match (wrong, root.get("when")) {
        (Some(wrong), Some(when)) => Err(root.wrong(when, format!("`when`: {wrong}"))),
        _ => Ok(()),
    }
}
