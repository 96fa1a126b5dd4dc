//! What engines read, and other programs do not: documents that are not quite XML.

use formwork_schema::{Diagnostic, Location, Rule};
use quick_xml::events::BytesDecl;

use crate::{
    markup::Markup,
    refusal::{Refusal, refusal},
    rules,
};

/// Diagnostics that say already why a document is not well-formed, and better.
const SAID: [&Rule; 6] = [
    &rules::DUPLICATE_ATTRIBUTE,
    &rules::LESS_THAN,
    &rules::NOT_WELL_FORMED,
    &rules::NUL_BYTE,
    &rules::SECOND_ROOT,
    &rules::UNKNOWN_ENTITY,
];

/// Of the document as other programs see it.
pub(crate) fn wellformed(markup: &Markup, all: &mut Vec<Diagnostic>) {
    if let Some(at) = markup.subset {
        let message = "engines do not read what a document type declares; other programs do";
        all.push(diagnostic(
            markup,
            at as usize,
            &rules::DOCUMENT_TYPE,
            message,
        ));
        // Entities of its own could stand for very much text.
        return;
    }
    if let Some((at, name)) = &markup.declared {
        let message =
            format!("engines take UTF-8 whatever stands here; other programs go by `{name}`");
        all.push(diagnostic(markup, *at as usize, &rules::ENCODING, message));
    }
    if let Some(at) = markup.instruction {
        let message =
            "engines pass it over, and programs that want XML do not: `<?` is followed by no name";
        all.push(diagnostic(
            markup,
            at as usize,
            &rules::NOT_WELL_FORMED,
            message,
        ));
    }
    if let Some((at, said)) = &markup.declaration {
        let message = format!("engines pass it over, and programs that want XML do not: {said}");
        let at = *at as usize;
        all.push(diagnostic(markup, at, &rules::NOT_WELL_FORMED, message));
    }
    if all.iter().any(|known| SAID.contains(&known.rule)) {
        return;
    }
    let refusal = markup.refusal.get_or_init(|| refusal(markup.text()));
    if let Some(Refusal { place, message }) = refusal {
        let location = Location::default().at_line(*place);
        let message = format!("engines read it, and programs that want XML do not: {message}");
        all.push(Diagnostic::new(&rules::NOT_WELL_FORMED, location, message));
    }
}

fn diagnostic(
    markup: &Markup,
    at: usize,
    rule: &'static Rule,
    message: impl Into<String>,
) -> Diagnostic {
    let location = Location::default().at_line(markup.place(at));
    Diagnostic::new(rule, location, message)
}

/// Whether a processing instruction has a name, and white space after it.
pub(crate) fn is_instruction(text: &str) -> bool {
    let inner = text
        .strip_prefix("<?")
        .and_then(|text| text.strip_suffix("?>"));
    let name = inner.and_then(|inner| inner.split([' ', '\t', '\r', '\n']).next());
    let is_name = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '.');
    name.is_some_and(|name| {
        let starts = name.starts_with(|c: char| c.is_alphabetic() || c == '_');
        starts && name.chars().all(is_name) && !name.eq_ignore_ascii_case("xml")
    })
}

/// What an XML declaration says that XML does not have. [`refusal`] looks at neither the version nor `standalone`.
pub(crate) fn unknown(declaration: &BytesDecl<'_>) -> Option<String> {
    let Ok(version) = declaration.version() else {
        return Some("the XML declaration does not begin with its version".into());
    };
    let minor = version.strip_prefix("1.").unwrap_or_default();
    if minor.is_empty() || !minor.bytes().all(|byte| byte.is_ascii_digit()) {
        return Some(format!(
            "the XML declaration says version {version:?}, and only 1.0 and later 1.x are XML"
        ));
    }
    let alone = declaration.standalone()?.ok()?;
    let is_known = matches!(&*alone, "yes" | "no");
    (!is_known).then(|| {
        format!("the XML declaration says standalone {alone:?}, and only yes and no mean something")
    })
}

/// Whether characters of ASCII mean themselves in an encoding of this name, and others what engines take them for.
pub(crate) fn is_usual(encoding: &str, is_ascii: bool) -> bool {
    let encoding = encoding.to_ascii_lowercase();
    let starts = |start| encoding.starts_with(start);
    matches!(&*encoding, "utf-8" | "us-ascii" | "ascii")
        || (is_ascii && (starts("iso-8859-") || starts("windows-125")))
}
