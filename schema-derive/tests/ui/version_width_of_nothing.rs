formwork_schema::versions! {
    /// A version.
    pub struct Version {
        /// Nothing follows.
        b"CLOU" implies u16 1;
    }
}

fn main() {}
