//! Files that end too early, or make no sense from some place on.

use bytes::Bytes;
use formwork_schema::{Error, Layout, Result};

use super::{
    attempt::{attempt, told},
    fill::{Filled, Made, filled},
    scan::{ListState, Scan, TooLong},
    told::{Accept, Loss, Salvaged},
};
use crate::{
    asset::Asset,
    counts::{Edit, edited},
};

/// Lengths that are lowered at most: lists within lists.
const DEEPEST: usize = 8;

/// Items that a list may have for every byte of the file: one that has more is not cut, but counted wrongly.
const MOST_LOST: u64 = 256;

/// Bytes of memory for each byte of the file: what may be left of it, as it is completed and read.
const COPIES: u64 = 6;

/// A file as far as it goes.
struct Damaged<'a> {
    asset: &'a Asset,
    layout: &'a Layout,
    dialect: usize,
    /// The file, lengths that no bytes could fill lowered.
    bytes: Vec<u8>,
    /// The lists that are not at their end, outermost first.
    chain: Vec<ListState>,
    /// Lengths that were lowered, as they were: of the lists with these paths.
    lowered: Vec<(String, u64)>,
    /// Where the damage is.
    at: usize,
}

/// What might be left.
struct Candidate {
    bytes: Bytes,
    lost: Vec<Loss>,
    /// How many of the bytes were there, and which losses those are that they had.
    kept: usize,
    before: usize,
    /// Where in the damaged file they end.
    at: usize,
    may_make_items: bool,
}

/// Keeps what precedes the first mistake.
///
/// # Errors
/// What is wrong with everything that could be kept.
pub(super) fn salvage(
    asset: &Asset,
    layout: &Layout,
    refused: Error,
    mut accept: Accept<'_>,
) -> Result<Salvaged> {
    let length = asset.bytes().len() as u64;
    let needed = length.saturating_mul(COPIES);
    asset.limits().afford("salvaging it", needed)?;
    let dialects = layout.dialect().map_or(1, |names| names.values.len());
    let mut readings = (0..dialects).map(|dialect| one_way(asset, layout, dialect, &mut accept));
    // The rule for ambiguous files asks for the end, which is lost: the preferred reading speaks.
    let preferred = readings.next().unwrap_or(Ok(None))?;
    let Some(preferred) = preferred else {
        return Err(refused.help("nothing whole precedes the damage; get the file again"));
    };
    let differs = |other: Result<Option<Salvaged>>| {
        other.is_ok_and(|other| other.is_some_and(|other| other.bytes != preferred.bytes))
    };
    if readings.any(differs) {
        return Err(refused
            .help("the file could be read in several ways, and only its end would say in which"));
    }
    Ok(preferred)
}

/// The same in one dialect; none where nothing precedes the mistake.
fn one_way(
    asset: &Asset,
    layout: &Layout,
    dialect: usize,
    accept: &mut Accept<'_>,
) -> Result<Option<Salvaged>> {
    let Some(damaged) = Damaged::of(asset, layout, dialect) else {
        return Ok(None);
    };
    let mut why = None;
    let mut whole = |candidate: Candidate| match attempt(asset, &candidate.bytes, accept) {
        Ok(()) => Some(candidate.salvaged()),
        Err(error) => {
            why.get_or_insert(error);
            None
        }
    };
    // One at a time: each is as long as the file.
    let found = damaged.candidates().find_map(&mut whole).or_else(|| {
        let mut all = damaged.candidates();
        all.find_map(|candidate| damaged.without_earlier(&candidate, &mut whole))
    });
    match (found, why) {
        (None, Some(why)) => Err(told(why)),
        (found, _) => Ok(found),
    }
}

impl Candidate {
    fn salvaged(self) -> Salvaged {
        Salvaged {
            bytes: self.bytes,
            lost: self.lost,
        }
    }
}

