//! The archive: `.tar.gz`, and `.zip` for Windows, where everybody can open it.

use std::{
    fs::File,
    io::{Seek, Write},
    path::{Path, PathBuf},
};

use anyhow::{Context, Result};
use flate2::{Compression, GzBuilder};
use zip::{CompressionMethod, ZipWriter, write::SimpleFileOptions};

use super::tree::Tree;

/// Writes the files into an archive whose only folder has its name.
pub(super) fn write(
    tree: &Tree,
    folder: &Path,
    name: &str,
    is_zip: bool,
    time: u64,
) -> Result<PathBuf> {
    let path = folder.join(format!("{name}.{}", if is_zip { "zip" } else { "tar.gz" }));
    let write = || {
        let file = File::create(&path)?;
        if is_zip { zip(tree, name, file) } else { tar_gz(tree, name, time, file) }
    };
    write().with_context(|| format!("cannot write {}", path.display()))?;
    Ok(path)
}

fn tar_gz(tree: &Tree, name: &str, time: u64, to: impl Write) -> Result<()> {
    let gzip = GzBuilder::new().mtime(0).write(to, Compression::best());
    let mut archive = tar::Builder::new(gzip);
    for (path, file) in tree {
        let mut header = tar::Header::new_gnu();
        header.set_size(file.bytes.len() as u64);
        header.set_mode(file.mode());
        header.set_mtime(time);
        header.set_uid(0);
        header.set_gid(0);
        archive.append_data(&mut header, format!("{name}/{path}"), file.bytes.as_slice())?;
    }
    archive.into_inner()?.finish()?.flush()?;
    Ok(())
}

/// The files carry the first time that the format knows.
fn zip(tree: &Tree, name: &str, to: impl Write + Seek) -> Result<()> {
    let mut archive = ZipWriter::new(to);
    for (path, file) in tree {
        let options = SimpleFileOptions::default()
            .compression_method(CompressionMethod::Deflated)
            .last_modified_time(zip::DateTime::default())
            .system(zip::System::Unix)
            .unix_permissions(file.mode());
        archive.start_file(format!("{name}/{path}"), options)?;
        archive.write_all(&file.bytes)?;
    }
    archive.finish()?.flush()?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::io::{Cursor, Read};

    use super::*;
    use crate::dist::tree::TreeFile;

    fn tree() -> Tree {
        let files = [
            ("warpbench", TreeFile::program("binary")),
            ("man/man1/warpbench.1", TreeFile::data(".TH")),
        ];
        files.into_iter().map(|(path, file)| (path.to_owned(), file)).collect()
    }

    #[test]
    fn the_same_files_give_the_same_bytes() {
        let tars = [0, 1].map(|_| {
            let mut bytes = Vec::new();
            tar_gz(&tree(), "w-1", 1_000_000_000, &mut bytes).unwrap();
            bytes
        });
        assert_eq!(tars[0], tars[1]);
        let zips = [0, 1].map(|_| {
            let mut bytes = Cursor::new(Vec::new());
            zip(&tree(), "w-1", &mut bytes).unwrap();
            bytes.into_inner()
        });
        assert_eq!(zips[0], zips[1]);
    }

    #[test]
    fn what_goes_in_comes_out() {
        let mut bytes = Vec::new();
        tar_gz(&tree(), "w-1", 1_000_000_000, &mut bytes).unwrap();
        let mut archive = tar::Archive::new(flate2::read::GzDecoder::new(bytes.as_slice()));
        let entries = archive.entries().unwrap().map(|entry| {
            let mut entry = entry.unwrap();
            let mut text = String::new();
            entry.read_to_string(&mut text).unwrap();
            let path = entry.path().unwrap().display().to_string();
            let header = entry.header();
            (path, text, header.mode().unwrap(), header.mtime().unwrap(), header.uid().unwrap())
        });
        let expected =
            [("w-1/man/man1/warpbench.1", ".TH", 0o644), ("w-1/warpbench", "binary", 0o755)];
        assert_eq!(
            entries.collect::<Vec<_>>(),
            expected.map(|(path, text, mode)| {
                (path.to_owned(), text.to_owned(), mode, 1_000_000_000, 0)
            })
        );

        let mut bytes = Cursor::new(Vec::new());
        zip(&tree(), "w-1", &mut bytes).unwrap();
        let mut archive = zip::ZipArchive::new(bytes).unwrap();
        for (path, text, mode) in expected {
            let mut file = archive.by_name(path).unwrap();
            assert_eq!(file.unix_mode().map(|bits| bits & 0o777), Some(mode), "{path}");
            let mut found = String::new();
            file.read_to_string(&mut found).unwrap();
            assert_eq!(found, text);
        }
    }
}
