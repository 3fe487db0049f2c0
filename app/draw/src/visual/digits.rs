//! Digits of a word of memory in a cell.

use warpbench_machine::sim::code::Scalar;

/// What a word holds in so many characters, if that is enough for its meaning.
pub(super) fn digits(scalar: Option<Scalar>, word: u32, characters: usize) -> Option<String> {
    let text = match scalar? {
        Scalar::F32 => return short(f32::from_bits(word), characters),
        Scalar::I32 => (word as i32).to_string(),
        Scalar::U32 => word.to_string(),
        Scalar::Bool => u32::from(word != 0).to_string(),
        // They are not of a word, or of more than one.
        Scalar::F16 | Scalar::I64 | Scalar::U64 | Scalar::F64 => return None,
    };
    Some(text).filter(|text| text.len() <= characters)
}

/// A number with as many digits as fit, if they say what it is to a twentieth.
pub(super) fn short(value: f32, characters: usize) -> Option<String> {
    let is_whole = value.fract() == 0.0;
    let is_close = |text: &String| {
        // What looks like a whole number is taken for one.
        if !is_whole && value.abs() < 100.0 && !text.contains(['.', 'e']) {
            return false;
        }
        let Ok(found) = text.parse::<f32>() else { return false };
        (found - value).abs() <= 0.05 * value.abs() || found.total_cmp(&value).is_eq()
    };
    let rounded = [2, 1, 0, 3].into_iter().flat_map(|digits| {
        let text = format!("{value:.digits$}");
        // The zero before the point can go before the digits behind it do.
        let bare = text.replacen("0.", ".", usize::from(value.abs() < 1.0));
        [text, bare]
    });
    if value.is_nan() {
        return Some("NaN".to_owned()).filter(|text| text.len() <= characters);
    }
    let powers = [1, 0].into_iter().map(|digits| format!("{value:.digits$e}"));
    let whole = is_whole.then(|| value.to_string());
    // A whole number that somebody could add up by eye is taken at its word.
    let is_rounded = !is_whole || value.abs() >= 1e6;
    let rounded = rounded.chain(powers).filter(|_| is_rounded);
    let candidates = whole.into_iter().chain(rounded);
    candidates.filter(|text| text.len() <= characters).find(is_close)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_written_short() {
        let check = |scalar: Scalar, word: u32, characters, expected: Option<&str>| {
            let found = digits(Some(scalar), word, characters);
            assert_eq!(found.as_deref(), expected, "{scalar:?} {word:x} in {characters}");
        };
        let float = |value: f32, characters, expected: Option<&str>| {
            check(Scalar::F32, value.to_bits(), characters, expected);
        };
        float(1.5, 4, Some("1.50"));
        float(12.0, 4, Some("12"));
        float(7.0, 1, Some("7"));
        float(12.0, 1, None);
        float(0.98, 2, None);
        float(-0.98, 3, None);
        float(0.7, 2, Some(".7"));
        float(7.3, 2, None);
        float(0.123_456, 4, Some("0.12"));
        float(0.019, 4, Some(".019"));
        float(-0.61, 5, Some("-0.61"));
        float(-0.61, 4, Some("-.61"));
        float(-12.56, 5, Some("-12.6"));
        float(f32::NEG_INFINITY, 4, Some("-inf"));
        float(1e-9, 4, Some("1e-9"));
        float(0.0, 4, Some("0"));
        float(f32::NAN, 4, Some("NaN"));
        float(1234.5, 4, Some("1234"));
        float(123_456.5, 5, Some("1.2e5"));
        // A fifth too small would be a lie.
        float(123_456.5, 4, None);
        float(123_456.0, 5, None);
        float(123_456.0, 6, Some("123456"));
        check(Scalar::U32, 77, 2, Some("77"));
        check(Scalar::U32, 770, 2, None);
        check(Scalar::I32, u32::MAX, 2, Some("-1"));
        check(Scalar::Bool, u32::MAX, 1, Some("1"));
        check(Scalar::F64, 1, 9, None);
        assert_eq!(digits(None, 7, 4), None);
    }
}
