"""What the golden model says, and the numbers of the configuration: from the runner, test_designs.py."""

import json
import os

EXPECTED = json.loads(os.environ["TEECAST_EXPECTED"])


def sends_of_the_source(key="channel"):
    """Returns the channels on which the source sends, as the golden model says."""
    route = EXPECTED["route"]
    return {send[key] for send in route["sends"] if send["from"] == route["source"]}
