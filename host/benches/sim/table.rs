//! The comparisons that are made, and the table that says how they went.

use std::fmt::Write as _;

use crate::case::Case;
use crate::machine;
use crate::ours::Observed;
use crate::outcome::Outcome;
use crate::peer::Peer;
use crate::task::Task;

/// How far apart two times are to be.
#[derive(Clone, Copy)]
enum Bar {
    /// We are so many times faster, at least.
    Faster(f64),
    /// We are so many times slower, at most.
    Slower(f64),
}

impl Bar {
    fn ratio(self, ours: f64, other: f64) -> f64 {
        match self {
            Bar::Faster(_) => other / ours,
            Bar::Slower(_) => ours / other,
        }
    }

    fn is_met(self, ratio: f64) -> bool {
        match self {
            Bar::Faster(least) => ratio >= least,
            Bar::Slower(most) => ratio <= most,
        }
    }

    fn text(self) -> String {
        match self {
            Bar::Faster(least) => format!("≥ {least}× faster"),
            Bar::Slower(most) => format!("≤ {most}× slower"),
        }
    }
}

/// One line of the table.
struct Comparison {
    case: Case,
    /// What is observed and on how many cores.
    setting: String,
    ours: Outcome,
    other_name: &'static str,
    other: Outcome,
    bar: Bar,
}

/// Makes all measurements and says in Markdown how they went.
pub(crate) fn measure(without: &[Peer]) -> String {
    let mut comparisons = Vec::new();
    for case in [Case::Reduce, Case::Matmul256] {
        let ours = |observed: Observed| Task::Ours { case, observed, cores: 1 }.run();
        let oclgrind = |races| run_peer(Peer::Oclgrind, without, Task::Oclgrind { case, races });
        let mut compare = |observed: Observed, other_name, other: Outcome, bar| {
            let setting = observed.title().to_owned();
            comparisons.push(Comparison {
                case,
                setting,
                ours: ours(observed),
                other_name,
                other,
                bar,
            });
        };
        let pocl = run_peer(Peer::Pocl, without, Task::Pocl { case });
        compare(Observed::Nothing, "PoCL", pocl, Bar::Slower(8.0));
        compare(Observed::Counters, "Oclgrind", oclgrind(false), Bar::Faster(200.0));
        let races = "Oclgrind --data-races";
        compare(Observed::CountersAndRaces, races, oclgrind(true), Bar::Faster(150.0));
    }
    for observed in [Observed::Nothing, Observed::Counters] {
        let case = Case::Matmul512;
        let run = |cores| Task::Ours { case, observed, cores }.run();
        comparisons.push(Comparison {
            case,
            setting: format!("{}; two cores", observed.title()),
            ours: run(2),
            other_name: "one core",
            other: run(1),
            bar: Bar::Faster(1.7),
        });
    }
    render(&comparisons)
}

fn run_peer(peer: Peer, without: &[Peer], task: Task) -> Outcome {
    if without.contains(&peer) {
        return Outcome::Absent("left out".to_owned());
    }
    task.run()
}

fn render(comparisons: &[Comparison]) -> String {
    let mut text = format!(
        "# The simulator beside its peers\n\
        \n\
        {}. Printed by one call of `cargo xtask bench-sim`, which pins every measurement to one \
        core, unless the table says two, and accepts no time without the right result. Times are \
        those of the launch alone, without compilation: the best of several, Oclgrind's of one.\n\
        \n",
        machine::describe()
    );
    for name in names(comparisons) {
        let _ = writeln!(text, "- {name}");
    }
    text.push_str(
        "\n\
        | kernel | observed | ours | beside | its time | ratio | asked for | met |\n\
        | --- | --- | ---: | --- | ---: | ---: | ---: | --- |\n",
    );
    for comparison in comparisons {
        text.push_str(&row(comparison));
    }
    let disturbed = disturbed(comparisons);
    if !disturbed.is_empty() {
        text.push_str(
            "\n**Something else was running on the core: these times are too long.** Measure again \
            on a machine with nothing else to do.\n\n",
        );
    }
    for who in disturbed {
        let _ = writeln!(text, "- {who}");
    }
    let reasons = reasons(comparisons);
    if !reasons.is_empty() {
        text.push_str("\nWithout a time:\n\n");
    }
    for reason in reasons {
        let _ = writeln!(text, "- {reason}");
    }
    text
}

fn row(comparison: &Comparison) -> String {
    let Comparison { case, setting, ours, other_name, other, bar } = comparison;
    let (ours, other) = (ours.best(), other.best());
    let ratio = ours.zip(other).map(|(ours, other)| bar.ratio(ours, other));
    let or_dash = |text: Option<String>| text.unwrap_or_else(|| "–".to_owned());
    format!(
        "| {} | {setting} | {} | {other_name} | {} | {} | {} | {} |\n",
        case.title(),
        or_dash(ours.map(time)),
        or_dash(other.map(time)),
        or_dash(ratio.map(|ratio| format!("{}×", three_digits(ratio)))),
        bar.text(),
        or_dash(ratio.map(|ratio| if bar.is_met(ratio) { "yes" } else { "no" }.to_owned())),
    )
}

/// Who was measured, each once.
fn names(comparisons: &[Comparison]) -> Vec<String> {
    let all = comparisons.iter().flat_map(|comparison| [&comparison.ours, &comparison.other]);
    unique(all.filter_map(Outcome::by).map(str::to_owned))
}

/// Whose times are not to be trusted.
fn disturbed(comparisons: &[Comparison]) -> Vec<String> {
    unique(comparisons.iter().flat_map(|comparison| {
        let case = comparison.case.title();
        let ours = (comparison.setting.as_str(), &comparison.ours);
        let other = (comparison.other_name, &comparison.other);
        let both = [ours, other].into_iter().filter(|(_, outcome)| outcome.is_disturbed());
        both.map(move |(who, _)| format!("{case}: {who}"))
    }))
}

/// Why there are times missing, each reason once.
fn reasons(comparisons: &[Comparison]) -> Vec<String> {
    unique(comparisons.iter().flat_map(|comparison| {
        let ours = reason(&comparison.setting, &comparison.ours);
        let other = reason(comparison.other_name, &comparison.other);
        ours.into_iter().chain(other)
    }))
}

fn reason(who: &str, outcome: &Outcome) -> Option<String> {
    match outcome {
        Outcome::Timed(_) => None,
        Outcome::Absent(reason) => Some(format!("{who}: {reason}")),
    }
}

fn unique(texts: impl Iterator<Item = String>) -> Vec<String> {
    let mut seen = Vec::new();
    for text in texts {
        if !seen.contains(&text) {
            seen.push(text);
        }
    }
    seen
}

fn time(seconds: f64) -> String {
    if seconds >= 1.0 {
        format!("{} s", three_digits(seconds))
    } else {
        format!("{} ms", three_digits(1e3 * seconds))
    }
}

/// A number with three digits, as far as it has a fraction to give.
fn three_digits(value: f64) -> String {
    let decimals = if value >= 100.0 {
        0
    } else if value >= 10.0 {
        1
    } else {
        2
    };
    format!("{value:.decimals$}")
}
