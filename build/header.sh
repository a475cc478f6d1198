#!/bin/sh
# @NAME@ @VERSION@ for @TARGET@: this script, followed by the compressed program and Deno runtime.
# The first start unpacks both into a cache folder that only you can write to; every start then
# replaces this script by the program.

# A shell reads all of a group before it runs any of it, so a file cut off within it runs nothing.
{
name='@NAME@'
runtime='runtime-@RUNTIME_ID@'
program='@NAME@-@PROGRAM_ID@'
# Variables that are used before they are set must not come from the environment.
scratch=''
# Reasons why folders were skipped.
why=''

fail() {
  printf '%s: %s\n' "$name" "$1" >&2
  exit 1
}

damaged() {
  fail "The file is damaged; copy it here again: $self"
}

# Files are run only from a folder that we own and no other user can write to.
is_ours() {
  [ -d "$1" ] && [ ! -L "$1" ] && [ -O "$1" ] || return 1
  case $(LC_ALL=C ls -ld "$1") in d????-??-*) return 0 ;; *) return 1 ;; esac
}

# A part is complete when its file "whole" exists and no other file is newer: it is written last,
# after everything was checked and is on disk.
is_whole() {
  [ -f "$1/whole" ] || return 1
  whole_in=$1
  shift
  for file in "$@"; do
    [ -s "$whole_in/$file" ] && [ ! "$whole_in/$file" -nt "$whole_in/whole" ] || return 1
  done
}

is_ready() {
  is_whole "$1/$runtime" deno && [ -x "$1/$runtime/deno" ] &&
    is_whole "$1/$program" @PROGRAM_FILES@ && [ -x "$1/$program/$name" ]
}

sha256() {
  if command -v sha256sum >/dev/null 2>&1; then
    sha256sum
  elif command -v shasum >/dev/null 2>&1; then
    shasum -a 256
  elif command -v openssl >/dev/null 2>&1; then
    openssl dgst -sha256 -r
  else
    fail 'sha256sum, shasum or openssl is needed to check the unpacked files'
  fi
}

# carried OFFSET LENGTH: prints that part of this file, unpacked.
carried() {
  tail -c +"$(($1 + 1))" "$self" | head -c "$2" | gzip -dc 2>/dev/null
}

# pass_over FOLDER: notes that the folder cannot be written to.
pass_over() {
  why="$why; full or read-only: $1"
  return 1
}

# unpack FOLDER FILE MODE OFFSET LENGTH SHA256: unpacks to a temporary name, checks it, and renames it
# into place. Another process that unpacks at the same time writes the same file.
unpack() {
  { carried "$4" "$5" >"$scratch/part"; } 2>/dev/null
  sum=$({ sha256 <"$scratch/part"; }) || exit 1
  if [ "${sum%% *}" != "$6" ]; then
    # Checked again without writing: either this file is damaged, or the disk is full.
    sum=$(carried "$4" "$5" | sha256) || exit 1
    [ "${sum%% *}" = "$6" ] || damaged
    pass_over "$1"
    return 1
  fi
  chmod "$3" "$scratch/part" && mv -f "$scratch/part" "$1/$2" 2>/dev/null || pass_over "$1"
}

# mark_whole FOLDER PART. Not with ":": a shell exits if its redirection fails.
mark_whole() {
  { true >"$scratch/part"; } 2>/dev/null && mv -f "$scratch/part" "$1/$2/whole" || pass_over "$1"
}

# may_start FOLDER: tries to run a file, as permissions do not show a file system mounted noexec.
may_start() {
  { printf '#!/bin/sh\n' >"$scratch/part"; } 2>/dev/null && chmod 0700 "$scratch/part" || {
    pass_over "$1"
    return 1
  }
  "$scratch/part" 2>/dev/null && return 0
  why="$why; mounted noexec: $1"
  return 1
}

# Removes unfinished folders after a day, and a runtime that was not used for thirty days. A program
# that still runs keeps its files open.
sweep() {
  for old in "$1"/.unpack.* "$1"/runtime-*; do
    case $old in
      "$1/$runtime") continue ;;
      */.unpack.*) [ -n "$(find "$old" -prune -mtime +0 2>/dev/null)" ] || continue ;;
      *) [ -n "$(find "$old/used" -prune -mtime +30 2>/dev/null)" ] || continue ;;
    esac
    rm -rf "$old"
  done
}

