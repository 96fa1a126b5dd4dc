//! Nodes, and what hangs from them but meshes.

use serde_json::{Map, Value};

use super::writer::Writer;
use crate::{
    Code,
    gltf::{
        extras::Bone,
        json::{
            self, LightReference, Lights, NodeExtensions, Orthographic, Perspective,
            RootExtensions, Spot,
        },
        mend,
        origin::NodeEntry,
        typed::Num,
    },
    scene::{BoneShape, Camera, Light, LightKind, Node, Path, Projection, Trs},
};

impl Writer<'_> {
    /// Makes a node of each of the scene's, by the same number.
    pub(super) fn nodes(&mut self) {
        let scene = self.scene;
        for (place, node) in scene.nodes.iter().enumerate() {
            for child in &node.children {
                self.parents[*child] = Some(place);
            }
            let made = self.node(place, node);
            self.file.document.nodes.push(made);
        }
        let detail = "no file has all of their poses";
        let count = scene.placeholders().count();
        self.report.add_many(Code::C225, count, "nodes", detail);
        for track in scene.clips.iter().flat_map(|clip| &clip.tracks) {
            self.is_moved[track.node] |= track.path != Path::Weights;
        }
        self.lights();
        for (place, camera) in scene.cameras.iter().enumerate() {
            let made = self.camera(place, camera);
            self.file.document.cameras.push(made);
        }
    }

    fn node(&mut self, place: usize, node: &Node) -> json::Node {
        let (trs, losses) = mend::transform(&node.transform);
        for code in &losses {
            self.report.add(*code, format!("nodes[{place}]"), "");
        }
        if !losses.is_empty() && self.keeps() {
            let raw = &node.transform;
            self.origin.nodes.push(NodeEntry {
                node: place,
                translation: Some(Num::all(raw.translation)),
                rotation: Some(Num::all(raw.rotation)),
                scale: Some(Num::all(raw.scale)),
            });
        }
        let mut made = json::Node {
            name: self.name("nodes", place, None, &node.name),
            children: node.children.clone(),
            camera: node.camera,
            ..transformed(&trs)
        };
        if let Some(light) = node.light {
            made.extensions = Some(NodeExtensions {
                light: Some(LightReference { light }),
                ..NodeExtensions::default()
            });
        }
        if let Some(shape) = &node.bone {
            made.extras.notes().bone = Some(bone(shape));
        }
        if node.lacks_rest_pose {
            made.extras.notes().lacks_rest_pose = true;
        }
        if !node.notes.is_empty() {
            made.extras.notes().notes.clone_from(&node.notes);
        }
        made
    }

    /// Appends a node that the scene does not have.
    pub(super) fn add_node(&mut self, node: json::Node, parent: Option<usize>) -> usize {
        self.file.document.nodes.push(node);
        self.parents.push(parent);
        self.file.document.nodes.len() - 1
    }

    fn lights(&mut self) {
        let scene = self.scene;
        if scene.lights.is_empty() {
            return;
        }
        let mut lights = Vec::new();
        for (place, light) in scene.lights.iter().enumerate() {
            lights.push(self.light(place, light));
        }
        self.used.insert("KHR_lights_punctual");
        let root = &mut self.file.document.extensions;
        root.get_or_insert_with(RootExtensions::default).lights = Some(Lights { lights });
    }

    fn light(&mut self, place: usize, light: &Light) -> json::Light {
        let mut raw = Map::new();
        let mut fit = Fit(&mut raw);
        let color = ["red", "green", "blue"].map(|it| it.to_string());
        let color = std::array::from_fn(|axis| {
            fit.number(
                &color[axis],
                light.color[axis],
                |it| it.clamp(0.0, 1.0),
                1.0,
            )
        });
        let intensity = fit.number("intensity", light.intensity, |it| it.max(0.0), 1.0);
        let range = light.range.and_then(|range| {
            let valid = range.is_finite() && range > 0.0;
            fit.note("range", range, valid);
            valid.then_some(range)
        });
        let (kind, spot) = match light.kind {
            LightKind::Directional => ("directional", None),
            LightKind::Point => ("point", None),
            LightKind::Spot { inner, outer } => {
                let right = std::f32::consts::FRAC_PI_2;
                let outer = fit.number("outer", outer, |it| it.clamp(1e-4, right), right / 2.0);
                let inner = fit.number("inner", inner, |it| it.clamp(0.0, outer * 0.999), 0.0);
                let spot = Spot {
                    inner_cone_angle: Some(inner),
                    outer_cone_angle: Some(outer),
                };
                ("spot", Some(spot))
            }
        };
        let mut made = json::Light {
            name: self.name("lights", place, None, &light.name),
            color: (color != [1.0; 3]).then_some(color),
            intensity: (intensity != 1.0).then_some(intensity),
            kind: kind.into(),
            range,
            spot,
            ..json::Light::default()
        };
        if !raw.is_empty() {
            let place = format!("lights[{place}]");
            self.report
                .add(Code::C603, place, "numbers that glTF does not allow");
            made.extras.notes().raw = raw;
        }
        made
    }

    fn camera(&mut self, place: usize, camera: &Camera) -> json::Camera {
        let mut raw = Map::new();
        let mut fit = Fit(&mut raw);
        let mut made = json::Camera {
            name: self.name("cameras", place, None, &camera.name),
            ..json::Camera::default()
        };
        let is_positive = |it: f32| if it > 0.0 { it } else { 0.01 };
        match camera.projection {
            Projection::Perspective { y_fov, aspect } => {
                let near = fit.number("near", camera.near, is_positive, 0.01);
                let far = camera.far.and_then(|far| {
                    let valid = far.is_finite() && far > near;
                    fit.note("far", far, valid);
                    valid.then_some(far)
                });
                let widest = 3.1;
                let y_fov = fit.number("yFov", y_fov, |it| it.clamp(0.001, widest), 0.8);
                let aspect = aspect.and_then(|aspect| {
                    let valid = aspect.is_finite() && aspect > 0.0;
                    fit.note("aspect", aspect, valid);
                    valid.then_some(aspect)
                });
                made.kind = "perspective".into();
                made.perspective = Some(Perspective {
                    aspect_ratio: aspect,
                    yfov: y_fov,
                    znear: near,
                    zfar: far,
                });
            }
            Projection::Orthographic { x_mag, y_mag } => {
                let near = fit.number("near", camera.near, |it| it.max(0.0), 0.0);
                let far = camera.far.unwrap_or(f32::INFINITY);
                let far = fit.number(
                    "far",
                    far,
                    |it| if it > near { it } else { near + 1.0 },
                    near.max(1.0) * 1000.0,
                );
                made.kind = "orthographic".into();
                made.orthographic = Some(Orthographic {
                    xmag: fit.number("xMag", x_mag, is_positive, 1.0),
                    ymag: fit.number("yMag", y_mag, is_positive, 1.0),
                    znear: near,
                    zfar: far,
                });
            }
        }
        if !raw.is_empty() {
            let place = format!("cameras[{place}]");
            self.report
                .add(Code::C603, place, "numbers that glTF does not allow");
            made.extras.notes().raw = raw;
        }
        made
    }
}

