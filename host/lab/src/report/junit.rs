//! JUnit's XML: one suite for a submission, one case for a check.
//!
//! Some readers, Jenkins's xUnit plugin among them, hold a file to the published schema
//! and refuse an attribute that it lacks; what is written keeps to it.

use super::{ReportError, account, plain, plain_line};
use crate::outcome::{CheckOutcome, Graded, Status};
use quick_xml::Writer;
use quick_xml::events::{BytesDecl, BytesText, Event};
use std::io;

/// One file for any number of submissions.
pub fn write(all: &[Graded]) -> Result<String, ReportError> {
    let mut writer = Writer::new_with_indent(Vec::new(), b' ', 4);
    write_suites(&mut writer, all)?;
    let mut text = String::from_utf8(writer.into_inner())?;
    text.push('\n');
    Ok(text)
}

fn write_suites(writer: &mut Writer<Vec<u8>>, all: &[Graded]) -> io::Result<()> {
    writer.write_event(Event::Decl(BytesDecl::new("1.0", Some("UTF-8"), None)))?;
    let totals = Totals::of(all);
    let suites = writer.create_element("testsuites").with_attributes([
        ("name", "warpbench"),
        ("tests", totals.tests.as_str()),
        ("failures", totals.failures.as_str()),
        ("errors", totals.errors.as_str()),
    ]);
    suites.write_inner_content(|writer| {
        all.iter().try_for_each(|graded| write_suite(writer, graded))
    })?;
    Ok(())
}

fn write_suite(writer: &mut Writer<Vec<u8>>, graded: &Graded) -> io::Result<()> {
    let totals = Totals::of([graded]);
    let suite = writer.create_element("testsuite").with_attributes([
        ("name", plain_line(&graded.submission).as_str()),
        ("tests", totals.tests.as_str()),
        ("failures", totals.failures.as_str()),
        ("errors", totals.errors.as_str()),
        ("skipped", totals.skipped.as_str()),
    ]);
    suite.write_inner_content(|writer| {
        graded.checks.iter().try_for_each(|check| write_case(writer, graded, check))
    })?;
    Ok(())
}

fn write_case(
    writer: &mut Writer<Vec<u8>>,
    graded: &Graded,
    check: &CheckOutcome,
) -> io::Result<()> {
    let name = plain_line(&check.name);
    let case = writer
        .create_element("testcase")
        .with_attributes([("name", name.as_str()), ("classname", graded.lab.as_str())]);
    let (kind, told) = match (check.status, &graded.refused) {
        (Status::Passed, _) => {
            case.write_empty()?;
            return Ok(());
        }
        (Status::Skipped, _) => {
            case.write_inner_content(|writer| {
                writer.create_element("skipped").write_empty().map(drop)
            })?;
            return Ok(());
        }
        (Status::Failed, Some(refused)) => ("error", plain(refused)),
        (Status::Failed, None) => ("failure", account(check)),
    };
    case.write_inner_content(|writer| {
        let message = plain_line(told.lines().next().unwrap_or_default());
        let element = writer.create_element(kind).with_attribute(("message", message.as_str()));
        let element = match check.code.filter(|_| !check.hidden) {
            Some(code) => element.with_attribute(("type", code.name())),
            None => element,
        };
        element.write_text_content(BytesText::new(&told)).map(drop)
    })?;
    Ok(())
}

/// How many checks came to what, as attributes say it.
struct Totals {
    tests: String,
    failures: String,
    errors: String,
    skipped: String,
}

impl Totals {
    fn of<'a>(all: impl IntoIterator<Item = &'a Graded> + Clone) -> Totals {
        let count = |counts: fn(Status, bool) -> bool| {
            let of = |graded: &Graded| {
                let refused = graded.refused.is_some();
                graded.checks.iter().filter(|check| counts(check.status, refused)).count()
            };
            all.clone().into_iter().map(of).sum::<usize>().to_string()
        };
        Totals {
            tests: count(|_, _| true),
            failures: count(|status, refused| status == Status::Failed && !refused),
            errors: count(|status, refused| status == Status::Failed && refused),
            skipped: count(|status, _| status == Status::Skipped),
        }
    }
}
