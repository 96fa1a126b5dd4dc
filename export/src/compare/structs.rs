//! Structs, matched by where they stand.

use std::collections::BTreeMap;

use formwork_schema::{
    Expr,
    layout::{Body, Endian, Order, Struct},
    sorted,
};

use super::{
    change::{TEXT, WORDS, breaks, compatible},
    comparison::Compare,
    fields::{aligned, atoms},
    pairs::Pair,
    scope::{Scope, Side, bound},
    shown,
};

/// Ways to use a pair of structs that are told apart; beyond them nothing is known of what is passed down.
const MAX_USES: usize = 16;
/// Uses of structs that are compared at most.
const MAX_PAIRS: usize = 20_000;

impl<'l> Compare<'l> {
    /// Compares the roots, and all that they reach.
    pub(super) fn structs(&mut self) {
        let (old, new) = (self.old.root(), self.new.root());
        self.meet(old, new, [Vec::new(), Vec::new()], [Endian::default(); 2]);
        while let Some(pair) = self.pairs.queue.pop_front() {
            self.pair(&pair);
        }
    }

    /// Notes two structs that stand at the same place, and what is passed down to them.
    pub(super) fn meet(
        &mut self,
        old: &'l Struct,
        new: &'l Struct,
        args: [Vec<Expr>; 2],
        endian: [Endian; 2],
    ) {
        let label = label(old, new);
        let uses = self.pairs.uses.get(&label).copied().unwrap_or(0);
        let [of_old, of_new] = args;
        let named = |one: &Struct, args: Vec<Expr>| -> Vec<(String, Expr)> {
            let params = one.params.iter().map(ToString::to_string);
            params.zip(args).collect()
        };
        let args = [named(old, of_old), named(new, of_new)];
        let args = bound(&label, args, uses >= MAX_USES);
        let key = format!("{label} {endian:?} {args:?}");
        if !self.pairs.seen.insert(key) {
            return;
        }
        if self.pairs.seen.len() > MAX_PAIRS {
            let verdict = breaks("there is more to compare than can be");
            return self.change(&*old.name, None, None, verdict);
        }
        self.pairs.uses.insert(label.clone(), uses + 1);
        let scopes = args.map(|args| {
            let mut scope = Scope::default();
            args.into_iter()
                .for_each(|(name, value)| scope.add(&name, value));
            scope
        });
        let orders = [old.endian.as_ref(), new.endian.as_ref()];
        let big = [Side::Old, Side::New].map(|side| {
            let big = orders[side as usize].and_then(Order::condition)?;
            Some(scopes[side as usize].resolve(big, side, &self.known))
        });
        let endian = self.one_order(&old.name, orders, endian, big);
        self.pairs.queue.push_back(Pair {
            old,
            new,
            label,
            scopes,
            endian,
        });
    }

    fn pair(&mut self, pair: &Pair<'l>) {
        let (old, new) = (pair.old, pair.new);
        let path = &*old.name;
        let name = compatible("no file has the name of a struct");
        self.differ(path, "struct", &old.name, &new.name, name);
        self.differ(path, "doc", &old.doc, &new.doc, WORDS);
        let (was, is) = (shown::style(old.style), shown::style(new.style));
        self.differ(path, "style", was, is, TEXT);
        let (was, is) = (shown::magic(&old.magic), shown::magic(&new.magic));
        self.differ(path, "magic", &was, &is, breaks("other bytes are expected"));
        match (&old.body, &new.body) {
            (Body::Fields(old), Body::Fields(new)) => {
                self.fields(pair, (path, &pair.label), [old, new])
            }
            (Body::Variants(old), Body::Variants(new)) => self.variants(pair, [old, new]),
            (old, new) => {
                let (was, is) = (shown::body(old), shown::body(new));
                self.differ(path, "", was, is, breaks("the bytes are something else"));
            }
        }
    }

    /// The byte orders that two things say, in those of what is around them; the same where a value decides it.
    pub(super) fn one_order(
        &mut self,
        path: &str,
        orders: [Option<&Order>; 2],
        around: [Endian; 2],
        [was, is]: [Option<Expr>; 2],
    ) -> [Endian; 2] {
        if was.is_none() && is.is_none() {
            let known =
                |order: Option<&Order>, around| order.and_then(Order::known).unwrap_or(around);
            return [known(orders[0], around[0]), known(orders[1], around[1])];
        }
        if was != is {
            let said = |big: Option<Expr>| big.map(|big| format!("big endian if {big}"));
            let verdict = breaks("the bytes stand in another order");
            self.change(path, said(was), said(is), verdict);
        }
        [Endian::Little; 2]
    }

    /// Names of the fields of the items of a list, and what they stand for.
    pub(super) fn item_names(&self, old: &Struct, new: &Struct) -> [BTreeMap<String, String>; 2] {
        let steps = aligned(old.fields(), new.fields());
        let names = atoms(&label(old, new), &steps, [old.fields(), new.fields()]);
        names.map(sorted::collect)
    }
}

/// What two structs are called.
fn label(old: &Struct, new: &Struct) -> String {
    if old.name == new.name {
        return old.name.to_string();
    }
    format!("{}/{}", old.name, new.name)
}
