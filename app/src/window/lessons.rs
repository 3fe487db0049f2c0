//! The lessons, the glossary and the tour, read from `assets/`.
//!
//! The texts are part of the binary, and everything here borrows from them. A
//! lesson is a Markdown file with TOML before it: the TOML names the rungs, the
//! Markdown has one section per rung, in the same order. A text that does not
//! follow the format is a mistake of ours, which the tests below find; the
//! parsers say what is wrong with it.

use serde::Deserialize;
use serde::de::DeserializeOwned;
use std::fmt;
use std::sync::LazyLock;
use warpbench_catalog as catalog;
use warpbench_catalog::{Family, SizeError, UnknownName, Variant};

/// A topic as a ladder of kernels.
#[derive(Debug)]
pub struct Lesson {
    pub title: String,
    /// What it is about, in a sentence.
    pub summary: String,
    /// How long it takes, roughly.
    pub minutes: u32,
    /// The problem and why the obvious way is slow, as Markdown.
    pub intro: &'static str,
    /// The kernels, in the order they are taught.
    pub rungs: Vec<Rung>,
}

/// One kernel of a lesson, and what is said about it. The texts are Markdown.
#[derive(Debug)]
pub struct Rung {
    pub variant: &'static Variant,
    /// The family that it belongs to.
    pub family: &'static Family,
    /// A size that is good to step through, with all its numbers.
    pub size: Vec<u64>,
    /// The block to look at first, x, y, z.
    pub block: [u32; 3],
    /// A variable of the Rust text that is worth watching in the lanes.
    pub watch: Option<String>,
    /// What is different from the rung before.
    pub changes: &'static str,
    /// Why that is better, or why it is not.
    pub why: &'static str,
    /// Where to look while stepping.
    pub look: &'static str,
    /// Something to answer before stepping.
    pub question: &'static str,
    pub answer: &'static str,
}

/// A word that the app shows, explained.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Term {
    pub name: String,
    /// Its other forms and names.
    #[serde(default)]
    pub also: Vec<String>,
    /// What it means, in one to three sentences.
    pub text: String,
}

/// A stop of the tour.
#[derive(Debug)]
pub struct Stop {
    pub title: &'static str,
    /// The panel that it is about, one of [`PANELS`].
    pub panel: &'static str,
    /// What the app does when the stop is reached, one of [`ACTIONS`].
    pub action: Option<String>,
    /// What is said there, as Markdown.
    pub text: &'static str,
}

/// The panels that the tour can point at.
pub const PANELS: [&str; 11] = [
    "lessons",
    "source",
    "transport",
    "warps",
    "grid",
    "global",
    "shared",
    "registers",
    "findings",
    "timings",
    "lesson",
];

/// The commands that the tour can give.
pub const ACTIONS: [&str; 7] =
    ["step", "step_line", "step_barrier", "play", "next_rung", "palette", "timings"];

/// The lessons, in the order they are taught.
pub fn lessons() -> &'static [Lesson] {
    &LESSONS
}

/// All words that are explained.
pub fn glossary() -> &'static [Term] {
    &GLOSSARY
}

/// The explanation of a word, by any of its forms, in capitals or not.
pub fn term(name: &str) -> Option<&'static Term> {
    glossary().iter().find(|term| {
        term.name.eq_ignore_ascii_case(name)
            || term.also.iter().any(|also| also.eq_ignore_ascii_case(name))
    })
}

/// The stops of the tour.
pub fn tour() -> &'static [Stop] {
    &TOUR.1
}

pub fn tour_title() -> &'static str {
    &TOUR.0
}

/// The lessons' files, without their endings, and what they contain.
const LESSON_TEXTS: [(&str, &str); 8] = [
    ("01-reduction", include_str!("../../../assets/lessons/01-reduction.md")),
    ("02-matrix-multiply", include_str!("../../../assets/lessons/02-matrix-multiply.md")),
    ("03-coalescing", include_str!("../../../assets/lessons/03-coalescing.md")),
    ("04-bank-conflicts", include_str!("../../../assets/lessons/04-bank-conflicts.md")),
    ("05-divergence", include_str!("../../../assets/lessons/05-divergence.md")),
    ("06-template-matching", include_str!("../../../assets/lessons/06-template-matching.md")),
    ("07-jacobi", include_str!("../../../assets/lessons/07-jacobi.md")),
    ("08-histogram", include_str!("../../../assets/lessons/08-histogram.md")),
];

