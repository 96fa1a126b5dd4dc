formwork_schema::versions! {
    /// A version.
    pub struct Version {
        /// A number of eight bytes follows.
        b"CLOU" followed by u64 1..=3;
    }
}

fn main() {}
