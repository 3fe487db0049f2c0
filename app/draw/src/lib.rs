//! What only draws: [`visual`] has pictures of warps, registers, grid and memory, with
//! model, layout and paint apart; [`editor`] is the source editor, and [`terms`] explains
//! words where they stand. Nothing here knows a command or the state of the window.

pub mod editor;
pub mod terms;
pub mod visual;
