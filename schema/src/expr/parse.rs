//! Reads the printed form of an expression back.

use super::{Expr, Op};
use crate::shared::Str;

/// Nesting that no sensible expression reaches, and a safe recursion depth.
const MAX_DEPTH: u32 = 64;

/// Operators that no sensible expression reaches.
const MAX_OPERATORS: u32 = 256;

impl Expr {
    /// Reads the printed form back.
    ///
    /// # Errors
    /// Says what was expected and at which character.
    pub fn parse(text: &str) -> Result<Self, String> {
        let mut parser = Parser {
            text,
            at: 0,
            depth: 0,
            operators: 0,
        };
        let expr = parser.expr(0)?;
        match parser.rest().chars().next() {
            None => Ok(expr),
            Some(found) => Err(format!(
                "unexpected `{found}` at character {}",
                parser.at + 1
            )),
        }
    }
}

struct Parser<'a> {
    text: &'a str,
    at: usize,
    depth: u32,
    operators: u32,
}

impl<'a> Parser<'a> {
    fn rest(&mut self) -> &'a str {
        let rest = &self.text[self.at..];
        let trimmed = rest.trim_start();
        self.at += rest.len() - trimmed.len();
        trimmed
    }

    fn word(&mut self) -> &'a str {
        let rest = self.rest();
        let end = rest
            .find(|c: char| !c.is_alphanumeric() && c != '_' && c != '.')
            .unwrap_or(rest.len());
        &rest[..end]
    }

    fn eat(&mut self, token: &str) -> bool {
        let rest = self.rest();
        let found = if token.starts_with(char::is_alphabetic) {
            self.word() == token
        } else {
            rest.starts_with(token)
        };
        if found {
            self.at += token.len();
        }
        found
    }

    fn need(&mut self, token: &str) -> Result<(), String> {
        if self.eat(token) {
            return Ok(());
        }
        Err(format!("expected `{token}` at character {}", self.at + 1))
    }

    fn expr(&mut self, at_least: u8) -> Result<Expr, String> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err(format!(
                "nested deeper than {MAX_DEPTH} at character {}",
                self.at + 1
            ));
        }
        let result = if self.eat("if") {
            self.conditional()
        } else {
            self.operators(at_least)
        };
        self.depth -= 1;
        result
    }

    fn conditional(&mut self) -> Result<Expr, String> {
        let condition = self.expr(1)?;
        self.need("then")?;
        let yes = self.expr(1)?;
        self.need("else")?;
        let no = self.expr(0)?;
        Ok(Expr::If(condition.into(), yes.into(), no.into()))
    }

    fn operators(&mut self, at_least: u8) -> Result<Expr, String> {
        let mut left = self.operand()?;
        while let Some(op) = self.operator(at_least) {
            // A chain becomes a tree as deep as it is long.
            self.operators += 1;
            if self.operators > MAX_OPERATORS {
                return Err(format!("more than {MAX_OPERATORS} operators"));
            }
            let right = self.expr(op.level() + 1)?;
            left = Expr::Binary(op, left.into(), right.into());
        }
        Ok(left)
    }

    fn operator(&mut self, at_least: u8) -> Option<Op> {
        let start = self.at;
        for (op, symbol) in Op::ALL {
            if self.eat(symbol) {
                if op.level() >= at_least {
                    return Some(op);
                }
                self.at = start;
                return None;
            }
        }
        None
    }

    fn operand(&mut self) -> Result<Expr, String> {
        if self.eat("(") {
            let inner = self.expr(0)?;
            self.need(")")?;
            return Ok(inner);
        }
        if self.eat("!") {
            self.depth += 1;
            if self.depth > MAX_DEPTH {
                return Err(format!(
                    "nested deeper than {MAX_DEPTH} at character {}",
                    self.at + 1
                ));
            }
            let inner = self.operand()?;
            self.depth -= 1;
            return Ok(Expr::Not(inner.into()));
        }
        let rest = self.rest();
        if rest.starts_with(|c: char| c.is_ascii_digit() || c == '-') {
            return self.number().map(Expr::Int);
        }
        if rest.starts_with("x\"") {
            return self.bytes();
        }
        self.named()
    }

    /// `x"666d7420"`.
    fn bytes(&mut self) -> Result<Expr, String> {
        let start = self.at + 1;
        self.at += 2;
        let rest = &self.text[self.at..];
        let digits = &rest[..rest.find('"').unwrap_or(0)];
        let bytes = (0..digits.len()).step_by(2);
        let bytes: Option<Vec<u8>> = bytes
            .map(|at| {
                let pair = digits.get(at..at + 2)?;
                let is_hex = pair.bytes().all(|digit| digit.is_ascii_hexdigit());
                is_hex.then(|| u8::from_str_radix(pair, 16).ok())?
            })
            .collect();
        match bytes {
            Some(bytes) if (1..=Expr::MAX_BYTES).contains(&bytes.len()) => {
                self.at += digits.len() + 1;
                Ok(Expr::Bytes(bytes.into()))
            }
            _ => Err(format!(
                "expected 1 to {} bytes, as in `x\"00ff\"`, at character {start}",
                Expr::MAX_BYTES
            )),
        }
    }

    fn named(&mut self) -> Result<Expr, String> {
        let name = self.word();
        if name.is_empty() {
            return Err(format!("expected a value at character {}", self.at + 1));
        }
        self.at += name.len();
        match name {
            "len" if self.eat("(") => {
                let list = self.name()?;
                self.need(")")?;
                Ok(Expr::Len(list))
            }
            "sum" if self.eat("(") => {
                let (list, item) = self.over_items()?;
                Ok(Expr::Sum(list, item.into()))
            }
            "each" if self.eat("(") => {
                let (list, item) = self.over_items()?;
                Ok(Expr::Each(list, item.into()))
            }
            "min" | "max" if self.eat("(") => {
                let op = if name == "min" { Op::Min } else { Op::Max };
                self.operators += 1;
                let left = self.expr(0)?;
                self.need(",")?;
                let right = self.expr(0)?;
                self.need(")")?;
                Ok(Expr::Binary(op, left.into(), right.into()))
            }
            "item" if self.eat("(") => {
                let param = self.name()?;
                self.need(")")?;
                Ok(Expr::Item(param))
            }
            "index" if self.eat("(") => {
                self.need(")")?;
                Ok(Expr::Index)
            }
            _ if self.eat(":") => Ok(Expr::Const(name.into(), self.number()?)),
            _ => Ok(Expr::Field(name.into())),
        }
    }

    /// `list, item)`.
    fn over_items(&mut self) -> Result<(Str, Expr), String> {
        let list = self.name()?;
        self.need(",")?;
        let item = self.expr(0)?;
        self.need(")")?;
        Ok((list, item))
    }

    fn name(&mut self) -> Result<Str, String> {
        let name = self.word();
        if name.is_empty() {
            return Err(format!("expected a name at character {}", self.at + 1));
        }
        self.at += name.len();
        Ok(name.into())
    }

    fn number(&mut self) -> Result<i128, String> {
        let rest = self.rest();
        let digits = rest.strip_prefix('-').unwrap_or(rest);
        let sign = rest.len() - digits.len();
        let length = digits
            .find(|c: char| !c.is_ascii_digit())
            .unwrap_or(digits.len());
        let text = &rest[..sign + length];
        self.at += text.len();
        // What a field of 64 bits can hold, with or without a sign.
        let fits = |number: &i128| (i64::MIN.into()..=u64::MAX.into()).contains(number);
        let number = text.parse().ok().filter(fits);
        number.ok_or_else(|| format!("`{text}` is not a whole number"))
    }
}
