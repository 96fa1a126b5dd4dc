//! The hot paths. Each prepares what it works on, and is counted without that.

use std::hint::black_box;

use bytes::Bytes;
use formwork_formats::{
    Profile, diagnose, open,
    urho3d::{
        Animation, Model, Shader,
        animation::{Channels, Keyframe, Keyframes as _},
        package::packages,
    },
};
use formwork_schema::{
    Format, Limits, Packed, Result,
    layout::Endian,
    read::{self, ReadOptions},
    value::{self, Value},
    walk, write,
};
use formwork_text::{json, xml};

use crate::samples;

/// What is counted.
type Once = Box<dyn Fn() -> Result<()>>;

/// A name, and what makes the path ready.
type Path = (&'static str, fn() -> Result<Once>);

/// All of them.
pub(crate) const ALL: [Path; 12] = [
    ("clip-open", || {
        Ok(opened::<Animation>(vec![samples::clip()]))
    }),
    ("clip-owned", || {
        let clip = samples::clip();
        Ok(once(move || {
            read::from_slice::<Animation>(black_box(&clip))
        }))
    }),
    ("clip-write", || {
        let clip: Animation = read::from_slice(&samples::clip())?;
        Ok(once(move || write::to_bytes(black_box(&clip))))
    }),
    ("model-open", || {
        Ok(opened::<Model>(vec![samples::FIGURE.to_vec(); 16]))
    }),
    ("shaders-open", || Ok(opened::<Shader>(samples::shaders()))),
    ("walk", || {
        let clip = samples::clip();
        let limits = Limits::default();
        Ok(once(move || {
            walk::validate(Animation::layout(), black_box(&clip), &limits)
        }))
    }),
    ("check", || {
        let figure = Bytes::from_static(samples::FIGURE);
        let asset = open(figure, "Figure.mdl", &Limits::default())?;
        Ok(once(move || {
            Ok(diagnose(black_box(&asset), &Profile::default()))
        }))
    }),
    ("xml-write", || texts(print_xml)),
    ("xml-read", || {
        let text = String::from_utf8(printed(print_xml)?).unwrap_or_default();
        Ok(once(move || {
            xml::parse(Animation::layout(), black_box(&text))
        }))
    }),
    ("json-write", || texts(print_json)),
    ("package-verify", || {
        let package = packages(&Bytes::from_static(samples::PACKAGE))?;
        Ok(once(move || {
            let layers = black_box(&package).packages.iter();
            layers
                .map(|layer| layer.package.verify())
                .collect::<Result<Vec<_>>>()
        }))
    }),
    ("big-endian-column", || {
        let keys = samples::keys(Channels::all())?.to_endian(Endian::Big);
        Ok(once(move || Ok(sum(black_box(&keys)))))
    }),
];

fn once<T: 'static>(work: impl Fn() -> Result<T> + 'static) -> Once {
    Box::new(move || work().map(|done| drop(black_box(done))))
}

/// Opens every file without copying it.
fn opened<T: Format>(files: Vec<Vec<u8>>) -> Once {
    let files: Vec<Bytes> = files.into_iter().map(Bytes::from).collect();
    once(move || {
        let options = ReadOptions::default();
        files.iter().try_for_each(|file| {
            read::document::<T>(black_box(file), &options).map(|tree| drop(black_box(tree)))
        })
    })
}

/// Writes a tree as text.
type Print = fn(&Value, &mut Vec<u8>) -> Result<()>;

fn print_xml(tree: &Value, out: &mut Vec<u8>) -> Result<()> {
    xml::print(Animation::layout(), tree, b"", out)
}

fn print_json(tree: &Value, out: &mut Vec<u8>) -> Result<()> {
    json::print_compact(Animation::layout(), tree, b"", out)
}

fn printed(print: Print) -> Result<Vec<u8>> {
    let mut out = Vec::new();
    print(&tree()?, &mut out)?;
    Ok(out)
}

fn tree() -> Result<Value> {
    let clip = Bytes::from(samples::clip());
    let document = value::read(Animation::layout(), &clip, &ReadOptions::default())?;
    Ok(document.tree)
}

fn texts(print: Print) -> Result<Once> {
    let tree = tree()?;
    Ok(once(move || {
        let mut out = Vec::new();
        print(black_box(&tree), &mut out)?;
        Ok(out)
    }))
}

fn sum(keys: &Packed<Keyframe>) -> f32 {
    let places = keys.positions().into_iter().flatten();
    let heights: f32 = places.map(|place| place.y).sum();
    heights + keys.times().sum::<f32>()
}
