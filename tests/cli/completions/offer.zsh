# offer.zsh SCRIPT LINE: prints what Tab offers at the end of the line, one a line.
# Completion works in an interactive shell alone, so one is started in a terminal of its own.
zmodload zsh/zpty
zpty child zsh -f -i
zpty -w child "PROMPT= PS2= SCRIPT=${(q)1}"
# compadd is what completions are handed over with; calls that put matches into variables offer
# nothing.
zpty -w child 'stty -echo; autoload -Uz compinit; compinit -u; source $SCRIPT
compadd() {
  local -a offers
  local offer
  case "${@[1,(i)(-|--)]}" in (*-[OAD]\ *) builtin compadd "$@"; return ;; esac
  builtin compadd -A offers "$@"
  for offer in $offers; do print -r -- "<<$offer>>"; done
  builtin compadd "$@"
}
after() { print -r -- "DO""NE"; exit }
comppostfuncs=(after)
bindkey "^I" complete-word; print READ""Y'
zpty -r -m child seen '*READY*' || exit 1
zpty -w -n child "$2"$'\t'
zpty -r -m child seen '*DONE*' || exit 1
print -r -- "$seen" | sed -n 's/.*<<\([^<>]*\)>>.*/\1/p'
zpty -d child
