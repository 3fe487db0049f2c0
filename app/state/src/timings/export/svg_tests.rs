//! Pictures are read back and measured.

use super::super::picture::Picture;
use super::super::png;
use super::*;
use crate::timings::action::FileFormat;
use crate::timings::action::TimingsAction;
use crate::timings::fixtures::{gpu, ladder, plausible, rungs, timings, wrong};
use crate::timings::job::{Failure, RunKey};
use crate::timings::roofline;
use crate::timings::state::started;

fn picture(family: &str) -> Picture {
    let mut timings = timings();
    let rungs = rungs(family);
    let ladder = ladder(&rungs);
    for job in started(&mut timings, TimingsAction::RunLadder, &ladder) {
        timings.ended(job.key, Ok(plausible(&job)));
    }
    let key = |number: usize| RunKey { variant: rungs[number].name, target: 1, edited: false };
    timings.ended(key(1), Ok(wrong(rungs[1].name, &gpu(), &[1000])));
    let why = "the adapter <llvmpipe> lacks subgroups & more, which this kernel needs".to_owned();
    timings.ended(key(0), Err(Failure::Failed(why)));
    let roofline = roofline::of(&timings, &ladder, 0).ok();
    Picture { comparison: Comparison::of(&timings, &ladder), roofline, series: 0 }
}

#[test]
fn the_svg_can_be_read_and_has_everything() {
    for family in ["reduce", "matmul", "copy", "jacobi"] {
        let picture = picture(family);
        let text = picture.svg();
        let tree = png::tree(&text).expect(family);
        assert_eq!(tree.size().width(), WIDTH);
        for section in &picture.comparison.sections {
            for column in &section.columns {
                assert!(text.contains(&column.place.device), "{column:?} in {family}");
            }
            for rung in &section.rungs {
                assert!(text.contains(rung.variant.name), "{}", rung.variant.name);
            }
        }
        assert!(text.contains("Software, no GPU"), "classes are told apart");
        assert!(text.contains("&lt;llvmpipe&gt; lacks"), "what is said is escaped");
        let has_roofline = text.contains("Roofline: NVIDIA H200");
        assert_eq!(has_roofline, family != "copy", "{family}");
        // What was drawn lies on the paper.
        let drawn = tree.root().abs_bounding_box();
        assert!(drawn.left() >= -0.5 && drawn.right() <= WIDTH + 0.5, "{drawn:?}");
        assert!(drawn.bottom() <= tree.size().height() + 0.5, "{drawn:?}");
    }
}

#[test]
fn the_png_has_the_size_that_was_asked_for() {
    let picture = picture("matmul");
    let text = picture.svg();
    let size = png::tree(&text).expect("it can be read").size();
    for scale in [1.0, 2.0] {
        let bytes = png::of(&text, scale).expect("it can be drawn");
        assert_eq!(&bytes[..8], b"\x89PNG\r\n\x1a\n");
        let number =
            |at: usize| u32::from_be_bytes(bytes[at..at + 4].try_into().expect("four bytes"));
        assert_eq!(number(16), (size.width() * scale).ceil() as u32);
        assert_eq!(number(20), (size.height() * scale).ceil() as u32);
    }
    assert!(png::of("nonsense", 1.0).is_err());
    for format in [FileFormat::Csv, FileFormat::Svg, FileFormat::Png] {
        let bytes = picture.render(format).expect("it can be written");
        assert!(bytes.len() > 1000, "{format:?}");
        assert_eq!(picture.name(format), format!("warpbench-matmul.{}", format.ending()));
    }
}

#[test]
fn texts_are_broken_at_words() {
    let check = |text: &str, width: f32, expected: &[&str]| {
        assert_eq!(broken(text, width), expected, "{text}");
    };
    check("short", 200.0, &["short"]);
    check("one two three four", 64.0, &["one two", "three four"]);
    check("a\nb", 200.0, &["a", "b"]);
    check("0123456789abcd x", 64.0, &["0123456789", "abcd x"]);
}
