"""Headers of frames of harts, packed and unpacked.

GENERATED, do not edit: the command is in README.md. Configuration (hash 7ef13e092ec3).
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


def pack_sent(*, kind, k, destination, number):
    """Returns the header flits of a frame from the processor."""
    fields = [
        ("kind", kind, 0, 1),
        ("k", k, 1, 3),
        ("destination", destination, 4, 7),
        ("number", number, 11, 8),
    ]
    return _flits(fields, 1)


def unpack_sent(flits):
    """Returns the fields of a frame from the processor, and its data flits."""
    header = flits[:1]
    fields = {
        "kind": _field(header, 0, 1),
        "k": _field(header, 1, 3),
        "destination": _field(header, 4, 7),
        "number": _field(header, 11, 8),
    }
    return fields, flits[1:]


def pack_received(*, source, k, in_direction, number):
    """Returns the header flits of a frame to the processor."""
    fields = [
        ("source", source, 0, 7),
        ("k", k, 7, 3),
        ("in_direction", in_direction, 10, 3),
        ("number", number, 13, 8),
    ]
    return _flits(fields, 1)


def unpack_received(flits):
    """Returns the fields of a frame to the processor, and its data flits."""
    header = flits[:1]
    fields = {
        "source": _field(header, 0, 7),
        "k": _field(header, 7, 3),
        "in_direction": _field(header, 10, 3),
        "number": _field(header, 13, 8),
    }
    return fields, flits[1:]
