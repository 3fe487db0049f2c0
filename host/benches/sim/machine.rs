//! The machine that is measured on, in words.

use std::{env, fs, thread};

pub(crate) fn describe() -> String {
    let cores = thread::available_parallelism().map_or(1, usize::from);
    let cores = if cores == 1 { "one core".to_owned() } else { format!("{cores} cores") };
    format!("{}, {cores}, {} ({})", processor(), env::consts::OS, env::consts::ARCH)
}

/// Processor time that this process and those it waited for have used so far,
/// where the system tells.
pub(crate) fn processor_seconds() -> Option<f64> {
    seconds_in(&fs::read_to_string("/proc/self/stat").ok()?)
}

/// Reads Linux's line about a process. Its second field is a name in brackets,
/// which may hold anything; the times are fields 14 to 17, in hundredths.
fn seconds_in(stat: &str) -> Option<f64> {
    let (_, fields) = stat.rsplit_once(')')?;
    let times: Vec<f64> =
        fields.split_whitespace().skip(11).take(4).map_while(|time| time.parse().ok()).collect();
    (times.len() == 4).then(|| times.iter().sum::<f64>() / 100.0)
}

fn processor() -> String {
    let info = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let name = info.lines().find_map(|line| {
        let (key, value) = line.split_once(':')?;
        (key.trim() == "model name").then(|| value.trim().to_owned())
    });
    name.unwrap_or_else(|| "a processor of unknown name".to_owned())
}
