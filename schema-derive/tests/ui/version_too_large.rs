formwork_schema::versions! {
    /// A version.
    pub struct Version {
        /// One byte follows.
        b"CLOU" then u8 1..=300;
    }
}

fn main() {}
