//! Any text as a result file. What is read makes sense: it can be written and read
//! again, put together with itself, and shown in every form.

#![no_main]

use libfuzzer_sys::fuzz_target;
use warpbench_compare::notes::Notes;
use warpbench_compare::{Collection, page::page, read, table, write};

fuzz_target!(|text: &str| {
    let Ok(results) = read(text) else { return };
    let again = write(&results).expect("what was read makes sense");
    assert_eq!(read(&again).as_ref(), Ok(&results));
    let collection = Collection::of([results.clone(), results]).expect("copies of one run");
    let _ = table::plain(&collection, &Notes::default());
    let _ = table::markdown(&collection, &Notes::default());
    table::csv(&collection).expect("it can be written");
    page(&collection, &Notes::default()).expect("it can be written");
});
