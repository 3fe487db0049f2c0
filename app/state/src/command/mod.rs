//! Everything that can be done, as values, and the one function that does it.
//!
//! [`apply`] matches a command once; what each does is a function in the file of
//! its subject. [`menu`] has what can be chosen from the palette and its keys,
//! [`keys`] hears them.

mod coalesce;
mod comparison;
pub mod keys;
mod lab;
mod launch;
mod layout;
mod link;
pub mod menu;
mod notice;
mod playback;
mod program;
mod rung;
mod scene;
mod stage;
mod text;
mod timings;
mod undo;
mod view;

use super::comparison::action::ComparisonAction;
use super::labs::action::LabAction;
use super::state::State;
use super::state::layout::Layout;
use super::state::panel::PanelId;
use super::state::player::Stride;
use super::state::stage::StageAction;
use super::state::view::{PaletteState, SourceView};
use super::store::Keep;
use super::timings::action::TimingsAction;
use std::path::PathBuf;
use warpbench_codes::Code;
use warpbench_front::Language;
use warpbench_machine::model::DeviceModel;
use warpbench_machine::observe::trace::Direction;
use warpbench_machine::sim::Schedule;
use warpbench_texts::find::Find;
use warpbench_texts::lessons::{RungId, Scene};

#[derive(Clone, Debug, PartialEq)]
pub enum Command {
    OpenRung(RungId),
    /// Open the rung so many further on.
    MoveRung(isize),
    /// Show or hide the answer to the rung's question.
    ToggleAnswer,
    /// Go to what a text points at.
    Show(Box<Scene>),

