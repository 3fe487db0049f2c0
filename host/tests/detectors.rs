//! Kernels that are wrong and must be caught, and kernels that look like them
//! but are right: each under every schedule and at three widths.
//!
//! The kernels are files under `detectors/bad` and `detectors/good`. Their first
//! line says what is expected: `nothing`, or findings apart by semicolons, each a
//! kind with its line, or with both lines of a race; they are errors unless the
//! word `warning` stands before. The second line says how to launch them, with
//! the sizes of the buffers in words, by their bindings. Each word of a buffer
//! holds its index.

use std::fs;
use std::path::{Path, PathBuf};
use warpbench_catalog as catalog;
use warpbench_cores::Threads;
use warpbench_front::wgsl;
use warpbench_machine::finding::{Finding, FindingKind, Severity};
use warpbench_machine::observe::Divisible;
use warpbench_machine::observe::detectors::Detectors;
use warpbench_machine::sim::code::{BarrierScope, Code};
use warpbench_machine::sim::{self, Buffers, Launch, MemoryAccess, Observer, RunError};
use warpbench_machine::sim::{Schedule, Site};
use warpbench_simulate::direct::{Settings, run_problem};

const SCHEDULES: [Schedule; 5] = [
    Schedule::InOrder,
    Schedule::RoundRobin,
    Schedule::Shuffled(1),
    Schedule::Shuffled(2),
    Schedule::Shuffled(3),
];
const WIDTHS: [u32; 3] = [16, 32, 64];

/// A kernel with what is expected of it.
struct Case {
    name: String,
    text: String,
    code: Code,
    grid: [u32; 3],
    sizes: Vec<usize>,
    budget: u64,
    expected: Vec<Expected>,
}

/// A finding that must be there.
#[derive(Debug)]
struct Expected {
    severity: Severity,
    kind: String,
    lines: Vec<u32>,
}

impl Expected {
    fn parse(text: &str) -> Expected {
        let mut words = text.split_whitespace().peekable();
        let warns = words.next_if_eq(&"warning").is_some();
        let severity = if warns { Severity::Warning } else { Severity::Error };
        let kind = words.next().expect("a kind").to_owned();
        let lines = words.map(|line| line.parse().expect("a line")).collect();
        Expected { severity, kind, lines }
    }

    /// Which of two accesses comes first depends on the schedule.
    fn is_met_by(&self, finding: &Finding) -> bool {
        let mut lines = vec![finding.line];
        lines.extend(finding.other_line);
        lines.truncate(self.lines.len());
        let reversed: Vec<u32> = lines.iter().rev().copied().collect();
        finding.kind.name() == self.kind
            && finding.severity == self.severity
            && (lines == self.lines || reversed == self.lines)
    }
}

impl Case {
    fn read(path: &Path) -> Case {
        let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
        let text = fs::read_to_string(path).expect("it is listed");
        let mut lines = text.lines();
        let mut comment = |start: &str| {
            let line = lines.next().and_then(|line| line.strip_prefix(start));
            line.unwrap_or_else(|| panic!("{name}: no line starts with `{start}`")).to_owned()
        };
        let expected = comment("// expect: ");
        let expected = match expected.as_str() {
            "nothing" => Vec::new(),
            list => list.split(';').map(Expected::parse).collect(),
        };
        let mut case = Case { name: name.clone(), expected, ..Case::empty() };
        let mut key = "";
        let launch = comment("// ");
        for word in launch.split_whitespace() {
            let number = || word.parse::<u64>().unwrap_or_else(|_| panic!("{name}: {word}"));
            match (key, word.strip_suffix(':')) {
                (_, Some(next)) => key = next,
                ("grid", _) => case.grid[0] = number() as u32,
                ("buffers", _) => case.sizes.push(number() as usize),
                ("budget", _) => case.budget = number(),
                _ => panic!("{name}: {word}"),
            }
        }
        let checked = wgsl::check(&text, &name).unwrap_or_else(|error| panic!("{error}"));
        let compiled = sim::compile(&checked.module, &checked.info, &checked.semantics, "main");
        case.code = compiled.unwrap_or_else(|error| panic!("{name}: {error}"));
        case.text = text;
        case
    }

    fn empty() -> Case {
        Case {
            name: String::new(),
            text: String::new(),
            code: Code::default(),
            grid: [1; 3],
            sizes: Vec::new(),
            budget: 1 << 24,
            expected: Vec::new(),
        }
    }

