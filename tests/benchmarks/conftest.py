"""The benchmark's modules are beside the rooms, not in them."""

import sys
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parents[2] / "benchmarks"))
