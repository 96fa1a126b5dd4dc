//! Arbitrary trees of every format survive: write → read → write, and XML and JSON.

use conformance::{
    arbitrary, fuzz,
    questions::{File, Question, Rewritten, ThroughJson, ThroughXml, ask},
};
use formwork_formats::FORMATS;
use proptest::prelude::*;

fn same(question: &impl Question<Answer = Vec<u8>>, file: File<'_>) -> Result<(), TestCaseError> {
    let bytes = ask(question, file).map_err(|error| TestCaseError::fail(error.to_string()))?;
    prop_assert_eq!(bytes, file.bytes);
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 512, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn arbitrary_trees_survive(entropy in proptest::collection::vec(any::<u8>(), 0..2000)) {
        for info in FORMATS {
            let bytes = arbitrary::file((info.layout)(), &entropy);
            fuzz::bytes(info.id(), &bytes);
            let file = File { format: info.id(), bytes: &bytes };
            same(&Rewritten, file)?;
            same(&ThroughXml, file)?;
            same(&ThroughJson, file)?;
        }
    }

    #[test]
    fn arbitrary_bytes_are_read_or_refused(bytes in proptest::collection::vec(any::<u8>(), 0..300)) {
        for info in FORMATS {
            fuzz::bytes(info.id(), &bytes);
            let layout = (info.layout)();
            let magics = layout.versions().map(|versions| &*versions.magics);
            for magic in magics.unwrap_or_default() {
                fuzz::bytes(info.id(), &[&magic.bytes[..], &bytes].concat());
            }
            fuzz::bytes(info.id(), &[&layout.root().magic[..], &bytes].concat());
        }
    }
}
