"""Compiles a wrapper with Icarus and runs `bench.py` on it: folder of the design, wrapper, folder for results."""

import sys
from pathlib import Path

from cocotb_tools.runner import get_runner

design, wrapper, build = Path(sys.argv[1]), sys.argv[2], Path(sys.argv[3])
sys.path.insert(0, str(Path(__file__).parent))
runner = get_runner("icarus")
sources = [design / line for line in (design / "filelist.f").read_text().split()]
runner.build(sources=sources, hdl_toplevel=wrapper, build_dir=build, timescale=("1ns", "1ps"))
log = build / "log.txt"
results = runner.test(hdl_toplevel=wrapper, test_module="bench", build_dir=build, log_file=log)
assert "<failure" not in Path(results).read_text(), log.read_text()
