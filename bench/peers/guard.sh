#!/usr/bin/env bash
# The guard that people write first: one pattern over the text of the command.
payload=$(cat)
[ "$(jq -r '.tool_name' <<<"$payload")" = Bash ] || exit 0
command=$(jq -r '.tool_input.command' <<<"$payload")
if grep -qE '(^|[;&|[:space:]])rm[[:space:]]+-[a-z]*r' <<<"$command"; then
  echo "blocked: $command" >&2
  exit 2
fi
