//! Tables and the page: what is in them, and that nothing in a file can break them.

use super::support::{any, plausible};
use warpbench_compare::ceilings::Metric;
use warpbench_compare::counter::Counter;
use warpbench_compare::figures::{Kind, Plot, Style, api_pairs, counter_rows, figures};
use warpbench_compare::merge::Class;
use warpbench_compare::notes::Notes;
use warpbench_compare::page::page;
use warpbench_compare::results::{Ceiling, CeilingShare, Outcome};
use warpbench_compare::table::Shown;
use warpbench_compare::table::measured::COLUMNS;
use warpbench_compare::{Collection, Results, table};

fn two_machines() -> Collection {
    Collection::of([plausible("one", "node1", 1), plausible("two", "node2", 2)]).expect("two runs")
}

#[test]
fn tables_have_every_measurement() {
    let collection = two_machines();
    let count: usize = collection.runs.iter().map(|run| run.measurements.len()).sum();
    let plain = table::plain(&collection, &Notes::default());
    let checked = plain.lines().filter(|line| line.contains("  checked  ")).count();
    assert_eq!(checked, count);
    let apart = plain.find("ran on a processor").expect("software is set apart");
    assert!(plain.find("llvmpipe · Vulkan").is_some_and(|at| at > apart));
    assert!(plain.find("NVIDIA H200").is_some_and(|at| at < apart));
    let markdown = table::markdown(&collection, &Notes::default());
    assert!(markdown.contains("## NVIDIA H200 · CUDA · node1"), "{markdown}");
    assert!(markdown.contains("| reduce_shuffle "));
    let text = table::csv(&table::entries(&collection)).expect("it can be written");
    let mut lines = text.lines();
    let head = lines.next().expect("a head");
    assert!(
        head.starts_with(
            "function,num_times,n_elements,sizeof,max_mbytes_per_sec,min_runtime,max_runtime,\
             avg_runtime,"
        ),
        "{head}"
    );
    assert_eq!(lines.count(), count);
}

#[test]
fn every_form_has_the_columns_of_one_list() {
    let collection = two_machines();
    let rows = collection.rows();
    let text = table::csv(&table::entries(&collection)).expect("it can be written");
    let head: Vec<&str> = text.lines().next().expect("a head").split(',').collect();
    let mut unique = head.clone();
    unique.sort_unstable();
    unique.dedup();
    assert_eq!(unique.len(), head.len(), "{head:?}");
    let page = page(&collection, &Notes::default()).expect("it is written");
    let markdown = table::markdown(&collection, &Notes::default());
    let shown = table::parts(&rows)[0].table().without_empty_columns();
    let shown: Vec<&str> = shown.heads().map(|(head, _)| head).collect();
    for column in COLUMNS {
        let is_of_results = matches!(column.shown, Shown::Everywhere | Shown::Results);
        assert!(!is_of_results || page.contains(&format!(">{}</th>", column.head)));
        assert!(!shown.contains(&column.head) || markdown.contains(&format!(" {} ", column.head)));
        assert!(column.name.is_empty() || head.contains(&column.name), "{}", column.name);
        assert_eq!(column.shown == Shown::Files, column.head.is_empty(), "{}", column.name);
    }
}

#[test]
fn a_share_is_that_of_the_device_whatever_a_file_says() {
    let mut results = plausible("one", "node1", 1);
    let is_noted = |device: &str, results: &Results| {
        let mut own = results.measurements.iter().filter(|record| record.device == device);
        own.all(|record| record.of_ceiling.is_some())
    };
    assert!(is_noted("cuda-0", &results) && !is_noted("cpu-0", &results));
    // As a version wrote it that took the processor's references for a ceiling.
    let wrong = CeilingShare { percent: 151.0, of: Ceiling::Read };
    results.measurements.iter_mut().for_each(|record| record.of_ceiling = Some(wrong));
    let collection = Collection::of([results]).expect("one run");
    let rows = collection.rows();
    for entry in table::entries(&collection) {
        let (is_processor, share) = (entry.place.class == "processor", entry.of_ceiling);
        assert_eq!(is_processor, share.is_none(), "{} on {}", entry.kernel, entry.place.device);
        // What arithmetic limits at its size is held to arithmetic, and only that.
        let limit = entry.work.map(|work| Metric::of(&work));
        let expected = limit.filter(|_| !is_processor) == Some(Metric::Arithmetic);
        assert_eq!(share.is_some_and(|share| share.of == Ceiling::Arithmetic), expected);
    }
    for figure in figures(&rows).iter().filter(|figure| figure.class == Class::Processor) {
        match &figure.plot {
            Plot::Bars(bars) => {
                let bars = bars.series.iter().flat_map(|series| series.bars.iter().flatten());
                bars.for_each(|bar| assert_eq!(bar.ceiling, None, "{bar:?}"));
            }
            Plot::Points(points) if figure.kind == Kind::Roofline => {
                assert!(points.series.iter().all(|series| series.style == Style::Dots));
            }
            Plot::Points(_) => {}
        }
    }
}

