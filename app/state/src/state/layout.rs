//! Layout of the panels.

use super::panel::{PANELS, PanelId};
use egui_tiles::{Container, Linear, LinearDir, Tile, TileId, Tiles, Tree};

/// The panels, split and stacked.
pub type Layout = Tree<PanelId>;

/// Panels that lie on each other, the first on top.
type Stack = &'static [PanelId];

const USUAL: [Stack; 7] = [
    &[PanelId::Lessons],
    &[PanelId::Lesson, PanelId::Checks],
    &[PanelId::Source],
    BELOW,
    &[PanelId::Warps, PanelId::Grid],
    &[PanelId::Shared],
    &[PanelId::Registers],
];

const OF_LABS: [Stack; 7] = [
    &[PanelId::Lesson, PanelId::Lessons],
    &[PanelId::Checks],
    &[PanelId::Source],
    BELOW,
    &[PanelId::Warps, PanelId::Grid],
    &[PanelId::Shared],
    &[PanelId::Registers],
];

const OF_PROGRAMS: [Stack; 5] = [
    &[PanelId::Lesson, PanelId::Lessons, PanelId::Checks],
    &[PanelId::Source],
    BELOW,
    &[PanelId::Warps, PanelId::Grid],
    &[PanelId::Shared, PanelId::Registers],
];

/// What lies below the text.
const BELOW: Stack =
    &[PanelId::Global, PanelId::Findings, PanelId::Timings, PanelId::Comparison, PanelId::Class];

const _: () = assert!(have_all_panels(&USUAL), "a panel has no place, or two");
const _: () = assert!(have_all_panels(&OF_LABS), "a panel has no place in labs, or two");
const _: () = assert!(have_all_panels(&OF_PROGRAMS), "a panel has no place in programs, or two");

/// Whether every panel lies in one of the stacks, once.
const fn have_all_panels(stacks: &[Stack]) -> bool {
    let mut times = [0; PANELS.len()];
    let mut stack = 0;
    while stack < stacks.len() {
        let mut panel = 0;
        while panel < stacks[stack].len() {
            times[stacks[stack][panel] as usize] += 1;
            panel += 1;
        }
        stack += 1;
    }
    let mut panel = 0;
    while panel < times.len() && times[panel] == 1 {
        panel += 1;
    }
    panel == times.len()
}

/// Where the panels are at the first start, and after a reset.
pub fn usual() -> Layout {
    let mut tiles = Tiles::default();
    let [lessons, lesson, source, below, warps, shared, registers] =
        USUAL.map(|stack| pane(&mut tiles, stack));
    let left = split(&mut tiles, LinearDir::Vertical, &[(lessons, 0.48), (lesson, 0.52)]);
    let centre = split(&mut tiles, LinearDir::Vertical, &[(source, 0.6), (below, 0.4)]);
    let right =
        split(&mut tiles, LinearDir::Vertical, &[(warps, 0.4), (shared, 0.35), (registers, 0.25)]);
    let columns = [(left, 0.19), (centre, 0.46), (right, 0.35)];
    let root = split(&mut tiles, LinearDir::Horizontal, &columns);
    Tree::new(egui::Id::unique("panels"), root, tiles)
}

/// Where the panels are while a lab is open: the task and its checks have the room
/// that reading them takes.
pub fn of_labs() -> Layout {
    let mut tiles = Tiles::default();
    let [task, checks, source, below, warps, shared, registers] =
        OF_LABS.map(|stack| pane(&mut tiles, stack));
    let left = split(&mut tiles, LinearDir::Vertical, &[(task, 0.42), (checks, 0.58)]);
    let centre = split(&mut tiles, LinearDir::Vertical, &[(source, 0.62), (below, 0.38)]);
    let right =
        split(&mut tiles, LinearDir::Vertical, &[(warps, 0.4), (shared, 0.35), (registers, 0.25)]);
    let columns = [(left, 0.28), (centre, 0.42), (right, 0.30)];
    let root = split(&mut tiles, LinearDir::Horizontal, &columns);
    Tree::new(egui::Id::unique("panels of labs"), root, tiles)
}

/// Where the panels are while a program with directives is open: two texts lie side by
/// side, and they have the room.
pub fn of_programs() -> Layout {
    let mut tiles = Tiles::default();
    let [left, source, below, warps, memory] = OF_PROGRAMS.map(|stack| pane(&mut tiles, stack));
    let centre = split(&mut tiles, LinearDir::Vertical, &[(source, 0.72), (below, 0.28)]);
    let right = split(&mut tiles, LinearDir::Vertical, &[(warps, 0.5), (memory, 0.5)]);
    let columns = [(left, 0.17), (centre, 0.59), (right, 0.24)];
    let root = split(&mut tiles, LinearDir::Horizontal, &columns);
    Tree::new(egui::Id::unique("panels of programs"), root, tiles)
}

/// A layout that was kept, with the panels that were not there yet when it was: each goes
/// to its neighbour of the usual layout, behind what is shown there. Nothing where a panel
/// is there twice.
pub fn completed(mut layout: Layout) -> Option<Layout> {
    for stack in USUAL {
        for (at, panel) in stack.iter().enumerate() {
            if layout.tiles.find_pane(panel).is_none() {
                let neighbours = stack[..at].iter().rev().chain(&stack[at + 1..]);
                add(&mut layout, *panel, neighbours);
            }
        }
    }
    is_whole(&layout).then_some(layout)
}

