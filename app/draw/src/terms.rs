//! Terms that explain themselves: hover over one, and the glossary says what it
//! means. Codes are explained where they are clicked.

use egui::{Response, RichText, Role, Ui, WidgetInfo};
use warpbench_codes::Code;
use warpbench_texts::lessons::{Term, glossary, term};
use warpbench_theme::Palette;

/// What widgets explain: entries of the glossary that the window refers to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Topic {
    Alignment,
    ArithmeticIntensity,
    ArithmeticOverflow,
    Assertion,
    Atomic,
    BankConflict,
    Block,
    Coalescing,
    DeviceModel,
    Divergence,
    DivergentBarrier,
    EndlessLoop,
    Finding,
    Gflops,
    Launch,
    Multiprocessor,
    Occupancy,
    OutOfBounds,
    Race,
    Schedule,
    Step,
    UninitialisedRead,
    Warp,
    WarpOperation,
    Watch,
}

impl Topic {
    /// The name of its entry in the glossary.
    fn name(self) -> &'static str {
        match self {
            Topic::Alignment => "alignment",
            Topic::ArithmeticIntensity => "arithmetic intensity",
            Topic::ArithmeticOverflow => "arithmetic overflow",
            Topic::Assertion => "assertion",
            Topic::Atomic => "atomic",
            Topic::BankConflict => "bank conflict",
            Topic::Block => "block",
            Topic::Coalescing => "coalescing",
            Topic::DeviceModel => "device model",
            Topic::Divergence => "divergence",
            Topic::DivergentBarrier => "divergent barrier",
            Topic::EndlessLoop => "endless loop",
            Topic::Finding => "finding",
            Topic::Gflops => "GFLOP/s",
            Topic::Launch => "launch",
            Topic::Multiprocessor => "multiprocessor",
            Topic::Occupancy => "occupancy",
            Topic::OutOfBounds => "out-of-bounds",
            Topic::Race => "race",
            Topic::Schedule => "schedule",
            Topic::Step => "step",
            Topic::UninitialisedRead => "uninitialised read",
            Topic::Warp => "warp",
            Topic::WarpOperation => "warp operation",
            Topic::Watch => "watch",
        }
    }

    /// Its entry. A test looks all of them up.
    fn term(self) -> Option<&'static Term> {
        term(self.name())
    }
}

/// Lets a widget explain a topic on hover.
pub fn explain(response: Response, topic: Topic) -> Response {
    match topic.term() {
        Some(term) => explain_term(response, term),
        None => response,
    }
}

fn explain_term(response: Response, term: &Term) -> Response {
    response.on_hover_ui(|ui| {
        ui.set_max_width(360.0);
        ui.label(RichText::new(&term.name).strong());
        ui.label(&term.text);
    })
}

/// Lets a widget explain all terms that occur in the text it shows.
pub fn explain_all(response: Response, text: &str) -> Response {
    // Looking takes a while, and nobody asks but for what the pointer is on.
    if !response.hovered() {
        return response;
    }
    let found = terms_in(text);
    if found.is_empty() {
        return response;
    }
    response.on_hover_ui(|ui| {
        ui.set_max_width(360.0);
        for term in found {
            ui.label(RichText::new(&term.name).strong());
            ui.label(&term.text);
        }
    })
}

/// The terms that occur in a text, in the order in which they first do.
pub fn terms_in(text: &str) -> Vec<&'static Term> {
    let text = text.to_lowercase();
    let first_offset = |term: &Term| {
        let names = std::iter::once(&term.name).chain(&term.also);
        names.filter_map(|name| find_word(&text, &name.to_lowercase())).min()
    };
    let mut found: Vec<(usize, &Term)> =
        glossary().iter().filter_map(|term| Some((first_offset(term)?, term))).collect();
    found.sort_by_key(|(offset, _)| *offset);
    found.into_iter().map(|(_, term)| term).collect()
}

/// Where a word stands in a text, with nothing that belongs to a word beside it.
fn find_word(text: &str, word: &str) -> Option<usize> {
    let is_apart = |beside: Option<char>| beside.is_none_or(|beside| !beside.is_alphanumeric());
    text.match_indices(word).map(|(offset, _)| offset).find(|&offset| {
        is_apart(text[..offset].chars().next_back())
            && is_apart(text[offset + word.len()..].chars().next())
    })
}

/// Gives a list to choose from a name for those who cannot see it.
pub fn name_list(response: &Response, name: &str) {
    response.widget_info(|| WidgetInfo::labeled(Role::ComboBox, true, name));
}

/// A code beside what it is about. Says whether its explanation is asked for.
pub fn code_link(ui: &mut Ui, code: Code) -> bool {
    let link = ui.link(RichText::new(code.name()).monospace());
    link.on_hover_text(format!("Explain {code}: {}", code.title())).clicked()
}

/// A small label that explains a topic on hover.
pub fn topic_label(ui: &mut Ui, text: &str, topic: Topic) -> Response {
    explain(small_label(ui, text), topic)
}

/// A term by its name, explained on hover.
pub fn term_label(ui: &mut Ui, term: &Term) -> Response {
    explain_term(small_label(ui, &term.name), term)
}

fn small_label(ui: &mut Ui, text: &str) -> Response {
    let palette = Palette::of(ui.visuals());
    ui.label(RichText::new(text).small().color(palette.quiet))
}

#[cfg(test)]
mod tests {
    use super::*;

    const TOPICS: [Topic; 25] = [
        Topic::Alignment,
        Topic::ArithmeticIntensity,
        Topic::ArithmeticOverflow,
        Topic::Assertion,
        Topic::Atomic,
        Topic::BankConflict,
        Topic::Block,
        Topic::Coalescing,
        Topic::DeviceModel,
        Topic::Divergence,
        Topic::DivergentBarrier,
        Topic::EndlessLoop,
        Topic::Finding,
        Topic::Gflops,
        Topic::Launch,
        Topic::Multiprocessor,
        Topic::Occupancy,
        Topic::OutOfBounds,
        Topic::Race,
        Topic::Schedule,
        Topic::Step,
        Topic::UninitialisedRead,
        Topic::Warp,
        Topic::WarpOperation,
        Topic::Watch,
    ];

    #[test]
    fn terms_are_found_as_whole_words() {
        let check = |text: &str, expected: &[&str]| {
            let found: Vec<&str> = terms_in(text).iter().map(|term| term.name.as_str()).collect();
            assert_eq!(found, expected, "{text}");
        };
        check("32 lanes → 4 sectors of 32 B", &["lane", "sector"]);
        check("Sector and lane", &["sector", "lane"]);
        check("a plane, an embankment", &[]);
        check("", &[]);
    }

    #[test]
    fn the_glossary_knows_every_topic() {
        for topic in TOPICS {
            assert!(topic.term().is_some(), "the glossary lacks `{}`", topic.name());
        }
    }
}
