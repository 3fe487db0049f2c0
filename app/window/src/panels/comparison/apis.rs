//! Two roads to the same card: which kernels WGSL is slow at, and why.

use super::legend::letter;
use egui::{RichText, Ui};
use warpbench_common::format::seconds;
use warpbench_compare::figures::api_summary;
use warpbench_state::comparison::action::ComparisonAction;
use warpbench_state::comparison::board::BoardPair;
use warpbench_state::comparison::session::ComparisonSession;
use warpbench_theme::Palette;

/// How many kernels are fast enough, and each of the others with its reason.
pub(super) fn show(ui: &mut Ui, session: &ComparisonSession, actions: &mut Vec<ComparisonAction>) {
    let pairs = session.shown.pairs.iter().map(|&place| &session.board.pairs[place]);
    let (fine, behind): (Vec<&BoardPair>, Vec<&BoardPair>) =
        pairs.partition(|pair| pair.pair.is_expected());
    ui.label(api_summary(fine.len(), fine.len() + behind.len()));
    for pair in behind {
        slow(ui, pair, actions);
    }
    ui.add_space(4.0);
}

fn slow(ui: &mut Ui, pair: &BoardPair, actions: &mut Vec<ComparisonAction>) {
    let palette = Palette::of(ui.visuals());
    let BoardPair { pair, reason } = pair;
    ui.horizontal_wrapped(|ui| {
        let share = format!("▲ {:.0} %", 100.0 * pair.share());
        ui.label(RichText::new(share).strong().color(palette.conflict));
        let hint = "Click for both texts and the counters";
        if ui.small_button(&pair.kernel).on_hover_text(hint).clicked() {
            actions.push(ComparisonAction::OpenTwins(pair.kernel.clone()));
        }
        let times = format!(
            "{} {} through CUDA, {} {} through WGSL",
            letter(pair.cuda),
            seconds(pair.cuda_seconds),
            letter(pair.other),
            seconds(pair.other_seconds)
        );
        ui.label(RichText::new(times).small());
    });
    if let Some(reason) = reason {
        ui.label(RichText::new(reason).small().color(palette.quiet));
    }
}
