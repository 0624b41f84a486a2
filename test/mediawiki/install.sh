#!/usr/bin/env bash
# Installs a real MediaWiki with PHP and SQLite, for the tests beside this file, where that can be done: on Debian and
# its kin, as root. Elsewhere it says why not, and the tests say that they are skipped.
set -euo pipefail

if [ -f /usr/share/mediawiki/maintenance/install.php ] && command -v php > /dev/null &&
  php -m | grep -qx pdo_sqlite; then
  exit 0
fi
if ! command -v apt-get > /dev/null || [ "$(id -u)" -ne 0 ]; then
  echo 'MediaWiki is not installed: that needs apt-get and root.'
  exit 0
fi
export DEBIAN_FRONTEND=noninteractive
log=$(mktemp)
trap 'rm -f "$log"' EXIT
if timeout 60 apt-get update -qq > "$log" 2>&1 &&
  timeout 180 apt-get install -y -qq --no-install-recommends mediawiki php-cli php-sqlite3 >> "$log" 2>&1; then
  echo 'MediaWiki is installed.'
else
  echo 'MediaWiki could not be installed:'
  tail -3 "$log"
fi
