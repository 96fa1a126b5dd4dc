//! Names of resources as engines of the Urho3D family ask for them.

/// The name that the resource cache looks for when somebody asks for one: it turns `\` into `/`, removes `../` and `./`, and trims
/// blanks.
pub(crate) fn sanitized(name: &[u8]) -> Vec<u8> {
    let mut asked: Vec<u8> = name.to_vec();
    asked
        .iter_mut()
        .filter(|byte| **byte == b'\\')
        .for_each(|byte| *byte = b'/');
    for unwanted in [&b"../"[..], b"./"] {
        let mut kept = Vec::with_capacity(asked.len());
        let mut rest = &*asked;
        while let Some((first, more)) = rest.split_first() {
            match rest.strip_prefix(unwanted) {
                Some(after) => rest = after,
                None => {
                    kept.push(*first);
                    rest = more;
                }
            }
        }
        asked = kept;
    }
    asked.trim_ascii().to_vec()
}
