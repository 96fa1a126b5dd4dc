use formwork_schema::versions;

versions! {
    /// Magic and version of a cloud.
    pub struct Version {
        /// A number follows.
        b"CLOU" then 1..=3;
    }
}

fn main() {}
