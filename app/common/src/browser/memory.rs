//! Memory limit of a simulation in a browser.

/// Half of what a page can have on any machine; the rest is for everything else on it. A
/// browser does not say how much there is.
pub fn default_limit() -> u64 {
    1 << 29
}