/// Brings numbers into the ranges of glTF, and keeps those that were outside.
struct Fit<'a>(&'a mut Map<String, Value>);

impl Fit<'_> {
    fn number(&mut self, name: &str, value: f32, fit: impl Fn(f32) -> f32, otherwise: f32) -> f32 {
        let fitted = if value.is_finite() {
            fit(value)
        } else {
            otherwise
        };
        self.note(name, value, fitted == value);
        fitted
    }

    fn note(&mut self, name: &str, value: f32, is_valid: bool) {
        if !is_valid {
            let value = serde_json::to_value(Num(value)).unwrap_or_default();
            self.0.insert(name.into(), value);
        }
    }
}

/// A node with a transform, as far as it does something.
pub(super) fn transformed(trs: &Trs) -> json::Node {
    let bits = |values: &[f32]| {
        values
            .iter()
            .map(|value| value.to_bits())
            .collect::<Vec<_>>()
    };
    let none = Trs::IDENTITY;
    let differs = |a: &[f32], b: &[f32]| bits(a) != bits(b);
    json::Node {
        translation: differs(&trs.translation, &none.translation).then_some(trs.translation),
        rotation: differs(&trs.rotation, &none.rotation).then_some(trs.rotation),
        scale: differs(&trs.scale, &none.scale).then_some(trs.scale),
        ..json::Node::default()
    }
}

fn bone(shape: &BoneShape) -> Bone {
    Bone {
        mask: shape.mask,
        radius: shape.radius.map(Num),
        min: shape.bounds.map(|bounds| Num::all(bounds[0])),
        max: shape.bounds.map(|bounds| Num::all(bounds[1])),
    }
}
