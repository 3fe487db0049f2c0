//! Window of lanes that the table of registers shows, and where it is asked to scroll.
//!
//! All lanes of a warp have no room side by side in the table. The picture of the
//! lanes says which of them it shows, and scrolls the table along.

use egui::{Context, Id};
use std::ops::Range;

/// The lanes of a warp that the table shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct LaneWindow {
    pub warp: u32,
    pub lanes: Range<u32>,
}

/// What is kept from frame to frame.
#[derive(Clone, Debug, Default)]
struct Kept {
    window: Option<LaneWindow>,
    /// When it was told.
    pass: u64,
    /// By how many lanes the table is asked to scroll.
    asked: f32,
}

fn id() -> Id {
    Id::unique("lane window")
}

/// Tells which lanes the table shows. Whoever draws it tells in every frame.
pub(crate) fn tell(context: &Context, window: LaneWindow) {
    let pass = context.cumulative_pass_nr();
    context.data_mut(|data| {
        let kept = data.get_temp_mut_or_default::<Kept>(id());
        (kept.window, kept.pass) = (Some(window), pass);
    });
}

/// The lanes that the table shows, if it is drawn at all.
pub(crate) fn shown(context: &Context) -> Option<LaneWindow> {
    let pass = context.cumulative_pass_nr();
    let kept = context.data(|data| data.get_temp::<Kept>(id()))?;
    // The table may come later in a frame than the one who asks.
    kept.window.filter(|_| kept.pass + 1 >= pass)
}

/// Asks the table to scroll by so many lanes.
pub(crate) fn scroll(context: &Context, lanes: f32) {
    context.data_mut(|data| data.get_temp_mut_or_default::<Kept>(id()).asked += lanes);
    context.request_repaint();
}

/// By how many lanes the table was asked to scroll since it was drawn last.
pub(crate) fn take_scroll(context: &Context) -> f32 {
    context.data_mut(|data| std::mem::take(&mut data.get_temp_mut_or_default::<Kept>(id()).asked))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_asked_for_is_done_once() {
        let context = Context::default();
        scroll(&context, 2.0);
        scroll(&context, 1.5);
        assert_eq!(take_scroll(&context), 3.5);
        assert_eq!(take_scroll(&context), 0.0);
    }

    #[test]
    fn a_table_that_is_drawn_shows_lanes() {
        let context = Context::default();
        assert_eq!(shown(&context), None);
        let window = LaneWindow { warp: 3, lanes: 4..11 };
        tell(&context, window.clone());
        assert_eq!(shown(&context), Some(window));
    }
}
