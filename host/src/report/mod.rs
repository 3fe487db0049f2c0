//! Plain data that the app and the command line show.

mod measurement;

pub use measurement::{Backend, Clock, DeviceInfo, DeviceKind, Measurement, Seconds, Unavailable};
