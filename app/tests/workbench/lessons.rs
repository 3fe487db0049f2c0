//! What lessons and the tour say, held to what the window shows.

use crate::support::{Bench, command, first_start, open, quietly, settle, workbench};
use egui::Key;
use egui_kittest::kittest::Queryable;
use std::collections::{BTreeMap, BTreeSet};
use warpbench_front::Language;
use warpbench_machine::model;
use warpbench_machine::sim::code::Scalar;
use warpbench_state::command::Command;
use warpbench_state::state::State;
use warpbench_state::state::layout::is_on_top;
use warpbench_state::state::panel::PanelId;
use warpbench_state::tour::tour;
use warpbench_texts::lessons::figure::{Piece, line_of, pieces};
use warpbench_texts::lessons::{Pointer, Rung, RungId, glossary, term};

/// Every text of a rung.
fn texts(rung: &'static Rung) -> impl Iterator<Item = &'static str> {
    let told = [rung.changes, rung.why, rung.question, rung.answer.text];
    told.into_iter().chain(rung.look.iter().map(|item| item.text))
}

/// Everything on a rung that points somewhere.
fn pointers(rung: &'static Rung) -> impl Iterator<Item = &'static Pointer> {
    rung.look.iter().chain([&rung.answer])
}

/// Opens a rung, as the list of lessons does.
fn open_id(bench: &mut Bench, rung_id: RungId) {
    command(bench, Command::OpenRung(rung_id));
}

#[test]
fn figures_are_what_the_simulator_counts() {
    let mut bench = open();
    let mut reports = BTreeMap::new();
    for rung_id in RungId::all() {
        open_id(&mut bench, rung_id);
        let report = workbench(&mut bench).state.report.clone().expect("counted");
        reports.insert(rung_id.rung().name.as_str(), report);
    }
    let mut figures = 0;
    for rung_id in RungId::all() {
        let rung = rung_id.rung();
        for text in texts(rung) {
            for piece in pieces(text) {
                let Piece::Figure(figure) = piece else { continue };
                let of = figure.variant.map_or(rung, |name| {
                    RungId::of_name(name).unwrap_or_else(|| panic!("{name}")).rung()
                });
                let report = &reports[of.name.as_str()];
                let counted = figure.shown(report, of.family.sources.rust, of.variant.name);
                assert_eq!(counted.as_deref(), Some(figure.written), "{}: {text}", rung.name);
                figures += 1;
            }
        }
    }
    assert!(figures > 50, "{figures} figures");
}

#[test]
fn figures_follow_the_model() {
    let mut bench = open();
    let rung_id = RungId::of_name("matmul_uncoalesced").expect("a rung");
    open_id(&mut bench, rung_id);
    let gtx = model::builtin().iter().find(|model| model.slug == "geforce-8800-gtx");
    let shown = |bench: &mut Bench| {
        let state = &workbench(bench).state;
        let texts = pointers(rung_id.rung()).map(|item| item.text);
        texts.map(|text| warpbench_state::state::figures::filled(state, text)).collect::<String>()
    };
    assert!(shown(&mut bench).contains("4,456,448 bytes"));
    command(&mut bench, Command::SetModel(gtx.expect("a model")));
    let moved = workbench(&mut bench).state.report.as_ref().expect("counted")["counters"]
        ["global_bytes_moved"]
        .as_u64()
        .expect("a number");
    assert_ne!(moved, 4_456_448);
    assert!(!shown(&mut bench).contains("4,456,448"));
}

/// The line of the step that was done last, or comes next.
fn lines(state: &State) -> [Option<u32>; 2] {
    let player = state.player.as_ref().expect("recorded");
    let at = player.position();
    [at.checked_sub(1).and_then(|last| player.trace().line_of(last)), player.trace().line_of(at)]
}

#[test]
fn every_show_me_arrives() {
    for language in [Language::Rust, Language::Wgsl] {
        let mut bench = open();
        let mut shown = 0;
        for rung_id in RungId::all() {
            let rung = rung_id.rung();
            quietly(&mut bench, Command::OpenRung(rung_id));
            let scenes =
                pointers(rung).map(|item| item.scene.as_ref().expect("every item has one"));
            for scene in scenes {
                if workbench(&mut bench).state.setup.language != language {
                    quietly(&mut bench, Command::StepLanguage(language));
                }
                quietly(&mut bench, Command::Seek(0));
                quietly(&mut bench, Command::Show(Box::new(scene.clone())));
                bench.step();
                let state = &workbench(&mut bench).state;
                let panel = PanelId::of_slug(&scene.panel).expect("a panel");
                assert!(is_on_top(&state.layout, panel), "{}: {scene:?}", rung.name);
                assert_eq!(state.notices, [], "{}: {scene:?}", rung.name);
                if let Some(words) = scene.words(state.setup.language) {
                    let (_, text) = state.stepped.as_ref().expect("stepped");
                    let line = line_of(text, state.entry(), words);
                    assert!(line.is_some(), "{}: no line has {words}", rung.name);
                    let now = lines(state)[usize::from(scene.does.is_none())];
                    assert_eq!(now, line, "{}: {scene:?}", rung.name);
                }
                if let Some(model) = &scene.model {
                    assert_eq!(state.setup.model.slug, *model);
                }
                shown += 1;
            }
            let h200 = model::builtin().iter().find(|model| model.slug == "h200");
            quietly(&mut bench, Command::SetModel(h200.expect("a model")));
        }
        assert!(shown > 100, "{shown}");
    }
}

/// What a stop of the tour says, as far as the window can be asked.
type Claim = fn(&State) -> bool;

const CLAIMS: [(&str, Claim); 9] = [
    ("Pick a kernel", |state| {
        let simulation = state.simulation.as_ref().expect("counted");
        simulation.size == Some(vec![29]) && simulation.block == Some([32, 1, 1])
    }),
    ("Read it", |state| {
        let line = line_of(&state.stepped_document().text, "first_warp", "if i < a.len()");
        lines(state)[1] == line
    }),
    ("Take a step", |state| state.player.as_ref().is_some_and(|player| player.position() > 0)),
    ("Watch the lanes", |state| {
        let player = state.player.as_ref().expect("recorded");
        player.playback.state().warps.len() == 1
            && player.playback.state().warps[0].mask == (1 << 29) - 1
    }),
    ("See what memory moves", |state| {
        let step = state.player.as_ref().expect("recorded").playback.last_step();
        let access = &step.as_ref().expect("a step").accesses[0];
        let lanes = (0..32).filter(|lane| access.mask >> lane & 1 == 1);
        let sectors: BTreeSet<u32> = lanes.clone().map(|lane| access.offsets[lane] / 32).collect();
        state.setup.model.slug == "h200" && lanes.count() == 29 && sectors.len() == 4
    }),
    ("See the banks", |state| {
        let counters = state.simulation.as_ref().and_then(|simulation| simulation.counters);
        counters.is_some_and(|counters| counters.bank_conflicts > 0)
            && state.variant().name == "reduce_interleaved_strided"
    }),
    ("Climb a rung", |state| {
        let counters = state.simulation.as_ref().and_then(|simulation| simulation.counters);
        counters.is_some_and(|counters| counters.bank_conflicts == 0)
    }),
    ("What went wrong", |state| {
        state.simulation.as_ref().is_some_and(|simulation| simulation.findings.len() == 1)
    }),
    ("Take the time", |state| is_on_top(&state.layout, PanelId::Timings)),
];

#[test]
fn the_tour_shows_what_it_says() {
    let mut bench = first_start();
    assert_eq!(tour().len(), CLAIMS.len());
    let mut buttons = None;
    for (at, (title, claim)) in CLAIMS.iter().enumerate() {
        let stop = &tour()[at];
        assert_eq!(stop.title, *title);
        assert_eq!(workbench(&mut bench).state.view.tour, Some(at), "{title}");
        settle(&mut bench);
        let state = &workbench(&mut bench).state;
        assert_eq!(state.setup.rung_id, stop.rung_id, "{title}");
        assert!(claim(state), "{title}: {}", stop.text);
        // The card is there, beside its panel, and its buttons stand where they stood.
        let card = bench.get_by_label(stop.text).rect();
        let next = bench.get_by_label("Next ▶").rect();
        let stands = next.min - card.min;
        let known = *buttons.get_or_insert(stands);
        assert!((stands - known).length() < 1.0, "{title}: {stands:?} and {known:?}");
        if let Some(panel) = stop.target.panel() {
            let tiles = &workbench(&mut bench).state.layout.tiles;
            let pane = tiles.find_pane(&panel).and_then(|tile| tiles.rect(tile)).expect("is drawn");
            assert!(!pane.shrink(1.0).intersects(card.union(next)), "{title} covers its panel");
        }
        bench.key_press(Key::ArrowRight);
        settle(&mut bench);
    }
    bench.key_press(Key::ArrowLeft);
    settle(&mut bench);
    assert_eq!(workbench(&mut bench).state.view.tour, Some(CLAIMS.len() - 2));
    bench.key_press(Key::Escape);
    settle(&mut bench);
    assert_eq!(workbench(&mut bench).state.view.tour, None);
}

/// At any size a card covers no panel and no bar, and what it explains has a frame.
#[test]
fn cards_of_the_tour_cover_nothing_and_frame_what_they_explain() {
    let mut bench = open();
    for pixels in [[800.0, 600.0], [1280.0, 720.0], [1600.0, 1000.0]] {
        bench.set_size(pixels.into());
        for (at, stop) in tour().iter().enumerate() {
            command(&mut bench, Command::Tour(Some(at)));
            bench.run_steps(4);
            let title = format!("{} at {pixels:?}", stop.title);
            let buttons = ["◀ Back", "Next ▶", "End the tour"];
            let card = buttons.into_iter().chain([stop.text, stop.title]);
            let card = card.map(|words| bench.get_by_label(words).rect()).reduce(|a, b| a.union(b));
            let card = card.expect("it has words");
            let framed =
                bench.get_by_label(&format!("Explained by the tour: {}", stop.title)).rect();
            let scrubber = bench.get_by_label_contains("scrubber, step").rect();
            let layout = &workbench(&mut bench).state.layout;
            let panels = layout.root.and_then(|root| layout.tiles.rect(root)).expect("are drawn");
            assert!(!panels.shrink(1.0).intersects(card), "{title} covers panels");
            assert!(!scrubber.intersects(card), "{title} covers the transport");
            match stop.target.panel().and_then(|panel| layout.tiles.find_pane(&panel)) {
                Some(tile) => assert_eq!(Some(framed), layout.tiles.rect(tile), "{title}"),
                None => assert!(framed.contains_rect(scrubber), "{title}: {framed:?}"),
            }
        }
    }
}

/// A warp, then two blocks of one, in a kernel that is read at a glance.
#[test]
fn the_first_lesson_is_one_warp_and_ten_lines() {
    let mut bench = open();
    for (rung, blocks) in [(0, 1), (1, 2)] {
        let rung_id = RungId { lesson: 0, rung };
        open_id(&mut bench, rung_id);
        let state = &workbench(&mut bench).state;
        let simulation = state.simulation.as_ref().expect("counted");
        assert_eq!(simulation.block, Some([32, 1, 1]));
        assert_eq!(simulation.grid, Some([blocks, 1, 1]));
        assert!(simulation.checked && simulation.findings.is_empty());
        let text = &state.stepped_document().text;
        let start = text.find("#[kernel]").expect("a kernel");
        let lines = text[start..].lines().take_while(|line| *line != "}").count() + 1;
        assert!(lines <= 10, "{lines} lines");
    }
    assert_eq!(RungId { lesson: 0, rung: 0 }.lesson().rungs.len(), 2);
}

/// Inputs that can be added up by eye.
#[test]
fn lessons_are_stepped_on_small_whole_numbers() {
    let mut bench = open();
    for rung_id in RungId::all() {
        quietly(&mut bench, Command::OpenRung(rung_id));
        let player = workbench(&mut bench).state.player.as_ref().expect("recorded");
        for buffer in player.recording.buffers.iter().filter(|buffer| !buffer.slot.writable) {
            let name = format!("{} of {}", buffer.slot.name, rung_id.rung().name);
            for &word in buffer.words.iter().filter(|_| buffer.scalar == Some(Scalar::F32)) {
                let value = f32::from_bits(word);
                assert!(value.fract() == 0.0 && (0.0..10.0).contains(&value), "{name}: {value}");
            }
        }
    }
}

/// The field's words for what warps do at a branch.
#[test]
fn lanes_diverge_and_reconverge() {
    let stops = tour().iter().flat_map(|stop| [stop.title, stop.text]);
    let terms = glossary().iter().map(|term| term.text.as_str());
    let rungs = || RungId::all().map(RungId::rung);
    let titles = rungs().map(|rung| rung.variant.title);
    let said = rungs().flat_map(texts).chain(stops).chain(terms).chain(titles);
    for text in said {
        let words = text.to_lowercase();
        for homely in ["part ways", "parts ways", "parted", "rejoin", "join again", "joins again"] {
            assert!(!words.contains(homely), "«{homely}» in {text}");
        }
    }
    assert!(term("diverge").is_some() && term("reconverge").is_some());
}
