//! Device models: what the simulator knows about a GPU, as data.
//!
//! A model is a TOML file of figures (warp width, banks, limits, clock,
//! bandwidth, the coalescing rule) in which every figure has its source in
//! words. The ones in `assets/devices` are part of the program; a user can load
//! one of their own. Nothing here runs or measures anything: [`occupancy()`] is
//! arithmetic over the figures, and so is [`predict()`], which makes a time of
//! what an observer saw. What observers make of the rest is theirs.

mod check;
mod device;
mod launch;
mod occupancy;
mod predict;

#[cfg(test)]
mod tests;

pub use device::{
    AtomicRule, BankRule, Coalescing, DeviceModel, Latency, LaunchCost, Limits, RegisterAllocation,
    RegisterFile, SharedMemory, Throughput,
};
pub use launch::{LaunchError, check_block, check_blocks, check_grid};
pub use occupancy::{BlockNeeds, Occupancy, OccupancyError, OccupancyLimit, occupancy};
pub use predict::{Bottleneck, Prediction, Resources, Times, predict};

use std::{
    path::{Path, PathBuf},
    sync::LazyLock,
};
use thiserror::Error;

/// The slugs and texts of models in `assets/devices`.
macro_rules! assets {
    ($($slug:literal),* $(,)?) => {
        &[$((
            $slug,
            include_str!(concat!(
                env!("CARGO_MANIFEST_DIR"), "/../../assets/devices/", $slug, ".toml"
            )),
        )),*]
    };
}

/// Every model that comes with the program, oldest first within a vendor.
const ASSETS: &[(&str, &str)] = assets![
    "geforce-8800-gtx",
    "gtx-280",
    "tesla-c2050",
    "tesla-p100",
    "rtx-4090",
    "h200",
    "mi210",
    "arc-a770",
];

/// The name in files of the model that is meant where nobody names one.
pub const USUAL: &str = "h200";

/// A model that was not found or could not be read.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ModelError {
    /// No model has that text in its name.
    #[error(
        "there is no device model `{text}`{}; the models are {}",
        suggestion(.nearest),
        slugs(builtin())
    )]
    Unknown {
        text: String,
        /// The slug that is most like it, if any is.
        nearest: Option<String>,
    },

    /// Several models have that text in their names.
    #[error("`{text}` could be {}; write more of the name", .candidates.join(" or "))]
    Ambiguous {
        text: String,
        /// The names that contain it.
        candidates: Vec<String>,
    },

    /// The file cannot be read.
    #[error("cannot read the device model {}: {reason}", .path.display())]
    Read { path: PathBuf, reason: String },

    /// The text is not TOML, lacks a figure, or has one that is not known.
    #[error(
        "{} is no device model: {reason}\nassets/devices/h200.toml is one to start from",
        .path.display()
    )]
    Parse {
        path: PathBuf,
        /// What the parser says, with the line.
        reason: String,
    },

    #[error("{} is no device model: `{figure}` makes no sense: {reason}", .path.display())]
    Nonsense {
        path: PathBuf,
        /// The path of the figure, such as `shared.banks`.
        figure: String,
        reason: String,
    },
}

/// Every model that comes with the program.
#[must_use]
pub fn builtin() -> &'static [DeviceModel] {
    static MODELS: LazyLock<Vec<DeviceModel>> = LazyLock::new(|| {
        let parsed = ASSETS.iter().map(|(slug, text)| {
            let path = PathBuf::from(format!("assets/devices/{slug}.toml"));
            // The texts are part of the program, and a test reads them all.
            parse(&path, text).unwrap_or_else(|error| panic!("{error}"))
        });
        parsed.collect()
    });
    &MODELS
}

/// The model that is meant where nobody names one.
pub fn usual() -> &'static DeviceModel {
    let models = builtin();
    models.iter().find(|model| model.slug == USUAL).unwrap_or(&models[0])
}

/// The model of that slug, or the only one with that text in its name. Case
/// does not matter, and neither do spaces and hyphens.
pub fn find(text: &str) -> Result<&'static DeviceModel, ModelError> {
    let wanted = letters(text);
    let models = builtin();
    if let Some(model) =
        models.iter().find(|model| wanted == letters(&model.slug) || wanted == letters(&model.name))
    {
        return Ok(model);
    }
    let candidates: Vec<_> = models
        .iter()
        .filter(|_| !wanted.is_empty())
        .filter(|model| letters(&format!("{} {}", model.vendor, model.name)).contains(&wanted))
        .collect();
    match candidates[..] {
        [model] => Ok(model),
        [] => Err(ModelError::Unknown { text: text.to_owned(), nearest: nearest(&wanted) }),
        _ => {
            let candidates = candidates.iter().map(|model| model.name.clone()).collect();
            Err(ModelError::Ambiguous { text: text.to_owned(), candidates })
        }
    }
}

/// Reads the text of a user's own model, which comes from a file. Its sources may
/// be missing, but what is there must make sense.
pub fn parse(path: &Path, text: &str) -> Result<DeviceModel, ModelError> {
    let mut model: DeviceModel = toml::from_str(text).map_err(|error| ModelError::Parse {
        path: path.to_owned(),
        reason: error.to_string().trim_end().to_owned(),
    })?;
    if let Some(stem) = path.file_stem() {
        model.slug = stem.to_string_lossy().into_owned();
    }
    check::check(&model).map_err(|nonsense| ModelError::Nonsense {
        path: path.to_owned(),
        figure: nonsense.figure,
        reason: nonsense.reason,
    })?;
    Ok(model)
}

/// What two spellings of a name have in common.
fn letters(text: &str) -> String {
    text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// The slug of the model whose slug, name or last word is most like the text.
fn nearest(wanted: &str) -> Option<String> {
    let spellings = builtin().iter().flat_map(|model| {
        let last_word = model.name.rsplit(' ').next().unwrap_or_default();
        [model.slug.as_str(), model.name.as_str(), last_word]
            .map(|spelling| (letters(spelling), model.slug.as_str()))
    });
    // A third of the letters may be wrong before a suggestion misleads.
    spellings
        .map(|(spelling, slug)| (strsim::damerau_levenshtein(wanted, &spelling), spelling, slug))
        .min()
        .filter(|(distance, spelling, _)| distance * 3 <= spelling.len().max(wanted.len()))
        .map(|(_, _, slug)| slug.to_owned())
}

fn suggestion(nearest: &Option<String>) -> String {
    nearest.as_ref().map(|slug| format!("; did you mean `{slug}`?")).unwrap_or_default()
}

fn slugs(models: &[DeviceModel]) -> String {
    models.iter().map(|model| model.slug.as_str()).collect::<Vec<_>>().join(", ")
}
