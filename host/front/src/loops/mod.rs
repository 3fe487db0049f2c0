//! Loops that cannot end, and some that cannot start, read off a checked module.
//!
//! A loop is accused only if no way out of it can ever be taken: there is none,
//! or each lies behind a condition that is always the same, because of its types
//! (`step >= 0` of an unsigned number) or because nothing in the loop changes
//! what it is made of. What comes from memory that others may write, from
//! atomics or from calls may change at any time and accuses nobody. Both
//! languages are looked at here, since both become modules of naga's.

mod facts;
mod ways_out;

use super::wgsl::Checked;
use super::{Diagnostic, Language};
use facts::{Facts, Why};
use naga::valid::FunctionInfo;
use naga::{Block, Expression, Function, Handle, Module, Span, Statement};
use ways_out::{Guard, Verdict};

/// What is to be said of the loops of a module, in the order of the text.
pub(crate) fn warnings(checked: &Checked, text: &str, language: Language) -> Vec<Diagnostic> {
    let module = &checked.module;
    let mut found = Vec::new();
    for (handle, function) in module.functions.iter() {
        let judge = Judge { module, function, info: &checked.info[handle], text, language };
        judge.block(&function.body, &mut found);
    }
    for (index, point) in module.entry_points.iter().enumerate() {
        let info = checked.info.get_entry_point(index);
        let judge = Judge { module, function: &point.function, info, text, language };
        judge.block(&point.function.body, &mut found);
    }
    found.sort_by_key(|warning: &Diagnostic| warning.span.to_range().map(|range| range.start));
    // A helper in Rust is in the module once for each kind of memory it is used on.
    found.dedup();
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
    fn block(&self, block: &Block, found: &mut Vec<Diagnostic>) {
        for (statement, span) in block.span_iter() {
            match statement {
                Statement::Loop { body, continuing, break_if } => {
                    found.extend(self.judge(body, continuing, *break_if, *span));
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
        if let Some(guard) = ways_out::first_test(body)
            && facts.always(guard.condition) == Some(guard.needed)
            && let Some(why) = facts.why(guard.condition)
        {
            return self.never_runs(&facts, guard, &why);
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
        Some(match (stuck, shut) {
            (Some(guard), _) => self.stands_still(&facts, guard),
            (None, Some(guard)) => self.always_goes_on(&facts, guard),
            (None, None) => self.no_way_out(span),
        })
    }

    /// `while step >= 0`
    fn always_goes_on(&self, facts: &Facts<'_>, guard: Guard) -> Diagnostic {
        let Some(why) = facts.why(guard.condition) else {
            let span = self.span(guard.condition);
            return Diagnostic::warning("this loop never ends: it can never be left here", span)
                .help(self.leave());
        };
        let at = why.comparison();
        let truth = if facts.always(at) == Some(true) { "true" } else { "false" };
        let what = self.quote(at).unwrap_or_else(|| "its condition".to_owned());
        Diagnostic::warning(
            format!("this loop never ends: {what} is always {truth}"),
            self.span(at),
        )
        .label(self.reason(&why))
        .help(self.instead(&why))
    }

    /// `while x < 0` of an unsigned number
    fn never_runs(&self, facts: &Facts<'_>, guard: Guard, why: &Why) -> Option<Diagnostic> {
        let at = why.comparison();
        let what = self.quote(at)?;
        let truth = if facts.always(at) == Some(true) { "always" } else { "never" };
        let message = format!("this loop never runs: {what} is {truth} true");
        let _ = guard;
        Some(
            Diagnostic::warning(message, self.span(at))
                .label(self.reason(why))
                .help(self.instead(why)),
        )
    }

    /// `while i < 10` with nothing that changes `i`
    fn stands_still(&self, facts: &Facts<'_>, guard: Guard) -> Diagnostic {
        let names = facts.names(guard.condition);
        let quoted: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
        let (what, label, help) = match quoted.as_slice() {
            [] => (
                "nothing in it changes its condition".to_owned(),
                "this has the same value in every turn".to_owned(),
                self.leave().to_owned(),
            ),
            [name] => (
                format!("nothing in it changes {name}"),
                format!("{name} has the same value in every turn"),
                format!("change {name} in the loop, for example `{}`", self.step(&names[0])),
            ),
            [first, .., last] => (
                format!("nothing in it changes {}", quoted.join(" or ")),
                "this has the same value in every turn".to_owned(),
                format!("change {first} or {last} in the loop, or leave it with `break`"),
            ),
        };
        let span = self.span(guard.condition);
        Diagnostic::warning(format!("this loop never ends once it has begun: {what}"), span)
            .label(label)
            .help(help)
    }

    /// `loop { }`, and what was found to be one when the text was read.
    fn no_way_out(&self, span: Span) -> Diagnostic {
        let written = span.to_range().and_then(|range| self.text.get(range)).unwrap_or_default();
        let condition = written
            .trim_start()
            .strip_prefix("while")
            .and_then(|rest| rest.split('{').next())
            .map(|condition| condition.trim().trim_start_matches('(').trim_end_matches(')').trim())
            .filter(|condition| !condition.is_empty() && *condition != "true");
        // Only its first line is underlined, not all of the loop.
        let first_line = written.lines().next().map_or(0, |line| line.trim_end().len());
        let start = span.to_range().map_or(0, |range| range.start);
        let at = match span.is_defined() {
            true => Span::new(start as u32, (start + first_line) as u32),
            false => span,
        };
        match condition {
            Some(condition) => {
                let message = format!("this loop never ends: `{condition}` is always true");
                Diagnostic::warning(message, at)
                    .label("nothing in the loop changes it, and nothing leaves the loop")
                    .help(
                        "change a variable of the condition in the loop, or leave it with `break`",
                    )
            }
            None => Diagnostic::warning("this loop never ends", at)
                .label("nothing in it leaves it")
                .help(self.leave()),
        }
    }

    fn reason(&self, why: &Why) -> String {
        match why {
            Why::Unsigned { number, .. } => {
                let name = self.quote(*number).unwrap_or_else(|| "this number".to_owned());
                format!("{name} is unsigned, so it is never below 0")
            }
            Why::Largest { number, .. } => {
                let name = self.quote(*number).unwrap_or_else(|| "this number".to_owned());
                format!("{name} cannot be larger than that")
            }
            Why::Same { .. } => "both sides are the same".to_owned(),
        }
    }

    fn instead(&self, why: &Why) -> String {
        let Why::Unsigned { number, .. } = why else {
            return "compare with what is to end the loop".to_owned();
        };
        let name = self.quote(*number).unwrap_or_default();
        let name = name.trim_matches('`');
        let is_plain = !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || c == '_');
        let name = if is_plain { name } else { "i" };
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

    fn leave(&self) -> &'static str {
        "leave it with `break` or `return`, or give it a condition that changes"
    }

    fn step(&self, name: &str) -> String {
        match self.language {
            Language::Rust => format!("{name} += 1"),
            Language::Wgsl => format!("{name}++"),
        }
    }

    fn span(&self, expression: Handle<Expression>) -> Span {
        self.function.expressions.get_span(expression)
    }

    /// The words that an expression was read from.
    fn quote(&self, expression: Handle<Expression>) -> Option<String> {
        let range = self.span(expression).to_range()?;
        let words = self.text.get(range)?.trim();
        (!words.is_empty() && !words.contains('\n')).then(|| format!("`{words}`"))
    }
}
