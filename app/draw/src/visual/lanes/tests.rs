//! The picture at many steps of the lessons.

use super::cell::Ink;
use super::layout::{Layout, Metrics};
use super::model::{Lane, Model};
use super::paint::{Rows, View};
use crate::visual::expect::expected;
use egui::{Context, RawInput, Rect, pos2, vec2};
use warpbench_machine::observe::trace::Playback;
use warpbench_simulate::recording::Recording;
use warpbench_state::session;
use warpbench_state::setup::Setup;
use warpbench_texts::lessons::{RungId, lessons};
use warpbench_theme::Palette;

const METRICS: Metrics = Metrics { char_width: 7.5, text_height: 15.0 };

fn record(variant: &str) -> Recording {
    let mut setup = Setup::new();
    setup.open(RungId::of_variant(variant).expect(variant));
    let prepared = session::prepare(&setup, None).expect(variant);
    session::record(&prepared, &setup, &|| true).expect(variant)
}

/// The warps at a position, with what a variable holds or without.
fn model(context: &Context, recording: &Recording, at: &Playback, watched: Option<usize>) -> Model {
    let (last, next) = (at.last_step(), at.next_step());
    let shape = recording.trace.shape();
    let model = Model::of(at.state(), shape, last.as_ref(), next.as_ref(), |_| None);
    let Some(watched) = watched else { return model };
    let variable = &recording.variables[watched];
    let value = |warp, lane| recording.value(at.state(), warp, variable, lane);
    model.watching(variable, expected(context, recording)[watched], value)
}

/// Positions from everywhere in a recording.
fn positions(recording: &Recording, count: usize) -> impl Iterator<Item = usize> + use<> {
    let len = recording.trace.len();
    (0..=count).map(move |part| part * len / count)
}

/// What can be inside a lane of a state: its fill and edge, and bars if it waits.
fn is_of_state(colour: egui::Color32, lane: Lane, palette: &Palette) -> bool {
    let inks: &[Ink] = match lane {
        Lane::Absent => &[],
        Lane::Active | Lane::Stayed => &[Ink::Active],
        Lane::Masked => &[Ink::Masked],
        Lane::Waiting => &[Ink::Barrier],
        Lane::Done => &[Ink::Done],
    };
    let bars = (lane == Lane::Waiting).then(|| palette.on(palette.barrier));
    inks.iter().map(|ink| ink.colour(palette)).chain(bars).any(|known| known == colour)
}

/// Whatever a variable holds, lanes are drawn as their state is: the first rung of
/// every lesson, every variable, many steps, and panels with and without room for
/// numbers.
#[test]
fn the_fill_of_a_lane_is_its_state() {
    let context = Context::default();
    for lesson in lessons() {
        let name = lesson.rungs[0].variant.name;
        let recording = record(name);
        let mut playback = Playback::new(recording.trace.clone());
        for position in positions(&recording, 24) {
            playback.seek(position);
            let plain = model(&context, &recording, &playback, None);
            for watched in 0..recording.variables.len() {
                let shown = model(&context, &recording, &playback, Some(watched));
                let what = format!("{name} at {position}, {}", recording.variables[watched].name);
                for (row, plain) in shown.rows.iter().zip(&plain.rows) {
                    for lane in 0..shown.width {
                        assert_eq!(row.lane(lane).look(), plain.lane(lane).look(), "{what}");
                    }
                }
                let size = if position % 2 == 0 { [480.0, 200.0] } else { [1400.0, 500.0] };
                drawn_as_their_state(&context, &shown, size, &what);
            }
        }
    }
}

fn drawn_as_their_state(context: &Context, model: &Model, size: [f32; 2], what: &str) {
    let input = RawInput {
        screen_rect: Some(Rect::from_min_size(pos2(0.0, 0.0), vec2(1600.0, 900.0))),
        ..RawInput::default()
    };
    let mut output = context.run_ui(input, |ui| {
        let palette = Palette::of(ui.visuals());
        let layout = Layout::new(model, size.into(), METRICS);
        let view = View::default();
        let mut rows = Rows::new(ui, model, &layout, &view, palette);
        // The ground of the row that comes next is behind its lanes.
        for row in (0..model.rows.len())
            .filter(|&row| !model.rows[row].is_last && !model.rows[row].is_next)
        {
            rows.paint(row, None);
            for lane in 0..model.width {
                let place = layout.lane(row, lane).translate(rows.origin.to_vec2());
                let found = rows.batch.colours_in(place);
                let state = model.rows[row].lane(lane);
                let is_drawn = !found.is_empty();
                assert_eq!(is_drawn, state != Lane::Absent, "{what}: lane {lane} is {state:?}");
                let is_right = |&colour: &egui::Color32| is_of_state(colour, state, &palette);
                assert!(found.iter().all(is_right), "{what}: lane {lane} is {state:?}: {found:?}");
            }
        }
    });
    // Nobody draws it, and its textures need not go anywhere.
    output.textures_delta.clear();
}

/// Rows and lanes lie where they lie, whatever the variable holds.
#[test]
fn lanes_stay_where_they_are() {
    let context = Context::default();
    for lesson in lessons() {
        let rung = &lesson.rungs[0];
        let recording = record(rung.variant.name);
        let watched = recording.variables.iter().position(|v| Some(&v.name) == rung.watch.as_ref());
        let mut playback = Playback::new(recording.trace.clone());
        for size in [[300.0, 200.0], [480.0, 200.0], [900.0, 400.0], [1400.0, 700.0]] {
            let mut known: Option<Layout> = None;
            for position in positions(&recording, 200) {
                playback.seek(position);
                let model = model(&context, &recording, &playback, watched);
                let layout = Layout::new(&model, size.into(), METRICS);
                let before = known.get_or_insert_with(|| layout.clone());
                assert_eq!(layout, *before, "{} at {position}", rung.variant.name);
            }
        }
    }
}

/// The rung with shuffles has arrows at them and nowhere else.
#[test]
fn a_shuffle_has_arrows() {
    let context = Context::default();
    let recording = record("reduce_shuffle");
    let mut playback = Playback::new(recording.trace.clone());
    let mut shuffles = 0;
    for position in 0..=recording.trace.len().min(4000) {
        playback.seek(position);
        let model = model(&context, &recording, &playback, None);
        let exchange = playback.last_step().and_then(|step| step.exchange);
        let rows: Vec<_> = model.rows.iter().filter(|row| row.exchange.is_some()).collect();
        assert_eq!(rows.len(), usize::from(exchange.is_some()), "at {position}");
        let Some(exchange) = exchange else { continue };
        shuffles += 1;
        assert!(rows[0].is_last);
        let layout = Layout::new(&model, vec2(480.0, 300.0), METRICS);
        let found = super::arrows::arrows(&exchange, &layout, rows[0].warp as usize);
        assert!(!found.is_empty(), "at {position}");
    }
    assert!(shuffles > 0);
}
