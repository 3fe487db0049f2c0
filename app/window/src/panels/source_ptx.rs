//! PTX view: what the kernel in Rust was compiled to, tied to its lines by the compiler's
//! line table.

use super::source::{editor_id, fold_rule};
use egui::{Context, Id, Ui};
use std::collections::BTreeSet;
use std::sync::Arc;
use warpbench_catalog::Family;
use warpbench_draw::editor::links::{Links, read_table};
use warpbench_draw::editor::{self, Input};
use warpbench_front::Language;
use warpbench_state::command::Command;
use warpbench_state::state::document::ptx_key;
use warpbench_state::state::{RunStatus, State};
use warpbench_texts::syntax::{Item, ItemKind, Syntax, items};

/// From this width on the source has room beside its PTX.
pub(super) const WIDE: f32 = 900.0;

/// Below this height the source gives way.
pub(super) const LOWEST: f32 = 120.0;

/// What is known of a family's PTX.
struct Table {
    /// The source line of each line.
    of_line: Arc<[u32]>,
    /// The kernels and their lines.
    kernels: Vec<Item>,
}

/// What is known of a family's PTX; read once.
fn table(context: &Context, family: &'static Family) -> Arc<Table> {
    let id = Id::unique((family.name, "line table"));
    let known = context.data(|data| data.get_temp::<Arc<Table>>(id));
    known.unwrap_or_else(|| {
        let sources = &family.sources;
        let mut kernels = items(sources.ptx, Syntax::Ptx);
        kernels.retain(|item| item.kind == ItemKind::Kernel);
        let of_line = read_table(sources.ptx_lines, sources.ptx).into();
        let table = Arc::new(Table { of_line, kernels });
        context.data_mut(|data| data.insert_temp(id, table.clone()));
        table
    })
}

/// The lines of the text in Rust that the PTX has code for, which was compiled
/// from the original: a line that was changed since has none.
pub(super) fn links_of_source(context: &Context, state: &State) -> Links {
    let table = table(context, state.setup.rung_id.rung().family);
    let with_code: BTreeSet<u32> = table.of_line.iter().copied().collect();
    let document = state.document(Language::Rust);
    let map = editor::line_map(context, editor_id(document), &document.original, &document.text);
    let of_line = map.iter().map(|line| if with_code.contains(line) { *line } else { 0 }).collect();
    Links { of_line, pointed: pointed(state, &map), ..Links::default() }
}

/// The line of the original that is pointed at, in whichever text.
fn pointed(state: &State, map: &[u32]) -> Vec<u32> {
    let line = state.selection.hovered_line.and_then(|line| original_line(map, line));
    line.into_iter().collect()
}

fn original_line(map: &[u32], line: u32) -> Option<u32> {
    map.get((line as usize).checked_sub(1)?).copied().filter(|line| *line > 0)
}

pub(super) fn show(ui: &mut Ui, state: &State, commands: &mut Vec<Command>) {
    let family = state.setup.rung_id.rung().family;
    let document = state.document(Language::Rust);
    let map = editor::line_map(ui.ctx(), editor_id(document), &document.original, &document.text);
    let table = table(ui.ctx(), family);
    let pointed = pointed(state, &map);
    let links = Links { of_line: table.of_line.clone(), pointed, ..Links::default() };

    // The code of the line that was stepped last.
    let player = state.player.as_ref().filter(|_| state.is_stepped(document));
    let step = player.and_then(|player| player.position().checked_sub(1));
    let line = player.and_then(|player| player.trace().line_of(step?));
    let current = line.and_then(|line| original_line(&map, line));
    let kernel = state.variant().name;
    let kernel = table.kernels.iter().find(|item| item.names.iter().any(|name| name == kernel));
    // A helper's code is in every kernel that calls it.
    let is_stepped = |line: &u32| kernel.is_some_and(|kernel| kernel.lines.contains(line));
    let current = current.into_iter().flat_map(|line| links.lines_of(line));
    let current: Vec<u32> = current.filter(is_stepped).collect();

    let key = ptx_key(family);
    let none = BTreeSet::new();
    let text = family.sources.ptx;
    let input = Input {
        id: Id::unique((family.name, "ptx")),
        text,
        language: Syntax::Ptx,
        is_read_only: true,
        current_lines: &current,
        current_span: None,
        next_line: None,
        is_settled: state.status != RunStatus::Recording,
        hovered_line: None,
        costs: &[],
        accesses: &[],
        findings: &[],
        diagnostics: &[],
        breakpoints: &none,
        scroll_to: current.first().or(state.view.scroll_to.get(&key)).copied(),
        moment: (player.map_or(0, |player| player.position()), 0),
        find: state.view.find.as_ref(),
        is_diff: false,
        original: text,
        against: "the original",
        folds: Some(fold_rule(state, &key)),
        twin: None,
        scroll_link: None,
        is_wrapped: false,
        links: Some(&links),
    };
    let output = editor::show(ui, &input);
    if let Some(source) = output.hovered_line.and_then(|line| links.of(line)) {
        let line = map.iter().position(|original| *original == source);
        commands.push(Command::HoverLine(line.map(|line| line as u32 + 1)));
    }
    for (head, is_folded) in output.folded {
        commands.push(Command::Fold { key: key.clone(), head, is_folded });
    }
}
