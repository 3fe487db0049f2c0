//! Mutants of all reference solutions against their labs' checks; `cargo xtask
//! mutants` runs this and writes docs/mutants.md.

#[path = "../tests/disk.rs"]
mod disk;

use disk::Disk;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;
use warpbench_front::Source;
use warpbench_lab::grade::{Difference, Grader, Judge};
use warpbench_lab::lab::Lab;
use warpbench_lab::{Clock, Limits};
use warpbench_mutants::{Mutant, mutants};

/// What became of a mutant.
enum Fate {
    NoProgram,
    Caught,
    Same,
    /// It counts otherwise, within what the claims allow.
    Allowed(String),
    Survived(String),
}

fn fate(grader: &Grader, judge: &Judge<'_>, source: &Source) -> Fate {
    let started = Instant::now();
    let clock = Clock { elapsed: &|| started.elapsed(), go_on: &|| true };
    match grader.first_failure(source, &clock) {
        Err(_) => Fate::NoProgram,
        Ok(Some(_)) => Fate::Caught,
        Ok(None) => match judge.difference(source) {
            None => Fate::Same,
            Some(Difference::Allowed(how)) => Fate::Allowed(how),
            Some(Difference::Wrong(how)) => Fate::Survived(how),
        },
    }
}

/// What must be caught of what is wrong.
const LEAST: f64 = 0.98;

const HEAD: &str = "# Mutants

How many wrong kernels the labs' own checks catch. Each mutant is one mechanical change \
of a reference solution (`host/mutants`). Those that are no program are not \
counted. Those that pass all checks go before a wider judge \
(`host/lab/src/grade/judge.rs`): results and findings at the checks' sizes with two \
other seeds and under eight schedules, and once more, shuffled, at sizes one more, one \
less and twice as large in every number; all of it for warps of 32 and of 64; claims at \
all these sizes. What differs there is wrong and a survivor. What differs only in a \
count for which the claims leave room (another block, another order of steps) is \
listed as allowed, because a right rewriting does the same.

Printed by `cargo xtask mutants --write`.
";

/// Of one text, or of all.
#[derive(Clone, Copy, Default)]
struct Sums {
    made: usize,
    no_program: usize,
    same: usize,
    allowed: usize,
    caught: usize,
    survived: usize,
}

impl Sums {
    fn of(fates: &[Fate]) -> Sums {
        let mut sums = Sums { made: fates.len(), ..Sums::default() };
        for fate in fates {
            match fate {
                Fate::NoProgram => sums.no_program += 1,
                Fate::Caught => sums.caught += 1,
                Fate::Same => sums.same += 1,
                Fate::Allowed(_) => sums.allowed += 1,
                Fate::Survived(_) => sums.survived += 1,
            }
        }
        sums
    }

    fn add(&mut self, other: Sums) {
        self.made += other.made;
        self.no_program += other.no_program;
        self.same += other.same;
        self.allowed += other.allowed;
        self.caught += other.caught;
        self.survived += other.survived;
    }

    fn row(&self, lab: &str, text: &str) -> String {
        let Sums { made, no_program, same, allowed, caught, survived } = self;
        format!(
            "| {lab} | {text} | {made} | {no_program} | {same} | {allowed} | {} | {caught} | {survived} |",
            caught + survived
        )
    }

    /// What was caught, of `of`.
    fn part(&self, of: usize) -> f64 {
        if of == 0 { 1.0 } else { self.caught as f64 / of as f64 }
    }
}

fn main() -> ExitCode {
    let labs = std::env::args().nth(1).map_or_else(|| PathBuf::from("assets/labs"), PathBuf::from);
    let only: Vec<String> = std::env::args().skip(2).collect();
    let mut folders: Vec<PathBuf> = std::fs::read_dir(&labs)
        .expect("a folder of labs")
        .flatten()
        .map(|entry| entry.path())
        .filter(|path| path.join("lab.toml").is_file())
        .collect();
    folders.sort();
    println!("{HEAD}");
    println!(
        "| lab | text | mutants | no program | the same | allowed | wrong | caught | survivors |"
    );
    println!("|---|---|---:|---:|---:|---:|---:|---:|---:|");
    let mut survivors = Vec::new();
    let mut allowances = Vec::new();
    let mut all = Sums::default();
    for folder in folders {
        let id = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if !only.is_empty() && !only.iter().any(|name| id.starts_with(name.as_str())) {
            continue;
        }
        let lab = Lab::load(&folder, None, &Disk).unwrap_or_else(|error| panic!("{error}"));
        let texts = lab.texts.clone();
        let grader =
            Grader::new(lab, Limits::default()).unwrap_or_else(|error| panic!("{id}: {error}"));
        for texts in texts {
            let started = Instant::now();
            let path = &texts.solution.path;
            let made = mutants(&texts.solution.text);
            let fates = fates(&grader, &made, path);
            let sums = Sums::of(&fates);
            println!("{}", sums.row(&id, path));
            eprintln!("{} ({:.0} s)", sums.row(&id, path), started.elapsed().as_secs_f64());
            all.add(sums);
            for (mutant, fate) in made.iter().zip(&fates) {
                let row = |how: &str| {
                    let (old, new) = &mutant.change;
                    let (old, new) = (one_line(old), one_line(new));
                    format!(
                        "| {id} | {path} | {} | {} | {old} → {new} | {how} |",
                        mutant.line, mutant.kind
                    )
                };
                match fate {
                    Fate::Survived(how) => survivors.push(row(how)),
                    Fate::Allowed(how) => allowances.push(row(how)),
                    Fate::NoProgram | Fate::Caught | Fate::Same => {}
                }
            }
        }
    }
    println!("{}", all.row("all", ""));
    let wrong = all.caught + all.survived;
    let part = all.part(wrong);
    println!(
        "\n{} of {wrong} wrong mutants are caught, {:.2} %. Were all that are allowed counted as \
         wrong, it would be {:.2} %.",
        all.caught,
        100.0 * part,
        100.0 * all.part(wrong + all.allowed),
    );
    list("Survivors", "how it differs", &survivors);
    list("Allowed", "what it counts otherwise", &allowances);
    if part < LEAST { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}

fn list(title: &str, how: &str, rows: &[String]) {
    println!("\n## {title}\n");
    if rows.is_empty() {
        println!("None.");
        return;
    }
    println!("| lab | text | line | what was done | change | {how} |");
    println!("|---|---|---:|---|---|---|");
    for row in rows {
        println!("{row}");
    }
}

/// A piece of a text in a cell of a table.
fn one_line(text: &str) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ").replace('|', "\\|");
    if line.is_empty() { "nothing".to_owned() } else { format!("`{line}`") }
}

fn fates(grader: &Grader, made: &[Mutant], path: &str) -> Vec<Fate> {
    let next = AtomicUsize::new(0);
    let judge = grader.judge();
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let mut fates: Vec<(usize, Fate)> = Vec::new();
    std::thread::scope(|scope| {
        let workers: Vec<_> = (0..threads)
            .map(|_| {
                scope.spawn(|| {
                    let mut mine = Vec::new();
                    loop {
                        let index = next.fetch_add(1, Ordering::Relaxed);
                        let Some(mutant) = made.get(index) else { return mine };
                        let source = Source { path: path.to_owned(), text: mutant.text.clone() };
                        mine.push((index, fate(grader, &judge, &source)));
                    }
                })
            })
            .collect();
        for worker in workers {
            fates.extend(worker.join().expect("no panic"));
        }
    });
    fates.sort_by_key(|(index, _)| *index);
    fates.into_iter().map(|(_, fate)| fate).collect()
}
