"""Writes Verilog of a module around a component: python3 convert.py litex|amaranth COMPONENT.xml OUT.v"""

import sys
from pathlib import Path

tool, component, out = sys.argv[1:]
if tool == "litex":
    from litex.build.generic_platform import GenericPlatform
    from litex.gen import ClockDomain
    from litex.gen.fhdl.verilog import convert
    from litex_noc import TeecastModule

    noc = TeecastModule(GenericPlatform("none", io=[], name="user_design"), component)
    noc.clock_domains.cd_sys = ClockDomain("sys")
    ends = noc.sinks + noc.sources
    ios = {signal for end in ends for signal in (end.data, end.bad, end.valid, end.ready, end.last)}
    ios |= {value for name, value in vars(noc).items() if name.endswith(("_i", "_o"))}
    ios |= {noc.cd_sys.clk, noc.cd_sys.rst}
    text = str(convert(noc, ios, name="user_design"))
else:
    from amaranth.back import verilog
    from amaranth_noc import TeecastModule

    noc = TeecastModule(component)
    ports = [getattr(noc, name) for name in noc.component.ports if hasattr(noc, name)]
    text = verilog.convert(noc, ports=ports, name="user_design", strip_internal_attrs=True)
Path(out).write_text(text)
