# offer.bash SCRIPT LINE: prints what Tab offers at the end of the line, one a line.
source "$1"
# Readline splits words at these too; it hands them over as words of their own.
line="${2//=/ = }"
line="${line//:/ : }"
read -ra COMP_WORDS <<<"$line"
[[ $line == *" " ]] && COMP_WORDS+=("")
COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
# Only in the middle of a completion does it know what it is for.
compopt() { :; }
"$(complete -p checkoutctl | sed 's/.*-F \([^ ]*\) .*/\1/')"
printf '%s\n' "${COMPREPLY[@]}"
