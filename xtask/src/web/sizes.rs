//! Download sizes, beside the bar that is set for them.

use std::io::Write;

use anyhow::{Context, Result, ensure};
use brotli::{CompressorWriter, enc::BrotliEncoderParams};
use flate2::{Compression, write::GzEncoder};

use super::folder::{File, Folder};

/// What may be downloaded until the workbench is seen, compressed as brotli does it, which
/// all browsers accept.
const BAR_BYTES: usize = 5_000_000;

/// What servers use where nobody has told them otherwise.
const GZIP_LEVEL: u32 = 6;
const BROTLI_QUALITY: i32 = 9;

/// A file's sizes: as it is, and compressed in two ways.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
struct Sizes {
    raw: usize,
    gzip: usize,
    brotli: usize,
}

/// Prints a table of all files, and fails when the first picture takes too much.
pub(super) fn tell(folder: &Folder) -> Result<()> {
    let mut first = Sizes::default();
    println!("{:<24}{:>12}{:>12}{:>12}", "bytes", "raw", "gzip", "brotli");
    for file in &folder.0 {
        let sizes = Sizes::of(file).with_context(|| format!("cannot compress {}", file.name))?;
        println!("{}", sizes.row(&file.name));
        if file.is_needed_first() {
            first = first.plus(sizes);
        }
    }
    println!("{}", first.row("to the first picture"));
    println!("{:<24}{:>36}", "bar", grouped(BAR_BYTES));
    ensure!(
        first.brotli <= BAR_BYTES,
        "{} bytes have to be downloaded until something is seen, and {} is the bar",
        grouped(first.brotli),
        grouped(BAR_BYTES)
    );
    Ok(())
}

impl Sizes {
    fn of(file: &File) -> Result<Sizes> {
        let mut gzip = GzEncoder::new(Vec::new(), Compression::new(GZIP_LEVEL));
        gzip.write_all(&file.bytes)?;
        let parameters = BrotliEncoderParams { quality: BROTLI_QUALITY, ..Default::default() };
        let mut brotli = CompressorWriter::with_params(Vec::new(), 1 << 16, &parameters);
        brotli.write_all(&file.bytes)?;
        Ok(Sizes {
            raw: file.bytes.len(),
            gzip: gzip.finish()?.len(),
            brotli: brotli.into_inner().len(),
        })
    }

    fn plus(self, other: Sizes) -> Sizes {
        Sizes {
            raw: self.raw + other.raw,
            gzip: self.gzip + other.gzip,
            brotli: self.brotli + other.brotli,
        }
    }

    fn row(self, name: &str) -> String {
        let [raw, gzip, brotli] = [self.raw, self.gzip, self.brotli].map(grouped);
        format!("{name:<24}{raw:>12}{gzip:>12}{brotli:>12}")
    }
}

/// A number with commas between thousands.
fn grouped(number: usize) -> String {
    let digits = number.to_string();
    let groups = digits.as_bytes().rchunks(3).rev().map(String::from_utf8_lossy);
    groups.collect::<Vec<_>>().join(",")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thousands_are_told_apart() {
        let cases = [(0, "0"), (999, "999"), (1000, "1,000"), (12_345_678, "12,345,678")];
        for (number, expected) in cases {
            assert_eq!(grouped(number), expected);
        }
    }

    #[test]
    fn what_repeats_becomes_small() {
        let file = File { name: "page".into(), bytes: b"warp ".repeat(2000) };
        let sizes = Sizes::of(&file).unwrap();
        assert_eq!(sizes.raw, 10_000);
        assert!(sizes.gzip < 200 && sizes.brotli < 200, "{sizes:?}");
        assert_eq!(sizes.plus(sizes).raw, 20_000);
    }
}
