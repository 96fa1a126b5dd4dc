//! Lights and cameras.

use formwork_formats::horde3d::scene;
use formwork_schema::CString;
use serde_json::{Map, Value};

use super::notes;
use crate::scene::{Camera, Light, LightKind, Projection};

/// The light of an element.
pub(super) fn light(element: &scene::Light) -> Light {
    let color = [element.col_r, element.col_g, element.col_b];
    // Colours are not above 1; how much light there is says the intensity.
    let most = color.into_iter().fold(1.0, f32::max);
    let kind = if element.fov < 180.0 {
        LightKind::Spot {
            inner: 0.0,
            outer: (f64::from(element.fov) / 2.0).to_radians() as f32,
        }
    } else {
        LightKind::Point
    };
    Light {
        name: CString::from(&*element.placement.name),
        kind,
        color: color.map(|part| part / most),
        intensity: kind.intensity(element.col_mult * most),
        range: Some(element.radius),
    }
}

/// The element of a light: what notes say, with what the light says; and whether it holds all of that.
pub(super) fn light_element(light: &Light, notes: &Map<String, Value>) -> (scene::Node, bool) {
    let mut element = match notes::element(notes) {
        Some(scene::Node::Light(element)) => *element,
        // C609 reports these.
        _ => scene::Light {
            material: "materials/light.material.xml".to_owned(),
            lighting_context: "LIGHTING".to_owned(),
            shadow_context: "SHADOWMAP".to_owned(),
            ..scene::Light::default()
        },
    };
    let known = Light {
        name: light.name.clone(),
        ..self::light(&element)
    };
    if known != *light {
        element.fov = match light.kind {
            LightKind::Spot { outer, .. } => 2.0 * outer.to_degrees(),
            LightKind::Point | LightKind::Directional => 360.0,
        };
        [element.col_r, element.col_g, element.col_b] = light.color;
        element.col_mult = light.brightness();
        element.radius = light.range.unwrap_or(element.radius);
    }
    let is_shaped = match light.kind {
        LightKind::Spot { inner, .. } => inner == 0.0,
        LightKind::Point => true,
        LightKind::Directional => false,
    };
    let is_whole = is_shaped && light.range.is_some();
    (scene::Node::Light(Box::new(element)), is_whole)
}

/// Whether the element of a light or a camera lacks names of other files, which notes have.
pub(super) fn lacks_references(notes: &Map<String, Value>, is_light: bool) -> bool {
    match notes::element(notes) {
        Some(scene::Node::Light(_)) => !is_light,
        Some(scene::Node::Camera(_)) => is_light,
        _ => true,
    }
}

/// What the engine's own cameras see, where a file does not say how wide.
const USUAL_ASPECT: f64 = 4.0 / 3.0;

/// The element of a camera: what notes say, with what the camera says; and whether it holds all of that.
pub(super) fn camera_element(camera: &Camera, notes: &Map<String, Value>) -> (scene::Node, bool) {
    let mut element = match notes::element(notes) {
        Some(scene::Node::Camera(element)) => *element,
        // C609 reports this.
        _ => scene::Camera {
            pipeline: "pipelines/forward.pipeline.xml".to_owned(),
            ..scene::Camera::default()
        },
    };
    let known = Camera {
        name: camera.name.clone(),
        ..self::camera(&element).0
    };
    if known != *camera {
        let near = f64::from(camera.near);
        let (half_width, half_height) = match camera.projection {
            Projection::Perspective { y_fov, aspect } => {
                let half = near * (f64::from(y_fov) / 2.0).tan();
                (half * aspect.map_or(USUAL_ASPECT, f64::from), half)
            }
            Projection::Orthographic { x_mag, y_mag } => (x_mag.into(), y_mag.into()),
        };
        element.orthographic = matches!(camera.projection, Projection::Orthographic { .. });
        [element.right_plane, element.top_plane] = [half_width as f32, half_height as f32];
        [element.left_plane, element.bottom_plane] = [-half_width as f32, -half_height as f32];
        element.near_plane = camera.near;
        element.far_plane = camera.far.unwrap_or(element.far_plane);
    }
    let has_shape = !matches!(
        camera.projection,
        Projection::Perspective { aspect: None, .. }
    );
    let is_whole = has_shape && camera.far.is_some();
    (scene::Node::Camera(Box::new(element)), is_whole)
}

/// The camera of an element, and whether its axis is in the middle of what it sees.
pub(super) fn camera(element: &scene::Camera) -> (Camera, bool) {
    let [left, right, bottom, top, near] = [
        element.left_plane,
        element.right_plane,
        element.bottom_plane,
        element.top_plane,
        element.near_plane,
    ]
    .map(f64::from);
    let (width, height) = (right - left, top - bottom);
    let projection = if element.orthographic {
        Projection::Orthographic {
            x_mag: (width / 2.0) as f32,
            y_mag: (height / 2.0) as f32,
        }
    } else {
        Projection::Perspective {
            y_fov: (2.0 * (height / 2.0).atan2(near)) as f32,
            aspect: (height != 0.0).then_some((width / height) as f32),
        }
    };
    let camera = Camera {
        name: CString::from(&*element.placement.name),
        projection,
        near: element.near_plane,
        far: Some(element.far_plane),
    };
    let is_even = |a: f64, b: f64| (a + b).abs() <= 1e-5 * (a.abs() + b.abs());
    (camera, is_even(left, right) && is_even(bottom, top))
}
