"""Streams of a wrapper in cocotb: frames with TDEST, TID, TUSER and TKEEP arrive as they were sent, at exactly
their destinations, while both sides pause. STREAMS has what to send, as JSON."""

import json
import os
import random

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import ClockCycles, RisingEdge
from cocotbext.axi import AxiStreamBus, AxiStreamFrame, AxiStreamSink, AxiStreamSource

ASKED = json.loads(os.environ["STREAMS"])
# Bits of the user's TID.
ID, USER = ASKED["id"], ASKED["user"]


def pauses(random_numbers):
    while True:
        yield random_numbers.random() < 0.4


def end(dut, kind, name, seed):
    bus = AxiStreamBus.from_prefix(dut, name)
    stream = kind(bus, dut.clk_i, dut.rst_ni, reset_active_level=False)
    stream.log.setLevel("WARNING")
    stream.set_pause_generator(pauses(random.Random(seed)))
    return stream


async def started(dut):
    nodes = range(ASKED["nodes"])
    sources = [end(dut, AxiStreamSource, f"s{node:02}_axis", node) for node in nodes]
    sinks = [end(dut, AxiStreamSink, f"m{node:02}_axis", 100 + node) for node in nodes]
    if hasattr(dut, "faulty_i"):
        dut.faulty_i.value = 0
    Clock(dut.clk_i, 10, unit="ns").start()
    dut.rst_ni.value = 0
    await ClockCycles(dut.clk_i, 3)
    dut.rst_ni.value = 1
    await ClockCycles(dut.clk_i, 2)
    return sources, sinks


def arrived(sinks):
    """Returns (node, source, TID, TUSER, bytes) of all frames that have arrived; no frame is bad."""
    for node, sink in enumerate(sinks):
        while not sink.empty():
            frame = sink.recv_nowait()
            header = frame.tid >> ID
            source = header & (1 << (ASKED["nodes"] - 1).bit_length()) - 1
            assert frame.tuser & 1 == 0, (node, frame)
            yield node, source, frame.tid & (1 << ID) - 1, frame.tuser >> 1, bytes(frame.tdata)


@cocotb.test()
async def frames_arrive_as_they_were_sent(dut):
    sources, sinks = await started(dut)
    numbers = random.Random(7)
    expected = []
    for length in range(1, ASKED["bytes"] + 1):
        for source, stream in enumerate(sources):
            tdest, reached, spares = numbers.choice(ASKED["destinations"])
            data = numbers.randbytes(length)
            tid, tuser = numbers.getrandbits(ID), numbers.getrandbits(USER)
            await stream.send(AxiStreamFrame(data, tid=tid, tdest=tdest, tuser=tuser))
            # Some broadcasts do not come back to their source.
            nodes = [node for node in reached if node != source or not spares]
            expected += [(node, source, tid, tuser, data) for node in nodes]
    found = []
    for _ in range(8000):
        await RisingEdge(dut.clk_i)
        found += arrived(sinks)
        if len(found) >= len(expected):
            break
    await ClockCycles(dut.clk_i, 300)
    found += arrived(sinks)
    assert len({frame[4] for frame in found}) > 3
    assert sorted(found) == sorted(expected)


@cocotb.test()
async def an_unknown_destination_is_named_and_reaches_nobody(dut):
    sources, sinks = await started(dut)
    await sources[1].send(AxiStreamFrame(b"abcdefgh", tid=1, tdest=ASKED["unknown"], tuser=1))
    named = []
    for _ in range(200):
        await RisingEdge(dut.clk_i)
        if int(dut.unknown_o.value) and sources[1].bus.tready.value:
            named.append(int(dut.unknown_o.value))
    assert set(named) == {2}
    assert not list(arrived(sinks))
    tdest, reached, _ = ASKED["destinations"][0]
    await sources[1].send(AxiStreamFrame(b"ij", tid=2, tdest=tdest, tuser=0))
    await ClockCycles(dut.clk_i, 300)
    assert list(arrived(sinks)) == [(node, 1, 2, 0, b"ij") for node in reached]


@cocotb.test(skip=ASKED["discards_long"])
async def a_frame_that_is_too_long_is_bad(dut):
    sources, sinks = await started(dut)
    tdest, reached, _ = ASKED["destinations"][0]
    await sources[0].send(AxiStreamFrame(bytes(ASKED["bytes"] + 9), tid=3, tdest=tdest, tuser=2))
    await ClockCycles(dut.clk_i, 500)
    for node in reached:
        frame = sinks[node].recv_nowait(compact=False)
        assert frame.tuser[-1] & 1 == 1 and frame.tuser[0] >> 1 == 2, frame
        assert frame.tid[0] & (1 << ID) - 1 == 3
