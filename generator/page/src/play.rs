//! The emitted routers of the hypercube, cycle by cycle, with the messages of a list.

use serde::{Deserialize, Serialize};
use teecast_model::hypercube::clocked::{Cast, MhuBuffer, MhuConfig, MhuRun, Snapshot};
use teecast_model::traffic::Pattern;
use teecast_spec::Vote;
use teecast_terminal::error::{Error, Kind};

/// The largest network that is played; larger ones are for `teecast simulate`.
const LARGEST: u32 = 5;
/// Most cycles that are played.
const MOST_CYCLES: u64 = 2000;
/// Cycles that are shown after a deadlock.
const AFTER: u64 = 16;

/// A network and its messages, with the options of `teecast simulate hypercube`.
#[derive(Deserialize)]
pub struct Played {
    n: u32,
    m: u32,
    vote: String,
    classes: u32,
    lan: bool,
    faulty: Vec<u32>,
    messages: Vec<Message>,
}

/// A line of the list of messages.
#[derive(Deserialize)]
struct Message {
    cycle: u64,
    source: u32,
    /// Empty for all nodes.
    destinations: Vec<u32>,
    length: u32,
}

/// What happened.
#[derive(Serialize)]
pub struct Playback {
    classes: u32,
    /// **Shape**: by cycle, what the network holds before it; messages are lines of the list, from 0.
    cycles: Vec<Snapshot>,
    deadlock: Option<Stuck>,
    /// Everything was delivered.
    ended: bool,
}

/// A deadlock, when it was seen.
#[derive(Serialize)]
struct Stuck {
    cycle: u64,
    /// Buffers whose messages will never leave.
    stuck: usize,
    /// A cycle of them; each waits for the next, the last for the first.
    places: Vec<MhuBuffer>,
}

/// Plays the messages until all are delivered, for some cycles after a deadlock, or for 2000 cycles.
///
/// # Errors
/// Bad input: no such router, a message that cannot be sent.
pub fn play(played: Played) -> Result<Playback, Error> {
    let refused = |cause| Error::new(Kind::BadInput, cause);
    let Played { n, m, classes, lan, .. } = played;
    if !(2..=LARGEST).contains(&n) {
        let sentence = format!("n is {n}; permitted is 2 to {LARGEST} in this view");
        return Err(Error::bad_input(sentence).hint("teecast simulate hypercube plays larger ones"));
    }
    let Some(vote) = Vote::ALL.into_iter().find(|vote| vote.name() == played.vote) else {
        let names: Vec<&str> = Vote::ALL.iter().map(|vote| vote.name()).collect();
        let sentence = format!("there is no vote {:?}", played.vote);
        return Err(Error::bad_input(sentence).hint(format!("one of {}", names.join(", "))));
    };
    let config = MhuConfig {
        m,
        vote,
        classes,
        lan,
        pattern: Pattern::Uniform,
        destinations: 1,
        unicasts: false,
        broadcasts: 0,
        faulty: played.faulty.into_iter().collect(),
        failures: Vec::new(),
    };
    let longest = played.messages.iter().map(|message| message.length).max().unwrap_or(1);
    let spec = config.spec(n, longest).map_err(refused)?;
    let mut casts = Vec::new();
    for (line, message) in (1..).zip(played.messages) {
        let Message { cycle, source, destinations, length } = message;
        let cast = Cast { cycle, source, destinations, length };
        let of_line = |cause| refused(cause).context(format!("message {line}"));
        config.check_cast(&spec, &cast).map_err(of_line)?;
        casts.push(cast);
    }
    let classes = spec.classes;
    // Messages are numbered in the order of time.
    let mut lines: Vec<u32> = (0..casts.len() as u32).collect();
    lines.sort_by_key(|line| casts[*line as usize].cycle);
    let mut run = MhuRun::given(spec, &config, casts).keeping_numbers();
    let seen = |run: &MhuRun| {
        let mut snapshot = run.routers().snapshot();
        let flits = snapshot.flits.iter_mut().map(|flit| &mut flit.message);
        let buffers = snapshot.buffers.iter_mut().map(|buffer| &mut buffer.message);
        flits.chain(buffers).for_each(|message| *message = lines[*message as usize]);
        snapshot
    };
    let mut found = Playback { classes, cycles: Vec::new(), deadlock: None, ended: false };
    let mut last = MOST_CYCLES;
    while run.now() < last && !found.ended {
        found.cycles.push(seen(&run));
        run.step();
        found.ended = run.ended();
        if found.deadlock.is_none() {
            found.deadlock = run.routers().deadlock().map(|deadlock| {
                last = run.now() + AFTER;
                Stuck { cycle: run.now(), stuck: deadlock.stuck, places: deadlock.cycle }
            });
        }
    }
    found.cycles.push(seen(&run));
    Ok(found)
}
