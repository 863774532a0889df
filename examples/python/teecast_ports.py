"""Reads a component (IP-XACT) that teecast wrote: module, ports, streams, files."""

import xml.etree.ElementTree as ElementTree
from pathlib import Path

NAME = {"x": "http://www.accellera.org/XMLSchema/IPXACT/1685-2014"}


class Component:
    """A module of a design: `ports` is {name: (direction, width)}, `streams` lists (name, role)."""

    def __init__(self, path):
        root = ElementTree.parse(path).getroot()
        text = lambda element, where: element.find(where, NAME).text
        self.module = text(root, ".//x:moduleName")
        self.ports = {}
        for port in root.findall(".//x:ports/x:port", NAME):
            left = port.find(".//x:left", NAME)
            width = 1 if left is None else int(left.text) + 1
            self.ports[text(port, "x:name")] = text(port, "x:wire/x:direction"), width
        self.streams = []
        for bus in root.findall(".//x:busInterface", NAME):
            if bus.find("x:busType", NAME).get("name") != "AXI4Stream":
                continue  # clock and reset
            role = "sink" if bus.find("x:slave", NAME) is not None else "source"
            self.streams.append((text(bus, "x:name"), role))
        self.widths = {name: self.ports[f"{name}_tdata"][1] for name, _ in self.streams}
        files = root.findall(".//x:fileSet[x:name='rtl']/x:file/x:name", NAME)
        self.files = [Path(path).parent / file.text for file in files]

    def others(self):
        """Returns the ports that belong to no stream: {name: (direction, width)}."""
        in_streams = tuple(f"{name}_" for name, _ in self.streams)
        return {name: port for name, port in self.ports.items() if not name.startswith(in_streams)}
