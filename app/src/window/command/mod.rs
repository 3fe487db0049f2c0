//! Everything that can be done, as values. [`apply`] is the one place that does
//! it; [`list`] has what can be chosen from the palette or by a key.

mod apply;
pub mod list;

pub use apply::apply;

use super::editor::find::Find;
use super::panels::PanelId;
use super::state::layout::Layout;
use super::state::player::Stride;
use super::state::setup::Place;
use super::state::view::{PaletteState, Shown};
use super::store::Keep;
use super::timings;
use warpbench_front::Language;
use warpbench_machine::model::DeviceModel;
use warpbench_machine::observe::trace::Direction;
use warpbench_machine::sim::Schedule;

#[derive(Clone, Debug)]
pub enum Command {
    Open(Place),
    /// Open the rung so many places further on.
    MoveRung(isize),
    /// Show or hide the answer to the rung's question.
    ToggleAnswer,

    Edit {
        key: String,
        text: String,
        /// Where the cursor is, in bytes.
        cursor: usize,
        /// When, in seconds since the start.
        time: f64,
    },
    /// Take back a change of a text.
    UndoText(String),
    RedoText(String),
    /// Go back to the catalogue's text.
    ResetText(String),
    Show(Shown),
    /// Step the text in this language.
    StepLanguage(Language),
    /// Show the difference to the original, or the text.
    ToggleDiff,
    /// Look for words, or stop looking.
    Find(Option<Find>),
    /// Set or remove a breakpoint.
    ToggleBreakpoint {
        key: String,
        /// The line, from 1.
        line: u32,
    },
    /// Set or remove a breakpoint at the line that comes next.
    ToggleBreakpointHere,

    TogglePlay,
    Go(Direction, Stride),
    Seek(usize),
    /// Go on to a position, as part of a jump that has begun.
    Scrub(usize),
    /// Play faster or slower, by so many places.
    ChangeSpeed(isize),

    SetSize(Vec<u64>),
    /// Choose blocks and threads of the launch; nothing stands for the
    /// catalogue's.
    SetShape {
        grid: Option<[u32; 3]>,
        /// Threads per block.
        block: Option<[u32; 3]>,
    },
    /// Choose which warp runs next.
    SetSchedule(Schedule),
    SetModel(&'static DeviceModel),
    /// Choose which launch is stepped.
    SetLaunch(usize),
    /// Look at a block; it is recorded if it is not yet.
    LookAt([u32; 3]),
    Run,
    /// Stop what is under way.
    Cancel,

    /// Follow a lane, by warp and lane.
    Follow(Option<(u32, u32)>),
    /// The pointer is over a lane, or over none any more.
    HoverLane(Option<(u32, u32)>),
    /// The pointer is over a line of the text that is stepped, or over none any
    /// more.
    HoverLine(Option<u32>),
    /// Show a variable's value in the lanes.
    Watch(Option<String>),
    /// Go to a finding, by its place in the list.
    GoToFinding(usize),

    Timings(timings::Action),

    Layout(Box<Layout>),
    ResetLayout,
    /// Bring a panel to the front.
    BringUp(PanelId),
    /// Change between light and dark.
    ToggleTheme,
    /// Make everything larger or smaller, by a factor.
    Zoom(f32),
    /// Back to the usual size.
    ResetZoom,
    /// Larger type and only what is being shown, or everything again.
    TogglePresenter,
    /// Draw rows that hold the same in all lanes once, or in full.
    ToggleCollapse,

    /// Open, change or close the list of commands.
    Palette(Option<PaletteState>),
    /// Go to a stop of the tour, or end it.
    Tour(Option<usize>),
    /// Close a notice, by its place.
    Dismiss(usize),
    Resolve(String, Keep),
    /// Take back a jump or a change of the panels.
    Undo,
    Redo,
}
