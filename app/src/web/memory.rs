//! How much memory a simulation may take in a browser.

/// Half of what a page can have on any machine; the rest is for everything else on it. A
/// browser does not say how much there is.
pub(crate) fn default_limit() -> u64 {
    1 << 29
}
