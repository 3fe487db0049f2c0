//! The nearest known word to one that is not known.

/// Names that other libraries have for what ours calls otherwise.
const SYNONYMS: &[(&str, &[&str])] = &[
    ("length", &["len"]),
    ("size", &["len"]),
    ("count", &["len"]),
    ("absolute", &["abs"]),
    ("magnitude", &["length"]),
    ("norm", &["length"]),
    ("len", &["length"]),
    ("magnitude_squared", &["length_squared"]),
    ("unit", &["normalize"]),
    ("dot_product", &["dot"]),
    ("inner", &["dot"]),
    ("cross_product", &["cross"]),
    ("mix", &["lerp"]),
    ("power", &["powf", "pow"]),
    ("square_root", &["sqrt"]),
    ("ceiling", &["ceil"]),
    ("minimum", &["min"]),
    ("maximum", &["max"]),
    ("clip", &["clamp"]),
    ("saturate", &["clamp"]),
    ("modulo", &["rem_euclid"]),
    ("popcount", &["count_ones"]),
    ("inverse", &["recip"]),
    ("reciprocal", &["recip"]),
    ("offset_by", &["add"]),
    ("Sum", &["Add"]),
    ("Plus", &["Add"]),
    ("Minimum", &["Min"]),
    ("Maximum", &["Max"]),
];

/// The known name for what another library calls so.
pub(crate) fn synonym<'a>(word: &str, candidates: &[&'a str]) -> Option<&'a str> {
    let (_, names) = SYNONYMS.iter().find(|(known, _)| *known == word)?;
    names.iter().find_map(|name| candidates.iter().find(|known| *known == name).copied())
}

/// Longer words are not compared: nobody mistypes them, and comparing is
/// quadratic.
const MAX_LEN: usize = 48;

/// The candidate that a word was most likely meant to be.
pub(crate) fn nearest<'a>(
    word: &str,
    candidates: impl IntoIterator<Item = &'a str>,
) -> Option<&'a str> {
    if word.len() > MAX_LEN {
        return None;
    }
    let mut best: Option<(f64, &str)> = None;
    for candidate in candidates {
        if candidate.len() > MAX_LEN || candidate == word || candidate.is_empty() {
            continue;
        }
        let (word, other) = (word.to_lowercase(), candidate.to_lowercase());
        let likeness = strsim::jaro_winkler(&word, &other);
        let steps = strsim::damerau_levenshtein(&word, &other);
        // Short words are alike by chance.
        let allowed = match word.len() {
            0..=2 => 0,
            3..=5 => 1,
            6..=8 => 2,
            _ => 3,
        };
        let is_near = steps <= allowed || (word.len() > 3 && likeness > 0.92);
        if is_near && best.is_none_or(|(most, _)| likeness > most) {
            best = Some((likeness, candidate));
        }
    }
    best.map(|(_, candidate)| candidate)
}
