//! Arbitrary trees of every format survive: write → read → write, and XML and JSON.

use conformance::{
    arbitrary, fuzz,
    questions::{File, Question, Rewritten, ThroughJson, ThroughXml, ask},
};
use formwork_formats::layouts;
use proptest::{prelude::*, sample::Index};

fn same(question: &impl Question<Answer = Vec<u8>>, file: File<'_>) -> Result<(), TestCaseError> {
    let bytes = ask(question, file).map_err(|error| TestCaseError::fail(error.to_string()))?;
    prop_assert_eq!(bytes, file.bytes);
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 512, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn arbitrary_trees_survive(entropy in proptest::collection::vec(any::<u8>(), 0..2000)) {
        for layout in layouts() {
            let bytes = arbitrary::file(layout, &entropy);
            fuzz::bytes(&layout.format, &bytes);
            let file = File { format: &layout.format, bytes: &bytes };
            same(&Rewritten, file)?;
            same(&ThroughXml, file)?;
            same(&ThroughJson, file)?;
        }
    }

    #[test]
    fn changed_files_of_the_gallery_come_back_or_are_refused(
        which in any::<Index>(),
        changes in proptest::collection::vec((any::<Index>(), any::<u8>()), 0..6),
        end in any::<Option<Index>>(),
    ) {
        let seeds = fuzz::gallery_seeds();
        let (_, mut bytes) = seeds[which.index(seeds.len())].clone();
        // The first byte says which layout.
        for (at, byte) in changes {
            let at = 1 + at.index(bytes.len() - 1);
            bytes[at] = byte;
        }
        if let Some(end) = end {
            bytes.truncate(1 + end.index(bytes.len() - 1));
        }
        fuzz::ask("gallery", &bytes);
    }

    #[test]
    fn arbitrary_bytes_are_read_or_refused(bytes in proptest::collection::vec(any::<u8>(), 0..300)) {
        for layout in layouts() {
            fuzz::bytes(&layout.format, &bytes);
            let magics = layout.versions().map(|versions| &*versions.magics);
            for magic in magics.unwrap_or_default() {
                fuzz::bytes(&layout.format, &[&magic.bytes[..], &bytes].concat());
            }
            fuzz::bytes(&layout.format, &[&layout.root().magic[..], &bytes].concat());
        }
    }
}
