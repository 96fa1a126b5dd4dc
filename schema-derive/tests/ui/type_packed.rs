use binrw::binrw;
use formwork_schema::{Schema, count};

/// Something else.
#[binrw]
#[br(import_raw(_args: binrw::VecArgs<()>))]
struct Packed<T: for<'a> binrw::BinRead<Args<'a> = ()> + for<'a> binrw::BinWrite<Args<'a> = ()>> {
    one: T,
}

impl<T> formwork_schema::Countable for Packed<T>
where
    T: for<'a> binrw::BinRead<Args<'a> = ()> + for<'a> binrw::BinWrite<Args<'a> = ()>,
{
    fn count(&self) -> usize {
        1
    }
}

impl<T> Schema for Packed<T>
where
    T: for<'a> binrw::BinRead<Args<'a> = ()> + for<'a> binrw::BinWrite<Args<'a> = ()>,
{
    const TYPE: formwork_schema::layout::Type = formwork_schema::layout::Type::Vle;
}

impl<T> formwork_schema::Check for Packed<T>
where
    T: for<'a> binrw::BinRead<Args<'a> = ()> + for<'a> binrw::BinWrite<Args<'a> = ()>,
{
    type Args = ();

    fn check<'a>(&'a self, (): (), _: &mut formwork_schema::Path<'a>) -> formwork_schema::Result<()> {
        Ok(())
    }
}

/// A picture.
#[derive(Schema)]
#[binrw]
#[brw(little)]
struct Picture {
    #[br(temp)]
    #[bw(try_calc(count(pixels)))]
    pixel_count: u8,
    /// Pixels.
    #[br(count = pixel_count)]
    pixels: Packed<u8>,
}

fn main() {}