impl<'a> Damaged<'a> {
    /// Follows a file in a dialect; none where that way it goes to its end.
    fn of(asset: &'a Asset, layout: &'a Layout, dialect: usize) -> Option<Self> {
        let mut damaged = Self {
            asset,
            layout,
            dialect,
            bytes: asset.bytes().to_vec(),
            chain: Vec::new(),
            lowered: Vec::new(),
            at: 0,
        };
        let mut until = None;
        for _ in 0..DEEPEST {
            let (scan, end) = damaged.scan(&damaged.bytes, until.as_deref());
            damaged.chain = scan.chain();
            let error = match end {
                Err(error) => error,
                // The list whose length was lowered is the last thing of the file.
                Ok(_) if !damaged.chain.is_empty() => return Some(damaged),
                Ok(_) => return None,
            };
            damaged.at = usize::try_from(error.offset().unwrap_or(0)).ok()?;
            let long = scan
                .too_long(&error)
                .filter(|_| damaged.chain_is_open(&scan));
            let most = (damaged.bytes.len() as u64).saturating_mul(MOST_LOST);
            let Some(long) = long.filter(|long| long.count.value <= most) else {
                return Some(damaged);
            };
            damaged.lower(&long)?;
            until = Some(long.path.clone());
            damaged.lowered.push((long.path, long.count.value));
        }
        None
    }

    /// Whether the scan ended with a mistake, and not at a list whose length was lowered.
    fn chain_is_open(&self, scan: &Scan) -> bool {
        let last = self.chain.last().map(|list| &list.path);
        !self
            .lowered
            .iter()
            .any(|(path, _)| last == Some(path) && scan.is_reached())
    }

    fn scan(&self, bytes: &[u8], until: Option<&str>) -> (Scan, Result<u64>) {
        let limits = self.asset.limits();
        Scan::run(self.layout, bytes, limits, self.dialect, until)
    }

    /// Lowers the length of a list to the most that could still be there.
    fn lower(&mut self, long: &TooLong) -> Option<()> {
        let with = |length: u64| Some(edited(&self.bytes, vec![long.count.saying(length)?]));
        let is_too_long = |bytes: &[u8]| {
            let (scan, end) = self.scan(bytes, Some(&long.path));
            end.err()
                .and_then(|error| scan.too_long(&error))
                .is_some_and(|other| other.path == long.path)
        };
        let (mut fits, mut not) = (0, long.count.value.min(self.bytes.len() as u64 + 1));
        while not - fits > 1 {
            let middle = fits + (not - fits) / 2;
            match is_too_long(&with(middle)?) {
                true => not = middle,
                false => fits = middle,
            }
        }
        self.bytes = with(fits)?;
        Some(())
    }

    /// What might be left, what keeps most first.
    fn candidates(&self) -> impl Iterator<Item = Candidate> {
        let shortened = (0..self.chain.len()).rev().filter_map(|depth| {
            let around = &self.chain[..=depth];
            let list = &self.chain[depth];
            let is_known = around.iter().all(|list| list.count.is_some());
            let is_some = is_known && (list.done > 0 || depth == 0);
            is_some.then(|| self.shortened(around)).flatten()
        });
        let is_alone = self.chain.first().is_none_or(|list| list.count.is_none());
        let as_it_is = is_alone.then_some(()).into_iter().filter_map(|()| {
            let kept = self.bytes.get(..self.at).unwrap_or_default();
            self.completed(kept, self.at, Vec::new(), true)
        });
        shortened.chain(as_it_is)
    }

    /// The file up to the end of the last whole item of the last of these lists.
    fn shortened(&self, chain: &[ListState]) -> Option<Candidate> {
        let (last, around) = chain.split_last()?;
        let mut edits: Vec<Edit> = vec![last.count.as_ref()?.saying(last.done)?];
        let mut lost = Vec::new();
        for list in around {
            edits.push(list.count.as_ref()?.saying(list.done + 1)?);
            lost.extend(self.loss(list, list.done + 1, ", the last one in part"));
        }
        lost.extend(self.loss(last, last.done, ""));
        let kept = edited(self.bytes.get(..last.end)?, edits);
        self.completed(&kept, last.end, lost, false)
    }

