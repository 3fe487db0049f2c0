//! What pages and their workers ask of a browser.

mod page;
mod scope;

pub use page::{address, document, download, fragment, said};
pub use scope::{after, hire, listen, say, worker_name};
