//! Vectors that lie beside an emitted testbench: a small stimulus, and what it causes.

use std::fmt::Write as _;

use crate::device::{Delivery, Device};
use crate::scenario;
use crate::stimulus::Stimulus;

/// Chooses the messages.
const SEED: u64 = 1;

/// Returns name and text of the stimulus files, of `arguments.txt` and of `expected.txt`.
///
/// `arguments.txt` says how the testbench is called when the files lie in `folder`. The last file holds the lines of the trace without cycle, marks of epochs and end, sorted by
/// bytes; each node sends one message, alone in the network, so that they do not depend on time.
pub fn files(device: &dyn Device, folder: &str) -> Vec<(String, String)> {
    let stimulus = scenario::round(device, SEED);
    let mut files = stimulus.files(device);
    let arguments = format!("+stimuli={folder} +idle={}\n", device.idle());
    files.push(("arguments.txt".to_string(), arguments));
    files.push(("expected.txt".to_string(), expected(device, &stimulus)));
    files
}

fn expected(device: &dyn Device, stimulus: &Stimulus) -> String {
    let mut lines = Vec::new();
    let digits = device.event_bits().div_ceil(4) as usize;
    for epoch in &stimulus.epochs {
        lines.extend(epoch.messages.iter().map(|message| format!("A {}\n", message.port)));
        for outcome in device.predict(epoch) {
            let links = outcome.links.iter();
            lines.extend(links.map(|link| format!("L {} {}\n", link.node, link.index)));
            let events = outcome.events.iter();
            lines
                .extend(events.map(|event| format!("E {} {:0digits$x}\n", event.node, event.word)));
            lines.extend(outcome.deliveries.iter().map(|delivery| flits(device, delivery)));
        }
    }
    // A delivery is several lines.
    let mut lines: Vec<&str> = lines.iter().flat_map(|text| text.split_inclusive('\n')).collect();
    lines.sort_unstable();
    lines.concat()
}

fn flits(device: &dyn Device, delivery: &Delivery) -> String {
    delivery.flits.iter().fold(String::new(), |mut text, flit| {
        let (last, bad) = (u32::from(flit.last), u32::from(flit.bad));
        let _ = writeln!(text, "D {} {last} {bad} {}", delivery.node, flit.hex(device.width()));
        text
    })
}
