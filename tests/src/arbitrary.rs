//! Arbitrary files of any layout: bytes made by following it, with every dialect taken from a string of
//! entropy. Shorter entropy makes smaller files, so that a failing case shrinks.

use std::{
    collections::{BTreeMap, HashSet},
    rc::Rc,
};

use formwork_schema::{
    Expr, Layout,
    expr::Scope,
    layout::{
        Body, Count, Endian, Field, Magic, MarkPlace, Names, Order, PrimKind, Struct, Type,
        Variant, Versions,
    },
    macros::version_bytes,
};

/// Levels of values inside values that are worth trying.
const DEPTH: u32 = 4;

/// What every mask of a file is: bit after bit those that have a name, and after them some that have none.
#[derive(Debug, Clone, Copy)]
pub struct Bits(pub u64);

impl Bits {
    /// How many bits lead to every combination in every mask of a layout.
    #[must_use]
    pub fn most(layout: &Layout) -> usize {
        let fields = layout.structs().into_iter().flat_map(Struct::field_lists);
        let masks = fields.flatten().filter_map(|field| match &field.ty {
            Type::Flags(names) => Some(Self::of(names).len()),
            _ => None,
        });
        masks.max().unwrap_or(0)
    }

    /// The bits of a mask: at least eight, and one without a name.
    fn of(names: &Names) -> Vec<u64> {
        let all = names.values.iter().fold(0, |all, name| all | name.value);
        let width = names.repr.size() * 8;
        let (mut bits, others): (Vec<u64>, Vec<u64>) = (0..width)
            .map(|at| 1 << at)
            .partition(|bit| all & i128::from(*bit) != 0);
        let more = 8_usize.saturating_sub(bits.len()).max(1);
        bits.extend(others.into_iter().take(more));
        bits
    }

    fn mask(self, names: &Names) -> u64 {
        let bits = Self::of(names).into_iter().enumerate();
        let set = bits.filter(|(at, _)| self.0 >> at & 1 == 1);
        set.fold(0, |mask, (_, bit)| mask | bit)
    }
}

/// A file of this layout.
#[must_use]
pub fn file(layout: &Layout, entropy: &[u8]) -> Vec<u8> {
    made(layout, entropy, None)
}

/// The same, with other masks.
#[must_use]
pub fn file_with(layout: &Layout, entropy: &[u8], bits: Bits) -> Vec<u8> {
    made(layout, entropy, Some(bits))
}

fn made(layout: &Layout, entropy: &[u8], bits: Option<Bits>) -> Vec<u8> {
    let mut maker = Maker {
        layout,
        bits,
        counting: counting(layout),
        entropy,
        out: Vec::new(),
        depth: 0,
        endian: Endian::default(),
    };
    let root = layout.root();
    let dialect = layout
        .dialect()
        .map_or(0, |names| maker.below(names.values.len() as u64));
    let dialect = Handed::One(dialect.into());
    maker.make(root, &vec![dialect; root.params.len()]);
    maker.out
}

/// Names of fields that decide how long something is; their numbers stay small.
fn counting(layout: &Layout) -> HashSet<String> {
    let mut names = HashSet::new();
    let mut note = |expr: &Expr| {
        expr.visit(&mut |inner| {
            if let Expr::Field(name) = inner {
                names.insert(name.to_string());
            }
        });
    };
    for field in layout
        .structs()
        .iter()
        .flat_map(|s| s.field_lists())
        .flatten()
    {
        if let Some(count) = field.computed_count() {
            note(count);
        }
        field.args.iter().for_each(&mut note);
    }
    names
}

/// The numbers that the asserts of a field name, and 0.
fn named_numbers(field: &Field) -> Vec<i128> {
    let mut numbers = vec![0];
    for assert in field.asserts.iter() {
        assert.that.visit(&mut |expr| {
            if let Expr::Int(number) | Expr::Const(_, number) = expr {
                numbers.push(*number);
            }
        });
    }
    numbers
}

/// What fields ask of the items of lists, nothing found yet.
fn folds(fields: &[Field]) -> Vec<(Expr, Vec<i128>)> {
    let mut folds = Vec::new();
    let mut note = |expr: &Expr| {
        expr.visit(&mut |expr| {
            if matches!(expr, Expr::Sum(..) | Expr::Each(..)) {
                folds.push((expr.clone(), Vec::new()));
            }
        });
    };
    for field in fields {
        if let Some(count) = field.computed_count() {
            note(count);
        }
        field.args.iter().for_each(&mut note);
    }
    folds
}

struct Maker<'a> {
    layout: &'a Layout,
    bits: Option<Bits>,
    counting: HashSet<String>,
    entropy: &'a [u8],
    out: Vec<u8>,
    depth: u32,
    endian: Endian,
}

