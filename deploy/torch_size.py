"""Print the size of PyTorch's download, from the report of ``pip install --dry-run --report -``.

Where a build without CUDA is available, pip takes that one; see ``requirements.txt``.
"""

import json
import sys


def describe_torch_download(report: dict) -> str:
    """Return a line on which build of PyTorch pip would download, and how large it is.

    Args:
        report: pip's installation report.
    """
    found = [each["metadata"] for each in report["install"] if each["metadata"]["name"] == "torch"]
    if not found:
        return "PyTorch is here."
    [torch] = found
    needs = " ".join(torch.get("requires_dist", []))
    cuda = "+cpu" not in torch["version"] and report["environment"]["sys_platform"] == "linux"
    if cuda and ("nvidia" in needs or "cuda" in needs):
        return f"PyTorch {torch['version']}, only with CUDA here: about 3 GB to download."
    return f"PyTorch {torch['version']}, without CUDA: about 200 MB to download."


if __name__ == "__main__":
    try:
        report = json.load(sys.stdin)
    except ValueError:  # pip wrote none
        sys.exit(
            "PyTorch cannot be found. Is there a network, and does it reach the package index that "
            "pip uses (pip config list)?"
        )
    sys.stdout.write(describe_torch_download(report) + "\n")
