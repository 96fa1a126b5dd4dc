//! The body. Rows are `[along, half width, half depth, off to the side, off in depth]`, in metres.

use super::{
    lathe::{Tube, section, section_at},
    morphs::Look,
};

pub(super) fn tubes(look: Look) -> Vec<Tube> {
    let mut tubes = vec![torso(look), neck(), head(), nose()];
    for side in ["Left", "Right"] {
        tubes.extend([arm(side), thumb(side), leg(side), foot(side)]);
    }
    tubes
}

fn torso(look: Look) -> Tube {
    let hips = [
        [-0.11, 0.0, 0.0, 0.0, 0.0],
        [-0.1, 0.07, 0.06, 0.0, 0.0],
        [-0.04, 0.145, 0.1, 0.0, -0.005],
        [0.02, 0.15, 0.105, 0.0, -0.005],
        [0.065, 0.128, 0.09, 0.0, 0.0],
    ];
    let spine = [
        [0.0, 0.1, 0.075, 0.0, 0.0],
        [0.06, 0.108, 0.084, 0.0, 0.005],
        [0.12, 0.103, 0.08, 0.0, 0.0],
    ];
    let chest = [
        [0.0, 0.135, 0.095, 0.0, 0.0],
        [0.075, 0.165, 0.115, 0.0, 0.008],
        [0.15, 0.17, 0.11, 0.0, 0.005],
        [0.205, 0.14, 0.088, 0.0, 0.0],
        [0.245, 0.07, 0.06, 0.0, 0.0],
        [0.255, 0.0, 0.0, 0.0, 0.0],
    ];
    let sections = vec![
        section("Hips", &hips),
        section("Spine", &spine),
        section("Chest", &chest.map(|row| filled(row, look.breathe))),
    ];
    Tube {
        sections,
        sides: [8, 5],
    }
}

/// A row of the chest after breathing in: most in the middle, nothing where the neck and the waist are.
fn filled([along, x, z, off_x, off_z]: [f64; 5], breathe: f64) -> [f64; 5] {
    let middle = (1.0 - (along - 0.11).abs() / 0.13).max(0.0) * breathe;
    [
        along,
        x * (1.0 + 0.04 * middle),
        z * (1.0 + 0.14 * middle),
        off_x,
        off_z + 0.008 * middle,
    ]
}

fn neck() -> Tube {
    let rows = [
        [-0.03, 0.0, 0.0, 0.0, 0.0],
        [-0.015, 0.058, 0.054, 0.0, 0.0],
        [0.035, 0.043, 0.043, 0.0, 0.0],
        [0.085, 0.046, 0.046, 0.0, 0.005],
        [0.1, 0.0, 0.0, 0.0, 0.005],
    ];
    Tube {
        sections: vec![section("Neck", &rows)],
        sides: [6, 4],
    }
}

fn head() -> Tube {
    let rows = [
        [-0.005, 0.0, 0.0, 0.0, 0.015],
        [0.005, 0.045, 0.052, 0.0, 0.015],
        [0.05, 0.083, 0.096, 0.0, 0.012],
        [0.11, 0.103, 0.116, 0.0, 0.005],
        [0.17, 0.103, 0.117, 0.0, 0.0],
        [0.22, 0.08, 0.093, 0.0, -0.005],
        [0.25, 0.042, 0.05, 0.0, -0.008],
        [0.258, 0.0, 0.0, 0.0, -0.008],
    ];
    Tube {
        sections: vec![section("Head", &rows)],
        sides: [8, 5],
    }
}

fn nose() -> Tube {
    let rows = [
        [-0.02, 0.0, 0.0, 0.0, 0.0],
        [0.0, 0.016, 0.022, 0.0, 0.0],
        [0.028, 0.009, 0.01, 0.0, 0.006],
        [0.034, 0.0, 0.0, 0.0, 0.006],
    ];
    let forward = section_at("Head", [0.0, 0.1, 0.112], [90.0, 0.0, 0.0], &rows);
    Tube {
        sections: vec![forward],
        sides: [6, 0],
    }
}

