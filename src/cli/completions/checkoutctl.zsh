#compdef checkoutctl
# Completes checkoutctl in zsh. Keep it as _checkoutctl in a folder of fpath, or source it.

_checkoutctl() {
  local answer one
  local -a found
  answer=$(${~words[1]} __complete -- "${(@)words[2,CURRENT-1]}" "$PREFIX" 2>/dev/null)
  [[ $PREFIX == --*=* ]] && compset -P '*='
  if [[ $answer == ":files" ]]; then
    _files
  else
    # A colon ends a name.
    for one in ${(f)answer}; do found+=("${${one%%$'\t'*}//:/\\:}:${one#*$'\t'}"); done
    _describe -V argument found
  fi
}

if [[ "${funcstack[1]}" == _checkoutctl ]]; then
  _checkoutctl "$@"
else
  compdef _checkoutctl checkoutctl
fi
