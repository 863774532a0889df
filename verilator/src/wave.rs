//! The GTKWave save file that opens a waveform on the interesting signals.

use std::fmt::Write as _;
use std::path::Path;

use crate::device::Device;

/// Returns the save file for a waveform of the network's testbench.
///
/// First the run as a whole, then link starts, events and both streams of every node (of the
/// first 16 in larger networks). `root` is the path of the testbench in the waveform.
pub fn save_file(device: &dyn Device, root: &str, waveform: &Path) -> String {
    const NODES_SHOWN: u32 = 16;
    let range = |bits: u32| if bits > 1 { format!("[{}:0]", bits - 1) } else { String::new() };
    let nodes = range(device.nodes());
    let mut text =
        format!("[dumpfile] \"{}\"\n[timestart] 0\n[treeopen] {root}.\n", waveform.display());
    let mut section = |title: &str, signals: &[(String, String)]| {
        // Flags: 200 is a comment, 22 a hexadecimal and right-justified signal.
        let _ = writeln!(text, "@200\n-{title}\n@22");
        for (name, range) in signals {
            let _ = writeln!(text, "{root}.{name}{range}");
        }
    };
    let signal = |name: &str, range: &str| (name.to_string(), range.to_string());
    section(
        "run",
        &[
            signal("clk", ""),
            signal("rst_n", ""),
            signal("cycle", "[31:0]"),
            signal("epoch", "[31:0]"),
            signal("faulty", &nodes),
            signal("pending", &nodes),
        ],
    );
    section(
        "links and events",
        &[
            signal("link_start", &range(device.nodes() * device.links())),
            signal("event_valid", &nodes),
            signal("event_code", &range(device.nodes() * 4)),
        ],
    );
    for node in 0..device.nodes().min(NODES_SHOWN) {
        let player = format!("gen_node[{node}].u_player");
        let checker = format!("gen_node[{node}].u_protocol_checker");
        let data = range(device.width());
        section(
            &format!("node {node}"),
            &[
                signal(&format!("{player}.m_axis_tvalid"), ""),
                signal(&format!("{player}.m_axis_tready"), ""),
                signal(&format!("{player}.m_axis_tlast"), ""),
                signal(&format!("{player}.m_axis_tdata"), &data),
                signal(&format!("{checker}.m_axis_tvalid"), ""),
                signal(&format!("{checker}.m_axis_tready"), ""),
                signal(&format!("{checker}.m_axis_tlast"), ""),
                signal(&format!("{checker}.m_axis_tdata"), &data),
                signal(&format!("{checker}.link_start_i"), &range(device.links())),
            ],
        );
    }
    text
}

#[cfg(test)]
mod tests {
    use teecast_spec::HypercubeSpec;

    use super::*;

    #[test]
    fn every_signal_has_its_range() {
        let spec = HypercubeSpec::new(2, 2);
        let text = save_file(&spec, "a_hypercube_network_tb", Path::new("/x/y.fst"));
        assert!(text.starts_with("[dumpfile] \"/x/y.fst\"\n"));
        for line in [
            "\na_hypercube_network_tb.clk\n",
            "\na_hypercube_network_tb.link_start[7:0]\n",
            "\na_hypercube_network_tb.gen_node[3].u_player.m_axis_tdata[31:0]\n",
        ] {
            assert!(text.contains(line), "{line}");
        }
    }
}
