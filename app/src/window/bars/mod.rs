//! What is around the panels: the bar at the top, the transport at the bottom,
//! notices, the list of commands and the tour.

mod caption;
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
