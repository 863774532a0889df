//! Timing constraints (SDC): the clock, and what the surroundings need of a cycle.

use crate::bundle::RtlFile;

/// Clock where nothing was measured and nothing is asked for.
///
/// **Units**: megahertz.
const DEFAULT_MHZ: u32 = 50;

/// Returns the constraints of a family; the clock is what was asked for, else what was measured, else a default.
pub fn file(family: &str, asked: Option<u32>, measured: Option<u32>) -> RtlFile {
    let (clock, why) = match (asked, measured) {
        (Some(clock), _) => (clock, "as asked for with --clock-mhz"),
        (None, Some(clock)) => (clock, "as measured on ECP5, speed 6, rounded down"),
        (None, None) => (DEFAULT_MHZ, "the default, for this configuration was not measured"),
    };
    let period = 1000.0 / f64::from(clock);
    let delay = period / 5.0;
    let text = format!(
        "# {clock} MHz: {why}. Times are in nanoseconds.\n\
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
        let period = |asked, measured| {
            let text = file("a", asked, measured).text;
            let (_, rest) = text.split_once("-period ").expect("a clock");
            rest.split_once(' ').expect("a number").0.to_string()
        };
        assert_eq!(period(Some(100), Some(57)), "10.000");
        assert_eq!(period(None, Some(57)), "17.544");
        assert_eq!(period(None, None), "20.000");
    }
}
