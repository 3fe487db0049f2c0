//! `warpbench completions`: what a shell needs to complete the command line, made
//! from the same description that reads it.

use super::exit::Verdict;
use anyhow::Result;
use clap::{Command, CommandFactory};
use clap_complete::Shell;

/// What one types to start the program.
const PROGRAM: &str = "warpbench";

#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    /// The shell that the script is for
    shell: Shell,
}

pub(super) fn run(arguments: &Arguments) -> Result<Verdict> {
    print!("{}", script(arguments.shell)?);
    Ok(Verdict::Right)
}

/// The script of a shell. It is made in memory, because clap panics where it cannot
/// write, as into a pipe that is closed.
fn script(shell: Shell) -> Result<String> {
    let mut text = Vec::new();
    clap_complete::generate(shell, &mut visible(), PROGRAM, &mut text);
    Ok(String::from_utf8(text)?)
}

/// The command line without what is hidden, which clap offers otherwise.
fn visible() -> Command {
    let whole = super::Arguments::command();
    Command::new(PROGRAM)
        .version(env!("CARGO_PKG_VERSION"))
        .args(whole.get_arguments().cloned())
        .subcommands(whole.get_subcommands().filter(|command| !command.is_hide_set()).cloned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::ValueEnum;

    #[test]
    fn every_shell_completes_every_command() {
        let command = super::super::Arguments::command();
        let shown = || command.get_subcommands().filter(|command| !command.is_hide_set());
        assert!(shown().count() > 10);
        for &shell in Shell::value_variants() {
            let script = script(shell).expect("a script");
            for name in shown().map(Command::get_name) {
                assert!(script.contains(name), "{shell}: {name}");
            }
        }
    }

    #[test]
    fn bash_is_offered_what_one_types_and_nothing_hidden() {
        let script = script(Shell::Bash).expect("a script");
        let first = script
            .lines()
            .skip_while(|line| line.trim() != "warpbench)")
            .find(|line| line.trim_start().starts_with("opts="))
            .expect("the words after `warpbench`");
        let words: Vec<&str> =
            first.trim().trim_start_matches("opts=").trim_matches('"').split(' ').collect();
        for subcommand in super::super::Arguments::command().get_subcommands() {
            let is_offered = words.contains(&subcommand.get_name());
            assert_eq!(is_offered, !subcommand.is_hide_set(), "{}", subcommand.get_name());
        }
    }
}
