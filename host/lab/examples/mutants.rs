//! Mutants of all reference solutions against their labs' checks; `cargo xtask
//! mutants` runs this and writes docs/mutants.md.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;
use warpbench_case::Files;
use warpbench_front::Source;
use warpbench_lab::grade::Grader;
use warpbench_lab::lab::Lab;
use warpbench_lab::mutants::{Mutant, mutants};
use warpbench_lab::{Clock, Limits};

struct Disk;

impl Files for Disk {
    fn len(&self, path: &Path) -> std::io::Result<u64> {
        Ok(std::fs::metadata(path)?.len())
    }

    fn read(&self, path: &Path) -> std::io::Result<Vec<u8>> {
        std::fs::read(path)
    }
}

/// What became of a mutant.
enum Fate {
    NoProgram,
    Caught,
    Same,
    Survived(String),
}

fn fate(grader: &Grader, source: &Source) -> Fate {
    let started = Instant::now();
    let clock = Clock { elapsed: &|| started.elapsed(), go_on: &|| true };
    let graded = grader.grade("mutant", source, &clock);
    if graded.refused.is_some() {
        return Fate::NoProgram;
    }
    if !graded.passed() {
        return Fate::Caught;
    }
    match grader.difference(source) {
        None => Fate::Same,
        Some(how) => Fate::Survived(how),
    }
}

fn main() {
    let labs = std::env::args().nth(1).map_or_else(|| PathBuf::from("assets/labs"), PathBuf::from);
    let only: Vec<String> = std::env::args().skip(2).collect();
    let mut folders: Vec<PathBuf> = std::fs::read_dir(&labs)
        .expect("a folder of labs")
        .flatten()
        .map(|entry| entry.path())
        .filter(|path| path.join("lab.toml").is_file())
        .collect();
    folders.sort();
    println!("| lab | text | mutants | no program | the same | wrong | caught | survivors |");
    println!("|---|---|---:|---:|---:|---:|---:|---:|");
    let mut survivors = Vec::new();
    let (mut all_wrong, mut all_caught) = (0, 0);
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
            let made = mutants(&texts.solution.text);
            let fates = fates(&grader, &made, &texts.solution.path);
            let count = |is: fn(&Fate) -> bool| fates.iter().filter(|fate| is(fate)).count();
            let caught = count(|fate| matches!(fate, Fate::Caught));
            let survived = count(|fate| matches!(fate, Fate::Survived(_)));
            println!(
                "| {id} | {} | {} | {} | {} | {} | {caught} | {survived} |",
                texts.solution.path,
                made.len(),
                count(|fate| matches!(fate, Fate::NoProgram)),
                count(|fate| matches!(fate, Fate::Same)),
                caught + survived,
            );
            all_wrong += caught + survived;
            all_caught += caught;
            for (mutant, fate) in made.iter().zip(&fates) {
                if let Fate::Survived(how) = fate {
                    let (old, new) = &mutant.change;
                    survivors.push(format!(
                        "| {id} | {} | {} | {} | `{}` → `{}` | {how} |",
                        texts.solution.path,
                        mutant.line,
                        mutant.kind,
                        one_line(old),
                        one_line(new),
                    ));
                }
            }
        }
    }
    println!();
    println!(
        "{all_caught} of {all_wrong} wrong mutants are caught, {:.2} %.",
        100.0 * all_caught as f64 / (all_wrong.max(1)) as f64
    );
    println!();
    println!("| lab | text | line | what was done | change | how it differs |");
    println!("|---|---|---:|---|---|---|");
    for survivor in survivors {
        println!("{survivor}");
    }
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ").replace('|', "\\|")
}

fn fates(grader: &Grader, made: &[Mutant], path: &str) -> Vec<Fate> {
    let next = AtomicUsize::new(0);
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
                        mine.push((index, fate(grader, &source)));
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