    fn run(&self, warp_width: u32, schedule: Schedule) -> Vec<Finding> {
        let mut detectors = Detectors::all();
        let result = self.observe(warp_width, schedule, self.grid, &mut detectors);
        detectors.ended(&result);
        self.locate(&detectors)
    }

    fn observe(
        &self,
        warp_width: u32,
        schedule: Schedule,
        grid: [u32; 3],
        observer: &mut impl Observer,
    ) -> Result<(), RunError> {
        let launch = Launch {
            grid,
            warp_width,
            schedule,
            most_instructions: self.budget,
            ..Launch::default()
        };
        let size = |binding: u32| self.sizes.get(binding as usize).copied().expect("a size");
        let words = |binding| (0..size(binding) as u32).collect();
        let mut buffers =
            Buffers(self.code.buffers.iter().map(|slot| words(slot.binding)).collect());
        sim::run(&self.code, &launch, &mut buffers, observer)
    }

    fn locate(&self, detectors: &Detectors) -> Vec<Finding> {
        let findings = detectors.findings();
        findings.into_iter().map(|found| found.locate(&self.code, &self.text)).collect()
    }

    /// What is wrong with the findings of a run.
    fn judge(&self, findings: &[Finding]) -> Result<(), String> {
        for expected in &self.expected {
            if !findings.iter().any(|finding| expected.is_met_by(finding)) {
                return Err(format!("{expected:?} is missing"));
            }
        }
        let expects = |finding: &Finding| {
            let kinds = self.expected.iter().filter(|e| e.severity >= finding.severity);
            // What comes too early for its write has truly read nothing, under
            // the schedules that show it.
            let is_early = |kind: &str| kind == "race" && finding.kind == FindingKind::Uninit;
            kinds.map(|e| e.kind.as_str()).any(|kind| kind == finding.kind.name() || is_early(kind))
        };
        match findings.iter().find(|finding| !expects(finding)) {
            Some(finding) => Err(format!("a false alarm: {finding:?}")),
            None => Ok(()),
        }
    }
}

fn paths(folder: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/detectors").join(folder);
    let entries = fs::read_dir(folder).expect("the folder is there");
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("readable").path()).collect();
    paths.sort();
    paths
}

/// Runs all kernels of a folder, and returns how many there are.
fn check(folder: &str) -> usize {
    let mut failures = Vec::new();
    let paths = paths(folder);
    for path in &paths {
        let case = Case::read(path);
        assert_eq!(case.expected.is_empty(), folder == "good", "{}", case.name);
        for width in WIDTHS {
            for schedule in SCHEDULES {
                let findings = case.run(width, schedule);
                if let Err(error) = case.judge(&findings) {
                    let found: Vec<_> = findings
                        .iter()
                        .map(|f| format!("\n    {} {:?}: {}", f.line, f.other_line, f.message))
                        .collect();
                    let at = format!("{folder}/{} at {width}, {schedule:?}", case.name);
                    failures.push(format!("{at}: {error}{}", found.concat()));
                }
            }
        }
    }
    assert!(failures.is_empty(), "{} failures:\n{}", failures.len(), failures.join("\n"));
    paths.len()
}

#[test]
fn what_is_wrong_is_caught() {
    assert!(check("bad") >= 45);
}

#[test]
fn what_is_right_gives_no_alarm() {
    assert!(check("good") >= 45);
}

#[test]
fn the_catalogue_is_clean() {
    for (family, variant) in catalog::variants() {
        let checked =
            wgsl::check(family.wgsl_of(variant).1, family.name).expect("checked elsewhere");
        let sizes: &[&[u64]] = match variant.dimensions.len() {
            1 => &[&[1], &[31], &[777], &[4097]],
            2 => &[&[1, 1], &[37, 41]],
            _ => &[&[1, 1, 1], &[19, 35, 21]],
        };
        for (size, width) in sizes.iter().flat_map(|size| WIDTHS.map(|width| (size, width))) {
            for schedule in [Schedule::InOrder, Schedule::RoundRobin, Schedule::Shuffled(3)] {
                let problem = variant.problem(size, 7).expect("a small size");
                let settings = Settings { warp_width: width, schedule, most_instructions: 1 << 32 };
                let mut detectors = Detectors::all();
                let mut contents = problem.contents(&Threads::all());
                run_problem(&checked, &problem, &mut contents, &settings, &mut detectors)
                    .unwrap_or_else(|error| panic!("{}: {error}", variant.name));
                let findings = detectors.findings();
                let name = variant.name;
                assert!(findings.is_empty(), "{name} at {size:?}, width {width}: {findings:#?}");
            }
        }
    }
}

