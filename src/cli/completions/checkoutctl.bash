# Completes checkoutctl in bash. Source it, or keep it in a folder of bash-completion.

_checkoutctl() {
  local current="${COMP_WORDS[COMP_CWORD]}" name word before="" last=-1
  local -a words=()
  # Bash splits --db=shop.db at the equals sign, and sessions:read at the colon.
  [[ $current != "=" ]] || current=""
  for word in "${COMP_WORDS[@]:1:COMP_CWORD}"; do
    if ((last >= 0)) && [[ $word == ":" || ${words[last]} == *: ]]; then
      words[last]+=$word
    else
      words[++last]=$word
    fi
  done
  [[ $COMP_WORDBREAKS != *:* ]] || before="${words[last]%"${words[last]##*:}"}"
  COMPREPLY=()
  while IFS=$'\t' read -r name _; do
    if [[ $name == ":files" ]]; then
      compopt -o filenames 2>/dev/null
      while IFS= read -r name; do COMPREPLY+=("$name"); done < <(compgen -f -- "$current")
    else
      COMPREPLY+=("${name#"$before"}")
    fi
  done < <("${COMP_WORDS[0]/#\~/$HOME}" __complete -- "${words[@]}" 2>/dev/null)
}

complete -F _checkoutctl checkoutctl
