//! [`Bytecode`]: what the bytes for the graphics driver are, from their beginning.

use std::fmt;

/// A kind of bytecode and its version, major and minor.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Bytecode {
    /// Tokens of Direct3D 9.
    Direct3D9 {
        /// `vs` or `ps`.
        profile: &'static str,
        /// Of the shader model.
        version: (u8, u8),
    },
    /// A container of Direct3D 10 and later.
    Dxbc {
        /// `vs`, `ps` and so on; `None` when no code is inside.
        profile: Option<&'static str>,
        /// Of the shader model.
        version: (u8, u8),
    },
    /// SPIR-V.
    SpirV {
        /// Of SPIR-V.
        version: (u8, u8),
    },
    /// Nothing known.
    Unknown,
}

impl Bytecode {
    /// Looks at the beginning of the bytes.
    #[must_use]
    pub fn of(bytes: &[u8]) -> Self {
        const SPIR_V: u32 = 0x0723_0203;
        if bytes.starts_with(b"DXBC") {
            return dxbc(bytes);
        }
        let Some(token) = word(bytes, 0) else {
            return Self::Unknown;
        };
        if token == SPIR_V {
            return spir_v(bytes);
        }
        let [minor, major, ..] = token.to_le_bytes();
        let version = (major, minor);
        let profile = match token >> 16 {
            0xfffe => "vs",
            0xffff => "ps",
            _ => return Self::Unknown,
        };
        Self::Direct3D9 { profile, version }
    }
}

impl fmt::Display for Bytecode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Direct3D9 { profile, version } => {
                write!(f, "Direct3D 9, {profile}_{}_{}", version.0, version.1)
            }
            Self::Dxbc {
                profile: Some(profile),
                version,
            } => write!(f, "DXBC, {profile}_{}_{}", version.0, version.1),
            Self::Dxbc { profile: None, .. } => f.write_str("DXBC without code"),
            Self::SpirV { version } => write!(f, "SPIR-V {}.{}", version.0, version.1),
            Self::Unknown => f.write_str("unknown"),
        }
    }
}

fn spir_v(bytes: &[u8]) -> Bytecode {
    let [_, minor, major, _] = word(bytes, 4).unwrap_or(0).to_le_bytes();
    let version = (major, minor);
    Bytecode::SpirV { version }
}

/// The code is one of several parts, which a table at the beginning lists.
fn dxbc(bytes: &[u8]) -> Bytecode {
    const COUNT: usize = 28;
    const MOST: usize = 64;
    const PROFILES: [&str; 6] = ["ps", "vs", "gs", "hs", "ds", "cs"];
    let count = word(bytes, COUNT).unwrap_or(0) as usize;
    let parts = (0..count.min(MOST)).filter_map(|part| word(bytes, COUNT + 4 + part * 4));
    let code = parts
        .filter_map(|offset| bytes.get(offset as usize..))
        .find(|part| part.starts_with(b"SHDR") || part.starts_with(b"SHEX"));
    let token = code.and_then(|part| word(part, 8));
    let version = token.unwrap_or(0).to_le_bytes()[0];
    Bytecode::Dxbc {
        profile: token.and_then(|token| PROFILES.get((token >> 16) as usize).copied()),
        version: (version >> 4, version & 0xf),
    }
}

fn word(bytes: &[u8], at: usize) -> Option<u32> {
    let bytes = bytes.get(at..)?.first_chunk()?;
    Some(u32::from_le_bytes(*bytes))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(bytes: &[u8]) -> String {
        Bytecode::of(bytes).to_string()
    }

    #[test]
    fn kind_and_version_are_read_from_the_beginning() {
        assert_eq!(shown(b"\x00\x03\xfe\xff"), "Direct3D 9, vs_3_0");
        assert_eq!(shown(b"\x01\x02\xff\xff"), "Direct3D 9, ps_2_1");
        assert_eq!(shown(b"\x03\x02\x23\x07\x00\x03\x01\x00"), "SPIR-V 1.3");
        assert_eq!(shown(b"DXBC"), "DXBC without code");
        let container = [
            &b"DXBC"[..],
            &[0; 24],
            &[1, 0, 0, 0, 36, 0, 0, 0],
            b"SHDR\x04\0\0\0\x41\0\x01\0",
        ];
        assert_eq!(shown(&container.concat()), "DXBC, vs_4_1");
        assert_eq!(shown(b""), "unknown");
        assert_eq!(shown(b"some"), "unknown");
    }
}
