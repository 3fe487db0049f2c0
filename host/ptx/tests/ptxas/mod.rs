//! NVIDIA's assembler in tests.

use std::{
    env,
    path::{Path, PathBuf},
    process::Command,
};

use crate::common::{skip, target};

/// NVIDIA's assembler: on the path, or where `cargo xtask ptx` has fetched it.
pub(crate) struct Ptxas(PathBuf);

impl Ptxas {
    pub(crate) fn find(test: &str) -> Option<Ptxas> {
        let answers = |path: &PathBuf| {
            Command::new(path).arg("--version").output().is_ok_and(|o| o.status.success())
        };
        let mut places = vec![PathBuf::from("ptxas"), PathBuf::from("/usr/local/cuda/bin/ptxas")];
        places.extend(env::var_os("CUDA_HOME").map(|home| Path::new(&home).join("bin/ptxas")));
        collect_ptxas(&target().join("tools"), &mut places);
        let found = places.into_iter().find(answers).map(Ptxas);
        if found.is_none() {
            skip(test, "no ptxas; `cargo xtask test` fetches it");
        }
        found
    }

    /// What is wrong with the PTX.
    #[expect(clippy::unwrap_used, reason = "a test that cannot write its files fails")]
    pub(crate) fn refusal(&self, ptx: &str, architecture: &str) -> Option<String> {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("kernel.ptx");
        std::fs::write(&file, ptx).unwrap();
        let output = Command::new(&self.0)
            .args(["--gpu-name", architecture, "--output-file"])
            .arg(file.with_extension("cubin"))
            .arg(&file)
            .output()
            .unwrap();
        let text =
            String::from_utf8_lossy(&output.stdout) + String::from_utf8_lossy(&output.stderr);
        (!output.status.success()).then(|| text.into_owned())
    }
}

/// The programs called `ptxas` under a folder.
fn collect_ptxas(folder: &Path, found: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    for path in entries.flatten().map(|entry| entry.path()) {
        if path.is_dir() && !path.is_symlink() {
            collect_ptxas(&path, found);
        } else if path.file_name().is_some_and(|name| name == "ptxas") {
            found.push(path);
        }
    }
}
