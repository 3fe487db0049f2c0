//! What a workbench needs of the machine that it runs on, and the state that it starts with.

#[cfg(not(target_arch = "wasm32"))]
use super::comparison::files::ResultsAnswer;
use super::comparison::files::{self as results, ResultsDialog};
use super::comparison::session::ComparisonSession;
use super::labs::{self, LabDialog, Labs};
use super::session::Session;
use super::state::State;
use super::store::Store;
#[cfg(not(target_arch = "wasm32"))]
use super::timings::export::save::Answer;
#[cfg(target_arch = "wasm32")]
use super::timings::machine::NoProcesses;
use super::timings::machine::Workers;
use super::timings::session::TimingsSession;
use egui::Context;
use std::path::PathBuf;
use std::sync::Arc;
#[cfg(target_arch = "wasm32")]
use warpbench_common::browser;
use warpbench_common::labs::Shelf;
use warpbench_common::opening::Opening;
use warpbench_compare::suite;
#[cfg(not(target_arch = "wasm32"))]
use warpbench_device::worker;
#[cfg(not(target_arch = "wasm32"))]
use warpbench_device::{DeviceError, Devices};
#[cfg(not(target_arch = "wasm32"))]
use warpbench_report::{Backend, Unavailable};

/// What a workbench needs of the machine that it runs on.
pub struct Options {
    /// Where texts and settings are kept; nothing keeps nothing.
    pub folder: Option<PathBuf>,
    /// What finds the devices; called in the background.
    #[cfg(not(target_arch = "wasm32"))]
    pub devices: Box<dyn FnOnce() -> Devices + Send>,
    /// What starts workers for runs on devices.
    pub workers: Workers,
    /// Whether a tour is offered at the first start.
    pub has_tour: bool,
    /// Where labs are looked for.
    pub shelf: Shelf,
    /// Who is asked for files.
    pub dialog: LabDialog,
    /// Who is asked for result files.
    pub results_dialog: ResultsDialog,
    /// What is measured when this machine is to be compared: names of suites, families
    /// and kernels.
    pub suite: Vec<String>,
    /// What is opened first.
    pub opening: Opening,
}

impl Options {
    /// Keeps things where the browser keeps them for the page.
    #[cfg(target_arch = "wasm32")]
    pub fn of_this_browser() -> Options {
        Options {
            folder: Some(PathBuf::from("warpbench")),
            workers: NoProcesses,
            has_tour: true,
            shelf: Shelf::default(),
            dialog: Arc::new(labs::ask),
            results_dialog: Arc::new(results::ask),
            suite: vec![suite::DEFAULT.to_owned()],
            opening: browser::fragment().map_or(Opening::AsLeft, Opening::Link),
        }
    }

    /// Keeps things in a folder: where the system keeps programs' data.
    #[cfg(not(target_arch = "wasm32"))]
    pub fn of_this_machine(folder: Option<PathBuf>, workers: Workers) -> Options {
        Options {
            folder,
            devices: Options::devices_by(Arc::clone(&workers)),
            workers,
            has_tour: true,
            shelf: Shelf::default(),
            dialog: Arc::new(labs::ask),
            results_dialog: Arc::new(results::ask),
            suite: vec![suite::DEFAULT.to_owned()],
            opening: Opening::AsLeft,
        }
    }

    /// Has workers look for devices, so that a driver which crashes does not take
    /// the window along.
    #[cfg(not(target_arch = "wasm32"))]
    pub fn devices_by(workers: Workers) -> Box<dyn FnOnce() -> Devices + Send> {
        Box::new(move || match workers() {
            Ok(worker) => worker::devices(&worker, &Backend::ALL, worker::LIST_DEADLINE),
            Err(error) => {
                let reason = error.to_string();
                let missing = |backend| Unavailable { backend, reason: reason.clone() };
                Devices { found: Vec::new(), unavailable: Backend::ALL.map(missing).into() }
            }
        })
    }

    /// Keeps nothing, knows no device and starts no worker.
    #[cfg(not(target_arch = "wasm32"))]
    pub fn isolated() -> Options {
        Options {
            folder: None,
            devices: Box::new(|| Devices { found: Vec::new(), unavailable: Vec::new() }),
            workers: Arc::new(|| {
                Err(DeviceError::Protocol { reason: "nobody starts workers here".to_owned() })
            }),
            has_tour: false,
            shelf: Shelf::default(),
            dialog: Arc::new(|_| Answer::NoDialog),
            results_dialog: Arc::new(|_| ResultsAnswer::NoDialog),
            suite: vec![suite::DEFAULT.to_owned()],
            opening: Opening::AsLeft,
        }
    }

    /// Starts the background and makes the state: as at the first start, or where the user
    /// was. What a link means is a command, and left to whoever applies those.
    pub fn start(self, context: &Context) -> State {
        let wake = |context: &Context| {
            let context = context.clone();
            move || context.request_repaint()
        };
        let (store, broken) = match self.folder.map(Store::open) {
            Some(Ok(store)) => {
                store.set_waker(wake(context));
                (Some(store), None)
            }
            Some(Err(error)) => (None, Some(error)),
            None => (None, None),
        };
        let comparison = ComparisonSession::start(
            self.results_dialog,
            self.workers.clone(),
            self.suite,
            wake(context),
        );
        #[cfg(not(target_arch = "wasm32"))]
        let timings = TimingsSession::start(self.devices, self.workers, wake(context));
        #[cfg(target_arch = "wasm32")]
        let timings = TimingsSession::start(wake(context));
        let session = Session::start(wake(context));
        let labs = Labs::start(self.shelf, self.dialog, wake(context));
        let mut state = State::new(session, store, timings, comparison, labs, context.clone());
        state.open_first(self.opening);
        if !self.has_tour {
            state.view.tour = None;
        }
        if let Some(error) = broken {
            let cause = error.cause();
            let text = format!(
                "What you type is lost when this window is closed: {cause}. Put that right and \
                 start again."
            );
            state.tell(text, true);
        }
        state
    }
}
