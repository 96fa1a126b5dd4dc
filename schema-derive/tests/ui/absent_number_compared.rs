use formwork_schema::Schema;

/// A picture.
#[derive(Schema)]
#[rustfmt::binrw]
struct Picture {
    /// Whether there is more.
    flag: u8,
    /// More.
    #[br(if(flag == 1))]
    more: Option<u8>,
    /// Even more.
    #[br(if(more == 1))]
    most: Option<u8>,
}

fn main() {}
