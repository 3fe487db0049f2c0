//! What the crates of the front end do together.

mod fences;
mod identity;
mod names;
mod parts;
