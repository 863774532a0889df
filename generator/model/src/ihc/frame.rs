//! Packets and frames to processors as flits. A frame from a processor is data alone.

use teecast_spec::{Flit, IhcSpec};

use super::majority::Verdict;
use crate::fields;

/// A packet on a link.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Packet {
    /// Node whose message it carries.
    pub source: u32,
    /// Number of the round, modulo 256.
    pub sequence: u32,
    /// Data flits, the last one marked.
    pub data: Vec<Flit>,
}

/// Returns the flits of a packet on a link.
pub fn packet(spec: &IhcSpec, packet: &Packet, bad: bool) -> Vec<Flit> {
    let values = [packet.source, packet.sequence];
    fields::write(spec.width, &spec.link_fields(), &values, &packet.data, bad)
}

/// Reads a packet on a link; `None` if it ends inside its header.
pub fn read_packet(spec: &IhcSpec, flits: &[Flit]) -> Option<Packet> {
    let (values, data) = fields::read(spec.width, &spec.link_fields(), flits)?;
    Some(Packet { source: values[0], sequence: values[1], data })
}

/// Returns the frame to a processor with the copy that came on a directed cycle.
pub fn copy(spec: &IhcSpec, copy: &Packet, cycle: u32) -> Vec<Flit> {
    let values = [copy.source, cycle, copy.sequence];
    fields::write(spec.width, &spec.copy_fields(), &values, &copy.data, false)
}

/// Returns the frame to a processor with what most copies of a message say.
pub fn majority(spec: &IhcSpec, source: u32, sequence: u32, verdict: &Verdict) -> Vec<Flit> {
    let values = [source, verdict.agreeing, verdict.received, sequence];
    fields::write(spec.width, &spec.majority_fields(), &values, &verdict.data, !verdict.majority)
}

#[cfg(test)]
mod tests {
    use teecast_spec::topology::hamiltonian::Network;

    use super::*;

    fn message() -> Packet {
        let data = vec![Flit::new(0xab, false), Flit::new(0xcd, true)];
        Packet { source: 13, sequence: 0x5e, data }
    }

    fn low(flits: &[Flit]) -> Vec<u64> {
        flits.iter().map(|flit| flit.bits[0]).collect()
    }

    #[test]
    fn a_header_may_take_several_flits() {
        let wide = IhcSpec::new(Network::Cube(4));
        let sent = packet(&wide, &message(), false);
        assert_eq!(low(&sent), [0x5ed, 0xab, 0xcd]);
        let narrow = IhcSpec { width: 8, ..wide };
        let sent = packet(&narrow, &message(), false);
        assert_eq!(low(&sent), [0xed, 0x5, 0xab, 0xcd]);
        assert_eq!(
            sent.iter().map(|flit| flit.last).collect::<Vec<_>>(),
            [false, false, false, true]
        );
        assert_eq!(read_packet(&narrow, &sent), Some(message()));
        assert_eq!(read_packet(&narrow, &sent[..1]), None);
    }

    #[test]
    fn deliveries_have_headers_of_their_own() {
        let spec = IhcSpec::new(Network::Cube(4));
        // Source in 4 bits, cycle in 2, sequence in 8.
        assert_eq!(low(&copy(&spec, &message(), 2)), [13 | 2 << 4 | 0x5e << 6, 0xab, 0xcd]);
        // Source in 4 bits, agreeing and received in 3 each, sequence in 8.
        let verdict = Verdict { data: message().data, agreeing: 2, received: 4, majority: false };
        let sent = majority(&spec, 13, 0x5e, &verdict);
        assert_eq!(low(&sent), [13 | 2 << 4 | 4 << 7 | 0x5e << 10, 0xab, 0xcd]);
        assert_eq!(sent.iter().map(|flit| flit.bad).collect::<Vec<_>>(), [false, false, true]);
    }
}
