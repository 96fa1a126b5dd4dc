//! Classes of materials, as commands of a pipeline pick them, with what the engine gets wrong.

use formwork_schema::Rule;

use crate::horde3d::material::rules;

/// Levels of a class that the engine takes in.
const MOST_LEVELS: usize = 5;
/// Bytes of one level.
const LONGEST_LEVEL: usize = 63;

/// Says what the engine makes of a class that people would not expect. `~X` is everything but X.
pub(super) fn review(class: &str, odd: &mut impl FnMut(&'static Rule, String)) {
    let (is_negated, name) = match class.strip_prefix('~') {
        Some(name) => (true, name),
        None => (false, class),
    };
    let levels: Vec<&str> = name.split('.').collect();
    if levels.len() > MOST_LEVELS {
        let message = format!("`{class}` has {} levels; {MOST_LEVELS} count", levels.len());
        odd(&rules::CLASS_TOO_DEEP, message);
    }
    if levels.iter().any(|level| level.len() > LONGEST_LEVEL) {
        let message = format!("levels of a class have at most {LONGEST_LEVEL} bytes");
        odd(&rules::CLASS_LEVEL_TOO_LONG, message);
    }
    let is_misread = levels.len() > 2 || (is_negated && levels.len() > 1);
    if is_misread {
        let message = format!(
            "since version 2.0 the engine misreads `{class}`: a level swallows text of the next one, so \
             other materials are picked; one level after `~` and two without it are read rightly"
        );
        odd(&rules::CLASS_MISREAD, message);
    }
}
