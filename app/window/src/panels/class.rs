//! A class as a table: who failed which check.
//!
//! Checks have numbers in the table, because their names are sentences; above it they
//! stand with how many pass. Rows are drawn as far as they can be seen, so that three
//! thousand cost what thirty do.

use super::checks::points;
use egui::{
    Align2, Button, ComboBox, FontId, Id, Rect, RichText, Role, ScrollArea, Sense, TextEdit,
    TextStyle, Ui, WidgetInfo, pos2, vec2,
};
use warpbench_lab::outcome::Status;
use warpbench_state::command::Command;
use warpbench_state::labs::action::LabAction;
use warpbench_state::labs::class::{ClassResults, ClassRow};
use warpbench_state::labs::class_view::{ClassColumn, ClassFilter, ClassView, Which};
use warpbench_state::state::State;
use warpbench_theme::Palette;

const ROW: f32 = 24.0;
/// The width of points, of a check, and the least of a name.
const POINTS: f32 = 92.0;
const CHECK: f32 = 34.0;
const NAME: f32 = 130.0;
/// The headings and the fewest rows that the totals leave.
const FEWEST_ROWS: f32 = 6.0;

pub(super) fn show(ui: &mut Ui, state: &State, commands: &mut Vec<Command>) {
    let Some(view) = &state.labs.class else { return nothing(ui, state, commands) };
    head(ui, view, commands);
    // Beside a submission the rows are worth more, and the filter knows the checks.
    let needed = ROW * (view.class.checks.len() as f32 + FEWEST_ROWS);
    if ui.available_height() >= needed {
        totals(ui, view, commands);
        ui.add_space(2.0);
    }
    table(ui, view, commands);
}

/// What to do where no class is open.
fn nothing(ui: &mut Ui, state: &State, commands: &mut Vec<Command>) {
    ui.label(
        "For lecturers: the results of a class, as a table. Grade a folder of submissions with \
         `warpbench grade LAB --dir SUBMISSIONS --out RESULTS`, then open RESULTS here.",
    );
    let button = Button::new("Open the results of a class");
    if ui.add_enabled(!state.labs.session.is_reading(), button).clicked() {
        commands.push(Command::Lab(LabAction::OpenClass));
    }
}

fn head(ui: &mut Ui, view: &ClassView, commands: &mut Vec<Command>) {
    let class = &view.class;
    let passed = class.rows.iter().filter(|row| row.graded.passed()).count();
    ui.horizontal_wrapped(|ui| {
        let title = ui.label(RichText::new(&class.title).strong());
        title.on_hover_text(class.results.display().to_string());
        ui.label(format!("{passed} of {} submissions pass", class.rows.len()));
        if view.listed.len() < class.rows.len() {
            ui.label(format!("{} listed", view.listed.len()));
        }
    });
    ui.horizontal_wrapped(|ui| {
        let mut filter = view.filter.clone();
        let field = TextEdit::singleline(&mut filter.words).hint_text("Name or message");
        let response = ui.add(field.desired_width(150.0));
        ui.ctx().accesskit_node_builder(response.id, |node| node.set_label("Filter submissions"));
        let which = |which: Which| match which {
            Which::All => "all".to_owned(),
            Which::NotPassed => "not passed".to_owned(),
            Which::Failed(check) => format!("failed check {}", check + 1),
        };
        let list = ComboBox::from_id_salt("which submissions")
            .width(120.0)
            .selected_text(which(filter.which))
            .show_ui(ui, |ui| {
                let checks = (0..class.checks.len()).map(Which::Failed);
                for choice in [Which::All, Which::NotPassed].into_iter().chain(checks) {
                    if ui.selectable_label(filter.which == choice, which(choice)).clicked() {
                        filter.which = choice;
                    }
                }
            });
        warpbench_draw::terms::name_list(&list.response, "Which submissions");
        if filter != view.filter {
            commands.push(Command::Lab(LabAction::FilterClass(filter)));
        }
        if ui.button("Open another").on_hover_text("The results of another class").clicked() {
            commands.push(Command::Lab(LabAction::OpenClass));
        }
        if ui.button("Put away").clicked() {
            commands.push(Command::Lab(LabAction::CloseClass));
        }
    });
}

