//! Forward and back through whole kernels.

use crate::support::{command, open, open_rung, workbench};
use egui_kittest::kittest::Queryable as _;
use rand::{Rng, SeedableRng};
use rand_pcg::Pcg64Mcg;
use std::sync::Arc;
use warpbench_machine::observe::trace::{Direction, Playback};
use warpbench_machine::sim::Schedule;
use warpbench_simulate::recording::RecordingRequest;
use warpbench_state::command::Command;
use warpbench_state::session;
use warpbench_state::setup::Setup;
use warpbench_state::state::player::{Player, Stride};
use warpbench_texts::lessons::RungId;

/// All that is shown of a moment.
fn moment(player: &Player) -> (usize, warpbench_machine::observe::trace::BlockState) {
    (player.position(), player.playback.state().clone())
}

/// All blocks of the tiled product of two 64×64 matrices.
fn whole_product() -> Player {
    let mut setup = Setup::new();
    setup.open(RungId::of_variant("matmul_tiled").expect("is a rung"));
    setup.sizes.insert("matmul_tiled", vec![64, 64, 64]);
    let prepared = session::prepare(&setup, None).expect("can be run");
    let [x, y, z] = prepared.known().grid.expect("is launched");
    let blocks = (0..z).flat_map(|z| (0..y).flat_map(move |y| (0..x).map(move |x| [x, y, z])));
    let wanted = RecordingRequest {
        launch: 0,
        blocks: blocks.collect(),
        schedule: Schedule::RoundRobin,
        most_bytes: 300_000_000,
    };
    let recording = prepared.record(&wanted, &|| true).expect("is recorded");
    assert!(recording.trace.is_complete());
    assert_eq!(recording.trace.blocks().len() as u32, x * y * z);
    let mut player = Player::new(Arc::new(recording), 0);
    player.is_every_instruction = true;
    player
}

#[test]
fn as_many_steps_back_as_forward_lead_to_the_start() {
    let player = &mut whole_product();
    let len = player.trace().len();
    let start = moment(player);
    let none = Default::default();
    let mut random = Pcg64Mcg::seed_from_u64(5);
    let mut check = |steps: usize| {
        for _ in 0..steps {
            assert!(player.go(Direction::Forward, Stride::Instruction, None, &none));
        }
        assert_eq!(player.position(), steps);
        let there = moment(player);
        // Whoever goes there at once sees the same.
        let mut at_once = Playback::new(player.recording.trace.clone());
        at_once.seek(steps);
        assert_eq!(at_once.state(), &there.1, "after {steps} steps");
        for _ in 0..steps {
            assert!(player.go(Direction::Back, Stride::Instruction, None, &none));
        }
        assert_eq!(moment(player), start, "after {steps} steps forward and back");
    };
    check(len.min(2_000));
    for _ in 0..3 {
        check(random.next_u64() as usize % (len + 1));
    }
}

#[test]
fn every_stride_back_undoes_the_stride_forward() {
    let mut bench = open();
    open_rung(&mut bench, "matmul_tiled");
    command(&mut bench, Command::SetSize(vec![64, 64, 64]));
    let state = &mut workbench(&mut bench).state;
    let player = state.player.as_mut().expect("recorded");
    let none = Default::default();
    for stride in [Stride::Barrier, Stride::Instruction] {
        player.seek(0);
        let mut stops = vec![moment(player)];
        while stops.len() < 40 && player.go(Direction::Forward, stride, None, &none) {
            stops.push(moment(player));
        }
        assert!(stops.len() > 4, "{stride:?}");
        for stop in stops.iter().rev().skip(1) {
            assert!(player.go(Direction::Back, stride, None, &none), "{stride:?}");
            assert_eq!(moment(player), *stop, "{stride:?}");
        }
    }
}

/// The parts of a `||` are cleared before the text begins. Nobody is shown that, by
/// whatever stride: its operands would seem to be compared before they are known.
#[test]
fn lines_begin_with_the_first_of_the_text() {
    let mut bench = open();
    open_rung(&mut bench, "jacobi_global");
    let mut check = |stride: Stride, direction: Direction, expected: &str| {
        command(&mut bench, Command::Step(direction, stride));
        let words = workbench(&mut bench).state.caption().expect("recorded").words;
        assert!(words.contains(expected), "{stride:?}: {words}");
    };
    check(Stride::Line, Direction::Forward, "x values 0 to 31 in all lanes");
    check(Stride::Line, Direction::Forward, "y = 0 in all lanes");
    check(Stride::Line, Direction::Back, "x values 0 to 31 in all lanes");
    check(Stride::Line, Direction::Back, "4 blocks begin");
    check(Stride::Block, Direction::Forward, "x values");
    let key = workbench(&mut bench).state.stepped_document().key.clone();
    command(&mut bench, Command::Seek(0));
    command(&mut bench, Command::ToggleBreakpoint { key, line: 23 });
    command(&mut bench, Command::Step(Direction::Forward, Stride::Breakpoint));
    let words = workbench(&mut bench).state.caption().expect("recorded").words;
    assert!(words.contains("y = 0 in all lanes"), "{words}");
}

/// In a small window there is room for a warp or two.
#[test]
fn the_warp_that_steps_is_in_view() {
    let mut bench = open();
    bench.set_size(egui::Vec2::new(800.0, 600.0));
    open_rung(&mut bench, "reduce_interleaved_divergent");
    for stride in [Stride::Barrier, Stride::Instruction] {
        command(&mut bench, Command::Step(Direction::Forward, stride));
    }
    command(&mut bench, Command::Step(Direction::Back, Stride::Instruction));
    bench.run_steps(4);
    let player = workbench(&mut bench).state.player.as_ref().expect("recorded");
    let warp = player.shown_last().expect("a step").warp;
    assert_eq!(warp, 7, "the last that comes to the barrier");
    let rows = |name: &str| bench.query_all_by_label_contains(name).count();
    assert!(rows("warp 7: ") > 0 && rows("warp 0: ") == 0, "there is no room for all");
}
