//! What a resource names.

use formwork_formats::graph::{Resource, Use};

/// Resources that one names, each once, with how often.
pub(super) fn uses(resource: &Resource) -> Vec<(&Use, usize)> {
    let mut all: Vec<(&Use, usize)> = Vec::new();
    let mut places = std::collections::HashMap::new();
    for used in &resource.uses {
        let place = *places.entry(used.resource).or_insert(all.len());
        match all.get_mut(place) {
            Some((_, count)) => *count += 1,
            None => all.push((used, 1)),
        }
    }
    all
}
