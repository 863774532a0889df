//! The AXI4-Stream bundles of a wrapper, made from the ports of a module: flat vectors, one slice a node or
//! channel. In a bundle TDATA is a whole number of bytes, and there is a TLAST.

use teecast_spec::stream::{Envelope, Headers};

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
    /// What the wrapper puts around the data of frames.
    pub envelope: Option<&'a Envelope>,
    /// Ports of the wrapper that its module does not have.
    pub added: Vec<Port>,
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

/// A signal of each bundle of a side.
#[derive(Clone)]
pub struct Signal<'a> {
    /// Name in the standard (`tdata`).
    pub name: &'a str,
    /// Direction, seen from the wrapper.
    pub direction: Direction,
    /// Width in a bundle.
    ///
    /// **Units**: bits.
    pub width: u32,
    /// The port that joins its low bits of all bundles; none if the module does not know the signal.
    pub port: Option<&'a Port>,
    /// The low bits that belong to the port.
    pub used: u32,
}

impl<'a> Streams<'a> {
    /// Reads the streams of a module: none if it has no streams, or more than [`MOST`] of a side. The low
    /// `origin` bits of what comes out are TID.
    pub fn of(top: &'a Top, origin: u32) -> Option<Self> {
        let [s, m] = [('s', 0), ('m', origin)].map(|(letter, id)| Side::of(top, letter, id));
        Some(Self { top, sides: [s?, m?], envelope: None, added: Vec::new() })
    }

    /// Says whether they are streams of processors: on links, frames may be bad on their way in too.
    pub fn are_of_processors(&self) -> bool {
        self.sides[0].signals.iter().all(|signal| signal.name != "tuser")
    }

    /// Puts an envelope around the frames of processors.
    pub fn in_envelope(mut self, envelope: Option<&'a Envelope>) -> Self {
        let Some(envelope) = envelope.filter(|_| self.are_of_processors()) else { return self };
        let (id, user) = (envelope.id_bits, envelope.user_bits);
        let [s, m] = &mut self.sides;
        let received = envelope.headers.as_ref().map(|headers| headers.received_bits);
        let dest = envelope.headers.as_ref().map_or(0, Headers::dest_bits);
        let keep = envelope.keep_bits;
        s.set([("tkeep", keep), ("tdest", dest), ("tid", id), ("tuser", user)]);
        m.set([
            ("tkeep", keep),
            ("tid", received.map_or(0, |bits| bits + id)),
            ("tuser", 1 + user),
        ]);
        self.added = received.map(|_| unknown(self.sides[0].count)).into_iter().collect();
        self.envelope = Some(envelope);
        self
    }

    /// Returns the ports of the module that belong to streams.
    pub fn joined(&self) -> impl Iterator<Item = &'a Port> {
        self.top.ports.iter().filter(|port| is_joined(port))
    }

    /// Returns the ports of the module that belong to no stream.
    pub fn given(&self) -> impl Iterator<Item = &'a Port> {
        self.top.ports.iter().filter(|port| !is_joined(port))
    }

    /// Returns the ports of the wrapper that belong to no stream.
    pub fn others(&self) -> impl Iterator<Item = &Port> {
        self.given().chain(&self.added)
    }
}

/// **Units**: bits.
const BYTE: u32 = 8;

/// How the names of stream ports begin.
const SIDES: [&str; 2] = ["s_axis_", "m_axis_"];

fn is_joined(port: &Port) -> bool {
    SIDES.iter().any(|start| port.name.starts_with(start))
}

/// The port that says which streams asked for a destination that does not exist.
fn unknown(count: u32) -> Port {
    Port {
        name: "unknown_o".to_string(),
        direction: Direction::Output,
        width: count,
        meaning: "the frame that ends has an unknown destination and is discarded".to_string(),
    }
}

impl Signal<'_> {
    /// Returns its low bits in a stream, which belong to the port.
    pub fn taken(&self, stream: &str) -> String {
        let name = format!("{stream}_{}", self.name);
        if self.used < self.width { format!("{name}[{}:0]", self.used - 1) } else { name }
    }

    /// Returns its high bits in a stream, which the module does not know, and how many they are.
    pub fn left(&self, stream: &str) -> Option<(String, u32)> {
        let name = format!("{stream}_{}", self.name);
        match self.width - self.used {
            0 => None,
            rest if self.used == 0 => Some((name, rest)),
            rest => Some((format!("{name}[{}:{}]", self.width - 1, self.used), rest)),
        }
    }
}

