//! Frames and epochs in words, for the report of a difference.

use teecast_spec::Flit;

use super::expected::{FlitKey, keys};
use crate::device::Device;
use crate::stimulus::{Epoch, Message};
use crate::trace::{SeenEpoch, SeenFrame};

/// Lists what else arrived with the data of the message: a wrong frame is worth seeing.
pub fn also_seen(device: &dyn Device, message: &Message, seen: &SeenEpoch) -> String {
    let data = message.flits.iter().rev().nth(1);
    let carries = |frame: &&SeenFrame| {
        data.is_some_and(|data| frame.flits.iter().any(|flit| flit.bits == data.bits))
    };
    let frames: Vec<String> = seen
        .deliveries
        .iter()
        .filter(carries)
        .take(3)
        .map(|frame| {
            let flits = flits_text(device, &keys(&frame.flits));
            let cut = if frame.complete { "" } else { " (never completed)" };
            format!("\n            cycle {}: node {} got {flits}{cut}", frame.cycle, frame.node)
        })
        .collect();
    frames.concat()
}

/// Shows the first flits of a frame and its last one.
pub fn flits_text(device: &dyn Device, flits: &[FlitKey]) -> String {
    const SHOWN: usize = 6;
    let text = |(bits, last, bad): &FlitKey| {
        let flit = Flit { bits: *bits, last: *last, bad: *bad };
        let marks = if *bad { "!" } else { "" };
        format!("{}{marks}", flit.hex(device.width()))
    };
    let mut shown: Vec<String> = flits.iter().take(SHOWN).map(text).collect();
    if flits.len() > SHOWN {
        shown.push("..".to_string());
        shown.extend(flits.last().map(text));
    }
    format!("{} flits [{}]", flits.len(), shown.join(" "))
}

/// Names an epoch by its messages, faults and back-pressure.
pub fn epoch_text(index: usize, epoch: &Epoch) -> String {
    let Epoch { faulty, tapped, low, messages } = epoch;
    let tapped = if tapped.is_empty() { String::new() } else { format!(", tapped {tapped:?}") };
    let messages = messages.len();
    format!(
        "epoch {index}: {messages} messages, faulty {faulty:?}{tapped}, back-pressure {low}/256"
    )
}
