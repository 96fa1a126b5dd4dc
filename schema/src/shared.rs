//! [`Ref`]: data that is either part of the program or counted at run time.

use std::{borrow::Borrow, fmt, ops::Deref, sync::Arc};

/// A shared, immutable piece of a layout.
///
/// Derived layouts are constants and point at `'static` data; layouts that were read from a
/// descriptor own theirs. Both compare, print and dereference alike, so nothing downstream can
/// tell them apart.
pub enum Ref<T: ?Sized + 'static> {
    /// Data compiled into the program.
    Static(&'static T),
    /// Data made at run time.
    Shared(Arc<T>),
}

/// A name or a doc text of a layout.
pub type Str = Ref<str>;
/// A list inside a layout.
pub type List<T> = Ref<[T]>;

impl<T: ?Sized> Deref for Ref<T> {
    type Target = T;

    fn deref(&self) -> &T {
        match self {
            Self::Static(data) => data,
            Self::Shared(data) => data,
        }
    }
}

impl<T: ?Sized> Clone for Ref<T> {
    fn clone(&self) -> Self {
        match self {
            Self::Static(data) => Self::Static(data),
            Self::Shared(data) => Self::Shared(Arc::clone(data)),
        }
    }
}

impl<T: ?Sized + PartialEq> PartialEq for Ref<T> {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

impl<T: ?Sized + Eq> Eq for Ref<T> {}

impl PartialEq<str> for Str {
    fn eq(&self, other: &str) -> bool {
        **self == *other
    }
}

impl PartialEq<&str> for Str {
    fn eq(&self, other: &&str) -> bool {
        **self == **other
    }
}

impl<T: ?Sized + std::hash::Hash> std::hash::Hash for Ref<T> {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        (**self).hash(state);
    }
}

impl<T: ?Sized> Borrow<T> for Ref<T> {
    fn borrow(&self) -> &T {
        self
    }
}

impl<T: ?Sized + fmt::Debug> fmt::Debug for Ref<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (**self).fmt(f)
    }
}

impl<T: ?Sized + fmt::Display> fmt::Display for Ref<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (**self).fmt(f)
    }
}

impl From<String> for Str {
    fn from(text: String) -> Self {
        Self::Shared(text.into())
    }
}

impl From<&str> for Str {
    fn from(text: &str) -> Self {
        Self::Shared(text.into())
    }
}

impl<T> From<Vec<T>> for List<T> {
    fn from(items: Vec<T>) -> Self {
        Self::Shared(items.into())
    }
}

impl<T> From<T> for Ref<T> {
    fn from(data: T) -> Self {
        Self::Shared(Arc::new(data))
    }
}