impl<'a> Side<'a> {
    fn of(top: &'a Top, letter: char, id: u32) -> Option<Self> {
        let start = format!("{letter}_axis_");
        let ports =
            || top.ports.iter().filter_map(|port| Some((port, port.name.strip_prefix(&start)?)));
        // One bit a stream.
        let (valid, _) = ports().find(|(_, name)| *name == "tvalid")?;
        let count = valid.width;
        let mut signals = Vec::new();
        for (port, name) in ports() {
            let mut add = |name, used, width| {
                let direction = port.direction;
                signals.push(Signal { name, direction, width, port: Some(port), used });
            };
            let bits = port.width / count;
            match name {
                "tdata" if id > 0 => {
                    add("tid", id, id);
                    add(name, bits - id, (bits - id).next_multiple_of(BYTE));
                }
                "tdata" => add(name, bits, bits.next_multiple_of(BYTE)),
                _ => add(name, bits, bits),
            }
        }
        if !signals.iter().any(|signal| signal.name == "tlast") {
            let direction = valid.direction;
            signals.push(Signal { name: "tlast", direction, width: 1, port: None, used: 0 });
        }
        (count <= MOST).then_some(Self { letter, count, signals })
    }

    /// Gives signals their widths, and adds those that the module does not know; 0 bits are no signal.
    fn set<const N: usize>(&mut self, signals: [(&'a str, u32); N]) {
        let valid = self.signals.iter().find(|signal| signal.name == "tvalid");
        let direction = valid.expect("a stream has a valid").direction;
        for (name, width) in signals.into_iter().filter(|signal| signal.1 > 0) {
            match self.signals.iter_mut().find(|signal| signal.name == name) {
                Some(signal) => (signal.width, signal.used) = (width, width),
                None => {
                    self.signals.push(Signal { name, direction, width, port: None, used: width })
                }
            }
        }
    }

    /// Returns the ports of the module that the signals belong to, each once.
    pub fn ports(&self) -> Vec<&'a Port> {
        let mut ports: Vec<&Port> = self.signals.iter().filter_map(|signal| signal.port).collect();
        ports.dedup_by_key(|port| &port.name);
        ports
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
        let streams = Streams::of(&top, 0).expect("it has streams");
        let [s, m] = &streams.sides;
        let widths: Vec<_> = s.signals.iter().map(|it| (it.name, it.width)).collect();
        assert_eq!((s.count, widths), (3, vec![("tdata", 8), ("tvalid", 1), ("tlast", 1)]));
        assert_eq!((m.count, m.names().collect::<Vec<_>>()), (1, vec!["m00_axis".to_string()]));
        let others: Vec<&str> = streams.others().map(|port| port.name.as_str()).collect();
        assert_eq!(others, ["clk_i", "s_side_i"]);
    }

    #[test]
    fn data_are_whole_bytes_beside_the_origin() {
        let into = [("s_axis_tdata", 26), ("s_axis_tvalid", 2)];
        let top = top(&[&into[..], &[("m_axis_tdata", 32), ("m_axis_tvalid", 2)]].concat());
        let [s, m] = Streams::of(&top, 3).expect("it has streams").sides;
        let shape = |side: &Side<'_>| -> Vec<_> {
            side.signals.iter().map(|it| (it.name.to_string(), it.used, it.width)).collect()
        };
        let of = |name: &str, used, width| (name.to_string(), used, width);
        assert_eq!(shape(&s), [of("tdata", 13, 16), of("tvalid", 1, 1), of("tlast", 0, 1)]);
        let [id, data] = [of("tid", 3, 3), of("tdata", 13, 16)];
        assert_eq!(shape(&m), [id, data, of("tvalid", 1, 1), of("tlast", 0, 1)]);
        assert_eq!(s.signals[0].taken("s00_axis"), "s00_axis_tdata[12:0]");
        assert_eq!(s.signals[0].left("s00_axis"), Some(("s00_axis_tdata[15:13]".to_string(), 3)));
        assert_eq!(m.ports().len(), 2);
    }

    #[test]
    fn too_many_streams_and_half_of_them_are_none() {
        let sides = |count| top(&[("s_axis_tvalid", count), ("m_axis_tvalid", count)]);
        assert!(Streams::of(&sides(MOST), 0).is_some());
        assert!(Streams::of(&sides(MOST + 1), 0).is_none());
        assert!(Streams::of(&top(&[("m_axis_tvalid", 1)]), 0).is_none());
    }
}