const GLOSSARY_TEXT: &str = include_str!("../../../assets/glossary.toml");

const TOUR_TEXT: &str = include_str!("../../../assets/tour.md");

static LESSONS: LazyLock<Vec<Lesson>> = LazyLock::new(|| {
    LESSON_TEXTS.into_iter().map(|(name, text)| parse_lesson(text).expect(name)).collect()
});

static GLOSSARY: LazyLock<Vec<Term>> =
    LazyLock::new(|| parse_glossary(GLOSSARY_TEXT).expect("glossary"));

static TOUR: LazyLock<(String, Vec<Stop>)> = LazyLock::new(|| parse_tour(TOUR_TEXT).expect("tour"));

/// What is wrong with a text.
#[derive(Debug)]
pub enum LessonError {
    /// It does not begin with TOML between two lines `+++`.
    NoFrontMatter,
    /// Its TOML is not as it should be.
    Toml(toml::de::Error),
    /// A rung is not in the catalogue.
    Variant(UnknownName),
    /// A rung's size is not one that its kernel takes.
    Size(SizeError),
    /// The sections within `of` are not those that are expected, in that order.
    Sections {
        /// What the sections belong to.
        of: String,
        /// The headings that should be there.
        expected: Vec<String>,
        found: Vec<String>,
    },
    /// A section has nothing in it.
    Empty(String),
    /// A stop of the tour does not say where it is, or names something unknown.
    Stop(String),
}

impl fmt::Display for LessonError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LessonError::NoFrontMatter => {
                f.write_str("the text does not begin with TOML between two lines `+++`")
            }
            LessonError::Toml(error) => error.fmt(f),
            LessonError::Variant(error) => error.fmt(f),
            LessonError::Size(error) => error.fmt(f),
            LessonError::Sections { of, expected, found } => {
                write!(f, "{of} has the sections {found:?}, not {expected:?}")
            }
            LessonError::Empty(section) => write!(f, "{section} is empty"),
            LessonError::Stop(what) => f.write_str(what),
        }
    }
}

impl std::error::Error for LessonError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            LessonError::Toml(error) => Some(error),
            LessonError::Variant(error) => Some(error),
            LessonError::Size(error) => Some(error),
            _ => None,
        }
    }
}

/// The TOML before a lesson.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct LessonHead {
    title: String,
    summary: String,
    minutes: u32,
    rung: Vec<RungHead>,
}

/// What the TOML says about a rung.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RungHead {
    variant: String,
    size: Vec<u64>,
    block: [u32; 3],
    watch: Option<String>,
}

/// The TOML before the tour.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TourHead {
    title: String,
}

/// The file of the glossary.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct GlossaryFile {
    term: Vec<Term>,
}

fn parse_lesson(text: &'static str) -> Result<Lesson, LessonError> {
    let (head, body) = front_matter::<LessonHead>(text)?;
    let (intro, found) = sections(body, "## ");
    let names: Vec<&str> = head.rung.iter().map(|rung| rung.variant.as_str()).collect();
    check_headings(&head.title, &names, &found)?;
    let intro = filled("the introduction", intro)?;
    let rungs = head
        .rung
        .into_iter()
        .zip(found)
        .map(|(head, (_, text))| parse_rung(head, text))
        .collect::<Result<_, _>>()?;
    Ok(Lesson { title: head.title, summary: head.summary, minutes: head.minutes, intro, rungs })
}

/// The headings of a rung, in order.
const RUNG_HEADINGS: [&str; 5] = ["What changes", "Why", "What to look at", "Question", "Answer"];

