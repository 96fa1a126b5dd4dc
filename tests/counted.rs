//! What work costs: the tests that count what is allocated, in one program whose allocator counts.

mod described;
mod linear;
mod memory;
mod picture_memory;

use conformance::counting::Counting;

#[global_allocator]
static ALLOCATOR: Counting = Counting;
