//! Exhaustiveness: whether a `match` has an arm for every value.
//!
//! The arms are rows of patterns. The first column is split into the pieces of
//! its type that the patterns tell apart, and for each piece the rows that
//! admit it are looked at without that column. A piece that no row admits is
//! what is missing.

use crate::checker::Checker;
use crate::patterns::pattern::leaves_out;
use naga::Span;
use warpbench_codes::{E0004, K0021};
use warpbench_hir::types::{IntTy, Len, Ty};
use warpbench_hir::{ConstValue, Pattern, PatternKind};
use warpbench_source::diagnostic::Diagnostic;

/// A `match` whose types are not all known yet.
#[derive(Debug)]
pub(crate) struct Unfinished {
    /// The type of the value.
    pub(crate) ty: Ty,
    /// The patterns, and whether each has a guard.
    pub(crate) arms: Vec<(Pattern, bool)>,
    /// Where the `match` begins.
    pub(crate) span: Span,
    /// Whether it stands for a `let` whose pattern has alternatives.
    pub(crate) is_let: bool,
}

/// How many rows are looked at before the answer is that there are too many.
const MAX_ROWS: usize = 100_000;

/// Reports what a `match` leaves out. The types must be resolved.
pub(crate) fn check(checker: &mut Checker, unfinished: &Unfinished) {
    let rows: Vec<Vec<&Pattern>> = unfinished
        .arms
        .iter()
        .filter(|(_, has_guard)| !has_guard)
        .map(|(pattern, _)| vec![pattern])
        .collect();
    if has_error(&unfinished.ty) {
        return;
    }
    let mut search = Search { checker, rows_left: MAX_ROWS };
    let missing = search.missing(&rows, std::slice::from_ref(&unfinished.ty));
    if search.rows_left == 0 {
        checker.report(
            Diagnostic::new(
                K0021,
                "this `match` has too many cases to be checked",
                unfinished.span,
            )
            .help("match on fewer values at once"),
        );
    } else if let Some(missing) = missing {
        let missing = missing.join(", ");
        if unfinished.is_let {
            let diagnostic = leaves_out(unfinished.span);
            checker.report(diagnostic.note(format!("it leaves out `{missing}`")));
            return;
        }
        checker.report(
            Diagnostic::new(E0004, format!("`match` does not cover `{missing}`"), unfinished.span)
                .label("every value needs an arm")
                .help(format!("add an arm: `{missing} => …`, or `_ => …` for all the rest")),
        );
    }
}

fn has_error(ty: &Ty) -> bool {
    match ty {
        Ty::Error | Ty::Never | Ty::Var(_) => true,
        other => other.parts().into_iter().any(has_error),
    }
}

struct Search<'a> {
    checker: &'a Checker,
    rows_left: usize,
}

