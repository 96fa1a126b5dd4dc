use binrw::{BinRead, BinWrite, binrw};
use formwork_schema_derive::Schema;

/// A pair of whatever it may be.
#[derive(Schema)]
#[binrw]
#[brw(little)]
#[derive(Debug, Clone, PartialEq)]
pub struct Pair<T>
where
    T: for<'a> BinRead<Args<'a> = ()> + for<'a> BinWrite<Args<'a> = ()>,
{
    /// One of them.
    pub one: T,
}

fn main() {}
