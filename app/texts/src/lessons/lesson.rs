//! The lessons, read from `assets/lessons`.
//!
//! The texts are part of the binary, and everything here borrows from them. A
//! lesson is a Markdown file with TOML before it: the TOML names the rungs, the
//! Markdown has one section per rung, in the same order. A text that does not
//! follow the format is a mistake of ours, which the tests below find; the
//! parsers say what is wrong with it.

use super::format::{LessonError, check_headings, filled, front_matter, sections};
use super::program::{Program, program};
use super::scene::{self, Scene};
use serde::Deserialize;
use std::sync::LazyLock;
use warpbench_catalog as catalog;
use warpbench_catalog::{Family, Variant};

/// A topic as a ladder of kernels.
#[derive(Debug)]
pub struct Lesson {
    /// What tells it from others in links: its file's name.
    pub name: &'static str,
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
    /// What tells it from others in files: its kernel's name, unless several rungs
    /// show that kernel.
    pub name: String,
    pub title: String,
    pub variant: &'static Variant,
    /// The family that it belongs to.
    pub family: &'static Family,
    /// The program with directives that is shown instead; the variant is then the kernel
    /// of the same shape that was written by hand.
    pub program: Option<&'static Program>,
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
    pub look: Vec<Pointer>,
    /// Something to answer before stepping.
    pub question: &'static str,
    pub answer: Pointer,
}

/// Words, and what they point at.
#[derive(Debug)]
pub struct Pointer {
    /// Markdown, with figures that the simulator knows.
    pub text: &'static str,
    pub scene: Option<Scene>,
}

/// The lessons, in the order they are taught.
pub fn lessons() -> &'static [Lesson] {
    &LESSONS
}

/// The place of a lesson, by its file's name, with or without its number, or by the
/// number alone.
pub fn lesson_named(name: &str) -> Option<usize> {
    let is_meant = |lesson: &Lesson| {
        let (number, words) = lesson.name.split_once('-').unwrap_or(("", lesson.name));
        let is_number = number.parse::<u32>().is_ok_and(|number| name.parse() == Ok(number));
        lesson.name == name || words == name || is_number
    };
    lessons().iter().position(is_meant)
}

/// The lessons' files, without their endings, and what they contain.
const LESSON_TEXTS: [(&str, &str); 11] = [
    ("00-first-warp", include_str!("../../../../assets/lessons/00-first-warp.md")),
    ("01-reduction", include_str!("../../../../assets/lessons/01-reduction.md")),
    ("02-matrix-multiply", include_str!("../../../../assets/lessons/02-matrix-multiply.md")),
    ("03-coalescing", include_str!("../../../../assets/lessons/03-coalescing.md")),
    ("04-bank-conflicts", include_str!("../../../../assets/lessons/04-bank-conflicts.md")),
    ("05-divergence", include_str!("../../../../assets/lessons/05-divergence.md")),
    ("06-template-matching", include_str!("../../../../assets/lessons/06-template-matching.md")),
    ("07-jacobi", include_str!("../../../../assets/lessons/07-jacobi.md")),
    ("08-histogram", include_str!("../../../../assets/lessons/08-histogram.md")),
    (
        "09-from-loops-to-threads",
        include_str!("../../../../assets/lessons/09-from-loops-to-threads.md"),
    ),
    (
        "10-let-the-tool-coalesce",
        include_str!("../../../../assets/lessons/10-let-the-tool-coalesce.md"),
    ),
];

static LESSONS: LazyLock<Vec<Lesson>> = LazyLock::new(|| {
    LESSON_TEXTS.into_iter().map(|(name, text)| parse_lesson(name, text).expect(name)).collect()
});

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
    /// Where its kernel's name would not tell it from others.
    name: Option<String>,
    /// Where it is not the kernel's.
    title: Option<String>,
    variant: String,
    /// A program of `assets/programs` whose kernels are shown.
    program: Option<String>,
    size: Vec<u64>,
    block: [u32; 3],
    watch: Option<String>,
}

impl RungHead {
    fn name(&self) -> &str {
        self.name.as_ref().unwrap_or(&self.variant)
    }
}

fn parse_lesson(name: &'static str, text: &'static str) -> Result<Lesson, LessonError> {
    let (head, body) = front_matter::<LessonHead>(text)?;
    let (intro, found) = sections(body, "## ");
    let names: Vec<&str> = head.rung.iter().map(RungHead::name).collect();
    check_headings(&head.title, &names, &found)?;
    let intro = filled("the introduction", intro)?;
    let LessonHead { title, summary, minutes, rung } = head;
    let rungs = rung
        .into_iter()
        .zip(found)
        .map(|(head, (_, text))| parse_rung(head, text))
        .collect::<Result<_, _>>()?;
    Ok(Lesson { name, title, summary, minutes, intro, rungs })
}

/// The headings of a rung, in order.
const RUNG_HEADINGS: [&str; 5] = ["What changes", "Why", "What to look at", "Question", "Answer"];

