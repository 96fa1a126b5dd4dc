// What expressions would take for something else is no name of a part.

formwork_schema::bits! {
    /// Two numbers.
    pub struct Info: u8, high first {
        /// How many bytes there are.
        len: 4;
        /// Which flags there are.
        bits: 4;
    }
}

fn main() {}
