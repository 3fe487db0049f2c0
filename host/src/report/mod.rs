//! Plain data that the app and the command line show.

mod finding;
mod measurement;

pub use finding::{Finding, FindingKind, Severity};
pub use measurement::{Backend, Clock, DeviceInfo, DeviceKind, Measurement, Seconds, Unavailable};
