//! What is understood, and what is said about the rest.

use quote::ToTokens;
use syn::parse_quote;

use super::{Expr, Scope, Thing, handed, said};
use crate::errors::Errors;

fn scope() -> Scope {
    let mut scope = Scope::default();
    scope.expect(std::iter::once("tail".to_owned()));
    for name in ["version", "channels", "frame_count", "compressed"] {
        scope.add(name, Thing::Value);
    }
    scope.add("tracks", Thing::List);
    scope.add("sizes", Thing::Column);
    scope.add("length", Thing::Opaque("a float"));
    scope
}

/// Prefix notation, brackets everywhere.
fn show(expr: &Expr) -> String {
    match expr {
        Expr::Int(value) => value.to_string(),
        Expr::Const(name, _) | Expr::Field(name) => name.clone(),
        Expr::Len(list) => format!("(len {list})"),
        Expr::Sum(list, item) => format!("(sum {list} {})", show(item)),
        Expr::Each(list, item) => format!("(each {list} {})", show(item)),
        Expr::Item(param) => format!("(item {param})"),
        Expr::Not(inner) => format!("(Not {})", show(inner)),
        Expr::Binary(op, left, right) => format!("({op} {} {})", show(left), show(right)),
        Expr::If(condition, yes, no) => {
            format!("(if {} {} {})", show(condition), show(yes), show(no))
        }
    }
}

fn understood(expr: syn::Expr) -> String {
    let mut errors = Errors::new();
    let said = said(&expr, &scope(), &mut errors);
    assert!(
        errors.finish().is_none(),
        "{} is refused",
        expr.to_token_stream()
    );
    show(&said.expect("no mistake, so something is said").expr)
}

fn refused(expr: syn::Expr) -> String {
    let mut errors = Errors::new();
    assert!(said(&expr, &scope(), &mut errors).is_none());
    errors.finish().expect("a mistake").to_string()
}

#[test]
fn conditions_are_understood() {
    let cases: [(syn::Expr, &str); 7] = [
        (
            parse_quote!(channels.contains(Channels::POSITION)),
            "(Has channels POSITION)",
        ),
        (
            parse_quote!(version >= Version::WEIGHT && frame_count != 0),
            "(And (Ge version WEIGHT) (Ne frame_count 0))",
        ),
        (
            parse_quote!(!is_set(*compressed)),
            "(Not (Ne compressed 0))",
        ),
        (
            parse_quote!((frame_count == MAX) || version.0 < 3),
            "(Or (Eq frame_count MAX) (Lt version 3))",
        ),
        (parse_quote!(tracks.len() > 0), "(Gt (len tracks) 0)"),
        (parse_quote!(frame_count == -1), "(Eq frame_count -1)"),
        (
            parse_quote!(or_zero(frame_count) == 2),
            "(Eq frame_count 2)",
        ),
    ];
    for (expr, said) in cases {
        assert_eq!(understood(expr), said);
    }
}

#[test]
fn counts_are_understood() {
    let cases: [(syn::Expr, &str); 5] = [
        (
            parse_quote!((4 - frame_count % 4) % 4),
            "(Rem (Sub 4 (Rem frame_count 4)) 4)",
        ),
        (
            parse_quote!(if is_set(compressed) { 1 } else { frame_count }),
            "(if (Ne compressed 0) 1 frame_count)",
        ),
        (
            parse_quote!(sum(&tracks, |track| u64::from(track.size) * 2)),
            "(sum tracks (Mul size 2))",
        ),
        (
            parse_quote!(frame_count as usize * 3 - u32::from(version)),
            "(Sub (Mul frame_count 3) version)",
        ),
        (parse_quote!(frame_count.into()), "frame_count"),
    ];
    for (expr, said) in cases {
        assert_eq!(understood(expr), said);
    }
}

#[test]
fn one_value_per_item_can_only_be_handed_down() {
    let cases: [(syn::Expr, &str); 4] = [
        (
            parse_quote!(each(&tracks, |track| track.size)),
            "(each tracks size)",
        ),
        (parse_quote!(item(&sizes)), "(item sizes)"),
        (parse_quote!(sizes.clone()), "sizes"),
        (parse_quote!(sizes.len()), "(len sizes)"),
    ];
    for (expr, said) in cases {
        let mut errors = Errors::new();
        let found = handed(&expr, &scope(), &mut errors).expect("no mistake");
        assert!(errors.finish().is_none());
        assert_eq!(show(&found.expr), said);
    }
    let elsewhere = refused(parse_quote!(each(&tracks, |track| track.size)));
    assert!(elsewhere.contains("only be handed down"), "{elsewhere}");
    let elsewhere = refused(parse_quote!(sizes + 1));
    assert!(elsewhere.contains("item(&sizes)"), "{elsewhere}");
}

#[test]
fn anything_else_names_what_can_be_said() {
    let cases: [(syn::Expr, &str); 12] = [
        (parse_quote!(channels & 1), "contains"),
        (parse_quote!(frame_count / 2), "product on the other side"),
        (parse_quote!(frame_count << 2), "power of two"),
        (parse_quote!(compressed.unwrap_or(0)), "is_set"),
        (
            parse_quote!(compressed.is_some()),
            "the condition that the field itself has",
        ),
        (parse_quote!(frame_count as u16), "loses nothing"),
        (parse_quote!(tail == 1), "comes later"),
        (parse_quote!(versoin == 1), "did you mean `version`?"),
        (parse_quote!(length > 1), "a float"),
        (parse_quote!(tracks), "is a list"),
        (
            parse_quote!(if let Some(x) = compressed { 1 } else { 2 }),
            "is_set",
        ),
        (
            parse_quote!(sum(&tracks, |track| track.size + frame_count)),
            "only the fields of",
        ),
    ];
    for (expr, part) in cases {
        let message = refused(expr);
        assert!(message.contains(part), "{message} does not mention {part}");
    }
}

#[test]
fn lists_lose_their_reference() {
    let expr: syn::Expr = parse_quote!(sum(&tracks, |track| track.size));
    let mut errors = Errors::new();
    let rust = said(&expr, &scope(), &mut errors).map(|said| said.rust.to_string());
    assert!(errors.finish().is_none());
    assert_eq!(
        rust.as_deref(),
        Some("sum (tracks , | track | track . size)")
    );
}