/// Each check with how many pass it; a click lists those that do not.
fn totals(ui: &mut Ui, view: &ClassView, commands: &mut Vec<Command>) {
    let palette = Palette::of(ui.visuals());
    for (check, name) in view.class.checks.iter().enumerate() {
        let (passed, of) = view.class.total(check);
        let which = Which::Failed(check);
        let is_chosen = view.filter.which == which;
        let text = format!("{}  {name}: {passed} of {of} pass", check + 1);
        let response = ui.horizontal(|ui| {
            bar(ui, passed, of, &palette);
            ui.add(Button::selectable(is_chosen, text).truncate())
        });
        let hint = "List those that fail it; click again for all";
        if response.inner.on_hover_text(hint).clicked() {
            let which = if is_chosen { Which::All } else { which };
            let filter = ClassFilter { which, ..view.filter.clone() };
            commands.push(Command::Lab(LabAction::FilterClass(filter)));
        }
    }
}

/// The share that passes, as a bar.
fn bar(ui: &mut Ui, passed: usize, of: usize, palette: &Palette) {
    let (rect, _) = ui.allocate_exact_size(vec2(60.0, 10.0), Sense::hover());
    let share = if of == 0 { 0.0 } else { passed as f32 / of as f32 };
    ui.painter().rect_filled(rect, 2.0, palette.conflict);
    let done = Rect::from_min_size(rect.min, vec2(rect.width() * share, rect.height()));
    ui.painter().rect_filled(done, 2.0, palette.write);
}

/// Where the columns are.
struct Columns {
    left: f32,
    name: f32,
    checks: usize,
    right: f32,
}

impl Columns {
    fn new(room: Rect, checks: usize) -> Columns {
        let fixed = POINTS + CHECK * checks as f32;
        // The remark has what the others leave.
        let name = (0.3 * (room.width() - fixed)).clamp(NAME, 260.0);
        Columns { left: room.left(), name, checks, right: room.right() }
    }

    fn width(&self) -> f32 {
        self.name + POINTS + CHECK * self.checks as f32
    }

    fn of(&self, column: ClassColumn) -> [f32; 2] {
        let behind = self.left + self.name;
        match column {
            ClassColumn::Name => [self.left, behind],
            ClassColumn::Points => [behind, behind + POINTS],
            ClassColumn::Check(check) => {
                let left = behind + POINTS + CHECK * check as f32;
                [left, left + CHECK]
            }
        }
    }

    fn remark(&self) -> [f32; 2] {
        [self.left + self.width() + 8.0, self.right]
    }
}

fn table(ui: &mut Ui, view: &ClassView, commands: &mut Vec<Command>) {
    let class = &view.class;
    let room = ui.available_rect_before_wrap();
    let columns = Columns::new(room, class.checks.len());
    ScrollArea::horizontal().id_salt("class, sideways").auto_shrink(false).show(ui, |ui| {
        ui.set_min_width(columns.width() + 160.0);
        headings(ui, view, &columns, commands);
        if view.listed.is_empty() {
            ui.label("No submission fits the filter.");
            return;
        }
        ui.spacing_mut().item_spacing.y = 0.0;
        let area = ScrollArea::vertical().id_salt("class").auto_shrink(false);
        area.show_rows(ui, ROW, view.listed.len(), |ui, range| {
            for &index in &view.listed[range] {
                row(ui, view, index, &columns, commands);
            }
        });
    });
}

fn headings(ui: &mut Ui, view: &ClassView, columns: &Columns, commands: &mut Vec<Command>) {
    let (line, _) = ui.allocate_exact_size(vec2(ui.available_width(), ROW), Sense::hover());
    let shift = line.left() - columns.left;
    let checks = (0..columns.checks).map(ClassColumn::Check);
    for column in [ClassColumn::Name, ClassColumn::Points].into_iter().chain(checks) {
        let arrow = match (view.column == column, view.is_descending) {
            (false, _) => "",
            (true, false) => "↑",
            (true, true) => "↓",
        };
        let (text, hint) = match column {
            ClassColumn::Name => (format!("Submission {arrow}"), "Order by name".to_owned()),
            ClassColumn::Points => (format!("Points {arrow}"), "Order by points".to_owned()),
            ClassColumn::Check(check) => {
                let name = &view.class.checks[check];
                (format!("{}{arrow}", check + 1), format!("Order by check {}: {name}", check + 1))
            }
        };
        let [left, right] = columns.of(column);
        let rect = Rect::from_x_y_ranges(left + shift..=right + shift, line.y_range());
        let text = RichText::new(text.trim_end()).small().strong();
        let button = ui.put(rect.shrink2(vec2(1.0, 1.0)), Button::new(text).truncate());
        button.widget_info(|| WidgetInfo::labeled(Role::Button, true, &hint));
        if button.on_hover_text(&hint).clicked() {
            commands.push(Command::Lab(LabAction::SortClass(column)));
        }
    }
}

