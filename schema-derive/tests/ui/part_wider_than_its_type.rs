formwork_schema::bits! {
    /// More than the type holds.
    pub struct Narrow: u16, low first {
        /// Too many for the type.
        some: 9 as u8;
        _: 7;
    }
}

fn main() {}
