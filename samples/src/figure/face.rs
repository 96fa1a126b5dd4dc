//! The painted face: two eyes and a mouth.

use super::{
    lathe::{Tube, section_at},
    morphs::Look,
};

pub(super) fn tubes(look: Look) -> Vec<Tube> {
    vec![eye(-0.042), eye(0.042), mouth(look.smile)]
}

/// A button on the front of the head.
fn eye(side: f64) -> Tube {
    let rows = [
        [-0.015, 0.0, 0.0, 0.0, 0.0],
        [0.0, 0.013, 0.018, 0.0, 0.0],
        [0.008, 0.009, 0.013, 0.0, 0.0],
        [0.011, 0.0, 0.0, 0.0, 0.0],
    ];
    let forward = section_at(
        "Head",
        [side, 0.145, 0.105],
        [90.0, side * 400.0, 0.0],
        &rows,
    );
    Tube {
        sections: vec![forward],
        sides: [6, 4],
    }
}

/// A line from one cheek to the other: x of its rows points down, z forward.
fn mouth(smile: f64) -> Tube {
    let row = |along: f64, reach: f64| {
        let outward = (along / 0.05) * (along / 0.05);
        // It follows the head, and smiling draws its ends up and back.
        let up = (0.022 * smile + 0.002) * outward - 0.006 * smile;
        let back = (0.021 + 0.001 * smile) * outward;
        let wider = 1.0 + 0.12 * smile;
        [along * wider, reach, reach, -up, -back]
    };
    let rows = [
        row(-0.05, 0.0),
        row(-0.042, 0.0055),
        row(-0.025, 0.0075),
        row(0.0, 0.0085),
        row(0.025, 0.0075),
        row(0.042, 0.0055),
        row(0.05, 0.0),
    ];
    let across = section_at("Head", [0.0, 0.058, 0.109], [0.0, 0.0, -90.0], &rows);
    Tube {
        sections: vec![across],
        sides: [4, 3],
    }
}
