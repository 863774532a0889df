"""Connects cocotbext-axi to a wrapper of teecast: one source and one sink for each node or channel."""

from cocotb.clock import Clock
from cocotb.triggers import ClockCycles, RisingEdge, with_timeout
from cocotbext.axi import AxiStreamBus, AxiStreamFrame, AxiStreamSink, AxiStreamSource


class Streams:
    """All streams of a wrapper; a flit is one whole number, a frame is a list of them."""

    def __init__(self, dut):
        self.dut = dut
        self.sources = self._connect(AxiStreamSource, "s")
        self.sinks = self._connect(AxiStreamSink, "m")

    def _connect(self, kind, letter):
        ends = []
        clock_and_reset = self.dut.clk_i, self.dut.rst_ni
        while hasattr(self.dut, f"{letter}{len(ends):02}_axis_tvalid"):
            bus = AxiStreamBus.from_prefix(self.dut, f"{letter}{len(ends):02}_axis")
            end = kind(bus, *clock_and_reset, reset_active_level=False)
            end.log.setLevel("WARNING")
            ends.append(end)
        return ends

    async def start(self, **inputs):
        """Starts the clock, sets all other inputs, and resets the design."""
        Clock(self.dut.clk_i, 10, unit="ns").start()
        for name, value in inputs.items():
            getattr(self.dut, name).value = value
        self.dut.rst_ni.value = 0
        await ClockCycles(self.dut.clk_i, 3)
        self.dut.rst_ni.value = 1
        await ClockCycles(self.dut.clk_i, 2)

    async def send(self, channel, flits):
        """Sends one frame into a node or channel, and waits until it is taken."""
        size = self.sources[channel].byte_lanes
        data = b"".join(flit.to_bytes(size, "little") for flit in flits)
        await self.sources[channel].send(AxiStreamFrame(data))
        await with_timeout(self.sources[channel].wait(), 100, "us")

    async def receive(self, frames, idle=200):
        """Returns (channel, flits) of as many frames, and makes sure that no other one follows."""
        found = []
        while len(found) < frames:
            await self._until_any()
            found += self._arrived()
        await ClockCycles(self.dut.clk_i, idle)
        return found + self._arrived()

    async def _until_any(self):
        for _ in range(20000):
            if any(not sink.empty() for sink in self.sinks):
                return
            await RisingEdge(self.dut.clk_i)
        raise AssertionError("nothing arrives")

    def _arrived(self):
        found = []
        for channel, sink in enumerate(self.sinks):
            while not sink.empty():
                data, size = sink.recv_nowait().tdata, sink.byte_lanes
                flits = (data[start : start + size] for start in range(0, len(data), size))
                found.append((channel, [int.from_bytes(flit, "little") for flit in flits]))
        return found


async def ones(dut, name, cycles):
    """Returns the bits of an output that are 1 in one of the next cycles."""
    seen = 0
    for _ in range(cycles):
        await RisingEdge(dut.clk_i)
        seen |= int(getattr(dut, name).value)
    return {bit for bit in range(seen.bit_length()) if seen >> bit & 1}


def packed(*fields):
    """Joins (value, bits) to one number, the first one in the low bits."""
    number, place = 0, 0
    for value, bits in fields:
        assert value >> bits == 0
        number |= value << place
        place += bits
    return number


def unpacked(number, *widths):
    """Takes the fields of a number apart, the lowest one first."""
    fields = []
    for bits in widths:
        fields.append(number & ((1 << bits) - 1))
        number >>= bits
    return fields
