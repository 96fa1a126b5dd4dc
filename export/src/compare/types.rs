//! Types of fields.

use formwork_schema::{
    Expr,
    layout::{Bits, Endian, PrimKind, Type},
};

use super::{
    change::{TEXT, WORDS, breaks, compatible},
    comparison::Compare,
    fields::FieldContext,
    shown, tables,
};

impl<'l> Compare<'l> {
    /// The types of one field, or of its items.
    pub(super) fn types(
        &mut self,
        here: &FieldContext,
        [old, new]: [&'l Type; 2],
        args: &[Vec<Expr>; 2],
    ) {
        // Whether a struct may contain itself is a limit and no layout.
        let (old, new) = (old.peeled(), new.peeled());
        match (old, new) {
            (Type::Struct(a), Type::Struct(b)) => {
                let (a, b) = (self.old.get(a), self.new.get(b));
                return self.meet(a, b, args.clone(), here.endian);
            }
            (Type::List(a) | Type::Packed(a), Type::List(b) | Type::Packed(b)) => {
                let packed = |ty: &Type| matches!(ty, Type::Packed(_));
                let said = |ty: &Type| if packed(ty) { "packed" } else { "list" };
                let verdict = compatible("the same bytes, kept in another way");
                self.differ(&here.path, "", said(old), said(new), verdict);
                self.items(&here.atom, [a, b]);
                return self.types(here, [a, b], args);
            }
            (Type::Array(a, length), Type::Array(b, other)) if length == other => {
                self.items(&here.atom, [a, b]);
                return self.types(here, [a, b], args);
            }
            (Type::Flags(a), Type::Flags(b)) => self.names(tables::Use::Flags, a, b),
            (Type::Enum(a), Type::Enum(b)) => self.names(tables::Use::Enum, a, b),
            (Type::Bits(a), Type::Bits(b)) => self.bits(a, b, here, args),
            (Type::Dialect(a), Type::Dialect(b)) => self.names(tables::Use::Dialect, a, b),
            (Type::Version(a), Type::Version(b)) => self.versions(a, b),
            (a, b) if is_same(a, b) => {}
            (a, b) => {
                let verdict = breaks("the bytes mean something else");
                return self.change(&*here.path, Some(shown::ty(a)), Some(shown::ty(b)), verdict);
            }
        }
        if here.endian[0] != here.endian[1] && (has_order(old) || has_order(new)) {
            let said = |endian: Endian| Some(format!("{} endian", shown::endian(endian)));
            let verdict = breaks("the bytes stand in another order");
            self.change(
                &*here.path,
                said(here.endian[0]),
                said(here.endian[1]),
                verdict,
            );
        }
    }

    /// Numbers that consist of smaller ones.
    fn bits(&mut self, old: &'l Bits, new: &'l Bits, here: &FieldContext, args: &[Vec<Expr>; 2]) {
        self.differ(&old.name, "type", &old.name, &new.name, WORDS);
        self.differ(&old.name, "doc", &old.doc, &new.doc, WORDS);
        let (was, is) = (shown::parts(old), shown::parts(new));
        if was != is {
            let verdict = breaks("the bits mean something else");
            return self.differ(&old.name, "parts", &was, &is, verdict);
        }
        for (part, twin) in old.parts.iter().zip(new.parts.iter()) {
            let path = format!("{}.{}", old.name, part.name);
            let is_taken = part.name != twin.name && has_part(old, &twin.name);
            let text = if is_taken {
                breaks("expressions by this name ask for other bits")
            } else {
                TEXT
            };
            self.differ(&path, "name", &part.name, &twin.name, text);
            self.differ(&path, "doc", &part.doc, &twin.doc, WORDS);
            self.types(here, [&part.ty, &twin.ty], args);
        }
    }

    /// Notes what names inside the items of a list stand for.
    fn items(&mut self, atom: &str, [old, new]: [&'l Type; 2]) {
        if let (Type::Struct(a), Type::Struct(b)) = (old.peeled(), new.peeled()) {
            let names = self.item_names(self.old.get(a), self.new.get(b));
            self.known.items.insert(atom.to_owned(), names);
        }
    }
}

fn has_part(bits: &Bits, name: &str) -> bool {
    bits.parts.iter().any(|part| *part.name == *name)
}

/// Whether two types without parts are the same.
fn is_same(old: &Type, new: &Type) -> bool {
    match (old, new) {
        (Type::Prim(a), Type::Prim(b)) => a == b,
        (Type::FixedString(a), Type::FixedString(b)) | (Type::Peek(a), Type::Peek(b)) => a == b,
        (Type::Text(a), Type::Text(b)) | (Type::Padded(a), Type::Padded(b)) => a == b,
        (Type::Padding(a), Type::Padding(b)) => a == b,
        (Type::Ended(a, mark), Type::Ended(b, other)) => a == b && mark == other,
        (Type::Vle, Type::Vle)
        | (Type::Bool, Type::Bool)
        | (Type::CString, Type::CString)
        | (Type::Blob, Type::Blob)
        | (Type::Remaining, Type::Remaining) => true,
        _ => false,
    }
}

/// Whether byte order makes a difference.
fn has_order(ty: &Type) -> bool {
    let wide = |kind: PrimKind| kind.size() > 1;
    match ty {
        Type::Prim(kind) => wide(*kind),
        Type::Flags(names) | Type::Enum(names) => wide(names.repr),
        Type::Bits(bits) => wide(bits.repr),
        Type::Version(versions) => versions
            .magics
            .iter()
            .any(|one| one.stored.is_some_and(wide)),
        _ => false,
    }
}
