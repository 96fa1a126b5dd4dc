//! Fields, matched by name and order.

use formwork_schema::{
    Expr,
    expr::Op,
    layout::{Assert, Count, Endian, Field, Order, Pad, Ref, Type},
};

use super::{
    align::{Step, align},
    change::{TEXT, WORDS, breaks, compatible, reads_more},
    comparison::Compare,
    expr::{implies, skeleton, truth},
    pairs::Pair,
    scope::{Scope, Side},
    shown,
};

/// Why a field does no harm that no file of the old layout has.
pub(super) const NEVER: &str = "no file that the old layout reads has it";
/// Why a change does no harm to files of the old layout.
pub(super) const SAME: &str = "the same in every file that the old layout reads";

/// Where fields are compared.
pub(super) struct FieldContext {
    /// Of the struct or variant; then of one field.
    pub(super) path: String,
    /// What the field is called in both layouts.
    pub(super) atom: String,
    /// What names stand for.
    pub(super) scopes: [Scope; 2],
    /// Byte order around the fields; then that of one field.
    pub(super) endian: [Endian; 2],
}

impl FieldContext {
    /// The path of a field. The one of a newtype variant has no name.
    fn of(&self, field: &Field) -> String {
        match &*field.name {
            "0" => self.path.clone(),
            name => format!("{}.{name}", self.path),
        }
    }
}

/// Which fields belong together.
pub(super) fn aligned(old: &[Field], new: &[Field]) -> Vec<Step> {
    let of_old: Vec<&str> = old.iter().map(|field| &*field.name).collect();
    let of_new: Vec<&str> = new.iter().map(|field| &*field.name).collect();
    align(&of_old, &of_new, |i, j| is_alike(&old[i], &new[j]))
}

/// Whether two fields may be one that was renamed.
fn is_alike(old: &Field, new: &Field) -> bool {
    let condition = |field: &Field| field.when.as_deref().map(skeleton);
    let same_type = match (old.ty.peeled(), new.ty.peeled()) {
        (Type::Struct(_), Type::Struct(_)) => true,
        (Type::List(a) | Type::Packed(a), Type::List(b) | Type::Packed(b)) => {
            std::mem::discriminant(a.peeled()) == std::mem::discriminant(b.peeled())
        }
        (Type::Prim(a), Type::Prim(b)) => a == b,
        (a, b) => std::mem::discriminant(a) == std::mem::discriminant(b),
    };
    same_type && condition(old) == condition(new)
}

/// Names of fields in both layouts, and what they stand for.
pub(super) fn atoms(
    label: &str,
    steps: &[Step],
    [old, new]: [&[Field]; 2],
) -> [Vec<(String, String)>; 2] {
    let mut names = [Vec::new(), Vec::new()];
    let mut add = |side: Side, name: &str, atom: String| {
        names[side as usize].push((name.to_owned(), atom));
    };
    for step in steps {
        match step {
            Step::Both(i, j) => {
                let atom = format!("{label}.{}", old[*i].name);
                add(Side::Old, &old[*i].name, atom.clone());
                add(Side::New, &new[*j].name, atom);
            }
            Step::Old(i) => add(
                Side::Old,
                &old[*i].name,
                format!("-{label}.{}", old[*i].name),
            ),
            Step::New(j) => add(
                Side::New,
                &new[*j].name,
                format!("+{label}.{}", new[*j].name),
            ),
        }
    }
    names
}

/// Why another number that is due is none of bytes.
const DUE: &str = "files keep wrong ones; XML and JSON of one need not read, or mean other bytes, under the other";