    fn loss(&self, list: &ListState, kept: u64, more: &str) -> Option<Loss> {
        let lowered = self.lowered.iter().find(|(path, _)| *path == list.path);
        let of = lowered.map_or(list.count.as_ref()?.value, |(_, of)| *of);
        let is_less = kept < of || !more.is_empty();
        is_less.then(|| Loss::items(&list.path, kept, of, more))
    }

    /// Such a file with what has to follow, where anything is kept that is worth it.
    fn completed(
        &self,
        kept: &[u8],
        at: usize,
        mut lost: Vec<Loss>,
        may_make_items: bool,
    ) -> Option<Candidate> {
        let Filled { bytes, made } = filled(self.layout, kept, self.asset.limits(), self.dialect)?;
        if made.has_items && !may_make_items {
            return None;
        }
        let (scan, _) = self.scan(&bytes, None);
        if scan.items == 0 {
            return None;
        }
        let (bytes, mended) = self.mended(bytes, &made);
        let before = lost.len();
        lost.extend(made.told(&mended));
        lost.extend(Loss::bytes(at, self.asset.bytes().len()));
        Some(Candidate {
            bytes,
            lost,
            kept: kept.len(),
            before,
            at,
            may_make_items,
        })
    }

    /// The file with the numbers that were made up calculated, where the format knows how; and which of them.
    fn mended(&self, bytes: Vec<u8>, made: &Made) -> (Bytes, Vec<String>) {
        let bytes = Bytes::from(bytes);
        let tree = self.asset.format().read(&bytes, self.asset.limits());
        let (Ok(tree), false) = (tree, made.fields.is_empty()) else {
            return (bytes, Vec::new());
        };
        let mut fields = Vec::new();
        let mut rules = Vec::new();
        for one in tree.diagnose() {
            let path = &one.location.path;
            let field = made.fields.iter().find(|field| path.starts_with(&***field));
            if let Some(field) = field
                && let Ok(Some(_)) = tree.fixed(&[one.rule])
            {
                fields.push(field.clone());
                rules.push(one.rule);
            }
        }
        match tree.fixed(&rules) {
            Ok(Some(mended)) => (mended.into(), fields),
            _ => (bytes, Vec::new()),
        }
    }

    /// The same without lists before the damage, which may name what was lost: without one of them, then without more and more.
    fn without_earlier(
        &self,
        candidate: &Candidate,
        whole: &mut impl FnMut(Candidate) -> Option<Salvaged>,
    ) -> Option<Salvaged> {
        let (scan, end) = self.scan(&candidate.bytes, None);
        end.ok()?;
        // What was made up is made anew.
        let was_there =
            |list: &&ListState| list.done > 0 && list.count.is_some() && list.end <= candidate.kept;
        let lists: Vec<&ListState> = scan.ended.iter().filter(was_there).rev().collect();
        let single = lists.iter().map(|list| vec![*list]);
        let more = (2..=lists.len()).map(|count| lists[..count].to_vec());
        let all = single
            .chain(more)
            .filter(|without| without.len() < lists.len() || lists.len() == 1);
        let mut all = all.filter_map(|without| self.without(candidate, &without));
        all.find_map(whole)
    }

    fn without(&self, candidate: &Candidate, lists: &[&ListState]) -> Option<Candidate> {
        let mut edits = Vec::new();
        let mut lost = Vec::new();
        for list in lists {
            edits.push(list.count.as_ref()?.saying(0)?);
            edits.push((list.start..list.end, Vec::new()));
            lost.push(Loss::items(
                &list.path,
                0,
                list.done,
                ": they would name what was lost",
            ));
        }
        // What counted as lost in part is gone altogether.
        let is_gone = |loss: &&Loss| !lists.iter().any(|list| loss.path.starts_with(&list.path));
        let before = &candidate.lost[..candidate.before];
        lost.extend(before.iter().filter(is_gone).cloned());
        let kept = edited(candidate.bytes.get(..candidate.kept)?, edits);
        self.completed(&kept, candidate.at, lost, candidate.may_make_items)
    }
}