#[test]
fn messages_say_what_happened() {
    let check = |name: &str, expected: &str| {
        let path = paths("bad").into_iter().find(|path| path.ends_with(format!("{name}.wgsl")));
        let findings = Case::read(&path.expect(name)).run(32, Schedule::InOrder);
        let messages: Vec<&str> = findings.iter().map(|f| f.message.as_str()).collect();
        assert!(messages.iter().any(|message| message.contains(expected)), "{messages:#?}");
    };
    check("race_broadcast_early", "thread 1 reads `shared_value`, which thread 0 writes at line ");
    check("race_transpose", "thread 1 reads `tile[1][0]`, which thread 8 writes at line ");
    check(
        "race_block_sum",
        "thread 0 of block 1 reads `output[0]`, which thread 0 of block 0 writes",
    );
    check("race_wrong_barrier", "shared memory needs workgroupBarrier()");
    check("race_storage_workgroup_barrier", "WGSL asks for storageBarrier()");
    check("warn_same_value", "both write the same value");
    check(
        "bounds_off_by_one",
        "thread 63 of block 1 writes `output` at index 128 of an array of 128",
    );
    check("bounds_negative_unsigned", "`tile` at index -1 (as u32: 4294967295) of an array of 64");
    check("bounds_own_array", "writes `last` at index 8 of an array of 8");
    check("bounds_row", "an index that is too large for one of 8 x 8");
    check("uninit_half", "threads 32 to 63 of block 0 read shared memory");
    check("uninit_atomic", "it holds zero in WGSL, but anything in CUDA");
    check("barrier_after_return", "threads 36 to 63 have returned before");
    check("barrier_both_arms", "threads 64 to 127 wait at another one, at line ");
    check("endless_outer", "this loop never ends: threads 0 to 31 of block 0 go round in it");
}

/// Gives the blocks of a launch to two parts, as if they ran on two cores.
struct Split {
    whole: Detectors,
    parts: Vec<Detectors>,
    /// The first block of the second part.
    second: u32,
    now: usize,
}

impl Observer for Split {
    fn launch(&mut self, code: &Code, launch: &Launch, buffer_bytes: &[u32]) {
        self.whole.launch(code, launch, buffer_bytes);
        self.parts = vec![self.whole.part(), self.whole.part()];
    }
    fn block_start(&mut self, block: [u32; 3]) {
        self.now = usize::from(block[0] >= self.second);
        self.parts[self.now].block_start(block);
    }
    fn instruction(&mut self, site: &Site) {
        self.parts[self.now].instruction(site);
    }
    fn stray(&mut self, site: &Site, writes: bool, offsets: &[u32], outside: u64) {
        self.parts[self.now].stray(site, writes, offsets, outside);
    }
    fn access(&mut self, site: &Site, access: &MemoryAccess<'_>) {
        self.parts[self.now].access(site, access);
    }
    fn warp_barrier(&mut self, site: &Site) {
        self.parts[self.now].warp_barrier(site);
    }
    fn arrive(&mut self, site: &Site, live: u64) {
        self.parts[self.now].arrive(site, live);
    }
    fn barrier(&mut self, block: [u32; 3], scope: BarrierScope) {
        self.parts[self.now].barrier(block, scope);
    }
    fn warp_end(&mut self, block: [u32; 3], warp: u32) {
        self.parts[self.now].warp_end(block, warp);
    }
}

#[test]
fn blocks_on_two_cores_give_the_same_findings() {
    let mut compared = 0;
    for path in paths("bad") {
        let case = Case::read(&path);
        let grid = [3, 1, 1];
        for (second, schedule) in [(1, Schedule::InOrder), (2, Schedule::Shuffled(4))] {
            let mut whole = Detectors::all();
            let ended = case.observe(32, schedule, grid, &mut whole);
            let mut split = Split { whole: Detectors::all(), parts: Vec::new(), second, now: 0 };
            assert_eq!(case.observe(32, schedule, grid, &mut split), ended);
            for part in split.parts {
                split.whole.join(part);
            }
            whole.ended(&ended);
            split.whole.ended(&ended);
            // Races between blocks of two parts are not theirs to find.
            let of_blocks = |finding: &Finding| {
                finding.kind == FindingKind::Race && finding.message.contains("`output")
            };
            let [mut one, mut two] = [whole, split.whole].map(|all| case.locate(&all));
            one.retain(|finding| !of_blocks(finding));
            two.retain(|finding| !of_blocks(finding));
            compared += one.len();
            assert_eq!(one, two, "{} split at {second}", case.name);
        }
    }
    assert!(compared > 100, "{compared} findings");
}
