//! [`Sink`]: text on its way out, in chunks.

use std::io;

use base64::{Engine, prelude::BASE64_STANDARD};

use crate::{fault::Result, number};

/// A chunk is handed on when it has this many bytes.
const CHUNK: usize = 1 << 16;

/// Bytes per step of base64: whole groups of three, so that no padding arises inside.
const GROUPS: usize = 3 << 10;

/// Collects text and hands it on in chunks. A failure is kept until [`check`](Self::check).
pub(crate) struct Sink<'o> {
    out: &'o mut dyn io::Write,
    chunk: Vec<u8>,
    before: usize,
    failed: Option<io::Error>,
}

impl<'o> Sink<'o> {
    pub(crate) fn new(out: &'o mut dyn io::Write) -> Self {
        Self {
            out,
            chunk: Vec::with_capacity(CHUNK + 256),
            before: 0,
            failed: None,
        }
    }

    /// Bytes so far.
    pub(crate) fn position(&self) -> usize {
        self.before + self.chunk.len()
    }

    #[inline]
    pub(crate) fn byte(&mut self, byte: u8) {
        self.chunk.push(byte);
    }

    #[inline]
    pub(crate) fn text(&mut self, text: &str) {
        self.chunk.extend_from_slice(text.as_bytes());
        self.drain();
    }

    #[inline]
    pub(crate) fn f32(&mut self, value: f32) {
        number::put_f32(&mut self.chunk, value);
        self.drain();
    }

    #[inline]
    pub(crate) fn f64(&mut self, value: f64) {
        number::put_f64(&mut self.chunk, value);
        self.drain();
    }

    #[inline]
    pub(crate) fn int(&mut self, value: i128) {
        number::put_int(&mut self.chunk, value);
        self.drain();
    }

    #[inline]
    pub(crate) fn bytes(&mut self, bytes: &[u8]) {
        self.chunk.extend_from_slice(bytes);
        self.drain();
    }

    /// Spaces, two per level.
    pub(crate) fn indent(&mut self, depth: usize) {
        const SPACES: &str = "                                                                ";
        let mut rest = 2 * depth;
        while rest > 0 {
            let now = rest.min(SPACES.len());
            self.text(&SPACES[..now]);
            rest -= now;
        }
    }

    pub(crate) fn base64(&mut self, bytes: &[u8]) {
        let mut text = String::with_capacity(GROUPS / 3 * 4);
        for group in bytes.chunks(GROUPS) {
            text.clear();
            BASE64_STANDARD.encode_string(group, &mut text);
            self.text(&text);
        }
    }

    /// What went wrong so far. Asked once per element, so that a full disk ends the printing soon.
    #[inline]
    pub(crate) fn check(&mut self) -> Result<()> {
        match self.failed.take() {
            None => Ok(()),
            Some(error) => Err(error.into()),
        }
    }

    /// Hands on what is left.
    pub(crate) fn finish(mut self) -> Result<()> {
        self.hand_on();
        self.check()?;
        Ok(self.out.flush()?)
    }

    #[inline]
    fn drain(&mut self) {
        if self.chunk.len() >= CHUNK {
            self.hand_on();
        }
    }

    #[cold]
    fn hand_on(&mut self) {
        if self.failed.is_none() {
            self.failed = self.out.write_all(&self.chunk).err();
        }
        self.before += self.chunk.len();
        self.chunk.clear();
    }
}
