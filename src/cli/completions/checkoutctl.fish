# Completes checkoutctl in fish. Keep it as checkoutctl.fish in a folder of completions, or source it.

function __checkoutctl_complete
    set -l words (commandline -opc)
    set -l current (commandline -ct)
    set -l prefix (string match -r -- '^--[^=]*=' $current)
    set -l found ($words[1] __complete -- $words[2..-1] "$current" 2>/dev/null)
    if test "$found" = ":files"
        set found (__fish_complete_path (string replace -- "$prefix" "" "$current"))
    end
    for one in $found
        echo "$prefix$one"
    end
end

complete -c checkoutctl -f -a '(__checkoutctl_complete)'
