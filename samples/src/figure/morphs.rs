//! What the figure does: it smiles and breathes.

/// How far the figure does what its morphs do: factors from 0 to 1.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Look {
    /// Draws up the corners of the mouth.
    pub smile: f64,
    /// Fills the chest.
    pub breathe: f64,
}

/// The morphs: their names, and the figure with each of them alone.
pub const MORPHS: [(&str, Look); 2] = [
    (
        "Smile",
        Look {
            smile: 1.0,
            breathe: 0.0,
        },
    ),
    (
        "Breathe",
        Look {
            smile: 0.0,
            breathe: 1.0,
        },
    ),
];
