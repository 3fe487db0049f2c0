//! JUnit's XML: one suite for a submission, one case for a check.

use super::{account, plain, plain_line};
use crate::outcome::{Graded, Status};
use quick_junit::{NonSuccessKind, Report, TestCase, TestCaseStatus, TestSuite};

/// One file for any number of submissions.
pub fn write(all: &[Graded]) -> Result<String, String> {
    let mut report = Report::new("warpbench");
    for graded in all {
        let mut suite = TestSuite::new(plain_line(&graded.submission));
        for check in &graded.checks {
            let status = match (check.status, &graded.refused) {
                (Status::Passed, _) => TestCaseStatus::success(),
                (Status::Skipped, _) => TestCaseStatus::skipped(),
                (Status::Failed, refused) => {
                    let kind = match refused {
                        Some(_) => NonSuccessKind::Error,
                        None => NonSuccessKind::Failure,
                    };
                    let mut status = TestCaseStatus::non_success(kind);
                    let told = match refused {
                        Some(refused) => plain(refused),
                        None => account(check),
                    };
                    status.set_message(plain_line(told.lines().next().unwrap_or_default()));
                    status.set_description(told);
                    status
                }
            };
            let mut case = TestCase::new(plain_line(&check.name), status);
            case.set_classname(graded.lab.clone());
            suite.add_test_case(case);
        }
        report.add_test_suite(suite);
    }
    report.to_string().map_err(|error| error.to_string())
}
