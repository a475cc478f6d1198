# offer.fish SCRIPT LINE: prints what Tab offers at the end of the line, one a line.
source $argv[1]
complete -C $argv[2] | string split -f1 \t
true
