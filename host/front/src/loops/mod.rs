//! Loops that cannot end, and some that cannot start, read off a checked module.
//!
//! A loop is accused only if no way out of it can ever be taken: there is none,
//! or each lies behind a condition that is always the same, because of its types
//! (`step >= 0` of an unsigned number) or because nothing in the loop changes
//! what it is made of. What comes from memory that others may write, from
//! atomics or from calls may change at any time and accuses nobody. Both
//! languages are looked at here, since both become modules of naga's.

mod facts;
#[cfg(test)]
mod tests;
mod ways_out;

use super::wgsl::Checked;
use super::{Diagnostic, Language};
use facts::{Facts, Names, Why};
use naga::valid::FunctionInfo;
use naga::{Block, Expression, Function, Handle, Module, Span, Statement};
use warpbench_codes::{L0001, L0002};
use ways_out::{Guard, Verdict};

/// What is to be said of the loops of a module, in the order of the text.
pub(crate) fn warnings(checked: &Checked, text: &str, language: Language) -> Vec<Diagnostic> {
    judge(checked, text, language).into_warnings()
}

/// Loops by their places, each with what is to be said of it there. A function in Rust
/// is in modules as often as it is used with other types and memory, and what holds
/// for one of them only is no mistake of the text.
#[derive(Clone, Debug, Default)]
pub(crate) struct Judged(Vec<(Span, Option<Diagnostic>)>);

impl Judged {
    /// Adds the loops of another module of the same text.
    pub(crate) fn add(&mut self, other: Judged) {
        self.0.extend(other.0);
    }

    /// What is to be said of a loop wherever it is, in the order of the text.
    pub(crate) fn into_warnings(self) -> Vec<Diagnostic> {
        let mut found: Vec<Diagnostic> = Vec::new();
        for (place, said) in &self.0 {
            let Some(said) = said else { continue };
            let mut others = self.0.iter().filter(|(other, _)| other == place);
            if others.all(|(_, other)| other.as_ref() == Some(said)) && !found.contains(said) {
                found.push(said.clone());
            }
        }
        found.sort_by_key(|warning: &Diagnostic| warning.span.to_range().map(|range| range.start));
        found
    }
}

/// Judges the loops of a module.
pub(crate) fn judge(checked: &Checked, text: &str, language: Language) -> Judged {
    let module = &checked.module;
    let mut found = Judged::default();
    for (handle, function) in module.functions.iter() {
        let judge = Judge { module, function, info: &checked.info[handle], text, language };
        judge.block(&function.body, &mut found);
    }
    for (index, point) in module.entry_points.iter().enumerate() {
        let info = checked.info.get_entry_point(index);
        let judge = Judge { module, function: &point.function, info, text, language };
        judge.block(&point.function.body, &mut found);
    }
    found
}

struct Judge<'a> {
    module: &'a Module,
    function: &'a Function,
    info: &'a FunctionInfo,
    text: &'a str,
    language: Language,
}

