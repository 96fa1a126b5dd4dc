formwork_schema::versions! {
    /// A version.
    pub struct Version {
        /// One byte follows.
        b"CLOU" followed by u8 1..=300;
    }
}

fn main() {}
