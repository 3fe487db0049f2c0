//! Conflicts: a document that two windows changed.
//!
//! A window writes a document only if the file still holds what the window last
//! saw. Otherwise the window's text goes to a file beside it,
//! `reduce.conflict-1.rs`, and stays there until somebody decides. Whichever
//! text loses is kept in a file of that kind; no text is ever dropped.

use super::contents::Contents;
use super::file::{Folder, Locked, Stamp};
use super::{Keep, StoreError};
use std::path::Path;

/// More files beside one document say that nobody looks at them.
pub(super) const MAX_CONFLICT_FILES: u32 = 1000;

#[derive(Debug)]
pub(super) enum Written {
    /// The document holds our text.
    Done { stamp: Option<Stamp> },
    /// The document holds somebody else's text; ours lies beside it, unless ours
    /// is to have no text at all.
    Conflict { theirs: Contents, ours_at: Option<String>, stamp: Option<Stamp> },
}

#[derive(Debug)]
pub(super) struct Resolved {
    /// What the document holds now.
    pub(super) winner: Contents,
    /// The file beside it that keeps the other text.
    pub(super) loser_at: Option<String>,
    pub(super) stamp: Option<Stamp>,
}

/// Writes `ours`, if the document still holds `base`.
pub(super) fn write(
    folder: &Folder,
    name: &str,
    base: &Contents,
    ours: &Contents,
) -> Result<Written, StoreError> {
    let locked = folder.lock()?;
    let theirs = folder.read(name)?;
    if theirs != *ours && theirs != *base {
        let ours_at = divert_locked(folder, &locked, name, None, ours)?;
        return Ok(Written::Conflict { theirs, ours_at, stamp: folder.stamp(name) });
    }
    if theirs != *ours {
        locked.put(name, ours)?;
    }
    Ok(Written::Done { stamp: folder.stamp(name) })
}

/// Writes `ours` beside a document whose conflict is not resolved, and returns
/// the name of that file. `at` is the file used so far.
pub(super) fn divert(
    folder: &Folder,
    name: &str,
    at: Option<&str>,
    ours: &Contents,
) -> Result<Option<String>, StoreError> {
    divert_locked(folder, &folder.lock()?, name, at, ours)
}

pub(super) fn resolve(
    folder: &Folder,
    name: &str,
    keep: Keep,
    ours_at: Option<&str>,
    ours: &Contents,
) -> Result<Resolved, StoreError> {
    let locked = folder.lock()?;
    // What they wrote since the conflict was reported counts as well.
    let theirs = folder.read(name)?;
    let (winner, loser_at) = match keep {
        Keep::Ours if theirs == *ours => (theirs, None),
        Keep::Ours => {
            let theirs_at = keep_beside(folder, &locked, name, &theirs)?;
            locked.put(name, ours)?;
            (ours.clone(), theirs_at)
        }
        Keep::Theirs if theirs == *ours => (theirs, None),
        Keep::Theirs => (theirs, divert_locked(folder, &locked, name, ours_at, ours)?),
    };
    if let Some(at) = ours_at
        && folder.read(at).is_ok_and(|contents| contents == winner)
        && let Err(error) = locked.remove(at)
    {
        // One copy too many does no harm.
        tracing::warn!("{error}");
    }
    Ok(Resolved { winner, loser_at, stamp: folder.stamp(name) })
}

/// Keeps a text that is about to be replaced in a file beside its document, and returns
/// that file's name.
pub(super) fn keep(
    folder: &Folder,
    name: &str,
    text: &Contents,
) -> Result<Option<String>, StoreError> {
    keep_beside(folder, &folder.lock()?, name, text)
}

/// Whether `name` is a conflict file of `key`.
pub(super) fn is_conflict_of(name: &str, key: &str) -> bool {
    let (stem, extension) = parts(key);
    name.strip_prefix(stem)
        .and_then(|rest| rest.strip_prefix(".conflict-"))
        .and_then(|rest| rest.strip_suffix(extension))
        .is_some_and(is_number)
}

/// Whether `name` is a conflict file of any document.
pub(super) fn is_conflict(name: &str) -> bool {
    let (stem, extension) = parts(name);
    // Without an extension the number is what looks like one.
    [stem, extension].iter().any(|part| {
        part.rsplit_once("conflict-")
            .is_some_and(|(before, number)| before.ends_with('.') && is_number(number))
    })
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// The name before and from its last dot.
fn parts(name: &str) -> (&str, &str) {
    match Path::new(name).extension() {
        Some(extension) => name.split_at(name.len() - extension.len() - 1),
        None => (name, ""),
    }
}

/// Puts `ours` into the file `at`, or into a new one. A reset has no text that
/// could be lost, hence no file.
fn divert_locked(
    folder: &Folder,
    locked: &Locked<'_>,
    name: &str,
    at: Option<&str>,
    ours: &Contents,
) -> Result<Option<String>, StoreError> {
    let at = match (at, ours) {
        (Some(at), _) => at.to_owned(),
        (None, None) => return Ok(None),
        (None, Some(_)) => free_name(folder, name, |_| false)?,
    };
    locked.put(&at, ours)?;
    Ok(ours.is_some().then_some(at))
}

/// Keeps a text that is about to be overwritten. A file that holds it already
/// will do, so that a decision that fails half way and is tried again every
/// second does not leave a copy every second.
fn keep_beside(
    folder: &Folder,
    locked: &Locked<'_>,
    name: &str,
    text: &Contents,
) -> Result<Option<String>, StoreError> {
    let Some(bytes) = text else { return Ok(None) };
    let holds_it = |at: &str| folder.read(at).is_ok_and(|present| present == *text);
    let at = free_name(folder, name, holds_it)?;
    locked.replace(&at, bytes)?;
    Ok(Some(at))
}

/// The first conflict file of `key` that does not exist, or that `will_do`.
fn free_name(
    folder: &Folder,
    key: &str,
    will_do: impl Fn(&str) -> bool,
) -> Result<String, StoreError> {
    let (stem, extension) = parts(key);
    for number in 1..=MAX_CONFLICT_FILES {
        let name = format!("{stem}.conflict-{number}{extension}");
        if !folder.has(&name)? || will_do(&name) {
            return Ok(name);
        }
    }
    Err(StoreError::TooManyConflicts { key: key.to_owned() })
}