fn arm(side: &str) -> Tube {
    let upper = [
        [-0.06, 0.0, 0.0, 0.0, 0.0],
        [-0.045, 0.038, 0.04, 0.0, 0.0],
        [0.0, 0.059, 0.062, 0.0, 0.0],
        [0.09, 0.046, 0.05, 0.0, 0.0],
        [0.235, 0.034, 0.036, 0.0, 0.0],
    ];
    let fore = [
        [0.0, 0.042, 0.042, 0.0, 0.0],
        [0.03, 0.034, 0.036, 0.0, 0.0],
        [0.085, 0.042, 0.044, 0.0, 0.0],
        [0.225, 0.026, 0.028, 0.0, 0.0],
    ];
    let hand = [
        [0.0, 0.022, 0.03, 0.0, 0.0],
        [0.06, 0.021, 0.045, 0.0, 0.0],
        [0.145, 0.016, 0.031, 0.0, 0.0],
        [0.17, 0.0, 0.0, 0.0, 0.0],
    ];
    let bones = [
        ("UpperArm", &upper[..]),
        ("Forearm", &fore[..]),
        ("Hand", &hand[..]),
    ];
    limb(side, &bones)
}

fn thumb(side: &str) -> Tube {
    let rows = [
        [0.01, 0.0, 0.0, 0.0, -0.026],
        [0.03, 0.015, 0.018, 0.0, -0.038],
        [0.075, 0.013, 0.014, 0.0, -0.06],
        [0.1, 0.0, 0.0, 0.0, -0.066],
    ];
    Tube {
        sections: vec![section(&format!("{side}Hand"), &rows)],
        sides: [5, 0],
    }
}

fn leg(side: &str) -> Tube {
    let thigh = [
        [-0.07, 0.0, 0.0, 0.0, 0.0],
        [-0.05, 0.05, 0.055, 0.0, 0.0],
        [0.01, 0.084, 0.09, 0.0, 0.0],
        [0.09, 0.083, 0.089, 0.0, 0.0],
        [0.26, 0.062, 0.067, 0.0, 0.0],
        [0.375, 0.045, 0.048, 0.0, 0.0],
    ];
    let shin = [
        [0.0, 0.055, 0.057, 0.0, -0.004],
        [0.13, 0.051, 0.06, 0.0, 0.01],
        [0.27, 0.037, 0.041, 0.0, 0.004],
        [0.36, 0.029, 0.031, 0.0, 0.0],
        [0.405, 0.037, 0.039, 0.0, 0.0],
        [0.435, 0.0, 0.0, 0.0, 0.0],
    ];
    limb(side, &[("Thigh", &thigh), ("Shin", &shin)])
}

/// Its z axis points down, and the ground is at 0.08.
fn foot(side: &str) -> Tube {
    let rows = [
        [-0.068, 0.0, 0.0, 0.0, 0.047],
        [-0.058, 0.026, 0.026, 0.0, 0.05],
        [-0.015, 0.04, 0.044, 0.0, 0.036],
        [0.04, 0.044, 0.044, 0.0, 0.036],
        [0.11, 0.05, 0.028, 0.0, 0.052],
        [0.16, 0.036, 0.018, 0.0, 0.061],
        [0.175, 0.0, 0.0, 0.0, 0.062],
    ];
    Tube {
        sections: vec![section(&format!("{side}Foot"), &rows)],
        sides: [6, 4],
    }
}

fn limb(side: &str, bones: &[(&str, &[[f64; 5]])]) -> Tube {
    let sections = bones
        .iter()
        .map(|(bone, rows)| section(&format!("{side}{bone}"), rows));
    Tube {
        sections: sections.collect(),
        sides: [6, 4],
    }
}