fn row(
    ui: &mut Ui,
    view: &ClassView,
    index: usize,
    columns: &Columns,
    commands: &mut Vec<Command>,
) {
    let class: &ClassResults = &view.class;
    let of = &class.rows[index];
    let palette = Palette::of(ui.visuals());
    let size = vec2(ui.available_width(), ROW);
    let (rect, _) = ui.allocate_exact_size(size, Sense::hover());
    let shift = rect.left() - columns.left;
    let first_failed = (0..columns.checks).find(|&check| of.status(check) == Some(Status::Failed));
    let response = ui.interact(rect, Id::unique(("submission", index)), Sense::click());
    response.widget_info(|| {
        let label = format!("Open {}", of.name);
        WidgetInfo::selected(Role::Button, true, view.chosen == Some(index), label)
    });
    let fill = match (view.chosen == Some(index), response.hovered() || response.has_focus()) {
        (true, _) => palette.current_line,
        (false, true) => palette.next_line,
        (false, false) => palette.ground,
    };
    ui.painter().rect_filled(rect, 0.0, fill);
    let mut asked = response.clicked().then_some(first_failed);
    cell(ui, columns.of(ClassColumn::Name), shift, rect, &of.name, false);
    let earned = format!("{} of {}", points(of.graded.points), points(of.graded.of));
    cell(ui, columns.of(ClassColumn::Points), shift, rect, &earned, false);
    for check in 0..columns.checks {
        let [left, right] = columns.of(ClassColumn::Check(check));
        let place = Rect::from_x_y_ranges(left + shift..=right + shift, rect.y_range());
        if mark(ui, of, index, check, place) {
            asked = Some(Some(check));
        }
    }
    cell(ui, columns.remark(), shift, rect, &of.remark(), true);
    if let Some(check) = asked {
        commands.push(Command::Lab(LabAction::OpenSubmission(index, check)));
    }
    let hint = match first_failed {
        Some(check) => format!("Open it where it fails {}", class.checks[check]),
        None => "Open it".to_owned(),
    };
    response.on_hover_text(hint);
}

/// Words in a column, cut where it ends.
fn cell(ui: &Ui, [left, right]: [f32; 2], shift: f32, row: Rect, words: &str, is_quiet: bool) {
    let palette = Palette::of(ui.visuals());
    let colour = if is_quiet { palette.quiet } else { palette.text };
    let font = match is_quiet {
        true => TextStyle::Small.resolve(ui.style()),
        false => TextStyle::Body.resolve(ui.style()),
    };
    let mut job = egui::text::LayoutJob::simple_singleline(words.to_owned(), font, colour);
    job.wrap.max_width = (right - left - 8.0).max(0.0);
    job.wrap.max_rows = 1;
    job.wrap.break_anywhere = true;
    let galley = ui.painter().layout_job(job);
    let at = pos2(left + shift + 4.0, row.center().y - galley.size().y / 2.0);
    ui.painter().galley(at, galley, colour);
}

/// How a check stands; says whether one that failed was clicked.
fn mark(ui: &Ui, of: &ClassRow, index: usize, check: usize, place: Rect) -> bool {
    let palette = Palette::of(ui.visuals());
    let (sign, colour) = match of.status(check) {
        Some(Status::Passed) => ("√", palette.series(2)),
        Some(Status::Failed) => ("×", palette.conflict),
        Some(Status::Skipped) | None => ("–", palette.quiet),
    };
    let font = FontId::proportional(14.0);
    ui.painter().text(place.center(), Align2::CENTER_CENTER, sign, font, colour);
    let Some(outcome) = of.outcome(check).filter(|outcome| outcome.status == Status::Failed) else {
        return false;
    };
    let response = ui.interact(place, Id::unique(("mark", index, check)), Sense::click());
    response.widget_info(|| {
        let label = format!("Open {} at check {}", of.name, check + 1);
        WidgetInfo::labeled(Role::Button, true, label)
    });
    let seen = warpbench_lab::report::plain_line(&outcome.told());
    response.on_hover_text(format!("{}\n{seen}\nClick to go there", outcome.name)).clicked()
}
