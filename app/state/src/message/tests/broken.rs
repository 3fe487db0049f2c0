//! Bytes that are no message: nothing panics, and nothing takes memory that is not there.

use super::told_of_run;
use crate::diagnostic::diagnose;
use crate::labs::session::{GradeEvent, GradeRequest};
use crate::message::{decode, encode};
use crate::session::{Session, SessionEvent, SessionRequest};
use crate::setup::Setup;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

/// Reads bytes as a message and says whether that went well; why not, in a sentence.
type Read = fn(&[u8]) -> Result<(), String>;

/// Some messages, and how each is read.
fn messages() -> Vec<(Vec<u8>, Read)> {
    let read_request: Read = |bytes| decode::<SessionRequest>(bytes).map(drop);
    let read_event: Read = |bytes| decode::<SessionEvent>(bytes).map(drop);
    let setup = Box::new(Setup::new());
    let run = SessionRequest::Run { ticket: 1, setup: setup.clone(), text: None };
    let diagnostics = diagnose("a.wgsl", "fn f() {}\nfn f() {}");
    let checked = SessionEvent::Checked { key: "a.wgsl".to_owned(), revision: 1, diagnostics };
    let mut messages = vec![(encode(&run), read_request), (encode(&checked), read_event)];
    let session = Session::start(|| {});
    let events = told_of_run(&session, &setup);
    messages.extend(events.iter().map(|event| (encode(event), read_event)));
    messages
}

#[test]
fn messages_that_end_too_early_are_refused() {
    for (bytes, read) in messages() {
        assert_eq!(read(&bytes), Ok(()));
        // All ends of short ones, and some thousand of the long ones.
        for end in (0..bytes.len()).step_by(1 + bytes.len() / 3000) {
            let why = read(&bytes[..end]).expect_err("something is missing");
            assert!(why.starts_with("A message") && why.ends_with('.'), "{why}");
        }
    }
}

#[test]
fn messages_with_wrong_bytes_do_no_harm() {
    let mut random = Pcg64Mcg::seed_from_u64(1);
    let mut refused = 0;
    for (bytes, read) in messages() {
        for _ in 0..1000 {
            let mut broken = bytes.clone();
            for _ in 0..random.random_range(1..4) {
                let at = random.random_range(0..broken.len());
                broken[at] = match random.random_range(0..3) {
                    0 => random.random(),
                    1 => broken[at] ^ 1 << random.random_range(0..8),
                    // The starts of long strings, arrays and maps.
                    _ => random.random_range(0xc4..=0xdf),
                };
            }
            refused += usize::from(read(&broken).is_err());
        }
    }
    assert!(refused > 1000, "{refused}");
}

#[test]
fn lengths_that_are_not_there_are_refused() {
    let all = [0xff; 4];
    // Bytes, a text, an array, a map; and arrays in arrays.
    for start in [0xc6, 0xdb, 0xdd, 0xdf] {
        let bytes = [&[start][..], &all, &[0x01; 32]].concat();
        assert!(decode::<Vec<u64>>(&bytes).is_err() && decode::<String>(&bytes).is_err());
        assert!(decode::<SessionEvent>(&bytes).is_err() && decode::<GradeEvent>(&bytes).is_err());
        assert!(decode::<GradeRequest>(&bytes).is_err() && decode::<Setup>(&bytes).is_err());
        let name = [&[0x81, 0xa7][..], b"Counted", &bytes].concat();
        assert!(decode::<SessionEvent>(&name).is_err());
    }
    for start in [0x91, 0x81] {
        assert!(decode::<SessionEvent>(&vec![start; 1 << 20]).is_err());
        let unknown = [&[0x81, 0xa7][..], b"Counted", &[0x81, 0xa1, b'x'], &vec![start; 1 << 20]];
        let why = decode::<SessionEvent>(&unknown.concat()).expect_err("it nests too deep");
        assert!(why.contains("depth"), "{why}");
    }
}
