//! The tour, read from `assets/tour.md`: stops that point at a part of the window
//! and say something about it.

use super::state::panel::PanelId;
use serde::Deserialize;
use std::sync::LazyLock;
use warpbench_texts::lessons::format::{filled, front_matter, keyed_line, sections};
use warpbench_texts::lessons::{LessonError, RungId, Scene, scene};

/// A stop of the tour.
#[derive(Debug)]
pub struct Stop {
    pub title: &'static str,
    pub target: TourTarget,
    /// The rung that it is about.
    pub rung_id: RungId,
    /// The moment that it speaks of.
    pub scene: Scene,
    /// What is said there, as Markdown.
    pub text: &'static str,
}

/// What a stop is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TourTarget {
    Panel(PanelId),
    /// The transport below the panels.
    Transport,
}

impl TourTarget {
    fn of_name(name: &str) -> Option<TourTarget> {
        match name {
            "transport" => Some(TourTarget::Transport),
            slug => PanelId::of_slug(slug).map(TourTarget::Panel),
        }
    }

    /// The panel, if it is one.
    pub fn panel(self) -> Option<PanelId> {
        match self {
            TourTarget::Panel(panel) => Some(panel),
            TourTarget::Transport => None,
        }
    }
}

/// The stops of the tour.
pub fn tour() -> &'static [Stop] {
    &TOUR
}

const TOUR_TEXT: &str = include_str!("../../../assets/tour.md");

static TOUR: LazyLock<Vec<Stop>> = LazyLock::new(|| parse_tour(TOUR_TEXT).expect("tour"));

/// The TOML before the tour.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TourHead {
    title: String,
}

fn parse_tour(text: &'static str) -> Result<Vec<Stop>, LessonError> {
    let (head, body) = front_matter::<TourHead>(text)?;
    if head.title.is_empty() {
        return Err(LessonError::Empty("the title of the tour".to_owned()));
    }
    let (_, found) = sections(body, "## ");
    found.into_iter().map(|(title, text)| parse_stop(title, text)).collect()
}

/// A stop: a line `panel: …`, a line `rung: …`, the text, and the scene.
fn parse_stop(title: &'static str, text: &'static str) -> Result<Stop, LessonError> {
    let unknown =
        |what: &str| LessonError::Stop(format!("`{title}` names `{what}`, which is not there"));
    let missing = |what: &str| LessonError::Stop(format!("`{title}` does not say its {what}"));
    let (target, rest) = keyed_line("panel:", text);
    let target = target.ok_or_else(|| missing("panel"))?;
    let target = TourTarget::of_name(target).ok_or_else(|| unknown(target))?;
    let (rung, rest) = keyed_line("rung:", rest);
    let rung = rung.ok_or_else(|| missing("rung"))?;
    let rung_id = RungId::of_name(rung).ok_or_else(|| unknown(rung))?;
    let (text, scene) = scene::split(filled(title, rest)?)?;
    let scene = scene.ok_or_else(|| missing("scene"))?;
    Ok(Stop { title, target, rung_id, scene, text: filled(title, text)? })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tour_is_short_and_calm() {
        assert!((7..=9).contains(&tour().len()), "{} stops", tour().len());
        for stop in tour() {
            assert!(!stop.title.is_empty() && stop.text.len() < 400, "{}", stop.title);
            assert!(!stop.text.contains('!') && stop.text.ends_with(['.', '?']), "{}", stop.text);
        }
    }

    #[test]
    fn malformed_stops_are_refused() {
        let check = |text: &'static str, expected: Option<&str>| {
            let message = parse_stop("Stop", text).err().map(|error| error.to_string());
            match expected {
                Some(part) => assert!(message.is_some_and(|m| m.contains(part)), "{text}"),
                None => assert_eq!(message, None, "{text}"),
            }
        };
        check("panel: warps\nrung: first_warp\n\nLook.\n{ panel = 'warps' }", None);
        check("Look.", Some("its panel"));
        check("panel: warps\n\nLook.", Some("its rung"));
        check("panel: warps\nrung: first_warp\n\nLook.", Some("its scene"));
        check("panel: attic\n\nLook.", Some("`attic`"));
        check("panel: warps\nrung: dance\n\nLook.", Some("`dance`"));
        check("panel: warps\nrung: first_warp\n", Some("Stop is empty"));
        check("panel: warps\nrung: first_warp\n\n{ panel = 'warps' }", Some("Stop is empty"));
    }
}
