//! PNG files without what glTF tells everybody to ignore, which validators warn of.

use bytes::Bytes;

const SIGNATURE: usize = 8;

/// The file without colour profiles, oblong pixels and animations; `None` where it has none.
pub(super) fn plain(file: &Bytes) -> Option<Bytes> {
    let mut kept = file.get(..SIGNATURE)?.to_vec();
    let mut at = SIGNATURE;
    while at < file.len() {
        let head: [u8; 8] = file.get(at..at + 8)?.try_into().ok()?;
        let [a, b, c, d, kind @ ..] = head;
        let length = u32::from_be_bytes([a, b, c, d]) as usize;
        let end = at.checked_add(12)?.checked_add(length)?;
        let chunk = file.get(at..end)?;
        if !is_ignored(kind, &chunk[8..8 + length]) {
            kept.extend_from_slice(chunk);
        }
        at = end;
        if kind == *b"IEND" {
            kept.extend_from_slice(&file[at..]);
            break;
        }
    }
    (kept.len() < file.len()).then(|| kept.into())
}

/// Whether a chunk says something that is not what everybody assumes.
fn is_ignored(kind: [u8; 4], data: &[u8]) -> bool {
    let words = || {
        data.as_chunks::<4>()
            .0
            .iter()
            .map(|it| u32::from_be_bytes(*it))
    };
    match &kind {
        b"iCCP" | b"acTL" | b"fcTL" | b"fdAT" => true,
        b"gAMA" => !words().eq([45455]),
        b"cHRM" => !words().eq([31270, 32900, 64000, 33000, 30000, 60000, 15000, 6000]),
        b"pHYs" => words().next() != words().nth(1),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chunk(kind: &[u8; 4], data: &[u8]) -> Vec<u8> {
        let length = (data.len() as u32).to_be_bytes();
        [&length[..], kind, data, &[0; 4]].concat()
    }

    #[test]
    fn only_what_is_odd_goes() {
        let signature = b"\x89PNG\r\n\x1a\n".to_vec();
        let usual = [
            signature.clone(),
            chunk(b"gAMA", &45455_u32.to_be_bytes()),
            chunk(b"IEND", b""),
        ];
        assert_eq!(plain(&usual.concat().into()), None);
        let odd = [
            signature.clone(),
            chunk(b"gAMA", &1_u32.to_be_bytes()),
            chunk(b"IEND", b""),
        ];
        let wanted = [signature, chunk(b"IEND", b"")].concat();
        assert_eq!(plain(&odd.concat().into()).unwrap(), wanted);
        assert_eq!(
            plain(&Bytes::from_static(
                b"\x89PNG\r\n\x1a\n\xff\xff\xff\xffgAMA"
            )),
            None
        );
    }
}
