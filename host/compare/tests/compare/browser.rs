//! A real browser opens the page: plots are drawn, nothing is complained of, and
//! nobody is asked for anything.

use super::skips;
use super::support::plausible;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};
use tempfile::TempDir;
use warpbench_compare::Collection;
use warpbench_compare::figures::figures;
use warpbench_compare::notes::Notes;
use warpbench_compare::page::page;
use warpbench_compare::results::Outcome;

/// A browser that has not answered by then never will.
const PATIENCE: Duration = Duration::from_secs(180);

const NAMES: [&str; 4] = ["chromium", "chromium-browser", "google-chrome", "chrome"];

fn browser() -> Option<PathBuf> {
    let named = std::env::var_os("WARPBENCH_CHROMIUM").map(PathBuf::from);
    let folders: Vec<PathBuf> = std::env::var_os("PATH")
        .map(|path| std::env::split_paths(&path).collect())
        .unwrap_or_default();
    let found = NAMES.iter().flat_map(|name| folders.iter().map(move |folder| folder.join(name)));
    named.into_iter().chain(found).find(|program| program.is_file())
}

/// What a browser makes of a page: the document, and what it complains of.
struct Opened {
    document: String,
    complaints: Vec<String>,
}

fn open(browser: &Path, folder: &TempDir, page: &Path, more: &str) -> Opened {
    let address = format!("file://{}{more}", page.display());
    let profile = folder.path().join("profile");
    let (out, err) = (folder.path().join("out"), folder.path().join("err"));
    let file = |path: &Path| Stdio::from(fs::File::create(path).expect("a file"));
    let mut child = Command::new(browser)
        .args(["--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"])
        .args(["--disable-background-networking", "--no-first-run", "--disable-extensions"])
        .args(["--disable-component-update", "--disable-sync", "--disable-default-apps"])
        // Whoever asked the network would get no answer.
        .args(["--proxy-server=127.0.0.1:9", "--window-size=1280,1024"])
        .args(["--virtual-time-budget=20000", "--enable-logging=stderr", "--dump-dom"])
        .arg(format!("--user-data-dir={}", profile.display()))
        .arg(address)
        .stdin(Stdio::null())
        .stdout(file(&out))
        .stderr(file(&err))
        .spawn()
        .expect("the browser starts");
    let start = Instant::now();
    while child.try_wait().expect("it can be asked").is_none() {
        if start.elapsed() > PATIENCE {
            child.kill().expect("it can be ended");
            panic!("the browser did not end: {}", fs::read_to_string(&err).unwrap_or_default());
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    let log = fs::read(&err).expect("it can be read");
    let complaints = String::from_utf8_lossy(&log)
        .lines()
        .filter(|line| line.contains("CONSOLE"))
        .map(str::to_owned)
        .collect();
    let document = String::from_utf8_lossy(&fs::read(&out).expect("it can be read")).into_owned();
    Opened { document, complaints }
}

/// The value of an attribute in the tag that begins at a text.
fn attribute(document: &str, tag: &str, name: &str) -> Option<String> {
    let start = document.find(tag)?;
    let tag = &document[start..start + document[start..].find('>')?];
    let (_, rest) = tag.split_once(&format!(" {name}=\""))?;
    rest.split_once('"').map(|(value, _)| value.to_owned())
}

#[test]
fn a_browser_draws_every_plot_and_asks_nobody() {
    let Some(browser) = browser() else {
        skips::record(
            "browser::a_browser_draws_every_plot_and_asks_nobody",
            "there is no Chromium",
        );
        return;
    };
    let folder = tempfile::tempdir().expect("a folder");
    let mut hostile = plausible("two", "<b>node2</b>", 2);
    hostile.devices[1].name = "</script><script>throw 1</script>".to_owned();
    hostile.measurements[5].outcome = Outcome::Failed("<img src=x onerror=alert(1)>".to_owned());
    let collection = Collection::of([plausible("one", "node1", 1), hostile]).expect("two runs");
    let path = folder.path().join("page.html");
    fs::write(&path, page(&collection, &Notes::default()).expect("a page")).expect("is written");

    let opened = open(&browser, &folder, &path, "");
    let root = |name: &str| attribute(&opened.document, "<html", name);
    assert_eq!(opened.complaints, Vec::<String>::new());
    assert_eq!(root("data-error"), None);
    assert_eq!(root("data-requests").as_deref(), Some("0"));
    let figures = figures(&collection.rows());
    assert_eq!(root("data-drawn"), Some(format!("{0} of {0}", figures.len())));
    for figure in &figures {
        let tag = format!("<figure id=\"{}\"", figure.id);
        let number = |name: &str| {
            let value = attribute(&opened.document, &tag, name);
            value.and_then(|value| value.parse::<u64>().ok()).unwrap_or(0)
        };
        // Axes and words alone are some thousand pixels.
        assert!(number("data-ink") > 20_000, "{}: {}", figure.id, number("data-ink"));
        assert!(number("data-marks") > 0, "{}", figure.id);
    }

    // Filtered by its address, at one of its figures.
    let opened = open(&browser, &folder, &path, "?devices=A&kernels=shuffle#gpu-reduce-bandwidth");
    assert_eq!(opened.complaints, Vec::<String>::new());
    let tag = "<figure id=\"gpu-reduce-bandwidth\"";
    assert_eq!(attribute(&opened.document, tag, "data-marks").as_deref(), Some("1"));
    let hidden = attribute(&opened.document, "<figure id=\"gpu-matmul-arithmetic\"", "data-marks");
    assert_eq!(hidden.as_deref(), Some("0"));
    let is_hidden =
        |id: &str| attribute(&opened.document, &format!("<figure id=\"{id}\""), "hidden").is_some();
    assert!(is_hidden("gpu-matmul-arithmetic") && !is_hidden("gpu-reduce-bandwidth"));
}

#[test]
fn a_page_without_measurements_opens_too() {
    let Some(browser) = browser() else {
        skips::record("browser::a_page_without_measurements_opens_too", "there is no Chromium");
        return;
    };
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("page.html");
    fs::write(&path, page(&Collection::default(), &Notes::default()).expect("a page"))
        .expect("is written");
    let opened = open(&browser, &folder, &path, "");
    assert_eq!(opened.complaints, Vec::<String>::new());
    assert_eq!(attribute(&opened.document, "<html", "data-drawn").as_deref(), Some("0 of 0"));
}