/// Adds a panel to the stack of the first of its neighbours that has one.
fn add<'a>(layout: &mut Layout, panel: PanelId, mut neighbours: impl Iterator<Item = &'a PanelId>) {
    let stack =
        neighbours.find_map(|neighbour| layout.tiles.parent_of(layout.tiles.find_pane(neighbour)?));
    let Some(stack) = stack else { return bring_up(layout, panel) };
    let shown = match layout.tiles.get(stack) {
        Some(Tile::Container(Container::Tabs(tabs))) => tabs.active,
        _ => None,
    };
    let tile = layout.tiles.insert_pane(panel);
    layout.move_tile_to_container(tile, stack, usize::MAX, true);
    if let Some(shown) = shown {
        layout.make_active(|id, _| id == shown);
    }
}

/// Panels in one place, with the first on top.
fn pane(tiles: &mut Tiles<PanelId>, panels: &[PanelId]) -> TileId {
    let panes = panels.iter().map(|&panel| tiles.insert_pane(panel)).collect();
    tiles.insert_tab_tile(panes)
}

fn split(tiles: &mut Tiles<PanelId>, direction: LinearDir, parts: &[(TileId, f32)]) -> TileId {
    let mut linear = Linear::new(direction, parts.iter().map(|(part, _)| *part).collect());
    for (part, share) in parts {
        linear.shares.set_share(*part, *share);
    }
    tiles.insert_container(linear)
}

/// Brings a panel to the front, or puts it back where it was closed.
pub fn bring_up(layout: &mut Layout, panel: PanelId) {
    match layout.tiles.find_pane(&panel) {
        Some(tile) => {
            layout.set_visible(tile, true);
            layout.make_active(|id, _| id == tile);
        }
        None => {
            let tile = layout.tiles.insert_pane(panel);
            match layout.root() {
                Some(root) => layout.move_tile_to_container(tile, root, usize::MAX, true),
                None => layout.root = Some(tile),
            }
        }
    }
}

/// Whether every panel is there once, and nothing else; a layout of another
/// version of the program may be different.
pub fn is_whole(layout: &Layout) -> bool {
    let panes: Vec<PanelId> = layout
        .tiles
        .tiles()
        .filter_map(|tile| match tile {
            Tile::Pane(panel) => Some(*panel),
            Tile::Container(_) => None,
        })
        .collect();
    layout.root().is_some()
        && panes.len() == PANELS.len()
        && PANELS.iter().all(|panel| panes.contains(&panel.id))
}

/// Whether panels are on top of others: those whose tabs are chosen.
pub fn is_on_top(layout: &Layout, panel: PanelId) -> bool {
    let Some(tile) = layout.tiles.find_pane(&panel) else { return false };
    layout.active_tiles().contains(&tile)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_usual_layout_has_every_panel_once() {
        assert!(is_whole(&usual()));
        let mut layout = usual();
        let tile = layout.tiles.find_pane(&PanelId::Warps).expect("is there");
        layout.remove_recursively(tile);
        assert!(!is_whole(&layout));
        bring_up(&mut layout, PanelId::Warps);
        assert!(is_whole(&layout));
    }

    #[test]
    fn a_layout_of_an_older_program_is_completed() {
        for layout in [usual, of_labs, of_programs] {
            for panel in PANELS {
                let mut older = layout();
                let tile = older.tiles.find_pane(&panel.id).expect("is there");
                older.remove_recursively(tile);
                assert!(!is_whole(&older));
                let on_top: Vec<_> =
                    PANELS.iter().filter(|other| is_on_top(&older, other.id)).collect();
                let completed = completed(older).expect("can be completed");
                assert!(is_whole(&completed), "{}", panel.title);
                for other in on_top {
                    assert!(is_on_top(&completed, other.id), "{}: {}", panel.title, other.title);
                }
            }
        }
        let mut oldest = usual();
        for panel in PANELS {
            let tile = oldest.tiles.find_pane(&panel.id).expect("is there");
            oldest.remove_recursively(tile);
        }
        assert!(completed(oldest).is_some_and(|completed| is_whole(&completed)));
    }

    #[test]
    fn a_layout_with_a_panel_twice_is_not_completed() {
        let mut layout = usual();
        let tile = layout.tiles.insert_pane(PanelId::Warps);
        let root = layout.root().expect("is there");
        layout.move_tile_to_container(tile, root, usize::MAX, true);
        assert!(completed(layout).is_none());
    }

    #[test]
    fn panels_behind_others_can_be_brought_up() {
        let mut layout = usual();
        assert!(is_on_top(&layout, PanelId::Global));
        bring_up(&mut layout, PanelId::Timings);
        assert!(is_on_top(&layout, PanelId::Timings));
        assert!(!is_on_top(&layout, PanelId::Global));
    }

    #[test]
    fn a_layout_survives_being_saved() {
        let text = serde_json::to_string(&usual()).expect("can be written");
        let read: Layout = serde_json::from_str(&text).expect("can be read");
        assert_eq!(read, usual());
    }
}
