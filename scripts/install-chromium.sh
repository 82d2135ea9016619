#!/usr/bin/env bash
# Brings the Chromium that tests look at pages with, where there is none. For Debian.
set -euo pipefail

if command -v chromium >/dev/null; then exit 0; fi
apt-get update -qq
DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends chromium >/dev/null
chromium --version
