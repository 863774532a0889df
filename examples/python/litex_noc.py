"""A network or router of teecast in a LiteX design: one stream endpoint for each node or channel."""

from litex.gen import ClockSignal, Instance, LiteXModule, ResetSignal, Signal
from litex.soc.interconnect import stream

from teecast_ports import Component


class TeecastModule(LiteXModule):
    """Wraps a component; `sinks` and `sources` are its streams, all other ports are attributes."""

    def __init__(self, platform, path):
        component = Component(path)
        self.sinks, self.sources = [], []
        pins = {"i_clk_i": ClockSignal("sys"), "i_rst_ni": ~ResetSignal("sys")}
        for name, role in component.streams:
            layout = [("data", component.widths[name]), ("bad", 1)]
            origin = component.ports.get(f"{name}_tid")
            of_frame = [("origin", origin[1])] if origin else []
            endpoint = stream.Endpoint(stream.EndpointDescription(layout, of_frame))
            (self.sinks if role == "sink" else self.sources).append(endpoint)
            into, out = ("i", "o") if role == "sink" else ("o", "i")
            signals = {"tdata": endpoint.data, "tvalid": endpoint.valid, "tlast": endpoint.last}
            signals |= {"tuser": endpoint.bad}
            if origin:
                signals["tid"] = endpoint.origin
            for signal, value in signals.items():
                if f"{name}_{signal}" in component.ports:
                    pins[f"{into}_{name}_{signal}"] = value
            pins[f"{out}_{name}_tready"] = endpoint.ready
        for name, (direction, width) in component.others().items():
            if name not in ("clk_i", "rst_ni"):
                signal = Signal(width, name=name)
                setattr(self, name, signal)
                pins[f"{direction[0]}_{name}"] = signal
        self.specials += Instance(component.module, **pins)
        for file in component.files:
            platform.add_source(str(file))
