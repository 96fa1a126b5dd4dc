//! [`PrimKind`]: numbers of fixed width.

/// Width and kind of a number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum PrimKind {
    U8,
    U16,
    U32,
    U64,
    I8,
    I16,
    I32,
    I64,
    F32,
    F64,
    U24,
    I24,
    /// A float of half precision; its value counts as one of single precision.
    F16,
    /// As an `i128` of the same bits: expressions know no value of those beyond its range.
    U128,
    I128,
}

impl PrimKind {
    /// All kinds with the names that descriptors use.
    pub const ALL: [(Self, &'static str); 15] = [
        (Self::U8, "u8"),
        (Self::U16, "u16"),
        (Self::U32, "u32"),
        (Self::U64, "u64"),
        (Self::I8, "i8"),
        (Self::I16, "i16"),
        (Self::I32, "i32"),
        (Self::I64, "i64"),
        (Self::F32, "f32"),
        (Self::F64, "f64"),
        (Self::U24, "u24"),
        (Self::I24, "i24"),
        (Self::F16, "f16"),
        (Self::U128, "u128"),
        (Self::I128, "i128"),
    ];

    /// Name as in Rust: `u8`, `f32`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::U8 => "u8",
            Self::U16 => "u16",
            Self::U32 => "u32",
            Self::U64 => "u64",
            Self::I8 => "i8",
            Self::I16 => "i16",
            Self::I32 => "i32",
            Self::I64 => "i64",
            Self::F32 => "f32",
            Self::F64 => "f64",
            Self::U24 => "u24",
            Self::I24 => "i24",
            Self::F16 => "f16",
            Self::U128 => "u128",
            Self::I128 => "i128",
        }
    }

    /// Width in bytes.
    #[must_use]
    pub const fn size(self) -> usize {
        match self {
            Self::U8 | Self::I8 => 1,
            Self::U16 | Self::I16 | Self::F16 => 2,
            Self::U24 | Self::I24 => 3,
            Self::U32 | Self::I32 | Self::F32 => 4,
            Self::U64 | Self::I64 | Self::F64 => 8,
            Self::U128 | Self::I128 => 16,
        }
    }

    /// Whether it holds whole numbers only.
    pub const fn is_whole(self) -> bool {
        !matches!(self, Self::F16 | Self::F32 | Self::F64)
    }

    /// Whether it holds whole numbers beyond 2^53, which programs change that read JSON numbers as `f64`.
    #[must_use]
    pub const fn is_wide(self) -> bool {
        self.is_whole() && self.size() > 6
    }

    /// Whether it holds whole numbers below 0 as well.
    #[must_use]
    pub const fn is_signed(self) -> bool {
        matches!(
            self,
            Self::I8 | Self::I16 | Self::I24 | Self::I32 | Self::I64 | Self::I128
        )
    }

    /// Whether a whole number fits.
    #[must_use]
    pub const fn holds(self, value: i128) -> bool {
        let bits = self.size() * 8;
        if bits == 128 {
            return true;
        }
        let (first, last) = if self.is_signed() {
            (-(1_i128 << (bits - 1)), (1 << (bits - 1)) - 1)
        } else {
            (0, (1 << bits) - 1)
        };
        first <= value && value <= last
    }
}
