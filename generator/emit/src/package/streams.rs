//! The AXI4-Stream ports of a module, read from its ports: flat vectors, one slice a node or channel.

use crate::bundle::{Direction, Port, Top};

/// The most streams of a side that are taken apart.
pub const MOST: u32 = 64;

/// A module with streams.
#[derive(Clone)]
pub struct Streams<'a> {
    /// The module.
    pub top: &'a Top,
    /// Streams into it, then streams out of it.
    pub sides: [Side<'a>; 2],
}

/// The streams of one direction.
#[derive(Clone)]
pub struct Side<'a> {
    /// `s` for streams into the module, `m` for streams out of it.
    pub letter: char,
    /// How many there are.
    pub count: u32,
    /// Their signals, in the order of the ports.
    pub signals: Vec<Signal<'a>>,
}

/// A signal of each stream of a side.
#[derive(Clone)]
pub struct Signal<'a> {
    /// The port that joins the signals of all streams.
    pub port: &'a Port,
    /// Name in the standard (`tdata`).
    pub name: &'a str,
    /// Width in one stream.
    ///
    /// **Units**: bits.
    pub width: u32,
}

impl<'a> Streams<'a> {
    /// Reads the streams of a module: none if it has no streams, or more than [`MOST`] of a side.
    pub fn of(top: &'a Top) -> Option<Self> {
        let [s, m] = ['s', 'm'].map(|letter| Side::of(top, letter));
        Some(Self { top, sides: [s?, m?] })
    }

    /// Returns the ports that belong to no stream.
    pub fn others(&self) -> impl Iterator<Item = &'a Port> {
        let is_signal = |port: &&Port| SIDES.iter().any(|start| port.name.starts_with(start));
        self.top.ports.iter().filter(move |port| !is_signal(port))
    }
}

/// How the names of stream ports begin.
const SIDES: [&str; 2] = ["s_axis_", "m_axis_"];

impl<'a> Side<'a> {
    fn of(top: &'a Top, letter: char) -> Option<Self> {
        let start = format!("{letter}_axis_");
        let ports =
            || top.ports.iter().filter_map(|port| Some((port, port.name.strip_prefix(&start)?)));
        // One bit a stream.
        let (valid, _) = ports().find(|(_, name)| *name == "tvalid")?;
        let count = valid.width;
        let signal = |(port, name)| Signal { port, name, width: port.width / count };
        let signals = ports().map(signal).collect();
        (count <= MOST).then_some(Self { letter, count, signals })
    }

    /// Returns the names of the streams, the first one first (`s00_axis`).
    pub fn names(&self) -> impl Iterator<Item = String> + '_ {
        (0..self.count).map(|index| format!("{}{index:02}_axis", self.letter))
    }

    /// Says whether the streams lead into the module.
    pub fn is_sink(&self) -> bool {
        self.letter == 's'
    }
}

/// Returns a port as Verilog declares it, without comma.
pub fn declared(direction: Direction, width: u32, name: &str) -> String {
    let direction = match direction {
        Direction::Input => "input ",
        Direction::Output => "output",
    };
    match width {
        1 => format!("{direction} wire {name}"),
        _ => format!("{direction} wire [{}:0] {name}", width - 1),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn top(ports: &[(&str, u32)]) -> Top {
        let port = |(name, width): &(&str, u32)| Port {
            name: name.to_string(),
            direction: Direction::Input,
            width: *width,
            meaning: String::new(),
        };
        let ports = ports.iter().map(port).collect();
        Top { module: "top".to_string(), role: String::new(), ports }
    }

    #[test]
    fn ports_are_sliced_by_the_number_of_streams() {
        let ports = [("clk_i", 1), ("s_axis_tdata", 24), ("s_axis_tvalid", 3)];
        let top = top(&[&ports[..], &[("m_axis_tvalid", 1), ("s_side_i", 6)]].concat());
        let streams = Streams::of(&top).expect("it has streams");
        let [s, m] = &streams.sides;
        let widths: Vec<_> = s.signals.iter().map(|it| (it.name, it.width)).collect();
        assert_eq!((s.count, widths), (3, vec![("tdata", 8), ("tvalid", 1)]));
        assert_eq!((m.count, m.names().collect::<Vec<_>>()), (1, vec!["m00_axis".to_string()]));
        let others: Vec<&str> = streams.others().map(|port| port.name.as_str()).collect();
        assert_eq!(others, ["clk_i", "s_side_i"]);
    }

    #[test]
    fn too_many_streams_and_half_of_them_are_none() {
        let sides = |count| top(&[("s_axis_tvalid", count), ("m_axis_tvalid", count)]);
        assert!(Streams::of(&sides(MOST)).is_some());
        assert!(Streams::of(&sides(MOST + 1)).is_none());
        assert!(Streams::of(&top(&[("m_axis_tvalid", 1)])).is_none());
    }
}