/// What the fields of a struct came to.
#[derive(Default)]
struct Frame {
    values: BTreeMap<String, i128>,
    lengths: BTreeMap<String, u64>,
    columns: BTreeMap<String, Rc<[i128]>>,
    folds: Vec<(Expr, Vec<i128>)>,
    absent: HashSet<String>,
}

/// What a parameter stands for.
#[derive(Clone)]
enum Handed {
    One(i128),
    Each(Rc<[i128]>),
    PerItem(Rc<[i128]>),
    Index,
}

impl Handed {
    /// What an item of a list gets of it.
    fn of_item(&self, index: u64) -> Self {
        match self {
            Self::PerItem(values) => Self::One(values[index as usize]),
            Self::Index => Self::One(index.into()),
            other => other.clone(),
        }
    }
}

impl Frame {
    fn arg(&self, expr: &Expr) -> Handed {
        match expr {
            Expr::Each(..) => {
                let found = self.folds.iter().find(|(asked, _)| asked == expr);
                Handed::Each(found.map_or(&[][..], |(_, values)| values).into())
            }
            Expr::Index => Handed::Index,
            Expr::Item(param) => Handed::PerItem(self.columns[&**param].clone()),
            Expr::Field(name) if self.columns.contains_key(&**name) => {
                Handed::Each(self.columns[&**name].clone())
            }
            _ => Handed::One(expr.eval(self).expect("computes")),
        }
    }
}

impl Scope for Frame {
    fn value(&self, name: &str) -> Option<i128> {
        // What is inside something absent counts as 0.
        let absent = || self.absent.contains(name.split_once('.')?.0).then_some(0);
        self.values.get(name).copied().or_else(absent)
    }

    fn len(&self, list: &str) -> Option<u64> {
        let column = || self.columns.get(list).map(|column| column.len() as u64);
        self.lengths.get(list).copied().or_else(column)
    }

    fn sum(&self, list: &str, item: &Expr) -> Option<i128> {
        let is_this = |sum: &Expr| matches!(sum, Expr::Sum(l, i) if **l == *list && **i == *item);
        let found = self.folds.iter().find(|(asked, _)| is_this(asked));
        Some(found.map_or(0, |(_, values)| values.iter().sum()))
    }
}

/// The byte order that something says, in that of what is around it.
fn order(own: Option<&Order>, around: Endian, frame: &Frame) -> Endian {
    match own {
        Some(Order::BigIf(big)) if big.eval(frame).expect("computes") == 0 => Endian::Little,
        Some(Order::BigIf(_)) => Endian::Big,
        other => other.and_then(Order::known).unwrap_or(around),
    }
}