fn parse_rung(head: RungHead, text: &'static str) -> Result<Rung, LessonError> {
    let (family, variant) = catalog::find(&head.variant).map_err(LessonError::Variant)?;
    let size = variant.size(&head.size).map_err(LessonError::Size)?;
    let shown = match &head.program {
        None => None,
        Some(name) => Some(program(name).ok_or_else(|| LessonError::Program(name.clone()))?),
    };
    let (_, found) = sections(text, "### ");
    check_headings(head.name(), &RUNG_HEADINGS, &found)?;
    let part = |index: usize| {
        let (heading, text) = found[index];
        filled(&format!("`{heading}` of {}", head.name()), text)
    };
    Ok(Rung {
        name: head.name().to_owned(),
        title: head.title.clone().unwrap_or_else(|| variant.title.to_owned()),
        variant,
        family,
        program: shown,
        size,
        block: head.block,
        watch: head.watch.clone(),
        changes: part(0)?,
        why: part(1)?,
        look: items(part(2)?)?,
        question: part(3)?,
        answer: pointer(part(4)?)?,
    })
}

/// The items of a list.
fn items(text: &'static str) -> Result<Vec<Pointer>, LessonError> {
    let mut starts: Vec<usize> =
        text.match_indices("\n- ").map(|(newline, _)| newline + 1).collect();
    if text.starts_with("- ") {
        starts.insert(0, 0);
    } else {
        return Err(LessonError::NoList(text.lines().next().unwrap_or_default().to_owned()));
    }
    starts.push(text.len());
    starts.windows(2).map(|bounds| pointer(text[bounds[0] + 2..bounds[1]].trim())).collect()
}

fn pointer(text: &'static str) -> Result<Pointer, LessonError> {
    let (text, scene) = scene::split(text)?;
    Ok(Pointer { text, scene })
}

#[cfg(test)]
mod tests {
    use super::super::glossary::glossary;
    use super::*;
    use std::collections::BTreeSet;

    /// Every rung, with its lesson.
    fn rungs() -> impl Iterator<Item = (&'static Lesson, &'static Rung)> {
        lessons().iter().flat_map(|lesson| lesson.rungs.iter().map(move |rung| (lesson, rung)))
    }

    #[test]
    fn every_lesson_parses() {
        for (name, text) in LESSON_TEXTS {
            if let Err(error) = parse_lesson(name, text) {
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
            // Forms in a second element type are left to the command line, and what a
            // tool derives has a lesson of its own.
            let expected: Vec<&str> = families
                .iter()
                .flat_map(|family| catalog::select(family).expect(family))
                .map(|(_, variant)| variant.name)
                .filter(|name| !name.ends_with("_i32") && !name.ends_with("_derived"))
                .collect();
            let found: Vec<&str> = lesson.rungs.iter().map(|rung| rung.variant.name).collect();
            assert_eq!(found, expected, "{title}");
        };
        check(1, "Reduction", &["reduce"]);
        check(2, "Matrix multiply", &["matmul"]);
        check(3, "Coalescing", &["copy", "scale_rows"]);
        check(4, "Bank conflicts", &["transpose", "matvec"]);
        check(5, "Divergence", &["divergence"]);
        check(6, "Template matching", &["template_match"]);
        check(7, "Jacobi iteration", &["jacobi"]);
        check(8, "Histogram", &["histogram"]);
    }

    #[test]
    fn what_is_derived_stands_between_the_naive_form_and_the_one_by_hand() {
        let lesson = lessons().iter().find(|lesson| lesson.title == "Let the tool coalesce");
        let rungs = &lesson.expect("the lesson").rungs;
        let found: Vec<&str> = rungs.iter().map(|rung| rung.variant.name).collect();
        assert_eq!(found, ["scale_rows_naive", "scale_rows_derived", "scale_rows_tiled"]);
        let family: BTreeSet<&str> =
            rungs[0].family.variants.iter().map(|variant| variant.name).collect();
        assert_eq!(found.into_iter().collect::<BTreeSet<&str>>(), family);
    }

    /// Settings, figures and the tour find rungs by their names.
    #[test]
    fn no_two_rungs_have_one_name() {
        let mut names = BTreeSet::new();
        for (lesson, rung) in rungs() {
            assert!(names.insert(&rung.name), "{} of {} is taken", rung.name, lesson.title);
            if let Ok((_, named)) = catalog::find(&rung.name) {
                assert_eq!(named.name, rung.variant.name, "the name of another kernel");
            }
        }
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
            let forms =
                [format!("let {watch} "), format!("let mut {watch} "), format!("for {watch} in ")];
            let text = rung.program.map_or(rung.family.sources.rust, |program| program.text);
            let declared = forms.iter().any(|declaration| text.contains(declaration));
            assert!(declared, "{}: `{watch}`", rung.variant.name);
        }
    }

    #[test]
    fn texts_are_calm() {
        let texts = rungs()
            .flat_map(|(lesson, rung)| {
                let Rung { changes, why, look, question, answer, .. } = rung;
                let texts = [lesson.intro, &lesson.summary, changes, why, question, answer.text];
                texts.into_iter().chain(look.iter().map(|item| item.text))
            })
            .chain(glossary().iter().map(|term| term.text.as_str()));
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
                            ### What to look at\n- c\n### Question\nd\n### Answer\ne\n";
        let parse = |head: &str, body: &str| {
            // The parser borrows from the binary; a test may leak its few bytes.
            parse_lesson("a lesson", Box::leak(format!("{head}{body}").into_boxed_str()))
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
}
