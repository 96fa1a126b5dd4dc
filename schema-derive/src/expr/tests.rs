//! What is understood, and what is said about the rest.

use quote::ToTokens;
use syn::parse_quote;

use super::{Expr, Scope, count, handed, place, said};
use crate::errors::Errors;

fn scope() -> Scope {
    let mut scope = Scope::default();
    scope.expect(std::iter::once("tail".to_owned()));
    let known: [(&str, syn::Type); 9] = [
        ("version", parse_quote!(Version)),
        ("channels", parse_quote!(Channels)),
        ("frame_count", parse_quote!(u32)),
        ("compressed", parse_quote!(Option<Bool>)),
        ("tracks", parse_quote!(Vec<Track>)),
        ("names", parse_quote!(Option<Packed<u8>>)),
        ("sizes", parse_quote!(Each<u8>)),
        ("length", parse_quote!(f32)),
        ("total", parse_quote!(Wide)),
    ];
    for (name, ty) in known {
        let ident = syn::Ident::new(name, proc_macro2::Span::call_site());
        scope.add(name, Some(&ident), &ty);
    }
    scope
}

/// Prefix notation, brackets everywhere.
fn show(expr: &Expr) -> String {
    match expr {
        Expr::Int(value) => value.to_string(),
        Expr::Const(name, _) | Expr::Field(name) => name.clone(),
        Expr::Part(name, part) => format!("{name}.{part}"),
        Expr::Bytes(bytes) => bytes.to_string(),
        Expr::Len(list) => format!("(len {list})"),
        Expr::Sum(list, item) => format!("(sum {list} {})", show(item)),
        Expr::Each(list, item) => format!("(each {list} {})", show(item)),
        Expr::Item(param) => format!("(item {param})"),
        Expr::Index => "(index)".to_owned(),
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
    let said = said(&expr, &scope(), &mut errors);
    assert!(said.is_none(), "{} is understood", expr.to_token_stream());
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
        (parse_quote!(or_zero(compressed) == 2), "(Eq compressed 2)"),
    ];
    for (expr, said) in cases {
        assert_eq!(understood(expr), said);
    }
}

#[test]
fn counts_are_understood() {
    let cases: [(syn::Expr, &str); 8] = [
        (
            parse_quote!((wide(4) - frame_count % 4) % 4),
            "(Rem (Sub 4 (Rem frame_count 4)) 4)",
        ),
        (
            parse_quote!(if is_set(compressed) { 1 } else { frame_count }),
            "(if (Ne compressed 0) 1 frame_count)",
        ),
        (
            parse_quote!(sum(&tracks, |track| wide(track.size) * 2)),
            "(sum tracks (Mul size 2))",
        ),
        (
            parse_quote!(wide(frame_count) * 3 - version),
            "(Sub (Mul frame_count 3) version)",
        ),
        (parse_quote!(u64::from(frame_count)), "frame_count"),
        (parse_quote!(total + -1), "(Add total -1)"),
        (parse_quote!(len(&names) * 2), "(Mul (len names) 2)"),
        (
            parse_quote!(wide(18446744073709551615)),
            "18446744073709551615",
        ),
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
        let found = handed(&expr, false, &scope(), &mut errors).expect("no mistake");
        assert!(errors.finish().is_none());
        assert_eq!(show(&found.expr), said);
    }
    let elsewhere = refused(parse_quote!(each(&tracks, |track| track.size)));
    assert!(elsewhere.contains("only be passed down"), "{elsewhere}");
    let elsewhere = refused(parse_quote!(sizes + 1));
    assert!(elsewhere.contains("item(&sizes)"), "{elsewhere}");
}

#[test]
fn anything_else_names_what_can_be_said() {
    let cases: [(syn::Expr, &str); 11] = [
        (parse_quote!(frame_count += 1), "nothing can be assigned"),
        (parse_quote!(compressed.unwrap_or(0)), "is_set"),
        (
            parse_quote!(compressed.is_some()),
            "the condition that the field itself has",
        ),
        (parse_quote!(frame_count as u64), "`wide(value)`"),
        (parse_quote!(u16::from(frame_count)), "loses nothing"),
        (parse_quote!(tail == 1), "comes later"),
        (parse_quote!(versoin == 1), "did you mean `version`?"),
        (parse_quote!(length > 1), "a float"),
        (parse_quote!(tracks), "is a list"),
        (
            parse_quote!(if let Some(x) = compressed { 1 } else { 2 }),
            "is_set",
        ),
        (
            parse_quote!(sum(&tracks, |track| wide(track.size) + frame_count)),
            "only its own fields",
        ),
    ];
    for (expr, part) in cases {
        let message = refused(expr);
        assert!(message.contains(part), "{message} does not mention {part}");
    }
}