#[test]
fn every_figure_that_is_asked_for_is_there() {
    let collection = two_machines();
    let rows = collection.rows();
    let figures = figures(&rows);
    let ids: Vec<&str> = figures.iter().map(|figure| figure.id.as_str()).collect();
    for id in [
        "gpu-reduce-bandwidth",
        "gpu-reduce-speedups",
        "gpu-matmul-arithmetic",
        "gpu-roofline",
        "gpu-copy-coalesced-scaling",
        "gpu-predicted",
        "gpu-cuda-against-vulkan-node1-wgpu-0",
        "software-reduce-bandwidth",
        "processor-roofline",
    ] {
        assert!(ids.contains(&id), "{id} in {ids:?}");
    }
    let mut unique = ids.clone();
    unique.sort_unstable();
    unique.dedup();
    assert_eq!(unique.len(), ids.len(), "each can be linked to");
    for figure in &figures {
        let rows_of: Vec<usize> = match &figure.plot {
            Plot::Bars(bars) => bars.series.iter().map(|series| series.row).collect(),
            Plot::Points(points) => points.series.iter().filter_map(|one| one.row).collect(),
        };
        assert!(!rows_of.is_empty());
        assert!(rows_of.iter().all(|&row| rows[row].class == figure.class), "{}", figure.id);
    }
    let rates =
        figures.iter().find(|figure| figure.id == "gpu-matmul-arithmetic").expect("it is there");
    let Plot::Bars(bars) = &rates.plot else { panic!("bars") };
    assert_eq!((bars.unit.as_str(), bars.groups.len(), bars.series.len()), ("GFLOP/s", 7, 4));
    for bar in bars.series.iter().flat_map(|series| series.bars.iter().flatten()) {
        assert!(bar.low <= bar.value && bar.value <= bar.high, "{bar:?}");
        assert!(bar.ceiling.is_some_and(|ceiling| ceiling > 0.9 * bar.value), "{bar:?}");
    }
}

#[test]
fn roads_and_counters_are_paired() {
    let collection = Collection::of([plausible("one", "node1", 1)]).expect("one run");
    let rows = collection.rows();
    let pairs = api_pairs(&rows);
    assert_eq!(pairs.len(), 33);
    assert!(pairs.iter().all(|pair| (0.8..1.0).contains(&pair.share())), "{pairs:?}");
    let counters = counter_rows(&rows);
    assert!(counters.iter().any(|row| !row.agrees() && row.counter == Counter::BankConflicts));
    let sectors = counters.iter().filter(|row| row.counter == Counter::GlobalSectors);
    assert!(sectors.clone().count() > 20 && sectors.clone().all(|row| row.agrees()));
}