impl Maker<'_> {
    fn byte(&mut self) -> u8 {
        let Some((first, rest)) = self.entropy.split_first() else {
            return 0;
        };
        self.entropy = rest;
        *first
    }

    /// Whether an item of a list asks what follows it.
    fn looks_ahead(&self, list: &Type) -> bool {
        let Some(Type::Struct(target)) = list.item() else {
            return false;
        };
        let mut fields = self.layout.get(target).field_lists().flatten();
        fields.any(|field| field.ty.is_lookahead())
    }

    fn below(&mut self, end: u64) -> u64 {
        u64::from(self.byte()) % end.max(1)
    }

    /// Makes a struct; what its fields came to.
    fn make(&mut self, made: &Struct, args: &[Handed]) -> Frame {
        let mut frame = Frame::default();
        for (name, value) in made.params.iter().zip(args) {
            let name = name.to_string();
            match value {
                Handed::One(value) => drop(frame.values.insert(name, *value)),
                Handed::Each(column) => drop(frame.columns.insert(name, column.clone())),
                Handed::PerItem(_) | Handed::Index => unreachable!("items get one value each"),
            }
        }
        self.out.extend_from_slice(&made.magic);
        let around = self.endian;
        self.endian = order(made.endian.as_ref(), around, &frame);
        match &made.body {
            Body::Fields(fields) => self.fields(fields, &mut frame),
            Body::Variants(variants) => self.variant(variants, &mut frame),
        }
        self.endian = around;
        frame
    }

    fn variant(&mut self, variants: &[Variant], frame: &mut Frame) {
        let holds = |variant: &&Variant| {
            variant
                .when
                .as_ref()
                .is_none_or(|when| when.eval(frame) == Some(1))
        };
        let possible: Vec<&Variant> = variants.iter().filter(holds).collect();
        // Guards take the first that holds; magic leaves it to the file. One for the rest has arbitrary bytes, which could be those of
        // a magic.
        let magic = possible
            .iter()
            .take_while(|variant| !variant.magic.is_empty())
            .count();
        let chosen = self.below(magic as u64) as usize;
        let variant = possible.get(chosen).expect("some variant fits");
        self.out.extend_from_slice(&variant.magic);
        self.fields(&variant.fields, frame);
    }

    fn fields(&mut self, fields: &[Field], frame: &mut Frame) {
        frame.folds = folds(fields);
        for field in fields {
            let present = field
                .when
                .as_ref()
                .is_none_or(|when| when.eval(frame).expect("computes") != 0);
            let around = self.endian;
            self.endian = order(field.endian.as_ref(), around, frame);
            let mut counted = fields.iter().filter(|list| list.name == field.counts);
            let value = match present {
                true if counted.any(|list| self.looks_ahead(&list.ty)) => {
                    let width = field.ty.number_kind().map_or(0, PrimKind::size);
                    self.out.extend(std::iter::repeat_n(0, width));
                    0
                }
                true => self.field(field, frame),
                false => {
                    frame.absent.insert(field.name.to_string());
                    0
                }
            };
            self.endian = around;
            frame.values.insert(field.name.to_string(), value);
        }
    }

    fn field(&mut self, field: &Field, frame: &mut Frame) -> i128 {
        // What cannot be known while making it.
        if field.at.is_some() {
            return 0;
        }
        let eval = |expr: &Expr| expr.eval(frame).expect("computes");
        if let Some(is) = &field.is {
            return eval(is);
        }
        self.out.extend_from_slice(&field.magic);
        let args: Vec<Handed> = field.args.iter().map(|arg| frame.arg(arg)).collect();
        let count = match &field.count {
            Some(Count::Expr(count)) => u64::try_from(eval(count)).expect("a count"),
            // What looks ahead, or asks what is left, is told by what is not made yet.
            Some(Count::ToEnd) if self.looks_ahead(&field.ty) => 0,
            Some(Count::ToEnd) => self.below(4),
            Some(Count::Until(_)) => unreachable!("no list of our formats ends with an item"),
            None => 0,
        };
        if field.count.is_some() {
            frame.lengths.insert(field.name.to_string(), count);
        }
        let start = self.out.len();
        if let Type::Struct(target) = &field.ty {
            let inside = self.make(self.layout.get(target), &args);
            let inside = inside.values.into_iter();
            let paths = inside.map(|(name, value)| (format!("{}.{name}", field.name), value));
            frame.values.extend(paths);
            return 0;
        }
        if let Type::List(item) = &field.ty
            && let Type::Struct(item) = &**item
        {
            return self.items(self.layout.get(item), &args, count, &field.name, frame);
        }
        let value = self.value(&field.ty, &args, count, &field.name);
        let bytes = field.ty.is_bytes().then(|| &self.out[start..]);
        let value = bytes.and_then(Expr::number_of).unwrap_or(value);
        frame.values.insert(field.name.to_string(), value);
        if self.content(field, frame) {
            return value;
        }
        // What asserts are content with is one of the numbers they name.
        for number in named_numbers(field) {
            self.out.truncate(start);
            let entropy = std::mem::take(&mut self.entropy);
            self.value(&field.ty, &args, count, &field.name);
            self.entropy = entropy;
            let width = self.out.len() - start;
            self.out[start..].copy_from_slice(&number.to_le_bytes()[..width]);
            self.turn(start);
            frame.values.insert(field.name.to_string(), number);
            if self.content(field, frame) {
                return number;
            }
        }
        panic!("no number satisfies the asserts of `{}`", field.name)
    }

    /// The items of a list, added up as its neighbours ask.
    fn items(
        &mut self,
        item: &Struct,
        args: &[Handed],
        count: u64,
        list: &str,
        frame: &mut Frame,
    ) -> i128 {
        for index in 0..count {
            let args: Vec<Handed> = args.iter().map(|arg| arg.of_item(index)).collect();
            let made = self.make(item, &args);
            for (asked, values) in &mut frame.folds {
                if let Expr::Sum(over, inner) | Expr::Each(over, inner) = asked
                    && **over == *list
                {
                    values.push(inner.eval(&made).expect("computes"));
                }
            }
        }
        0
    }

    fn content(&self, field: &Field, frame: &Frame) -> bool {
        field
            .asserts
            .iter()
            .all(|assert| assert.that.eval(frame).expect("computes") != 0)
    }

    fn value(&mut self, ty: &Type, args: &[Handed], count: u64, name: &str) -> i128 {
        match ty {
            Type::Prim(kind) => self.number(*kind, self.counting.contains(name)),
            Type::Vle => {
                let value = self.byte() % 4;
                self.out.push(value);
                value.into()
            }
            Type::Bool => self.plain_byte(),
            Type::Flags(names) => self.mask(names),
            Type::Enum(names) if names.closed => {
                let place = usize::from(self.byte()) % names.values.len();
                let start = self.out.len();
                let value = names.values[place].value;
                self.out
                    .extend_from_slice(&value.to_le_bytes()[..names.repr.size()]);
                self.turn(start);
                value
            }
            Type::Enum(names) => self.number(names.repr, false),
            Type::Bits(bits) => self.number(bits.repr, false),
            Type::CString => self.string(12, false),
            Type::Padding(padding) => {
                // What something else counts, or what its place wants.
                let length = count.max(padding.length(self.out.len() as u64));
                let end = self.out.len() + length as usize;
                self.out.resize(end, 0);
                0
            }
            Type::Ended(charset, ending) => {
                // What follows begins with the mark of some.
                if ending.place != MarkPlace::Next {
                    self.out
                        .extend_from_slice(charset.mark(&ending.mark).as_bytes());
                }
                0
            }
            Type::FixedString(width) => {
                let end = self.out.len() + *width as usize;
                self.string(20, true);
                self.out.resize(end, 0);
                0
            }
            Type::Blob | Type::Text(_) | Type::Padded(_) => {
                for _ in 0..count {
                    self.plain_byte();
                }
                0
            }
            Type::Version(versions) => self.version(versions),
            Type::Dialect(_) => match args.first() {
                Some(Handed::One(dialect)) => *dialect,
                _ => 0,
            },
            // What cannot be known while making it: nothing, so that optional tails are left out.
            Type::Remaining | Type::Peek(_) => 0,
            Type::Struct(target) => {
                self.make(self.layout.get(target), args);
                0
            }
            Type::Nested(inner) => self.nested(inner, args, count, name),
            Type::List(item) | Type::Packed(item) => {
                for _ in 0..count {
                    self.value(item, args, 0, "");
                }
                0
            }
            Type::Array(item, length) => {
                for _ in 0..*length {
                    self.value(item, args, 0, "");
                }
                0
            }
        }
    }

    fn nested(&mut self, inner: &Type, args: &[Handed], count: u64, name: &str) -> i128 {
        self.depth += 1;
        let entropy = self.entropy;
        if self.depth > DEPTH {
            self.entropy = &[];
        }
        let value = self.value(inner, args, count, name);
        if self.depth > DEPTH {
            self.entropy = entropy;
        }
        self.depth -= 1;
        value
    }

    fn plain_byte(&mut self) -> i128 {
        let byte = self.byte();
        self.out.push(byte);
        byte.into()
    }

    fn number(&mut self, kind: PrimKind, small: bool) -> i128 {
        let size = kind.size();
        let start = self.out.len();
        for place in 0..size {
            let byte = if small && size > 1 {
                if place == 0 { self.byte() % 4 } else { 0 }
            } else {
                self.byte()
            };
            self.out.push(byte);
        }
        let low = self.out[start..]
            .iter()
            .rev()
            .fold(0_u64, |value, byte| value << 8 | u64::from(*byte));
        self.turn(start);
        match kind {
            PrimKind::F16 | PrimKind::F32 | PrimKind::F64 => 0,
            PrimKind::I24 => i128::from((low << 40) as i64 >> 40),
            PrimKind::I8 => i128::from(low as i8),
            PrimKind::I16 => i128::from(low as i16),
            PrimKind::I32 => i128::from(low as i32),
            PrimKind::I64 => i128::from(low as i64),
            _ => i128::from(low),
        }
    }

    fn mask(&mut self, names: &Names) -> i128 {
        let start = self.out.len();
        let value = self.number(names.repr, false);
        let Some(bits) = self.bits else { return value };
        let mask = bits.mask(names);
        self.out.truncate(start);
        let bytes = mask.to_le_bytes();
        self.out.extend_from_slice(&bytes[..names.repr.size()]);
        self.turn(start);
        mask.into()
    }

    /// Puts a little-endian number into the byte order that holds here.
    fn turn(&mut self, start: usize) {
        if self.endian == Endian::Big {
            self.out[start..].reverse();
        }
    }

    /// A string and its NUL; with residue, some bytes after it.
    fn string(&mut self, longest: u64, residue: bool) -> i128 {
        for _ in 0..self.below(longest) {
            let byte = self.byte();
            self.out.push(if byte == 0 { b'0' } else { byte });
        }
        self.out.push(0);
        if residue {
            for _ in 0..self.below(longest) {
                self.plain_byte();
            }
        }
        0
    }

    fn version(&mut self, versions: &Versions) -> i128 {
        let place = self.below(versions.magics.len() as u64) as usize;
        let magic: &Magic = &versions.magics[place];
        let number = magic.first + self.below(u64::from(magic.last - magic.first) + 1) as u32;
        let bytes = version_bytes(versions, place, number, self.endian);
        self.out.extend(bytes);
        number.into()
    }
}
