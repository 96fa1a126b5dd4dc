//! The closed language of conditions, counts and arguments: from Rust's expressions to [`Expr`].

mod ast;
mod bytes;
mod calls;
mod cases;
mod messages;
mod operators;
mod parts;
mod proof;
mod scope;
#[cfg(test)]
mod tests;
mod told;
mod translate;

pub(crate) use self::{
    ast::Expr,
    parts::{hidden, is_reserved},
    proof::function,
    scope::Scope,
    translate::{count, handed, place, said, said_on_write, until},
};