impl Search<'_> {
    /// What no row admits, in words for each column.
    fn missing(&mut self, rows: &[Vec<&Pattern>], types: &[Ty]) -> Option<Vec<String>> {
        self.rows_left = self.rows_left.saturating_sub(rows.len() + 1);
        if self.rows_left == 0 {
            return None;
        }
        if rows.iter().any(|row| row.iter().all(|pattern| is_open(pattern))) {
            return None;
        }
        let Some((ty, rest)) = types.split_first() else {
            return rows.is_empty().then(Vec::new);
        };
        let rows = without_or(rows);
        match ty {
            Ty::Bool => [false, true].into_iter().find_map(|value| {
                let kept = keep(&rows, |pattern| match &pattern.kind {
                    PatternKind::Value(ConstValue::Bool(known)) => *known == value,
                    _ => is_open(pattern),
                });
                self.with_word(&kept, rest, value.to_string())
            }),
            Ty::Int(int) => self.missing_int(&rows, *int, rest),
            Ty::Reference(_, to)
                if self.has_kind(&rows, |k| matches!(k, PatternKind::Deref(_))) =>
            {
                let inner: Vec<Vec<&Pattern>> = rows
                    .iter()
                    .filter_map(|row| {
                        let (first, others) = row.split_first()?;
                        let first = match &first.kind {
                            PatternKind::Deref(inner) => inner.as_ref(),
                            _ => first,
                        };
                        Some(std::iter::once(first).chain(others.iter().copied()).collect())
                    })
                    .collect();
                let types: Vec<Ty> =
                    std::iter::once((**to).clone()).chain(rest.iter().cloned()).collect();
                self.missing(&inner, &types)
            }
            Ty::Struct(id, _)
                if self.checker.structs.get(*id).is_some_and(|s| s.hir.variants.is_some()) =>
            {
                self.missing_variant(&rows, *id, ty, rest)
            }
            Ty::Array(element, Len::Known(len)) if self.has_slices(&rows) => {
                self.missing_elements(&rows, element, *len as usize, rest)
            }
            Ty::Slice(element) if self.has_slices(&rows) => {
                let most = rows
                    .iter()
                    .filter_map(|row| match &row.first()?.kind {
                        PatternKind::Slice(before, _, after) => Some(before.len() + after.len()),
                        _ => None,
                    })
                    .max()
                    .unwrap_or(0);
                // Longer slices fit the same patterns as one that is longer than all.
                (0..=most + 1).find_map(|len| self.missing_elements(&rows, element, len, rest))
            }
            ty => {
                let members = self.members(ty);
                let has_parts = rows.iter().any(|row| {
                    row.first().is_some_and(|p| matches!(p.kind, PatternKind::Parts(_)))
                });
                match members {
                    Some(members) if has_parts => self.missing_parts(&rows, &members, ty, rest),
                    _ => {
                        let kept = keep(&rows, is_open);
                        self.with_word(&kept, rest, "_".to_owned())
                    }
                }
            }
        }
    }

    fn with_word(
        &mut self,
        rows: &[Vec<&Pattern>],
        rest: &[Ty],
        word: String,
    ) -> Option<Vec<String>> {
        let mut words = self.missing(rows, rest)?;
        words.insert(0, word);
        Some(words)
    }

    fn missing_int(
        &mut self,
        rows: &[Vec<&Pattern>],
        int: IntTy,
        rest: &[Ty],
    ) -> Option<Vec<String>> {
        let interval = |pattern: &Pattern| match &pattern.kind {
            PatternKind::Value(ConstValue::Int(value)) => Some((*value, *value)),
            PatternKind::Range(low, high) => Some((*low, *high)),
            _ => None,
        };
        // A piece starts where some pattern starts, or after one ends.
        let mut starts = vec![int.min()];
        for (low, high) in rows.iter().filter_map(|row| interval(row.first()?)) {
            starts.push(low.max(int.min()));
            starts.push(high.saturating_add(1));
        }
        starts.retain(|start| (int.min()..=int.max()).contains(start));
        starts.sort_unstable();
        starts.dedup();
        for (place, start) in starts.iter().enumerate() {
            let end = starts.get(place + 1).map_or(int.max(), |next| next - 1);
            let kept = keep(rows, |pattern| match interval(pattern) {
                Some((low, high)) => low <= *start && end <= high,
                None => is_open(pattern),
            });
            let word = words_for(*start, end, int);
            if let Some(missing) = self.with_word(&kept, rest, word) {
                return Some(missing);
            }
            if self.rows_left == 0 {
                return None;
            }
        }
        None
    }

    fn has_kind(&self, rows: &[Vec<&Pattern>], is: impl Fn(&PatternKind) -> bool) -> bool {
        rows.iter().any(|row| row.first().is_some_and(|first| is(&first.kind)))
    }

    fn has_slices(&self, rows: &[Vec<&Pattern>]) -> bool {
        self.has_kind(rows, |kind| matches!(kind, PatternKind::Slice(..)))
    }

    /// What no row admits of an enum.
    fn missing_variant(
        &mut self,
        rows: &[Vec<&Pattern>],
        id: usize,
        ty: &Ty,
        rest: &[Ty],
    ) -> Option<Vec<String>> {
        let item = &self.checker.structs.get(id)?.hir;
        let variants = item.variants.clone()?;
        let fields = item.fields.clone();
        let name = self.checker.show(ty);
        let name = name.split('<').next().unwrap_or_default().to_owned();
        let is_library = self.checker.structs.get(id).is_some_and(|item| item.is_library);
        let open = Pattern { kind: PatternKind::Any, ty: Ty::Error, span: Span::new(0, 0) };
        for (at, variant) in variants.iter().enumerate() {
            let (first, count) = (variant.first as usize, variant.count as usize);
            let members: Vec<Ty> = fields
                .get(first..first + count)
                .unwrap_or_default()
                .iter()
                .map(|field| field.ty.clone())
                .collect();
            let mut kept: Vec<Vec<&Pattern>> = Vec::new();
            for row in rows {
                let Some((head, others)) = row.split_first() else { continue };
                let mut columns: Vec<&Pattern> = vec![&open; count];
                match &head.kind {
                    PatternKind::Variant(found, parts) if *found as usize == at => {
                        for (place, part) in parts {
                            if let Some(column) = columns.get_mut(*place as usize - first) {
                                *column = part;
                            }
                        }
                    }
                    _ if is_open(head) => {}
                    _ => continue,
                }
                columns.extend(others);
                kept.push(columns);
            }
            let types: Vec<Ty> = members.iter().chain(rest).cloned().collect();
            if let Some(mut words) = self.missing(&kept, &types) {
                let later = words.split_off(count);
                let own = if is_library {
                    variant.name.clone()
                } else {
                    format!("{name}::{}", variant.name)
                };
                let word = match (count, variant.is_tuple) {
                    (0, _) => own,
                    (_, true) => format!("{own}({})", words.join(", ")),
                    (_, false) => format!("{own} {{ .. }}"),
                };
                return Some(std::iter::once(word).chain(later).collect());
            }
            if self.rows_left == 0 {
                return None;
            }
        }
        None
    }

    /// What no row admits of an array or a slice of a length.
    fn missing_elements(
        &mut self,
        rows: &[Vec<&Pattern>],
        element: &Ty,
        len: usize,
        rest: &[Ty],
    ) -> Option<Vec<String>> {
        let open = Pattern { kind: PatternKind::Any, ty: Ty::Error, span: Span::new(0, 0) };
        if len > 64 {
            return None;
        }
        let mut kept: Vec<Vec<&Pattern>> = Vec::new();
        for row in rows {
            let Some((head, others)) = row.split_first() else { continue };
            let mut columns: Vec<&Pattern> = vec![&open; len];
            match &head.kind {
                PatternKind::Slice(before, middle, after) => {
                    let fixed = before.len() + after.len();
                    if fixed > len || (middle.is_none() && fixed != len) {
                        continue;
                    }
                    for (column, part) in columns.iter_mut().zip(before) {
                        *column = part;
                    }
                    let from = len - after.len();
                    for (column, part) in columns[from..].iter_mut().zip(after) {
                        *column = part;
                    }
                }
                _ if is_open(head) => {}
                _ => continue,
            }
            columns.extend(others);
            kept.push(columns);
        }
        let types: Vec<Ty> =
            vec![element.clone(); len].into_iter().chain(rest.iter().cloned()).collect();
        let mut words = self.missing(&kept, &types)?;
        let later = words.split_off(len);
        let word = format!("[{}]", words.join(", "));
        Some(std::iter::once(word).chain(later).collect())
    }

    fn missing_parts(
        &mut self,
        rows: &[Vec<&Pattern>],
        members: &[Ty],
        ty: &Ty,
        rest: &[Ty],
    ) -> Option<Vec<String>> {
        let open = Pattern { kind: PatternKind::Any, ty: Ty::Error, span: Span::new(0, 0) };
        let mut expanded: Vec<Vec<&Pattern>> = Vec::new();
        for row in rows {
            let Some((first, others)) = row.split_first() else { continue };
            let mut columns: Vec<&Pattern> = vec![&open; members.len()];
            match &first.kind {
                PatternKind::Parts(parts) => {
                    for (place, part) in parts {
                        if let Some(column) = columns.get_mut(*place as usize) {
                            *column = part;
                        }
                    }
                }
                _ if is_open(first) => {}
                _ => continue,
            }
            columns.extend(others);
            expanded.push(columns);
        }
        let types: Vec<Ty> = members.iter().chain(rest).cloned().collect();
        let mut words = self.missing(&expanded, &types)?;
        let later = words.split_off(members.len());
        let inner = words.join(", ");
        let word = match ty {
            Ty::Tuple(_) => format!("({inner})"),
            other => format!("{} {{ {inner} }}", self.checker.show(other)),
        };
        Some(std::iter::once(word).chain(later).collect())
    }

    fn members(&self, ty: &Ty) -> Option<Vec<Ty>> {
        match ty {
            Ty::Tuple(members) => Some(members.clone()),
            Ty::Struct(id, _) => {
                let fields = &self.checker.structs.get(*id)?.hir.fields;
                Some(fields.iter().map(|field| field.ty.clone()).collect())
            }
            Ty::Four(four) => Some(vec![four.scalar(); 4]),
            _ => None,
        }
    }
}

