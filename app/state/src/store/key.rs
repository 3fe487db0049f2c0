//! Document names that are allowed.

use super::StoreError;

/// The longest key. File systems take 255 bytes, and the name of a conflict
/// file is longer than its key.
const MAX_KEY_BYTES: usize = 128;

/// Refuses what is not a plain file name on every operating system. A key comes
/// from the catalogue or from a file dialog; neither may lead out of the folder
/// or to the store's own files, whose names start with a dot.
pub(super) fn check(key: &str) -> Result<(), StoreError> {
    let why = if key.is_empty() {
        "it is empty"
    } else if key.len() > MAX_KEY_BYTES {
        "it is longer than 128 bytes"
    } else if key.contains(['/', '\\']) {
        "it contains a separator of folders"
    } else if key.starts_with('.') {
        "it starts with a dot"
    } else if key.contains("..") {
        "it contains two dots in a row"
    } else if key.ends_with(['.', ' ']) {
        "it ends with a dot or a space"
    } else if key.contains(|c: char| c.is_control() || "<>:\"|?*".contains(c)) {
        "it contains a character that file names cannot have everywhere"
    } else {
        return Ok(());
    };
    Err(StoreError::Key { key: key.to_owned(), why })
}
