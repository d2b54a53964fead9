"""Paths of the repository, tools and state."""

import os
from pathlib import Path

LOCAL_CLOUD = Path(__file__).resolve().parent.parent
REPOSITORY = LOCAL_CLOUD.parent.parent
TARGET = Path(os.environ.get("CARGO_TARGET_DIR", REPOSITORY / "target"))
FUNCTION_BINARIES = REPOSITORY / "lambdas/functions/src/bin"
FRONTEND = REPOSITORY / "frontend"
SITE = FRONTEND / "dist"
DEMO = LOCAL_CLOUD / "demo"
# All states share tools and build stamps. A state is the data of one running Zest.
TOOLS = REPOSITORY / ".local"
VENV = TOOLS / "venv"
SAM = TOOLS / "sam"


class State:
    """Data folder of one local instance. Tests use separate folders."""

    def __init__(self, folder: Path):
        self.folder = folder
        self.cloud = folder / "cloud"
        self.objects = folder / "objects"
        self.functions = folder / "functions"
        self.logs = folder / "logs"
        self.run = folder / "run"
        self.cloud_secret = self.run / "cloud-secret"
        self.stripe = self.run / "stripe.json"
        self.instacart = self.run / "instacart.json"
        self.bedrock = self.run / "bedrock.json"

    def create(self) -> None:
        """Creates the folders. Only the owner can read them, because they contain secrets."""
        for folder in (self.folder, self.cloud, self.objects, self.functions, self.logs, self.run):
            folder.mkdir(parents=True, exist_ok=True)
            folder.chmod(0o700)