#[test]
fn counters_that_differ_are_listed_with_their_reasons() {
    let mut results = plausible("one", "node1", 1);
    let told =
        table::plain(&Collection::of([results.clone()]).expect("one run"), &Notes::default());
    let (_, told) = told.split_once("Simulator and hardware counters").expect("they are there");
    // The conflicts of two strided kernels are gone.
    assert!(told.contains("163 of 165 counters are the same"), "{told}");
    let line = told.lines().find(|line| line.starts_with("reduce_interleaved_strided"));
    let words: Vec<&str> = line.unwrap_or_default().split_whitespace().collect();
    assert!(words.ends_with(&["bank", "conflicts", "500", "0", "0.00×", "1"]), "{words:?}");
    assert!(told.contains("\n1. in the first step both words"), "{told}");
    assert!(told.contains("\n2. nobody has looked into it"), "{told}");

    // What somebody has found out stands there.
    let record = results
        .measurements
        .iter_mut()
        .find(|record| record.kernel == "transpose_naive" && record.hardware.is_some());
    let counted = record.and_then(|record| record.hardware.as_mut()).expect("it was counted");
    counted.global_sectors = Some(1);
    let collection = Collection::of([results]).expect("one run");
    let text = "[[note]]\nkernel = 'transpose_naive'\nabout = 'counters'\ntext = 'a *reason*'\n";
    let own = Notes::parse(text).expect("well formed");
    let check = |text: String, expected: &str| assert!(text.contains(expected), "{text}");
    check(table::plain(&collection, &own), "\n3. a *reason*");
    check(table::markdown(&collection, &own), "\n3. a \\*reason\\*");
    check(page(&collection, &own).expect("it is written"), "<td>a *reason*</td>");

    // Where no hardware has counted, there is no such part.
    let mut run = collection.runs[0].clone();
    run.measurements.iter_mut().for_each(|record| record.hardware = None);
    let uncounted = Collection::of([run]).expect("one run");
    assert!(!table::plain(&uncounted, &own).contains("hardware counters"));
}

#[test]
fn notes_stand_beside_what_they_are_about() {
    let mut results = plausible("one", "node1", 1);
    for record in
        results.measurements.iter_mut().filter(|r| r.device == "wgpu-0" && r.kernel == "copy_aos")
    {
        if let Outcome::Measured(measured) = &mut record.outcome {
            measured.samples.iter_mut().for_each(|seconds| *seconds *= 2.0);
        }
    }
    let collection = Collection::of([results]).expect("one run");
    let text =
        "[[note]]\nkernel = 'copy_aos'\nabout = 'apis'\ntext = 'four loads instead of <one>'\n";
    let page = page(&collection, &Notes::parse(text).expect("well formed")).expect("it is written");
    assert!(page.contains("four loads instead of &lt;one&gt;"));
    assert!(page.contains("32 of 33 kernels (97 %) reach at least 80 %"), "the share is said");
}

#[test]
fn nothing_in_a_file_breaks_the_page() {
    let mut hostile = plausible("one", "node1", 1);
    let words = "</script><script>alert(1)</script><!-- {{data}} & \"'";
    hostile.machine.name = words.to_owned();
    hostile.devices[0].name = words.to_owned();
    hostile.devices[0].driver = words.to_owned();
    hostile.measurements[3].outcome = Outcome::Failed(words.to_owned());
    let collection = Collection::of([hostile]).expect("one run");
    let page = page(&collection, &Notes::default()).expect("it is written");
    assert!(!page.contains("<script>alert") && !page.contains(words));
    // The data, the library and the page's own script.
    assert_eq!(page.matches("<script").count(), 3);
    assert_eq!(page.matches("</script>").count(), 3);
    assert!(page.contains("{{data}} &amp;"), "no part is put into another");
    for seed in 0..60 {
        let collection = Collection::of([any(seed)]).expect("one run");
        let page = warpbench_compare::page::page(&collection, &Notes::default());
        let page = page.expect("it is written");
        assert_eq!(page.matches("</script>").count(), 3, "seed {seed}");
        let _ = table::plain(&collection, &Notes::default());
        let _ = table::markdown(&collection, &Notes::default());
        let csv = table::csv(&table::entries(&collection)).expect("it is written");
        assert!(!csv.is_empty());
    }
}

#[test]
fn an_empty_collection_has_a_page_too() {
    let page = page(&Collection::default(), &Notes::default()).expect("it is written");
    assert!(page.contains("0 devices on 0 machines"));
    assert!(figures(&[]).is_empty());
    assert_eq!(Class::Gpu.title(), "GPUs");
}

#[test]
fn the_page_asks_nobody() {
    let page = page(&two_machines(), &Notes::default()).expect("it is written");
    for tag in ["<link", "<img", "<iframe", "src=\"http", "href=\"http", "@import", "url("] {
        assert!(!page.contains(tag), "{tag}");
    }
    assert!(page.contains("default-src 'none'"));
    assert!(!page.contains("sourceMappingURL"));
    assert!(page.contains("Copyright (c) 2014-2024 Chart.js Contributors"), "its licence is there");
    // Whoever works on the page wants to look at it.
    if let Some(path) = std::env::var_os("WARPBENCH_KEEP_PAGE") {
        std::fs::write(path, page).expect("is written");
    }
}