fn parse_rung(head: RungHead, text: &'static str) -> Result<Rung, LessonError> {
    let (family, variant) = catalog::find(&head.variant).map_err(LessonError::Variant)?;
    let size = variant.size(&head.size).map_err(LessonError::Size)?;
    let (_, found) = sections(text, "### ");
    check_headings(variant.name, &RUNG_HEADINGS, &found)?;
    let part = |index: usize| {
        let (heading, text) = found[index];
        filled(&format!("`{heading}` of {}", variant.name), text)
    };
    Ok(Rung {
        variant,
        family,
        size,
        block: head.block,
        watch: head.watch,
        changes: part(0)?,
        why: part(1)?,
        look: part(2)?,
        question: part(3)?,
        answer: part(4)?,
    })
}

fn parse_glossary(text: &str) -> Result<Vec<Term>, LessonError> {
    let file: GlossaryFile = toml::from_str(text).map_err(LessonError::Toml)?;
    Ok(file.term)
}

fn parse_tour(text: &'static str) -> Result<(String, Vec<Stop>), LessonError> {
    let (head, body) = front_matter::<TourHead>(text)?;
    let (_, found) = sections(body, "## ");
    let stops =
        found.into_iter().map(|(title, text)| parse_stop(title, text)).collect::<Result<_, _>>()?;
    Ok((head.title, stops))
}

/// A stop: a line `panel: …`, perhaps a line `do: …`, then the text.
fn parse_stop(title: &'static str, text: &'static str) -> Result<Stop, LessonError> {
    let (panel, rest) = keyed_line("panel:", text);
    let panel = panel
        .ok_or_else(|| LessonError::Stop(format!("`{title}` does not begin with its panel")))?;
    let (action, rest) = keyed_line("do:", rest);
    for (what, known) in [(Some(panel), &PANELS[..]), (action, &ACTIONS[..])] {
        if let Some(what) = what.filter(|what| !known.contains(what)) {
            return Err(LessonError::Stop(format!("`{title}` names `{what}`, not {known:?}")));
        }
    }
    let text = filled(title, rest)?;
    Ok(Stop { title, panel, action: action.map(str::to_owned), text })
}

/// What follows `key` on the first line, and the text after it; the whole text
/// if the first line does not begin with `key`.
fn keyed_line<'a>(key: &str, text: &'a str) -> (Option<&'a str>, &'a str) {
    let (line, rest) = text.split_once('\n').unwrap_or((text, ""));
    match line.strip_prefix(key) {
        Some(value) => (Some(value.trim()), rest),
        None => (None, text),
    }
}

/// The TOML between two lines `+++`, and what follows it.
fn front_matter<T: DeserializeOwned>(text: &str) -> Result<(T, &str), LessonError> {
    let (head, body) = text
        .strip_prefix("+++")
        .and_then(|rest| rest.split_once("\n+++"))
        .ok_or(LessonError::NoFrontMatter)?;
    Ok((toml::from_str(head.trim()).map_err(LessonError::Toml)?, body))
}

/// What stands before the first heading, and each heading with its text. A
/// heading is a line that begins with `marker`.
fn sections<'a>(text: &'a str, marker: &str) -> (&'a str, Vec<(&'a str, &'a str)>) {
    let mut starts = Vec::new();
    let mut offset = 0;
    for line in text.split_inclusive('\n') {
        if line.starts_with(marker) {
            starts.push(offset);
        }
        offset += line.len();
    }
    starts.push(text.len());
    let found = starts
        .windows(2)
        .map(|bounds| {
            let section = &text[bounds[0] + marker.len()..bounds[1]];
            let (heading, text) = section.split_once('\n').unwrap_or((section, ""));
            (heading.trim(), text.trim())
        })
        .collect();
    (text[..starts[0]].trim(), found)
}

fn check_headings(of: &str, expected: &[&str], found: &[(&str, &str)]) -> Result<(), LessonError> {
    if expected.iter().eq(found.iter().map(|(heading, _)| heading)) {
        return Ok(());
    }
    Err(LessonError::Sections {
        of: of.to_owned(),
        expected: expected.iter().map(|&heading| heading.to_owned()).collect(),
        found: found.iter().map(|&(heading, _)| heading.to_owned()).collect(),
    })
}

