//! [`Bounds`]: the smallest and the greatest of many numbers.

use formwork_schema::{layout::Type, walk::Scalar};

use crate::{amount::plural, shown::Shown};

/// The smallest and the greatest of many numbers.
#[derive(Default)]
pub(super) struct Bounds {
    ends: Option<(Scalar<'static>, Scalar<'static>)>,
    not_numbers: u64,
}

impl Bounds {
    pub(super) fn add(&mut self, value: Scalar<'static>) {
        if is_nan(value) {
            self.not_numbers += 1;
            return;
        }
        let (least, most) = self.ends.get_or_insert((value, value));
        if is_less(value, *least) {
            *least = value;
        }
        if is_less(*most, value) {
            *most = value;
        }
    }

    /// What there is to say.
    pub(super) fn text(&self, ty: &Type, unit: &str) -> String {
        let text = |value| Shown::measured(ty, unit, value).text;
        let range = match self.ends {
            Some((least, most)) if least == most => text(least),
            Some((least, most)) => format!("{} … {}", text(least), text(most)),
            None => String::new(),
        };
        match (self.not_numbers, range.is_empty()) {
            (0, _) => range,
            (count, true) => format!("NaN in {}", plural(count, "record")),
            (count, false) => format!("{range}, NaN in {}", plural(count, "record")),
        }
    }
}

fn is_nan(value: Scalar<'_>) -> bool {
    match value {
        Scalar::F32(value) => value.is_nan(),
        Scalar::F64(value) => value.is_nan(),
        Scalar::Int(_) | Scalar::Bytes(_) => false,
    }
}

/// In the order of all bit patterns, so that -0 is less than 0 and the outcome has one form.
fn is_less(a: Scalar<'_>, b: Scalar<'_>) -> bool {
    match (a, b) {
        (Scalar::Int(a), Scalar::Int(b)) => a < b,
        (Scalar::F32(a), Scalar::F32(b)) => a.total_cmp(&b).is_lt(),
        (Scalar::F64(a), Scalar::F64(b)) => a.total_cmp(&b).is_lt(),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use formwork_schema::layout::PrimKind;

    use super::*;

    fn said(values: &[f32]) -> String {
        let mut bounds = Bounds::default();
        for value in values {
            bounds.add(Scalar::F32(*value));
        }
        bounds.text(&Type::Prim(PrimKind::F32), "")
    }

    #[test]
    fn ends_are_shown_once_when_they_are_the_same() {
        assert_eq!(said(&[1.5, -2.0, 0.0]), "-2 … 1.5");
        assert_eq!(said(&[1.0, 1.0]), "1");
    }

    #[test]
    fn nan_is_counted_and_no_end() {
        assert_eq!(said(&[f32::NAN, 1.0]), "1, NaN in 1 record");
        assert_eq!(said(&[f32::NAN, f32::NAN]), "NaN in 2 records");
        assert_eq!(said(&[0.0, -0.0, f32::INFINITY]), "-0 … inf");
    }
}
