//! What generated programs are like, whatever the choices.

mod rust;
mod rust_features;
mod valid;
