//! A link that opens what is meant: the part behind `#` of the workbench's address.
//!
//! `#rung=reduce_sequential&size=1024&model=rtx-4090&step=37` opens a rung at a size, on a
//! model, at a step; `lab=01_first_kernel` a lab; `lesson=01-reduction` the first rung of a
//! lesson. `language`, `schedule` and `blocks` choose how it is run, and `text` is a text
//! that somebody edited, packed. What a link does not say is left as it is.

use super::setup::model_named;
use super::state::State;
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use flate2::Compression;
use flate2::read::DeflateDecoder;
use flate2::write::DeflateEncoder;
use std::io::{Read, Write};
use warpbench_front::Language;
use warpbench_machine::model::DeviceModel;
use warpbench_machine::sim::Schedule;
use warpbench_texts::lessons::{RungId, lesson_named};

/// No text is longer; a link that says so is broken or means harm.
const MOST_TEXT_BYTES: u64 = 1 << 20;

/// What a link opens.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Link {
    pub rung: Option<RungId>,
    pub lab: Option<String>,
    pub language: Option<Language>,
    pub size: Option<Vec<u64>>,
    pub model: Option<&'static DeviceModel>,
    /// Between warps.
    pub schedule: Option<Schedule>,
    /// Between blocks.
    pub block_schedule: Option<Schedule>,
    pub step: Option<usize>,
    /// A text in place of the original.
    pub text: Option<String>,
}

impl Link {
    /// Reads the part of an address behind `#`. Says in a sentence what is wrong with it.
    pub fn read(fragment: &str) -> Result<Link, String> {
        let mut link = Link::default();
        for (key, value) in form_urlencoded::parse(fragment.as_bytes()) {
            link.take(&key, &value)?;
        }
        Ok(link)
    }

    fn take(&mut self, key: &str, value: &str) -> Result<(), String> {
        let unknown = |what: &str| format!("The link names {what} `{value}`, which there is not.");
        match key {
            "lesson" => {
                let lesson = lesson_named(value).ok_or_else(|| unknown("a lesson"))?;
                self.rung.get_or_insert(RungId { lesson, rung: 0 });
            }
            "rung" => {
                let found = RungId::of_name(value).or_else(|| RungId::of_variant(value));
                self.rung = Some(found.ok_or_else(|| unknown("a rung"))?);
            }
            "lab" => self.lab = Some(value.to_owned()),
            "language" => {
                self.language = Some(match value {
                    "rust" => Language::Rust,
                    "wgsl" => Language::Wgsl,
                    _ => return Err(unknown("a language")),
                });
            }
            "size" => {
                let numbers: Result<Vec<u64>, _> = value.split(',').map(str::parse).collect();
                let said = format!("The size `{value}` of the link is no list of numbers.");
                self.size = Some(numbers.map_err(|_| said)?);
            }
            "model" => self.model = Some(model_named(value).ok_or_else(|| unknown("a model"))?),
            "schedule" | "blocks" => {
                let schedule = value.parse().map_err(|_| unknown("a schedule"))?;
                let own =
                    if key == "blocks" { &mut self.block_schedule } else { &mut self.schedule };
                *own = Some(schedule);
            }
            "step" => {
                let said = || format!("The step `{value}` of the link is no number.");
                self.step = Some(value.parse().map_err(|_| said())?);
            }
            "text" => self.text = Some(unpacked(value)?),
            // Course pages add what they like.
            _ => {}
        }
        Ok(())
    }

    /// The link as the part of an address behind `#`.
    pub fn write(&self) -> String {
        let mut parts = form_urlencoded::Serializer::new(String::new());
        let mut put = |key: &str, value: Option<String>| {
            if let Some(value) = value {
                parts.append_pair(key, &value);
            }
        };
        put("rung", self.rung.map(|id| id.rung().name.clone()));
        put("lab", self.lab.clone());
        put(
            "language",
            self.language.map(|language| {
                let name = match language {
                    Language::Rust => "rust",
                    Language::Wgsl => "wgsl",
                };
                name.to_owned()
            }),
        );
        let numbers = |size: &Vec<u64>| {
            let numbers: Vec<String> = size.iter().map(u64::to_string).collect();
            numbers.join(",")
        };
        put("size", self.size.as_ref().map(numbers));
        put("model", self.model.map(|model| model.slug.clone()));
        put("schedule", self.schedule.map(|schedule| schedule.to_string()));
        put("blocks", self.block_schedule.map(|schedule| schedule.to_string()));
        put("step", self.step.map(|step| step.to_string()));
        put("text", self.text.as_deref().map(packed));
        parts.finish()
    }

