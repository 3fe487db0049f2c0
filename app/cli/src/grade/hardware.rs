//! Speed on a device, for checks that ask for it, when the lecturer does.
//!
//! The starter and the submission are timed one after the other by the worker process
//! that times every kernel, and only one submission at a time: others beside it would
//! change its time. For CUDA both are compiled to PTX first, which is what the lecturer
//! asked for with `--hardware`; nothing of a submission runs on the processor.

use crate::run::file::choose_cuda;
use crate::run::ready::Ready;
use crate::run::{choose, measure_job};
use crate::{Measuring, ptx};
use anyhow::{Context, Result, bail};
use std::path::Path;
use std::sync::{Mutex, PoisonError};
use warpbench_front::{Language, Source};
use warpbench_lab::lab::Lab;
use warpbench_lab::outcome::Graded;
use warpbench_lab::speed::{self, SpeedAsked, Timed};
use warpbench_report::Backend;

static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());

/// Makes the checks of speed of a submission that passes all others.
pub(super) fn measure(graded: &mut Graded, lab: &Lab, source: &Source) {
    for asked in lab.speed_asked(graded) {
        let _alone = ONE_AT_A_TIME.lock().unwrap_or_else(PoisonError::into_inner);
        let timed = times(lab, source, &asked).map_err(|error| format!("{error:#}"));
        graded.judge_speed(&asked, timed);
    }
}

fn times(lab: &Lab, source: &Source, asked: &SpeedAsked<'_>) -> Result<Timed> {
    let backend = match asked.backend {
        "wgpu" => Backend::Wgpu,
        "cuda" => Backend::Cuda,
        other => bail!("there is no backend `{other}`"),
    };
    let language = Language::of(&source.path);
    let texts = lab.texts_in(language).context("the lab has no starter in this language")?;
    let devices = crate::devices(&[backend])?;
    let device = match backend {
        Backend::Cuda => choose_cuda(&devices, None)?,
        _ => choose(&devices, Some(backend), None)?,
    };
    let seconds = |source: &Source| -> Result<f64> {
        let case = lab.launched(source, asked.size)?;
        let path = Path::new(&source.path);
        let launch = Ready::of(source, case, backend)?;
        let ptx = match backend {
            Backend::Cuda => {
                speed::may_be_compiled(source)?;
                ptx::compile(source, launch.entry())?
            }
            _ => String::new(),
        };
        let job = launch.job(backend, path, source, &ptx, false)?;
        let (measured, _) = measure_job(job, device, &Measuring::USUAL, &mut |_, _, _| {})?;
        let seconds = measured.seconds.context("the device told no time")?;
        Ok(seconds.median)
    };
    Ok(Timed {
        starter: seconds(&texts.starter).context("the starter")?,
        submission: seconds(source)?,
        device: device.name.clone(),
    })
}