fn words_for(low: i128, high: i128, int: IntTy) -> String {
    let name = int.name();
    let word = |value: i128| {
        if value == int.max() {
            format!("{name}::MAX")
        } else if value == int.min() && int.is_signed() {
            format!("{name}::MIN")
        } else {
            value.to_string()
        }
    };
    if low == high {
        word(low)
    } else if low == int.min() && high == int.max() {
        "_".to_owned()
    } else {
        format!("{}..={}", word(low), word(high))
    }
}

fn is_open(pattern: &Pattern) -> bool {
    match &pattern.kind {
        PatternKind::Any | PatternKind::Bind(_) | PatternKind::BindRef(_) => true,
        PatternKind::Deref(inner) => is_open(inner),
        _ => false,
    }
}

/// The rows whose first pattern is kept, without it.
fn keep<'p>(rows: &[Vec<&'p Pattern>], admits: impl Fn(&Pattern) -> bool) -> Vec<Vec<&'p Pattern>> {
    rows.iter()
        .filter_map(|row| {
            let (first, rest) = row.split_first()?;
            admits(first).then(|| rest.to_vec())
        })
        .collect()
}

/// The rows, with one for each case of `a | b` in the first column.
fn without_or<'p>(rows: &[Vec<&'p Pattern>]) -> Vec<Vec<&'p Pattern>> {
    let mut expanded = Vec::new();
    for row in rows {
        let Some((first, rest)) = row.split_first() else { continue };
        let mut cases = Vec::new();
        flatten(first, &mut cases);
        for case in cases {
            let mut row = vec![case];
            row.extend(rest);
            expanded.push(row);
        }
    }
    expanded
}

fn flatten<'p>(pattern: &'p Pattern, cases: &mut Vec<&'p Pattern>) {
    match &pattern.kind {
        PatternKind::Or(inner) => inner.iter().for_each(|case| flatten(case, cases)),
        PatternKind::At(_, inner) => flatten(inner, cases),
        _ => cases.push(pattern),
    }
}