impl Judge<'_> {
    fn block(&self, block: &Block, found: &mut Judged) {
        for (statement, span) in block.span_iter() {
            match statement {
                Statement::Loop { body, continuing, break_if } => {
                    found.0.push((*span, self.judge(body, continuing, *break_if, *span)));
                    self.block(body, found);
                    self.block(continuing, found);
                }
                Statement::Block(inner) => self.block(inner, found),
                Statement::If { accept, reject, .. } => {
                    self.block(accept, found);
                    self.block(reject, found);
                }
                Statement::Switch { cases, .. } => {
                    cases.iter().for_each(|case| self.block(&case.body, found));
                }
                _ => {}
            }
        }
    }

    fn judge(
        &self,
        body: &Block,
        continuing: &Block,
        break_if: Option<Handle<Expression>>,
        span: Span,
    ) -> Option<Diagnostic> {
        let facts = Facts::of_loop(self.module, self.function, self.info, [body, continuing]);
        let ways_out = ways_out::of_loop(body, continuing, break_if);
        // The test of `for x in iterator`, and those in a method of the library, have no
        // place but that of the whole: nobody wrote them who reads this.
        let is_written = |guard: Guard| guard.span != span;
        if let Some(guard) = ways_out::first_test(body)
            && facts.always(guard.condition) == Some(guard.needed)
            && let Some(why) = facts.why(guard.condition)
            && is_written(guard)
        {
            return Some(self.never_runs(&facts, guard, span, &why));
        }
        let verdicts: Vec<Verdict> = ways_out.iter().map(|way| way.verdict(&facts)).collect();
        if verdicts.contains(&Verdict::Open) {
            return None;
        }
        let stuck = verdicts.iter().find_map(|verdict| match verdict {
            Verdict::Stuck(guard) => Some(*guard),
            _ => None,
        });
        let shut = verdicts.iter().find_map(|verdict| match verdict {
            Verdict::Shut(guard) => Some(*guard),
            _ => None,
        });
        if stuck.or(shut).is_some_and(|guard| !is_written(guard)) {
            return None;
        }
        Some(match (stuck, shut) {
            (Some(guard), _) => self.stands_still(&facts, guard, span),
            (None, Some(guard)) => {
                let why = facts.why(guard.condition);
                why.map_or_else(
                    || self.no_way_out(span),
                    |why| self.always_goes_on(&facts, guard, span, &why),
                )
            }
            (None, None) => self.no_way_out(span),
        })
    }

    /// `while step >= 0`
    fn always_goes_on(
        &self,
        facts: &Facts<'_>,
        guard: Guard,
        whole: Span,
        why: &Why,
    ) -> Diagnostic {
        let at = why.comparison();
        let truth = if facts.always(at) == Some(true) { "true" } else { "false" };
        let what = self.quote(at).unwrap_or_else(|| "its condition".to_owned());
        let message = format!("this loop never ends: {what} is always {truth}");
        Diagnostic::warning(L0001, message, self.place(at, guard, whole))
            .label(self.reason(facts, why))
            .help(self.instead(facts, why))
    }

    /// `while x < 0` of an unsigned number
    fn never_runs(&self, facts: &Facts<'_>, guard: Guard, whole: Span, why: &Why) -> Diagnostic {
        let at = why.comparison();
        let what = self.quote(at).unwrap_or_else(|| "its condition".to_owned());
        let truth = if facts.always(at) == Some(true) { "always" } else { "never" };
        let message = format!("this loop never runs: {what} is {truth} true");
        Diagnostic::warning(L0002, message, self.place(at, guard, whole))
            .label(self.reason(facts, why))
            .help(self.instead(facts, why))
    }

    /// `while i < 10` with nothing that changes `i`
    fn stands_still(&self, facts: &Facts<'_>, guard: Guard, whole: Span) -> Diagnostic {
        let Names { variables, values } = facts.names(guard.condition);
        let all = if variables.is_empty() { &values } else { &variables };
        let quoted: Vec<String> = all.iter().map(|name| format!("`{name}`")).collect();
        let (what, label) = match quoted.as_slice() {
            [] => ("its condition".to_owned(), "this has the same value in every turn".to_owned()),
            [name] => (name.clone(), format!("{name} has the same value in every turn")),
            _ => (quoted.join(" or "), "these have the same values in every turn".to_owned()),
        };
        let help = match (variables.first(), values.first()) {
            (Some(name), _) => {
                let example = match self.is_flag(guard.condition) {
                    true => format!("{name} = false"),
                    false => format!("{name} += 1"),
                };
                format!("change `{name}` in the loop, for example `{example}`")
            }
            (None, Some(name)) => self.own_variable(name),
            (None, None) => LEAVE.to_owned(),
        };
        let message =
            format!("this loop never ends once it has begun: nothing in it changes {what}");
        let span = self.place(guard.condition, guard, whole);
        Diagnostic::warning(L0001, message, span).label(label).help(help)
    }

    /// `loop { }`, and what was found to be one when the text was read.
    fn no_way_out(&self, whole: Span) -> Diagnostic {
        let written = whole.to_range().and_then(|range| self.text.get(range)).unwrap_or_default();
        let condition = written
            .trim_start()
            .strip_prefix("while")
            .and_then(|rest| rest.split('{').next())
            .map(|condition| condition.trim().trim_start_matches('(').trim_end_matches(')').trim())
            .filter(|condition| !condition.is_empty() && *condition != "true");
        let at = self.first_line(whole);
        match condition {
            Some(condition) => {
                let message = format!("this loop never ends: `{condition}` is always true");
                Diagnostic::warning(L0001, message, at)
                    .label("nothing in the loop changes it, and nothing leaves the loop")
                    .help(
                        "change a variable of the condition in the loop, or leave it with `break`",
                    )
            }
            None => Diagnostic::warning(L0001, "this loop never ends", at)
                .label("nothing in it leaves it")
                .help(LEAVE),
        }
    }

    fn reason(&self, facts: &Facts<'_>, why: &Why) -> String {
        match why {
            Why::Unsigned { number, .. } => {
                format!("{} is unsigned, so it is never below 0", self.number(facts, *number))
            }
            Why::Largest { number, .. } => {
                format!("{} cannot be larger than that", self.number(facts, *number))
            }
            Why::Same { .. } => "both sides are the same".to_owned(),
        }
    }

    fn instead(&self, facts: &Facts<'_>, why: &Why) -> String {
        let Why::Unsigned { number, .. } = why else {
            return "compare with what is to end the loop".to_owned();
        };
        let Names { variables, values } = facts.names(*number);
        let name = variables.first().or(values.first()).map_or("i", String::as_str);
        match self.language {
            Language::Rust => format!(
                "count with a signed number (`i32`), or write `while {name} > 0`, or \
                 `for {name} in (0..n).rev()`"
            ),
            Language::Wgsl => {
                format!("count with a signed number (`i32`), or go on while `{name} > 0u`")
            }
        }
    }

    /// Whether a condition is a variable itself.
    fn is_flag(&self, condition: Handle<Expression>) -> bool {
        match self.function.expressions[condition] {
            Expression::Load { .. } => true,
            Expression::Unary { expr, .. } => self.is_flag(expr),
            _ => false,
        }
    }

    /// What to do where a value is asked for that cannot change.
    fn own_variable(&self, name: &str) -> String {
        match self.language {
            Language::Rust => format!(
                "count with a variable: `let mut at = {name};` before the loop, and change `at` in it"
            ),
            Language::Wgsl => format!(
                "count with a variable: `var at = {name};` before the loop, and change `at` in it"
            ),
        }
    }

    /// A number as it is called.
    fn number(&self, facts: &Facts<'_>, number: Handle<Expression>) -> String {
        let Names { variables, values } = facts.names(number);
        let named = || variables.first().or(values.first()).map(|name| format!("`{name}`"));
        self.quote(number).or_else(named).unwrap_or_else(|| "this number".to_owned())
    }

    /// The place of a condition. What only reads a variable has none of its own.
    fn place(&self, condition: Handle<Expression>, guard: Guard, whole: Span) -> Span {
        let own = self.function.expressions.get_span(condition);
        let candidates = [own, guard.span];
        let found = candidates.into_iter().find(Span::is_defined);
        self.trimmed(found.unwrap_or_else(|| self.first_line(whole)))
    }

    /// A span without the white space around its words.
    fn trimmed(&self, span: Span) -> Span {
        let Some(range) = span.to_range() else { return span };
        let words = self.text.get(range.clone()).unwrap_or_default();
        let start = range.start + words.len() - words.trim_start().len();
        Span::new(start as u32, (start + words.trim().len()) as u32)
    }

    /// The first line of a loop, which is enough to underline.
    fn first_line(&self, whole: Span) -> Span {
        let Some(range) = whole.to_range() else { return whole };
        let written = self.text.get(range.clone()).unwrap_or_default();
        let length = written.lines().next().map_or(0, |line| line.trim_end().len());
        Span::new(range.start as u32, (range.start + length) as u32)
    }

    /// The words that an expression was read from.
    fn quote(&self, expression: Handle<Expression>) -> Option<String> {
        let range = self.function.expressions.get_span(expression).to_range()?;
        let words = self.text.get(range)?.trim();
        (!words.is_empty() && !words.contains('\n')).then(|| format!("`{words}`"))
    }
}

/// What to do about a loop that nothing leaves.
const LEAVE: &str = "leave it with `break` or `return`, or give it a condition that changes";
