//! Which variant the fields around an enum ask for.

use super::Completer;
use crate::{Error, Expr, Kind, Result, layout::Struct};

/// Conditions that a message lists.
const SHOWN: usize = 4;

impl<'l> Completer<'_, 'l> {
    /// The first variant whose condition holds.
    pub(super) fn variant(&self, of: &'l Struct) -> Result<usize> {
        for (place, variant) in of.variants().iter().enumerate() {
            let holds = variant
                .when
                .as_ref()
                .map_or(Ok(1), |when| self.scopes.eval(when));
            match holds {
                Ok(0) => {}
                Ok(_) => return Ok(place),
                Err(why) => return Err(self.invalid(why)),
            }
        }
        Err(self.no_variant(of))
    }

    /// What to say where no condition holds: of the one number that all of them ask for, if there is one, and if it stands beside
    /// the field.
    fn no_variant(&self, of: &Struct) -> Error {
        let conditions = || {
            let variants = of.variants().iter();
            variants.filter_map(|variant| variant.when.as_ref())
        };
        let shown: Vec<String> = conditions()
            .take(SHOWN)
            .map(|when| format!("`{when:#}`"))
            .collect();
        let more = if shown.len() < conditions().count() {
            ", …"
        } else {
            ""
        };
        let wanted = format!(
            "the variants of {} are for {}{more}",
            of.name,
            shown.join(", ")
        );
        let path = self.path.to_string();
        if let Some((asked, name)) = self.asked(of)
            && let Some(around) = path.strip_suffix(self.field.map_or("", |field| &field.name))
            && let Ok(number) = self.scopes.eval(asked)
        {
            let message = format!("{number} is nothing that is known here: {wanted}");
            return Error::new(Kind::Invalid, message).of(format!("{around}{name}"));
        }
        self.invalid(format!("is none of its variants: {wanted}"))
    }

    /// The one parameter that all conditions ask for, and the field beside this one that is handed down as it.
    fn asked<'s>(&self, of: &'s Struct) -> Option<(&'s Expr, &'l str)> {
        let mut asked = None;
        let mut is_one = true;
        for when in of
            .variants()
            .iter()
            .filter_map(|variant| variant.when.as_ref())
        {
            when.visit(&mut |part| {
                if let Expr::Field(_) = part {
                    is_one &= **asked.get_or_insert(part) == *part;
                }
            });
        }
        let asked = asked.filter(|_| is_one)?;
        let place = of
            .params
            .iter()
            .position(|param| Expr::Field(param.clone()) == *asked)?;
        match self.field?.args.get(place)? {
            Expr::Field(name) => Some((asked, name)),
            _ => None,
        }
    }
}
