//! Two roads to the same card: which kernels WGSL is slow at, and why.

use super::legend::letter;
use crate::format::seconds;
use crate::window::comparison::action::ComparisonAction;
use crate::window::comparison::board::BoardPair;
use crate::window::comparison::session::ComparisonSession;
use crate::window::theme::Palette;
use egui::{RichText, Ui};
use warpbench_compare::figures::EXPECTED;

/// How many kernels are fast enough, and each of the others with its reason.
pub(super) fn show(ui: &mut Ui, session: &ComparisonSession, actions: &mut Vec<ComparisonAction>) {
    let pairs = session.shown.pairs.iter().map(|&place| &session.board.pairs[place]);
    let (fine, behind): (Vec<&BoardPair>, Vec<&BoardPair>) =
        pairs.partition(|pair| pair.pair.is_expected());
    let all = fine.len() + behind.len();
    ui.label(format!(
        "{} of {all} kernels ({:.0} %) reach at least {:.0} % of CUDA's speed through WGSL on the \
         same card.",
        fine.len(),
        100.0 * fine.len() as f64 / all.max(1) as f64,
        100.0 * EXPECTED
    ));
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