#[test]
fn bits_quotients_and_cases_are_understood() {
    let cases: [(syn::Expr, &str); 8] = [
        (parse_quote!(frame_count & 7), "(BitAnd frame_count 7)"),
        (
            parse_quote!((frame_count | 1) ^ 6),
            "(BitXor (BitOr frame_count 1) 6)",
        ),
        (
            parse_quote!(wide(frame_count) / 4 << 2),
            "(Shl (Div frame_count 4) 2)",
        ),
        (
            parse_quote!(wide(frame_count).max(1).min(9)),
            "(Min (Max frame_count 1) 9)",
        ),
        (
            parse_quote!(wide(frame_count).next_multiple_of(4)),
            "(Mul (Div (Sub (Add frame_count 4) 1) 4) 4)",
        ),
        (
            parse_quote!(matches!(frame_count, 1 | 4..=6)),
            "(Or (Eq frame_count 1) (And (Ge frame_count 4) (Le frame_count 6)))",
        ),
        (
            parse_quote!((2..4).contains(&frame_count)),
            "(And (Ge frame_count 2) (Lt frame_count 4))",
        ),
        (
            parse_quote!(match frame_count {
                1 => 2,
                4 | 5 => 3,
                _ => 0,
            }),
            "(if (Eq frame_count 1) 2 (if (Or (Eq frame_count 4) (Eq frame_count 5)) 3 0))",
        ),
    ];
    for (expr, meaning) in cases {
        assert_eq!(understood(expr), meaning);
    }
}

/// What Rust and a layout would take for two things.
#[test]
fn what_rust_means_otherwise_is_refused() {
    let cases: [(syn::Expr, &str); 13] = [
        (parse_quote!(tracks[0].size), "a name for each"),
        (
            parse_quote!(frame_count / 2),
            "write `wide(frame_count) / 2`",
        ),
        (
            parse_quote!(frame_count << 2),
            "write `wide(frame_count) << 2`",
        ),
        (
            parse_quote!(frame_count * 3),
            "write `wide(frame_count) * 3`",
        ),
        (
            parse_quote!(4 - frame_count),
            "write `wide(4) - frame_count`",
        ),
        (
            parse_quote!(frame_count + total),
            "write `wide(frame_count) + total`",
        ),
        (parse_quote!(frame_count < total), "stands on the left"),
        (parse_quote!(!frame_count == 0), "write `frame_count == 0`"),
        (parse_quote!(compressed == 1), "may be absent"),
        (parse_quote!(names.len() > 0), "len(&names)"),
        (parse_quote!(frame_count.into()), "depends on types"),
        (parse_quote!(sum(&tracks, |t| t.size * 2)), "wide(t.size)"),
        (parse_quote!(total.place()), "SeekFrom::Start"),
    ];
    for (expr, part) in cases {
        let mut errors = Errors::new();
        let _ = said(&expr, &scope(), &mut errors);
        let message = errors.finish().expect("a mistake").to_string();
        assert!(message.contains(part), "{message} does not mention {part}");
    }
}

#[test]
fn what_is_calculated_for_absent_fields_has_no_risk() {
    let risk: syn::Expr = parse_quote!(if total * 2 > 5 { 1 } else { 2 });
    let none: syn::Expr = parse_quote!(if wide(frame_count) * 2 > 5 {
        total * 2
    } else {
        total
    });
    let negative: syn::Expr = parse_quote!(-1);
    for (expr, optional, fine) in [
        (&risk, true, false),
        (&risk, false, true),
        (&none, true, true),
        (&negative, true, false),
        (&negative, false, true),
    ] {
        let mut errors = Errors::new();
        let _ = count(expr, optional, &scope(), &mut errors);
        assert_eq!(errors.finish().is_none(), fine);
    }
}

#[test]
fn places_are_made_of_wide_numbers() {
    for (expr, fine) in [
        (parse_quote!((wide(4) + frame_count).place()), true),
        (parse_quote!(frame_count), true),
        (parse_quote!(wide(4) + frame_count), false),
        (parse_quote!(frame_count.place()), false),
    ] {
        let mut errors = Errors::new();
        let _ = place(&expr, &scope(), &mut errors);
        assert_eq!(errors.finish().is_none(), fine);
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