/// The text, unless there is none.
fn filled(name: &str, text: &'static str) -> Result<&'static str, LessonError> {
    match text.trim() {
        "" => Err(LessonError::Empty(name.to_owned())),
        text => Ok(text),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    /// Every rung, with its lesson.
    fn rungs() -> impl Iterator<Item = (&'static Lesson, &'static Rung)> {
        lessons().iter().flat_map(|lesson| lesson.rungs.iter().map(move |rung| (lesson, rung)))
    }

    #[test]
    fn every_lesson_parses() {
        for (name, text) in LESSON_TEXTS {
            if let Err(error) = parse_lesson(text) {
                panic!("{name}: {error}");
            }
        }
        assert_eq!(lessons().len(), LESSON_TEXTS.len());
    }

    #[test]
    fn a_lesson_has_all_rungs_of_its_families_in_order() {
        let check = |index: usize, title: &str, families: &[&str]| {
            let lesson = &lessons()[index];
            assert_eq!(lesson.title, title);
            // Forms in a second element type are left to the command line.
            let expected: Vec<&str> = families
                .iter()
                .flat_map(|family| catalog::select(family).expect(family))
                .map(|(_, variant)| variant.name)
                .filter(|name| !name.ends_with("_i32"))
                .collect();
            let found: Vec<&str> = lesson.rungs.iter().map(|rung| rung.variant.name).collect();
            assert_eq!(found, expected, "{title}");
        };
        check(0, "Reduction", &["reduce"]);
        check(1, "Matrix multiply", &["matmul"]);
        check(2, "Coalescing", &["copy", "scale_rows"]);
        check(3, "Bank conflicts", &["transpose", "matvec"]);
        check(4, "Divergence", &["divergence"]);
        check(5, "Template matching", &["template_match"]);
        check(6, "Jacobi iteration", &["jacobi"]);
        check(7, "Histogram", &["histogram"]);
    }

    #[test]
    fn a_rung_can_be_run_and_has_its_block() {
        for (_, rung) in rungs() {
            let name = rung.variant.name;
            assert_eq!(rung.variant.size(&rung.size).as_ref(), Ok(&rung.size), "{name}");
            let problem = rung.variant.problem(&rung.size, 1).expect(name);
            let launch = problem.launches.first().expect(name);
            for (at, blocks) in rung.block.iter().zip(launch.grid) {
                assert!(*at < blocks, "{name}: block {:?} of {:?}", rung.block, launch.grid);
            }
            let family = rung.family;
            assert!(family.variants.iter().any(|variant| variant.name == name), "{name}");
        }
    }

    #[test]
    fn a_watched_variable_is_declared() {
        for (_, rung) in rungs() {
            let Some(watch) = &rung.watch else { continue };
            let declared = [format!("let {watch} "), format!("let mut {watch} ")]
                .iter()
                .any(|declaration| rung.family.sources.rust.contains(declaration));
            assert!(declared, "{}: `{watch}`", rung.variant.name);
        }
    }

    #[test]
    fn texts_are_calm() {
        let texts = rungs()
            .flat_map(|(lesson, rung)| {
                let Rung { changes, why, look, question, answer, .. } = rung;
                [lesson.intro, &lesson.summary, changes, why, look, question, answer]
            })
            .chain(glossary().iter().map(|term| term.text.as_str()))
            .chain(tour().iter().map(|stop| stop.text));
        for text in texts {
            // An exclamation mark may be part of code, such as `!=`.
            assert!(!text.replace("!=", "").contains('!'), "{text}");
            assert!(text.ends_with(['.', '?']), "{text}");
        }
    }

    #[test]
    fn malformed_lessons_are_refused() {
        const HEAD: &str = "+++\ntitle = 'T'\nsummary = 's.'\nminutes = 1\n\
                            [[rung]]\nvariant = 'vecadd'\nsize = [7]\nblock = [0, 0, 0]\n+++\n";
        const BODY: &str = "Intro.\n## vecadd\n### What changes\na\n### Why\nb\n\
                            ### What to look at\nc\n### Question\nd\n### Answer\ne\n";
        let parse = |head: &str, body: &str| {
            // The parser borrows from the binary; a test may leak its few bytes.
            parse_lesson(Box::leak(format!("{head}{body}").into_boxed_str()))
        };
        assert!(parse(HEAD, BODY).is_ok());
        assert!(parse(&HEAD.replace('\n', "\r\n"), &BODY.replace('\n', "\r\n")).is_ok());
        let check = |head: &str, body: &str, expected: &str| match parse(head, body) {
            Ok(_) => panic!("accepted, but expected: {expected}"),
            Err(error) => {
                let message = error.to_string();
                assert!(message.contains(expected), "{message}, not {expected}");
            }
        };
        let unnamed = |body: &str| body.replace("## vecadd", "## saxpy");
        check("", BODY, "does not begin with TOML");
        check("+++\ntitle = 'T'\n", BODY, "does not begin with TOML");
        check(&HEAD.replace("minutes = 1\n", ""), BODY, "missing field `minutes`");
        check(&HEAD.replace("minutes", "hours"), BODY, "unknown field `hours`");
        check(&HEAD.replace("vecadd", "vecad"), &BODY.replace("vecadd", "vecad"), "did you mean");
        check(&HEAD.replace("[7]", "[7, 8]"), BODY, "2 numbers were given");
        check(HEAD, &unnamed(BODY), "[\"saxpy\"], not [\"vecadd\"]");
        check(HEAD, "Intro.\n", "[], not [\"vecadd\"]");
        check(HEAD, &format!("{BODY}## saxpy\n"), "[\"vecadd\", \"saxpy\"]");
        check(HEAD, &BODY.replace("### Why\nb\n", ""), "vecadd has the sections");
        check(
            HEAD,
            &BODY.replace("### Question\nd\n### Answer\ne\n", "### Answer\ne\n### Question\nd\n"),
            "\"Answer\", \"Question\"]",
        );
        check(HEAD, &format!("{BODY}### Answer\nf\n"), "vecadd has the sections");
        check(HEAD, &BODY.replace("### Why\nb\n", "### Why\n\n"), "`Why` of vecadd is empty");
        check(HEAD, &BODY.replace("Intro.", ""), "the introduction is empty");
    }

    #[test]
    fn every_word_is_explained_once() {
        let mut seen = BTreeSet::new();
        for term in glossary() {
            for name in std::iter::once(&term.name).chain(&term.also) {
                assert!(seen.insert(name.to_lowercase()), "{name} is explained twice");
            }
        }
    }

    #[test]
    fn words_are_found_by_all_their_forms() {
        let check = |word: &str, expected: Option<&str>| {
            assert_eq!(term(word).map(|term| term.name.as_str()), expected, "{word}");
        };
        check("sector", Some("sector"));
        check("Sectors", Some("sector"));
        check("masked off", Some("mask"));
        check("sm", Some("multiprocessor"));
        check("Subgroup", Some("wave"));
        check("ptx", Some("PTX"));
        check("gflop/s", Some("GFLOP/s"));
        check("texture", None);
        check("", None);
    }

    #[test]
    fn the_tour_is_short_and_says_where_to_look() {
        assert!(!tour_title().is_empty());
        assert!((7..=9).contains(&tour().len()), "{} stops", tour().len());
        for stop in tour() {
            assert!(!stop.title.is_empty() && stop.text.len() < 400, "{}", stop.title);
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
        check("panel: warps\n\nLook.", None);
        check("panel: warps\ndo: step\n\nLook.", None);
        check("Look.", Some("does not begin with its panel"));
        check("panel: attic\n\nLook.", Some("`attic`"));
        check("panel: warps\ndo: dance\n\nLook.", Some("`dance`"));
        check("panel: warps\ndo: step\n", Some("Stop is empty"));
    }
}
