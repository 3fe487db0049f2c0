//! Contents of files, wherever they lie.

use std::sync::Arc;

/// What a file holds; `None` when there is no file.
pub(super) type Contents = Option<Arc<[u8]>>;

/// Contents as text for people. Texts of ours are UTF-8; of another program's
/// bytes the readable part is shown.
pub(super) fn text_of(contents: &Contents) -> Option<String> {
    contents.as_deref().map(|bytes| String::from_utf8_lossy(bytes).into_owned())
}
