//! Bars around the panels: the one at the top, the transport at the bottom, notices, the list
//! of commands and the tour.

mod caption;
pub(super) mod explanation;
pub(super) mod launch;
pub(super) mod notices;
pub(super) mod overlay;
pub(super) mod palette;
mod presenter;
mod scrubber;
mod signs;
pub(super) mod top;
pub(super) mod tour;
pub(super) mod transport;
