# 63 MHz, as measured on ECP5, speed 6, rounded down. Times are in nanoseconds.
create_clock -name clk_i -period 15.873 [get_ports clk_i]
# The surroundings have 20 % of a cycle at each input and output.
set inputs [lsearch -inline -all -not -exact [all_inputs] [get_ports clk_i]]
set_input_delay 3.175 -clock clk_i $inputs
set_output_delay 3.175 -clock clk_i [all_outputs]
