"""The same guard in Python."""
import json
import re
import sys

payload = json.load(sys.stdin)
command = payload.get("tool_input", {}).get("command", "")
if payload.get("tool_name") == "Bash" and re.search(r"(^|[;&|\s])rm\s+-[a-z]*r", command):
    print(f"blocked: {command}", file=sys.stderr)
    sys.exit(2)
