//! Which meshes are levels of detail of others.

use formwork_schema::sorted;

use super::reader::{Reader, Role};
use crate::{Code, gltf::json::Document};

/// The distance of the level of this number where a file does not say it, in metres: 10, 20, 40 and so on.
fn made_up(number: usize) -> f32 {
    let doubled = number.saturating_sub(1).min(20);
    10.0 * (1_u32 << doubled) as f32
}

/// Levels of one mesh by rising number, each with its name, its number and its place.
type Group<'a> = [(&'a str, f32, usize)];

/// Whether the names of levels count them, as in `Rock_LOD0`, `Rock_LOD1`, `Rock_LOD3`: whole numbers from 0 or 1 that are below 10, or of
/// which at least half are there. Other numbers are distances.
fn are_counted(document: &Document, group: &Group<'_>, has_base: bool) -> bool {
    let is_whole = |level: &(&str, f32, usize)| {
        level.1.fract() == 0.0 && !document.meshes[level.2].name.ends_with(".0")
    };
    let (first, last) = (group[0].1, group[group.len() - 1].1);
    (group.len() > 1 || has_base)
        && matches!(first, 0.0 | 1.0)
        && (last < 10.0 || last <= 2.0 * group.len() as f32)
        && group.iter().all(is_whole)
        && group.windows(2).all(|two| two[0].1 < two[1].1)
}

/// The name of the nearest level and the number of one that is called `Tree_LOD20`.
pub(super) fn pattern(name: &str) -> Option<(&str, f32)> {
    let (base, distance) = name.rsplit_once("_LOD")?;
    let (whole, part) = distance.split_once('.').unwrap_or((distance, "0"));
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|it| it.is_ascii_digit());
    (is_number(whole) && is_number(part)).then_some(())?;
    Some((base, distance.parse().ok()?))
}

impl Reader<'_> {
    /// What each mesh of the file is.
    pub(super) fn roles(&mut self) -> Vec<Role> {
        let document = self.document;
        let mut roles = vec![Role::Base; document.meshes.len()];
        let is_said = |place: usize| {
            let notes = document.meshes[place].extras.known();
            notes.is_some_and(|notes| notes.lod.is_some())
        };
        for (place, mesh) in document.meshes.iter().enumerate() {
            let notes = mesh.extras.known();
            let Some(lod) = notes.and_then(|notes| notes.lod.as_ref()) else {
                continue;
            };
            let name = pattern(&mesh.name).map_or(&*mesh.name, |it| it.0);
            let is_it = |base: &usize| {
                document
                    .meshes
                    .get(*base)
                    .is_some_and(|base| base.name == name)
                    && !is_said(*base)
            };
            let all = 0..document.meshes.len();
            let base = Some(lod.of)
                .filter(is_it)
                .or_else(|| all.into_iter().find(is_it));
            roles[place] = match base {
                Some(base) if lod.level == 0 => Role::Same(base),
                Some(base) => Role::Level {
                    base,
                    number: lod.level,
                    distance: lod.distance.0,
                },
                None => Role::Base,
            };
        }
        self.by_nodes(&mut roles);
        self.by_names(&mut roles);
        roles
    }

    /// Levels that nodes list in `MSFT_lod`.
    fn by_nodes(&mut self, roles: &mut [Role]) {
        let document = self.document;
        for (place, node) in document.nodes.iter().enumerate() {
            let lod = node.extensions.as_ref().and_then(|it| it.lod.as_ref());
            let Some((lod, base)) = lod.zip(node.mesh) else {
                continue;
            };
            if roles.get(base) != Some(&Role::Base) {
                continue;
            }
            for (number, id) in lod.ids.iter().enumerate() {
                let mesh = document.nodes.get(*id).and_then(|node| node.mesh);
                let Some(mesh) = mesh.filter(|mesh| *mesh != base) else {
                    continue;
                };
                let coverage = node.extras.screen_coverage.get(number).copied();
                let distance = match coverage.filter(|it| *it > 0.0) {
                    Some(coverage) => 1.0 / coverage,
                    None => f64::from(made_up(number + 1)),
                };
                self.report.add(
                    Code::C122,
                    format!("/nodes/{place}"),
                    format!("{distance} m"),
                );
                if let Some(role) = roles.get_mut(mesh).filter(|role| **role == Role::Base) {
                    *role = Role::Level {
                        base,
                        number: number + 1,
                        distance: distance as f32,
                    };
                }
            }
        }
    }

    /// Levels that are called so.
    fn by_names(&mut self, roles: &mut [Role]) {
        let document = self.document;
        let mut found: Vec<(&str, f32, usize)> = Vec::new();
        for (place, mesh) in document.meshes.iter().enumerate() {
            if let (Some((base, number)), Role::Base) = (pattern(&mesh.name), roles[place]) {
                found.push((base, number, place));
            }
        }
        sorted::by(&mut found, |a, b| a.0.cmp(b.0).then(a.1.total_cmp(&b.1)));
        for group in found.chunk_by(|a, b| a.0 == b.0) {
            let name = group[0].0;
            let is_base = |place: &usize| document.meshes[*place].name == name;
            let base = (0..roles.len()).find(|it| roles[*it] == Role::Base && is_base(it));
            let are_counted = are_counted(document, group, base.is_some());
            let (base, levels, mut last) = match base {
                Some(base) if are_counted => (base, group, 0.0),
                Some(base) => (base, group, -1.0),
                None => (group[0].2, &group[1..], group[0].1),
            };
            if !are_counted && base == group[0].2 {
                self.nearest.insert(base, group[0].1);
            }
            let mut made = Vec::new();
            for (number, (_, said, place)) in levels.iter().enumerate() {
                let is_same = skin(document, base) == skin(document, *place);
                if !is_same || *said <= last {
                    let pointer = format!("/meshes/{place}");
                    self.report
                        .add(Code::C121, pointer, "stays a mesh of its own");
                    continue;
                }
                last = *said;
                let distance = if are_counted {
                    made.push(format!("{} m", made_up(made.len() + 1)));
                    made_up(made.len())
                } else {
                    *said
                };
                roles[*place] = Role::Level {
                    base,
                    number: number + 1,
                    distance,
                };
            }
            if !made.is_empty() {
                let pointer = format!("/meshes/{base}");
                self.report.add(Code::C122, pointer, made.join(", "));
            }
        }
    }

    /// Whether a node does nothing but show a farther level.
    pub(super) fn is_level_node(&self, place: usize, roles: &[Role]) -> bool {
        let document = self.document;
        let Some(node) = document.nodes.get(place) else {
            return false;
        };
        let role = node.mesh.and_then(|mesh| roles.get(mesh));
        let is_joint = || {
            document
                .skins
                .iter()
                .any(|skin| skin.joints.contains(&place))
        };
        let is_moved = || {
            let channels = document.animations.iter().flat_map(|it| &it.channels);
            channels
                .into_iter()
                .any(|channel| channel.target.node == Some(place))
        };
        matches!(role, Some(Role::Level { .. }))
            && node.children.is_empty()
            && node.camera.is_none()
            && node.extensions.as_ref().is_none_or(|it| it.light.is_none())
            && !is_joint()
            && !is_moved()
    }
}

fn skin(document: &Document, mesh: usize) -> Option<usize> {
    let user = document.nodes.iter().find(|node| node.mesh == Some(mesh));
    user.and_then(|node| node.skin)
}