    EditText {
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
    /// Give the kernel that is stepped its coalesced form.
    Coalesce,
    ShowSource(SourceView),
    /// Step the text in this language.
    StepLanguage(Language),
    /// Show the difference to the original, or the text.
    ToggleDiff,
    /// Look for words, or stop looking.
    Find(Option<Find>),
    /// Fold a part of a text, or unfold it.
    Fold {
        key: String,
        /// The words of the line that stays.
        head: String,
        is_folded: bool,
    },
    /// Set or remove a breakpoint.
    ToggleBreakpoint {
        key: String,
        /// The line, from 1.
        line: u32,
    },
    /// Set or remove a breakpoint at the line that comes next.
    ToggleBreakpointHere,

    TogglePlay,
    Step(Direction, Stride),
    Seek(usize),
    /// Go on to a position, as part of a jump that has begun.
    Scrub(usize),
    /// Play faster or slower, by so many of the speeds.
    ChangeSpeed(isize),
    /// Go to a finding, by its index.
    GoToFinding(usize),

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
    /// Choose a schedule under which a race does its harm, if one is known.
    ShowWrong,
    /// Choose which of the recorded blocks runs next.
    SetBlockSchedule(Schedule),
    SetModel(&'static DeviceModel),
    /// Choose which launch is stepped.
    SetLaunch(usize),
    /// Explain a code; nothing closes what is explained.
    Explain(Option<Code>),
    /// Open a program with directives.
    OpenProgram(PathBuf),
    /// Show what a pass of the translator found; nothing stands for the kernels.
    ShowPass(Option<usize>),
    /// Show the pass so many further on.
    MovePass(isize),
    /// Keep looking at a block; it is recorded if it is not yet.
    SelectBlock([u32; 3]),
    /// Look at the block of the last step, whichever that is.
    FollowStep,
    /// Step every instruction, or only those that change something visible.
    ToggleEveryInstruction,
    Run,
    /// Stop what is under way.
    Cancel,

    /// Follow a lane, by warp and lane.
    SelectLane(Option<(u32, u32)>),
    /// The pointer is over a lane, or over none any more.
    HoverLane(Option<(u32, u32)>),
    /// The pointer is over a line of the text that is stepped, or over none any
    /// more.
    HoverLine(Option<u32>),
    /// The same for the program that it is made of.
    HoverProgram(Option<u32>),
    /// Show a variable's value in the lanes.
    Watch(Option<String>),

    Timings(TimingsAction),
    /// Something with result files and comparisons.
    Comparison(ComparisonAction),

    /// Something with labs and classes.
    Lab(LabAction),
    /// Type into the text that is stepped.
    FocusText,

    SetLayout(Box<Layout>),
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
    /// Something for a class: fill the window, choose pictures, point, draw.
    Stage(StageAction),

    /// Open, change or close the list of commands.
    Palette(Option<PaletteState>),
    /// Open what a link means, given its part behind `#`.
    OpenLink(String),
    /// Put a link to what is shown into the clipboard, given the workbench's address.
    CopyLink(String),
    /// Go to a stop of the tour, or end it.
    Tour(Option<usize>),
    /// Close a notice, by its index.
    Dismiss(usize),
    Resolve(String, Keep),
    /// Take back a jump or a change of the panels.
    Undo,
    Redo,
}

impl Command {
    /// Whether it changes what is remembered between starts.
    fn is_remembered(&self) -> bool {
        match self {
            Command::OpenRung(_)
            | Command::MoveRung(_)
            | Command::ToggleAnswer
            | Command::Show(_)
            | Command::UndoText(_)
            | Command::RedoText(_)
            | Command::ResetText(_)
            | Command::Coalesce
            | Command::ShowSource(_)
            | Command::StepLanguage(_)
            | Command::ToggleDiff
            | Command::ToggleBreakpoint { .. }
            | Command::ToggleBreakpointHere
            | Command::TogglePlay
            | Command::ChangeSpeed(_)
            | Command::GoToFinding(_)
            | Command::SetSize(_)
            | Command::SetShape { .. }
            | Command::SetSchedule(_)
            | Command::ShowWrong
            | Command::SetBlockSchedule(_)
            | Command::SetModel(_)
            | Command::SetLaunch(_)
            | Command::OpenProgram(_)
            | Command::OpenLink(_)
            | Command::SelectBlock(_)
            | Command::FollowStep
            | Command::ToggleEveryInstruction
            | Command::Run
            | Command::Cancel
            | Command::SelectLane(_)
            | Command::Watch(_)
            | Command::Lab(_)
            | Command::SetLayout(_)
            | Command::ResetLayout
            | Command::BringUp(_)
            | Command::ToggleTheme
            | Command::Zoom(_)
            | Command::ResetZoom
            | Command::TogglePresenter
            | Command::ToggleCollapse
            | Command::Tour(_)
            | Command::Dismiss(_)
            | Command::Resolve(..)
            | Command::Undo
            | Command::Redo => true,
            // Texts are kept by themselves, and these come with every frame or
            // are gone with the window.
            Command::EditText { .. }
            | Command::Find(_)
            | Command::Fold { .. }
            | Command::Step(..)
            | Command::Seek(_)
            | Command::Scrub(_)
            | Command::HoverLane(_)
            | Command::HoverLine(_)
            | Command::HoverProgram(_)
            | Command::ShowPass(_)
            | Command::MovePass(_)
            | Command::Timings(_)
            | Command::Comparison(_)
            | Command::FocusText
            | Command::Stage(_)
            | Command::CopyLink(_)
            | Command::Explain(_)
            | Command::Palette(_) => false,
        }
    }
}

/// Does what a command says.
pub fn apply(command: Command, state: &mut State) {
    state.is_dirty |= command.is_remembered();
    match command {
        Command::OpenRung(rung_id) => rung::open(state, rung_id),
        Command::MoveRung(by) => rung::move_by(state, by),
        Command::ToggleAnswer => state.view.is_answer_shown ^= true,
        Command::Show(scene) => scene::show(state, &scene),

        Command::EditText { key, text, cursor, time } => {
            text::edit(state, &key, text, cursor, time);
        }
        Command::UndoText(key) => text::undo(state, &key),
        Command::RedoText(key) => text::redo(state, &key),
        Command::ResetText(key) => text::reset(state, &key),
        Command::Coalesce => coalesce::coalesce(state),
        Command::ShowSource(source) => text::show(state, source),
        Command::StepLanguage(language) => text::step_language(state, language),
        Command::ToggleDiff => text::toggle_diff(state),
        Command::Find(find) => state.view.find = find,
        Command::Fold { key, head, is_folded } => {
            state.view.folds.entry(key).or_default().insert(head, is_folded);
        }
        Command::ToggleBreakpoint { key, line } => text::toggle_breakpoint(state, key, line),
        Command::ToggleBreakpointHere => text::toggle_breakpoint_here(state),

        Command::TogglePlay => playback::toggle(state),
        Command::Step(direction, stride) => playback::step(state, direction, stride),
        Command::Seek(position) => playback::seek(state, position),
        Command::Scrub(position) => playback::scrub(state, position),
        Command::ChangeSpeed(by) => playback::change_speed(state, by),
        Command::GoToFinding(index) => playback::go_to_finding(state, index),

        Command::SetSize(size) => launch::set_size(state, size),
        Command::SetShape { grid, block } => launch::set_shape(state, grid, block),
        Command::SetSchedule(schedule) => launch::set_schedule(state, schedule),
        Command::ShowWrong => launch::show_wrong(state),
        Command::SetBlockSchedule(schedule) => launch::set_block_schedule(state, schedule),
        Command::SetModel(model) => launch::set_model(state, model),
        Command::SetLaunch(launch) => launch::set_launch(state, launch),
        Command::OpenProgram(path) => state.open_program(&path),
        Command::ShowPass(pass) => program::show_pass(state, pass),
        Command::MovePass(by) => program::move_pass(state, by),
        Command::SelectBlock(block) => launch::select_block(state, block),
        Command::FollowStep => state.pin_block(None),
        Command::ToggleEveryInstruction => state.view.is_every_instruction ^= true,
        Command::Run => state.run(),
        Command::Cancel => view::cancel(state),

        Command::SelectLane(lane) => state.selection.lane = lane,
        Command::HoverLane(lane) => state.selection.hovered_lane = lane,
        Command::HoverLine(line) => state.selection.hovered_line = line,
        Command::HoverProgram(line) => state.selection.hovered_program = line,
        Command::Watch(name) => state.selection.watched = name,

        Command::Timings(action) => timings::act(state, action),
        Command::Comparison(action) => comparison::act(state, action),

        Command::Lab(action) => lab::act(state, action),
        Command::FocusText => text::focus(state),

        Command::SetLayout(layout) => layout::set(state, *layout),
        Command::ResetLayout => layout::reset(state),
        Command::BringUp(panel) => layout::bring_up(state, panel),
        Command::ToggleTheme => view::toggle_theme(state),
        Command::Zoom(factor) => view::zoom(state, factor),
        Command::ResetZoom => state.view.zoom = 1.0,
        Command::TogglePresenter => state.view.is_presenting ^= true,
        Command::ToggleCollapse => state.view.is_collapsed ^= true,
        Command::Stage(action) => stage::act(state, action),

        Command::OpenLink(fragment) => link::open(state, &fragment),
        Command::CopyLink(address) => link::copy(state, &address),
        Command::Explain(code) => state.view.explained = code,
        Command::Palette(palette) => view::set_palette(state, palette),
        Command::Tour(stop) => view::go_to_stop(state, stop),
        Command::Dismiss(index) => notice::dismiss(state, index),
        Command::Resolve(key, keep) => notice::resolve(state, &key, keep),
        Command::Undo => undo::undo(state),
        Command::Redo => undo::redo(state),
    }
}
