//! Positions of scenes in a recording.

use super::player::Player;
use warpbench_front::Language;
use warpbench_machine::observe::trace::{MarkKind, Playback, Step};
use warpbench_machine::sim::Space;
use warpbench_texts::lessons::figure::line_of;
use warpbench_texts::lessons::{Deed, Scene};

/// The position of a scene in what was recorded of a text; nothing where it does
/// not come to that.
pub fn position(player: &Player, text: &str, language: Language, scene: &Scene) -> Option<usize> {
    let trace = player.trace();
    let nth = scene.nth.unwrap_or(1).max(1) - 1;
    if scene.end {
        return Some(trace.len());
    }
    if let Some(barrier) = scene.barrier {
        let block = scene.block.and_then(|block| player.block_at(block)).unwrap_or(0);
        let mut marks = trace
            .marks()
            .iter()
            .filter(|mark| mark.kind == MarkKind::Barrier && mark.block as usize == block);
        return marks.nth(barrier.max(1) - 1).map(|mark| mark.position);
    }
    let Some(words) = scene.words(language) else { return Some(0) };
    let line = line_of(text, &player.recording.entry, words)?;
    let mut playback = Playback::new(player.playback.trace().clone());
    let mut is_it = |number: usize| {
        if trace.line_of(number) != Some(line) {
            return false;
        }
        let Some(step) = trace.step(number) else { return false };
        scene.warp.is_none_or(|warp| warp == step.warp)
            && scene.block.is_none_or(|block| block == step.block)
            && scene.does.is_none_or(|deed| does(&step, deed))
            && holds(player, &mut playback, number, &step, scene)
    };
    let step = (0..trace.len()).filter(|&number| is_it(number)).nth(nth)?;
    // What a warp does is seen when it has done it.
    Some(if scene.does.is_some() { step + 1 } else { step })
}

fn does(step: &Step, deed: Deed) -> bool {
    let accesses = |is_it: fn(Space) -> bool| step.accesses.iter().any(|one| is_it(one.space));
    match deed {
        Deed::Branch => step.taken.is_some(),
        Deed::Diverge => {
            let taken = step.taken.map(|taken| taken & step.mask);
            taken.is_some_and(|taken| taken != 0 && taken != step.mask)
        }
        Deed::Global => accesses(|space| matches!(space, Space::Global(_))),
        Deed::Shared => accesses(|space| matches!(space, Space::Shared)),
        Deed::Wait => step.arrived,
    }
}

/// Whether the variables hold what they should when a step has been done, in one of
/// the lanes that took part in it.
fn holds(
    player: &Player,
    playback: &mut Playback,
    number: usize,
    step: &Step,
    scene: &Scene,
) -> bool {
    if scene.when.is_empty() {
        return true;
    }
    playback.seek(number + 1);
    let recording = &player.recording;
    let state = playback.state();
    scene.when.iter().all(|(name, wanted)| {
        let variables = recording.variables.iter().filter(|variable| variable.name == *name);
        let lanes = (0..u64::BITS).filter(|lane| step.mask >> lane & 1 == 1);
        let mut values = lanes.flat_map(|lane| {
            variables.clone().filter_map(move |variable| {
                let bits = recording.value(state, step.warp, variable, lane)?;
                Some(warpbench_texts::value::number(variable.scalar, bits))
            })
        });
        values.any(|value| value == *wanted)
    })
}
