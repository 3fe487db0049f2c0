//! Functions that kernels call.
//!
//! A function is cloned for every different way in which it is called: what its
//! parameters are on the GPU, how deep in partitioned loops the call stands, and
//! which parameters differ between threads. Clones instead of copies in place keep
//! the kernel as short as its source.

use crate::context::Context;
use crate::device::{passed_name, renamed};
use crate::merge::Tile;
use crate::tree::{Expr, Function, Type};
use crate::unit::Unit;
use crate::{Refused, refuse};
use std::collections::{BTreeMap, BTreeSet};
use warpbench_codes::D0007;
use warpbench_front::diagnostic::Span;

/// A clone of a function.
#[derive(Clone, Debug)]
pub struct CalledFunction<'p> {
    key: String,
    pub unit: Unit<'p>,
}

/// All clones of a file's functions.
#[derive(Clone, Debug, Default)]
pub struct CalledFunctions<'p> {
    pub all: Vec<CalledFunction<'p>>,
}

/// Where a function is called.
pub struct CallSite<'s, 'p> {
    pub unit: &'s Unit<'p>,
    pub context: &'s Context<'s>,
    pub tiles: &'s [Tile],
    pub place: Span,
}

impl<'p> CalledFunctions<'p> {
    /// What a call becomes: the clone's name, and the arguments.
    pub fn call(
        &mut self,
        function: &'p Function,
        arguments: &[Expr],
        site: &CallSite<'_, 'p>,
    ) -> Result<(String, Vec<Expr>), Refused> {
        let passed: BTreeMap<&str, &str> = (function.params.iter())
            .zip(arguments)
            .filter_map(|(param, argument)| Some((passed_name(argument)?, param.name.as_str())))
            .collect();
        let (mut variables, mut varying) = (BTreeMap::new(), BTreeSet::new());
        let mut own_arguments = Vec::new();
        for (param, argument) in function.params.iter().zip(arguments) {
            let variable = passed_name(argument).and_then(|name| site.unit.variables.get(name));
            let Some(variable) = variable.filter(|own| !own.shape.is_empty()) else {
                if site.context.is_varying(argument) {
                    varying.insert(param.name.clone());
                }
                own_arguments.push(argument.clone());
                continue;
            };
            if site.tiles.iter().any(|tile| tile.array == variable.host) {
                let message =
                    format!("`{}` is in shared memory here and is passed on", variable.host);
                return Err(refuse(D0007, message, site.place)
                    .help("call the function before `shared alloc`, or pass it elements"));
            }
            let constants = site.unit.constants();
            let own = renamed(variable, &param.name, &passed, constants);
            variables.insert(param.name.clone(), own);
            own_arguments.push(Expr::name(&variable.host));
        }
        let seen: Vec<String> = variables.values().map(ToString::to_string).collect();
        let key = format!("{} {seen:?} {:?} {varying:?}", function.name, site.context.depth);
        if let Some(own) = self.all.iter().find(|own| own.key == key) {
            return Ok((own.unit.name.clone(), own_arguments));
        }
        let clones = self
            .all
            .iter()
            .filter(|own| own.unit.function.is_some_and(|other| other.name == function.name));
        let name = match clones.count() {
            0 => function.name.clone(),
            more => format!("{}_{}", function.name, more + 1),
        };
        let types: BTreeMap<String, Type> =
            function.params.iter().map(|param| (param.name.clone(), param.ty.clone())).collect();
        self.all.push(CalledFunction {
            key,
            unit: Unit {
                name: name.clone(),
                body: function.body.clone(),
                variables,
                ambiguous: BTreeMap::new(),
                types,
                depth: site.context.depth,
                varying,
                function: Some(function),
                span: function.span,
                ..site.unit.clone()
            },
        });
        Ok((name, own_arguments))
    }
}
