//! The scoped *allowance*: how many items that take no bytes may still be read, because the file does
//! not bound them.

use std::cell::Cell;

thread_local! {
    static LEFT: Cell<u64> = const { Cell::new(u64::MAX) };
}

/// Runs `read` with an allowance of its own; outside there is no limit.
pub(crate) fn with<R>(items: u64, read: impl FnOnce() -> R) -> R {
    struct Restore(u64);
    impl Drop for Restore {
        fn drop(&mut self) {
            LEFT.set(self.0);
        }
    }
    let _restore = Restore(LEFT.replace(items));
    read()
}

/// Takes items from the allowance; whether it held as many.
pub(crate) fn spend(items: u64) -> bool {
    let left = LEFT.get().checked_sub(items);
    LEFT.set(left.unwrap_or(0));
    left.is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_allowance_is_spent_once_and_only_inside() {
        with(3, || {
            assert!(spend(2));
            with(1, || assert!(spend(1)));
            assert!(spend(1));
            assert!(!spend(1));
        });
        assert!(spend(1 << 40));
    }
}
