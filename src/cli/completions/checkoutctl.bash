# Completes checkoutctl in bash. Source it, or keep it in a folder of bash-completion.

_checkoutctl() {
  local current="${COMP_WORDS[COMP_CWORD]}" name
  # Bash splits --db=shop.db at the equals sign.
  [[ $current != "=" ]] || current=""
  COMPREPLY=()
  while IFS=$'\t' read -r name _; do
    if [[ $name == ":files" ]]; then
      compopt -o filenames 2>/dev/null
      while IFS= read -r name; do COMPREPLY+=("$name"); done < <(compgen -f -- "$current")
    else
      COMPREPLY+=("$name")
    fi
  done < <("${COMP_WORDS[0]/#\~/$HOME}" __complete -- "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}

complete -F _checkoutctl checkoutctl