unpack_all() {
  at=0
  until scratch=$1/.unpack.$$.$at && mkdir "$scratch" 2>/dev/null; do
    at=$((at + 1))
    [ "$at" -lt 100 ] || {
      pass_over "$1"
      return 1
    }
  done
  trap 'rm -rf "$scratch"' EXIT
  trap 'exit 129' HUP
  trap 'exit 130' INT
  trap 'exit 143' TERM
  may_start "$1" || return 1
  mkdir -p "$1/$runtime" "$1/$program" 2>/dev/null || {
    pass_over "$1"
    return 1
  }
  if ! is_whole "$1/$runtime" deno; then
    unpack "$1" "$runtime/deno" 0700 @RUNTIME_PART@ || return 1
    "$1/$runtime/deno" --version >/dev/null 2>&1 || {
      rm -f "$1/$runtime/deno"
      fail "It is built for @TARGET@ and cannot run here: $(uname -sm)"
    }
    sync
    mark_whole "$1" "$runtime" || return 1
  fi
@UNPACK_PROGRAM@
  # The name of the process.
  ln -s "../$runtime/deno" "$scratch/link" && mv -f "$scratch/link" "$1/$program/$name" || return 1
  sync
  mark_whole "$1" "$program" || return 1
  sweep "$1"
}

# try FOLDER: creates the folder and unpacks into it, unless that was done before.
try() {
  if is_ours "$1" && is_ready "$1"; then return 0; fi
  mask=$(umask)
  umask 077
  mkdir -p "$1" 2>/dev/null
  if is_ours "$1"; then unpack_all "$1"; fi
  umask "$mask"
  # Also after a failure.
  if [ -n "$scratch" ]; then rm -rf "$scratch"; fi
  scratch=''
  trap - EXIT HUP INT TERM
  is_ours "$1" && is_ready "$1"
}

start() {
  DENO_DIR=$cache/$runtime/state
  # Ignores the settings of a project around the cache, and newer versions.
  DENO_NO_PACKAGE_JSON=1
  DENO_NO_UPDATE_CHECK=1
  # The sandbox of the program answers for single variables and lists none.
  CHECKOUT_VARIABLES=$(env | sed -n 's/^\(CHECKOUT_[A-Za-z0-9_]*\)=.*/\1/p')
  # For the audit trail: the sandbox does not name the user.
  CHECKOUT_USER=${SUDO_USER:-$(id -un 2>/dev/null)}
  # What a supervisor starts again, for the server and for the dashboard.
  CHECKOUT_SELF=$self
  export DENO_DIR DENO_NO_PACKAGE_JSON DENO_NO_UPDATE_CHECK CHECKOUT_VARIABLES CHECKOUT_USER
  export CHECKOUT_SELF
@VARIABLES@
  true 2>/dev/null >"$cache/$runtime/used"
@PASSWORD@
  exec "$cache/$program/$name" run @FLAGS@@RUN@ "$cache/$program/@PROGRAM_MODULE@" "$@"
}

case $0 in
  */*) self=$0 ;;
  *) if [ -f "./$0" ]; then self=./$0; else self=$(command -v -- "$0"); fi ;;
esac

# Also when the cache is whole: what starts must not depend on it.
[ "$(($(wc -c <"$self")))" -ge @BYTES@ ] || damaged

for base in "${XDG_CACHE_HOME:-}" "${HOME:-}" "${TMPDIR:-/tmp}"; do
  # Relative paths would depend on the current folder.
  case $base in /*) ;; *) continue ;; esac
  case $base in
    "${XDG_CACHE_HOME:-}") cache=$base/checkoutd ;;
    "${HOME:-}") cache=$base/.cache/checkoutd ;;
    *) cache=$base/checkoutd-$(id -u) ;;
  esac
  if try "$cache"; then start "$@"; fi
done
fail "No folder to unpack into, owned by you and closed to others: set XDG_CACHE_HOME$why"
}
