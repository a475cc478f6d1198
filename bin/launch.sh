# Read by checkoutd and checkoutctl: finds Deno, and the folders that the sandbox has to open.
# Needs $root, the folder of the sources.

fail() {
  printf '%s: %s\n' "$(basename -- "$0")" "$1" >&2
  exit 1
}

# folder_of OPTION DEFAULT ARGUMENT...: the folder of the file that stands behind an option, or else
# of the default; nothing for no file. Deno takes a list of folders apart at commas.
folder_of() {
  option=$1
  file=$2
  shift 2
  while [ $# -gt 0 ] && [ "$1" != -- ]; do
    case $1 in
      "$option"=*) file=${1#*=} ;;
      "$option") file=${2:-} ;;
    esac
    shift
  done
  case $file in
    '') return ;;
    */*) folder=${file%/*} ;;
    *) folder=. ;;
  esac
  case $folder in *,*) fail "The folder must be one without a comma in its name: $folder" ;; esac
  printf '%s\n' "${folder:-/}"
}

# Messages name the programs as they were called.
called=$(dirname -- "$0")
[ -x "$called/checkoutd" ] && [ -x "$called/checkoutctl" ] || called=$root/bin
CHECKOUT_CALLED=$called
export CHECKOUT_CALLED

# By its path, and not through npx: signals have to reach the program itself.
if deno=$(command -v deno); then
  :
elif command -v npx >/dev/null; then
  deno=$(npx -y deno@2.9.6 eval 'console.log(Deno.execPath())') || exit 1
else
  fail 'Deno is missing, and so is npx, which would fetch it: install Node.js with npm'
fi