    /// The link to what is shown.
    pub fn of(state: &State) -> Link {
        let setup = &state.setup;
        let lab = state.labs.own().map(|open| open.lab.id.clone());
        let document = state.typed_document();
        let step = state.player.as_ref().map(|player| player.position());
        Link {
            rung: lab.is_none().then_some(setup.rung_id),
            language: setup.program.is_none().then_some(setup.language),
            size: (lab.is_none() && setup.program.is_none()).then(|| setup.size().to_vec()),
            lab,
            model: Some(setup.model),
            schedule: Some(setup.schedule),
            block_schedule: Some(setup.block_schedule),
            step: step.filter(|step| *step > 0),
            text: (document.text != document.original).then(|| document.text.clone()),
        }
    }
}

/// A text as few letters that an address can have.
fn packed(text: &str) -> String {
    let mut encoder = DeflateEncoder::new(Vec::new(), Compression::best());
    // A vector takes everything.
    let _ = encoder.write_all(text.as_bytes());
    URL_SAFE_NO_PAD.encode(encoder.finish().unwrap_or_default())
}

fn unpacked(value: &str) -> Result<String, String> {
    let broken = || "The text in the link is damaged; was the whole link copied?".to_owned();
    let bytes = URL_SAFE_NO_PAD.decode(value).map_err(|_| broken())?;
    let mut text = String::new();
    let mut unpacked = DeflateDecoder::new(bytes.as_slice()).take(MOST_TEXT_BYTES + 1);
    unpacked.read_to_string(&mut text).map_err(|_| broken())?;
    if text.len() as u64 > MOST_TEXT_BYTES {
        return Err("The text in the link is longer than any kernel.".to_owned());
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read() {
        let rung = RungId::of_name("reduce_sequential");
        let all = Link {
            rung,
            lab: Some("01_first_kernel".to_owned()),
            language: Some(Language::Wgsl),
            size: Some(vec![1024, 8]),
            model: model_named("rtx-4090"),
            schedule: Some(Schedule::Shuffled(7)),
            block_schedule: Some(Schedule::InOrder),
            step: Some(37),
            text: Some("fn main() { let ä = \"&=#%\"; }\n".repeat(50)),
        };
        assert!(rung.is_some() && all.model.is_some());
        for link in [Link::default(), Link { rung, ..Link::default() }, all] {
            let written = link.write();
            assert!(written.len() < 400, "{written}");
            assert_eq!(Link::read(&written), Ok(link));
        }
    }

    #[test]
    fn people_write_links_too() {
        let check = |fragment: &str, rung: &str| {
            let link = Link::read(fragment).expect(fragment);
            assert_eq!(link.rung.map(|id| id.rung().name.as_str()), Some(rung), "{fragment}");
        };
        check("lesson=01-reduction", "reduce_interleaved_divergent");
        check("lesson=reduction", "reduce_interleaved_divergent");
        check("lesson=1", "reduce_interleaved_divergent");
        check("lesson=1&rung=reduce_sequential", "reduce_sequential");
        check("rung=reduce_sequential&lesson=1", "reduce_sequential");
        check("rung=scale_rows_naive&utm_source=moodle", "scale_rows_naive");
        assert_eq!(Link::read(""), Ok(Link::default()));
    }

    #[test]
    fn what_is_wrong_is_said() {
        let check = |fragment: &str, expected: &str| {
            let said = Link::read(fragment).expect_err(fragment);
            assert!(said.contains(expected), "{fragment}: {said}");
        };
        check("rung=cake", "a rung `cake`");
        check("lesson=99", "a lesson `99`");
        check("language=c", "a language `c`");
        check("size=1,x", "The size `1,x`");
        check("model=abacus", "a model `abacus`");
        check("schedule=never", "a schedule `never`");
        check("step=-1", "The step `-1`");
        check("text=!", "damaged");
        check("text=AAAA", "damaged");
        let bomb = packed(&" ".repeat(2 << 20));
        check(&format!("text={bomb}"), "longer than any kernel");
    }
}
