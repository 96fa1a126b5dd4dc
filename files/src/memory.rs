//! How much memory a program may take.

use std::{cell::Cell, fs, num::NonZero, sync::OnceLock, thread};

/// The budget where nobody says one, at most: also where the system does not say what it has.
const MOST: u64 = 8 << 30;

/// Addresses that allocators set aside for each thread.
const PER_THREAD: u64 = 64 << 20;

/// Threads besides those that work on files.
const OTHERS: u64 = 3;

/// How many bytes of memory a program may take: what was asked for; else half of what there is, at most 8 GiB. Never more than what the
/// process may map.
#[must_use]
pub fn budget(asked: Option<u64>) -> u64 {
    whole(asked).min(SHARE.get())
}

/// The same where this thread works on a [part](within) of it only.
#[must_use]
pub fn whole(asked: Option<u64>) -> u64 {
    static FOUND: OnceLock<Found> = OnceLock::new();
    let found = FOUND.get_or_init(Found::look);
    let wanted = asked.unwrap_or_else(|| found.memory.map_or(MOST, |bytes| MOST.min(bytes / 2)));
    found
        .addresses
        .map_or(wanted, |most| wanted.min(usable(most)))
}

/// What can be used of addresses: some are set aside for threads, and memory that is taken and given back leaves holes.
fn usable(addresses: u64) -> u64 {
    let threads = OTHERS + thread::available_parallelism().map_or(1, NonZero::get) as u64;
    let left = addresses.saturating_sub(threads.saturating_mul(PER_THREAD));
    left.max(addresses / 8) / 2
}

thread_local! {
    /// What this thread may take of it.
    static SHARE: Cell<u64> = const { Cell::new(u64::MAX) };
}

/// Does something with a part of the budget, in bytes: [`budget`] on this thread is no more than that meanwhile.
pub fn within<R>(share: u64, work: impl FnOnce() -> R) -> R {
    let before = SHARE.replace(share);
    let result = work();
    SHARE.set(before);
    result
}

/// What the system says, in bytes.
struct Found {
    /// Memory of the machine, or of the group of the process where that has less.
    memory: Option<u64>,
    /// What the process may map: `ulimit -v`.
    addresses: Option<u64>,
}

impl Found {
    fn look() -> Self {
        let read = |path| fs::read_to_string(path).ok();
        let machine = read("/proc/meminfo").and_then(|text| total(&text));
        let group = read("/sys/fs/cgroup/memory.max").and_then(|text| text.trim().parse().ok());
        Self {
            memory: machine.into_iter().chain(group).min(),
            addresses: read("/proc/self/limits").and_then(|text| addresses(&text)),
        }
    }
}

/// The memory of the machine, as Linux tells it.
fn total(text: &str) -> Option<u64> {
    let kibibytes: u64 = number(text, "MemTotal:")?;
    kibibytes.checked_mul(1024)
}

/// What a process may map, as Linux tells it; none where there is no limit.
fn addresses(text: &str) -> Option<u64> {
    number(text, "Max address space")
}

/// The number after a name at the beginning of a line.
fn number(text: &str, name: &str) -> Option<u64> {
    let mut lines = text.lines();
    let rest = lines.find_map(|line| line.strip_prefix(name))?;
    rest.split_whitespace().next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_linux_tells_is_understood() {
        let text = "MemTotal:       24689060 kB\nMemFree:        21000000 kB\n";
        assert_eq!(total(text), Some(24_689_060 * 1024));
        assert_eq!(total("MemFree: 5 kB\n"), None);
        let limits = "Limit  Soft Limit  Hard Limit  Units\nMax address space         1048576000           unlimited            bytes\n";
        assert_eq!(addresses(limits), Some(1_048_576_000));
        assert_eq!(
            addresses(
                "Max address space         unlimited            unlimited            bytes\n"
            ),
            None
        );
    }

    #[test]
    fn there_is_always_a_budget() {
        assert!((1..=MOST).contains(&budget(None)));
        assert!(budget(Some(64 << 20)) <= 64 << 20);
    }
}
