// What a number of bits consists of is checked where it is declared.

formwork_schema::bits! {
    /// Too few.
    pub struct Few: u8, low first {
        /// Some.
        some: 3;
    }
}

formwork_schema::bits! {
    /// Of no such number.
    pub struct Wide: u128, low first {
        _: 128;
    }
}

formwork_schema::bits! {
    pub struct Unsaid: u8, high first {
        some: 4;
        _: 4;
    }
}

fn main() {}
