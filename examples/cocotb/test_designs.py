"""Simulates one network and one router of each family and compares them with the golden model.

Run it with pytest. TEECAST names the program (default: teecast); TEECAST_SIMULATORS names simulators,
comma-separated (default: icarus, and verilator where there is one of version 5.036 or newer).
"""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from cocotb_tools.runner import get_runner

HERE = Path(__file__).parent
# The simulator imports what this process can import.
sys.path += [str(HERE), str(HERE / "benches")]
TEECAST = os.environ.get("TEECAST", "teecast").split()

# Family: options of gen, and the message that is sent, as options of route.
DESIGNS = {
    "hypercube": (
        "--n 2 --m 2 --max-data 2",
        "hypercube --n 2 --algorithm multicast --source 0 --dest 1,3 --classes 3 --fault-tolerant true",
    ),
    "harts": ("--n 2 --max-data 1", "harts --n 2 --algorithm k-bcast --k 2 --source 0"),
    "region": (
        "--mesh 2x2 --max-data 2",
        "region --mesh 2x2 --algorithm fixed-corner --source 0,0 --region 0,0:1,1",
    ),
    "ihc": ("--topology hypercube --n 2 --max-data 1", "ihc --topology hypercube --n 2"),
    "ring-tree": (
        "--graph hypercube:2 --ring-size 4 --payload 13",
        "ring-tree --graph hypercube:2 --ring-size 4",
    ),
}


def teecast(arguments):
    return subprocess.run([*TEECAST, *arguments.split()], check=True, capture_output=True, text=True).stdout


def simulators():
    if chosen := os.environ.get("TEECAST_SIMULATORS"):
        return chosen.split(",")
    found = []
    if shutil.which("iverilog"):
        found.append("icarus")
    if shutil.which("verilator"):
        answer = subprocess.run(["verilator", "--version"], capture_output=True, text=True).stdout
        release = re.match(r"Verilator (\d+)\.(\d+)", answer)
        # cocotb refuses older ones.
        if release and tuple(map(int, release.groups())) >= (5, 36):
            found.append("verilator")
    return found


@pytest.fixture(scope="session")
def designs(tmp_path_factory):
    """Returns the folder, the manifest and the expected route of the design of a family."""
    made = {}

    def design(family):
        if family not in made:
            options, route = DESIGNS[family]
            out = tmp_path_factory.mktemp("designs")
            teecast(f"gen --family {family} {options} --out {out} --name {family}")
            manifest = json.loads((out / family / "manifest.json").read_text())
            made[family] = out / family, manifest, json.loads(teecast(f"route {route} --format json"))
        return made[family]

    return design


@pytest.mark.parametrize("simulator", simulators())
@pytest.mark.parametrize("kind", ["network", "router"])
@pytest.mark.parametrize("family", DESIGNS)
def test_design(family, kind, simulator, designs, tmp_path):
    folder, manifest, route = designs(family)
    wrappers = manifest["wrappers"]
    if kind == "router" and len(wrappers) == 1:
        pytest.skip("the nodes of this family are no module for direct use")
    network, router = wrappers[0], wrappers[-1]
    wrapper = (network if kind == "network" else router)["module"]
    sources = [folder / line for line in (folder / "filelist.f").read_text().split()]
    # A bench packs headers with the module of its design.
    sys.path.insert(0, str(folder))
    build = Path(tmp_path) / "build"
    runner = get_runner(simulator)
    runner.build(
        sources=sources, hdl_toplevel=wrapper, build_dir=build, timescale=("1ns", "1ps"), always=True
    )
    expected = {"route": route, "nodes": network["streams"][0]}
    results = runner.test(
        hdl_toplevel=wrapper,
        test_module=family.replace("-", "_"),
        test_filter=kind,
        build_dir=build,
        extra_env={"TEECAST_EXPECTED": json.dumps(expected)},
        log_file=tmp_path / "log.txt",
    )
    assert "<failure" not in Path(results).read_text(), (tmp_path / "log.txt").read_text()
