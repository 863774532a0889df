"""Headers of frames of region, packed and unpacked.

GENERATED, do not edit: the command is in README.md. Configuration (hash f0b17edf6cea).
A flit is a whole number of WIDTH bits.
"""

WIDTH = 32


def _flits(fields, count):
    """Packs (name, value, lowest bit, bits) into so many flits."""
    header = 0
    for name, value, low, bits in fields:
        if value < 0 or value >> bits:
            raise ValueError(f"{name} = {value} does not fit {bits} bits")
        header |= value << low
    return [header >> index * WIDTH & (1 << WIDTH) - 1 for index in range(count)]


def _field(flits, low, bits):
    header = sum(flit << index * WIDTH for index, flit in enumerate(flits))
    return header >> low & (1 << bits) - 1


def pack_sent(*, a_0, b_0, a_1, b_1):
    """Returns the header flits of a frame from the processor."""
    fields = [
        ("a_0", a_0, 0, 2),
        ("b_0", b_0, 2, 2),
        ("a_1", a_1, 4, 2),
        ("b_1", b_1, 6, 2),
    ]
    return _flits(fields, 1)


def unpack_sent(flits):
    """Returns the fields of a frame from the processor, and its data flits."""
    header = flits[:1]
    fields = {
        "a_0": _field(header, 0, 2),
        "b_0": _field(header, 2, 2),
        "a_1": _field(header, 4, 2),
        "b_1": _field(header, 6, 2),
    }
    return fields, flits[1:]


def pack_received(*, source):
    """Returns the header flits of a frame to the processor."""
    fields = [
        ("source", source, 0, 4),
    ]
    return _flits(fields, 1)


def unpack_received(flits):
    """Returns the fields of a frame to the processor, and its data flits."""
    header = flits[:1]
    fields = {
        "source": _field(header, 0, 4),
    }
    return fields, flits[1:]
