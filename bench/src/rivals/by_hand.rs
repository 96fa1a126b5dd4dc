//! Compiled shaders as somebody would read them by hand from a slice, who knows all that the formats say and tells of no mistake.

/// A compiled shader; all its bytes are slices of the file.
pub(crate) struct Shader<'a> {
    pub(crate) stage: u16,
    pub(crate) model: u16,
    pub(crate) element_word: Option<u32>,
    pub(crate) descriptor_sets: Vec<(u8, Vec<[u8; 4]>)>,
    pub(crate) parameters: Vec<Parameter<'a>>,
    pub(crate) texture_units: Vec<(&'a [u8], u8)>,
    pub(crate) bytecode: &'a [u8],
}

/// A constant that the shader wants.
pub(crate) struct Parameter<'a> {
    pub(crate) name: &'a [u8],
    pub(crate) place: Place,
}

/// Where a constant is.
pub(crate) enum Place {
    Registers { first: u8, count: u8 },
    Buffer { buffer: u8, offset: u32, size: u32 },
}

/// What is left of the file.
struct Rest<'a>(&'a [u8]);

impl<'a> Rest<'a> {
    fn array<const N: usize>(&mut self) -> Option<[u8; N]> {
        let (first, rest) = self.0.split_first_chunk()?;
        self.0 = rest;
        Some(*first)
    }

    fn byte(&mut self) -> Option<u8> {
        self.array().map(|[byte]| byte)
    }

    fn short(&mut self) -> Option<u16> {
        self.array().map(u16::from_le_bytes)
    }

    fn word(&mut self) -> Option<u32> {
        self.array().map(u32::from_le_bytes)
    }

    fn string(&mut self) -> Option<&'a [u8]> {
        let end = self.0.iter().position(|byte| *byte == 0)?;
        let (text, rest) = self.0.split_at(end);
        self.0 = rest.get(1..)?;
        Some(text)
    }

    fn take(&mut self, length: u32) -> Option<&'a [u8]> {
        let (taken, rest) = self.0.split_at_checked(usize::try_from(length).ok()?)?;
        self.0 = rest;
        Some(taken)
    }

    /// So many items, of a byte each at least.
    fn list<T>(&mut self, count: u32, item: impl Fn(&mut Self) -> Option<T>) -> Option<Vec<T>> {
        let count = usize::try_from(count).ok()?;
        let mut items = Vec::with_capacity(count.min(self.0.len()));
        for _ in 0..count {
            items.push(item(self)?);
        }
        Some(items)
    }
}

/// Reads a shader of one variation, to the end of the file.
pub(crate) fn shader(bytes: &[u8]) -> Option<Shader<'_>> {
    let mut rest = Rest(bytes.strip_prefix(b"USHD")?);
    let (stage, model) = (rest.short()?, rest.short()?);
    let is_direct3d_9 = match model {
        2 | 3 => true,
        4 | 5 => false,
        _ => return None,
    };
    let element_word = if is_direct3d_9 {
        None
    } else {
        Some(rest.word()?)
    };
    let descriptor_sets = match model {
        5 => {
            let count = rest.word()?;
            rest.list(count, |rest| {
                let (index, bindings) = (rest.byte()?, rest.byte()?);
                Some((index, rest.list(bindings.into(), Rest::array)?))
            })?
        }
        _ => Vec::new(),
    };
    let count = rest.word()?;
    let parameters = rest.list(count, |rest| {
        let name = rest.string()?;
        let place = if is_direct3d_9 {
            let (first, count) = (rest.byte()?, rest.byte()?);
            Place::Registers { first, count }
        } else {
            let (buffer, offset, size) = (rest.byte()?, rest.word()?, rest.word()?);
            Place::Buffer {
                buffer,
                offset,
                size,
            }
        };
        Some(Parameter { name, place })
    })?;
    let count = rest.word()?;
    let texture_units = rest.list(count, |rest| Some((rest.string()?, rest.byte()?)))?;
    let length = rest.word()?;
    let bytecode = rest.take(length)?;
    rest.0.is_empty().then_some(Shader {
        stage,
        model,
        element_word,
        descriptor_sets,
        parameters,
        texture_units,
        bytecode,
    })
}
