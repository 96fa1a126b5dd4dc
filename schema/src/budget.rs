//! The scoped *budget*: how many items that take no bytes may still be read, because the file does
//! not bound them.

use std::cell::Cell;

thread_local! {
    static LEFT: Cell<u64> = const { Cell::new(u64::MAX) };
}

/// Runs `read` with a budget of its own; outside there is no limit.
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

/// Takes items from the budget; whether it held as many.
pub(crate) fn charge(items: u64) -> bool {
    let left = LEFT.get().checked_sub(items);
    LEFT.set(left.unwrap_or(0));
    left.is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_budget_is_charged_once_and_only_inside() {
        with(3, || {
            assert!(charge(2));
            with(1, || assert!(charge(1)));
            assert!(charge(1));
            assert!(!charge(1));
        });
        assert!(charge(1 << 40));
    }
}
