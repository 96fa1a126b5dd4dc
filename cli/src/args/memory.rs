//! Amounts of memory as people write them.

/// An amount of memory, in bytes: `512M`, `2G`, `1048576`; K, M, G and T are powers of 1024.
///
/// # Errors
/// What is no such amount.
pub(super) fn bytes(text: &str) -> Result<u64, String> {
    let wrong = || "write an amount of memory, such as 512M or 2G".to_owned();
    let text = text.trim();
    let end = text
        .find(|c: char| !c.is_ascii_digit())
        .unwrap_or(text.len());
    let (number, unit) = text.split_at(end);
    let number: u64 = number.parse().map_err(|_| wrong())?;
    let shift = match unit
        .to_ascii_lowercase()
        .trim_end_matches('b')
        .trim_end_matches('i')
    {
        "" if unit.is_empty() => 0,
        "k" => 10,
        "m" => 20,
        "g" => 30,
        "t" => 40,
        _ => return Err(wrong()),
    };
    let most = number.checked_mul(1 << shift).ok_or_else(wrong)?;
    if most < LEAST {
        return Err("less than 16M, with which nothing can be read".to_owned());
    }
    Ok(most)
}

/// With less, next to nothing can be read.
const LEAST: u64 = 16 << 20;

#[cfg(test)]
mod tests {
    use super::bytes;

    #[test]
    fn amounts_are_understood() {
        for (text, amount) in [
            ("512M", 512 << 20),
            ("2G", 2 << 30),
            ("2GiB", 2 << 30),
            ("67108864", 64 << 20),
            ("1t", 1 << 40),
        ] {
            assert_eq!(bytes(text), Ok(amount), "{text}");
        }
        for text in [
            "",
            "G",
            "-1G",
            "1.5G",
            "20X",
            "1K",
            "99999999999999999999G",
            "20000000T",
            "5 apples",
            "b",
        ] {
            assert!(bytes(text).is_err(), "{text}");
        }
    }
}
