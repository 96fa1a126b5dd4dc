//! What an element word stands for, by each [`Rule`] that engines made it with, and by the inputs of SPIR-V.

use super::spirv;

/// How an engine with shader model 4 made the word that stands for the vertex elements of a shader.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rule {
    /// Urho3D 1.4 and 1.5: one bit per element.
    Mask,
    /// Urho3D 1.6 to 1.8-ALPHA, Atomic: four bits further per element.
    Shifted,
    /// Urho3D since 2020-02-20: its usual way of combining hashes.
    Combined,
}

impl Rule {
    /// Every rule, the oldest first.
    pub const ALL: [Self; 3] = [Self::Mask, Self::Shifted, Self::Combined];

    /// The elements that lead to this word by this rule: of a hash, the shortest list of elements as
    /// shaders usually name them. `None` when there is none.
    #[must_use]
    pub fn elements(self, word: u32) -> Option<Vec<String>> {
        match self {
            Self::Mask => mask(word),
            Self::Shifted => search(word, shifted),
            Self::Combined => search(word, combined),
        }
    }
}

/// Bits of the mask, the lowest first.
const BITS: [&str; 14] = [
    "position",
    "normal",
    "color",
    "texcoord 0",
    "texcoord 1",
    "cube texcoord 0",
    "cube texcoord 1",
    "tangent",
    "blend weights",
    "blend indices",
    "instance matrix 0",
    "instance matrix 1",
    "instance matrix 2",
    "object index",
];

fn mask(word: u32) -> Option<Vec<String>> {
    if word >> BITS.len() != 0 {
        return None;
    }
    let set = (0..).zip(BITS).filter(|(bit, _)| word >> bit & 1 != 0);
    Some(set.map(|(_, name)| name.into()).collect())
}

/// An element as hashes take it: number of the semantic, and index. The rest is its name.
type Element = (u32, u32, &'static str);

/// What shaders name together.
const USUAL: [&[Element]; 9] = [
    &[(0, 0, "position")],
    &[(1, 0, "normal")],
    &[(4, 0, "texcoord 0")],
    &[(5, 0, "color")],
    &[(4, 1, "texcoord 1")],
    &[(3, 0, "tangent")],
    &[(6, 0, "blend weights"), (7, 0, "blend indices")],
    &[
        (4, 4, "texcoord 4"),
        (4, 5, "texcoord 5"),
        (4, 6, "texcoord 6"),
    ],
    &[(4, 2, "texcoord 2")],
];

/// How many parts are tried together: every order of six of nine is computed in a moment.
const MOST: usize = 6;

type Step = fn(u32, Element) -> u32;

fn shifted(hash: u32, (semantic, index, _): Element) -> u32 {
    (hash << 4).wrapping_add((semantic + 1).wrapping_mul(index.wrapping_add(1)))
}

fn combined(hash: u32, (semantic, index, _): Element) -> u32 {
    [semantic, index].into_iter().fold(hash, |hash, value| {
        let mixed = value
            .wrapping_add(0x9e37_79b9)
            .wrapping_add(hash << 6)
            .wrapping_add(hash >> 2);
        hash ^ mixed
    })
}

fn search(word: u32, step: Step) -> Option<Vec<String>> {
    // Shorter lists first: fewer of them lead to any given word.
    let list = (0..=MOST).find_map(|length| {
        let mut list = Vec::new();
        extend(word, step, 0, length, &mut list).then_some(list)
    })?;
    let elements = list.iter().flat_map(|part| USUAL[*part]);
    Some(elements.map(|(_, _, name)| (*name).into()).collect())
}

/// Tries every way of putting `length` more parts behind the list.
fn extend(word: u32, step: Step, hash: u32, length: usize, list: &mut Vec<usize>) -> bool {
    if length == 0 {
        return hash == word;
    }
    for (part, elements) in USUAL.iter().enumerate() {
        if list.contains(&part) {
            continue;
        }
        list.push(part);
        let hash = elements.iter().copied().fold(hash, step);
        if extend(word, step, hash, length - 1, list) {
            return true;
        }
        list.pop();
    }
    false
}

/// What names of inputs mean in the fork that has shader model 5; it hashes no others.
const INPUTS: [(&str, u32, &str); 9] = [
    ("inPosition", 0, "position"),
    ("inNormal", 1, "normal"),
    ("inBinormal", 2, "binormal"),
    ("inTangent", 3, "tangent"),
    ("inTextCoord", 4, "texcoord"),
    ("inTexCoord", 4, "texcoord"),
    ("inColor", 5, "color"),
    ("inBlendWeights", 6, "blend weights"),
    ("inBlendIndices", 7, "blend indices"),
];

/// The elements of a shader of model 5, by the names of its inputs, each with its location; `None` when these do
/// not lead to the word. It is a shifted hash with locations in place of indices.
pub(super) fn of_inputs(word: u32, spirv: &[u8]) -> Option<Vec<String>> {
    let inputs = spirv::inputs(spirv);
    let known = inputs.iter().filter_map(|input| {
        let name = input.name.trim_end_matches(|c: char| c.is_ascii_digit());
        let (_, semantic, words) = INPUTS.iter().find(|(known, ..)| *known == name)?;
        Some((*semantic, input.location, *words))
    });
    let known: Vec<Element> = known.collect();
    let hash = known.iter().copied().fold(0, shifted);
    let words = known
        .iter()
        .map(|(_, location, words)| format!("{words} {location}"));
    (hash == word).then(|| words.collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(rule: Rule, word: u32) -> Option<String> {
        rule.elements(word).map(|names| names.join(", "))
    }

    #[test]
    fn a_word_is_named_by_each_rule_that_leads_to_it() {
        let usual = Some("position, normal, texcoord 0".into());
        assert_eq!(shown(Rule::Mask, 0b1011), usual);
        assert_eq!(shown(Rule::Shifted, 293), usual);
        assert_eq!(
            shown(Rule::Shifted, 21),
            Some("position, texcoord 0".into())
        );
        assert_eq!(shown(Rule::Mask, 1 << 14), None);
        assert_eq!(shown(Rule::Combined, 293), None);
        // Semantic 0 and index 0, one on top of the other.
        let first = 0x9e37_79b9_u32;
        let mixed = first.wrapping_add(first << 6).wrapping_add(first >> 2);
        assert_eq!(
            shown(Rule::Combined, first ^ mixed),
            Some("position".into())
        );
    }

    #[test]
    fn no_elements_is_a_list_as_well() {
        for rule in Rule::ALL {
            assert_eq!(rule.elements(0), Some(Vec::new()));
        }
    }

    #[test]
    fn inputs_that_do_not_lead_to_the_word_are_no_reading() {
        assert_eq!(of_inputs(0x1cf, b""), None);
        assert_eq!(of_inputs(0, b""), Some(Vec::new()));
    }
}
