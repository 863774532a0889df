//! Timing constraints (SDC): the clock, and what the surroundings need of a cycle.

use teecast_spec::FamilySpec;

use crate::bundle::{FolderOptions, RtlFile};
use crate::measured;

/// Clock where nothing was measured and nothing is asked for.
///
/// **Units**: megahertz.
const DEFAULT_MHZ: u32 = 50;

/// Returns the clock of a family and where it comes from: what was asked for, else what was measured of this
/// configuration, else a default.
///
/// **Units**: megahertz.
pub fn clock(family: &FamilySpec, asked: FolderOptions<'_>) -> (u32, &'static str) {
    match (asked.clock_mhz, measured::megahertz(family)) {
        (Some(clock), _) => (clock, "as asked for with --clock-mhz"),
        (None, Some(clock)) => (clock, "as measured on ECP5, speed 6, rounded down"),
        (None, None) => (DEFAULT_MHZ, "the default: not measured"),
    }
}

/// Returns the constraints of a family.
pub fn file(family: &str, (clock, why): (u32, &str)) -> RtlFile {
    let period = 1000.0 / f64::from(clock);
    let delay = period / 5.0;
    let text = format!(
        "# {clock} MHz, {why}. Times are in nanoseconds.\n\
         create_clock -name clk_i -period {period:.3} [get_ports clk_i]\n\
         # The surroundings have 20 % of a cycle at each input and output.\n\
         set inputs [lsearch -inline -all -not -exact [all_inputs] [get_ports clk_i]]\n\
         set_input_delay {delay:.3} -clock clk_i $inputs\n\
         set_output_delay {delay:.3} -clock clk_i [all_outputs]\n"
    );
    RtlFile { path: format!("{family}.sdc"), text }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_asked_for_goes_before_what_was_measured() {
        let cube = |m| teecast_spec::HypercubeSpec::new(6, m).into();
        let asked = |clock_mhz| FolderOptions { clock_mhz, ..FolderOptions::default() };
        let period = |spec: &FamilySpec, clock_mhz| {
            let text = file("a", clock(spec, asked(clock_mhz))).text;
            let (_, rest) = text.split_once("-period ").expect("a clock");
            rest.split_once(' ').expect("a number").0.to_string()
        };
        assert_eq!(period(&cube(8), Some(100)), "10.000");
        let measured = measured::megahertz(&cube(8)).expect("a clock");
        assert_eq!(period(&cube(8), None), format!("{:.3}", 1000.0 / f64::from(measured)));
        assert_eq!(period(&cube(7), None), "20.000");
        assert_eq!(clock(&cube(7), asked(None)).1, "the default: not measured");
    }
}
