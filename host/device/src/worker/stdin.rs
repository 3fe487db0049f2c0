//! The worker as a process: standard input and output carry the lines.

use super::exit;
use super::protocol;
use super::protocol::Event;
use super::serve::Order;
use pollster::block_on;
use std::io::{self, BufRead, Read, Write};
use std::process::ExitCode;
use std::thread;

/// What the hidden subcommand does: reads a request from standard input, does
/// it, and writes events to standard output. Ends the process when standard
/// input ends, because then whoever asked is gone.
pub fn serve_stdin() -> ExitCode {
    let mut line = String::new();
    let order = match io::stdin().lock().read_line(&mut line) {
        Ok(_) => Order::parse(&line),
        Err(error) => Err(Order::unreadable(&error)),
    };
    drop(line);
    thread::spawn(|| {
        let mut rest = [0; 64];
        while matches!(io::stdin().read(&mut rest), Ok(1..)) {}
        exit::now(1)
    });

    let mut report = |event: &Event| {
        let Ok(line) = protocol::to_line(event) else { return };
        let mut output = io::stdout().lock();
        if output.write_all(line.as_bytes()).and_then(|()| output.flush()).is_err() {
            exit::now(1);
        }
    };
    block_on(Order::carry_out(order, &mut report));
    ExitCode::SUCCESS
}
