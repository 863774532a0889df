"""A network or router of teecast in an Amaranth design."""

from amaranth.hdl import ClockSignal, Elaboratable, Instance, Module, ResetSignal, Signal

from teecast_ports import Component


class TeecastModule(Elaboratable):
    """Wraps a component; each of its ports but clock and reset is an attribute of the same name."""

    def __init__(self, path):
        self.component = Component(path)
        for name, (_, width) in self.component.ports.items():
            if name not in ("clk_i", "rst_ni"):
                setattr(self, name, Signal(width, name=name))

    def elaborate(self, platform):
        m = Module()
        pins = {"i_clk_i": ClockSignal(), "i_rst_ni": ~ResetSignal()}
        for name, (direction, _) in self.component.ports.items():
            if name not in ("clk_i", "rst_ni"):
                pins[f"{direction[0]}_{name}"] = getattr(self, name)
        m.submodules.wrapped = Instance(self.component.module, **pins)
        if platform is not None:
            for file in self.component.files:
                platform.add_file(file.name, file.read_text())
        return m
