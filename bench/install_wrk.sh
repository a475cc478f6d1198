#!/bin/sh
# Installs the load generator that the benchmark prefers. For Debian and its descendants.
set -eu

if command -v wrk >/dev/null; then
  echo "wrk is installed already"
  exit 0
fi
if [ "$(id -u)" -ne 0 ] || ! command -v apt-get >/dev/null; then
  echo "This needs root on Debian or one of its descendants" >&2
  exit 1
fi
apt-get install -y --no-install-recommends wrk