impl<'l> Compare<'l> {
    /// The fields of a struct or of a variant.
    pub(super) fn fields(
        &mut self,
        pair: &Pair<'l>,
        (path, label): (&str, &str),
        [old, new]: [&'l [Field]; 2],
    ) {
        let steps = aligned(old, new);
        let names = atoms(label, &steps, [old, new]);
        self.known.note_parts(Side::Old, &names[0], old);
        self.known.note_parts(Side::New, &names[1], new);
        let mut scopes = pair.scopes.clone();
        for (scope, names) in scopes.iter_mut().zip(&names) {
            let each = names.iter();
            each.for_each(|(name, atom)| scope.add(name, Expr::Field(atom.as_str().into())));
        }
        let here = FieldContext {
            path: path.to_owned(),
            atom: label.to_owned(),
            scopes,
            endian: pair.endian,
        };
        for step in steps {
            match step {
                Step::Both(i, j) => self.field(&here, [&old[i], &new[j]], &new[j + 1..]),
                Step::Old(i) => self.removed(&here, &old[i], new),
                Step::New(j) => self.inserted(&here, &new[j], old),
            }
        }
    }

    pub(super) fn resolved(&self, here: &FieldContext, side: Side, expr: &Expr) -> Expr {
        here.scopes[side as usize].resolve(expr, side, &self.known)
    }

    /// When a field is there.
    fn condition(&self, here: &FieldContext, side: Side, when: Option<&Expr>) -> Expr {
        let resolved = when.map(|when| self.resolved(here, side, when));
        resolved.map_or(Expr::Int(1), |when| truth(&when))
    }

    fn asserts(&self, here: &FieldContext, side: Side, asserts: &[Assert]) -> Vec<Expr> {
        let each = asserts.iter();
        each.map(|one| truth(&self.resolved(here, side, &one.that)))
            .collect()
    }

    fn removed(&mut self, here: &FieldContext, field: &Field, new: &[Field]) {
        let path = here.of(field);
        let never = self
            .known
            .never(&self.condition(here, Side::Old, field.when.as_deref()));
        let takes_none = field.ty.is_lookahead() || field.is.is_some();
        let verdict = match () {
            () if !field.asserts.is_empty() && (never || takes_none) => {
                self.takes_more("less is asked of files")
            }
            () if never => compatible(NEVER),
            () if field.is.is_some() && field.visible => TEXT,
            () if takes_none => compatible("it takes no bytes"),
            () if new.iter().any(|other| other.name == field.name) => breaks("it stands elsewhere"),
            () => breaks("files of the old layout have it"),
        };
        self.change(path, Some(shown::field(field)), None, verdict);
    }

    fn inserted(&mut self, here: &FieldContext, field: &Field, old: &[Field]) {
        let path = here.of(field);
        let never = self
            .known
            .never(&self.condition(here, Side::New, field.when.as_deref()));
        let asserts = self.asserts(here, Side::New, &field.asserts);
        // An assert belongs to the field in front of it, which is another one now.
        let asked = old.iter().filter(|field| field.when.is_none());
        let asked = asked.flat_map(|field| self.asserts(here, Side::Old, &field.asserts));
        let asked: Vec<Expr> = asked.collect();
        let passes = asserts
            .iter()
            .all(|one| asked.contains(one) || self.known.same(one, &Expr::Int(1)));
        let verdict = match &field.ty {
            _ if !passes => breaks("files of the old layout need not pass its assert"),
            Type::Dialect(_) => breaks("files may be read in another way"),
            _ if never => reads_more(NEVER),
            _ if field.is.is_some() && field.visible => TEXT,
            ty if ty.is_lookahead() || field.is.is_some() => compatible("it takes no bytes"),
            _ => breaks("files of the old layout do not have it"),
        };
        self.change(path, None, Some(shown::field(field)), verdict);
    }

    /// A field that both have; `later` are those behind it in the new layout.
    fn field(&mut self, around: &FieldContext, [old, new]: [&'l Field; 2], later: &[Field]) {
        let here = FieldContext {
            path: around.of(old),
            atom: format!("{}.{}", around.atom, old.name),
            scopes: around.scopes.clone(),
            endian: around.endian,
        };
        let here = FieldContext {
            endian: self.orders(&here, [old, new]),
            ..here
        };
        self.bytes_in_front(&here, [old, new]);
        self.words(&here.path, old, new);
        self.times(&here, [old, new]);
        let args = [(Side::Old, old), (Side::New, new)].map(|(side, field)| {
            let args = field.args.iter();
            args.map(|arg| self.resolved(&here, side, arg)).collect()
        });
        self.types(&here, [&old.ty, &new.ty], &args);
        self.checks(&here, [old, new]);
        self.visible(&here, [old, new], later);
    }

    /// The byte order of both; the same where a value decides it.
    fn orders(&mut self, here: &FieldContext, [old, new]: [&Field; 2]) -> [Endian; 2] {
        let big = |side: Side, field: &Field| {
            let big = field.endian.as_ref().and_then(Order::condition)?;
            Some(self.resolved(here, side, big))
        };
        let orders = [old.endian.as_ref(), new.endian.as_ref()];
        let big = [big(Side::Old, old), big(Side::New, new)];
        self.one_order(&here.path, orders, here.endian, big)
    }

    /// Magics, and what values that are not stored are.
    fn bytes_in_front(&mut self, here: &FieldContext, [old, new]: [&Field; 2]) {
        let verdict = breaks("files of the old layout have other bytes there");
        let [was, is] = [old, new].map(|field| shown::magic(&field.magic));
        self.differ(&here.path, "magic", &was, &is, verdict);
        let value = |side: Side, field: &Field| {
            let is = field.is.as_deref();
            is.map_or_else(String::new, |is| self.resolved(here, side, is).to_string())
        };
        let [was, is] = [value(Side::Old, old), value(Side::New, new)];
        let verdict = breaks("what asks for it reads something else");
        self.differ(&here.path, "is", &was, &is, verdict);
        let [was, is] =
            [old, new].map(|field| field.due.as_ref().map_or_else(String::new, shown::due));
        self.differ(&here.path, "", &was, &is, compatible(DUE));
        let size = |side: Side, field: &Field| {
            let size = field.size.as_deref();
            size.map_or_else(String::new, |size| {
                self.resolved(here, side, size).to_string()
            })
        };
        let [was, is] = [size(Side::Old, old), size(Side::New, new)];
        let verdict = breaks("the value ends elsewhere");
        self.differ(&here.path, "size", &was, &is, verdict);
        let padding = |side: Side, field: &Field| {
            let pad = |pad: &Option<Pad>| match pad {
                Some(Pad::Bytes(length)) => self.resolved(here, side, length).to_string(),
                Some(Pad::Align(to)) => format!("align {}", self.resolved(here, side, to)),
                None => String::new(),
            };
            let to = field.pad.to.as_ref();
            let to = to.map_or_else(String::new, |to| self.resolved(here, side, to).to_string());
            let parts = [pad(&field.pad.before), pad(&field.pad.after), to];
            let names = ["before ", "after ", "up to "].into_iter().zip(parts);
            let said = names.filter(|(_, part)| !part.is_empty());
            let said: Vec<String> = said.map(|(name, part)| format!("{name}{part}")).collect();
            said.join(", ")
        };
        let [was, is] = [padding(Side::Old, old), padding(Side::New, new)];
        let verdict = breaks("other bytes are skipped");
        self.differ(&here.path, "padding", &was, &is, verdict);
    }

    /// What no byte depends on.
    fn words(&mut self, path: &str, old: &Field, new: &Field) {
        self.differ(path, "name", &old.name, &new.name, TEXT);
        self.differ(path, "item", &old.item, &new.item, TEXT);
        self.differ(path, "doc", &old.doc, &new.doc, WORDS);
        self.differ(path, "unit", &old.unit, &new.unit, WORDS);
        let key = |field: &Field| {
            field
                .key
                .iter()
                .map(|name| format!("{name} "))
                .collect::<String>()
        };
        self.differ(path, "key", &key(old), &key(new), TEXT);
        let index_of = |field: &Field| field.index_of.as_ref().map(ToString::to_string);
        let [was, is] = [old, new].map(|field| index_of(field).unwrap_or_default());
        self.differ(path, "index_of", &was, &is, TEXT);
        let [was, is] = [old, new].map(named_by);
        self.differ(path, "named_by", &was, &is, TEXT);
    }

    /// Whether, where and how often a field is there.
    fn times(&mut self, here: &FieldContext, [old, new]: [&Field; 2]) {
        let when = [(Side::Old, old), (Side::New, new)]
            .map(|(side, field)| self.condition(here, side, field.when.as_deref()));
        let said = |when: &Option<Ref<Expr>>| {
            when.as_ref()
                .map_or("always".to_owned(), |when| format!("when {when}"))
        };
        self.expressions(here, when, [said(&old.when), said(&new.when)]);
        match (&old.at, &new.at) {
            (None, None) => {}
            (Some(was), Some(is)) => {
                let both = [
                    self.resolved(here, Side::Old, was),
                    self.resolved(here, Side::New, is),
                ];
                self.expressions(here, both, [format!("at {was}"), format!("at {is}")]);
            }
            (was, is) => {
                let said = |at: &Option<Ref<Expr>>| {
                    at.as_ref()
                        .map_or("in place".to_owned(), |at| format!("at {at}"))
                };
                let verdict = breaks("it stands elsewhere in the file");
                self.change(&*here.path, Some(said(was)), Some(said(is)), verdict);
            }
        }
        match (&old.count, &new.count) {
            (Some(Count::Expr(was)), Some(Count::Expr(is))) => {
                let both = [
                    self.resolved(here, Side::Old, was),
                    self.resolved(here, Side::New, is),
                ];
                self.expressions(here, both, [format!("count {was}"), format!("count {is}")]);
            }
            (was, is) => {
                let said =
                    |count: &Option<Count>| count.as_ref().map(shown::count).unwrap_or_default();
                let verdict = breaks("it has another number of items");
                self.differ(&here.path, "count", &said(was), &said(is), verdict);
            }
        }
    }

    /// Two expressions that stand at the same place.
    fn expressions(&mut self, here: &FieldContext, [old, new]: [Expr; 2], [was, is]: [String; 2]) {
        if old == new {
            return;
        }
        let verdict = if self.known.same(&old, &new) {
            reads_more(SAME)
        } else {
            breaks("it may differ in files of the old layout")
        };
        // Names stand for other things where the words are the same.
        let (was, is) = if was == is {
            (
                format!("{was}, which is {old}"),
                format!("{is}, which is {new}"),
            )
        } else {
            (was, is)
        };
        self.change(&*here.path, Some(was), Some(is), verdict);
    }

    /// What is asked of a field.
    fn checks(&mut self, here: &FieldContext, [old, new]: [&Field; 2]) {
        let of_old = self.asserts(here, Side::Old, &old.asserts);
        let of_new = self.asserts(here, Side::New, &new.asserts);
        let kept = |of: &[Expr], one: &Expr| of.contains(one);
        let mut gone = old
            .asserts
            .iter()
            .zip(&of_old)
            .filter(|(_, one)| !kept(&of_new, one));
        for (assert, one) in new.asserts.iter().zip(&of_new) {
            if let Some(twin) = of_old.iter().position(|known| known == one) {
                let (was, is) = (&old.asserts[twin].message, &assert.message);
                self.differ(&here.path, "message", was, is, WORDS);
                continue;
            }
            let passes = of_old.iter().any(|known| implies(known, one))
                || self.known.same(one, &Expr::Int(1));
            let verdict = if passes {
                self.takes_more("what passed before passes")
            } else {
                breaks("files of the old layout need not pass")
            };
            let was = gone.next().map(|(assert, _)| shown::assert(assert));
            self.change(&*here.path, was, Some(shown::assert(assert)), verdict);
        }
        for (assert, _) in gone {
            let verdict = self.takes_more("less is asked of files");
            self.change(&*here.path, Some(shown::assert(assert)), None, verdict);
        }
        self.known.note(&here.atom, old, &of_old);
    }

    fn visible(&mut self, here: &FieldContext, [old, new]: [&Field; 2], later: &[Field]) {
        let list = |side: Side, field: &Field| match &*field.counts {
            "" => String::new(),
            list => self
                .resolved(here, side, &Expr::Field(list.into()))
                .to_string(),
        };
        let moved = list(Side::Old, old) != list(Side::New, new) || old.plus != new.plus;
        if old.visible == new.visible && !moved {
            return;
        }
        let more = |field: &Field| match field.plus {
            0 => String::new(),
            plus => format!(" {plus:+}"),
        };
        let said = |field: &Field| match (&*field.counts, field.visible) {
            ("", true) => "visible".to_owned(),
            ("", false) => "hidden".to_owned(),
            (list, true) => format!("visible, the length of {list}{}", more(field)),
            (list, false) => format!("hidden, the length of {list}{}", more(field)),
        };
        let verdict = if new.visible || follows(new, later) {
            TEXT
        } else {
            breaks("trees may not keep its value")
        };
        self.change(&*here.path, Some(said(old)), Some(said(new)), verdict);
    }
}

/// Whether every value that a file has there follows from a tree without it: a list has as many items as it says.
fn follows(field: &Field, later: &[Field]) -> bool {
    let Some(list) = later.iter().find(|other| other.name == field.counts) else {
        return false;
    };
    let says = match list.computed_count() {
        Some(Expr::Field(name)) => *name == field.name && field.plus == 0,
        Some(Expr::Binary(Op::Sub, name, less)) => {
            **name == Expr::Field(field.name.clone()) && **less == Expr::Int(field.plus.into())
        }
        _ => false,
    };
    says && field.when == list.when && list.visible && list.size.is_none()
}

/// What names the items of a list.
fn named_by(field: &Field) -> String {
    let Some(columns) = &field.columns else {
        return String::new();
    };
    let words: Vec<&str> = columns.words.iter().map(|word| &**word).collect();
    format!("{} ({})", columns.named_by(), words.join(" "))
}
